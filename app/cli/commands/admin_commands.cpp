// SPDX-License-Identifier: Apache-2.0
#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/connection.hpp"
#include "../session/context.hpp"
#include "account_commands.hpp"
#include "common_arguments.hpp"
#include "registry.hpp"

#include "leadsheet/messages/cliaccount.hpp"
#include "leadsheet/messages/cliadmin.hpp"
#include "leadsheet/messages/clioutbound.hpp"
#include "leadsheet/messages/clirun.hpp"
#include "leadsheet/resource/admin_orders.hpp"
#include "leadsheet/try.hpp"

#include <array>
#include <boost/json.hpp>
#include <memory>
#include <string>

namespace leadsheet::cli {
namespace {

struct QueueArguments {
    std::string status;
    std::string account;
    std::string since;
    std::size_t limit = 50;
};

/// A step of an order, as options say it.
struct StepArguments {
    std::string order;
    std::string text;   ///< reason or question
    std::string amount; ///< of a refund; empty = all of it
    std::string idempotencyKey;
    std::int64_t version = 0; ///< 0 = whatever it is now
    bool part = false;        ///< of a delivery: the order goes on
    bool yes = false;
};

enum class Step { Approve, Reject, RequestInfo, Deliver, Fail, Refund };

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
    putIf(object, "price", order.price);
    if (order.captured)
        object["captured"] = moneyJson(*order.captured); // as it was called before
    addOrderMoney(object, order);
    putIf(object, "question", order.question);
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
    LEADSHEET_TRY(const auto order,
                  connection.explained(connection.admin().orders().get(number, callOf(context))));
    auto amount = typedMoney(text, order.order.price.value_or(Money()).currency);
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

Outcome<ExitCode> showQueue(Context& context, const QueueArguments& arguments) {
    LEADSHEET_TRY(auto filter, filterOf(arguments, context.now()));
    LEADSHEET_TRY(auto connection, connectOperator(context));
    auto range = connection.admin().orders().all(filter, {}, callOf(context));
    LEADSHEET_TRY(const auto orders, connection.explained(range.take(arguments.limit + 1)));
    Table table({{said(messages::clirun::columnOrder()), {}},
                 {said(words::created()), {}},
                 {said(words::account()), {}},
                 {said(messages::order::product()), {}},
                 {said(words::leads()), Table::Align::Right},
                 {said(say::ingested()), Table::Align::Right},
                 {said(words::quotedAtMost()), Table::Align::Right},
                 {said(messages::clioutbound::version()), Table::Align::Right},
                 {said(words::status()), {}}});
    for (std::size_t i = 0; i < orders.size() && i < arguments.limit; ++i) {
        const AdminOrder& full = orders[i];
        const Order& order = full.order;
        context.console.emit(adminOrderJson(full));
        table.row({order.number.str(), clockTime(order.createdAt, context.now()),
                   full.accountName.empty() ? full.account.str() : full.accountName, order.product,
                   number(order.leadCount), number(full.ingested.accepted),
                   order.price ? money(*order.price) : "", std::to_string(order.version),
                   order.statusText});
    }
    table.printOr(context.console, say::noneWaits());
    if (orders.size() > arguments.limit)
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
        LEADSHEET_TRY_DONE(confirm(context, deed, arguments.yes));
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

struct StepForm {
    Step step;
    const char* name;
    Message (*about)();
    const char* text; ///< the option for its text; null = it has none
    Message (*aboutText)();
};

constexpr std::array kSteps = {
    StepForm{Step::Approve, "approve", help::adminApprove, nullptr, nullptr},
    StepForm{Step::Reject, "reject", help::adminReject, "--reason", help::rejectReason},
    StepForm{Step::RequestInfo, "request-info", help::adminRequestInfo, "--question",
             help::question},
    StepForm{Step::Deliver, "deliver", help::adminDeliver, nullptr, nullptr},
    StepForm{Step::Fail, "fail", help::adminFail, "--reason", help::rejectReason},
    StepForm{Step::Refund, "refund", help::adminRefund, "--reason", help::rejectReason},
};

bool movesMoney(Step step) {
    return step != Step::Approve && step != Step::RequestInfo;
}

void addQueue(Registry& registry, const Command& admin) {
    auto arguments = std::make_shared<QueueArguments>();
    const Command queue = admin.addCommand("queue", help::adminQueue());
    queue.addOption("--status", arguments->status, help::queueStatus())
        .valueName("STATUS")
        .oneOf({"all", "pending_review", "in_progress", "info_requested", "delivered", "rejected",
                "cancelled", "failed", "refunded"});
    queue.addOption("--account", arguments->account, help::queueAccount()).valueName("ACCOUNT");
    queue.addOption("--created-after", arguments->since, help::createdAfter()).valueName("TIME");
    addLimitOption(queue, arguments->limit);
    registry.bind(queue, showQueue, arguments);
}

void addEvents(Registry& registry, const Command& admin) {
    auto order = std::make_shared<std::string>();
    const Command events = admin.addCommand("events", help::adminEvents());
    events.addOption("ORDER", *order, help::orderNumber()).required();
    registry.bind(events, showQueuedEvents, order);
}

void addStep(Registry& registry, const Command& admin, const StepForm& form) {
    auto arguments = std::make_shared<StepArguments>();
    const Command command = admin.addCommand(form.name, form.about());
    command.addOption("ORDER", arguments->order, help::orderNumber()).required();
    if (form.text != nullptr)
        command.addOption(form.text, arguments->text, form.aboutText())
            .required()
            .valueName("TEXT");
    if (form.step == Step::Refund)
        command.addOption("--amount", arguments->amount, help::refundAmount()).valueName("AMOUNT");
    if (form.step == Step::Deliver)
        command.addFlag("--part", arguments->part, help::part());
    command.addOption("--expect-version", arguments->version, help::approveExpectVersion())
        .valueName("N")
        .positive();
    addOnceOption(command, arguments->idempotencyKey);
    if (movesMoney(form.step))
        command.addFlag("--yes", arguments->yes, help::yes());
    const auto perform = [step = form.step](Context& context, const StepArguments& given) {
        return performStep(context, step, given);
    };
    registry.bind(command, perform, arguments);
}

} // namespace

void addAdminCommands(Registry& registry) {
    const Command admin = registry.root.addCommand("admin", help::admin());
    admin.needsCommand();
    addQueue(registry, admin);
    addEvents(registry, admin);
    for (const StepForm& form : kSteps)
        addStep(registry, admin, form);
    addAdminIngestCommand(registry, admin);
    addAdminExportCommand(registry, admin);
    addAdminAccountCommands(registry, admin);
    addAdminKeyCommands(registry, admin);
    addAdminSuppressionCommands(registry, admin);
}

} // namespace leadsheet::cli
