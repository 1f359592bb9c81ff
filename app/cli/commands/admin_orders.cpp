// SPDX-License-Identifier: Apache-2.0
#include "admin_orders.hpp"

#include "../output/clock_words.hpp"
#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/calls.hpp"
#include "account_details.hpp"
#include "common_arguments.hpp"

#include "leadsheet/messages/cliaccount.hpp"
#include "leadsheet/messages/cliadmin.hpp"
#include "leadsheet/messages/clioutbound.hpp"
#include "leadsheet/messages/clirun.hpp"
#include "leadsheet/resource/admin_orders.hpp"
#include "leadsheet/try.hpp"

#include <boost/json.hpp>

namespace leadsheet::cli {
namespace {

namespace json = boost::json;
namespace words = messages::cliaccount;
namespace say = messages::cliadmin;

json::object adminOrderJson(const AdminOrder& full) {
    const Order& order = full.order;
    json::object object{{"type", "adminOrder"},
                        {"orderNumber", order.number.str()},
                        {"accountId", full.account.str()},
                        {"accountName", full.accountName},
                        {"status", order.statusText},
                        {"paymentStatus", toString(order.payment)},
                        {"product", order.product},
                        {"leadCount", order.leadCount},
                        {"version", order.version},
                        {"createdAt", order.createdAt},
                        {"updatedAt", order.updatedAt},
                        {"ingested",
                         {{"accepted", full.ingested.accepted},
                          {"duplicate", full.ingested.duplicate},
                          {"rejected", full.ingested.rejected},
                          {"final", full.ingested.final}}}};
    if (order.price)
        object["price"] = moneyJson(*order.price);
    if (order.captured)
        object["captured"] = moneyJson(*order.captured); // as it was called before
    addOrderMoney(object, order);
    if (order.question)
        object["question"] = *order.question;
    json::error_code ignored;
    if (!order.request.empty())
        object["request"] = json::parse(order.request, ignored);
    return object;
}

Outcome<AdminOrderFilter> filterOf(const QueueArguments& arguments, WallTime now) {
    AdminOrderFilter filter;
    if (arguments.status != "all")
        filter.status =
            orderStatusFromName(arguments.status.empty() ? "pending_review" : arguments.status);
    if (!arguments.account.empty()) {
        LEADSHEET_TRY(filter.account, accountIdOf(arguments.account));
    }
    if (!arguments.since.empty()) {
        LEADSHEET_TRY(filter.createdAfter, momentOf(arguments.since, now));
    }
    return filter;
}

/// What the step does, for the question before it; empty for steps that move no money.
Message deedOf(Step step, const StepArguments& arguments, const std::optional<Money>& amount) {
    switch (step) {
    case Step::Reject:
        return say::deedReject(arguments.order);
    case Step::Fail:
        return say::deedFail(arguments.order);
    case Step::Deliver:
        return arguments.part ? say::deedDeliverPart(arguments.order)
                              : say::deedDeliver(arguments.order);
    case Step::Refund:
        return amount ? say::deedRefund(*amount, arguments.order)
                      : say::deedRefundAll(arguments.order);
    case Step::Approve:
    case Step::RequestInfo:
        break;
    }
    return {};
}

Result<AdminOrder> perform(const AdminOrders& orders, Step step, const OrderStep& place,
                           const StepArguments& arguments, const std::optional<Money>& amount,
                           const CallOptions& call) {
    switch (step) {
    case Step::Approve:
        return orders.approve(place, call);
    case Step::Reject:
        return orders.reject(place, arguments.text, call);
    case Step::RequestInfo:
        return orders.requestInfo(place, arguments.text, call);
    case Step::Deliver:
        return arguments.part ? orders.deliverPart(place, call) : orders.deliver(place, call);
    case Step::Fail:
        return orders.fail(place, arguments.text, call);
    case Step::Refund:
        return orders.refund(place, amount, arguments.text, call);
    }
    return failure(localError(ErrorCode::InvalidArgument, "There is no such step."));
}

/// The amount in the currency that the order was paid in.
Outcome<std::optional<Money>> amountOf(Context& context, const OperatorConnection& connection,
                                       const OrderNumber& number, const std::string& text) {
    if (text.empty())
        return std::optional<Money>();
    const auto order = connection.admin().orders().get(number, callOf(context));
    if (!order)
        return fail(connection.explained(order.error()));
    auto amount = parseMoney(text, order->order.price.value_or(Money()).currency);
    if (!amount)
        return fail(usageFailure(Sentences(say::amountNotAnAmount(text)).add(amount.error())));
    return std::optional<Money>(*std::move(amount));
}

/// An error of the operators' plane about one order; `key` is that of a step, empty for a reading.
Failure noSuchOrder(const OperatorConnection& connection, const Error& error,
                    const std::string& order, const std::string& key = {}) {
    Failure failure = connection.explained(error, key);
    if (error.is(ErrorCode::NotFound))
        failure.what = say::noSuchOrder(order);
    return failure;
}

} // namespace

Outcome<ExitCode> showQueue(Context& context, const QueueArguments& arguments) {
    LEADSHEET_TRY(auto filter, filterOf(arguments, context.now()));
    LEADSHEET_TRY(auto connection, connectOperator(context));
    auto range = connection.admin().orders().all(filter, {}, callOf(context));
    const auto orders = range.take(arguments.limit + 1);
    if (!orders)
        return fail(connection.explained(orders.error()));
    Table table({{said(messages::clirun::columnOrder()), {}},
                 {said(words::created()), {}},
                 {said(words::account()), {}},
                 {said(messages::order::product()), {}},
                 {said(words::leads()), Table::Align::Right},
                 {said(say::ingested()), Table::Align::Right},
                 {said(words::quotedAtMost()), Table::Align::Right},
                 {said(messages::clioutbound::version()), Table::Align::Right},
                 {said(words::status()), {}}});
    for (std::size_t i = 0; i < orders->size() && i < arguments.limit; ++i) {
        const AdminOrder& full = (*orders)[i];
        const Order& order = full.order;
        context.console.emit(adminOrderJson(full));
        table.row({order.number.str(), clockTime(order.createdAt, context.now()),
                   full.accountName.empty() ? full.account.str() : full.accountName, order.product,
                   number(order.leadCount), number(full.ingested.accepted),
                   order.price ? money(*order.price) : "", std::to_string(order.version),
                   order.statusText});
    }
    if (table.empty())
        context.console.say(say::noneWaits());
    else
        table.print(context.console);
    if (orders->size() > arguments.limit)
        context.console.say(say::moreWait());
    return ExitCode::Done;
}

Outcome<ExitCode> showQueuedEvents(Context& context, const std::string& order) {
    LEADSHEET_TRY(auto number, orderNumberOf(order));
    LEADSHEET_TRY(auto connection, connectOperator(context));
    const auto shown = showOrderEvents(context, order, [&](const PageOptions& page) {
        return connection.admin().orders().events(number, page, callOf(context));
    });
    if (!shown)
        return fail(noSuchOrder(connection, shown.error(), order));
    return ExitCode::Done;
}

Outcome<ExitCode> performStep(Context& context, Step step, const StepArguments& arguments) {
    LEADSHEET_TRY(auto number, orderNumberOf(arguments.order));
    LEADSHEET_TRY(auto connection, connectOperator(context));
    LEADSHEET_TRY(auto key, stepKey(*connection.client, arguments.idempotencyKey));
    LEADSHEET_TRY(const auto amount, amountOf(context, connection, number, arguments.amount));
    if (const Message deed = deedOf(step, arguments, amount); !deed.empty())
        if (auto confirmed = confirm(context, deed, arguments.yes); !confirmed)
            return fail(confirmed.error());
    OrderStep place(number, key);
    if (arguments.version > 0)
        place.expectedVersion = arguments.version;
    const auto done =
        perform(connection.admin().orders(), step, place, arguments, amount, callOf(context));
    if (!done)
        return fail(noSuchOrder(connection, done.error(), arguments.order, key.str()));
    const Order& order = done->order;
    context.console.emit(adminOrderJson(*done));
    context.console.say(Text(order.number.str(), Style::Bold)
                            .add(" · " + order.statusText + " · " +
                                 std::string(toString(order.payment)) + " · " +
                                 said(say::version(order.version))));
    return ExitCode::Done;
}

} // namespace leadsheet::cli
