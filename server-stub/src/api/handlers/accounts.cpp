// SPDX-License-Identifier: Apache-2.0
#include "api/context.hpp"
#include "api/handlers/key_making.hpp"
#include "api/handlers/request.hpp"
#include "api/idempotency.hpp"
#include "api/order_json.hpp"
#include "api/pipeline.hpp"
#include "api/reply.hpp"
#include "api/router.hpp"
#include "domain/order_mark.hpp"
#include "store/records.hpp"
#include "store/store.hpp"

#include <leadsheet/contract/limits.hpp>

#include <boost/json.hpp>
#include <boost/json/object.hpp>
#include <charconv>
#include <optional>

namespace leadsheet::server::api {

namespace {

namespace json = boost::json;
using contract::ErrorCode;

/// One movement of an account's money.
json::object ledgerEntryJson(const store::LedgerEntry& entry) {
    json::object out;
    out["id"] = std::to_string(entry.id);
    out["at"] = domain::formatTimestamp(entry.at);
    out["type"] = store::name(entry.kind);
    out["amount"] = moneyJson(entry.amount);
    out["balance"] = json::object{{"available", moneyJson(entry.availableAfter)},
                                  {"held", moneyJson(entry.heldAfter)}};
    out["orderNumber"] = entry.order ? json::value(entry.order->str()) : json::value(nullptr);
    out["reason"] = entry.reason.empty() ? json::value(nullptr) : json::value(entry.reason);
    return out;
}

/// What a body changes of how an account treats equivalent orders.
struct DuplicateSettings {
    std::optional<domain::DuplicatePolicy> policy;
    std::optional<std::int64_t> windowDays;

    bool any() const { return policy || windowDays; }
};

constexpr std::int64_t kUsualStatisticsDays = 30;
constexpr std::int64_t kMaxStatisticsDays = 400;
constexpr std::int64_t kMaxUtcOffsetMinutes = 840;

constexpr std::string_view kPolicy = "duplicates";
constexpr std::string_view kWindow = "duplicateWindowDays";
constexpr std::size_t kMaxPolicyLength = 20;

/// The members duplicates and duplicateWindowDays; faults are left with `members`.
DuplicateSettings readDuplicateSettings(BodyMembers& members) {
    DuplicateSettings settings;
    if (const auto name = members.text(kPolicy, kMaxPolicyLength)) {
        settings.policy = domain::duplicatePolicyFromName(*name);
        if (!settings.policy)
            members.refuse(kPolicy, "not_allowed", "Must be warn, refuse or off.");
    }
    settings.windowDays = members.integer(kWindow, 0, contract::kMaxDuplicateWindowDays);
    return settings;
}

/// `account` as it is in the store.
void apply(const DuplicateSettings& settings, store::Tx& tx, const store::Account& account) {
    if (settings.any())
        tx.setDuplicates(account.id, settings.policy.value_or(account.duplicates),
                         settings.windowDays.value_or(account.duplicateWindowDays));
}

/// Sets both members.
void addDuplicateSettings(boost::json::object& out, const store::Account& account) {
    out[kPolicy] = domain::name(account.duplicates);
    out[kWindow] = account.duplicateWindowDays;
}

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
    if (const LatestClient& latest = context.config.latestClient; !latest.version.empty()) {
        json::object& named = out["latestClient"].emplace_object();
        named["version"] = latest.version;
        if (!latest.url.empty())
            named["url"] = latest.url;
    }
    out["serverTime"] = domain::formatTimestamp(exchange.now);
    Reply reply;
    reply.body = json::serialize(out);
    return reply;
}

Outcome getAccount(Context& context, Exchange& exchange) {
    return readOutcome(context, exchange, [&](store::Reader& reader) {
        return accountReply(context, exchange, reader, exchange.caller->account);
    });
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
    std::vector<store::RateRule> rules{defaultRate(context), orderRate(context),
                                       lookupRate(context)};
    if (auto burst = burstRate(context))
        rules.push_back(std::move(*burst));
    const std::string& subject = exchange.caller->key.rateKey.str();
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
    const auto find = [&](store::Reader& reader, const PageRequest& page) {
        return pageContent(reader.listLedger(account, page.after, page.limit), ledgerEntryJson);
    };
    return answerPage(context, exchange, "ledger:" + account.str(), {}, find);
}

/// A query parameter that is a whole number; `fallback` when absent.
tl::expected<std::int64_t, Problem> integerParameter(const Exchange& exchange,
                                                     std::string_view name, std::int64_t low,
                                                     std::int64_t high, std::int64_t fallback) {
    const std::string* text = exchange.query(name);
    if (text == nullptr)
        return fallback;
    std::int64_t value = 0;
    const char* end = text->data() + text->size();
    const auto parsed = std::from_chars(text->data(), end, value);
    if (parsed.ec != std::errc{} || parsed.ptr != end || value < low || value > high)
        return wrongParameter(name, std::string(name) + " must be a whole number from " +
                                        std::to_string(low) + " to " + std::to_string(high) + ".");
    return value;
}

std::string dayText(std::int64_t day) {
    return domain::formatTimestamp(domain::Timestamp(std::chrono::days(day))).substr(0, 10);
}

json::object dayJson(const store::DayStatistics& day) {
    const auto moved = [&](store::TransferKind kind) {
        return moneyJson(day.moved[static_cast<std::size_t>(kind)]);
    };
    using Kind = store::TransferKind;
    return {{"day", dayText(day.day)},          {"credited", moved(Kind::Credit)},
            {"ordered", moved(Kind::Hold)},     {"charged", moved(Kind::Capture)},
            {"released", moved(Kind::Release)}, {"refunded", moved(Kind::Refund)},
            {"held", moneyJson(day.held)}};
}

json::array countsJson(std::string_view by,
                       const std::vector<std::pair<std::string, std::int64_t>>& counts) {
    json::array all;
    for (const auto& [what, count] : counts)
        all.push_back(json::object{{by, what}, {"count", count}});
    return all;
}

Outcome getAccountStatistics(Context& context, Exchange& exchange) {
    SERVER_TRY(const auto days,
               integerParameter(exchange, "days", 1, kMaxStatisticsDays, kUsualStatisticsDays));
    SERVER_TRY(const auto offset, integerParameter(exchange, "utcOffsetMinutes",
                                                   -kMaxUtcOffsetMinutes, kMaxUtcOffsetMinutes, 0));
    store::StatisticsSpan span;
    span.offset = std::chrono::minutes(offset);
    span.firstDay = domain::utcDay(exchange.now + span.offset) - (days - 1);
    SERVER_TRY(const auto found, readStore(context, exchange, [&](store::Reader& reader) {
                   return reader.statistics(exchange.caller->account.id, span);
               }));
    json::array byDay;
    for (const store::DayStatistics& day : found.days)
        byDay.push_back(dayJson(day));
    const auto unlessHidden = [&](std::string_view scope, json::value value) {
        return grantsScope(exchange.caller->key.scopes, scope) ? std::move(value) : nullptr;
    };
    Reply reply;
    reply.body = json::serialize(
        json::object{{"firstDay", dayText(span.firstDay)},
                     {"utcOffsetMinutes", offset},
                     {"charged", moneyJson(found.charged)},
                     {"refunded", moneyJson(found.refunded)},
                     {"heldBefore", moneyJson(found.heldBefore)},
                     {"days", std::move(byDay)},
                     {"orders", unlessHidden("orders:read", countsJson("status", found.orders))},
                     {"leads", unlessHidden("leads:read", found.leads)},
                     {"results", unlessHidden("leads:read", countsJson("result", found.results))},
                     {"serverTime", domain::formatTimestamp(exchange.now)}});
    return reply;
}

constexpr std::size_t kMaxNameLength = 200;
constexpr std::size_t kMaxReasonLength = 2'000;
using domain::kMaxMoney;

json::object accountJson(store::Reader& reader, const store::Account& account) {
    const store::Balance balance = reader.balance(account.id);
    json::object out;
    out["id"] = account.id.str();
    out["name"] = account.name;
    out["environment"] = account.environment;
    out["suspended"] = account.suspended;
    out["balance"] = json::object{{"available", moneyJson(balance.available)},
                                  {"held", moneyJson(balance.held)}};
    addDuplicateSettings(out, account);
    out["createdAt"] = domain::formatTimestamp(account.createdAt);
    return out;
}

Reply accountReply(store::Reader& reader, const store::Account& account, int status) {
    Reply reply;
    reply.status = status;
    reply.body = json::serialize(accountJson(reader, account));
    return reply;
}

Outcome listAccounts(Context& context, Exchange& exchange) {
    const auto find = [](store::Reader& reader, const PageRequest& page) {
        return pageContent(
            reader.listAccounts(page.after, page.limit),
            [&](const store::Account& account) { return accountJson(reader, account); });
    };
    return answerPage(context, exchange, "admin accounts", {}, find);
}

Outcome createAccount(Context& context, Exchange& exchange) {
    BodyMembers members(*exchange.body, {"name"});
    members.require({"name"});
    const auto name = members.text("name", kMaxNameLength);
    if (auto problem = members.problem())
        return tl::make_unexpected(std::move(*problem));
    store::Account account;
    account.id = domain::makeAccountId(context.random);
    account.name = *name;
    account.environment = context.config.environment;
    account.createdAt = exchange.now;
    return writeOutcome(context, exchange, [&](store::Tx& tx) -> Outcome {
        if (auto earlier = replayOf(tx, exchange))
            return std::move(*earlier);
        tx.insertAccount(account);
        Outcome outcome = accountReply(tx, account, 201);
        keepOutcome(tx, exchange, outcome);
        return outcome;
    });
}

Outcome getAccountById(Context& context, Exchange& exchange) {
    return readOutcome(context, exchange, [&](store::Reader& reader) -> Outcome {
        const auto account = reader.findAccount(store::AccountId(exchange.parameter(0)));
        if (!account)
            return notFound();
        return accountReply(reader, *account, 200);
    });
}

Outcome updateAccount(Context& context, Exchange& exchange) {
    BodyMembers members(*exchange.body, {"name", "suspended", "duplicates", "duplicateWindowDays"});
    const auto name = members.text("name", kMaxNameLength);
    const auto suspended = members.boolean("suspended");
    const DuplicateSettings duplicates = readDuplicateSettings(members);
    auto problem = members.problem();
    if (!problem && !name && !suspended && !duplicates.any()) {
        members.refuse("name", "required",
                       "Give at least one of name, suspended, duplicates and "
                       "duplicateWindowDays.");
        problem = members.problem();
    }
    if (problem)
        return tl::make_unexpected(std::move(*problem));
    const store::AccountId id(exchange.parameter(0));
    // Its keys could not take it back, and if it is the only one with admin keys, nobody could.
    if (suspended.value_or(false) && id == exchange.caller->account.id) {
        const std::string detail = "This is the account of the key that asks: all its keys would "
                                   "be refused, this one too. Suspend it with a key of another "
                                   "account, or revoke keys of it.";
        return refuse(ErrorCode::ValidationFailed, detail, {{"/suspended", "not_allowed", detail}});
    }
    return writeOutcome(
        context, exchange,
        [&](store::Tx& tx) -> Outcome {
            const auto account = tx.findAccount(id);
            if (!account)
                return notFound();
            apply(duplicates, tx, *account);
            if (name)
                tx.renameAccount(id, *name);
            if (suspended)
                tx.setSuspended(id, *suspended);
            return accountReply(tx, *tx.findAccount(id), 200);
        },
        id);
}

Outcome credit(const Exchange& exchange, store::Tx& tx, domain::MinorUnits amount,
               const std::string& reason) {
    const store::AccountId id(exchange.parameter(0));
    if (!tx.findAccount(id))
        return notFound();
    const store::Balance balance = tx.balance(id);
    if (amount > kMaxMoney - balance.available - balance.held) {
        const std::string detail =
            "An account holds at most " + std::to_string(kMaxMoney) + " minor units.";
        return refuse(ErrorCode::ValidationFailed, detail,
                      {{"/amount/amount", "out_of_range", detail}});
    }
    tx.credit(id, amount, reason, exchange.now);
    Reply reply;
    reply.status = 201;
    reply.body = json::serialize(ledgerEntryJson(tx.listLedger(id, std::nullopt, 1).rows.front()));
    return reply;
}

Outcome creditAccount(Context& context, Exchange& exchange) {
    BodyMembers members(*exchange.body, {"amount", "reason"});
    members.require({"amount", "reason"});
    const auto amount = members.positiveMoney("amount");
    const auto reason = members.text("reason", kMaxReasonLength, true);
    if (auto problem = members.problem())
        return tl::make_unexpected(std::move(*problem));
    return writeOutcome(
        context, exchange,
        [&](store::Tx& tx) -> Outcome {
            if (auto earlier = replayOf(tx, exchange))
                return std::move(*earlier);
            Outcome outcome = credit(exchange, tx, *amount, *reason);
            keepOutcome(tx, exchange, outcome);
            return outcome;
        },
        store::AccountId(exchange.parameter(0)));
}

} // namespace

void addAccountHandlers(HandlerTable& table) {
    table.add("getAccount", BodyKind::None, getAccount);
    table.add("updateOwnAccount", BodyKind::Json, updateOwnAccount);
    table.add("getRateLimit", BodyKind::None, getRateLimit);
    table.add("getAccountStatistics", BodyKind::None, getAccountStatistics,
              {"days", "utcOffsetMinutes"});
    table.add("listLedgerEntries", BodyKind::None, listLedger, {"limit", "cursor"});
}

void addAdminAccountHandlers(HandlerTable& table) {
    table.add("listAccounts", BodyKind::None, listAccounts, {"cursor", "limit"});
    table.add("createAccount", BodyKind::Json, createAccount);
    table.add("getAccountById", BodyKind::None, getAccountById);
    table.add("updateAccount", BodyKind::Json, updateAccount);
    table.add("creditAccount", BodyKind::Json, creditAccount);
}

} // namespace leadsheet::server::api
