// SPDX-License-Identifier: Apache-2.0
#include "api/context.hpp"
#include "api/handlers/key_making.hpp"
#include "api/handlers/request.hpp"
#include "api/idempotency.hpp"
#include "api/order_json.hpp"
#include "api/reply.hpp"
#include "api/router.hpp"

#include <leadsheet/contract/limits.hpp>

#include <algorithm>
#include <boost/json.hpp>

namespace leadsheet::server::api {

namespace {

namespace json = boost::json;
using domain::ApiKeyType;

/// A customer key of the caller's account. An operator's account may hold admin keys too; to this
/// surface they do not exist.
std::optional<store::ApiKey> ownKey(store::Reader& reader, const Exchange& exchange) {
    auto key = reader.findKey(store::KeyId(exchange.parameter(0)));
    if (!key || key->account != exchange.caller->account.id ||
        key->type != domain::ApiKeyType::Customer)
        return std::nullopt;
    return key;
}

/// Any key: what operators see.
std::optional<store::ApiKey> anyKey(store::Reader& reader, const Exchange& exchange) {
    return reader.findKey(store::KeyId(exchange.parameter(0)));
}

using FindKey = std::optional<store::ApiKey> (*)(store::Reader&, const Exchange&);

Outcome revoke(Context& context, Exchange& exchange, FindKey find) {
    SERVER_TRY(const auto key, readStore(context, exchange, [&](store::Reader& reader) {
                   return find(reader, exchange);
               }));
    if (!key)
        return notFound();
    SERVER_TRY_DONE(stored(
        context, exchange,
        context.store->writeAndWait([&](store::Tx& tx) { tx.revokeKey(key->id, exchange.now); },
                                    store::Durability::Full, key->account)));
    return noContent();
}

Outcome rotate(Context& context, Exchange& exchange, FindKey find, bool admin) {
    return writeOutcome(context, exchange, [&](store::Tx& tx) -> Outcome {
        if (auto earlier = replayOf(tx, exchange))
            return std::move(*earlier);
        SERVER_TRY(const auto caller, callingKey(tx, exchange));
        Outcome outcome = [&]() -> Outcome {
            const auto key = find(tx, exchange);
            if (!key)
                return notFound();
            // The answer shows the successor's secret, so this is granting.
            auto lacked = admin ? lackedByAdmin(exchange, caller, *key, Granting::Anew)
                                : lackedGrant(context, exchange, caller, *key, Granting::Anew);
            if (lacked)
                return tl::make_unexpected(std::move(*lacked));
            return replaceKey(context, exchange, tx, *key, admin);
        }();
        keepWithoutSecret(tx, exchange, outcome);
        return outcome;
    });
}

Outcome rotateKey(Context& context, Exchange& exchange) {
    return rotate(context, exchange, ownKey, false);
}

Outcome rotateAdminKey(Context& context, Exchange& exchange) {
    return rotate(context, exchange, anyKey, true);
}

Outcome revokeKey(Context& context, Exchange& exchange) {
    return revoke(context, exchange, ownKey);
}

Outcome revokeAdminKey(Context& context, Exchange& exchange) {
    return revoke(context, exchange, anyKey);
}

Outcome listKeys(Context& context, Exchange& exchange) {
    const store::AccountId& account = exchange.caller->account.id;
    const auto find = [&](store::Reader& reader, const PageRequest& page) {
        auto found = reader.pageKeys(account, page.after, page.limit);
        std::erase_if(found.rows, [](const store::ApiKey& key) {
            return key.type != domain::ApiKeyType::Customer;
        });
        return pageContent(found, [](const store::ApiKey& key) { return keyJson(key, false); });
    };
    return answerPage(context, exchange, "keys:" + account.str(), {}, find);
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

std::int64_t worksNow(const std::vector<store::ApiKey>& keys, store::Timestamp now) {
    return std::ranges::count_if(keys, [now](const store::ApiKey& key) {
        return !key.revokedAt && (!key.expiresAt || *key.expiresAt > now);
    });
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
    // Many keys of a capped one must not be as many purses; each has its own request budgets.
    if (effectiveCap(context, exchange.caller->key))
        key.counterKey = exchange.caller->key.counterKey;
    return writeOutcome(context, exchange, [&](store::Tx& tx) -> Outcome {
        if (auto earlier = replayOf(tx, exchange))
            return std::move(*earlier);
        SERVER_TRY(const auto caller, callingKey(tx, exchange));
        SERVER_TRY(const auto end, endOfMadeKey(caller, draft.expiresAt));
        if (worksNow(tx.listKeys(key.account), exchange.now) >= contract::kMaxKeys)
            return tooMany("keys that work", contract::kMaxKeys);
        key.expiresAt = end;
        Outcome outcome = makeKey(context, exchange, tx, key, false);
        keepWithoutSecret(tx, exchange, outcome);
        return outcome;
    });
}

Outcome listAdminKeys(Context& context, Exchange& exchange) {
    SERVER_TRY(const auto account, readAccountFilter(exchange));
    const auto find = [&](store::Reader& reader, const PageRequest& page) {
        return pageContent(reader.pageKeys(account, page.after, page.limit),
                           [](const store::ApiKey& key) { return keyJson(key, true); });
    };
    return answerPage(context, exchange, "admin keys", account ? account->str() : std::string(),
                      find);
}

Outcome createAdminKey(Context& context, Exchange& exchange) {
    BodyMembers members(*exchange.body,
                        {"accountId", "type", "name", "scopes", "dailySpendCap", "expiresAt"});
    members.require({"accountId", "type"});
    const auto account = members.text("accountId", 64);
    const auto type = members.text("type", 20);
    if (type && *type != "customer" && *type != "admin")
        members.refuse("type", "not_allowed", "One of customer, admin.");
    store::ApiKey key;
    key.type = type == "admin" ? ApiKeyType::Admin : ApiKeyType::Customer;
    const KeyDraft draft = readKeyDraft(members, key.type, exchange.now);
    if (auto problem = members.problem())
        return tl::make_unexpected(std::move(*problem));
    key.account = store::AccountId(*account);
    key.label = draft.name;
    key.scopes = draft.scopes;
    if (key.type == ApiKeyType::Admin) {
        if (auto lacked = lackedScope(exchange, key.scopes))
            return tl::make_unexpected(std::move(*lacked));
    }
    key.dailySpendCap = draft.dailySpendCap;
    key.expiresAt = draft.expiresAt;
    return writeOutcome(context, exchange, [&](store::Tx& tx) -> Outcome {
        if (auto earlier = replayOf(tx, exchange))
            return std::move(*earlier);
        SERVER_TRY(const auto caller, callingKey(tx, exchange));
        // A customer's key is the customer's; an operator's may not outlive its maker.
        if (key.type == ApiKeyType::Admin) {
            SERVER_TRY(const auto end, endOfMadeKey(caller, draft.expiresAt));
            key.expiresAt = end;
        }
        Outcome outcome = tx.findAccount(key.account)
                              ? Outcome(makeKey(context, exchange, tx, key, true))
                              : Outcome(notFound());
        keepWithoutSecret(tx, exchange, outcome);
        return outcome;
    });
}

} // namespace

void addKeyHandlers(HandlerTable& table) {
    table.add("listKeys", BodyKind::None, listKeys, {"cursor", "limit"});
    table.add("createKey", BodyKind::Json, createKey).replay = restoreSecret;
    table.add("rotateKey", BodyKind::None, rotateKey).replay = restoreSecret;
    table.add("revokeKey", BodyKind::None, revokeKey);
}

void addAdminKeyHandlers(HandlerTable& table) {
    table.add("listAdminKeys", BodyKind::None, listAdminKeys, {"accountId", "cursor", "limit"});
    table.add("createAdminKey", BodyKind::Json, createAdminKey).replay = restoreAdminSecret;
    table.add("rotateAdminKey", BodyKind::None, rotateAdminKey).replay = restoreAdminSecret;
    table.add("revokeAdminKey", BodyKind::None, revokeAdminKey);
}

} // namespace leadsheet::server::api
