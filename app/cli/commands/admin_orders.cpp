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

Outcome<AdminOrderFilter> filterOf(const QueueWishes& wishes) {
    AdminOrderFilter filter;
    if (wishes.status != "all")
        filter.status =
            orderStatusFromName(wishes.status.empty() ? "pending_review" : wishes.status);
    if (!wishes.account.empty()) {
        auto account = accountIdOf(wishes.account);
        if (!account)
            return fail(account.error());
        filter.account = *std::move(account);
    }
    if (!wishes.since.empty())
        filter.createdAfter = wishes.since;
    return filter;
}

/// What the step does, for the question before it; empty for steps that move no money.
Message deedOf(Step step, const StepWishes& wishes, const std::optional<Money>& amount) {
    switch (step) {
    case Step::Reject:
        return say::deedReject(wishes.order);
    case Step::Fail:
        return say::deedFail(wishes.order);
    case Step::Deliver:
        return wishes.part ? say::deedDeliverPart(wishes.order) : say::deedDeliver(wishes.order);
    case Step::Refund:
        return amount ? say::deedRefund(*amount, wishes.order) : say::deedRefundAll(wishes.order);
    case Step::Approve:
    case Step::RequestInfo:
        break;
    }
    return {};
}

Result<AdminOrder> perform(const AdminOrders& orders, Step step, const OrderStep& place,
                           const StepWishes& wishes, const std::optional<Money>& amount,
                           const CallOptions& call) {
    switch (step) {
    case Step::Approve:
        return orders.approve(place, call);
    case Step::Reject:
        return orders.reject(place, wishes.text, call);
    case Step::RequestInfo:
        return orders.requestInfo(place, wishes.text, call);
    case Step::Deliver:
        return wishes.part ? orders.deliverPart(place, call) : orders.deliver(place, call);
    case Step::Fail:
        return orders.fail(place, wishes.text, call);
    case Step::Refund:
        return orders.refund(place, amount, wishes.text, call);
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

} // namespace

Outcome<ExitCode> showQueue(Context& context, const QueueWishes& wishes) {
    auto filter = filterOf(wishes);
    if (!filter)
        return fail(filter.error());
    auto connection = connectOperator(context);
    if (!connection)
        return fail(connection.error());
    auto range = connection->admin().orders().all(*filter, {}, callOf(context));
    const auto orders = range.take(wishes.limit + 1);
    if (!orders)
        return fail(connection->explained(orders.error()));
    Table table({{said(messages::clirun::columnOrder()), {}},
                 {said(words::created()), {}},
                 {said(words::account()), {}},
                 {said(messages::order::product()), {}},
                 {said(words::leads()), Table::Align::Right},
                 {said(say::ingested()), Table::Align::Right},
                 {said(words::quotedAtMost()), Table::Align::Right},
                 {said(messages::clioutbound::version()), Table::Align::Right},
                 {said(words::status()), {}}});
    for (std::size_t i = 0; i < orders->size() && i < wishes.limit; ++i) {
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
    if (orders->size() > wishes.limit)
        context.console.say(say::moreWait());
    return ExitCode::Done;
}

Outcome<ExitCode> performStep(Context& context, Step step, const StepWishes& wishes) {
    auto number = orderNumberOf(wishes.order);
    if (!number)
        return fail(number.error());
    auto connection = connectOperator(context);
    if (!connection)
        return fail(connection.error());
    auto key = stepKey(*connection->client, wishes.idempotencyKey);
    if (!key)
        return fail(key.error());
    const auto amount = amountOf(context, *connection, *number, wishes.amount);
    if (!amount)
        return fail(amount.error());
    if (const Message deed = deedOf(step, wishes, *amount); !deed.empty())
        if (auto confirmed = confirm(context, deed, wishes.yes); !confirmed)
            return fail(confirmed.error());
    OrderStep place(*number, *key);
    if (wishes.version > 0)
        place.expectedVersion = wishes.version;
    const auto done =
        perform(connection->admin().orders(), step, place, wishes, *amount, callOf(context));
    if (!done) {
        Failure failure = connection->explained(done.error(), key->str());
        if (done.error().is(ErrorCode::NotFound))
            failure.what = say::noSuchOrder(wishes.order);
        return fail(failure);
    }
    const Order& order = done->order;
    context.console.emit(adminOrderJson(*done));
    context.console.say(Text(order.number.str(), Style::Bold)
                            .add(" · " + order.statusText + " · " +
                                 std::string(toString(order.payment)) + " · " +
                                 said(say::version(order.version))));
    return ExitCode::Done;
}

} // namespace leadsheet::cli
