// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

#include "../output/clock_words.hpp"
#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/calls.hpp"
#include "../session/connection.hpp"
#include "account_details.hpp"
#include "common_arguments.hpp"

#include <boost/json.hpp>

namespace leadsheet::cli {
namespace {

namespace json = boost::json;

constexpr int kPageSize = 100;

struct ListWishes {
    std::string status;
    std::string reference;
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
    if (order.price)
        object["price"] = moneyJson(*order.price);
    addOrderMoney(object, order);
    if (order.externalRef)
        object["externalRef"] = *order.externalRef;
    if (order.idempotencyKey)
        object["idempotencyKey"] = *order.idempotencyKey;
    if (order.question)
        object["question"] = *order.question;
    if (order.deliveredLeads)
        object["deliveredLeads"] = *order.deliveredLeads;
    return object;
}

Outcome<OrderFilter> filterOf(const ListWishes& wishes) {
    OrderFilter filter;
    if (!wishes.status.empty()) {
        filter.status = orderStatusFromName(wishes.status);
        if (*filter.status == OrderStatus::Unknown)
            return fail(usageFailure("'" + wishes.status + "' is not an order status.",
                                     "One of: pending_review, in_progress, info_requested, "
                                     "delivered, rejected, cancelled, failed, refunded"));
    }
    if (!wishes.key.empty()) {
        auto key = IdempotencyKey::parse(wishes.key);
        if (!key)
            return fail(explain(key.error(), {}));
        filter.idempotencyKey = *std::move(key);
    }
    if (!wishes.reference.empty())
        filter.externalRef = wishes.reference;
    if (!wishes.since.empty())
        filter.createdAfter = wishes.since;
    return filter;
}

Outcome<ExitCode> listOrders(Context& context, const ListWishes& wishes) {
    auto filter = filterOf(wishes);
    if (!filter)
        return fail(filter.error());
    auto connection = connect(context);
    if (!connection)
        return fail(connection.error());
    PageOptions page;
    page.limit = static_cast<int>(std::min<std::size_t>(wishes.limit + 1, kPageSize));
    auto range = connection->client->orders().all(*filter, page, callOf(context));
    const auto taken = range.take(wishes.limit + 1);
    if (!taken)
        return fail(explain(taken.error(), connection->circumstances(false)));
    Console& console = context.console;
    Table table({{"order", {}},
                 {"created", {}},
                 {"product", {}},
                 {"leads", Table::Align::Right},
                 {"quoted at most", Table::Align::Right},
                 {"status", {}}});
    for (std::size_t i = 0; i < taken->size() && i < wishes.limit; ++i) {
        const Order& order = (*taken)[i];
        console.emit(orderJson(order));
        table.row({order.number.str(), clockTime(order.createdAt, context.now()), order.product,
                   app::displayNumber(order.leadCount), order.price ? format(*order.price) : "",
                   order.statusText});
    }
    console.say(Text(connection->label(), connection->isSandbox() ? Style::Warn : Style::Dim));
    if (table.empty())
        console.say("No orders.");
    else
        table.print(console);
    if (taken->size() > wishes.limit)
        console.say("More than " + orders(static_cast<std::int64_t>(wishes.limit)) +
                    "; see further ones with --limit N");
    return ExitCode::Done;
}

Failure noSuchOrder(const Error& error, const std::string& number, const Connection& connection) {
    Failure failure = explain(error, connection.circumstances(false));
    if (error.is(ErrorCode::NotFound)) {
        failure.what = "There is no order " + number + " in this account.";
        failure.fix = "See them with: leadsheet orders list";
    }
    return failure;
}

Outcome<ExitCode> showOrder(Context& context, const std::string& text) {
    auto at = connectFor(context, orderNumberOf(text));
    if (!at)
        return fail(at.error());
    auto& [number, connection] = *at;
    const auto order = connection.client->orders().get(number, callOf(context));
    if (!order)
        return fail(noSuchOrder(order.error(), text, connection));
    Console& console = context.console;
    console.emit(orderJson(*order));
    console.say(
        Text(order->number.str(), Style::Bold)
            .add(" · " + order->statusText + " · " + std::string(toString(order->payment))));
    Table table({{"", {}}, {"", {}}});
    table.row({"product", order->product});
    table.row({"leads", app::displayNumber(order->leadCount)});
    for (const auto& row : orderMoneyRows(*order))
        table.row(row);
    if (order->deliveredLeads)
        table.row({"delivered", leads(*order->deliveredLeads)});
    if (order->question)
        table.row({"question", *order->question});
    if (order->externalRef)
        table.row({"reference", *order->externalRef});
    if (order->idempotencyKey)
        table.row({"order key", *order->idempotencyKey});
    table.row({"created", clockTime(order->createdAt, context.now())});
    table.row({"account", connection.label()});
    table.print(console, 2);
    return ExitCode::Done;
}

Outcome<ExitCode> showEvents(Context& context, const std::string& text) {
    auto at = connectFor(context, orderNumberOf(text));
    if (!at)
        return fail(at.error());
    auto& [number, connection] = *at;
    Table table({{"time", {}}, {"event", {}}, {"by", {}}, {"", {}}});
    PageOptions page;
    for (;;) {
        const auto events = connection.client->orders().events(number, page, callOf(context));
        if (!events)
            return fail(noSuchOrder(events.error(), text, connection));
        for (const OrderEvent& event : events->items) {
            json::object object{{"type", "orderEvent"},     {"orderNumber", text},
                                {"seq", event.sequence},    {"event", event.type},
                                {"at", event.at},           {"status", toString(event.status)},
                                {"version", event.version}, {"actor", event.actor}};
            if (event.message)
                object["message"] = *event.message;
            context.console.emit(object);
            table.row({clockTime(event.at, context.now()), event.type, event.actor,
                       event.message.value_or("")});
        }
        if (!events->nextCursor || events->nextCursor == page.cursor)
            break;
        page.cursor = events->nextCursor;
    }
    table.print(context.console);
    return ExitCode::Done;
}

} // namespace

void addOrdersCommands(Registry& registry) {
    Command orders =
        registry.root.addCommand("orders", "Orders of the account, as the server has them");
    orders.needsCommand();

    Command list = orders.addCommand("list", "List orders");
    auto wishes = std::make_shared<ListWishes>();
    list.addOption("--status", wishes->status, "Only orders in this state").valueName("STATUS");
    list.addOption("--reference", wishes->reference, "Only orders with this external reference")
        .valueName("TEXT");
    list.addOption("--order-key", wishes->key, "Only the order that this order key bought")
        .valueName("ROWKEY");
    list.addOption("--created-after", wishes->since,
                   "Only newer ones, for example 2026-01-31T00:00:00Z")
        .valueName("TIME");
    addLimitOption(list, wishes->limit);
    registry.bind(list, listOrders, wishes);

    auto number = std::make_shared<std::string>();
    Command show = orders.addCommand("show", "Show one order");
    show.addOption("ORDER", *number, "Order number").required();
    registry.bind(show, showOrder, number);
    Command events = orders.addCommand("events", "Show what happened to one order");
    events.addOption("ORDER", *number, "Order number").required();
    registry.bind(events, showEvents, number);
}

} // namespace leadsheet::cli
