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

#include <boost/json.hpp>

namespace leadsheet::cli {
namespace {

struct KeysWishes {
    KeyWishes key;
    std::string id;
};

Outcome<ExitCode> listKeys(Context& context) {
    auto connection = connect(context);
    if (!connection)
        return fail(connection.error());
    const auto shown = showKeys(context, connection->client->keys().all({}, callOf(context)));
    if (!shown)
        return fail(explain(shown.error(), connection->circumstances(false)));
    return ExitCode::Done;
}

Outcome<ExitCode> createKey(Context& context, const KeysWishes& wishes) {
    if (auto free = checkSecretFile(wishes.key.secretFile, SecretKind::ApiKey); !free)
        return fail(free.error());
    auto connection = connect(context);
    if (!connection)
        return fail(connection.error());
    auto key = wishes.key.key(connection->account.available.currency);
    if (!key)
        return fail(key.error());
    auto once = stepKey(*connection->client, wishes.key.idempotencyKey);
    if (!once)
        return fail(once.error());
    const auto made = connection->client->keys().create(*key, *once, callOf(context));
    if (!made)
        return fail(explainRefusal(made.error(), connection->circumstances(false)));
    return handOver(context, *made, wishes.key.secretFile);
}

Outcome<ExitCode> rotateKey(Context& context, const KeysWishes& wishes) {
    auto id = keyIdOf(wishes.id);
    if (!id)
        return fail(id.error());
    if (auto free = checkSecretFile(wishes.key.secretFile, SecretKind::ApiKey); !free)
        return fail(free.error());
    auto connection = connect(context);
    if (!connection)
        return fail(connection.error());
    auto once = stepKey(*connection->client, wishes.key.idempotencyKey);
    if (!once)
        return fail(once.error());
    const auto made = connection->client->keys().rotate(*id, *once, callOf(context));
    if (!made)
        return fail(explainRefusal(made.error(), connection->circumstances(false)));
    sayOldKeyEnds(context.console);
    return handOver(context, *made, wishes.key.secretFile);
}

Outcome<ExitCode> revokeKey(Context& context, const KeysWishes& wishes) {
    auto at = connectFor(context, keyIdOf(wishes.id));
    if (!at)
        return fail(at.error());
    auto& [id, connection] = *at;
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
    auto wishes = std::make_shared<KeysWishes>();
    Command create = keys.addCommand("create", help::keysCreate());
    addNewKeyOptions(create, wishes->key);
    registry.bind(create, createKey, wishes);
    Command rotate = keys.addCommand("rotate", help::keysRotate());
    rotate.addOption("KEY", wishes->id, help::keyId()).required();
    addSecretOptions(rotate, wishes->key);
    registry.bind(rotate, rotateKey, wishes);
    Command revoke = keys.addCommand("revoke", help::keysRevoke());
    revoke.addOption("KEY", wishes->id, help::keyId()).required();
    registry.bind(revoke, revokeKey, wishes);
}

} // namespace leadsheet::cli
