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
#include "leadsheet/try.hpp"

#include <boost/json.hpp>

#include <memory>

namespace leadsheet::cli {
namespace {

struct AdminKeyArguments {
    KeyArguments key;
    std::string account;
    std::string id;
    std::string type = "customer";
};

Outcome<ExitCode> listKeys(Context& context, const AdminKeyArguments& arguments) {
    std::optional<AccountId> account;
    if (!arguments.account.empty()) {
        LEADSHEET_TRY(account, accountIdOf(arguments.account));
    }
    LEADSHEET_TRY(auto connection, connectOperator(context));
    const auto shown =
        showKeys(context, connection.admin().keys().all(account, {}, callOf(context)));
    if (!shown)
        return fail(connection.explained(shown.error()));
    return ExitCode::Done;
}

/// What a cap is counted in; not asked for a key without one.
Outcome<std::string> currencyOf(Context& context, const OperatorConnection& connection,
                                const AccountId& account, const KeyArguments& arguments) {
    if (arguments.cap.empty())
        return std::string();
    const auto owner = connection.admin().accounts().get(account, callOf(context));
    if (!owner)
        return fail(connection.explained(owner.error()));
    return owner->available.currency;
}

Outcome<ExitCode> createKey(Context& context, const AdminKeyArguments& arguments) {
    LEADSHEET_TRY(auto account, accountIdOf(arguments.account));
    LEADSHEET_TRY(auto file,
                  SecretFile::reserveIfAsked(arguments.key.secretFile, SecretKind::ApiKey));
    LEADSHEET_TRY(auto connection, connectOperator(context));
    LEADSHEET_TRY(const auto currency, currencyOf(context, connection, account, arguments.key));
    LEADSHEET_TRY(auto key, arguments.key.key(currency));
    LEADSHEET_TRY(auto once, stepKey(*connection.client, arguments.key.idempotencyKey));
    const auto made =
        connection.admin().keys().create(account, arguments.type, key, once, callOf(context));
    if (!made)
        return fail(connection.explained(made.error(), once.str()));
    return handOver(context, *made, std::move(file));
}

Outcome<ExitCode> rotateKey(Context& context, const AdminKeyArguments& arguments) {
    LEADSHEET_TRY(auto id, keyIdOf(arguments.id));
    LEADSHEET_TRY(auto file,
                  SecretFile::reserveIfAsked(arguments.key.secretFile, SecretKind::ApiKey));
    LEADSHEET_TRY(auto connection, connectOperator(context));
    LEADSHEET_TRY(auto once, stepKey(*connection.client, arguments.key.idempotencyKey));
    const auto made = connection.admin().keys().rotate(id, once, callOf(context));
    if (!made)
        return fail(connection.explained(made.error(), once.str()));
    sayOldKeyEnds(context.console);
    return handOver(context, *made, std::move(file));
}

Outcome<ExitCode> revokeKey(Context& context, const AdminKeyArguments& arguments) {
    LEADSHEET_TRY(auto id, keyIdOf(arguments.id));
    LEADSHEET_TRY(auto connection, connectOperator(context));
    const auto revoked = connection.admin().keys().revoke(id, callOf(context));
    if (!revoked)
        return fail(connection.explained(revoked.error()));
    context.console.say(messages::cliaccount::keyWorksNoMore(id.str()));
    context.console.emit({{"type", "keyRevoked"}, {"id", id.str()}});
    return ExitCode::Done;
}

} // namespace

void addAdminKeyCommands(Registry& registry, const Command& admin) {
    auto arguments = std::make_shared<AdminKeyArguments>();
    const Command keys = admin.addCommand("keys", help::adminKeys());
    keys.needsCommand();
    const Command list = keys.addCommand("list", help::keysList());
    list.addOption("--account", arguments->account, help::onlyAccount())
        .valueName("ACCOUNT")
        .notEmpty();
    registry.bind(list, listKeys, arguments);
    const Command create = keys.addCommand("create", help::adminKeysCreate());
    create.addOption("ACCOUNT", arguments->account, help::accountId()).required();
    create.addOption("--type", arguments->type, help::type())
        .valueName("TYPE")
        .oneOf({"customer", "admin"})
        .showDefault();
    addNewKeyOptions(create, arguments->key);
    registry.bind(create, createKey, arguments);
    const Command rotate = keys.addCommand("rotate", help::keysRotate());
    rotate.addOption("KEY", arguments->id, help::keyId()).required();
    addSecretOptions(rotate, arguments->key);
    registry.bind(rotate, rotateKey, arguments);
    const Command revoke = keys.addCommand("revoke", help::keysRevoke());
    revoke.addOption("KEY", arguments->id, help::keyId()).required();
    registry.bind(revoke, revokeKey, arguments);
}

} // namespace leadsheet::cli
