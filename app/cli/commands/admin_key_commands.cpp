// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

#include "../output/console.hpp"
#include "../session/calls.hpp"
#include "../session/secrets.hpp"
#include "common_arguments.hpp"
#include "key_listing.hpp"

#include "leadsheet/messages/cliaccount.hpp"
#include "leadsheet/resource/admin_accounts.hpp"
#include "leadsheet/resource/admin_keys.hpp"

#include <boost/json.hpp>

#include <memory>

namespace leadsheet::cli {
namespace {

struct AdminKeyWishes {
    KeyWishes key;
    std::string account;
    std::string id;
    std::string type = "customer";
};

Outcome<ExitCode> listKeys(Context& context, const AdminKeyWishes& wishes) {
    std::optional<AccountId> account;
    if (!wishes.account.empty()) {
        auto id = accountIdOf(wishes.account);
        if (!id)
            return fail(id.error());
        account = *std::move(id);
    }
    auto connection = connectOperator(context);
    if (!connection)
        return fail(connection.error());
    const auto shown =
        showKeys(context, connection->admin().keys().all(account, {}, callOf(context)));
    if (!shown)
        return fail(connection->explained(shown.error()));
    return ExitCode::Done;
}

/// What a cap is counted in; not asked for a key without one.
Outcome<std::string> currencyOf(Context& context, const OperatorConnection& connection,
                                const AccountId& account, const KeyWishes& wishes) {
    if (wishes.cap.empty())
        return std::string();
    const auto owner = connection.admin().accounts().get(account, callOf(context));
    if (!owner)
        return fail(connection.explained(owner.error()));
    return owner->available.currency;
}

Outcome<ExitCode> createKey(Context& context, const AdminKeyWishes& wishes) {
    auto account = accountIdOf(wishes.account);
    if (!account)
        return fail(account.error());
    if (auto free = checkSecretFile(wishes.key.secretFile, SecretKind::ApiKey); !free)
        return fail(free.error());
    auto connection = connectOperator(context);
    if (!connection)
        return fail(connection.error());
    const auto currency = currencyOf(context, *connection, *account, wishes.key);
    if (!currency)
        return fail(currency.error());
    auto key = wishes.key.key(*currency);
    if (!key)
        return fail(key.error());
    auto once = stepKey(*connection->client, wishes.key.idempotencyKey);
    if (!once)
        return fail(once.error());
    const auto made =
        connection->admin().keys().create(*account, wishes.type, *key, *once, callOf(context));
    if (!made)
        return fail(connection->explained(made.error(), once->str()));
    return handOver(context, *made, wishes.key.secretFile);
}

Outcome<ExitCode> rotateKey(Context& context, const AdminKeyWishes& wishes) {
    auto id = keyIdOf(wishes.id);
    if (!id)
        return fail(id.error());
    if (auto free = checkSecretFile(wishes.key.secretFile, SecretKind::ApiKey); !free)
        return fail(free.error());
    auto connection = connectOperator(context);
    if (!connection)
        return fail(connection.error());
    auto once = stepKey(*connection->client, wishes.key.idempotencyKey);
    if (!once)
        return fail(once.error());
    const auto made = connection->admin().keys().rotate(*id, *once, callOf(context));
    if (!made)
        return fail(connection->explained(made.error(), once->str()));
    sayOldKeyEnds(context.console);
    return handOver(context, *made, wishes.key.secretFile);
}

Outcome<ExitCode> revokeKey(Context& context, const AdminKeyWishes& wishes) {
    auto id = keyIdOf(wishes.id);
    if (!id)
        return fail(id.error());
    auto connection = connectOperator(context);
    if (!connection)
        return fail(connection.error());
    const auto revoked = connection->admin().keys().revoke(*id, callOf(context));
    if (!revoked)
        return fail(connection->explained(revoked.error()));
    context.console.say(messages::cliaccount::keyWorksNoMore(id->str()));
    context.console.emit({{"type", "keyRevoked"}, {"id", id->str()}});
    return ExitCode::Done;
}

} // namespace

void addAdminKeyCommands(Registry& registry, const Command& admin) {
    auto wishes = std::make_shared<AdminKeyWishes>();
    const Command keys = admin.addCommand("keys", help::adminKeys());
    keys.needsCommand();
    const Command list = keys.addCommand("list", help::keysList());
    list.addOption("--account", wishes->account, help::onlyAccount())
        .valueName("ACCOUNT")
        .notEmpty();
    registry.bind(list, listKeys, wishes);
    const Command create = keys.addCommand("create", help::adminKeysCreate());
    create.addOption("ACCOUNT", wishes->account, help::accountId()).required();
    create.addOption("--type", wishes->type, help::type())
        .valueName("TYPE")
        .oneOf({"customer", "admin"})
        .showDefault();
    addNewKeyOptions(create, wishes->key);
    registry.bind(create, createKey, wishes);
    const Command rotate = keys.addCommand("rotate", help::keysRotate());
    rotate.addOption("KEY", wishes->id, help::keyId()).required();
    addSecretOptions(rotate, wishes->key);
    registry.bind(rotate, rotateKey, wishes);
    const Command revoke = keys.addCommand("revoke", help::keysRevoke());
    revoke.addOption("KEY", wishes->id, help::keyId()).required();
    registry.bind(revoke, revokeKey, wishes);
}

} // namespace leadsheet::cli
