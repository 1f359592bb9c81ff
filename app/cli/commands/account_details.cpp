// SPDX-License-Identifier: Apache-2.0
#include "account_details.hpp"

#include "../output/clock_words.hpp"
#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/calls.hpp"
#include "../session/connection.hpp"

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
        const auto events = read(page);
        if (!events)
            return failure(events.error());
        for (const OrderEvent& event : events->items) {
            json::object object{{"type", "orderEvent"},     {"orderNumber", number},
                                {"seq", event.sequence},    {"event", event.type},
                                {"at", event.at},           {"status", toString(event.status)},
                                {"version", event.version}, {"actor", event.actor}};
            if (event.message)
                object["message"] = *event.message;
            if (!event.data.empty())
                object["data"] = json::parse(event.data);
            context.console.emit(object);
            table.row({clockTime(event.at, context.now()), event.type, event.actor,
                       event.message.value_or("")});
        }
        if (!events->nextCursor || events->nextCursor == page.cursor)
            break;
        page.cursor = events->nextCursor;
    }
    table.print(context.console);
    return {};
}

Outcome<ExitCode> showLedger(Context& context, std::size_t limit) {
    LEADSHEET_TRY(auto connection, connect(context));
    auto range = connection.client->account().ledgerAll({}, callOf(context));
    const auto entries = range.take(limit + 1);
    if (!entries)
        return fail(explain(entries.error(), connection.circumstances(false)));
    Table table({{said(say::time()), {}},
                 {said(say::movement()), {}},
                 {said(say::amount()), Table::Align::Right},
                 {said(say::available()), Table::Align::Right},
                 {said(messages::clirun::held()), Table::Align::Right},
                 {said(messages::clirun::columnOrder()), {}},
                 {said(say::reason()), {}}});
    for (std::size_t i = 0; i < entries->size() && i < limit; ++i) {
        const LedgerEntry& entry = (*entries)[i];
        context.console.emit(ledgerEntryJson(entry));
        table.row({clockTime(entry.at, context.now()), std::string(app::movementWord(entry.type)),
                   money(entry.amount), money(entry.available), money(entry.held),
                   entry.orderNumber.value_or(""), entry.reason.value_or("")});
    }
    if (table.empty())
        context.console.say(say::noMovements());
    else
        table.print(context.console);
    if (entries->size() > limit)
        context.console.say(say::olderMovements());
    return ExitCode::Done;
}

Outcome<ExitCode> showUsage(Context& context) {
    LEADSHEET_TRY(auto connection, connect(context));
    const auto budgets = connection.client->account().rateLimit(callOf(context));
    if (!budgets)
        return fail(explain(budgets.error(), connection.circumstances(false)));
    Table table({{said(say::budget()), {}},
                 {said(say::used()), Table::Align::Right},
                 {said(say::left()), Table::Align::Right},
                 {said(say::of()), Table::Align::Right},
                 {said(say::newIn()), {}}});
    for (const BudgetStatus& budget : *budgets) {
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

} // namespace leadsheet::cli
