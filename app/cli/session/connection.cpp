// SPDX-License-Identifier: Apache-2.0
#include "connection.hpp"

#include "../interrupts.hpp"
#include "../output/console.hpp"
#include "../terminal.hpp"
#include "secrets.hpp"

#include "leadsheet/app/sandbox/sandbox.hpp"
#include "leadsheet/messages/cli.hpp"
#include "leadsheet/messages/cliaccount.hpp"
#include "leadsheet/messages/cliadmin.hpp"
#include "leadsheet/messages/clirun.hpp"
#include "leadsheet/try.hpp"
#include "leadsheet/work/connecting.hpp"

namespace leadsheet::cli {
namespace {

namespace say = messages::cliaccount;

constexpr const char* kAgent = "leadsheet-cli/" LEADSHEET_VERSION;

std::string logLine(const AttemptLog& entry) {
    std::string line = entry.method + " " + entry.url + " " +
                       (entry.status == 0 ? "no answer" : std::to_string(entry.status));
    if (!entry.code.empty())
        line += " " + entry.code;
    line += ", " + std::to_string(entry.took.count()) + " ms, request " + entry.requestId;
    if (entry.attempt > 1)
        line += ", attempt " + std::to_string(entry.attempt);
    if (entry.wait)
        line += ", waiting " + std::to_string(entry.wait->count()) + " ms";
    return line;
}

ClientOptions clientOptions(Context& context, const std::string& baseUrl, const ApiKey& key) {
    ClientOptions options(baseUrl, key);
    options.userAgent = kAgent;
    options.transport.caFile = context.options.caFile.string();
    options.transport.proxy = context.options.proxy;
    if (context.options.verbose)
        options.log = [&console = context.console](const AttemptLog& entry) {
            console.log(logLine(entry));
        };
    return options;
}

Outcome<Connection> proven(Context& context, ClientOptions options, const Circumstances& at) {
    Connection connection;
    connection.baseUrl = options.baseUrl;
    connection.key = options.apiKey;
    connection.profile = at.profile;
    LEADSHEET_TRY(auto proven,
                  explained(work::prove(std::move(options), context.interrupts.token()), at));
    connection.client = std::move(proven.client);
    connection.account = std::move(proven.account);
    connection.clockAhead = work::clockAhead(connection.account);
    return connection;
}

Outcome<Connection> connectSandbox(Context& context) {
    const Circumstances at{"", "", true, true};
    LEADSHEET_TRY(auto sandbox,
                  explained(app::Sandbox::start(context.folders.sandboxFolder()), at));
    ClientOptions options = clientOptions(context, sandbox->baseUrl(), sandbox->key());
    options.transport.proxy = "none";
    auto connection = proven(context, std::move(options), at);
    if (connection)
        connection->sandbox = std::move(sandbox);
    return connection;
}

struct FoundKey {
    ApiKey key;
    bool given = false; ///< by an option or the environment
};

Outcome<ApiKey> keyOf(Context& context, const Target& target) {
    if (!target.profile)
        return askForKey(context.console, context.interrupts, said(say::askKeyFor(target.baseUrl)));
    const auto keychain = app::systemKeychain();
    auto stored = keychain->read(app::keyEntry(target.profile->name, target.baseUrl));
    if (stored && *stored)
        return **std::move(stored);
    Sentences why = stored ? Sentences(say::noKeyOfProfile(target.profile->name))
                           : Sentences(stored.error().reason);
    if (!stored && context.console.canAsk())
        why.add(say::keyForThisCommand());
    context.console.note(why);
    return askForKey(context.console, context.interrupts,
                     said(say::askKeyOfProfile(target.profile->name)));
}

Outcome<FoundKey> keyFor(Context& context, const Target& target) {
    LEADSHEET_TRY(auto given, keyFromOptions({context.options.keyFile, context.options.keyStdin}));
    if (given)
        return FoundKey{*std::move(given), true};
    LEADSHEET_TRY(auto key, keyOf(context, target));
    return FoundKey{std::move(key), false};
}

} // namespace

Connection::Connection() = default;
Connection::Connection(Connection&&) noexcept = default;
Connection& Connection::operator=(Connection&&) noexcept = default;
Connection::~Connection() = default;

submit::AccountRef Connection::ref() const {
    // A sandbox listens on another port each time; its account is what stays.
    return {isSandbox() ? "sandbox" : baseUrl, account.id, isSandbox() ? "sandbox" : profile,
            account.instanceId};
}

Circumstances Connection::circumstances(bool moneyAtStake) const {
    return {baseUrl, profile, isSandbox(), moneyAtStake, keyGiven};
}

std::string Connection::label() const {
    if (isSandbox())
        return said(say::sandboxLabel());
    const std::string name = account.name.empty() ? account.id : account.name;
    return said(profile.empty() ? say::accountAt(name, baseUrl)
                                : say::accountOfProfile(name, profile));
}

Outcome<Target> chooseTarget(const Context& context) {
    const GlobalOptions& options = context.options;
    if (!options.baseUrl.empty()) {
        auto url = app::normalizedBaseUrl(options.baseUrl);
        if (!url)
            return fail(usageFailure(url.error()));
        return Target{*url, std::nullopt};
    }
    LEADSHEET_TRY(const auto profiles,
                  explained(app::ProfileStore(context.folders.profilesFile()).load()));
    if (const app::Profile* profile = profiles.choose(options.profile))
        return Target{profile->baseUrl, *profile};
    if (!options.profile.empty())
        return fail(usageFailure(say::noSuchProfile(options.profile), say::seeProfiles()));
    if (profiles.all.empty())
        return fail(usageFailure(say::noAccountYet(), say::fixNoAccount()));
    return fail(usageFailure(say::noProfileChosen(), say::fixNoProfileChosen()));
}

Outcome<Connection> connectWith(Context& context, const std::string& baseUrl, const ApiKey& key,
                                const std::string& profile, bool moneyAtStake) {
    return proven(context, clientOptions(context, baseUrl, key),
                  {baseUrl, profile, false, moneyAtStake});
}

Outcome<Connection> connect(Context& context, bool moneyAtStake) {
    if (context.options.sandbox)
        return connectSandbox(context);
    LEADSHEET_TRY(auto target, chooseTarget(context));
    LEADSHEET_TRY(auto key, keyFor(context, target));
    const std::string profile = target.profile ? target.profile->name : std::string();
    auto connection = proven(context, clientOptions(context, target.baseUrl, key.key),
                             {target.baseUrl, profile, false, moneyAtStake, key.given});
    if (!connection)
        return connection;
    connection->keyGiven = key.given;
    if (target.profile && !target.profile->accountId.empty() &&
        target.profile->accountId != connection->account.id) {
        Failure failure;
        failure.exit = ExitCode::Key;
        failure.what =
            say::keyOfOtherAccount(connection->account.id, profile, target.profile->accountId);
        failure.meaning = messages::cli::nothingSpent();
        failure.fix = say::fixOtherAccount();
        failure.code = "wrong_account";
        return fail(failure);
    }
    return connection;
}

Outcome<Connection> connectUnproven(Context& context) {
    if (context.options.sandbox)
        return connectSandbox(context);
    LEADSHEET_TRY(auto target, chooseTarget(context));
    LEADSHEET_TRY(auto key, keyFor(context, target));
    Connection connection;
    connection.baseUrl = target.baseUrl;
    if (target.profile)
        connection.profile = target.profile->name;
    connection.keyGiven = key.given;
    LEADSHEET_TRY(auto client, connection.explained(Client::create(
                                   clientOptions(context, target.baseUrl, key.key))));
    connection.key = std::move(key.key);
    connection.client = std::make_shared<Client>(std::move(client));
    return connection;
}

Outcome<OperatorConnection> connectOperator(Context& context) {
    if (context.options.sandbox)
        return fail(usageFailure(say::sandboxNoOperators(), say::fixNoOperators()));
    LEADSHEET_TRY(auto connection, connectUnproven(context));
    return OperatorConnection{std::move(connection.client), std::move(connection.baseUrl),
                              std::move(connection.profile), connection.keyGiven};
}

namespace {

/// Codes by which the service says that what was asked for cannot be.
bool isRefusal(const Error& error) {
    switch (error.code) {
    case ErrorCode::InvalidTransition:
    case ErrorCode::VersionConflict:
    case ErrorCode::DuplicateDelivery:
    case ErrorCode::ValidationFailed:
    case ErrorCode::InvalidParameter:
    case ErrorCode::InvalidCursor:
    case ErrorCode::UnknownField:
    case ErrorCode::MalformedJson:
    case ErrorCode::IdempotencyKeyReused:
    case ErrorCode::IdempotencyKeyInvalid:
    case ErrorCode::PayloadTooLarge:
    case ErrorCode::LeadCountOutOfRange:
    case ErrorCode::DestinationBlocked:
        return true;
    default:
        return false;
    }
}

Sentences refusalFix(const Error& error) {
    switch (error.code) {
    case ErrorCode::VersionConflict:
        return messages::cli::fixVersionConflict();
    case ErrorCode::InvalidCursor:
        return messages::cli::fixInvalidCursor();
    case ErrorCode::DuplicateDelivery:
        return messages::cli::fixDuplicateDelivery();
    default:
        return {};
    }
}

/// When nobody knows whether a step was done.
void sayHowToRepeat(Failure& failure, const Error& error, const std::string& key) {
    if (key.empty() || error.certainty != Certainty::Unknown)
        return;
    failure.meaning = messages::cli::maybeDone();
    failure.fix = messages::cli::fixMaybeDone(key);
}

} // namespace

CallOptions callOf(const Context& context) {
    CallOptions call;
    call.stop = context.interrupts.token();
    return call;
}

CallOptions patientCallOf(const Context& context) {
    CallOptions call = callOf(context);
    call.retry = RetryPolicy::batch();
    return call;
}

Failure explainRefusal(const Error& error, const Circumstances& circumstances) {
    Failure failure = explain(error, circumstances);
    if (!isRefusal(error))
        return failure;
    failure.exit = ExitCode::Usage;
    failure.what = error;
    for (const FieldError& field : error.fields)
        if (!field.detail.empty() && error.message.find(field.detail) == std::string::npos)
            failure.what.add(field.pointer + ": " + field.detail);
    failure.fix = refusalFix(error);
    return failure;
}

Failure OperatorConnection::explained(const Error& error, const std::string& key) const {
    Failure failure = explainRefusal(error, {baseUrl, profile, false, false, keyGiven});
    if (error.is(ErrorCode::WrongKeyType))
        failure.fix = messages::cli::fixOperatorKey();
    sayHowToRepeat(failure, error, key);
    return failure;
}

Failure explainStep(const Error& error, const Circumstances& circumstances,
                    const IdempotencyKey& key) {
    Failure failure = explainRefusal(error, circumstances);
    sayHowToRepeat(failure, error, key.str());
    return failure;
}

Outcome<IdempotencyKey> stepKey(const Client& client, const std::string& given) {
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string text = given;
    if (text.empty()) {
        text = "cli-";
        for (int half = 0; half < 2; ++half) {
            std::uint64_t bits = client.rng().next();
            for (int i = 0; i < 16; ++i, bits >>= 4U)
                text += kHex[bits & 0x0FU];
        }
    }
    auto key = IdempotencyKey::parse(text);
    if (!key)
        return fail(usageFailure(key.error()));
    return *std::move(key);
}

Outcome<void> confirm(Context& context, const Message& deed, bool yes) {
    if (yes)
        return {};
    Failure failure;
    failure.exit = ExitCode::MoneyGuard;
    failure.meaning = messages::cliadmin::nothingChanged();
    if (!context.console.canAsk()) {
        failure.what = messages::cliadmin::nobodyToConfirm(deed);
        failure.fix = messages::cliadmin::confirmWithYes();
        failure.code = "not_confirmed";
        return fail(failure);
    }
    const Text question = Text(messages::cliadmin::confirmDeed(deed))
                              .add(" ")
                              .add(messages::clirun::type())
                              .add(" ")
                              .add("yes", Style::Bold)
                              .add(" ")
                              .add(messages::clirun::toDoIt());
    const auto line = askOnTerminal(context.console, context.interrupts, question, Echo::On);
    if (line == "yes" || line == "y")
        return {};
    if (!line && context.interrupts.happened()) {
        Failure interrupted = interruptedFailure();
        interrupted.meaning = failure.meaning;
        return fail(interrupted);
    }
    failure.what = messages::cliadmin::notDone();
    failure.code = "declined";
    return fail(failure);
}

} // namespace leadsheet::cli
