// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/calls.hpp"
#include "../session/connection.hpp"
#include "common_arguments.hpp"
#include "destination_listing.hpp"
#include "dry_run.hpp"

#include "leadsheet/messages/clioutbound.hpp"
#include "leadsheet/resource/destinations.hpp"

#include <leadsheet/contract/platforms.hpp>

#include <boost/json.hpp>

#include <algorithm>

namespace leadsheet::cli {
namespace {

namespace json = boost::json;
namespace say = messages::clioutbound;

constexpr int kPushesAPage = 100;

struct PushWishes {
    std::string id;
    std::string lead;
    std::vector<std::string> leads;
    std::string order;
    std::string state;
    std::string duplicates;
    std::size_t limit = 50;
    std::string idempotencyKey;
    bool dryRun = false;
};

Outcome<ExitCode> listCampaigns(Context& context, const PushWishes& wishes) {
    auto at = connectFor(context, destinationIdOf(wishes.id));
    if (!at)
        return fail(at.error());
    auto& [id, connection] = *at;
    const Destinations destinations = connection.client->destinations();
    const auto destination = destinations.get(id, callOf(context));
    if (!destination)
        return fail(explainDestination(destination.error(), connection, wishes.id));
    const auto campaigns = destinations.campaigns(id, callOf(context));
    if (!campaigns)
        return fail(explainDestination(campaigns.error(), connection, wishes.id));
    showCampaigns(context, *campaigns, destination->campaignId);
    if (!destination->campaignId && !campaigns->empty())
        context.console.note(say::chooseCampaign(wishes.id));
    return ExitCode::Done;
}

Outcome<ExitCode> testDestination(Context& context, const PushWishes& wishes) {
    auto id = destinationIdOf(wishes.id);
    if (!id)
        return fail(id.error());
    std::optional<LeadId> lead;
    if (!wishes.lead.empty()) {
        auto parsed = leadIdOf(wishes.lead);
        if (!parsed)
            return fail(parsed.error());
        lead = *std::move(parsed);
    }
    auto connection = connect(context);
    if (!connection)
        return fail(connection.error());
    auto once = stepKey(*connection->client, wishes.idempotencyKey);
    if (!once)
        return fail(once.error());
    if (wishes.dryRun)
        return dryRunOfDestination(context, *connection, *id, 0,
                                   lead ? say::wouldAskAndPush(id->str(), lead->str())
                                        : say::wouldAskPlatform(id->str()));
    const auto check = connection->client->destinations().test(*id, lead, *once, callOf(context));
    if (!check)
        return fail(check.error().certainty == Certainty::Unknown && lead
                        ? explainStep(check.error(), connection->circumstances(false), *once)
                        : explainDestination(check.error(), *connection, wishes.id));
    Console& console = context.console;
    json::object object{{"type", "destinationCheck"}, {"id", id->str()}, {"ok", check->ok}};
    if (check->detail)
        object["detail"] = *check->detail;
    if (check->push)
        object["push"] = pushJson(*check->push);
    console.emit(object);
    console.say(check->ok ? Text(say::credentialAccepted(), Style::Good)
                          : Text(say::credentialRefused(), Style::Bad));
    if (check->detail)
        console.say(*check->detail, 2);
    if (check->push)
        showPush(context, *check->push);
    const bool failed =
        check->push && (check->push->state == "rejected" || check->push->state == "unknown");
    if (check->push && (check->push->state == "pending" || check->push->state == "sending"))
        console.note(say::pushOnItsWay(wishes.id));
    return check->ok && !failed ? ExitCode::Done : ExitCode::SomeRefused;
}

Outcome<LeadsToPush> leadsToPush(const PushWishes& wishes) {
    LeadsToPush which;
    if (!wishes.order.empty()) {
        auto number = orderNumberOf(wishes.order);
        if (!number)
            return fail(number.error());
        which.orderNumber = *std::move(number);
    }
    for (const std::string& text : wishes.leads) {
        auto lead = leadIdOf(text);
        if (!lead)
            return fail(lead.error());
        which.leads.push_back(*std::move(lead));
    }
    if (!which.orderNumber && which.leads.empty())
        return fail(usageFailure(say::whichLeads(), say::fixWhichLeadsPushed()));
    return which;
}

Outcome<ExitCode> pushLeads(Context& context, const PushWishes& wishes) {
    auto id = destinationIdOf(wishes.id);
    if (!id)
        return fail(id.error());
    auto which = leadsToPush(wishes);
    if (!which)
        return fail(which.error());
    auto connection = connect(context);
    if (!connection)
        return fail(connection.error());
    auto once = stepKey(*connection->client, wishes.idempotencyKey);
    if (!once)
        return fail(once.error());
    if (wishes.dryRun)
        return dryRunOfDestination(
            context, *connection, *id, 0,
            which->orderNumber
                ? say::wouldPushOrder(which->orderNumber->str(), id->str())
                : say::wouldPushLeads(leads(static_cast<std::int64_t>(which->leads.size())),
                                      id->str()));
    const auto sent = connection->client->destinations().push(*id, *which, *once, callOf(context));
    if (!sent)
        return fail(sent.error().certainty == Certainty::Unknown
                        ? explainStep(sent.error(), connection->circumstances(false), *once)
                        : explainDestination(sent.error(), *connection, wishes.id));
    context.console.emit({{"type", "pushesQueued"},
                          {"id", id->str()},
                          {"queued", sent->queued},
                          {"alreadyPushed", sent->alreadyPushed},
                          {"filtered", sent->filtered}});
    std::string line = said(say::onTheWay(leads(sent->queued)));
    if (sent->alreadyPushed > 0)
        line += ", " + said(say::pushedBefore(sent->alreadyPushed));
    if (sent->filtered > 0)
        line += ", " + said(say::leftOut(sent->filtered));
    context.console.say(line + ".");
    return ExitCode::Done;
}

Outcome<ExitCode> listPushes(Context& context, const PushWishes& wishes) {
    auto id = destinationIdOf(wishes.id);
    if (!id)
        return fail(id.error());
    PushFilter filter;
    filter.state = pushStateFromName(wishes.state);
    if (!wishes.order.empty()) {
        auto number = orderNumberOf(wishes.order);
        if (!number)
            return fail(number.error());
        filter.orderNumber = *std::move(number);
    }
    auto connection = connect(context);
    if (!connection)
        return fail(connection.error());
    PageOptions page;
    page.limit = static_cast<int>(std::min<std::size_t>(wishes.limit + 1, kPushesAPage));
    const auto shown = showPushes(
        context, connection->client->destinations().allPushes(*id, filter, page, callOf(context)),
        wishes.limit);
    if (!shown)
        return fail(explainDestination(shown.error(), *connection, wishes.id));
    return ExitCode::Done;
}

/// Leads of an unknown outcome go on by themselves where the platform reports those that it knows;
/// elsewhere only under another policy, which the person has to name.
Outcome<ExitCode> resolveUnknown(Context& context, const PushWishes& wishes) {
    auto at = connectFor(context, destinationIdOf(wishes.id));
    if (!at)
        return fail(at.error());
    auto& [id, connection] = *at;
    const Destinations destinations = connection.client->destinations();
    auto destination = destinations.get(id, callOf(context));
    if (!destination)
        return fail(explainDestination(destination.error(), connection, wishes.id));
    if (!wishes.duplicates.empty() && wishes.duplicates != destination->duplicatePolicy) {
        if (wishes.dryRun)
            return sayDryRun(
                context, id.str(),
                say::wouldSendUnknown(leads(destination->pushes.unknown), wishes.duplicates));
        DestinationChange change;
        change.duplicatePolicy = wishes.duplicates;
        destination = destinations.update(id, change, destination->version, callOf(context));
        if (!destination)
            return fail(explainDestination(destination.error(), connection, wishes.id));
    }
    const std::int64_t unknown = destination->pushes.unknown;
    // No platform has a report of leads sent anyway, and some have none of duplicates in a list.
    const contract::PlatformInfo* platform = contract::findPlatform(destination->platform);
    const bool repeats = destination->duplicatePolicy != "send" &&
                         !(platform != nullptr && platform->tellsListsApart &&
                           destination->duplicatePolicy == "skip_if_in_list");
    context.console.emit({{"type", "unknownPushes"},
                          {"id", id.str()},
                          {"unknown", unknown},
                          {"duplicatePolicy", destination->duplicatePolicy},
                          {"repeated", repeats}});
    if (unknown == 0) {
        context.console.say(say::noneUnknown());
        return ExitCode::Done;
    }
    if (repeats) {
        context.console.say(say::unknownRepeated(unknown));
        return ExitCode::Done;
    }
    context.console.say(say::unknownNotRepeated(unknown, destination->duplicatePolicy));
    context.console.say(say::seeUnknown(wishes.id));
    context.console.say(say::sendUnknown(wishes.id));
    return ExitCode::SomeRefused;
}

} // namespace

void addDestinationPushCommands(Registry& registry, const Command& destinations) {
    auto wishes = std::make_shared<PushWishes>();
    const auto withId = [&](const char* name, const Message& about) {
        const Command command = destinations.addCommand(name, about);
        command.addOption("DESTINATION", wishes->id, help::destination()).required();
        return command;
    };
    registry.bind(withId("campaigns", help::destinationsCampaigns()), listCampaigns, wishes);
    const Command test = withId("test", help::destinationsTest());
    test.addOption("--lead", wishes->lead, help::testLead()).valueName("LEAD").notEmpty();
    addOnceOption(test, wishes->idempotencyKey, help::pushOnce());
    addDryRunOption(test, wishes->dryRun, help::askAndPushNothing());
    registry.bind(test, testDestination, wishes);

    const Command send = withId("push", help::destinationsPush());
    const Option order = send.addOption("--order", wishes->order, help::deliverOrder())
                             .valueName("ORDER")
                             .notEmpty();
    send.addOption("--lead", wishes->leads, help::pushLead())
        .valueName("LEAD")
        .oneValueEach()
        .excludes(order);
    addOnceOption(send, wishes->idempotencyKey);
    addDryRunOption(send, wishes->dryRun, help::pushNothing());
    registry.bind(send, pushLeads, wishes);

    const Command list = withId("pushes", help::destinationsPushes());
    list.addOption("--state", wishes->state, help::pushesState())
        .valueName("STATE")
        .oneOf({"pending", "sending", "accepted", "skipped_duplicate", "rejected", "unknown"});
    list.addOption("--order", wishes->order, help::onlyOrder()).valueName("ORDER").notEmpty();
    addLimitOption(list, wishes->limit);
    registry.bind(list, listPushes, wishes);

    const Command repair = withId("resolve", help::destinationsResolve());
    repair.addOption("--duplicates", wishes->duplicates, help::resolveDuplicates())
        .valueName("POLICY")
        .oneOf({"skip_if_in_workspace", "skip_if_in_campaign", "skip_if_in_list"});
    addDryRunOption(repair, wishes->dryRun, help::changeNothing());
    registry.bind(repair, resolveUnknown, wishes);
}

} // namespace leadsheet::cli
