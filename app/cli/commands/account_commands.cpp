// SPDX-License-Identifier: Apache-2.0
#include "account_commands.hpp"

#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/connection.hpp"
#include "common_arguments.hpp"
#include "registry.hpp"

#include "leadsheet/app/accounts/newer_version.hpp"
#include "leadsheet/app/order_money.hpp"
#include "leadsheet/app/statement.hpp"
#include "leadsheet/messages/cliaccount.hpp"
#include "leadsheet/messages/clirun.hpp"
#include "leadsheet/try.hpp"

#include <boost/json.hpp>

namespace leadsheet::cli {

namespace json = boost::json;
namespace say = messages::cliaccount;

json::object ledgerEntryJson(const LedgerEntry& entry) {
    json::object object{{"type", "ledgerEntry"},
                        {"id", entry.id},
                        {"at", entry.at},
                        {"movement", entry.type},
                        {"amount", moneyJson(entry.amount)},
                        {"available", moneyJson(entry.available)},
                        {"held", moneyJson(entry.held)}};
    putIf(object, "orderNumber", entry.orderNumber);
    putIf(object, "reason", entry.reason);
    return object;
}

void addOrderMoney(json::object& object, const Order& order) {
    putIf(object, "quoted", order.price);
    if (const auto money = app::moneyOf(order)) {
        const std::string& currency = order.price->currency;
        object["held"] = moneyJson(money->held, currency);
        object["charged"] = moneyJson(money->charged, currency);
        object["released"] = moneyJson(money->released, currency);
        object["refunded"] = moneyJson(money->refunded, currency);
    }
}

std::vector<std::vector<std::string>> orderMoneyRows(const Order& order) {
    std::vector<std::vector<std::string>> rows;
    if (order.price)
        rows.push_back({said(say::quotedAtMost()), money(*order.price)});
    if (const auto sums = app::moneyOf(order)) {
        const std::string& currency = order.price->currency;
        rows.push_back({said(messages::clirun::held()), money(sums->held, currency)});
        rows.push_back({said(messages::clirun::charged()), money(sums->charged, currency)});
        rows.push_back({said(messages::clirun::released()), money(sums->released, currency)});
        rows.push_back({said(messages::clirun::refunded()), money(sums->refunded, currency)});
    }
    return rows;
}

Result<void> showOrderEvents(Context& context, const std::string& number,
                             const EventReading& read) {
    Table table(
        {{said(say::time()), {}}, {said(say::event()), {}}, {said(say::by()), {}}, {"", {}}});
    PageOptions page;
    for (;;) {
        LEADSHEET_TRY(const auto events, read(page));
        for (const OrderEvent& event : events.items) {
            json::object object{{"type", "orderEvent"},     {"orderNumber", number},
                                {"seq", event.sequence},    {"event", event.type},
                                {"at", event.at},           {"status", toString(event.status)},
                                {"version", event.version}, {"actor", event.actor}};
            putIf(object, "message", event.message);
            if (!event.data.empty())
                object["data"] = json::parse(event.data);
            context.console.emit(object);
            table.row({clockTime(event.at, context.now()), event.type, event.actor,
                       event.message.value_or("")});
        }
        if (!events.nextCursor || events.nextCursor == page.cursor)
            break;
        page.cursor = events.nextCursor;
    }
    table.print(context.console);
    return {};
}

Outcome<ExitCode> showLedger(Context& context, std::size_t limit) {
    LEADSHEET_TRY(auto connection, connect(context));
    auto range = connection.client->account().ledgerAll({}, callOf(context));
    LEADSHEET_TRY(const auto entries, connection.explained(range.take(limit + 1)));
    Table table({{said(say::time()), {}},
                 {said(say::movement()), {}},
                 {said(say::amount()), Table::Align::Right},
                 {said(say::available()), Table::Align::Right},
                 {said(messages::clirun::held()), Table::Align::Right},
                 {said(messages::clirun::columnOrder()), {}},
                 {said(say::reason()), {}}});
    for (std::size_t i = 0; i < entries.size() && i < limit; ++i) {
        const LedgerEntry& entry = entries[i];
        context.console.emit(ledgerEntryJson(entry));
        table.row({clockTime(entry.at, context.now()), std::string(app::movementWord(entry.type)),
                   money(entry.amount), money(entry.available), money(entry.held),
                   entry.orderNumber.value_or(""), entry.reason.value_or("")});
    }
    table.printOr(context.console, say::noMovements());
    if (entries.size() > limit)
        context.console.say(say::olderMovements());
    return ExitCode::Done;
}

Outcome<ExitCode> showUsage(Context& context) {
    LEADSHEET_TRY(auto connection, connectUnproven(context));
    LEADSHEET_TRY(const auto budgets,
                  connection.explained(connection.client->account().rateLimit(callOf(context))));
    Table table({{said(say::budget()), {}},
                 {said(say::used()), Table::Align::Right},
                 {said(say::left()), Table::Align::Right},
                 {said(say::of()), Table::Align::Right},
                 {said(say::newIn()), {}}});
    for (const BudgetStatus& budget : budgets) {
        const std::int64_t used = budget.limit - budget.remaining;
        context.console.emit({{"type", "usage"},
                              {"policy", budget.policy},
                              {"used", used},
                              {"remaining", budget.remaining},
                              {"limit", budget.limit},
                              {"windowSeconds", budget.windowSeconds},
                              {"resetSeconds", budget.resetSeconds}});
        table.row({budget.policy, number(used), number(budget.remaining), number(budget.limit),
                   duration(std::chrono::seconds(budget.resetSeconds))});
    }
    table.print(context.console);
    return ExitCode::Done;
}

Outcome<ExitCode> showCap(Context& context) {
    LEADSHEET_TRY(auto connection, connect(context));
    const auto& cap = connection.account.spendCap;
    json::object object{{"type", "spendCap"}};
    if (cap) {
        object["daily"] = moneyJson(cap->daily);
        object["spentToday"] = moneyJson(cap->spentToday);
        object["resetsAt"] = cap->resetsAt;
        context.console.say(
            say::capUsed(cap->spentToday, cap->daily, clockTime(cap->resetsAt, context.now())));
    } else {
        context.console.say(say::noCap());
    }
    context.console.emit(object);
    return ExitCode::Done;
}

namespace {

/// A remark beside the result, which programs that read it never see.
void noteNewerVersion(Context& context, const Account& account) {
    if (const auto newer = app::newerVersion(account, LEADSHEET_VERSION))
        context.console.note(
            newer->url.empty()
                ? say::newerVersion(newer->version, LEADSHEET_VERSION)
                : say::newerVersionAt(newer->version, newer->url, LEADSHEET_VERSION));
}

Outcome<ExitCode> showAccount(Context& context) {
    LEADSHEET_TRY(auto connection, connect(context));
    const Account& account = connection.account;
    LEADSHEET_TRY(const auto budgets,
                  connection.explained(connection.client->account().rateLimit(callOf(context))));
    Table table({{"", {}}, {"", {}}});
    table.row({said(say::account()), account.id});
    table.row({said(say::environment()), account.environment});
    table.row({said(say::available()), money(account.available)});
    table.row({said(messages::clirun::held()), money(account.held)});
    if (account.spendCap)
        table.row({said(say::dailyCap()),
                   said(say::capUsedToday(account.spendCap->daily, account.spendCap->spentToday))});
    table.row({said(say::key()), said(say::keyEnding(account.key.type, account.key.last4))});
    table.row({said(say::may()), joined(account.key.scopes)});
    json::array list;
    for (const BudgetStatus& budget : budgets) {
        table.row({said(say::budget()),
                   said(say::requestsLeft(budget.policy, budget.remaining, budget.limit))});
        list.push_back({{"policy", budget.policy},
                        {"limit", budget.limit},
                        {"remaining", budget.remaining},
                        {"windowSeconds", budget.windowSeconds},
                        {"resetSeconds", budget.resetSeconds}});
    }
    context.console.say(
        Text(connection.label(), connection.isSandbox() ? Style::Warn : Style::Bold));
    table.print(context.console, 2);
    json::object object{
        {"type", "account"},
        {"accountId", account.id},
        {"name", account.name},
        {"environment", account.environment},
        {"available", moneyJson(account.available)},
        {"held", moneyJson(account.held)},
        {"key",
         {{"id", account.key.id},
          {"type", account.key.type},
          {"last4", account.key.last4},
          {"scopes", json::array(account.key.scopes.begin(), account.key.scopes.end())}}},
        {"budgets", list}};
    if (account.spendCap)
        object["spendCap"] = {{"daily", moneyJson(account.spendCap->daily)},
                              {"spentToday", moneyJson(account.spendCap->spentToday)},
                              {"resetsAt", account.spendCap->resetsAt}};
    context.console.emit(object);
    noteNewerVersion(context, account);
    return ExitCode::Done;
}

Outcome<ExitCode> showProducts(Context& context) {
    LEADSHEET_TRY(auto connection, connect(context));
    LEADSHEET_TRY(const auto products,
                  connection.explained(connection.client->products().list(callOf(context))));
    const std::string& currency = connection.account.available.currency;
    Console& console = context.console;
    for (const Product& product : products) {
        json::array tiers;
        std::string prices;
        for (const ProductTier& tier : product.tiers) {
            tiers.push_back(
                {{"fromLeads", tier.fromLeads}, {"unitPriceMicros", tier.unitPriceMicros}});
            prices +=
                (prices.empty() ? "" : ", ") +
                said(say::priceFrom(unitPrice(tier.unitPriceMicros, currency), tier.fromLeads));
        }
        console.say(Text(product.id, Style::Bold).add(" · " + product.title));
        console.say("  " + product.description, 2);
        if (!prices.empty())
            console.say(Text("  " + prices, Style::Dim), 2);
        json::error_code ignored;
        console.emit({{"type", "product"},
                      {"id", product.id},
                      {"title", product.title},
                      {"description", product.description},
                      {"tiers", tiers},
                      {"fields", json::parse(product.fieldsSchema, ignored)}});
    }
    return ExitCode::Done;
}

} // namespace

void addAccountCommands(Registry& registry) {
    const Command account = registry.root.addCommand("account", help::account());
    const Command ledger = account.addCommand("ledger", help::accountLedger());
    auto limit = std::make_shared<std::size_t>(50);
    addLimitOption(ledger, *limit);
    const Command usage = account.addCommand("usage", help::accountUsage());
    const Command cap = account.addCommand("cap", help::accountCap());
    // Called for `account ledger` as well.
    account.whenChosen([&registry, ledger, usage, cap, limit] {
        if (ledger.isChosen())
            registry.chosen = [limit](Context& context) {
                return showLedger(context, *limit);
            };
        else if (usage.isChosen())
            registry.chosen = showUsage;
        else
            registry.chosen = cap.isChosen() ? Action(showCap) : Action(showAccount);
    });
    registry.bind(registry.root.addCommand("products", help::products()), showProducts);
}

} // namespace leadsheet::cli
