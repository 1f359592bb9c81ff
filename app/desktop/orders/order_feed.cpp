// SPDX-License-Identifier: Apache-2.0
#include "order_feed.hpp"

#include "../account/trouble.hpp"
#include "order_model.hpp"
#include "order_words.hpp"

namespace leadsheet::desktop {
namespace {

constexpr std::int64_t kPage = 100;
constexpr std::chrono::seconds kUsual{30};
constexpr std::chrono::seconds kInSandbox{3}; // its budget is large and its fulfilment quick

struct Fetched {
    Page<Order> page;
    std::vector<BudgetStatus> budgets;
};

Result<Page<Order>> fetchPage(const Client& client, const OrderFeed::Query& query,
                              const std::optional<std::string>& cursor, const CallOptions& call) {
    const std::string search = query.search.toStdString();
    if (search.starts_with("LS-")) {
        const auto number = OrderNumber::parse(search);
        const auto order =
            number ? client.orders().get(*number, call) : Result<Order>(failure(number.error()));
        Page<Order> page;
        if (order)
            page.items.push_back(*order);
        else if (!order.error().is(ErrorCode::NotFound))
            return failure(order.error());
        return page;
    }
    OrderFilter filter;
    filter.status = query.status;
    if (!search.empty())
        filter.externalRef = search;
    return client.orders().list(filter, {kPage, cursor}, call);
}

} // namespace

OrderFeed::OrderFeed(AccountSession& session, OrderModel& model, QObject* parent)
    : QObject(parent)
    , session_(session)
    , model_(model) {
    timer_.setSingleShot(true);
    connect(&timer_, &QTimer::timeout, this, &OrderFeed::refreshNow);
    connect(&model, &OrderModel::moreWanted, this, &OrderFeed::fetchMore);
    connect(&session, &AccountSession::changed, this, &OrderFeed::accountChanged);
    connect(&background_, &Background::busyChanged, this, &OrderFeed::changed);
}

void OrderFeed::ask(const Query& query) {
    if (query == query_)
        return;
    query_ = query;
    accountChanged();
}

void OrderFeed::accountChanged() {
    background_.cancel();
    timer_.stop();
    moreWanted_ = false;
    model_.clear();
    loaded_ = false;
    cursor_.reset();
    trouble_.reset();
    if (watched_)
        load(false);
    emit changed();
}

void OrderFeed::setWatched(bool watched) {
    watched_ = watched;
    if (!watched)
        timer_.stop();
    else if (!loaded_ || wallNow() >= nextAt_)
        refreshNow();
    else
        plan();
}

void OrderFeed::refreshNow() {
    if (!background_.busy())
        load(false);
}

void OrderFeed::fetchMore() {
    if (background_.busy())
        moreWanted_ = true; // the view does not ask twice
    else if (cursor_)
        load(true);
}

void OrderFeed::load(bool more) {
    const auto connection = session_.connection();
    if (!connection || connection->admin)
        return;
    timer_.stop();
    background_.run(
        [connection, query = query_,
         cursor = more ? cursor_ : std::nullopt](const std::stop_token& stop) -> Result<Fetched> {
            CallOptions call;
            call.stop = stop;
            auto page = fetchPage(*connection->client, query, cursor, call);
            if (!page)
                return failure(page.error());
            auto budgets = connection->client->account().rateLimit(call);
            return Fetched{*std::move(page),
                           budgets ? *std::move(budgets) : std::vector<BudgetStatus>()};
        },
        [this, connection, more](Result<Fetched> fetched) {
            if (!fetched) {
                trouble_ = troubleOf(fetched.error(),
                                     TroubleContext{QString::fromStdString(connection->ref.baseUrl),
                                                    connection->sandbox});
                pace_ = {kUsual, false, {}};
            } else {
                trouble_.reset();
                const Page<Order>& page = fetched->page;
                const bool goesOn = page.hasMore && page.nextCursor.has_value();
                const auto next = goesOn ? page.nextCursor : std::nullopt;
                if (more || !loaded_) {
                    model_.append(std::move(fetched->page.items), goesOn);
                    cursor_ = next;
                } else if (model_.refreshHead(std::move(fetched->page.items), goesOn) || !goesOn) {
                    cursor_ = next;
                }
                loaded_ = true;
                refreshedAt_ = wallNow();
                pace_ = refreshPace(fetched->budgets, connection->sandbox ? kInSandbox : kUsual);
            }
            nextAt_ = wallNow() + pace_.wait;
            plan();
            emit changed();
            if (std::exchange(moreWanted_, false) && cursor_)
                load(true);
        });
}

void OrderFeed::plan() {
    if (!watched_)
        return;
    const auto wait = std::max<WallTime::duration>(nextAt_ - wallNow(), std::chrono::seconds(1));
    timer_.start(std::chrono::duration_cast<std::chrono::milliseconds>(wait));
}

std::optional<WallTime> OrderFeed::nextAt() const {
    return timer_.isActive() ? std::optional(nextAt_) : std::nullopt;
}

} // namespace leadsheet::desktop
