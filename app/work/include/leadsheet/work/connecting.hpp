// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/accounts/profile_store.hpp"
#include "leadsheet/client.hpp"

#include <chrono>
#include <memory>
#include <stop_token>

namespace leadsheet::work {

/// For the first call to a server: a wrong address or a server that is down is told at once; one
/// retry bridges a hiccup.
CallOptions firstCall(const std::stop_token& stop);

/// Whether a key of the operators, which has no account, is taken as well.
enum class AdminKeys { Refused, Accepted };

/// A server, a key that it accepted, and whose account that is.
struct Proven {
    std::shared_ptr<Client> client;
    Account account; ///< of an admin key only key.type and key.last4
    bool admin = false;
};

/// Asks the server whose key it is (GET /v1/account). That an admin key is good is only known after
/// its first other call. Blocks; any thread.
Result<Proven> prove(ClientOptions options, const std::stop_token& stop,
                     AdminKeys adminKeys = AdminKeys::Refused);

/// The server's clock against this computer's, by an answer that came just now: times that the
/// server says, such as how long prices hold, are by its clock. Zero when it does not say.
std::chrono::milliseconds clockAhead(const Account& answered);

/// Adds a profile, with `replace` in place of one of its name, whose cap for assistants stays. The
/// first one becomes the one that is used when none is named. invalid_argument for a name that
/// cannot be one or is taken.
Result<void> keepProfile(app::Profiles& profiles, app::Profile added, bool replace);
/// Removes a profile; true when no other is of the same account.
bool dropProfile(app::Profiles& profiles, const app::Profile& gone);

} // namespace leadsheet::work
