// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/calls.hpp"
#include "../session/connection.hpp"
#include "../terminal.hpp"
#include "common_arguments.hpp"
#include "dry_run.hpp"
#include "webhook_listing.hpp"

#include "leadsheet/messages/cliaccount.hpp"
#include "leadsheet/messages/clioutbound.hpp"
#include "leadsheet/resource/leads.hpp"
#include "leadsheet/resource/webhooks.hpp"

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

struct MessageWishes {
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

Outcome<ExitCode> listDeliveries(Context& context, const MessageWishes& wishes) {
    auto id = webhookIdOf(wishes.id);
    if (!id)
        return fail(id.error());
    WebhookDeliveryFilter filter;
    filter.state = webhookDeliveryStateFromName(wishes.state);
    if (!wishes.since.empty()) {
        auto since = momentOf(wishes.since, context.now());
        if (!since)
            return fail(since.error());
        filter.createdAfter = *std::move(since);
    }
    auto connection = connect(context);
    if (!connection)
        return fail(connection.error());
    PageOptions page;
    page.limit = static_cast<int>(std::min<std::size_t>(wishes.limit + 1, kDeliveriesAPage));
    const auto shown = showDeliveries(
        context, connection->client->webhooks().allDeliveries(*id, filter, page, callOf(context)),
        wishes.limit);
    if (!shown)
        return fail(explainWebhook(shown.error(), *connection, wishes.id));
    return ExitCode::Done;
}

Outcome<ExitCode> showOneDelivery(Context& context, const MessageWishes& wishes) {
    auto at = connectFor(context, webhookDeliveryIdOf(wishes.id));
    if (!at)
        return fail(at.error());
    auto& [id, connection] = *at;
    const auto detail = connection.client->webhooks().delivery(id, callOf(context));
    if (!detail)
        return fail(noDelivery(detail.error(), connection, wishes.id));
    showDeliveryDetail(context, *detail, wishes.body);
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
                             const WebhookDelivery& delivery, const MessageWishes& wishes) {
    if (!wishes.noWait)
        return awaitAttempt(context, connection, delivery, delivery.attempts);
    context.console.emit(deliveryJson(delivery));
    showDelivery(context, delivery);
    return ExitCode::Done;
}

Outcome<ExitCode> sendTest(Context& context, const MessageWishes& wishes) {
    auto at = connectFor(context, webhookIdOf(wishes.id));
    if (!at)
        return fail(at.error());
    auto& [id, connection] = *at;
    auto once = stepKey(*connection.client, wishes.idempotencyKey);
    if (!once)
        return fail(once.error());
    if (wishes.dryRun)
        return dryRunOfWebhook(context, connection, id, 0, say::wouldTest(id.str()));
    const auto delivery = connection.client->webhooks().test(id, *once, callOf(context));
    if (!delivery)
        return fail(explainWebhook(delivery.error(), connection, wishes.id));
    return showQueued(context, connection, *delivery, wishes);
}

Outcome<ExitCode> resendMessage(Context& context, const MessageWishes& wishes) {
    auto at = connectFor(context, webhookDeliveryIdOf(wishes.id));
    if (!at)
        return fail(at.error());
    auto& [id, connection] = *at;
    auto once = stepKey(*connection.client, wishes.idempotencyKey);
    if (!once)
        return fail(once.error());
    if (wishes.dryRun) {
        const auto known = connection.client->webhooks().delivery(id, callOf(context));
        if (!known)
            return fail(noDelivery(known.error(), connection, wishes.id));
        return sayDryRun(context, id.str(), say::wouldResend(known->delivery.messageId));
    }
    const auto delivery = connection.client->webhooks().resend(id, *once, callOf(context));
    if (!delivery)
        return fail(noDelivery(delivery.error(), connection, wishes.id));
    return showQueued(context, connection, *delivery, wishes);
}

Outcome<ExitCode> recoverMessages(Context& context, const MessageWishes& wishes) {
    auto id = webhookIdOf(wishes.id);
    if (!id)
        return fail(id.error());
    auto since = momentOf(wishes.since, context.now());
    if (!since)
        return fail(since.error());
    auto connection = connect(context);
    if (!connection)
        return fail(connection.error());
    auto once = stepKey(*connection->client, wishes.idempotencyKey);
    if (!once)
        return fail(once.error());
    if (wishes.dryRun)
        return dryRunOfWebhook(context, *connection, *id, 0, say::wouldRecover(*since, id->str()));
    const auto count = connection->client->webhooks().recover(*id, *since, *once, callOf(context));
    if (!count)
        return fail(explainWebhook(count.error(), *connection, wishes.id));
    context.console.emit(
        {{"type", "webhookRecovery"}, {"id", id->str()}, {"since", *since}, {"queued", *count}});
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

Outcome<ExitCode> deliverLeads(Context& context, const MessageWishes& wishes) {
    auto id = webhookIdOf(wishes.id);
    if (!id)
        return fail(id.error());
    LeadsToDeliver which;
    if (!wishes.order.empty()) {
        auto number = orderNumberOf(wishes.order);
        if (!number)
            return fail(number.error());
        which.orderNumber = *std::move(number);
    }
    if (!wishes.deliveredAfter.empty()) {
        auto moment = momentOf(wishes.deliveredAfter, context.now());
        if (!moment)
            return fail(moment.error());
        which.deliveredAfter = *std::move(moment);
    }
    which.result = leadResultFromName(wishes.result);
    if (!which.orderNumber && !which.deliveredAfter)
        return fail(usageFailure(say::whichLeads(), say::fixWhichLeadsSent()));
    auto connection = connect(context);
    if (!connection)
        return fail(connection.error());
    auto once = stepKey(*connection->client, wishes.idempotencyKey);
    if (!once)
        return fail(once.error());
    if (wishes.dryRun)
        return dryRunOfLeads(context, *connection, *id, which);
    const auto sent = connection->client->webhooks().deliver(*id, which, *once, callOf(context));
    if (!sent)
        return fail(sent.error().certainty == Certainty::Unknown
                        ? explainStep(sent.error(), connection->circumstances(false), *once)
                        : explainRefusal(sent.error(), connection->circumstances(false)));
    context.console.emit({{"type", "leadsQueued"},
                          {"id", id->str()},
                          {"leads", sent->leads},
                          {"messages", sent->messages}});
    context.console.say(
        sent->leads > 0 && sent->messages == 0
            ? say::messagesFollow(leads(sent->leads))
            : say::leadsInMessages(leads(sent->leads), say::messages(sent->messages)));
    return ExitCode::Done;
}

void addWaitOptions(const Command& command, MessageWishes& wishes) {
    command.addFlag("--no-wait", wishes.noWait, help::noWait());
    addOnceOption(command, wishes.idempotencyKey, help::sendOnce());
}

} // namespace

void addWebhookMessagesCommands(Registry& registry, const Command& webhooks) {
    auto wishes = std::make_shared<MessageWishes>();
    const auto withId = [&](const char* name, const Message& about) {
        const Command command = webhooks.addCommand(name, about);
        command.addOption("WEBHOOK", wishes->id, help::webhook()).required();
        return command;
    };
    const auto withDelivery = [&](const char* name, const Message& about) {
        const Command command = webhooks.addCommand(name, about);
        command.addOption("DELIVERY", wishes->id, help::messageId()).required();
        return command;
    };

    const Command test = withId("test", help::webhooksTest());
    addWaitOptions(test, *wishes);
    addDryRunOption(test, wishes->dryRun, help::sendNothing());
    registry.bind(test, sendTest, wishes);

    const Command deliveries = withId("deliveries", help::webhooksDeliveries());
    deliveries.addOption("--state", wishes->state, help::deliveriesState())
        .valueName("STATE")
        .oneOf({"pending", "delivered", "failed", "held"});
    deliveries.addOption("--since", wishes->since, help::deliveriesSince())
        .valueName("TIME")
        .notEmpty();
    addLimitOption(deliveries, wishes->limit);
    registry.bind(deliveries, listDeliveries, wishes);

    const Command one = withDelivery("delivery", help::webhooksDelivery());
    one.addFlag("--body", wishes->body, help::body());
    registry.bind(one, showOneDelivery, wishes);
    const Command again = withDelivery("resend", help::webhooksResend());
    addWaitOptions(again, *wishes);
    addDryRunOption(again, wishes->dryRun, help::sendNothing());
    registry.bind(again, resendMessage, wishes);

    const Command all = withId("recover", help::webhooksRecover());
    all.addOption("--since", wishes->since, help::recoverSince()).required().valueName("TIME");
    addOnceOption(all, wishes->idempotencyKey);
    addDryRunOption(all, wishes->dryRun, help::sendNothing());
    registry.bind(all, recoverMessages, wishes);

    const Command push = withId("deliver", help::webhooksDeliver());
    const Option order = push.addOption("--order", wishes->order, help::deliverOrder())
                             .valueName("ORDER")
                             .notEmpty();
    push.addOption("--delivered-after", wishes->deliveredAfter, help::deliverDeliveredAfter())
        .valueName("TIME")
        .notEmpty()
        .excludes(order);
    push.addOption("--result", wishes->result, help::onlyResult())
        .valueName("RESULT")
        .oneOf({"good", "risky", "unknown", "invalid"});
    addOnceOption(push, wishes->idempotencyKey);
    addDryRunOption(push, wishes->dryRun, help::sendNothing());
    registry.bind(push, deliverLeads, wishes);
}

} // namespace leadsheet::cli
