// SPDX-License-Identifier: Apache-2.0
#include "api/long_work.hpp"

#include "api/context.hpp"
#include "api/order_json.hpp"
#include "orders/steps.hpp"

namespace leadsheet::server::api {

namespace {

constexpr int kAccountsPerRound = 16;
constexpr int kRowsPerStep = 500;
constexpr std::chrono::seconds kTryAgainAfter{5};

store::StoreResult<void> movePiece(Context& context, const store::AccountId& account) {
    const std::lock_guard lock(context.publishing);
    SERVER_TRY(const auto more, context.store->writeAndWait(
                                    [&](store::Tx& tx) {
                                        return orders::moveDelivery(tx, account, context.now(),
                                                                    context.pieceSize);
                                    },
                                    store::Durability::Relaxed, account));
    if (more)
        return {};
    // The answer that it keeps is the operator's who asked; nobody else writes that.
    return context.store->writeAndWait(
        [&](store::Tx& tx) { orders::finishDelivery(tx, account, adminOrderBody, context.now()); },
        store::Durability::Full, account);
}

/// Accounts that all fail must not keep the ones behind them waiting for ever.
store::StoreResult<std::vector<store::AccountId>> nextAccounts(Context& context,
                                                               store::AccountId& reached) {
    auto accounts = context.store->read([&](store::Reader& reader) {
        auto next = reader.publishingAccounts(reached, kAccountsPerRound);
        return next.empty() && !reached.empty()
                   ? reader.publishingAccounts(store::AccountId(), kAccountsPerRound)
                   : next;
    });
    if (accounts)
        reached = accounts->empty() ? store::AccountId() : accounts->back();
    return accounts;
}

bool removeDropped(Context& context) {
    const auto account =
        context.store->read([](store::Reader& reader) { return reader.droppedAccount(); });
    if (!account || !*account)
        return false;
    const auto removed = context.store->writeAndWait(
        [&](store::Tx& tx) { return tx.removeDropped(**account, kRowsPerStep); },
        store::Durability::Relaxed, **account);
    if (!removed)
        context.logError("deliveries: " + removed.error().detail);
    return removed.value_or(false);
}

constexpr auto kPatience = std::chrono::seconds(5);

/// Whether something was done.
bool moveBacklog(Context& context, const store::AccountId& account, std::int64_t webhook) {
    // What a crash of the machine takes back is done again.
    const auto moved = context.store->writeAndWait(
        [&](store::Tx& tx) { return tx.moveBacklog(webhook, context.now()); },
        store::Durability::Relaxed, account);
    if (!moved) {
        context.logError("webhooks: " + moved.error().detail);
        return false;
    }
    return *moved;
}

} // namespace

store::StoreResult<void> settleDelivery(Context& context, const store::OrderNumber& order) {
    while (true) {
        SERVER_TRY(const auto next, context.store->read([&](store::Reader& reader) {
            return reader.findPublication(order);
        }));
        if (!next)
            return {};
        if (auto moved = movePiece(context, next->account); !moved)
            return moved;
    }
}

std::optional<Problem> awaitDelivery(Context& context, const Exchange& exchange,
                                     const store::OrderNumber& order) {
    const auto underWay = context.store->read(
        [&](store::Reader& reader) { return reader.findPublication(order).has_value(); });
    if (!underWay)
        return storeProblem(context, exchange, underWay.error()).error();
    if (!*underWay)
        return std::nullopt;
    const auto place = context.deliveryWaits.take(exchange.caller->account.id.str());
    if (!place)
        return Problem{contract::ErrorCode::Unavailable,
                       "The order is being delivered, which continues automatically, and too many "
                       "requests wait for deliveries. Send this one again in a moment.",
                       {},
                       kTryAgainAfter,
                       {}};
    if (const auto settled = settleDelivery(context, order); !settled)
        return storeProblem(context, exchange, settled.error()).error();
    return std::nullopt;
}

bool moveDeliveries(Context& context, store::AccountId& reached) {
    const auto accounts = nextAccounts(context, reached);
    if (!accounts) {
        context.logError("deliveries: " + accounts.error().detail);
        return false;
    }
    bool any = false;
    for (const store::AccountId& account : *accounts) {
        const auto moved = movePiece(context, account);
        if (!moved)
            context.logError("deliveries: " + moved.error().detail);
        any = any || moved;
    }
    return removeDropped(context) || any;
}

bool moveBacklogs(Context& context) {
    const auto waiting = context.store->read(
        [&](store::Reader& reader) { return reader.webhooksWithBacklog(context.now()); });
    if (!waiting) {
        context.logError("webhooks: " + waiting.error().detail);
        return false;
    }
    bool any = false;
    for (const auto& [webhook, account] : *waiting)
        any = moveBacklog(context, account, webhook) || any;
    return any;
}

bool settleBacklog(Context& context, const store::AccountId& account, std::int64_t webhook) {
    const auto until = context.steadyNow() + kPatience;
    do {
        const auto left =
            context.store->read([&](store::Reader& reader) { return reader.hasBacklog(webhook); });
        if (left && !*left)
            return true;
    } while (moveBacklog(context, account, webhook) && context.steadyNow() < until);
    return false;
}

} // namespace leadsheet::server::api
