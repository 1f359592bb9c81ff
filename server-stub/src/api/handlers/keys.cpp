// SPDX-License-Identifier: Apache-2.0
#include "api/context.hpp"
#include "api/handlers/handlers.hpp"
#include "api/handlers/key_making.hpp"
#include "api/handlers/paging.hpp"
#include "api/money_text.hpp"
#include "api/not_found.hpp"
#include "api/replay.hpp"
#include "api/store_problem.hpp"
#include "api/write_outcome.hpp"

#include <boost/json.hpp>

namespace leadsheet::server::api {
namespace {

namespace json = boost::json;

/// A customer key of the caller's account. An operator's account may hold admin keys too; to this
/// surface they do not exist.
std::optional<store::ApiKey> ownKey(store::Reader& reader, const Exchange& exchange) {
    auto key = reader.findKey(store::KeyId(exchange.parameter(0)));
    if (!key || key->account != exchange.caller->account.id ||
        key->type != domain::ApiKeyType::Customer)
        return std::nullopt;
    return key;
}

Outcome listKeys(Context& context, Exchange& exchange) {
    const store::AccountId& account = exchange.caller->account.id;
    const std::string scope = "keys:" + account.str();
    const auto page = pageRequest(context, exchange, scope, {});
    if (!page)
        return tl::make_unexpected(page.error());
    const auto found = context.store->read(
        [&](store::Reader& reader) { return reader.pageKeys(account, page->after, page->limit); });
    if (!found)
        return storeProblem(context, exchange, found.error());
    json::array rows;
    for (const store::ApiKey& key : found->rows) {
        if (key.type == domain::ApiKeyType::Customer)
            rows.push_back(keyJson(key, false));
    }
    return pageReply(context, std::move(rows), *page, found->next, scope, {});
}

/// A capped key must not make itself a key with a larger purse.
void boundCap(const Context& context, const Exchange& exchange, BodyMembers& members,
              KeyDraft& draft) {
    const store::ApiKey& caller = exchange.caller->key;
    const auto cap = effectiveCap(context, caller);
    if (cap && draft.dailySpendCap && *draft.dailySpendCap > *cap)
        members.refuse("dailySpendCap", "out_of_range",
                       "At most the cap of the calling key, " + moneyText(*cap) + ".");
    else if (!members.has("dailySpendCap"))
        draft.dailySpendCap = caller.dailySpendCap;
}

Outcome createKey(Context& context, Exchange& exchange) {
    BodyMembers members(*exchange.body, {"name", "scopes", "dailySpendCap", "expiresAt"});
    KeyDraft draft = readKeyDraft(members, domain::ApiKeyType::Customer, exchange.now);
    boundCap(context, exchange, members, draft);
    if (auto problem = members.problem())
        return tl::make_unexpected(std::move(*problem));
    if (auto lacked = lackedScope(exchange, draft.scopes))
        return tl::make_unexpected(std::move(*lacked));
    store::ApiKey key;
    key.account = exchange.caller->account.id;
    key.label = draft.name;
    key.scopes = draft.scopes;
    key.dailySpendCap = draft.dailySpendCap;
    // Many keys of a capped one must not be as many purses.
    if (effectiveCap(context, exchange.caller->key))
        key.counterKey = exchange.caller->key.counterKey;
    return writeOutcome(context, exchange, [&](store::Tx& tx) -> Outcome {
        if (auto earlier = replayOf(tx, exchange))
            return std::move(*earlier);
        const auto caller = callingKey(tx, exchange);
        if (!caller)
            return tl::make_unexpected(caller.error());
        const auto end = endOfMadeKey(*caller, draft.expiresAt);
        if (!end)
            return tl::make_unexpected(end.error());
        key.expiresAt = *end;
        Outcome outcome = makeKey(context, exchange, tx, key, false);
        keepWithoutSecret(tx, exchange, outcome);
        return outcome;
    });
}

Outcome rotateKey(Context& context, Exchange& exchange) {
    return writeOutcome(context, exchange, [&](store::Tx& tx) -> Outcome {
        if (auto earlier = replayOf(tx, exchange))
            return std::move(*earlier);
        const auto caller = callingKey(tx, exchange);
        if (!caller)
            return tl::make_unexpected(caller.error());
        Outcome outcome = [&]() -> Outcome {
            const auto key = ownKey(tx, exchange);
            if (!key)
                return notFound();
            // The answer shows the successor's secret, so this is granting.
            if (auto lacked = lackedGrant(context, exchange, *caller, *key, Granting::Anew))
                return tl::make_unexpected(std::move(*lacked));
            return replaceKey(context, exchange, tx, *key, false);
        }();
        keepWithoutSecret(tx, exchange, outcome);
        return outcome;
    });
}

Outcome revokeKey(Context& context, Exchange& exchange) {
    const auto revoked = context.store->writeAndWait([&](store::Tx& tx) {
        const auto key = ownKey(tx, exchange);
        if (key)
            tx.revokeKey(key->id, exchange.now);
        return key.has_value();
    });
    if (!revoked)
        return storeProblem(context, exchange, revoked.error());
    if (!*revoked)
        return notFound();
    Reply reply;
    reply.status = 204;
    return reply;
}

} // namespace

void addKeyHandlers(HandlerTable& table) {
    table.add("listKeys", BodyKind::None, listKeys, {"cursor", "limit"});
    table.add("createKey", BodyKind::Json, createKey);
    table.add("rotateKey", BodyKind::None, rotateKey);
    table.add("revokeKey", BodyKind::None, revokeKey);
}

} // namespace leadsheet::server::api
