// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/connection.hpp"
#include "common_arguments.hpp"
#include "destinations_commands.hpp"

#include "leadsheet/messages/clioutbound.hpp"
#include "leadsheet/resource/destinations.hpp"
#include "leadsheet/try.hpp"

#include <leadsheet/contract/platforms.hpp>

#include <boost/json.hpp>

#include <algorithm>

namespace leadsheet::cli {
namespace {

namespace json = boost::json;
namespace say = messages::clioutbound;

constexpr int kPushesAPage = 100;

struct PushArguments {
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

Outcome<ExitCode> listCampaigns(Context& context, const PushArguments& arguments) {
    LEADSHEET_TRY(auto at, connectFor(context, destinationIdOf(arguments.id)));
    auto& [id, connection] = at;
    const Destinations destinations = connection.client->destinations();
    const auto destination = destinations.get(id, callOf(context));
    if (!destination)
        return fail(explainDestination(destination.error(), connection, arguments.id));
    const auto campaigns = destinations.campaigns(id, callOf(context));
    if (!campaigns)
        return fail(explainDestination(campaigns.error(), connection, arguments.id));
    showCampaigns(context, *campaigns, destination->campaignId);
    if (!destination->campaignId && !campaigns->empty())
        context.console.note(say::chooseCampaign(arguments.id));
    return ExitCode::Done;
}

Outcome<ExitCode> testDestination(Context& context, const PushArguments& arguments) {
    LEADSHEET_TRY(auto id, destinationIdOf(arguments.id));
    std::optional<LeadId> lead;
    if (!arguments.lead.empty()) {
        LEADSHEET_TRY(lead, leadIdOf(arguments.lead));
    }
    LEADSHEET_TRY(auto connection, connect(context));
    LEADSHEET_TRY(auto once, stepKey(*connection.client, arguments.idempotencyKey));
    if (arguments.dryRun)
        return dryRunOfDestination(context, connection, id, 0,
                                   lead ? say::wouldAskAndPush(id.str(), lead->str())
                                        : say::wouldAskPlatform(id.str()));
    const auto check = connection.client->destinations().test(id, lead, once, callOf(context));
    if (!check)
        return fail(check.error().certainty == Certainty::Unknown && lead
                        ? explainStep(check.error(), connection.circumstances(false), once)
                        : explainDestination(check.error(), connection, arguments.id));
    Console& console = context.console;
    json::object object{{"type", "destinationCheck"}, {"id", id.str()}, {"ok", check->ok}};
    putIf(object, "detail", check->detail);
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
        console.note(say::pushOnItsWay(arguments.id));
    return check->ok && !failed ? ExitCode::Done : ExitCode::SomeRefused;
}

Outcome<LeadsToPush> leadsToPush(const PushArguments& arguments) {
    LeadsToPush which;
    if (!arguments.order.empty()) {
        LEADSHEET_TRY(which.orderNumber, orderNumberOf(arguments.order));
    }
    for (const std::string& text : arguments.leads) {
        LEADSHEET_TRY(auto lead, leadIdOf(text));
        which.leads.push_back(std::move(lead));
    }
    if (!which.orderNumber && which.leads.empty())
        return fail(usageFailure(say::whichLeads(), say::fixWhichLeadsPushed()));
    return which;
}

Outcome<ExitCode> pushLeads(Context& context, const PushArguments& arguments) {
    LEADSHEET_TRY(auto id, destinationIdOf(arguments.id));
    LEADSHEET_TRY(auto which, leadsToPush(arguments));
    LEADSHEET_TRY(auto connection, connect(context));
    LEADSHEET_TRY(auto once, stepKey(*connection.client, arguments.idempotencyKey));
    if (arguments.dryRun)
        return dryRunOfDestination(
            context, connection, id, 0,
            which.orderNumber
                ? say::wouldPushOrder(which.orderNumber->str(), id.str())
                : say::wouldPushLeads(leads(static_cast<std::int64_t>(which.leads.size())),
                                      id.str()));
    const auto sent = connection.client->destinations().push(id, which, once, callOf(context));
    if (!sent)
        return fail(sent.error().certainty == Certainty::Unknown
                        ? explainStep(sent.error(), connection.circumstances(false), once)
                        : explainDestination(sent.error(), connection, arguments.id));
    context.console.emit({{"type", "pushesQueued"},
                          {"id", id.str()},
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

Outcome<ExitCode> listPushes(Context& context, const PushArguments& arguments) {
    LEADSHEET_TRY(auto id, destinationIdOf(arguments.id));
    PushFilter filter;
    filter.state = pushStateFromName(arguments.state);
    if (!arguments.order.empty()) {
        LEADSHEET_TRY(filter.orderNumber, orderNumberOf(arguments.order));
    }
    LEADSHEET_TRY(auto connection, connect(context));
    PageOptions page;
    page.limit = static_cast<int>(std::min<std::size_t>(arguments.limit + 1, kPushesAPage));
    const auto shown = showPushes(
        context, connection.client->destinations().allPushes(id, filter, page, callOf(context)),
        arguments.limit);
    if (!shown)
        return fail(explainDestination(shown.error(), connection, arguments.id));
    return ExitCode::Done;
}

/// Leads of an unknown outcome go on by themselves where the platform reports those that it knows;
/// elsewhere only under another policy, which the person has to name.
Outcome<ExitCode> resolveUnknown(Context& context, const PushArguments& arguments) {
    LEADSHEET_TRY(auto at, connectFor(context, destinationIdOf(arguments.id)));
    auto& [id, connection] = at;
    const Destinations destinations = connection.client->destinations();
    auto destination = destinations.get(id, callOf(context));
    if (!destination)
        return fail(explainDestination(destination.error(), connection, arguments.id));
    if (!arguments.duplicates.empty() && arguments.duplicates != destination->duplicatePolicy) {
        if (arguments.dryRun)
            return sayDryRun(
                context, id.str(),
                say::wouldSendUnknown(leads(destination->pushes.unknown), arguments.duplicates));
        DestinationChange change;
        change.duplicatePolicy = arguments.duplicates;
        destination = destinations.update(id, change, destination->version, callOf(context));
        if (!destination)
            return fail(explainDestination(destination.error(), connection, arguments.id));
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
    context.console.say(say::seeUnknown(arguments.id));
    context.console.say(say::sendUnknown(arguments.id));
    return ExitCode::SomeRefused;
}

} // namespace

void addDestinationPushCommands(Registry& registry, const Command& destinations) {
    auto arguments = std::make_shared<PushArguments>();
    const auto withId = [&](const char* name, const Message& about) {
        const Command command = destinations.addCommand(name, about);
        command.addOption("DESTINATION", arguments->id, help::destination()).required();
        return command;
    };
    registry.bind(withId("campaigns", help::destinationsCampaigns()), listCampaigns, arguments);
    const Command test = withId("test", help::destinationsTest());
    test.addOption("--lead", arguments->lead, help::testLead()).valueName("LEAD");
    addOnceOption(test, arguments->idempotencyKey, help::pushOnce());
    addDryRunOption(test, arguments->dryRun, help::askAndPushNothing());
    registry.bind(test, testDestination, arguments);

    const Command send = withId("push", help::destinationsPush());
    const Option order =
        send.addOption("--order", arguments->order, help::deliverOrder()).valueName("ORDER");
    send.addOption("--lead", arguments->leads, help::pushLead())
        .valueName("LEAD")
        .oneValueEach()
        .excludes(order);
    addOnceOption(send, arguments->idempotencyKey);
    addDryRunOption(send, arguments->dryRun, help::pushNothing());
    registry.bind(send, pushLeads, arguments);

    const Command list = withId("pushes", help::destinationsPushes());
    list.addOption("--state", arguments->state, help::pushesState())
        .valueName("STATE")
        .oneOf({"pending", "sending", "accepted", "skipped_duplicate", "rejected", "unknown"});
    list.addOption("--order", arguments->order, help::onlyOrder()).valueName("ORDER");
    addLimitOption(list, arguments->limit);
    registry.bind(list, listPushes, arguments);

    const Command repair = withId("resolve", help::destinationsResolve());
    repair.addOption("--duplicates", arguments->duplicates, help::resolveDuplicates())
        .valueName("POLICY")
        .oneOf({"skip_if_in_workspace", "skip_if_in_campaign", "skip_if_in_list"});
    addDryRunOption(repair, arguments->dryRun, help::changeNothing());
    registry.bind(repair, resolveUnknown, arguments);
}

} // namespace leadsheet::cli
