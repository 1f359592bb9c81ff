// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../failure.hpp"

#include "leadsheet/ids.hpp"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace leadsheet::cli {

class Console;
class Interrupts;

inline constexpr const char* kKeyVariable = "LEADSHEET_API_KEY";

/// Which of the arguments looks like a key, if any (0 = the program's name).
std::optional<std::size_t> keyAmongArguments(std::span<const char* const> arguments);
/// Why that is refused. Never repeats the argument.
Failure keyOnCommandLine(std::size_t position);

/// Where a key was asked to come from.
struct KeyOptions {
    std::filesystem::path file; ///< --key-file
    bool standardInput = false; ///< --key-stdin
};

/// The key that options or environment name; nothing when they name none. Options win over the
/// environment.
Outcome<std::optional<ApiKey>> keyFromOptions(const KeyOptions& options);

/// Asks on the terminal without showing what is typed.
Outcome<ApiKey> askForKey(Console& console, Interrupts& interrupts, std::string_view question);

} // namespace leadsheet::cli
