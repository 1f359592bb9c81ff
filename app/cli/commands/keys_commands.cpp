// SPDX-License-Identifier: Apache-2.0
#include "keys_commands.hpp"

#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/connection.hpp"
#include "../session/secrets.hpp"
#include "common_arguments.hpp"
#include "registry.hpp"

#include "leadsheet/messages/cliaccount.hpp"
#include "leadsheet/messages/clirun.hpp"
#include "leadsheet/resource/keys.hpp"
#include "leadsheet/timestamp.hpp"
#include "leadsheet/try.hpp"

#include <boost/json.hpp>

namespace leadsheet::cli {
namespace {

namespace json = boost::json;
namespace say = messages::cliaccount;

std::string stateOf(const KeyRecord& key, WallTime now) {
    if (key.revokedAt)
        return said(say::revokedAt(clockTime(*key.revokedAt, now)));
    if (!key.expiresAt)
        return said(say::works());
    const auto end = parseTimestamp(*key.expiresAt);
    const std::string time = clockTime(*key.expiresAt, now);
    return said(end && *end <= now ? say::endedAt(time) : say::until(time));
}

} // namespace

Outcome<NewKey> KeyArguments::key(const std::string& currency) const {
    NewKey wanted;
    wanted.name = name;
    wanted.scopes = scopes;
    if (!cap.empty()) {
        auto amount = typedMoney(cap, currency);
        if (!amount)
            return fail(usageFailure(Sentences(say::capNoAmount(cap)).add(amount.error())));
        wanted.dailySpendCap = *std::move(amount);
    }
    if (!expires.empty() && !parseTimestamp(expires))
        return fail(usageFailure(say::noTime(expires)));
    if (!expires.empty())
        wanted.expiresAt = expires;
    return wanted;
}

void addNewKeyOptions(const Command& command, KeyArguments& arguments) {
    command.addOption("--name", arguments.name, help::keyName()).required();
    command.addOption("--scope", arguments.scopes, help::scope())
        .required()
        .valueName("SCOPE")
        .oneValueEach();
    command.addOption("--cap", arguments.cap, help::cap()).valueName("AMOUNT");
    command.addOption("--expires", arguments.expires, help::expires()).valueName("TIME");
    addSecretOptions(command, arguments);
}

void addSecretOptions(const Command& command, KeyArguments& arguments) {
    command.addOption("--secret-file", arguments.secretFile, help::keySecretFile())
        .valueName("FILE");
    addOnceOption(command, arguments.idempotencyKey, help::onceSameKey());
}

json::object keyJson(const KeyRecord& key) {
    json::object object{{"type", "key"},
                        {"id", key.id.str()},
                        {"keyType", key.type},
                        {"name", key.name},
                        {"last4", key.last4},
                        {"scopes", json::array(key.scopes.begin(), key.scopes.end())},
                        {"createdAt", key.createdAt}};
    putIf(object, "accountId", key.account);
    putIf(object, "dailySpendCap", key.dailySpendCap);
    putIf(object, "predecessorId", key.predecessor);
    putIf(object, "expiresAt", key.expiresAt);
    putIf(object, "lastUsedAt", key.lastUsedAt);
    putIf(object, "revokedAt", key.revokedAt);
    return object;
}

Result<void> showKeys(Context& context, PageRange<KeyRecord> keys) {
    Table table({{said(say::id()), {}},
                 {said(say::endsIn()), {}},
                 {said(say::name()), {}},
                 {said(say::type()), {}},
                 {said(say::capADay()), Table::Align::Right},
                 {said(say::lastUsed()), {}},
                 {said(messages::clirun::columnState()), {}},
                 {said(say::may()), {}}});
    for (;;) {
        LEADSHEET_TRY(const auto next, keys.next());
        if (!next)
            break;
        const KeyRecord& key = *next;
        context.console.emit(keyJson(key));
        table.row({key.id.str(), key.last4, key.name, key.type,
                   key.dailySpendCap ? money(*key.dailySpendCap) : "",
                   key.lastUsedAt ? clockTime(*key.lastUsedAt, context.now()) : said(say::never()),
                   stateOf(key, context.now()), joined(key.scopes)});
    }
    table.printOr(context.console, say::noKeys());
    return {};
}

void sayOldKeyEnds(Console& console) {
    console.note(say::oldKeyEnds());
}

Outcome<ExitCode> handOver(Context& context, const CreatedKey& key,
                           std::optional<SecretFile> secretFile) {
    json::object object = keyJson(key.record);
    object["type"] = "keyCreated";
    Console& console = context.console;
    console.say(Text(key.record.id.str(), Style::Bold).add(" · " + joined(key.record.scopes)));
    console.say(key.record.expiresAt
                    ? say::worksUntil(clockTime(*key.record.expiresAt, context.now()))
                    : say::worksUntilRevoked());
    const bool inFile = secretFile && secretFile->keep(key.secret.reveal());
    if (inFile) {
        object["secretFile"] = secretFile->path().string();
        console.say(say::keyInFile(secretFile->path().string()));
    } else {
        object["secret"] = key.secret.reveal();
        console.say(key.secret.reveal());
        console.note(
            Text(secretFile ? say::shownInstead(secretFile->path().string()) : say::keepItNow(),
                 Style::Warn));
    }
    console.emit(object);
    return inFile || !secretFile ? ExitCode::Done : ExitCode::Storage;
}

namespace {

struct KeysArguments {
    KeyArguments key;
    std::string id;
};

Outcome<ExitCode> listKeys(Context& context) {
    LEADSHEET_TRY(auto connection, connect(context));
    LEADSHEET_TRY_DONE(connection.explained(
        showKeys(context, connection.client->keys().all({}, callOf(context)))));
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
    LEADSHEET_TRY_DONE(explainedBy<explainRefusal>(
        connection.client->keys().revoke(id, callOf(context)), connection.circumstances(false)));
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
