// SPDX-License-Identifier: Apache-2.0
#include "api/context.hpp"
#include "api/handlers/handlers.hpp"
#include "api/handlers/key_making.hpp"
#include "api/handlers/order_filter.hpp"
#include "api/handlers/paging.hpp"
#include "api/not_found.hpp"
#include "api/replay.hpp"
#include "api/store_problem.hpp"
#include "api/write_outcome.hpp"

#include <boost/json.hpp>

namespace leadsheet::server::api {
namespace {

namespace json = boost::json;
using domain::ApiKeyType;

Outcome listAdminKeys(Context& context, Exchange& exchange) {
    const auto account = readAccountFilter(exchange);
    if (!account)
        return tl::make_unexpected(account.error());
    const std::string scope = "admin keys";
    const std::string filters = *account ? (*account)->str() : std::string();
    const auto page = pageRequest(context, exchange, scope, filters);
    if (!page)
        return tl::make_unexpected(page.error());
    const auto found = context.store->read(
        [&](store::Reader& reader) { return reader.pageKeys(*account, page->after, page->limit); });
    if (!found)
        return storeProblem(context, exchange, found.error());
    json::array rows;
    for (const store::ApiKey& key : found->rows)
        rows.push_back(keyJson(key, true));
    return pageReply(context, std::move(rows), *page, found->next, scope, filters);
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
        const auto caller = callingKey(tx, exchange);
        if (!caller)
            return tl::make_unexpected(caller.error());
        // A customer's key is the customer's; an operator's may not outlive its maker.
        if (key.type == ApiKeyType::Admin) {
            const auto end = endOfMadeKey(*caller, draft.expiresAt);
            if (!end)
                return tl::make_unexpected(end.error());
            key.expiresAt = *end;
        }
        Outcome outcome = tx.findAccount(key.account)
                              ? Outcome(makeKey(context, exchange, tx, key, true))
                              : Outcome(notFound());
        keepWithoutSecret(tx, exchange, outcome);
        return outcome;
    });
}

Outcome rotateAdminKey(Context& context, Exchange& exchange) {
    return writeOutcome(context, exchange, [&](store::Tx& tx) -> Outcome {
        if (auto earlier = replayOf(tx, exchange))
            return std::move(*earlier);
        const auto caller = callingKey(tx, exchange);
        if (!caller)
            return tl::make_unexpected(caller.error());
        Outcome outcome = [&]() -> Outcome {
            const auto key = tx.findKey(store::KeyId(exchange.parameter(0)));
            if (!key)
                return notFound();
            if (auto lacked = lackedByAdmin(exchange, *caller, *key, Granting::Anew))
                return tl::make_unexpected(std::move(*lacked));
            return replaceKey(context, exchange, tx, *key, true);
        }();
        keepWithoutSecret(tx, exchange, outcome);
        return outcome;
    });
}

Outcome revokeAdminKey(Context& context, Exchange& exchange) {
    const auto revoked = context.store->writeAndWait([&](store::Tx& tx) {
        const auto key = tx.findKey(store::KeyId(exchange.parameter(0)));
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

void addAdminKeyHandlers(HandlerTable& table) {
    table.add("listAdminKeys", BodyKind::None, listAdminKeys, {"accountId", "cursor", "limit"});
    table.add("createAdminKey", BodyKind::Json, createAdminKey);
    table.add("rotateAdminKey", BodyKind::None, rotateAdminKey);
    table.add("revokeAdminKey", BodyKind::None, revokeAdminKey);
}

} // namespace leadsheet::server::api
