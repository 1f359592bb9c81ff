// SPDX-License-Identifier: Apache-2.0
#include "api/context.hpp"
#include "api/handlers/body_members.hpp"
#include "api/handlers/duplicate_settings.hpp"
#include "api/handlers/handlers.hpp"
#include "api/handlers/ledger_json.hpp"
#include "api/handlers/order_json.hpp"
#include "api/handlers/paging.hpp"
#include "api/not_found.hpp"
#include "api/replay.hpp"
#include "api/store_problem.hpp"
#include "api/write_outcome.hpp"

#include <boost/json.hpp>

namespace leadsheet::server::api {
namespace {

namespace json = boost::json;
using contract::ErrorCode;

constexpr std::size_t kMaxNameLength = 200;
constexpr std::size_t kMaxReasonLength = 2'000;
constexpr domain::MinorUnits kMostMoney = 9'000'000'000'000'000; // of the contract's Money

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
    const std::string scope = "admin accounts";
    const auto page = pageRequest(context, exchange, scope, {});
    if (!page)
        return tl::make_unexpected(page.error());
    json::array rows;
    const auto next = context.store->read([&](store::Reader& reader) {
        const auto found = reader.listAccounts(page->after, page->limit);
        for (const store::Account& account : found.rows)
            rows.push_back(accountJson(reader, account));
        return found.next;
    });
    if (!next)
        return storeProblem(context, exchange, next.error());
    return pageReply(context, std::move(rows), *page, *next, scope, {});
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
    auto found = context.store->read([&](store::Reader& reader) -> Outcome {
        const auto account = reader.findAccount(store::AccountId(exchange.parameter(0)));
        if (!account)
            return notFound();
        return accountReply(reader, *account, 200);
    });
    if (!found)
        return storeProblem(context, exchange, found.error());
    return std::move(*found);
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
    return writeOutcome(context, exchange, [&](store::Tx& tx) -> Outcome {
        const auto account = tx.findAccount(id);
        if (!account)
            return notFound();
        apply(duplicates, tx, *account);
        if (name)
            tx.renameAccount(id, *name);
        if (suspended)
            tx.setSuspended(id, *suspended);
        return accountReply(tx, *tx.findAccount(id), 200);
    });
}

Outcome credit(const Exchange& exchange, store::Tx& tx, domain::MinorUnits amount,
               const std::string& reason) {
    const store::AccountId id(exchange.parameter(0));
    if (!tx.findAccount(id))
        return notFound();
    const store::Balance balance = tx.balance(id);
    if (amount > kMostMoney - balance.available - balance.held) {
        const std::string detail =
            "An account holds at most " + std::to_string(kMostMoney) + " minor units.";
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
    return writeOutcome(context, exchange, [&](store::Tx& tx) -> Outcome {
        if (auto earlier = replayOf(tx, exchange))
            return std::move(*earlier);
        Outcome outcome = credit(exchange, tx, *amount, *reason);
        keepOutcome(tx, exchange, outcome);
        return outcome;
    });
}

} // namespace

void addAdminAccountHandlers(HandlerTable& table) {
    table.add("listAccounts", BodyKind::None, listAccounts, {"cursor", "limit"});
    table.add("createAccount", BodyKind::Json, createAccount);
    table.add("getAccountById", BodyKind::None, getAccountById);
    table.add("updateAccount", BodyKind::Json, updateAccount);
    table.add("creditAccount", BodyKind::Json, creditAccount);
}

} // namespace leadsheet::server::api
