// SPDX-License-Identifier: Apache-2.0
#include "webhook/backlog.hpp"

#include "api/context.hpp"

#include <chrono>

namespace leadsheet::server::webhook {
namespace {

constexpr auto kPatience = std::chrono::seconds(5);

/// Whether something was done.
bool movePiece(api::Context& context, std::int64_t webhook) {
    // What a crash of the machine takes back is done again.
    const auto moved = context.store->writeAndWait(
        [&](store::Tx& tx) { return tx.moveBacklog(webhook, context.now()); },
        store::Durability::Relaxed);
    if (!moved) {
        context.logError("webhooks: " + moved.error().detail);
        return false;
    }
    return *moved;
}

} // namespace

bool moveBacklogs(api::Context& context) {
    const auto waiting = context.store->read(
        [&](store::Reader& reader) { return reader.webhooksWithBacklog(context.now()); });
    if (!waiting) {
        context.logError("webhooks: " + waiting.error().detail);
        return false;
    }
    bool any = false;
    for (const std::int64_t webhook : *waiting)
        any = movePiece(context, webhook) || any;
    return any;
}

bool settleBacklog(api::Context& context, std::int64_t webhook) {
    const auto until = std::chrono::steady_clock::now() + kPatience;
    do {
        const auto left =
            context.store->read([&](store::Reader& reader) { return reader.hasBacklog(webhook); });
        if (left && !*left)
            return true;
    } while (movePiece(context, webhook) && std::chrono::steady_clock::now() < until);
    return false;
}

} // namespace leadsheet::server::webhook
