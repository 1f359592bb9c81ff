// SPDX-License-Identifier: Apache-2.0
#include "page_feed.hpp"

#include "../orders/order_words.hpp"

namespace leadsheet::desktop {
namespace {

constexpr std::int64_t kRowsAPage = 100;
constexpr std::chrono::seconds kUsualWait{30};
constexpr std::chrono::seconds kWaitInSandbox{3}; // its budget is large

} // namespace

PageFeed::PageFeed(AccountSession& session, PagedRows& model, QObject* parent)
    : QObject(parent)
    , session_(session)
    , model_(model) {
    timer_.setSingleShot(true);
    connect(&timer_, &QTimer::timeout, this, &PageFeed::refreshNow);
    connect(&model, &PagedRows::moreWanted, this, &PageFeed::fetchMore);
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
            if (page) {
                const auto budgets = connection->client->account().rateLimit(call);
                pace = refreshPace(budgets ? *budgets : std::vector<BudgetStatus>(), usual);
            }
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

} // namespace leadsheet::desktop
