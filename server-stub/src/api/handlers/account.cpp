// SPDX-License-Identifier: Apache-2.0
#include "api/context.hpp"
#include "api/handlers/duplicate_settings.hpp"
#include "api/handlers/handlers.hpp"
#include "api/handlers/key_making.hpp"
#include "api/handlers/ledger_json.hpp"
#include "api/handlers/order_json.hpp"
#include "api/handlers/paging.hpp"
#include "api/store_problem.hpp"
#include "api/write_outcome.hpp"

#include <boost/json.hpp>

namespace leadsheet::server::api {
namespace {

namespace json = boost::json;

json::object keyJson(const store::ApiKey& key) {
    json::array scopes;
    for (const std::string& scope : key.scopes)
        scopes.push_back(json::value(scope));
    return {{"id", key.id.str()},
            {"type", domain::name(key.type)},
            {"name", key.label},
            {"scopes", std::move(scopes)},
            {"last4", key.last4},
            {"expiresAt", key.expiresAt ? json::value(domain::formatTimestamp(*key.expiresAt))
                                        : json::value(nullptr)}};
}

json::value spendCapJson(const Context& context, const Exchange& exchange,
                         domain::MinorUnits spent) {
    const auto cap = effectiveCap(context, exchange.caller->key);
    if (!cap)
        return nullptr;
    const auto midnight =
        std::chrono::floor<std::chrono::days>(exchange.now) + std::chrono::days(1);
    return json::object{
        {"daily", moneyJson(*cap)},
        {"spentToday", moneyJson(spent)},
        {"resetsAt", domain::formatTimestamp(domain::Timestamp(midnight))},
    };
}

Outcome accountReply(const Context& context, const Exchange& exchange, store::Reader& reader,
                     const store::Account& account) {
    const store::ApiKey& key = exchange.caller->key;
    const store::Balance balance = reader.balance(account.id);
    const domain::MinorUnits spent = reader.spentOn(key.counterKey, domain::utcDay(exchange.now));
    json::object out;
    out["id"] = account.id.str();
    out["name"] = account.name;
    out["instanceId"] = reader.instanceId();
    out["environment"] = account.environment;
    out["balance"] = json::object{{"available", moneyJson(balance.available)},
                                  {"held", moneyJson(balance.held)}};
    addDuplicateSettings(out, account);
    out["key"] = keyJson(key);
    out["spendCap"] = spendCapJson(context, exchange, spent);
    out["serverTime"] = domain::formatTimestamp(exchange.now);
    Reply reply;
    reply.body = json::serialize(out);
    return reply;
}

Outcome getAccount(Context& context, Exchange& exchange) {
    auto found = context.store->read([&](store::Reader& reader) {
        return accountReply(context, exchange, reader, exchange.caller->account);
    });
    if (!found)
        return storeProblem(context, exchange, found.error());
    return std::move(*found);
}

Outcome updateOwnAccount(Context& context, Exchange& exchange) {
    BodyMembers members(*exchange.body, {"duplicates", "duplicateWindowDays"});
    const DuplicateSettings settings = readDuplicateSettings(members);
    auto problem = members.problem();
    if (!problem && !settings.any()) {
        members.refuse("duplicates", "required", "Give duplicates, duplicateWindowDays or both.");
        problem = members.problem();
    }
    if (problem)
        return tl::make_unexpected(std::move(*problem));
    const store::AccountId& id = exchange.caller->account.id;
    return writeOutcome(
        context, exchange,
        [&](store::Tx& tx) -> Outcome {
            apply(settings, tx, *tx.findAccount(id));
            return accountReply(context, exchange, tx, *tx.findAccount(id));
        },
        id);
}

Outcome getRateLimit(Context& context, Exchange& exchange) {
    std::vector<store::RateRule> rules{defaultRate(context), orderRate(context)};
    if (auto burst = burstRate(context))
        rules.push_back(std::move(*burst));
    const std::string& subject = exchange.caller->key.counterKey.str();
    const auto found = context.store->read([&](store::Reader& reader) {
        json::array policies;
        for (const store::RateRule& rule : rules) {
            const auto decision = reader.peekRate(subject, rule, exchange.now);
            policies.push_back(json::object{{"name", rule.name},
                                            {"limit", rule.quota.limit},
                                            {"remaining", decision.remaining},
                                            {"windowSeconds", rule.quota.window.count()},
                                            {"resetSeconds", decision.reset.count()}});
        }
        return policies;
    });
    if (!found)
        return storeProblem(context, exchange, found.error());
    Reply reply;
    reply.body = json::serialize(
        json::object{{"policies", *found}, {"serverTime", domain::formatTimestamp(exchange.now)}});
    return reply;
}

Outcome listLedger(Context& context, Exchange& exchange) {
    const store::AccountId& account = exchange.caller->account.id;
    const std::string scope = "ledger:" + account.str();
    const auto page = pageRequest(context, exchange, scope, {});
    if (!page)
        return tl::make_unexpected(page.error());
    const auto found = context.store->read([&](store::Reader& reader) {
        return reader.listLedger(account, page->after, page->limit);
    });
    if (!found)
        return storeProblem(context, exchange, found.error());
    json::array rows;
    for (const store::LedgerEntry& entry : found->rows)
        rows.push_back(ledgerEntryJson(entry));
    return pageReply(context, std::move(rows), *page, found->next, scope, {});
}

} // namespace

void addAccountHandlers(HandlerTable& table) {
    table.add("getAccount", BodyKind::None, getAccount);
    table.add("updateOwnAccount", BodyKind::Json, updateOwnAccount);
    table.add("getRateLimit", BodyKind::None, getRateLimit);
    table.add("listLedgerEntries", BodyKind::None, listLedger, {"limit", "cursor"});
}

} // namespace leadsheet::server::api
