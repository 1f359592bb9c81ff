// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/calls.hpp"
#include "../session/connection.hpp"
#include "account_details.hpp"
#include "common_arguments.hpp"
#include "leadsheet/app/accounts/newer_version.hpp"
#include "leadsheet/messages/cliaccount.hpp"
#include "leadsheet/messages/clirun.hpp"
#include "leadsheet/try.hpp"

#include <boost/json.hpp>

namespace leadsheet::cli {
namespace {

namespace json = boost::json;
namespace say = messages::cliaccount;

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
    const auto budgets = connection.client->account().rateLimit(callOf(context));
    if (!budgets)
        return fail(explain(budgets.error(), connection.circumstances(false)));
    Table table({{"", {}}, {"", {}}});
    table.row({said(say::account()), account.id});
    table.row({said(say::environment()), account.environment});
    table.row({said(say::available()), money(account.available)});
    table.row({said(messages::clirun::held()), money(account.held)});
    if (account.spendCap)
        table.row({said(say::dailyCap()),
                   said(say::capUsedToday(account.spendCap->daily, account.spendCap->spentToday))});
    std::string scopes;
    for (const std::string& scope : account.key.scopes)
        scopes += (scopes.empty() ? "" : ", ") + scope;
    table.row({said(say::key()), said(say::keyEnding(account.key.type, account.key.last4))});
    table.row({said(say::may()), scopes});
    json::array list;
    for (const BudgetStatus& budget : *budgets) {
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
    const auto products = connection.client->products().list(callOf(context));
    if (!products)
        return fail(explain(products.error(), connection.circumstances(false)));
    const std::string& currency = connection.account.available.currency;
    Console& console = context.console;
    for (const Product& product : *products) {
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
