// SPDX-License-Identifier: Apache-2.0
#include "account_details.hpp"

#include "../output/clock_words.hpp"
#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/calls.hpp"
#include "../session/connection.hpp"

#include "leadsheet/app/order_money.hpp"
#include "leadsheet/app/statement.hpp"

#include <boost/json.hpp>

namespace leadsheet::cli {

namespace json = boost::json;

json::object ledgerEntryJson(const LedgerEntry& entry) {
    json::object object{{"type", "ledgerEntry"},
                        {"id", entry.id},
                        {"at", entry.at},
                        {"movement", entry.type},
                        {"amount", moneyJson(entry.amount)},
                        {"available", moneyJson(entry.available)},
                        {"held", moneyJson(entry.held)}};
    if (entry.orderNumber)
        object["orderNumber"] = *entry.orderNumber;
    if (entry.reason)
        object["reason"] = *entry.reason;
    return object;
}

void addOrderMoney(json::object& object, const Order& order) {
    if (order.price)
        object["quoted"] = moneyJson(*order.price);
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
        rows.push_back({"quoted at most", format(*order.price)});
    if (const auto sums = app::moneyOf(order)) {
        const std::string& currency = order.price->currency;
        rows.push_back({"held", money(sums->held, currency)});
        rows.push_back({"charged", money(sums->charged, currency)});
        rows.push_back({"released", money(sums->released, currency)});
        rows.push_back({"refunded", money(sums->refunded, currency)});
    }
    return rows;
}

Outcome<ExitCode> showLedger(Context& context, std::size_t limit) {
    auto connection = connect(context);
    if (!connection)
        return fail(connection.error());
    auto range = connection->client->account().ledgerAll({}, callOf(context));
    const auto entries = range.take(limit + 1);
    if (!entries)
        return fail(explain(entries.error(), connection->circumstances(false)));
    Table table({{"time", {}},
                 {"movement", {}},
                 {"amount", Table::Align::Right},
                 {"available", Table::Align::Right},
                 {"held", Table::Align::Right},
                 {"order", {}},
                 {"reason", {}}});
    for (std::size_t i = 0; i < entries->size() && i < limit; ++i) {
        const LedgerEntry& entry = (*entries)[i];
        context.console.emit(ledgerEntryJson(entry));
        table.row({clockTime(entry.at, context.now()), std::string(app::movementWord(entry.type)),
                   format(entry.amount), format(entry.available), format(entry.held),
                   entry.orderNumber.value_or(""), entry.reason.value_or("")});
    }
    if (table.empty())
        context.console.say("No movements of money yet.");
    else
        table.print(context.console);
    if (entries->size() > limit)
        context.console.say("There are older ones; see them with --limit N");
    return ExitCode::Done;
}

Outcome<ExitCode> showUsage(Context& context) {
    auto connection = connect(context);
    if (!connection)
        return fail(connection.error());
    const auto budgets = connection->client->account().rateLimit(callOf(context));
    if (!budgets)
        return fail(explain(budgets.error(), connection->circumstances(false)));
    Table table({{"budget", {}},
                 {"used", Table::Align::Right},
                 {"left", Table::Align::Right},
                 {"of", Table::Align::Right},
                 {"new in", {}}});
    for (const BudgetStatus& budget : *budgets) {
        const std::int64_t used = budget.limit - budget.remaining;
        context.console.emit({{"type", "usage"},
                              {"policy", budget.policy},
                              {"used", used},
                              {"remaining", budget.remaining},
                              {"limit", budget.limit},
                              {"windowSeconds", budget.windowSeconds},
                              {"resetSeconds", budget.resetSeconds}});
        table.row({budget.policy, app::displayNumber(used), app::displayNumber(budget.remaining),
                   app::displayNumber(budget.limit),
                   duration(std::chrono::seconds(budget.resetSeconds))});
    }
    table.print(context.console);
    return ExitCode::Done;
}

Outcome<ExitCode> showCap(Context& context) {
    auto connection = connect(context);
    if (!connection)
        return fail(connection.error());
    const auto& cap = connection->account.spendCap;
    json::object object{{"type", "spendCap"}};
    if (cap) {
        object["daily"] = moneyJson(cap->daily);
        object["spentToday"] = moneyJson(cap->spentToday);
        object["resetsAt"] = cap->resetsAt;
        context.console.say(format(cap->spentToday) + " of " + format(cap->daily) +
                            " used today; new at " + clockTime(cap->resetsAt, context.now()));
    } else {
        context.console.say("This key has no cap. A key with one: leadsheet keys create --cap "
                            "AMOUNT");
    }
    context.console.emit(object);
    return ExitCode::Done;
}

} // namespace leadsheet::cli
