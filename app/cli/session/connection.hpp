// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "context.hpp"

#include "leadsheet/app/accounts/profile_store.hpp"
#include "leadsheet/client.hpp"
#include "leadsheet/submit/run.hpp"

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
    std::string profile; ///< empty for --base-url and the sandbox

    Connection();
    Connection(Connection&&) noexcept;
    Connection& operator=(Connection&&) noexcept;
    ~Connection();

    bool isSandbox() const { return sandbox != nullptr; }
    submit::AccountRef ref() const;
    Circumstances circumstances(bool moneyAtStake) const;
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
    auto connection = connect(context);
    if (!connection)
        return fail(connection.error());
    return Reached<Id>{*std::move(id), *std::move(connection)};
}

/// The same for a base URL and key in hand.
Outcome<Connection> connectWith(Context& context, const std::string& baseUrl, const ApiKey& key,
                                const std::string& profile, bool moneyAtStake);

} // namespace leadsheet::cli
