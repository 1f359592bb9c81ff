// SPDX-License-Identifier: Apache-2.0
#include "order_actions.hpp"

#include "leadsheet/submit/ledger.hpp"
#include "leadsheet/submit/results.hpp"

#include <array>
#include <limits>

namespace leadsheet::desktop {
namespace {

CallOptions callOf(const std::stop_token& stop) {
    CallOptions call;
    call.stop = stop;
    return call;
}

/// The same act on the same version is the same request, however often it is sent.
IdempotencyKey stepKey(const char* step, const Order& order) {
    return *IdempotencyKey::parse(std::string("desktop-") + step + "-" + order.number.str() + "-" +
                                  std::to_string(order.version));
}

Result<OrderStory> storyOf(const Connected& at, Result<Order> order, const std::stop_token& stop) {
    if (!order)
        return failure(order.error());
    OrderStory story{*std::move(order), {}};
    PageOptions page;
    for (;;) {
        auto events = at.client->orders().events(story.order.number, page, callOf(stop));
        if (!events)
            return failure(events.error());
        story.events.insert(story.events.end(), events->items.begin(), events->items.end());
        if (!events->hasMore || !events->nextCursor || events->nextCursor == page.cursor)
            return story;
        page.cursor = events->nextCursor;
    }
}

Result<std::optional<submit::RowRef>> rowOf(const submit::Ledger& ledger, const Connected& at,
                                            const Order& order, const std::stop_token& stop) {
    const auto runs = ledger.runs(std::numeric_limits<std::int32_t>::max());
    if (!runs)
        return failure(runs.error());
    submit::RowFilter filter;
    filter.states = {submit::RowState::Placed, submit::RowState::AlreadyOrdered};
    for (const submit::RunInfo& run : *runs) {
        if (!submit::isSameAccount(run.spec.account, at.ref))
            continue;
        submit::RowReader reader(ledger, run.id, filter);
        for (;;) {
            if (stop.stop_requested())
                return failure(localError(ErrorCode::Cancelled, "Stopped."));
            const auto rows = reader.next();
            if (!rows)
                return failure(rows.error());
            if (rows->empty())
                break;
            for (const submit::RowRecord& row : *rows)
                if (row.orderNumber == order.number.str())
                    return std::optional(row.ref);
        }
    }
    return std::optional<submit::RowRef>();
}

} // namespace

Result<OrderStory> readStory(const Connected& at, const OrderNumber& number,
                             const std::stop_token& stop) {
    return storyOf(at, at.client->orders().get(number, callOf(stop)), stop);
}

Result<OrderStory> replyTo(const Connected& at, const Order& shown, const std::string& message,
                           const std::stop_token& stop) {
    return storyOf(at,
                   at.client->orders().reply(shown.number, message, stepKey("reply", shown),
                                             shown.version, callOf(stop)),
                   stop);
}

Result<OrderStory> cancelOrder(const Connected& at, const Order& shown,
                               const std::stop_token& stop) {
    return storyOf(at,
                   at.client->orders().cancel(shown.number, {}, stepKey("cancel", shown),
                                              shown.version, callOf(stop)),
                   stop);
}

Result<std::optional<submit::RunId>> planAgain(const Connected& at, const Order& order,
                                               const std::stop_token& stop) {
    std::error_code ignored;
    if (!std::filesystem::exists(at.ledgerFile, ignored))
        return std::optional<submit::RunId>();
    auto ledger = submit::Ledger::open(at.ledgerFile);
    if (!ledger)
        return failure(ledger.error());
    const auto row = rowOf(*ledger, at, order, stop);
    if (!row)
        return failure(row.error());
    if (!*row)
        return std::optional<submit::RunId>();
    const auto lock = ledger->lock();
    if (!lock)
        return failure(lock.error());
    const std::array<std::int64_t, 1> ordinals{(*row)->ordinal};
    auto run = ledger->orderAgain(submit::RunId{(*row)->run}, ordinals, *lock);
    if (!run)
        return failure(run.error());
    return std::optional(*run);
}

} // namespace leadsheet::desktop
