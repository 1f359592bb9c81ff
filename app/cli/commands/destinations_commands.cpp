// SPDX-License-Identifier: Apache-2.0
#include "destinations_commands.hpp"

#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/connection.hpp"
#include "../session/secrets.hpp"
#include "common_arguments.hpp"
#include "registry.hpp"

#include "leadsheet/messages/cliaccount.hpp"
#include "leadsheet/messages/clioutbound.hpp"
#include "leadsheet/messages/clirun.hpp"
#include "leadsheet/page.hpp"
#include "leadsheet/resource/destinations.hpp"
#include "leadsheet/try.hpp"

#include <boost/json.hpp>
#include <leadsheet/contract/platforms.hpp>

namespace leadsheet::cli {
namespace {

namespace json = boost::json;
namespace account = messages::cliaccount;
namespace say = messages::clioutbound;

Message stateOfDestination(const Destination& destination) {
    if (!destination.enabled)
        return say::disabled();
    return destination.campaignId ? say::enabled() : say::needsCampaign();
}

Style styleOfPush(const Push& push) {
    if (push.state == "accepted")
        return Style::Good;
    return push.state == "rejected" || push.state == "unknown" ? Style::Warn : Style::Plain;
}

Message policySentence(const std::string& policy) {
    if (policy == "send")
        return say::knownSent();
    if (policy == "skip_if_in_campaign")
        return say::knownInCampaignSkipped();
    if (policy == "skip_if_in_list")
        return say::knownInListSkipped();
    return say::knownSkipped();
}

} // namespace

json::object destinationJson(const Destination& destination) {
    json::object fields;
    for (const auto& [column, name] : destination.fieldMap)
        fields[column] = name;
    const PushCounts& pushes = destination.pushes;
    json::object object{
        {"type", "destination"},
        {"id", destination.id.str()},
        {"platform", destination.platform},
        {"name", destination.name},
        {"fieldMap", fields},
        {"duplicatePolicy", destination.duplicatePolicy},
        {"results", json::array(destination.results.begin(), destination.results.end())},
        {"autoDeliver", destination.autoDeliver},
        {"enabled", destination.enabled},
        {"pushes",
         {{"pending", pushes.pending},
          {"sending", pushes.sending},
          {"accepted", pushes.accepted},
          {"skippedDuplicate", pushes.skippedDuplicate},
          {"rejected", pushes.rejected},
          {"unknown", pushes.unknown}}},
        {"version", destination.version},
        {"createdAt", destination.createdAt},
        {"updatedAt", destination.updatedAt}};
    putIf(object, "campaignId", destination.campaignId);
    return object;
}

json::object pushJson(const Push& push) {
    json::object object{{"type", "push"},
                        {"id", push.id.str()},
                        {"destinationId", push.destination.str()},
                        {"leadId", push.lead.str()},
                        {"orderNumber", push.orderNumber.str()},
                        {"state", push.state},
                        {"attempts", push.attempts},
                        {"createdAt", push.createdAt},
                        {"updatedAt", push.updatedAt}};
    putIf(object, "platformReason", push.platformReason);
    return object;
}

Result<void> showDestinations(Context& context, PageRange<Destination> destinations) {
    Table table({{said(account::id()), {}},
                 {said(say::platform()), {}},
                 {said(messages::clirun::columnState()), {}},
                 {said(say::waiting()), Table::Align::Right},
                 {said(say::accepted()), Table::Align::Right},
                 {said(say::knownBefore()), Table::Align::Right},
                 {said(say::rejected()), Table::Align::Right},
                 {said(say::unknown()), Table::Align::Right},
                 {said(account::campaign()), {}},
                 {said(account::name()), {}}});
    for (;;) {
        LEADSHEET_TRY(const auto next, destinations.next());
        if (!next)
            break;
        const Destination& destination = *next;
        const PushCounts& pushes = destination.pushes;
        context.console.emit(destinationJson(destination));
        table.row({destination.id.str(), destination.platform,
                   said(stateOfDestination(destination)), number(pushes.pending + pushes.sending),
                   number(pushes.accepted), number(pushes.skippedDuplicate),
                   number(pushes.rejected), number(pushes.unknown),
                   destination.campaignId.value_or(""), destination.name});
    }
    table.printOr(context.console, say::noDestinations());
    return {};
}

void showDestination(Context& context, const Destination& destination) {
    const PushCounts& pushes = destination.pushes;
    context.console.say(Text(destination.id.str(), Style::Bold)
                            .add(" · " + destination.platform + " · ")
                            .add(stateOfDestination(destination),
                                 destination.enabled ? Style::Plain : Style::Warn));
    Table table({{"", {}}, {"", {}}});
    if (!destination.name.empty())
        table.row({said(account::name()), destination.name});
    table.row(
        {said(account::campaign()), destination.campaignId.value_or(said(say::noCampaignYet()))});
    for (const auto& [column, name] : destination.fieldMap)
        table.row({said(say::field()), said(say::columnAs(column, name))});
    table.row({said(say::results()), joined(destination.results)});
    table.row({said(say::duplicates()), said(policySentence(destination.duplicatePolicy))});
    table.row({said(account::leads()),
               said(destination.autoDeliver ? say::automatic() : say::onlyOnRequest())});
    table.row({said(say::waiting()), number(pushes.pending + pushes.sending)});
    table.row({said(say::accepted()), number(pushes.accepted)});
    table.row({said(say::knownBefore()), number(pushes.skippedDuplicate)});
    table.row({said(say::rejected()), number(pushes.rejected)});
    table.row({said(say::unknown()), number(pushes.unknown)});
    table.row({said(say::version()), std::to_string(destination.version)});
    table.row({said(account::created()), clockTime(destination.createdAt, context.now())});
    table.print(context.console, 2);
}

void showCampaigns(Context& context, const std::vector<Campaign>& campaigns,
                   const std::optional<std::string>& chosen) {
    Table table({{said(account::id()), {}},
                 {said(messages::clirun::columnState()), {}},
                 {"", {}},
                 {said(account::name()), {}}});
    for (const Campaign& campaign : campaigns) {
        json::object object{{"type", "campaign"},
                            {"id", campaign.id},
                            {"name", campaign.name},
                            {"chosen", campaign.id == chosen}};
        putIf(object, "state", campaign.state);
        context.console.emit(object);
        table.row({campaign.id, campaign.state.value_or(""),
                   campaign.id == chosen ? said(say::chosen()) : "", campaign.name});
    }
    table.printOr(context.console, say::noCampaigns());
}

Result<void> showPushes(Context& context, PageRange<Push> pushes, std::size_t limit) {
    Table table({{said(say::lead()), {}},
                 {said(messages::clirun::columnOrder()), {}},
                 {said(messages::clirun::columnState()), {}},
                 {said(say::attemptsTitle()), Table::Align::Right},
                 {said(say::changed()), {}},
                 {said(say::platformSays()), {}}});
    LEADSHEET_TRY(const auto taken, pushes.take(limit + 1));
    for (std::size_t i = 0; i < taken.size() && i < limit; ++i) {
        const Push& push = taken[i];
        context.console.emit(pushJson(push));
        table.row({push.lead.str(), push.orderNumber.str(), push.state, number(push.attempts),
                   clockTime(push.updatedAt, context.now()), push.platformReason.value_or("")});
    }
    table.printOr(context.console, account::noLeads());
    if (taken.size() > limit)
        context.console.say(say::moreThanShown());
    return {};
}

void showPush(Context& context, const Push& push) {
    Text line(push.lead.str(), Style::Bold);
    line.add(" · ").add(push.state, styleOfPush(push));
    if (push.platformReason)
        line.add(" · " + *push.platformReason);
    context.console.say(line);
}

Failure explainDestination(const Error& error, const Connection& connection,
                           const std::string& id) {
    Failure failure = explainRefusal(error, connection.circumstances(false));
    if (error.is(ErrorCode::NotFound)) {
        failure.what = say::noSuchDestination(id);
        failure.fix = account::seeDestinations();
    }
    if (error.is(ErrorCode::UpstreamError)) {
        failure.what = Sentences(say::platformMisbehaved()).add(error);
        failure.fix = messages::cli::waitAndRepeat();
    }
    return failure;
}

namespace {

struct DestinationArguments {
    std::string id;
    std::string platform;
    CredentialArguments credential;
    std::string name;
    std::string campaign;
    std::vector<std::string> fields; ///< COLUMN=NAME
    std::string duplicates;
    std::vector<std::string> results;
    std::string leads; ///< yes, no, or empty
    bool disabled = false;
    std::string idempotencyKey;
    std::int64_t version = 0;
    bool dryRun = false;
};

std::vector<std::string> platformIds() {
    std::vector<std::string> ids;
    for (const contract::PlatformInfo& platform : contract::kPlatforms)
        ids.emplace_back(platform.id);
    return ids;
}

std::optional<std::string> unlessEmpty(const std::string& text) {
    return text.empty() ? std::nullopt : std::optional(text);
}

Outcome<FieldMap> fieldMapOf(const DestinationArguments& arguments) {
    FieldMap fields;
    for (const std::string& text : arguments.fields) {
        const auto equals = text.find('=');
        if (equals == 0 || equals == std::string::npos || equals + 1 == text.size())
            return fail(usageFailure(say::notColumnName(text), say::fixNotColumnName()));
        if (!fields.emplace(text.substr(0, equals), text.substr(equals + 1)).second)
            return fail(usageFailure(say::columnTwice(text.substr(0, equals))));
    }
    return fields;
}

Outcome<ExitCode> listAllDestinations(Context& context) {
    LEADSHEET_TRY(auto connection, connect(context));
    LEADSHEET_TRY_DONE(connection.explained(
        showDestinations(context, connection.client->destinations().all({}, callOf(context)))));
    return ExitCode::Done;
}

Outcome<ExitCode> showOneDestination(Context& context, const DestinationArguments& arguments) {
    LEADSHEET_TRY(auto at, connectFor(context, destinationIdOf(arguments.id)));
    auto& [id, connection] = at;
    const auto found = connection.client->destinations().get(id, callOf(context));
    if (!found)
        return fail(explainDestination(found.error(), connection, arguments.id));
    context.console.emit(destinationJson(*found));
    showDestination(context, *found);
    return ExitCode::Done;
}

Outcome<ExitCode> addDestination(Context& context, const DestinationArguments& arguments) {
    LEADSHEET_TRY(auto fields, fieldMapOf(arguments));
    // The account's own key comes first on standard input.
    LEADSHEET_TRY(auto connection, connect(context));
    LEADSHEET_TRY(auto credential,
                  credentialFor(context, arguments.credential, arguments.platform));
    LEADSHEET_TRY(auto once, stepKey(*connection.client, arguments.idempotencyKey));
    const NewDestination wanted{arguments.platform,
                                std::move(credential),
                                unlessEmpty(arguments.name),
                                unlessEmpty(arguments.campaign),
                                std::move(fields),
                                unlessEmpty(arguments.duplicates),
                                arguments.results,
                                arguments.leads.empty() ? std::nullopt
                                                        : std::optional(arguments.leads == "yes"),
                                arguments.disabled ? std::optional(false) : std::nullopt};
    if (arguments.dryRun)
        return sayDryRun(context, {}, say::wouldCreateDestination(arguments.platform));
    const auto made = connection.client->destinations().create(wanted, once, callOf(context));
    if (!made)
        return fail(explainStep(made.error(), connection.circumstances(false), once));
    context.console.emit(destinationJson(*made));
    showDestination(context, *made);
    if (!made->campaignId)
        context.console.note(say::chooseCampaignFirst(made->id.str()));
    return ExitCode::Done;
}

Outcome<ExitCode> applyChange(Context& context, Connection& connection,
                              const DestinationArguments& arguments, const DestinationId& id,
                              const DestinationChange& change, const Message& would) {
    if (arguments.dryRun)
        return dryRunOfDestination(context, connection, id, arguments.version, would);
    const auto changed = connection.client->destinations().update(
        id, change, expectedVersion(arguments.version), callOf(context));
    if (!changed)
        return fail(explainDestination(changed.error(), connection, arguments.id));
    context.console.emit(destinationJson(*changed));
    showDestination(context, *changed);
    return ExitCode::Done;
}

Outcome<ExitCode> updateDestination(Context& context, const DestinationArguments& arguments) {
    LEADSHEET_TRY(auto id, destinationIdOf(arguments.id));
    LEADSHEET_TRY(auto fields, fieldMapOf(arguments));
    DestinationChange change;
    change.name = unlessEmpty(arguments.name);
    change.campaignId = unlessEmpty(arguments.campaign);
    if (!fields.empty())
        change.fieldMap = std::move(fields);
    change.duplicatePolicy = unlessEmpty(arguments.duplicates);
    change.results = arguments.results;
    if (!arguments.leads.empty())
        change.autoDeliver = arguments.leads == "yes";
    const bool newCredential =
        !arguments.credential.file.empty() || arguments.credential.standardInput;
    if (!newCredential && !change.name && !change.campaignId && !change.fieldMap &&
        !change.duplicatePolicy && change.results.empty() && !change.autoDeliver)
        return fail(usageFailure(say::nothingToChange(), say::fixNoDestinationChange()));
    LEADSHEET_TRY(auto connection, connect(context));
    LEADSHEET_TRY(change.credential, credentialFromOptions(arguments.credential));
    return applyChange(context, connection, arguments, id, change, say::wouldChange(id.str()));
}

Outcome<ExitCode> switchDestination(Context& context, const DestinationArguments& arguments,
                                    bool enabled) {
    LEADSHEET_TRY(auto at, connectFor(context, destinationIdOf(arguments.id)));
    auto& [id, connection] = at;
    DestinationChange change;
    change.enabled = enabled;
    return applyChange(context, connection, arguments, id, change,
                       enabled ? say::wouldPushAgain(id.str()) : say::wouldPushNothing(id.str()));
}

Outcome<ExitCode> removeDestination(Context& context, const DestinationArguments& arguments) {
    LEADSHEET_TRY(auto at, connectFor(context, destinationIdOf(arguments.id)));
    auto& [id, connection] = at;
    if (arguments.dryRun)
        return dryRunOfDestination(context, connection, id, arguments.version,
                                   say::wouldRemoveDestination(id.str()));
    const auto removed = connection.client->destinations().remove(
        id, expectedVersion(arguments.version), callOf(context));
    if (!removed)
        return fail(explainDestination(removed.error(), connection, arguments.id));
    context.console.say(say::destinationRemoved(id.str()));
    context.console.emit({{"type", "destinationRemoved"}, {"id", id.str()}});
    return ExitCode::Done;
}

void addDestinationSettings(const Command& command, DestinationArguments& arguments) {
    command.addOption("--credential-file", arguments.credential.file, help::credentialFile())
        .valueName("FILE");
    command.addFlag("--credential-stdin", arguments.credential.standardInput,
                    help::credentialStdin());
    command.addOption("--name", arguments.name, help::itsName()).valueName("NAME");
    command.addOption("--campaign", arguments.campaign, help::campaign()).valueName("CAMPAIGN");
    command.addOption("--field", arguments.fields, help::field())
        .valueName("COLUMN=NAME")
        .oneValueEach();
    command.addOption("--duplicates", arguments.duplicates, help::addDuplicates())
        .valueName("POLICY")
        .oneOf({"skip_if_in_workspace", "skip_if_in_campaign", "skip_if_in_list", "send"});
    command.addOption("--result", arguments.results, help::addResult())
        .valueName("RESULT")
        .oneValueEach();
    command.addOption("--leads", arguments.leads, help::autoDeliver())
        .valueName("yes|no")
        .oneOf({"yes", "no"}, false);
}

} // namespace

void addDestinationsCommands(Registry& registry) {
    const Command destinations = registry.root.addCommand("destinations", help::destinations());
    destinations.needsCommand();
    auto arguments = std::make_shared<DestinationArguments>();
    const auto withId = [&](const char* name, const Message& about) {
        const Command command = destinations.addCommand(name, about);
        command.addOption("DESTINATION", arguments->id, help::destination()).required();
        return command;
    };
    registry.bind(destinations.addCommand("list", help::destinationsList()), listAllDestinations);
    registry.bind(withId("show", help::destinationsShow()), showOneDestination, arguments);

    const Command add = destinations.addCommand("add", help::destinationsAdd());
    add.addOption("PLATFORM", arguments->platform, help::platform())
        .required()
        .oneOf(platformIds());
    addDestinationSettings(add, *arguments);
    add.addFlag("--disabled", arguments->disabled, help::destinationsAddDisabled());
    addOnceOption(add, arguments->idempotencyKey);
    addDryRunOption(add, arguments->dryRun, help::createNothing());
    registry.bind(add, addDestination, arguments);

    const Command update = withId("update", help::destinationsUpdate());
    addDestinationSettings(update, *arguments);
    addVersionOption(update, arguments->version);
    addDryRunOption(update, arguments->dryRun, help::changeNothing());
    registry.bind(update, updateDestination, arguments);

    addDestinationPushCommands(registry, destinations);

    for (const bool on : {false, true}) {
        const Command turn = on ? withId("enable", help::destinationsEnable())
                                : withId("disable", help::destinationsDisable());
        addVersionOption(turn, arguments->version);
        addDryRunOption(turn, arguments->dryRun, help::changeNothing());
        const auto act = [on](Context& context, const DestinationArguments& wanted) {
            return switchDestination(context, wanted, on);
        };
        registry.bind(turn, act, arguments);
    }
    const Command remove = withId("remove", help::destinationsRemove());
    addVersionOption(remove, arguments->version);
    addDryRunOption(remove, arguments->dryRun, help::removeNothing());
    registry.bind(remove, removeDestination, arguments);
}

} // namespace leadsheet::cli
