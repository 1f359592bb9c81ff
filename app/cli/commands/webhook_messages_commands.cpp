// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/connection.hpp"
#include "../terminal.hpp"
#include "common_arguments.hpp"
#include "webhook_listing.hpp"

#include "leadsheet/messages/cliaccount.hpp"
#include "leadsheet/messages/clioutbound.hpp"
#include "leadsheet/resource/leads.hpp"
#include "leadsheet/resource/webhooks.hpp"
#include "leadsheet/try.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <chrono>

namespace leadsheet::cli {
namespace {

namespace say = messages::clioutbound;
using std::chrono::milliseconds;

constexpr int kDeliveriesAPage = 100;
constexpr milliseconds kFirstLook{200};
constexpr milliseconds kLongestLook{2'000};
/// The service waits for 15 s, and the message may have to wait for its turn.
constexpr milliseconds kMaxWait{30'000};

struct MessageArguments {
    std::string id; ///< of the webhook or the delivery
    std::string state;
    std::string since;
    std::string order;
    std::string deliveredAfter;
    std::string result;
    std::size_t limit = 50;
    bool body = false;
    bool noWait = false;
    std::string idempotencyKey;
    bool dryRun = false;
};

Failure noDelivery(const Error& error, const Connection& connection, const std::string& id) {
    Failure failure = explainRefusal(error, connection.circumstances(false));
    if (error.is(ErrorCode::NotFound)) {
        failure.what = say::noSuchDelivery(id);
        failure.fix = messages::cliaccount::seeDeliveries();
    }
    return failure;
}

Outcome<ExitCode> listDeliveries(Context& context, const MessageArguments& arguments) {
    LEADSHEET_TRY(auto id, webhookIdOf(arguments.id));
    WebhookDeliveryFilter filter;
    filter.state = webhookDeliveryStateFromName(arguments.state);
    if (!arguments.since.empty()) {
        LEADSHEET_TRY(filter.createdAfter, momentOf(arguments.since, context.now()));
    }
    LEADSHEET_TRY(auto connection, connect(context));
    PageOptions page;
    page.limit = static_cast<int>(std::min<std::size_t>(arguments.limit + 1, kDeliveriesAPage));
    const auto shown = showDeliveries(
        context, connection.client->webhooks().allDeliveries(id, filter, page, callOf(context)),
        arguments.limit);
    if (!shown)
        return fail(explainWebhook(shown.error(), connection, arguments.id));
    return ExitCode::Done;
}

Outcome<ExitCode> showOneDelivery(Context& context, const MessageArguments& arguments) {
    LEADSHEET_TRY(auto at, connectFor(context, webhookDeliveryIdOf(arguments.id)));
    auto& [id, connection] = at;
    const auto detail = connection.client->webhooks().delivery(id, callOf(context));
    if (!detail)
        return fail(noDelivery(detail.error(), connection, arguments.id));
    showDeliveryDetail(context, *detail, arguments.body);
    return ExitCode::Done;
}

/// What became of a message: looks until an attempt was made after `before` of them.
Outcome<ExitCode> awaitAttempt(Context& context, const Connection& connection,
                               const WebhookDelivery& message, std::int64_t before) {
    milliseconds waited{0};
    milliseconds pause = kFirstLook;
    for (;;) {
        const auto seen = connection.client->webhooks().delivery(message.id, callOf(context));
        if (!seen)
            return fail(noDelivery(seen.error(), connection, message.id.str()));
        if (seen->delivery.attempts > before) {
            showDeliveryDetail(context, *seen, false);
            return seen->delivery.state == "delivered" ? ExitCode::Done : ExitCode::SomeRefused;
        }
        if (waited >= kMaxWait) {
            context.console.note(say::stillWaits(message.id.str()));
            context.console.emit(deliveryJson(seen->delivery));
            return ExitCode::SomeRefused;
        }
        if (waitForInterrupt(context.interrupts, pause))
            return fail(interruptedFailure());
        waited += pause;
        pause = std::min(pause * 2, kLongestLook);
    }
}

Outcome<ExitCode> showQueued(Context& context, const Connection& connection,
                             const WebhookDelivery& delivery, const MessageArguments& arguments) {
    if (!arguments.noWait)
        return awaitAttempt(context, connection, delivery, delivery.attempts);
    context.console.emit(deliveryJson(delivery));
    showDelivery(context, delivery);
    return ExitCode::Done;
}

Outcome<ExitCode> sendTest(Context& context, const MessageArguments& arguments) {
    LEADSHEET_TRY(auto at, connectFor(context, webhookIdOf(arguments.id)));
    auto& [id, connection] = at;
    LEADSHEET_TRY(auto once, stepKey(*connection.client, arguments.idempotencyKey));
    if (arguments.dryRun)
        return dryRunOfWebhook(context, connection, id, 0, say::wouldTest(id.str()));
    const auto delivery = connection.client->webhooks().test(id, once, callOf(context));
    if (!delivery)
        return fail(explainWebhook(delivery.error(), connection, arguments.id));
    return showQueued(context, connection, *delivery, arguments);
}

Outcome<ExitCode> resendMessage(Context& context, const MessageArguments& arguments) {
    LEADSHEET_TRY(auto at, connectFor(context, webhookDeliveryIdOf(arguments.id)));
    auto& [id, connection] = at;
    LEADSHEET_TRY(auto once, stepKey(*connection.client, arguments.idempotencyKey));
    if (arguments.dryRun) {
        const auto known = connection.client->webhooks().delivery(id, callOf(context));
        if (!known)
            return fail(noDelivery(known.error(), connection, arguments.id));
        return sayDryRun(context, id.str(), say::wouldResend(known->delivery.messageId));
    }
    const auto delivery = connection.client->webhooks().resend(id, once, callOf(context));
    if (!delivery)
        return fail(noDelivery(delivery.error(), connection, arguments.id));
    return showQueued(context, connection, *delivery, arguments);
}

Outcome<ExitCode> recoverMessages(Context& context, const MessageArguments& arguments) {
    LEADSHEET_TRY(auto id, webhookIdOf(arguments.id));
    LEADSHEET_TRY(auto since, momentOf(arguments.since, context.now()));
    LEADSHEET_TRY(auto connection, connect(context));
    LEADSHEET_TRY(auto once, stepKey(*connection.client, arguments.idempotencyKey));
    if (arguments.dryRun)
        return dryRunOfWebhook(context, connection, id, 0, say::wouldRecover(since, id.str()));
    const auto count = connection.client->webhooks().recover(id, since, once, callOf(context));
    if (!count)
        return fail(explainWebhook(count.error(), connection, arguments.id));
    context.console.emit(
        {{"type", "webhookRecovery"}, {"id", id.str()}, {"since", since}, {"queued", *count}});
    context.console.say(say::sentAgain(*count));
    return ExitCode::Done;
}

Outcome<ExitCode> dryRunOfLeads(Context& context, const Connection& connection, const WebhookId& id,
                                const LeadsToDeliver& which) {
    LeadFilter filter;
    filter.orderNumber = which.orderNumber;
    filter.deliveredAfter = which.deliveredAfter;
    filter.result = which.result;
    const auto count = connection.client->leads().count(filter, callOf(context));
    if (!count)
        return fail(explainRefusal(count.error(), connection.circumstances(false)));
    return dryRunOfWebhook(context, connection, id, 0,
                           say::wouldSendLeads(leads(*count), id.str()));
}

Outcome<ExitCode> deliverLeads(Context& context, const MessageArguments& arguments) {
    LEADSHEET_TRY(auto id, webhookIdOf(arguments.id));
    LeadsToDeliver which;
    if (!arguments.order.empty()) {
        LEADSHEET_TRY(which.orderNumber, orderNumberOf(arguments.order));
    }
    if (!arguments.deliveredAfter.empty()) {
        LEADSHEET_TRY(which.deliveredAfter, momentOf(arguments.deliveredAfter, context.now()));
    }
    which.result = leadResultFromName(arguments.result);
    if (!which.orderNumber && !which.deliveredAfter)
        return fail(usageFailure(say::whichLeads(), say::fixWhichLeadsSent()));
    LEADSHEET_TRY(auto connection, connect(context));
    LEADSHEET_TRY(auto once, stepKey(*connection.client, arguments.idempotencyKey));
    if (arguments.dryRun)
        return dryRunOfLeads(context, connection, id, which);
    const auto sent = connection.client->webhooks().deliver(id, which, once, callOf(context));
    if (!sent)
        return fail(sent.error().certainty == Certainty::Unknown
                        ? explainStep(sent.error(), connection.circumstances(false), once)
                        : explainRefusal(sent.error(), connection.circumstances(false)));
    context.console.emit({{"type", "leadsQueued"},
                          {"id", id.str()},
                          {"leads", sent->leads},
                          {"messages", sent->messages}});
    context.console.say(
        sent->leads > 0 && sent->messages == 0
            ? say::messagesFollow(leads(sent->leads))
            : say::leadsInMessages(leads(sent->leads), say::messages(sent->messages)));
    return ExitCode::Done;
}

void addWaitOptions(const Command& command, MessageArguments& arguments) {
    command.addFlag("--no-wait", arguments.noWait, help::noWait());
    addOnceOption(command, arguments.idempotencyKey, help::sendOnce());
}

} // namespace

void addWebhookMessagesCommands(Registry& registry, const Command& webhooks) {
    auto arguments = std::make_shared<MessageArguments>();
    const auto withId = [&](const char* name, const Message& about) {
        const Command command = webhooks.addCommand(name, about);
        command.addOption("WEBHOOK", arguments->id, help::webhook()).required();
        return command;
    };
    const auto withDelivery = [&](const char* name, const Message& about) {
        const Command command = webhooks.addCommand(name, about);
        command.addOption("DELIVERY", arguments->id, help::messageId()).required();
        return command;
    };

    const Command test = withId("test", help::webhooksTest());
    addWaitOptions(test, *arguments);
    addDryRunOption(test, arguments->dryRun, help::sendNothing());
    registry.bind(test, sendTest, arguments);

    const Command deliveries = withId("deliveries", help::webhooksDeliveries());
    deliveries.addOption("--state", arguments->state, help::deliveriesState())
        .valueName("STATE")
        .oneOf({"pending", "delivered", "failed", "held"});
    deliveries.addOption("--since", arguments->since, help::deliveriesSince()).valueName("TIME");
    addLimitOption(deliveries, arguments->limit);
    registry.bind(deliveries, listDeliveries, arguments);

    const Command one = withDelivery("delivery", help::webhooksDelivery());
    one.addFlag("--body", arguments->body, help::body());
    registry.bind(one, showOneDelivery, arguments);
    const Command again = withDelivery("resend", help::webhooksResend());
    addWaitOptions(again, *arguments);
    addDryRunOption(again, arguments->dryRun, help::sendNothing());
    registry.bind(again, resendMessage, arguments);

    const Command all = withId("recover", help::webhooksRecover());
    all.addOption("--since", arguments->since, help::recoverSince()).required().valueName("TIME");
    addOnceOption(all, arguments->idempotencyKey);
    addDryRunOption(all, arguments->dryRun, help::sendNothing());
    registry.bind(all, recoverMessages, arguments);

    const Command push = withId("deliver", help::webhooksDeliver());
    const Option order =
        push.addOption("--order", arguments->order, help::deliverOrder()).valueName("ORDER");
    push.addOption("--delivered-after", arguments->deliveredAfter, help::deliverDeliveredAfter())
        .valueName("TIME")
        .excludes(order);
    push.addOption("--result", arguments->result, help::onlyResult())
        .valueName("RESULT")
        .oneOf({"good", "risky", "unknown", "invalid"});
    addOnceOption(push, arguments->idempotencyKey);
    addDryRunOption(push, arguments->dryRun, help::sendNothing());
    registry.bind(push, deliverLeads, arguments);
}

} // namespace leadsheet::cli
