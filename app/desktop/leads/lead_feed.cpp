// SPDX-License-Identifier: Apache-2.0
#include "lead_feed.hpp"

#include "../shell/words.hpp"

#include "leadsheet/app/lead_view.hpp"

#include <algorithm>
#include <array>

namespace leadsheet::desktop {
namespace {

constexpr std::size_t kCopiedAtOnce = 500;

class CopyText {
public:
    explicit CopyText(const CopyJob& job)
        : job_(job) {
        if (job.json)
            text_ = "[";
        else
            app::appendLeadNames(text_, job.fields);
    }

    void add(const Lead& lead) {
        if (!job_.json) {
            app::appendLeadLine(text_, lead, job_.fields);
            return;
        }
        text_ += std::exchange(any_, true) ? ",\n" : "\n";
        app::appendLeadJson(text_, lead, job_.fields);
    }

    QString finish() {
        if (job_.json)
            text_ += "\n]\n";
        return QString::fromStdString(text_);
    }

private:
    const CopyJob& job_;
    std::string text_;
    bool any_ = false;
};

constexpr std::int64_t kHeadRows = 200;
constexpr int kMaxHeadRows = 20'000; // later ones come with the copy
constexpr std::chrono::minutes kPaceOfNews{2};
constexpr std::chrono::seconds kPaceOfNewsInSandbox{5}; // its fulfilment is quick

} // namespace

std::optional<LeadSpans::Span> LeadSpans::next(std::int64_t leads, bool whole) const {
    if (cover(leads))
        return {};
    const bool first = high_ == 0;
    const std::int64_t most = whole ? leads : first ? kFirst : kLater;
    if (newestFirst_ && first)
        return Span{std::max<std::int64_t>(0, leads - most), leads, false};
    if (low_ > 0)
        return Span{std::max<std::int64_t>(0, low_ - most), low_, false};
    return Span{high_, std::min(leads, high_ + most), newestFirst_};
}

void LeadSpans::done(const Span& span) {
    if (newestFirst_ && (high_ == 0 || span.upTo == low_))
        low_ = span.after;
    high_ = std::max(high_, span.upTo);
}

Result<QString> copiedLeads(LeadCopyReader* reader, const CopyJob& job,
                            const std::stop_token& stop) {
    CopyText text(job);
    const std::span<const app::LeadPlace> places(job.places);
    for (std::size_t at = 0; reader != nullptr && at < places.size(); at += kCopiedAtOnce) {
        if (stop.stop_requested())
            return failure(localError(ErrorCode::Cancelled, "Cancelled."));
        LEADSHEET_TRY(const auto leads, reader->leads(places.subspan(
                                            at, std::min(kCopiedAtOnce, places.size() - at))));
        for (const Lead& lead : leads)
            text.add(lead);
    }
    for (const Lead& lead : job.others)
        text.add(lead);
    return text.finish();
}

LeadFeed::LeadFeed(AccountSession& session, LeadGridModel& model, std::filesystem::path dataFolder,
                   std::filesystem::path sandboxFolder, QObject* parent)
    : QObject(parent)
    , session_(session)
    , model_(model)
    , dataFolder_(std::move(dataFolder))
    , sandboxFolder_(std::move(sandboxFolder))
    , progress_([this](const std::pair<int, app::LeadCacheState>& news) {
        if (news.first == account_)
            copyGrew(news.second);
    })
    , filling_(session)
    , searching_(session)
    , asking_(session)
    , reading_(session) {
    timer_.setSingleShot(true);
    connect(&timer_, &QTimer::timeout, this, &LeadFeed::refreshNow);
    connect(&session, &AccountSession::changed, this, &LeadFeed::accountChanged);
    connect(&model, &LeadGridModel::chunksWanted, this, &LeadFeed::readChunks);
    connect(&model, &LeadGridModel::moreWanted, this, [this] {
        if (!asking_.busy() && headCursor_)
            askService(true);
    });
    connect(&filling_, &Background::busyChanged, this, &LeadFeed::changed);
}

bool LeadFeed::usable() const {
    const auto connection = session_.connection();
    return connection && !connection->admin;
}

std::shared_ptr<LeadCopyReader> LeadFeed::newReader() const {
    const auto connection = session_.connection();
    if (!connection || connection->admin)
        return nullptr;
    const app::LeadOwner owner = app::leadOwnerOf(connection->ref);
    const auto& folder = connection->sandbox ? sandboxFolder_ : dataFolder_;
    return std::make_shared<LeadCopyReader>(app::leadCacheFile(folder, owner), owner);
}

void LeadFeed::accountChanged() {
    ++account_;
    timer_.stop();
    progress_.drop();
    begun_ = false;
    again_ = false;
    anew_ = false;
    repaired_ = false;
    copy_ = {};
    facets_ = {};
    facetsOf_ = -1;
    serviceOwned_.reset();
    restsUntil_.reset();
    trouble_.reset();
    copyTrouble_.reset();
    searcher_ = newReader();
    reader_ = newReader();
    restartSearch();
    emit facetsChanged();
    if (watched_)
        setWatched(true);
}

void LeadFeed::setWatched(bool watched) {
    watched_ = watched;
    if (!watched && !restsUntil_)
        timer_.stop();
    if (!watched || !usable())
        return;
    if (!std::exchange(begun_, true)) {
        searcher_ = newReader();
        reader_ = newReader();
        startFilling();
        restartSearch();
    } else if (!timer_.isActive() && !filling_.busy()) {
        startFilling();
    }
}

void LeadFeed::ask(const LeadFilter& filter) {
    if (app::sameFilter(filter, filter_))
        return;
    filter_ = filter;
    restartSearch();
}

void LeadFeed::setNewestFirst(bool wanted) {
    if (std::exchange(newestFirst_, wanted) != wanted)
        restartSearch();
}

void LeadFeed::setWords(const QString& words) {
    const QString wanted = words.simplified();
    if (std::exchange(words_, wanted) != wanted)
        restartSearch();
}

void LeadFeed::setSort(const std::optional<app::LeadSort>& sort) {
    if (std::exchange(sort_, sort) != sort)
        restartSearch();
}

void LeadFeed::restartSearch() {
    for (AccountReading* work : std::array{&searching_, &asking_, &reading_})
        work->cancel();
    loaded_ = false;
    sorts_ = sort_ && copy_.whole;
    spans_ = LeadSpans(newestFirst_ && !sorts_ && copy_.whole);
    serviceMatching_.reset();
    headCursor_.reset();
    model_.clear(spans_.newestFirst());
    model_.setFilter(filter_);
    if (begun_ && usable()) {
        search();
        if (!copy_.whole && words_.isEmpty())
            askService(false);
    }
    emit changed();
}

/// Looks through the next span of the copy, if there is one that was not looked through; through
/// all of it where the rows are sorted.
void LeadFeed::search() {
    if (searching_.busy() || !searcher_)
        return;
    struct Found {
        Result<app::LeadCacheState> copy;
        std::optional<LeadSpans::Span> span;
        Result<std::vector<app::LeadPlace>> places;
    };
    searching_.run(
        [reader = searcher_, filter = filter_, words = words_.toStdString(), all = showsAll(),
         sort = sorts_ ? sort_ : std::nullopt, spans = spans_](const std::stop_token& stop) {
            Found found{reader->state(), {}, std::vector<app::LeadPlace>()};
            if (!found.copy)
                return found;
            found.span = spans.next(found.copy->leads, all);
            if (sort && found.span)
                found.span = LeadSpans::Span{0, found.copy->leads, false};
            if (!all && found.span)
                found.places = reader->find(filter, found.span->after, found.span->upTo, words);
            if (sort && found.span && found.places)
                found.places = reader->sorted(*found.places, *sort, stop);
            return found;
        },
        [this](Found found) {
            if (!found.copy) {
                copyFailed(found.copy.error());
                return;
            }
            if (found.copy->leads > copy_.leads || found.copy->whole)
                copy_ = *found.copy;
            if (copy_.whole && (waitsForNewest() || waitsForSort()))
                restartSearch();
            else
                searched(found.span, std::move(found.places));
        });
}

void LeadFeed::searched(const std::optional<LeadSpans::Span>& span,
                        Result<std::vector<app::LeadPlace>> places) {
    if (!places) {
        copyFailed(places.error());
        return;
    }
    if (span) {
        spans_.done(*span);
        if (span->inFront)
            reading_.cancel(); // rows that are under way stand elsewhere now
        if (showsAll()) {
            model_.growTo(spans_.high());
        } else if (sorts_) {
            reading_.cancel();
            model_.arrange(std::move(*places));
        } else if (span->inFront) {
            model_.addNewer(*places);
        } else {
            if (spans_.newestFirst())
                std::reverse(places->begin(), places->end());
            model_.addPlaces(*places);
        }
    }
    // An empty beginning says nothing before the service has answered.
    loaded_ = loaded_ || model_.rowCount() > 0 || (copy_.whole && spans_.cover(copy_.leads));
    if (copy_.whole)
        model_.setMore(false);
    emit changed();
    if (spans_.cover(copy_.leads))
        readFacets();
    else
        search();
}

void LeadFeed::askService(bool more) {
    const auto connection = session_.connection();
    if (!usable() || !words_.isEmpty() || (more && model_.rowCount() >= kMaxHeadRows))
        return;
    struct Answer {
        Result<leadsheet::Page<Lead>> page;
        std::optional<std::int64_t> matching;
        std::optional<std::int64_t> owned;
    };
    PageOptions page;
    page.limit = kHeadRows;
    if (more)
        page.cursor = headCursor_;
    const bool counting = !more;
    const bool countOwned = counting && !serviceOwned_ && !app::isEmpty(filter_);
    asking_.run(
        [connection, filter = filter_, page, counting, countOwned](const std::stop_token& stop) {
            CallOptions call;
            call.stop = stop;
            const Leads leads = connection->client->leads();
            Answer answer{leads.list(filter, {}, page, call), {}, {}};
            if (answer.page && counting)
                if (const auto counted = leads.count(filter, call))
                    answer.matching = *counted;
            if (answer.page && countOwned)
                if (const auto counted = leads.count({}, call))
                    answer.owned = *counted;
            return answer;
        },
        [this, counting](Answer answer) {
            if (!answer.page) {
                failed(answer.page.error());
                return;
            }
            trouble_.reset();
            if (counting) {
                serviceMatching_ = answer.matching;
                if (app::isEmpty(filter_))
                    serviceOwned_ = answer.matching;
                else if (answer.owned)
                    serviceOwned_ = answer.owned;
            }
            const bool goesOn = answer.page->hasMore && answer.page->nextCursor.has_value();
            headCursor_ = goesOn ? answer.page->nextCursor : std::nullopt;
            if (!copy_.whole)
                model_.addHead(std::move(answer.page->items), goesOn);
            loaded_ = true;
            emit changed();
        });
}

void LeadFeed::readChunks(const QList<int>& chunks) {
    if (!reader_)
        return;
    // What was wanted before and is not under way was scrolled past.
    reading_.cancel();
    for (auto chunk = chunks.rbegin(); chunk != chunks.rend(); ++chunk)
        reading_.run([reader = reader_, places = model_.placesOfChunk(*chunk)](
                         const std::stop_token&) { return reader->leads(places); },
                     [this, at = *chunk](Result<std::vector<Lead>> leads) {
                         if (leads)
                             model_.bring(at, *std::move(leads));
                         else
                             copyFailed(leads.error());
                     });
}

void LeadFeed::readFacets() {
    if (!copy_.whole || facetsOf_ == copy_.leads)
        return;
    searching_.run([reader = searcher_](const std::stop_token&) { return reader->facets(); },
                   [this, of = copy_.leads](Result<app::LeadFacets> facets) {
                       facetsOf_ = of;
                       if (facets) {
                           facets_ = *std::move(facets);
                           emit facetsChanged();
                       }
                       if (!spans_.cover(copy_.leads))
                           search();
                   });
}

void LeadFeed::clearCopy() {
    const auto connection = session_.connection();
    if (!usable())
        return;
    const auto& folder = connection->sandbox ? sandboxFolder_ : dataFolder_;
    app::LeadCache::remove(app::leadCacheFile(folder, app::leadOwnerOf(connection->ref)));
    const bool watched = std::exchange(watched_, false);
    accountChanged();
    watched_ = watched;
}

void LeadFeed::refreshNow() {
    if (!begun_ && watched_)
        return setWatched(true);
    if (!begun_)
        return;
    if (filling_.busy())
        again_ = true; // what came after it began is not missed
    else
        startFilling();
    if (!copy_.whole && !serviceMatching_ && !asking_.busy())
        askService(false);
}

void LeadFeed::startFilling() {
    const auto connection = session_.connection();
    if (!usable())
        return;
    timer_.stop();
    restsUntil_.reset();
    const app::LeadOwner owner = app::leadOwnerOf(connection->ref);
    const auto file = app::leadCacheFile(connection->sandbox ? sandboxFolder_ : dataFolder_, owner);
    filling_.run(
        [connection, owner, file, tell = progress_.sender(), account = account_,
         anew = std::exchange(anew_, false)](const std::stop_token& stop) {
            if (anew)
                app::LeadCache::remove(file);
            app::LeadFillOptions options;
            options.call.stop = stop;
            options.progress = [&](const app::LeadCacheState& copy) {
                tell({account, copy});
            };
            return app::fillLeadCache(*connection->client, file, owner, options);
        },
        [this](const Result<app::LeadFill>& fill) { filled(fill); });
}

void LeadFeed::filled(const Result<app::LeadFill>& fill) {
    if (!fill) {
        failed(fill.error());
    } else {
        trouble_.reset();
        copyTrouble_.reset();
        if (fill->rest)
            restsUntil_ = wallNow() + *fill->rest;
        if (fill->startedOver || fill->erased > 0 || fill->state.leads < spans_.high()) {
            copy_ = fill->state;
            facetsOf_ = -1;
            searcher_ = newReader();
            reader_ = newReader();
            restartSearch();
        } else {
            copyGrew(fill->state);
        }
    }
    plan();
    emit changed();
    if (std::exchange(again_, false))
        startFilling();
}

void LeadFeed::copyGrew(const app::LeadCacheState& copy) {
    if (copy.leads < copy_.leads)
        return; // it was started over, which its end will tell
    copy_ = copy;
    if (copy_.whole && (waitsForNewest() || waitsForSort())) {
        restartSearch();
        return;
    }
    emit changed();
    search();
}

void LeadFeed::failed(const Error& error) {
    if (error.is(ErrorCode::Cancelled))
        return;
    const bool ofCopy = error.is(ErrorCode::StorageError) || error.is(ErrorCode::StorageFull) ||
                        error.is(ErrorCode::LedgerDamaged);
    (ofCopy ? copyTrouble_ : trouble_) = error;
    emit changed();
}

/// A copy that cannot be read is fetched again, once; without one the service's pages are shown.
void LeadFeed::copyFailed(const Error& error) {
    copyTrouble_ = error;
    searcher_ = newReader();
    reader_ = newReader();
    if (error.is(ErrorCode::LedgerDamaged) && !std::exchange(repaired_, true)) {
        filling_.cancel();
        progress_.drop();
        copy_ = {};
        facetsOf_ = -1;
        anew_ = true;
        startFilling();
        restartSearch();
    }
    emit changed();
}

void LeadFeed::plan() {
    const auto connection = session_.connection();
    if (!connection)
        return;
    std::chrono::milliseconds wait =
        connection->sandbox ? kPaceOfNewsInSandbox : std::chrono::seconds(kPaceOfNews);
    if (restsUntil_)
        wait = std::max<std::chrono::milliseconds>(*restsUntil_ - wallNow(), wait);
    // The timer only fires for those who look; the page asks when it is shown again.
    if (watched_ || restsUntil_)
        timer_.start(wait);
}

std::optional<std::int64_t> LeadFeed::matching() const {
    if (copy_.whole && spans_.cover(copy_.leads))
        return model_.localRows();
    return copy_.whole ? std::nullopt : serviceMatching_;
}

std::optional<std::int64_t> LeadFeed::owned() const {
    return copy_.whole ? std::optional(copy_.leads) : serviceOwned_;
}

} // namespace leadsheet::desktop
