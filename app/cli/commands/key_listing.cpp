// SPDX-License-Identifier: Apache-2.0
#include "key_listing.hpp"

#include "../output/clock_words.hpp"
#include "../output/console.hpp"
#include "../output/words.hpp"
#include "common_arguments.hpp"

#include "leadsheet/messages/cliaccount.hpp"
#include "leadsheet/messages/clirun.hpp"
#include "leadsheet/timestamp.hpp"

#include <boost/json.hpp>

namespace leadsheet::cli {
namespace {

namespace json = boost::json;
namespace say = messages::cliaccount;

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words)
        text.append(text.empty() ? "" : ", ").append(word);
    return text;
}

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
        auto amount = parseMoney(cap, currency);
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
    command.addOption("--name", arguments.name, help::keyName()).required().notEmpty();
    command.addOption("--scope", arguments.scopes, help::scope())
        .required()
        .valueName("SCOPE")
        .oneValueEach();
    command.addOption("--cap", arguments.cap, help::cap()).valueName("AMOUNT").notEmpty();
    command.addOption("--expires", arguments.expires, help::expires()).valueName("TIME").notEmpty();
    addSecretOptions(command, arguments);
}

void addSecretOptions(const Command& command, KeyArguments& arguments) {
    command.addOption("--secret-file", arguments.secretFile, help::keySecretFile())
        .valueName("FILE")
        .notEmpty();
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
    if (key.account)
        object["accountId"] = key.account->str();
    if (key.dailySpendCap)
        object["dailySpendCap"] = moneyJson(*key.dailySpendCap);
    if (key.predecessor)
        object["predecessorId"] = key.predecessor->str();
    if (key.expiresAt)
        object["expiresAt"] = *key.expiresAt;
    if (key.lastUsedAt)
        object["lastUsedAt"] = *key.lastUsedAt;
    if (key.revokedAt)
        object["revokedAt"] = *key.revokedAt;
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
        const auto next = keys.next();
        if (!next)
            return failure(next.error());
        if (!*next)
            break;
        const KeyRecord& key = **next;
        context.console.emit(keyJson(key));
        table.row({key.id.str(), key.last4, key.name, key.type,
                   key.dailySpendCap ? money(*key.dailySpendCap) : "",
                   key.lastUsedAt ? clockTime(*key.lastUsedAt, context.now()) : said(say::never()),
                   stateOf(key, context.now()), joined(key.scopes)});
    }
    if (table.empty())
        context.console.say(say::noKeys());
    else
        table.print(context.console);
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

} // namespace leadsheet::cli
