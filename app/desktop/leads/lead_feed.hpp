// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_session.hpp"
#include "../bridge/background.hpp"
#include "lead_grid_model.hpp"

#include "leadsheet/app/lead_cache.hpp"
#include "leadsheet/app/lead_fill.hpp"
#include "leadsheet/try.hpp"

#include <QString>
#include <QTimer>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace leadsheet::desktop {

/// The copy of the leads for one thread, opened when it is first needed. One thread at a time.
class LeadCopyReader {
public:
    LeadCopyReader(std::filesystem::path file, app::LeadOwner owner)
        : file_(std::move(file))
        , owner_(std::move(owner)) {}

    Result<app::LeadCacheState> state() {
        return with([](app::LeadCache& cache) { return cache.state(); });
    }
    Result<std::vector<app::LeadPlace>> find(const LeadFilter& filter, std::int64_t after,
                                             std::int64_t upTo, const std::string& words) {
        return with([&](app::LeadCache& cache) { return cache.find(filter, after, upTo, words); });
    }
    Result<std::vector<app::LeadPlace>> sorted(std::span<const app::LeadPlace> places,
                                               const app::LeadSort& by,
                                               const std::stop_token& stop) {
        return with([&](app::LeadCache& cache) { return cache.sorted(places, by, stop); });
    }
    Result<std::vector<Lead>> leads(std::span<const app::LeadPlace> places) {
        return with([&](app::LeadCache& cache) { return cache.leads(places); });
    }
    Result<app::LeadFacets> facets() {
        return with([](app::LeadCache& cache) { return cache.facets(); });
    }

private:
    template <class Use>
    auto with(Use use) -> decltype(use(std::declval<app::LeadCache&>())) {
        if (!cache_) {
            LEADSHEET_TRY(auto opened, app::LeadCache::open(file_, owner_));
            cache_ = std::move(opened);
        }
        return use(*cache_);
    }

    std::filesystem::path file_;
    app::LeadOwner owner_;
    std::optional<app::LeadCache> cache_;
};

/// Which part of the copy is looked through next, so that the rows that stand first are found
/// first: a small span for the first screen, large ones behind it.
class LeadSpans {
public:
    static constexpr std::int64_t kFirst = 20'000;
    static constexpr std::int64_t kLater = 200'000;

    /// The places `(after, upTo]`.
    struct Span {
        std::int64_t after = 0;
        std::int64_t upTo = 0;
        bool inFront = false; ///< its leads stand before all that was found
    };

    explicit LeadSpans(bool newestFirst = false)
        : newestFirst_(newestFirst) {}

    bool newestFirst() const { return newestFirst_; }
    /// Of a copy of so many leads; nothing when it was looked through. `whole`: at once, because
    /// nothing has to be compared.
    std::optional<Span> next(std::int64_t leads, bool whole) const;
    void done(const Span& span);
    bool cover(std::int64_t leads) const { return low_ == 0 && high_ >= leads; }
    /// The last place that was looked at.
    std::int64_t high() const { return high_; }

private:
    bool newestFirst_;
    std::int64_t low_ = 0; ///< what comes after it, up to high_, was looked through
    std::int64_t high_ = 0;
};

/// Leads on their way to the clipboard: those at places of the copy, then others.
struct CopyJob {
    std::vector<app::LeadPlace> places;
    std::vector<Lead> others;
    std::vector<LeadField> fields;
    bool json = false; ///< an array of objects; else lines with tabs below a line of names
};

/// The text; ErrorCode::Cancelled when stopped.
Result<QString> copiedLeads(LeadCopyReader* reader, const CopyJob& job,
                            const std::stop_token& stop);

/// Brings leads into a LeadGridModel: keeps a copy of the account's leads on this computer, finds
/// in it what a filter lets through, and asks the service for the first pages and for counts while
/// the copy is not whole. Nothing of it holds up the window. GUI thread only.
class LeadFeed : public QObject {
    Q_OBJECT

public:
    LeadFeed(AccountSession& session, LeadGridModel& model, std::filesystem::path dataFolder,
             std::filesystem::path sandboxFolder, QObject* parent = nullptr);

    void ask(const LeadFilter& filter);
    const LeadFilter& filter() const { return filter_; }
    /// Shown so as soon as the copy is whole: the service lists the oldest first, and where its
    /// list ends is known only then.
    void setNewestFirst(bool wanted);
    bool waitsForNewest() const { return newestFirst_ && !sort_ && !spans_.newestFirst(); }
    /// Only those that have these words, see app::LeadCache::find: found in the copy, as far as it
    /// is here.
    void setWords(const QString& words);
    const QString& words() const { return words_; }
    /// Sorted as soon as the copy is whole, wherever newest or oldest stand; nothing = as before.
    void setSort(const std::optional<app::LeadSort>& sort);
    const std::optional<app::LeadSort>& sort() const { return sort_; }
    bool waitsForSort() const { return sort_ && !sorts_; }
    /// Whether somebody looks; the first time begins the copy.
    void setWatched(bool watched);
    /// Deletes the copy; the next refresh, or the page when it is shown again, begins another.
    void clearCopy();
    /// Fetches what is new.
    void refreshNow();

    /// How many leads the filter lets through, as far as it is known for certain: counted here once
    /// the copy is whole, by the service before.
    std::optional<std::int64_t> matching() const;
    /// Of the account, in the same way.
    std::optional<std::int64_t> owned() const;
    const app::LeadCacheState& copy() const { return copy_; }
    /// Whether anything is known at all about what the filter lets through.
    bool loaded() const { return loaded_; }
    bool filling() const { return filling_.busy(); }
    /// When the filling goes on that rests for the sake of the key's request budget.
    std::optional<WallTime> restsUntil() const { return restsUntil_; }
    /// What went wrong last; of the service, or of the copy.
    const std::optional<Error>& trouble() const { return trouble_; }
    const std::optional<Error>& copyTrouble() const { return copyTrouble_; }
    const app::LeadFacets& facets() const { return facets_; }
    /// For jobs that read leads of the copy in a thread of their own; null without an account.
    std::shared_ptr<LeadCopyReader> newReader() const;

signals:
    void changed();
    void facetsChanged();

private:
    void accountChanged();
    void restartSearch();
    void search();
    void searched(const std::optional<LeadSpans::Span>& span,
                  Result<std::vector<app::LeadPlace>> places);
    bool showsAll() const { return app::isEmpty(filter_) && words_.isEmpty() && !sorts_; }
    void askService(bool more);
    void readChunks(const QList<int>& chunks);
    void readFacets();
    void startFilling();
    void filled(const Result<app::LeadFill>& fill);
    void copyGrew(const app::LeadCacheState& copy);
    void failed(const Error& error);
    void copyFailed(const Error& error);
    void plan();
    bool usable() const;

    AccountSession& session_;
    LeadGridModel& model_;
    std::filesystem::path dataFolder_;
    std::filesystem::path sandboxFolder_;
    LeadFilter filter_;
    bool watched_ = false;
    bool begun_ = false;
    bool again_ = false;
    bool anew_ = false;     ///< the next filling throws the copy away first
    bool repaired_ = false; ///< that was done once for this account
    bool loaded_ = false;
    app::LeadCacheState copy_;
    bool newestFirst_ = false;
    QString words_;
    std::optional<app::LeadSort> sort_;
    bool sorts_ = false; ///< the rows are sorted by it
    LeadSpans spans_;
    std::optional<std::int64_t> serviceMatching_;
    std::optional<std::int64_t> serviceOwned_;
    std::optional<std::string> headCursor_;
    std::optional<WallTime> restsUntil_;
    std::optional<Error> trouble_;
    std::optional<Error> copyTrouble_;
    app::LeadFacets facets_;
    std::int64_t facetsOf_ = -1; ///< so many leads were in the copy when they were counted
    std::shared_ptr<LeadCopyReader> searcher_;
    std::shared_ptr<LeadCopyReader> reader_;
    QTimer timer_;
    Latest<std::pair<int, app::LeadCacheState>> progress_;
    int account_ = 0; ///< counts accounts, so that progress of an earlier one is dropped
    AccountReading filling_;
    AccountReading searching_;
    AccountReading asking_;
    AccountReading reading_;
};

} // namespace leadsheet::desktop
