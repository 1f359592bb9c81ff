// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/server/config.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

// Declared nodiscard before its definition, so that a dropped error is a warning.
#ifndef TL_EXPECTED_HPP // GCC refuses attributes after the definition
namespace tl {
template <class T, class E>
class [[nodiscard]] expected;
}
#endif
#include <tl/expected.hpp>

namespace leadsheet::server {

/// Why a server did not start, or accounts could not be made.
struct StartError {
    enum class Kind {
        Config,   ///< a setting is wrong or two settings contradict each other
        Listen,   ///< the address or port cannot be used
        Tls,      ///< certificate or key unreadable or not a pair
        Database, ///< cannot be opened, is damaged, too new or in use
        Internal
    };
    Kind kind;
    std::string message; ///< names the setting or file, the reason and a way out
};

/// The whole /v1 service in one object. Any number of servers may run in one process; nothing is
/// global. All members are thread-safe. No exception leaves this class.
class Server {
public:
    /// Opens the database (with migrations and integrity checks), makes the bootstrap accounts if
    /// the database holds no account yet, binds the port and begins to answer.
    [[nodiscard]] static tl::expected<std::unique_ptr<Server>, StartError> start(Config config);

    /// Stops at once if stop() was not called.
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    /// The port actually bound.
    std::uint16_t port() const;
    /// For example "http://127.0.0.1:40123"; without a trailing slash.
    std::string baseUrl() const;

    /// Keys made from Config::bootstrap, handed out once: a second call answers an empty list.
    /// Empty too when the database already held accounts.
    std::vector<MintedAccount> minted();

    /// Makes further accounts with keys and play balance; the secrets are in the answer and nowhere
    /// else.
    [[nodiscard]] tl::expected<std::vector<MintedAccount>, StartError>
    bootstrap(const std::vector<BootstrapAccount>& accounts);

    /// Makes keys for an account that is there already; with `revokeOlder` all its other keys stop
    /// working in the same commit. StartError::Kind::Config when there is no such account.
    [[nodiscard]] tl::expected<MintedAccount, StartError>
    mintKeys(const std::string& accountId, const std::vector<BootstrapKey>& keys, bool revokeOlder);

    /// Refuses new connections, lets requests in flight finish for at most `deadline`, then closes.
    /// Returns whether everything in flight was answered. Later calls return at once with the first
    /// result.
    bool stop(std::chrono::milliseconds deadline = std::chrono::seconds(5));

private:
    class Impl;
    explicit Server(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

} // namespace leadsheet::server
