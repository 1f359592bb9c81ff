// SPDX-License-Identifier: Apache-2.0
#include "queue_pages.hpp"

#include "leadsheet/client.hpp"
#include "leadsheet/resource/admin_orders.hpp"

namespace leadsheet::desktop {
namespace {

constexpr std::int64_t kLargestPage = 1000;

using AdminOrderPage = leadsheet::Page<AdminOrder>;

Result<AdminOrderPage> readOne(const AdminOrders& orders, const OrderNumber& number,
                               const CallOptions& call) {
    AdminOrderPage found;
    auto order = orders.get(number, call);
    if (order)
        found.items.push_back(*std::move(order));
    else if (!order.error().is(ErrorCode::NotFound))
        return failure(order.error());
    return found;
}

} // namespace

Result<AdminOrderPage> readQueue(const Client& client, const QueueQuery& query, PageOptions page,
                                 const CallOptions& call) {
    const AdminOrders orders = client.admin().orders();
    AdminOrderFilter filter;
    filter.status = statusOf(query.queue);
    if (!query.search.isEmpty()) {
        const std::string search = query.search.toStdString();
        if (const auto number = OrderNumber::parse(search); number && search.starts_with("LS-"))
            return readOne(orders, *number, call);
        const auto account = AccountId::parse(search);
        if (!account)
            return AdminOrderPage(); // no account has such an id
        filter.account = *account;
    }
    if (sharesStatus(query.queue))
        page.limit = kLargestPage;
    for (;;) {
        auto found = orders.list(filter, page, call);
        if (!found)
            return found;
        std::erase_if(found->items,
                      [&](const AdminOrder& order) { return !belongs(order, query.queue); });
        if (!found->items.empty() || !found->hasMore || !found->nextCursor ||
            found->nextCursor == page.cursor)
            return found;
        page.cursor = found->nextCursor;
    }
}

Result<QueueCounts> countQueues(const Client& client, const CallOptions& call) {
    QueueCounts counts;
    for (const OrderStatus status :
         {OrderStatus::PendingReview, OrderStatus::InfoRequested, OrderStatus::InProgress}) {
        AdminOrderFilter filter;
        filter.status = status;
        const auto page = client.admin().orders().list(filter, {kLargestPage, {}}, call);
        if (!page)
            return failure(page.error());
        for (const Queue queue : kQueues) {
            if (statusOf(queue) != status)
                continue;
            QueueCount& count = counts[queue];
            count.more = page->hasMore;
            for (const AdminOrder& order : page->items)
                if (belongs(order, queue))
                    ++count.orders;
        }
    }
    return counts;
}

} // namespace leadsheet::desktop
