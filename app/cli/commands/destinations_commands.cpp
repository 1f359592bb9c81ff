// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

#include "../output/console.hpp"
#include "../session/calls.hpp"
#include "../session/connection.hpp"
#include "../session/secrets.hpp"
#include "common_arguments.hpp"
#include "destination_listing.hpp"
#include "dry_run.hpp"

#include "leadsheet/messages/clioutbound.hpp"
#include "leadsheet/resource/destinations.hpp"

#include <leadsheet/contract/platforms.hpp>

#include <boost/json.hpp>

namespace leadsheet::cli {
namespace {

namespace say = messages::clioutbound;

struct DestinationWishes {
    std::string id;
    std::string platform;
    CredentialWishes credential;
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

Outcome<FieldMap> fieldMapOf(const DestinationWishes& wishes) {
    FieldMap fields;
    for (const std::string& text : wishes.fields) {
        const auto equals = text.find('=');
        if (equals == 0 || equals == std::string::npos || equals + 1 == text.size())
            return fail(usageFailure(say::notColumnName(text), say::fixNotColumnName()));
        if (!fields.emplace(text.substr(0, equals), text.substr(equals + 1)).second)
            return fail(usageFailure(say::columnTwice(text.substr(0, equals))));
    }
    return fields;
}

Outcome<ExitCode> listAllDestinations(Context& context) {
    auto connection = connect(context);
    if (!connection)
        return fail(connection.error());
    const auto shown =
        showDestinations(context, connection->client->destinations().all({}, callOf(context)));
    if (!shown)
        return fail(explain(shown.error(), connection->circumstances(false)));
    return ExitCode::Done;
}

Outcome<ExitCode> showOneDestination(Context& context, const DestinationWishes& wishes) {
    auto at = connectFor(context, destinationIdOf(wishes.id));
    if (!at)
        return fail(at.error());
    auto& [id, connection] = *at;
    const auto found = connection.client->destinations().get(id, callOf(context));
    if (!found)
        return fail(explainDestination(found.error(), connection, wishes.id));
    context.console.emit(destinationJson(*found));
    showDestination(context, *found);
    return ExitCode::Done;
}

Outcome<ExitCode> addDestination(Context& context, const DestinationWishes& wishes) {
    auto fields = fieldMapOf(wishes);
    if (!fields)
        return fail(fields.error());
    // The account's own key comes first on standard input.
    auto connection = connect(context);
    if (!connection)
        return fail(connection.error());
    auto credential = credentialFor(context, wishes.credential, wishes.platform);
    if (!credential)
        return fail(credential.error());
    auto once = stepKey(*connection->client, wishes.idempotencyKey);
    if (!once)
        return fail(once.error());
    const NewDestination wanted{wishes.platform,
                                *std::move(credential),
                                unlessEmpty(wishes.name),
                                unlessEmpty(wishes.campaign),
                                *std::move(fields),
                                unlessEmpty(wishes.duplicates),
                                wishes.results,
                                wishes.leads.empty() ? std::nullopt
                                                     : std::optional(wishes.leads == "yes"),
                                wishes.disabled ? std::optional(false) : std::nullopt};
    if (wishes.dryRun)
        return sayDryRun(context, {}, say::wouldCreateDestination(wishes.platform));
    const auto made = connection->client->destinations().create(wanted, *once, callOf(context));
    if (!made)
        return fail(explainStep(made.error(), connection->circumstances(false), *once));
    context.console.emit(destinationJson(*made));
    showDestination(context, *made);
    if (!made->campaignId)
        context.console.note(say::chooseCampaignFirst(made->id.str()));
    return ExitCode::Done;
}

Outcome<ExitCode> applyChange(Context& context, Connection& connection,
                              const DestinationWishes& wishes, const DestinationId& id,
                              const DestinationChange& change, const Message& would) {
    if (wishes.dryRun)
        return dryRunOfDestination(context, connection, id, wishes.version, would);
    const auto changed = connection.client->destinations().update(
        id, change, expectedVersion(wishes.version), callOf(context));
    if (!changed)
        return fail(explainDestination(changed.error(), connection, wishes.id));
    context.console.emit(destinationJson(*changed));
    showDestination(context, *changed);
    return ExitCode::Done;
}

Outcome<ExitCode> updateDestination(Context& context, const DestinationWishes& wishes) {
    auto id = destinationIdOf(wishes.id);
    if (!id)
        return fail(id.error());
    auto fields = fieldMapOf(wishes);
    if (!fields)
        return fail(fields.error());
    DestinationChange change;
    change.name = unlessEmpty(wishes.name);
    change.campaignId = unlessEmpty(wishes.campaign);
    if (!fields->empty())
        change.fieldMap = *std::move(fields);
    change.duplicatePolicy = unlessEmpty(wishes.duplicates);
    change.results = wishes.results;
    if (!wishes.leads.empty())
        change.autoDeliver = wishes.leads == "yes";
    const bool newCredential = !wishes.credential.file.empty() || wishes.credential.standardInput;
    if (!newCredential && !change.name && !change.campaignId && !change.fieldMap &&
        !change.duplicatePolicy && change.results.empty() && !change.autoDeliver)
        return fail(usageFailure(say::nothingToChange(), say::fixNoDestinationChange()));
    auto connection = connect(context);
    if (!connection)
        return fail(connection.error());
    auto credential = credentialFromOptions(wishes.credential);
    if (!credential)
        return fail(credential.error());
    change.credential = *std::move(credential);
    return applyChange(context, *connection, wishes, *id, change, say::wouldChange(id->str()));
}

Outcome<ExitCode> switchDestination(Context& context, const DestinationWishes& wishes,
                                    bool enabled) {
    auto at = connectFor(context, destinationIdOf(wishes.id));
    if (!at)
        return fail(at.error());
    auto& [id, connection] = *at;
    DestinationChange change;
    change.enabled = enabled;
    return applyChange(context, connection, wishes, id, change,
                       enabled ? say::wouldPushAgain(id.str()) : say::wouldPushNothing(id.str()));
}

Outcome<ExitCode> removeDestination(Context& context, const DestinationWishes& wishes) {
    auto at = connectFor(context, destinationIdOf(wishes.id));
    if (!at)
        return fail(at.error());
    auto& [id, connection] = *at;
    if (wishes.dryRun)
        return dryRunOfDestination(context, connection, id, wishes.version,
                                   say::wouldRemoveDestination(id.str()));
    const auto removed = connection.client->destinations().remove(
        id, expectedVersion(wishes.version), callOf(context));
    if (!removed)
        return fail(explainDestination(removed.error(), connection, wishes.id));
    context.console.say(say::destinationRemoved(id.str()));
    context.console.emit({{"type", "destinationRemoved"}, {"id", id.str()}});
    return ExitCode::Done;
}

void addDestinationSettings(const Command& command, DestinationWishes& wishes) {
    command.addOption("--credential-file", wishes.credential.file, help::credentialFile())
        .valueName("FILE")
        .notEmpty();
    command.addFlag("--credential-stdin", wishes.credential.standardInput, help::credentialStdin());
    command.addOption("--name", wishes.name, help::itsName()).valueName("NAME").notEmpty();
    command.addOption("--campaign", wishes.campaign, help::campaign())
        .valueName("CAMPAIGN")
        .notEmpty();
    command.addOption("--field", wishes.fields, help::field())
        .valueName("COLUMN=NAME")
        .oneValueEach();
    command.addOption("--duplicates", wishes.duplicates, help::addDuplicates())
        .valueName("POLICY")
        .oneOf({"skip_if_in_workspace", "skip_if_in_campaign", "skip_if_in_list", "send"});
    command.addOption("--result", wishes.results, help::addResult())
        .valueName("RESULT")
        .oneValueEach();
    command.addOption("--leads", wishes.leads, help::autoDeliver())
        .valueName("yes|no")
        .oneOf({"yes", "no"}, false);
}

} // namespace

void addDestinationsCommands(Registry& registry) {
    const Command destinations = registry.root.addCommand("destinations", help::destinations());
    destinations.needsCommand();
    auto wishes = std::make_shared<DestinationWishes>();
    const auto withId = [&](const char* name, const Message& about) {
        const Command command = destinations.addCommand(name, about);
        command.addOption("DESTINATION", wishes->id, help::destination()).required();
        return command;
    };
    registry.bind(destinations.addCommand("list", help::destinationsList()), listAllDestinations);
    registry.bind(withId("show", help::destinationsShow()), showOneDestination, wishes);

    const Command add = destinations.addCommand("add", help::destinationsAdd());
    add.addOption("PLATFORM", wishes->platform, help::platform()).required().oneOf(platformIds());
    addDestinationSettings(add, *wishes);
    add.addFlag("--disabled", wishes->disabled, help::destinationsAddDisabled());
    addOnceOption(add, wishes->idempotencyKey);
    addDryRunOption(add, wishes->dryRun, help::createNothing());
    registry.bind(add, addDestination, wishes);

    const Command update = withId("update", help::destinationsUpdate());
    addDestinationSettings(update, *wishes);
    addVersionOption(update, wishes->version);
    addDryRunOption(update, wishes->dryRun, help::changeNothing());
    registry.bind(update, updateDestination, wishes);

    addDestinationPushCommands(registry, destinations);

    const Command disable = withId("disable", help::destinationsDisable());
    addVersionOption(disable, wishes->version);
    addDryRunOption(disable, wishes->dryRun, help::changeNothing());
    registry.bind(
        disable,
        [](Context& context, const DestinationWishes& wanted) {
            return switchDestination(context, wanted, false);
        },
        wishes);
    const Command enable = withId("enable", help::destinationsEnable());
    addVersionOption(enable, wishes->version);
    addDryRunOption(enable, wishes->dryRun, help::changeNothing());
    registry.bind(
        enable,
        [](Context& context, const DestinationWishes& wanted) {
            return switchDestination(context, wanted, true);
        },
        wishes);
    const Command remove = withId("remove", help::destinationsRemove());
    addVersionOption(remove, wishes->version);
    addDryRunOption(remove, wishes->dryRun, help::removeNothing());
    registry.bind(remove, removeDestination, wishes);
}

} // namespace leadsheet::cli
