// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/connection.hpp"
#include "../session/secrets.hpp"
#include "common_arguments.hpp"
#include "webhook_listing.hpp"

#include "leadsheet/contract/webhook_events.hpp"
#include "leadsheet/messages/cliaccount.hpp"
#include "leadsheet/messages/clioutbound.hpp"
#include "leadsheet/resource/webhooks.hpp"
#include "leadsheet/try.hpp"

#include <algorithm>
#include <boost/json.hpp>

namespace leadsheet::cli {
namespace {

namespace json = boost::json;
namespace say = messages::clioutbound;

struct WebhookArguments {
    std::string id;
    std::string url;
    std::string name;
    std::vector<std::string> events;
    std::string leads; ///< yes, no, or empty
    bool disabled = false;
    std::filesystem::path secretFile;
    std::string idempotencyKey;
    std::int64_t version = 0;
    bool dryRun = false;
};

std::optional<bool> yesOrNo(const std::string& text) {
    return text.empty() ? std::nullopt : std::optional(text == "yes");
}

Failure explainedWebhook(const Error& error, const Connection& connection,
                         const WebhookArguments& arguments, const IdempotencyKey& once) {
    return error.certainty == Certainty::Unknown
               ? explainStep(error, connection.circumstances(false), once)
               : explainWebhook(error, connection, arguments.id);
}

/// Shows the secret, this once, or writes it where it was wished.
Outcome<ExitCode> handOverSecret(Context& context, const MadeWebhookSecret& made,
                                 json::object object, std::optional<SecretFile> file) {
    Console& console = context.console;
    const bool inFile = file && file->keep(made.secret.reveal());
    if (inFile) {
        object["secretFile"] = file->path().string();
        console.say(say::secretInFile(file->path().string()));
    } else {
        object["secret"] = made.secret.reveal();
        console.say(made.secret.reveal());
        console.note(Text(file ? messages::cliaccount::shownInstead(file->path().string())
                               : say::keepSecretNow(),
                          Style::Warn));
    }
    putIf(object, "previousSecretValidUntil", made.previousValidUntil);
    console.emit(object);
    return inFile || !file ? ExitCode::Done : ExitCode::Storage;
}

/// What the service is certain to refuse, for a dry run, which does not ask it.
Outcome<void> checkWebhook(const WebhookArguments& arguments) {
    if (!arguments.url.empty() && !isWebhookAddress(arguments.url))
        return fail(
            usageFailure(say::noAddressForMessages(arguments.url), say::nameHttpsAddress()));
    std::string all;
    for (const auto& event : contract::kWebhookEvents)
        all.append(all.empty() ? "" : ", ").append(event.name);
    for (const std::string& event : arguments.events)
        if (std::ranges::none_of(contract::kWebhookEvents,
                                 [&](const auto& known) { return known.name == event; }))
            return fail(usageFailure(say::noSuchEvent(event), say::eventsAre(all)));
    return {};
}

Outcome<ExitCode> listAllWebhooks(Context& context) {
    LEADSHEET_TRY(auto connection, connect(context));
    LEADSHEET_TRY_DONE(connection.explained(
        showWebhooks(context, connection.client->webhooks().all({}, callOf(context)))));
    return ExitCode::Done;
}

Outcome<ExitCode> showOneWebhook(Context& context, const WebhookArguments& arguments) {
    LEADSHEET_TRY(auto at, connectFor(context, webhookIdOf(arguments.id)));
    auto& [id, connection] = at;
    const auto webhook = connection.client->webhooks().get(id, callOf(context));
    if (!webhook)
        return fail(explainWebhook(webhook.error(), connection, arguments.id));
    context.console.emit(webhookJson(*webhook));
    showWebhook(context, *webhook);
    return ExitCode::Done;
}

Outcome<ExitCode> addWebhook(Context& context, const WebhookArguments& arguments) {
    LEADSHEET_TRY(auto file, SecretFile::reserveIfAsked(arguments.secretFile, SecretKind::Signing));
    LEADSHEET_TRY(auto connection, connect(context));
    LEADSHEET_TRY(auto once, stepKey(*connection.client, arguments.idempotencyKey));
    NewWebhook wanted;
    wanted.url = arguments.url;
    if (!arguments.name.empty())
        wanted.name = arguments.name;
    wanted.events = arguments.events;
    wanted.autoDeliver = yesOrNo(arguments.leads);
    if (arguments.disabled)
        wanted.enabled = false;
    if (arguments.dryRun) {
        LEADSHEET_TRY_DONE(checkWebhook(arguments));
        return sayDryRun(context, {}, say::wouldCreateWebhook(arguments.url));
    }
    const auto made = connection.client->webhooks().create(wanted, once, callOf(context));
    if (!made)
        return fail(explainStep(made.error(), connection.circumstances(false), once));
    json::object object = webhookJson(made->webhook);
    object["type"] = "webhookCreated";
    showWebhook(context, made->webhook);
    return handOverSecret(context, made->made, std::move(object), std::move(file));
}

Outcome<ExitCode> rotateSecret(Context& context, const WebhookArguments& arguments) {
    LEADSHEET_TRY(auto id, webhookIdOf(arguments.id));
    LEADSHEET_TRY(auto file, SecretFile::reserveIfAsked(arguments.secretFile, SecretKind::Signing));
    LEADSHEET_TRY(auto connection, connect(context));
    LEADSHEET_TRY(auto once, stepKey(*connection.client, arguments.idempotencyKey));
    if (arguments.dryRun)
        return dryRunOfWebhook(context, connection, id, 0, say::wouldRotate(id.str()));
    const auto made = connection.client->webhooks().rotateSecret(id, once, callOf(context));
    if (!made)
        return fail(explainedWebhook(made.error(), connection, arguments, once));
    context.console.note(say::bothSecrets());
    return handOverSecret(context, *made, {{"type", "webhookSecret"}, {"id", id.str()}},
                          std::move(file));
}

/// `after` is said once it is done, `would` of a dry run.
Outcome<ExitCode> changeWebhook(Context& context, const WebhookArguments& arguments,
                                const WebhookChange& wanted, Message (*would)(std::string_view),
                                const Message& after) {
    LEADSHEET_TRY(auto at, connectFor(context, webhookIdOf(arguments.id)));
    auto& [id, connection] = at;
    if (arguments.dryRun)
        return dryRunOfWebhook(context, connection, id, arguments.version, would(id.str()));
    const auto changed = connection.client->webhooks().update(
        id, wanted, expectedVersion(arguments.version), callOf(context));
    if (!changed)
        return fail(explainWebhook(changed.error(), connection, arguments.id));
    context.console.emit(webhookJson(*changed));
    showWebhook(context, *changed);
    if (!after.empty())
        context.console.note(after);
    return ExitCode::Done;
}

Outcome<ExitCode> updateWebhook(Context& context, const WebhookArguments& arguments) {
    WebhookChange wanted;
    if (!arguments.url.empty())
        wanted.url = arguments.url;
    if (!arguments.name.empty())
        wanted.name = arguments.name;
    wanted.events = arguments.events;
    wanted.autoDeliver = yesOrNo(arguments.leads);
    if (!wanted.url && !wanted.name && wanted.events.empty() && !wanted.autoDeliver)
        return fail(usageFailure(say::nothingToChange(), say::fixNoWebhookChange()));
    if (arguments.dryRun) {
        LEADSHEET_TRY_DONE(checkWebhook(arguments));
    }
    return changeWebhook(context, arguments, wanted, say::wouldChange, {});
}

Outcome<ExitCode> enableWebhook(Context& context, const WebhookArguments& arguments) {
    WebhookChange wanted;
    wanted.enabled = true;
    return changeWebhook(context, arguments, wanted, say::wouldSendAgain,
                         say::webhookEnabled(arguments.id));
}

Outcome<ExitCode> disableWebhook(Context& context, const WebhookArguments& arguments) {
    WebhookChange wanted;
    wanted.enabled = false;
    return changeWebhook(context, arguments, wanted, say::wouldHoldBack, say::webhookDisabled());
}

Outcome<ExitCode> removeWebhook(Context& context, const WebhookArguments& arguments) {
    LEADSHEET_TRY(auto at, connectFor(context, webhookIdOf(arguments.id)));
    auto& [id, connection] = at;
    if (arguments.dryRun)
        return dryRunOfWebhook(context, connection, id, arguments.version,
                               say::wouldRemoveWebhook(id.str()));
    const auto removed = connection.client->webhooks().remove(
        id, expectedVersion(arguments.version), callOf(context));
    if (!removed)
        return fail(explainWebhook(removed.error(), connection, arguments.id));
    context.console.say(say::webhookRemoved(id.str()));
    context.console.emit({{"type", "webhookRemoved"}, {"id", id.str()}});
    return ExitCode::Done;
}

void addWebhookSettings(const Command& command, WebhookArguments& arguments) {
    command.addOption("--name", arguments.name, help::itsName()).valueName("NAME");
    command.addOption("--event", arguments.events, help::event()).valueName("EVENT").oneValueEach();
    command.addOption("--leads", arguments.leads, help::autoDeliver())
        .valueName("yes|no")
        .oneOf({"yes", "no"}, false);
}

void addSecretFile(const Command& command, WebhookArguments& arguments) {
    command.addOption("--secret-file", arguments.secretFile, help::webhookSecretFile())
        .valueName("FILE");
    addOnceOption(command, arguments.idempotencyKey, help::onceSameSecret());
}

Command webhookCommand(const Command& webhooks, WebhookArguments& arguments, const char* name,
                       const Message& about) {
    Command command = webhooks.addCommand(name, about);
    command.addOption("WEBHOOK", arguments.id, help::webhook()).required();
    return command;
}

} // namespace

void addWebhooksCommands(Registry& registry) {
    const Command webhooks = registry.root.addCommand("webhooks", help::webhooks());
    webhooks.needsCommand();
    auto arguments = std::make_shared<WebhookArguments>();
    registry.bind(webhooks.addCommand("list", help::webhooksList()), listAllWebhooks);
    registry.bind(webhookCommand(webhooks, *arguments, "show", help::webhooksShow()),
                  showOneWebhook, arguments);

    const Command add = webhooks.addCommand("add", help::webhooksAdd());
    add.addOption("URL", arguments->url, help::addUrl()).required();
    addWebhookSettings(add, *arguments);
    add.addFlag("--disabled", arguments->disabled, help::addDisabled());
    addSecretFile(add, *arguments);
    addDryRunOption(add, arguments->dryRun, help::createNothing());
    registry.bind(add, addWebhook, arguments);

    const Command update = webhookCommand(webhooks, *arguments, "update", help::webhooksUpdate());
    update.addOption("--url", arguments->url, help::updateUrl()).valueName("URL");
    addWebhookSettings(update, *arguments);
    addVersionOption(update, arguments->version);
    addDryRunOption(update, arguments->dryRun, help::changeNothing());
    registry.bind(update, updateWebhook, arguments);

    addWebhookMessagesCommands(registry, webhooks);

    const Command rotate = webhookCommand(webhooks, *arguments, "rotate", help::webhooksRotate());
    addSecretFile(rotate, *arguments);
    addDryRunOption(rotate, arguments->dryRun, help::createNoSecret());
    registry.bind(rotate, rotateSecret, arguments);
    const Command disable =
        webhookCommand(webhooks, *arguments, "disable", help::webhooksDisable());
    addVersionOption(disable, arguments->version);
    addDryRunOption(disable, arguments->dryRun, help::changeNothing());
    registry.bind(disable, disableWebhook, arguments);
    const Command enable = webhookCommand(webhooks, *arguments, "enable", help::webhooksEnable());
    addVersionOption(enable, arguments->version);
    addDryRunOption(enable, arguments->dryRun, help::changeNothing());
    registry.bind(enable, enableWebhook, arguments);
    const Command remove = webhookCommand(webhooks, *arguments, "remove", help::webhooksRemove());
    addVersionOption(remove, arguments->version);
    addDryRunOption(remove, arguments->dryRun, help::removeNothing());
    registry.bind(remove, removeWebhook, arguments);
    addWebhookListenCommand(registry, webhooks);
}

} // namespace leadsheet::cli
