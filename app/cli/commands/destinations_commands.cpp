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
#include "leadsheet/try.hpp"

#include <leadsheet/contract/platforms.hpp>

#include <boost/json.hpp>

namespace leadsheet::cli {
namespace {

namespace say = messages::clioutbound;

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
    const auto shown =
        showDestinations(context, connection.client->destinations().all({}, callOf(context)));
    if (!shown)
        return fail(explain(shown.error(), connection.circumstances(false)));
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
        .valueName("FILE")
        .notEmpty();
    command.addFlag("--credential-stdin", arguments.credential.standardInput,
                    help::credentialStdin());
    command.addOption("--name", arguments.name, help::itsName()).valueName("NAME").notEmpty();
    command.addOption("--campaign", arguments.campaign, help::campaign())
        .valueName("CAMPAIGN")
        .notEmpty();
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

    const Command disable = withId("disable", help::destinationsDisable());
    addVersionOption(disable, arguments->version);
    addDryRunOption(disable, arguments->dryRun, help::changeNothing());
    registry.bind(
        disable,
        [](Context& context, const DestinationArguments& wanted) {
            return switchDestination(context, wanted, false);
        },
        arguments);
    const Command enable = withId("enable", help::destinationsEnable());
    addVersionOption(enable, arguments->version);
    addDryRunOption(enable, arguments->dryRun, help::changeNothing());
    registry.bind(
        enable,
        [](Context& context, const DestinationArguments& wanted) {
            return switchDestination(context, wanted, true);
        },
        arguments);
    const Command remove = withId("remove", help::destinationsRemove());
    addVersionOption(remove, arguments->version);
    addDryRunOption(remove, arguments->dryRun, help::removeNothing());
    registry.bind(remove, removeDestination, arguments);
}

} // namespace leadsheet::cli
