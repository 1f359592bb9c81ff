// SPDX-License-Identifier: Apache-2.0
#include "order_feed.hpp"

namespace leadsheet::desktop {
namespace {

Result<leadsheet::Page<Order>> fetchPage(const Client& client, const OrderFeed::Query& query,
                                         const PageOptions& page, const CallOptions& call) {
    const std::string search = query.search.toStdString();
    if (search.starts_with("LS-")) {
        const auto number = OrderNumber::parse(search);
        const auto order =
            number ? client.orders().get(*number, call) : Result<Order>(failure(number.error()));
        leadsheet::Page<Order> found;
        if (order)
            found.items.push_back(*order);
        else if (!order.error().is(ErrorCode::NotFound))
            return failure(order.error());
        return found;
    }
    OrderFilter filter;
    filter.status = query.status;
    if (!search.empty())
        filter.externalRef = search;
    return client.orders().list(filter, page, call);
}

} // namespace

OrderFeed::OrderFeed(AccountSession& session, OrderModel& model, QObject* parent)
    : PageFeed(session, model, parent)
    , model_(model) {
    askForOrders();
}

void OrderFeed::askFor(const Query& query) {
    if (query == query_)
        return;
    query_ = query;
    askForOrders();
}

void OrderFeed::askForOrders() {
    ask([model = &model_, query = query_](const Connected& at, const PageOptions& page,
                                          const CallOptions& call) -> Result<FeedPage> {
        auto found = fetchPage(*at.client, query, page, call);
        if (!found)
            return failure(found.error());
        return feedPage(*model, *std::move(found));
    });
}

} // namespace leadsheet::desktop
