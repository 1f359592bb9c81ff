// SPDX-License-Identifier: Apache-2.0
#include "store/operations/sql_tx.hpp"

namespace leadsheet::server::store {

Page<OrderEvent> SqlTx::listEvents(const OrderNumber& number,
                                   const std::optional<CursorPosition>& after, int limit) {
    const auto rows =
        session_.query("SELECT seq, type, actor, key_id, status, version, data_json, at"
                       " FROM order_events WHERE order_number = $1 AND seq > $2"
                       " ORDER BY seq LIMIT $3",
                       {number, after ? after->major : 0, limit + 1});
    Page<OrderEvent> page;
    while (rows->next()) {
        const auto status = domain::orderStatusFromName(rows->text(4));
        if (!status)
            failInternal("an event of order " + number.str() + " has an unknown status");
        page.rows.push_back({number, rows->integer(0), rows->text(1), rows->text(2),
                             rows->id<KeyId>(3), *status, rows->integer(5), rows->text(6),
                             rows->time(7)});
    }
    if (page.rows.size() > static_cast<std::size_t>(limit)) {
        page.rows.pop_back();
        page.next = {page.rows.back().seq, 0};
    }
    return page;
}

std::int64_t SqlTx::appendEvent(const OrderEvent& event) {
    const std::int64_t seq = session_.number(
        "SELECT COALESCE(MAX(seq), 0) + 1 FROM order_events WHERE order_number = $1",
        {event.order});
    session_.execute("INSERT INTO order_events"
                     " (order_number, seq, type, actor, key_id, status, version, data_json, at)"
                     " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
                     {event.order, seq, event.type, event.actor, event.key,
                      domain::name(event.status), event.version, event.dataJson, event.at});
    return seq;
}

} // namespace leadsheet::server::store
