// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

#include "../output/console.hpp"
#include "../session/calls.hpp"
#include "../session/connection.hpp"
#include "../session/secrets.hpp"
#include "common_arguments.hpp"
#include "key_listing.hpp"

#include "leadsheet/messages/cliaccount.hpp"
#include "leadsheet/resource/keys.hpp"
#include "leadsheet/try.hpp"

#include <boost/json.hpp>

namespace leadsheet::cli {
namespace {

struct KeysArguments {
    KeyArguments key;
    std::string id;
};

Outcome<ExitCode> listKeys(Context& context) {
    LEADSHEET_TRY(auto connection, connect(context));
    const auto shown = showKeys(context, connection.client->keys().all({}, callOf(context)));
    if (!shown)
        return fail(explain(shown.error(), connection.circumstances(false)));
    return ExitCode::Done;
}

Outcome<ExitCode> createKey(Context& context, const KeysArguments& arguments) {
    LEADSHEET_TRY(auto file,
                  SecretFile::reserveIfAsked(arguments.key.secretFile, SecretKind::ApiKey));
    LEADSHEET_TRY(auto connection, connect(context));
    LEADSHEET_TRY(auto key, arguments.key.key(connection.account.available.currency));
    LEADSHEET_TRY(auto once, stepKey(*connection.client, arguments.key.idempotencyKey));
    const auto made = connection.client->keys().create(key, once, callOf(context));
    if (!made)
        return fail(explainRefusal(made.error(), connection.circumstances(false)));
    return handOver(context, *made, std::move(file));
}

Outcome<ExitCode> rotateKey(Context& context, const KeysArguments& arguments) {
    LEADSHEET_TRY(auto id, keyIdOf(arguments.id));
    LEADSHEET_TRY(auto file,
                  SecretFile::reserveIfAsked(arguments.key.secretFile, SecretKind::ApiKey));
    LEADSHEET_TRY(auto connection, connect(context));
    LEADSHEET_TRY(auto once, stepKey(*connection.client, arguments.key.idempotencyKey));
    const auto made = connection.client->keys().rotate(id, once, callOf(context));
    if (!made)
        return fail(explainRefusal(made.error(), connection.circumstances(false)));
    sayOldKeyEnds(context.console);
    return handOver(context, *made, std::move(file));
}

Outcome<ExitCode> revokeKey(Context& context, const KeysArguments& arguments) {
    LEADSHEET_TRY(auto at, connectFor(context, keyIdOf(arguments.id)));
    auto& [id, connection] = at;
    const auto revoked = connection.client->keys().revoke(id, callOf(context));
    if (!revoked)
        return fail(explainRefusal(revoked.error(), connection.circumstances(false)));
    context.console.say(messages::cliaccount::keyWorksNoMore(id.str()));
    context.console.emit({{"type", "keyRevoked"}, {"id", id.str()}});
    return ExitCode::Done;
}

} // namespace

void addKeysCommands(Registry& registry) {
    Command keys = registry.root.addCommand("keys", help::keys());
    keys.needsCommand();
    registry.bind(keys.addCommand("list", help::keysList()), listKeys);
    auto arguments = std::make_shared<KeysArguments>();
    Command create = keys.addCommand("create", help::keysCreate());
    addNewKeyOptions(create, arguments->key);
    registry.bind(create, createKey, arguments);
    Command rotate = keys.addCommand("rotate", help::keysRotate());
    rotate.addOption("KEY", arguments->id, help::keyId()).required();
    addSecretOptions(rotate, arguments->key);
    registry.bind(rotate, rotateKey, arguments);
    Command revoke = keys.addCommand("revoke", help::keysRevoke());
    revoke.addOption("KEY", arguments->id, help::keyId()).required();
    registry.bind(revoke, revokeKey, arguments);
}

} // namespace leadsheet::cli
