// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/server/config.hpp"

#include <chrono>
#include <optional>
#include <string>

namespace leadsheet::server::program {

inline constexpr int kExitDone = 0;
inline constexpr int kExitInternal = 1;
inline constexpr int kExitUsage = 2;    ///< arguments or settings
inline constexpr int kExitListen = 3;   ///< address or port
inline constexpr int kExitTls = 4;      ///< certificate or key
inline constexpr int kExitDatabase = 5; ///< database or pepper
inline constexpr int kExitFile = 6;     ///< key file or access log

/// What the command line asks for.
struct Options {
    Config config;
    std::string pepperFile;       ///< empty = beside the database
    std::string bootstrapSandbox; ///< file for the minted keys; empty = none
    std::string bootstrapAdmin;   ///< likewise, of an operator alone
    std::string accessLog;        ///< file, "-" = standard error, empty = none
    std::chrono::milliseconds drain{10'000};
};

/// Parses the arguments. nullopt = done already (help, version or a usage error, which was printed)
/// and `exitCode` says how.
std::optional<Options> parseOptions(int argc, char** argv, int& exitCode);

} // namespace leadsheet::server::program
