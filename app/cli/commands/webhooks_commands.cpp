// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

#include "../output/console.hpp"
#include "../session/calls.hpp"
#include "../session/connection.hpp"
#include "../session/secrets.hpp"
#include "common_arguments.hpp"
#include "dry_run.hpp"
#include "webhook_listing.hpp"

#include "leadsheet/messages/clioutbound.hpp"
#include "leadsheet/resource/webhooks.hpp"

#include <boost/json.hpp>

namespace leadsheet::cli {
namespace {

namespace json = boost::json;
namespace say = messages::clioutbound;

struct WebhookWishes {
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
                         const WebhookWishes& wishes, const IdempotencyKey& once) {
    return error.certainty == Certainty::Unknown
               ? explainStep(error, connection.circumstances(false), once)
               : explainWebhook(error, connection, wishes.id);
}

/// Shows the secret, this once, or writes it where it was wished.
Outcome<ExitCode> handOverSecret(Context& context, const MadeWebhookSecret& made,
                                 json::object object, const WebhookWishes& wishes,
                                 const IdempotencyKey& once) {
    Console& console = context.console;
    if (wishes.secretFile.empty()) {
        object["secret"] = made.secret.reveal();
        console.say(made.secret.reveal());
        console.note(Text(say::keepSecretNow(), Style::Warn));
    } else {
        if (auto kept =
                writeSecretFile(wishes.secretFile, made.secret.reveal(), SecretKind::Signing);
            !kept) {
            Failure failure = kept.error();
            failure.meaning = say::secretWasMade();
            failure.fix = say::repeatForSecret(once.str());
            return fail(failure);
        }
        object["secretFile"] = wishes.secretFile.string();
        console.say(say::secretInFile(wishes.secretFile.string()));
    }
    if (made.previousValidUntil)
        object["previousSecretValidUntil"] = *made.previousValidUntil;
    console.emit(object);
    return ExitCode::Done;
}

Outcome<ExitCode> listAllWebhooks(Context& context) {
    auto connection = connect(context);
    if (!connection)
        return fail(connection.error());
    const auto shown =
        showWebhooks(context, connection->client->webhooks().all({}, callOf(context)));
    if (!shown)
        return fail(explain(shown.error(), connection->circumstances(false)));
    return ExitCode::Done;
}

Outcome<ExitCode> showOneWebhook(Context& context, const WebhookWishes& wishes) {
    auto at = connectFor(context, webhookIdOf(wishes.id));
    if (!at)
        return fail(at.error());
    auto& [id, connection] = *at;
    const auto webhook = connection.client->webhooks().get(id, callOf(context));
    if (!webhook)
        return fail(explainWebhook(webhook.error(), connection, wishes.id));
    context.console.emit(webhookJson(*webhook));
    showWebhook(context, *webhook);
    return ExitCode::Done;
}

Outcome<ExitCode> addWebhook(Context& context, const WebhookWishes& wishes) {
    if (auto free = checkSecretFile(wishes.secretFile, SecretKind::Signing); !free)
        return fail(free.error());
    auto connection = connect(context);
    if (!connection)
        return fail(connection.error());
    auto once = stepKey(*connection->client, wishes.idempotencyKey);
    if (!once)
        return fail(once.error());
    NewWebhook wanted;
    wanted.url = wishes.url;
    if (!wishes.name.empty())
        wanted.name = wishes.name;
    wanted.events = wishes.events;
    wanted.autoDeliver = yesOrNo(wishes.leads);
    if (wishes.disabled)
        wanted.enabled = false;
    if (wishes.dryRun)
        return sayDryRun(context, {}, say::wouldCreateWebhook(wishes.url));
    const auto made = connection->client->webhooks().create(wanted, *once, callOf(context));
    if (!made)
        return fail(explainStep(made.error(), connection->circumstances(false), *once));
    json::object object = webhookJson(made->webhook);
    object["type"] = "webhookCreated";
    showWebhook(context, made->webhook);
    return handOverSecret(context, made->made, std::move(object), wishes, *once);
}

Outcome<ExitCode> rotateSecret(Context& context, const WebhookWishes& wishes) {
    auto id = webhookIdOf(wishes.id);
    if (!id)
        return fail(id.error());
    if (auto free = checkSecretFile(wishes.secretFile, SecretKind::Signing); !free)
        return fail(free.error());
    auto connection = connect(context);
    if (!connection)
        return fail(connection.error());
    auto once = stepKey(*connection->client, wishes.idempotencyKey);
    if (!once)
        return fail(once.error());
    if (wishes.dryRun)
        return dryRunOfWebhook(context, *connection, *id, 0, say::wouldRotate(id->str()));
    const auto made = connection->client->webhooks().rotateSecret(*id, *once, callOf(context));
    if (!made)
        return fail(explainedWebhook(made.error(), *connection, wishes, *once));
    context.console.note(say::bothSecrets());
    return handOverSecret(context, *made, {{"type", "webhookSecret"}, {"id", id->str()}}, wishes,
                          *once);
}

/// `after` is said once it is done, `would` of a dry run.
Outcome<ExitCode> changeWebhook(Context& context, const WebhookWishes& wishes,
                                const WebhookChange& wanted, Message (*would)(std::string_view),
                                const Message& after) {
    auto at = connectFor(context, webhookIdOf(wishes.id));
    if (!at)
        return fail(at.error());
    auto& [id, connection] = *at;
    if (wishes.dryRun)
        return dryRunOfWebhook(context, connection, id, wishes.version, would(id.str()));
    const auto changed = connection.client->webhooks().update(
        id, wanted, expectedVersion(wishes.version), callOf(context));
    if (!changed)
        return fail(explainWebhook(changed.error(), connection, wishes.id));
    context.console.emit(webhookJson(*changed));
    showWebhook(context, *changed);
    if (!after.empty())
        context.console.note(after);
    return ExitCode::Done;
}

Outcome<ExitCode> updateWebhook(Context& context, const WebhookWishes& wishes) {
    WebhookChange wanted;
    if (!wishes.url.empty())
        wanted.url = wishes.url;
    if (!wishes.name.empty())
        wanted.name = wishes.name;
    wanted.events = wishes.events;
    wanted.autoDeliver = yesOrNo(wishes.leads);
    if (!wanted.url && !wanted.name && wanted.events.empty() && !wanted.autoDeliver)
        return fail(usageFailure(say::nothingToChange(), say::fixNoWebhookChange()));
    return changeWebhook(context, wishes, wanted, say::wouldChange, {});
}

Outcome<ExitCode> enableWebhook(Context& context, const WebhookWishes& wishes) {
    WebhookChange wanted;
    wanted.enabled = true;
    return changeWebhook(context, wishes, wanted, say::wouldSendAgain,
                         say::webhookEnabled(wishes.id));
}

Outcome<ExitCode> disableWebhook(Context& context, const WebhookWishes& wishes) {
    WebhookChange wanted;
    wanted.enabled = false;
    return changeWebhook(context, wishes, wanted, say::wouldHoldBack, say::webhookDisabled());
}

Outcome<ExitCode> removeWebhook(Context& context, const WebhookWishes& wishes) {
    auto at = connectFor(context, webhookIdOf(wishes.id));
    if (!at)
        return fail(at.error());
    auto& [id, connection] = *at;
    if (wishes.dryRun)
        return dryRunOfWebhook(context, connection, id, wishes.version,
                               say::wouldRemoveWebhook(id.str()));
    const auto removed =
        connection.client->webhooks().remove(id, expectedVersion(wishes.version), callOf(context));
    if (!removed)
        return fail(explainWebhook(removed.error(), connection, wishes.id));
    context.console.say(say::webhookRemoved(id.str()));
    context.console.emit({{"type", "webhookRemoved"}, {"id", id.str()}});
    return ExitCode::Done;
}

void addWebhookSettings(const Command& command, WebhookWishes& wishes) {
    command.addOption("--name", wishes.name, help::itsName()).valueName("NAME").notEmpty();
    command.addOption("--event", wishes.events, help::event()).valueName("EVENT").oneValueEach();
    command.addOption("--leads", wishes.leads, help::autoDeliver())
        .valueName("yes|no")
        .oneOf({"yes", "no"}, false);
}

void addSecretFile(const Command& command, WebhookWishes& wishes) {
    command.addOption("--secret-file", wishes.secretFile, help::webhookSecretFile())
        .valueName("FILE")
        .notEmpty();
    addOnceOption(command, wishes.idempotencyKey, help::onceSameSecret());
}

Command webhookCommand(const Command& webhooks, WebhookWishes& wishes, const char* name,
                       const Message& about) {
    Command command = webhooks.addCommand(name, about);
    command.addOption("WEBHOOK", wishes.id, help::webhook()).required();
    return command;
}

} // namespace

void addWebhooksCommands(Registry& registry) {
    const Command webhooks = registry.root.addCommand("webhooks", help::webhooks());
    webhooks.needsCommand();
    auto wishes = std::make_shared<WebhookWishes>();
    registry.bind(webhooks.addCommand("list", help::webhooksList()), listAllWebhooks);
    registry.bind(webhookCommand(webhooks, *wishes, "show", help::webhooksShow()), showOneWebhook,
                  wishes);

    const Command add = webhooks.addCommand("add", help::webhooksAdd());
    add.addOption("URL", wishes->url, help::addUrl()).required();
    addWebhookSettings(add, *wishes);
    add.addFlag("--disabled", wishes->disabled, help::addDisabled());
    addSecretFile(add, *wishes);
    addDryRunOption(add, wishes->dryRun, help::createNothing());
    registry.bind(add, addWebhook, wishes);

    const Command update = webhookCommand(webhooks, *wishes, "update", help::webhooksUpdate());
    update.addOption("--url", wishes->url, help::updateUrl()).valueName("URL").notEmpty();
    addWebhookSettings(update, *wishes);
    addVersionOption(update, wishes->version);
    addDryRunOption(update, wishes->dryRun, help::changeNothing());
    registry.bind(update, updateWebhook, wishes);

    addWebhookMessagesCommands(registry, webhooks);

    const Command rotate = webhookCommand(webhooks, *wishes, "rotate", help::webhooksRotate());
    addSecretFile(rotate, *wishes);
    addDryRunOption(rotate, wishes->dryRun, help::createNoSecret());
    registry.bind(rotate, rotateSecret, wishes);
    const Command disable = webhookCommand(webhooks, *wishes, "disable", help::webhooksDisable());
    addVersionOption(disable, wishes->version);
    addDryRunOption(disable, wishes->dryRun, help::changeNothing());
    registry.bind(disable, disableWebhook, wishes);
    const Command enable = webhookCommand(webhooks, *wishes, "enable", help::webhooksEnable());
    addVersionOption(enable, wishes->version);
    addDryRunOption(enable, wishes->dryRun, help::changeNothing());
    registry.bind(enable, enableWebhook, wishes);
    const Command remove = webhookCommand(webhooks, *wishes, "remove", help::webhooksRemove());
    addVersionOption(remove, wishes->version);
    addDryRunOption(remove, wishes->dryRun, help::removeNothing());
    registry.bind(remove, removeWebhook, wishes);
    addWebhookListenCommand(registry, webhooks);
}

} // namespace leadsheet::cli
