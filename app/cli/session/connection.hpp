// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "context.hpp"

#include "leadsheet/app/accounts/profile_store.hpp"
#include "leadsheet/client.hpp"
#include "leadsheet/submit/run.hpp"
#include "leadsheet/try.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace leadsheet::app {
class Sandbox;
}

namespace leadsheet::cli {

/// A server, a key that it accepted, and whose account that is.
struct Connection {
    std::unique_ptr<app::Sandbox> sandbox; ///< runs the server while it lives; null = a real one
    std::shared_ptr<Client> client;
    std::optional<ApiKey> key; ///< what `client` uses; set by every function that connects
    Account account;
    std::chrono::milliseconds clockAhead{}; ///< the server's clock against this computer's
    std::string baseUrl;
    std::string profile;   ///< empty for --base-url and the sandbox
    bool keyGiven = false; ///< by an option or the environment, beside a profile or not

    Connection();
    Connection(Connection&&) noexcept;
    Connection& operator=(Connection&&) noexcept;
    ~Connection();

    bool isSandbox() const { return sandbox != nullptr; }
    submit::AccountRef ref() const;
    Circumstances circumstances(bool moneyAtStake) const;
    /// A value, or what went wrong where no money was at stake.
    template <class T>
    Outcome<T> explained(Result<T> result) const {
        return cli::explained(std::move(result), circumstances(false));
    }
    /// "SANDBOX, play money" or "Acme GmbH (profile work)".
    std::string label() const;
};

/// Where the commands go, before any key is used.
struct Target {
    std::string baseUrl;
    std::optional<app::Profile> profile;
};

/// By --base-url, --profile, or the chosen profile. Not for the sandbox.
Outcome<Target> chooseTarget(const Context& context);

/// Chooses account and key, starts the sandbox if asked to, and proves the key with GET
/// /v1/account. A key of another account than the profile's is refused: its orders would be
/// compared with the wrong ledger entries.
Outcome<Connection> connect(Context& context, bool moneyAtStake = false);

/// Chooses account and key without asking whose account it is, for what has to be answered when the
/// request budget is used up: `account` stays empty.
Outcome<Connection> connectUnproven(Context& context);

/// One resource, and the connection over which it is reached.
template <class Id>
struct Reached {
    Id id;
    Connection connection;
};

/// Connects for one resource; what was given must be an id of its kind, or nothing is connected.
template <class Id>
Outcome<Reached<Id>> connectFor(Context& context, Outcome<Id> id) {
    if (!id)
        return fail(id.error());
    LEADSHEET_TRY(auto connection, connect(context));
    return Reached<Id>{*std::move(id), std::move(connection)};
}

/// The same for a base URL and key in hand.
Outcome<Connection> connectWith(Context& context, const std::string& baseUrl, const ApiKey& key,
                                const std::string& profile, bool moneyAtStake);

/// A call that ends at the first signal.
CallOptions callOf(const Context& context);
/// The same, and it waits as long as the service asks for: for work that nobody wants to begin
/// again.
CallOptions patientCallOf(const Context& context);

/// The operators' plane of a server. Its key proves itself with the first call.
struct OperatorConnection {
    std::shared_ptr<Client> client;
    std::string baseUrl;
    std::string profile;   ///< empty for --base-url
    bool keyGiven = false; ///< as in Connection

    Admin admin() const { return client->admin(); }
    /// An error of the operators' plane in words. `key` is that of a step that may be repeated;
    /// empty for calls that change nothing.
    Failure explained(const Error& error, const std::string& key = {}) const;
    template <class T>
    Outcome<T> explained(Result<T> result, const std::string& key = {}) const {
        return std::move(result).map_error(
            [&](const Error& error) { return explained(error, key); });
    }
};

/// By --base-url or --profile; the key comes from where all keys come from. The sandbox has no
/// operators: its orders are moved by itself.
Outcome<OperatorConnection> connectOperator(Context& context);

/// What a refusal of one record or step means: as explain(), but what the service refused because
/// of its content or the state of things is a matter of the command line.
Failure explainRefusal(const Error& error, const Circumstances& circumstances);

/// The same for a step under a key: when nobody knows whether it was done, how to repeat it safely.
Failure explainStep(const Error& error, const Circumstances& circumstances,
                    const IdempotencyKey& key);

/// --idempotency-key as given, or a new one.
Outcome<IdempotencyKey> stepKey(const Client& client, const std::string& given);

/// Asks before a deed that moves money, unless `yes` was said on the command line.
Outcome<void> confirm(Context& context, const Message& deed, bool yes);

} // namespace leadsheet::cli
