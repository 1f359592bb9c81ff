// SPDX-License-Identifier: Apache-2.0
#include "statement.hpp"

#include "world.hpp"

#include <algorithm>
#include <map>

namespace leadsheet::sim {
namespace {

namespace db = server::store;
using Status = server::domain::OrderStatus;
using Payment = server::domain::PaymentStatus;

constexpr std::int64_t kMicrosPerCent = 10'000;

void fault(const std::string& what, std::int64_t expected, std::int64_t found) {
    throw Broken("money",
                 what + ": " + std::to_string(found) + " instead of " + std::to_string(expected));
}

void expect(const std::string& what, std::int64_t expected, std::int64_t found) {
    if (expected != found)
        fault(what, expected, found);
}

/// What the lines of one order add up to.
struct Moved {
    std::int64_t held = 0;
    std::int64_t captured = 0;
    std::int64_t released = 0;
    std::int64_t refunded = 0;

    void add(const db::LedgerEntry& line) {
        switch (line.kind) {
        case db::TransferKind::Hold:
            held += line.amount;
            break;
        case db::TransferKind::Capture:
            captured += line.amount;
            break;
        case db::TransferKind::Release:
            released += line.amount;
            break;
        case db::TransferKind::Refund:
            refunded += line.amount;
            break;
        case db::TransferKind::Credit:
            break;
        }
    }
};

} // namespace

std::int64_t costOf(std::int64_t leads, std::int64_t unitPrice) {
    return (leads * unitPrice + kMicrosPerCent / 2) / kMicrosPerCent;
}

void checkMoneyOf(const db::Order& order) {
    const std::string number = order.number.str();
    expect(number + " holds", costOf(order.leadCount, order.unitPrice), order.total);
    expect(number + " charged for the leads handed over",
           costOf(std::min(order.delivered, order.leadCount), order.unitPrice), order.captured);
    if (order.refunded < 0 || order.refunded > order.captured)
        fault(number + " refunded at most", order.captured, order.refunded);
    if (order.status == Status::Cancelled && order.delivered > 0)
        throw Broken("what was handed over is kept",
                     number + " was cancelled after leads were delivered");
    const bool isOpen = order.status == Status::PendingReview ||
                        order.status == Status::InProgress || order.status == Status::InfoRequested;
    if (isOpen != (order.payment == Payment::Held))
        throw Broken("money", number + " is " + std::string(name(order.status)) +
                                  ", and its money " + std::string(name(order.payment)));
}

void checkStatement(db::Reader& reader, const std::string& account,
                    const std::vector<db::Order>& orders) {
    auto lines = reader.listLedger(db::AccountId(account), {}, kAllRows).rows;
    std::reverse(lines.begin(), lines.end()); // oldest first
    std::int64_t available = 0;
    std::int64_t held = 0;
    std::map<std::string, Moved> moved;
    for (const db::LedgerEntry& line : lines) {
        const bool adds = line.kind == db::TransferKind::Credit ||
                          line.kind == db::TransferKind::Release ||
                          line.kind == db::TransferKind::Refund;
        if (line.kind != db::TransferKind::Capture)
            available += adds ? line.amount : -line.amount;
        if (line.kind == db::TransferKind::Hold)
            held += line.amount;
        if (line.kind == db::TransferKind::Capture || line.kind == db::TransferKind::Release)
            held -= line.amount;
        expect("available after a line of the statement", available, line.availableAfter);
        expect("held after a line of the statement", held, line.heldAfter);
        if (line.order)
            moved[line.order->str()].add(line);
    }
    const auto balance = reader.balance(db::AccountId(account));
    expect("the statement of available", available, balance.available);
    expect("the statement of held", held, balance.held);
    for (const db::Order& order : orders) {
        const Moved& of = moved[order.number.str()];
        const std::string number = order.number.str();
        const bool isOpen = order.payment == Payment::Held;
        expect(number + " held, by the statement", order.total, of.held);
        expect(number + " charged, by the statement", order.captured, of.captured);
        expect(number + " refunded, by the statement", order.refunded, of.refunded);
        expect(number + " released, by the statement", isOpen ? 0 : order.total - order.captured,
               of.released);
    }
    if (moved.size() != orders.size())
        fault("orders in the statement", static_cast<std::int64_t>(orders.size()),
              static_cast<std::int64_t>(moved.size()));
}

void checkHistory(db::Reader& reader, const db::Order& order) {
    const auto events = reader.listEvents(order.number, {}, kAllRows).rows;
    std::int64_t number = 0;
    for (const db::OrderEvent& event : events)
        if (event.seq != ++number || event.version != number)
            throw Broken("no gap in a history", order.number.str() + " has event " +
                                                    std::to_string(event.seq) + " of version " +
                                                    std::to_string(event.version) + " as the " +
                                                    std::to_string(number) + ".");
    if (number != order.version || events.back().status != order.status)
        throw Broken("no gap in a history",
                     order.number.str() + " is not what its last event says");
}

} // namespace leadsheet::sim
