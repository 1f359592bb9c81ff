// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

#include "../output/console.hpp"
#include "../session/calls.hpp"
#include "key_listing.hpp"

#include "leadsheet/resource/admin_keys.hpp"

#include <boost/json.hpp>

#include <memory>

namespace leadsheet::cli {
namespace {

constexpr std::size_t kMostKeys = 100'000;
constexpr const char* kCurrency = "USD";

struct Wishes {
    KeyWishes key;
    std::string account;
    std::string id;
    std::string type = "customer";
};

Outcome<AccountId> accountIdOf(const std::string& text) {
    auto id = AccountId::parse(text);
    if (!id)
        return fail(usageFailure("'" + text + "' is no account id.",
                                 "See them with: leadsheet admin accounts list"));
    return *std::move(id);
}

Outcome<ExitCode> listKeys(Context& context, const Wishes& wishes) {
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
    auto range = connection->admin().keys().all(account, {}, callOf(context));
    const auto keys = range.take(kMostKeys);
    if (!keys)
        return fail(connection->explained(keys.error()));
    showKeys(context, *keys);
    return ExitCode::Done;
}

Outcome<ExitCode> createKey(Context& context, const Wishes& wishes) {
    auto account = accountIdOf(wishes.account);
    if (!account)
        return fail(account.error());
    auto key = wishes.key.key(kCurrency);
    if (!key)
        return fail(key.error());
    if (auto free = checkSecretFile(wishes.key.secretFile); !free)
        return fail(free.error());
    auto connection = connectOperator(context);
    if (!connection)
        return fail(connection.error());
    auto once = stepKey(*connection->client, wishes.key.idempotencyKey);
    if (!once)
        return fail(once.error());
    const auto made =
        connection->admin().keys().create(*account, wishes.type, *key, *once, callOf(context));
    if (!made)
        return fail(connection->explained(made.error(), once->str()));
    return handOver(context, *made, wishes.key.secretFile);
}

Outcome<ExitCode> rotateKey(Context& context, const Wishes& wishes) {
    auto id = keyIdOf(wishes.id);
    if (!id)
        return fail(id.error());
    if (auto free = checkSecretFile(wishes.key.secretFile); !free)
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
    return handOver(context, *made, wishes.key.secretFile);
}

Outcome<ExitCode> revokeKey(Context& context, const Wishes& wishes) {
    auto id = keyIdOf(wishes.id);
    if (!id)
        return fail(id.error());
    auto connection = connectOperator(context);
    if (!connection)
        return fail(connection.error());
    const auto revoked = connection->admin().keys().revoke(*id, callOf(context));
    if (!revoked)
        return fail(connection->explained(revoked.error()));
    context.console.say(id->str() + " works no more.");
    context.console.emit({{"type", "keyRevoked"}, {"id", id->str()}});
    return ExitCode::Done;
}

} // namespace

void addAdminKeyCommands(Registry& registry, const Command& admin) {
    auto wishes = std::make_shared<Wishes>();
    const auto chooses = [&registry, wishes](auto act) {
        return [&registry, wishes, act] {
            registry.chosen = [wishes, act](Context& context) {
                return act(context, *wishes);
            };
        };
    };
    const Command keys = admin.addCommand("keys", "The keys of all accounts");
    keys.needsCommand();
    const Command list = keys.addCommand("list", "Show keys, without their secrets");
    list.addOption("--account", wishes->account, "Only keys of this account")
        .valueName("ACCOUNT")
        .notEmpty();
    list.whenChosen(chooses(listKeys));
    const Command create = keys.addCommand("create", "Make a key of either type for an account");
    create.addOption("ACCOUNT", wishes->account, "Id of the account").required();
    create.addOption("--type", wishes->type, "What kind of key")
        .valueName("TYPE")
        .oneOf({"customer", "admin"})
        .showDefault();
    addNewKeyOptions(create, wishes->key);
    create.whenChosen(chooses(createKey));
    const Command rotate =
        keys.addCommand("rotate", "Replace a key; the old one works for 24 hours more");
    rotate.addOption("KEY", wishes->id, "Id of the key, as the list shows it").required();
    addSecretOptions(rotate, wishes->key);
    rotate.whenChosen(chooses(rotateKey));
    const Command revoke = keys.addCommand("revoke", "End a key at once");
    revoke.addOption("KEY", wishes->id, "Id of the key, as the list shows it").required();
    revoke.whenChosen(chooses(revokeKey));
}

} // namespace leadsheet::cli
