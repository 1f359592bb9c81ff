// SPDX-License-Identifier: Apache-2.0
#include "record_feed.hpp"

#include "../shell/words.hpp"

#include <QCoreApplication>
#include <QDateTime>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

constexpr std::int64_t kRowsAPage = 100;
constexpr std::chrono::seconds kUsualWait{30};
constexpr std::chrono::seconds kWaitInSandbox{3}; // its budget is large
constexpr std::int64_t kShare = 10;               // one tenth of what is left
constexpr std::chrono::minutes kUnknownBudget{5};
constexpr int kNoticeable = 2; // times the usual wait
constexpr std::chrono::seconds kPatience{1};

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Refresh)
};

QString secondsText(WallTime time) {
    return QDateTime::fromMSecsSinceEpoch(time.time_since_epoch().count())
        .toString(QStringLiteral("HH:mm:ss"));
}

/// As the answers told it; empty = they did not.
std::vector<BudgetStatus> budgetOf(const Client& client) {
    const PacerView view = client.gate(Budget::Default).view();
    const auto left =
        std::chrono::ceil<std::chrono::seconds>(view.windowEnds - client.clock().now());
    if (!view.fromServer || left.count() <= 0)
        return {};
    return {{"default", view.quota, view.remaining,
             std::chrono::ceil<std::chrono::seconds>(view.window).count(), left.count()}};
}

} // namespace

RefreshPace refreshPace(const std::vector<BudgetStatus>& budgets, std::chrono::seconds usual) {
    const auto found = std::find_if(budgets.begin(), budgets.end(),
                                    [](const BudgetStatus& b) { return b.policy == "default"; });
    if (found == budgets.end())
        return {std::max<std::chrono::seconds>(usual, kUnknownBudget), false, {}};
    RefreshPace pace{usual, false, *found};
    const std::int64_t left = std::max<std::int64_t>(found->resetSeconds, 1);
    const std::int64_t share = found->remaining / kShare;
    const std::chrono::seconds affordable(share > 0 ? (left + share - 1) / share : left);
    if (affordable > usual) {
        pace.wait = affordable;
        pace.slowed = affordable >= kNoticeable * usual;
    }
    return pace;
}

PageFeed::PageFeed(AccountSession& session, RecordTable& model, QObject* parent, Asks asks)
    : QObject(parent)
    , session_(session)
    , model_(model)
    , asks_(asks) {
    timer_.setSingleShot(true);
    connect(&timer_, &QTimer::timeout, this, &PageFeed::refreshNow);
    patience_.setSingleShot(true);
    connect(&patience_, &QTimer::timeout, this, &PageFeed::changed);
    connect(&model, &RecordTable::moreWanted, this, &PageFeed::fetchMore);
    connect(&session, &AccountSession::changed, this, &PageFeed::begin);
    connect(&background_, &Background::busyChanged, this, &PageFeed::changed);
}

void PageFeed::ask(Fetch fetch) {
    fetch_ = std::move(fetch);
    begin();
}

void PageFeed::begin() {
    background_.cancel();
    timer_.stop();
    moreWanted_ = false;
    again_ = false;
    model_.clear();
    loaded_ = false;
    cursor_.reset();
    trouble_.reset();
    if (watched_)
        load(false);
    emit changed();
}

void PageFeed::setWatched(bool watched) {
    watched_ = watched;
    if (!watched)
        timer_.stop();
    else if (!loaded_ || wallNow() >= nextAt_)
        refreshNow();
    else
        plan();
}

void PageFeed::refreshNow() {
    if (background_.busy())
        again_ = true; // what is under way may have been asked before what is looked for happened
    else
        load(false);
}

void PageFeed::fetchMore() {
    if (background_.busy())
        moreWanted_ = true; // the view does not ask twice
    else if (cursor_)
        load(true);
}

void PageFeed::load(bool more) {
    const auto connection = session_.connection();
    if (!connection || !serves(*connection) || !fetch_)
        return;
    timer_.stop();
    patience_.start(kPatience);
    const std::chrono::seconds usual = connection->sandbox ? kWaitInSandbox : kUsualWait;
    struct Brought {
        Result<FeedPage> page;
        RefreshPace pace;
    };
    background_.run(
        [connection, fetch = fetch_, usual,
         cursor = more ? cursor_ : std::nullopt](const std::stop_token& stop) {
            CallOptions call;
            call.stop = stop;
            auto page = fetch(*connection, {kRowsAPage, cursor}, call);
            RefreshPace pace{usual, false, {}};
            if (page)
                pace = refreshPace(budgetOf(*connection->client), usual);
            return Brought{std::move(page), pace};
        },
        [this, more](Brought brought) {
            pace_ = brought.pace;
            landed(std::move(brought.page), more);
        });
}

void PageFeed::landed(Result<FeedPage> page, bool more) {
    if (!page) {
        trouble_ = page.error();
    } else {
        trouble_.reset();
        const bool first = !loaded_;
        const bool replaced = page->apply(more || first);
        if (more || first || replaced || !page->next)
            cursor_ = page->next;
        loaded_ = true;
        refreshedAt_ = wallNow();
    }
    nextAt_ = wallNow() + pace_.wait;
    plan();
    emit changed();
    if (std::exchange(again_, false))
        load(false);
    else if (std::exchange(moreWanted_, false) && cursor_)
        load(true);
}

void PageFeed::plan() {
    if (!watched_)
        return;
    const auto wait = std::max<WallTime::duration>(nextAt_ - wallNow(), std::chrono::seconds(1));
    timer_.start(std::chrono::duration_cast<std::chrono::milliseconds>(wait));
}

std::optional<WallTime> PageFeed::nextAt() const {
    return timer_.isActive() ? std::optional(nextAt_) : std::nullopt;
}

QString loadingWords() {
    return Words::tr("Loading…");
}

QStringList PageFeed::refreshWords() const {
    if (!loaded_)
        return loading() ? QStringList{loadingWords()} : QStringList();
    QStringList words{Words::tr("Refreshed at %1.").arg(secondsText(refreshedAt_))};
    if (loading() && !patience_.isActive())
        words << Words::tr("The service has not answered yet.");
    else if (const auto next = nextAt())
        words << (pace_.slowed
                      ? Words::tr("Refreshing slowly, next at %1: %2 of %3 requests are left.")
                            .arg(secondsText(*next), number(pace_.budget.remaining),
                                 number(pace_.budget.limit))
                      : Words::tr("Next at %1, or press F5.").arg(secondsText(*next)));
    return words;
}

} // namespace leadsheet::desktop
