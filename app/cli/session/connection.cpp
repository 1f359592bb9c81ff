// SPDX-License-Identifier: Apache-2.0
#include "connection.hpp"

#include "../interrupts.hpp"
#include "../output/console.hpp"
#include "calls.hpp"
#include "secrets.hpp"

#include "leadsheet/app/sandbox/sandbox.hpp"
#include "leadsheet/messages/cli.hpp"
#include "leadsheet/messages/cliaccount.hpp"
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
    auto proven = work::prove(std::move(options), context.interrupts.token());
    if (!proven)
        return fail(explain(proven.error(), at));
    connection.client = std::move(proven->client);
    connection.account = std::move(proven->account);
    connection.clockAhead = work::clockAhead(connection.account);
    return connection;
}

Outcome<Connection> connectSandbox(Context& context) {
    const Circumstances at{"", "", true, true};
    auto sandbox = app::Sandbox::start(context.folders.sandboxFolder());
    if (!sandbox)
        return fail(explain(sandbox.error(), at));
    ClientOptions options = clientOptions(context, (*sandbox)->baseUrl(), (*sandbox)->key());
    options.transport.proxy = "none";
    auto connection = proven(context, std::move(options), at);
    if (connection)
        connection->sandbox = *std::move(sandbox);
    return connection;
}

Outcome<ApiKey> keyFor(Context& context, const Target& target) {
    LEADSHEET_TRY(auto key, keyFromOptions({context.options.keyFile, context.options.keyStdin}));
    if (key)
        return *std::move(key);
    if (!target.profile)
        return askForKey(context.console, context.interrupts, said(say::askKeyFor(target.baseUrl)));
    const auto keychain = app::systemKeychain();
    auto stored = keychain->read(app::keyEntry(target.profile->name, target.baseUrl));
    if (stored && *stored)
        return **std::move(stored);
    context.console.note(stored ? Sentences(say::noKeyOfProfile(target.profile->name))
                                : Sentences(stored.error().reason).add(say::keyForThisCommand()));
    return askForKey(context.console, context.interrupts,
                     said(say::askKeyOfProfile(target.profile->name)));
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
    return {baseUrl, profile, isSandbox(), moneyAtStake};
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
    const auto profiles = app::ProfileStore(context.folders.profilesFile()).load();
    if (!profiles)
        return fail(explain(profiles.error(), {}));
    if (const app::Profile* profile = profiles->choose(options.profile))
        return Target{profile->baseUrl, *profile};
    if (!options.profile.empty())
        return fail(usageFailure(say::noSuchProfile(options.profile), say::seeProfiles()));
    if (profiles->all.empty())
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
    auto connection = connectWith(context, target.baseUrl, key, profile, moneyAtStake);
    if (!connection)
        return connection;
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

Outcome<OperatorConnection> connectOperator(Context& context) {
    if (context.options.sandbox)
        return fail(usageFailure(say::sandboxNoOperators(), say::fixNoOperators()));
    LEADSHEET_TRY(auto target, chooseTarget(context));
    LEADSHEET_TRY(auto key, keyFor(context, target));
    OperatorConnection connection;
    connection.baseUrl = target.baseUrl;
    if (target.profile)
        connection.profile = target.profile->name;
    auto client = Client::create(clientOptions(context, target.baseUrl, key));
    if (!client)
        return fail(
            explain(client.error(), {connection.baseUrl, connection.profile, false, false}));
    connection.client = std::make_shared<Client>(*std::move(client));
    return connection;
}

} // namespace leadsheet::cli
