// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/connection.hpp"
#include "account_commands.hpp"
#include "common_arguments.hpp"
#include "leadsheet/messages/cliaccount.hpp"
#include "leadsheet/messages/clirun.hpp"
#include "leadsheet/try.hpp"

#include <boost/json.hpp>

namespace leadsheet::cli {
namespace {

namespace json = boost::json;
namespace say = messages::cliaccount;

constexpr int kPageSize = 100;

struct ListArguments {
    std::string status;
    std::string reference;
    std::string search;
    std::string key;
    std::string since;
    std::size_t limit = 50;
};

json::object orderJson(const Order& order) {
    json::object object{{"type", "order"},
                        {"orderNumber", order.number.str()},
                        {"status", order.statusText},
                        {"paymentStatus", toString(order.payment)},
                        {"product", order.product},
                        {"leadCount", order.leadCount},
                        {"version", order.version},
                        {"createdAt", order.createdAt},
                        {"updatedAt", order.updatedAt}};
    putIf(object, "price", order.price);
    addOrderMoney(object, order);
    putIf(object, "externalRef", order.externalRef);
    putIf(object, "idempotencyKey", order.idempotencyKey);
    putIf(object, "question", order.question);
    putIf(object, "deliveredLeads", order.deliveredLeads);
    return object;
}

Outcome<OrderFilter> filterOf(const ListArguments& arguments, WallTime now) {
    OrderFilter filter;
    if (!arguments.status.empty()) {
        filter.status = orderStatusFromName(arguments.status);
        if (*filter.status == OrderStatus::Unknown)
            return fail(usageFailure(say::noOrderStatus(arguments.status), say::orderStatuses()));
    }
    if (!arguments.key.empty()) {
        LEADSHEET_TRY(auto key, explained(IdempotencyKey::parse(arguments.key)));
        filter.idempotencyKey = std::move(key);
    }
    if (!arguments.reference.empty())
        filter.externalRef = arguments.reference;
    if (!arguments.search.empty())
        filter.search = arguments.search;
    if (!arguments.since.empty()) {
        LEADSHEET_TRY(filter.createdAfter, momentOf(arguments.since, now));
    }
    return filter;
}

Outcome<ExitCode> listOrders(Context& context, const ListArguments& arguments) {
    LEADSHEET_TRY(auto filter, filterOf(arguments, context.now()));
    LEADSHEET_TRY(auto connection, connect(context));
    PageOptions page;
    page.limit = static_cast<int>(std::min<std::size_t>(arguments.limit + 1, kPageSize));
    auto range = connection.client->orders().all(filter, page, callOf(context));
    LEADSHEET_TRY(const auto taken, connection.explained(range.take(arguments.limit + 1)));
    Console& console = context.console;
    Table table({{said(messages::clirun::columnOrder()), {}},
                 {said(say::created()), {}},
                 {said(messages::order::product()), {}},
                 {said(say::leads()), Table::Align::Right},
                 {said(say::quotedAtMost()), Table::Align::Right},
                 {said(say::status()), {}}});
    for (std::size_t i = 0; i < taken.size() && i < arguments.limit; ++i) {
        const Order& order = taken[i];
        console.emit(orderJson(order));
        table.row({order.number.str(), clockTime(order.createdAt, context.now()), order.product,
                   number(order.leadCount), order.price ? money(*order.price) : "",
                   order.statusText});
    }
    console.say(Text(connection.label(), connection.isSandbox() ? Style::Warn : Style::Dim));
    table.printOr(console, say::noOrders());
    if (taken.size() > arguments.limit)
        console.say(say::moreThan(orders(static_cast<std::int64_t>(arguments.limit))));
    return ExitCode::Done;
}

Failure noSuchOrder(const Error& error, const std::string& number, const Connection& connection) {
    Failure failure = explain(error, connection.circumstances(false));
    if (error.is(ErrorCode::NotFound)) {
        failure.what = say::noSuchOrder(number);
        failure.fix = say::seeOrders();
    }
    return failure;
}

Outcome<ExitCode> showOrder(Context& context, const std::string& text) {
    LEADSHEET_TRY(auto at, connectFor(context, orderNumberOf(text)));
    auto& [orderNumber, connection] = at;
    const auto order = connection.client->orders().get(orderNumber, callOf(context));
    if (!order)
        return fail(noSuchOrder(order.error(), text, connection));
    Console& console = context.console;
    console.emit(orderJson(*order));
    console.say(
        Text(order->number.str(), Style::Bold)
            .add(" · " + order->statusText + " · " + std::string(toString(order->payment))));
    Table table({{"", {}}, {"", {}}});
    table.row({said(messages::order::product()), order->product});
    table.row({said(say::leads()), number(order->leadCount)});
    for (const auto& row : orderMoneyRows(*order))
        table.row(row);
    if (order->deliveredLeads)
        table.row({said(say::delivered()), said(leads(*order->deliveredLeads))});
    if (order->question)
        table.row({said(say::question()), *order->question});
    if (order->externalRef)
        table.row({said(say::reference()), *order->externalRef});
    if (order->idempotencyKey)
        table.row({said(say::orderKey()), *order->idempotencyKey});
    table.row({said(say::created()), clockTime(order->createdAt, context.now())});
    table.row({said(say::account()), connection.label()});
    table.print(console, 2);
    return ExitCode::Done;
}

Outcome<ExitCode> showEvents(Context& context, const std::string& text) {
    LEADSHEET_TRY(auto at, connectFor(context, orderNumberOf(text)));
    const auto shown = showOrderEvents(context, text, [&](const PageOptions& page) {
        return at.connection.client->orders().events(at.id, page, callOf(context));
    });
    if (!shown)
        return fail(noSuchOrder(shown.error(), text, at.connection));
    return ExitCode::Done;
}

} // namespace

void addOrdersCommands(Registry& registry) {
    Command orders = registry.root.addCommand("orders", help::orders());
    orders.needsCommand();

    Command list = orders.addCommand("list", help::ordersList());
    auto arguments = std::make_shared<ListArguments>();
    list.addOption("--status", arguments->status, help::onlyStatus()).valueName("STATUS");
    list.addOption("--reference", arguments->reference, help::reference()).valueName("TEXT");
    list.addOption("--search", arguments->search, help::searchOrders()).valueName("WORDS");
    list.addOption("--order-key", arguments->key, help::orderKey()).valueName("ROWKEY");
    list.addOption("--created-after", arguments->since, help::createdAfter()).valueName("TIME");
    addLimitOption(list, arguments->limit);
    registry.bind(list, listOrders, arguments);

    auto number = std::make_shared<std::string>();
    Command show = orders.addCommand("show", help::ordersShow());
    show.addOption("ORDER", *number, help::orderNumber()).required();
    registry.bind(show, showOrder, number);
    Command events = orders.addCommand("events", help::ordersEvents());
    events.addOption("ORDER", *number, help::orderNumber()).required();
    registry.bind(events, showEvents, number);
}

} // namespace leadsheet::cli
