// SPDX-License-Identifier: Apache-2.0
#include "store/outreach.hpp"
#include "store/store.hpp"
#include "store/webhook_outbox.hpp"

#include <boost/json.hpp>

namespace leadsheet::server::store {

namespace {

constexpr int kDestinationsAtOnce = 1'000;

/// On unless the order says otherwise (resources/api/products.json).
bool wantsAutoPush(const Order& order) {
    const boost::json::value request = boost::json::parse(order.recordJson);
    const boost::json::value* given = request.as_object().if_contains("autoDeliver");
    return given == nullptr || !given->is_bool() || given->get_bool();
}

} // namespace

void queueAutoPushes(Tx& tx, const Order& order, const PublishedSpan& span, Timestamp now) {
    if (isEmpty(order, span) || !wantsAutoPush(order))
        return;
    std::optional<CursorPosition> after;
    do {
        const Page<Destination> page =
            tx.outreachWrites().list(order.account, after, kDestinationsAtOnce);
        for (const Destination& destination : page.rows) {
            if (destination.enabled && destination.autoDeliver)
                tx.outreachWrites().queuePublished(destination, order.number, span, now);
        }
        after = page.next;
    } while (after);
}

} // namespace leadsheet::server::store
