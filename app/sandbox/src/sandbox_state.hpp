// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/result.hpp"

#include <filesystem>
#include <string>

namespace leadsheet::app {

/// What a sandbox keeps beside its database.
struct SandboxState {
    std::string pepper;    ///< 32 random bytes, as hexadecimal digits
    std::string accountId; ///< empty until the account was made
};

/// The stored state, or a new one (with a fresh pepper, already stored) when there is none. Without
/// its state nobody can use a database that has something.
Result<SandboxState> loadOrMakeState(const std::filesystem::path& folder,
                                     const std::filesystem::path& database);
Result<void> storeState(const std::filesystem::path& folder, const SandboxState& state);

} // namespace leadsheet::app
