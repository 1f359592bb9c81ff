// SPDX-License-Identifier: Apache-2.0
#include "api/publishing.hpp"

#include "api/context.hpp"
#include "api/handlers/order_json.hpp"
#include "store/publishing.hpp"

namespace leadsheet::server::api {
namespace {

constexpr int kAccountsPerRound = 16;
constexpr int kRowsPerStep = 500;

store::StoreResult<void> movePiece(Context& context, const store::AccountId& account,
                                   store::PieceSize& size) {
    const std::lock_guard lock(context.publishing);
    const auto more = context.store->writeAndWait(
        [&](store::Tx& tx) { return store::moveDelivery(tx, account, context.now(), size); },
        store::Durability::Relaxed, account);
    if (!more)
        return tl::make_unexpected(more.error());
    if (*more)
        return {};
    // Writes what belongs to the account that asked for it, too.
    return context.store->writeAndWait(
        [&](store::Tx& tx) { store::finishDelivery(tx, account, adminOrderBody, context.now()); });
}

} // namespace

store::StoreResult<void> settleDelivery(Context& context, const store::OrderNumber& order) {
    store::PieceSize size;
    while (true) {
        const auto next = context.store->read(
            [&](store::Reader& reader) { return reader.findPublication(order); });
        if (!next)
            return tl::make_unexpected(next.error());
        if (!*next)
            return {};
        if (auto moved = movePiece(context, (*next)->account, size); !moved)
            return moved;
    }
}

bool moveDeliveries(Context& context) {
    const auto accounts = context.store->read(
        [](store::Reader& reader) { return reader.publishingAccounts(kAccountsPerRound); });
    if (!accounts) {
        context.logError("deliveries: " + accounts.error().detail);
        return false;
    }
    bool any = false;
    for (const store::AccountId& account : *accounts) {
        store::PieceSize size;
        const auto moved = movePiece(context, account, size);
        if (!moved)
            context.logError("deliveries: " + moved.error().detail);
        any = any || moved;
    }
    const auto dropped =
        context.store->read([](store::Reader& reader) { return reader.anyDropped(); });
    if (!dropped || !*dropped)
        return any;
    const auto removed = context.store->writeAndWait(
        [](store::Tx& tx) { return tx.removeDropped(kRowsPerStep); }, store::Durability::Relaxed);
    if (!removed)
        context.logError("deliveries: " + removed.error().detail);
    return any || removed.value_or(false);
}

} // namespace leadsheet::server::api
