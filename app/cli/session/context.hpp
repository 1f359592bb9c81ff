// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../failure.hpp"

#include "leadsheet/app/accounts/app_folders.hpp"
#include "leadsheet/app/accounts/key_store.hpp"
#include "leadsheet/clock.hpp"

#include <filesystem>
#include <memory>
#include <string>

namespace leadsheet::cli {

class Console;
class Interrupts;

/// Options that every command has.
struct GlobalOptions {
    std::string profile;
    std::string baseUrl;
    bool sandbox = false;
    std::filesystem::path keyFile;
    bool keyStdin = false;
    std::string language; ///< as typed; spoken from the start (see speak())
    bool json = false;
    bool quiet = false;
    bool noColour = false;
    bool verbose = false;
    std::filesystem::path caFile;
    std::string proxy;
    std::filesystem::path dataDir;
};

/// What a command works with.
struct Context {
    const GlobalOptions& options;
    Console& console;
    Interrupts& interrupts;
    app::AppFolders folders;

    WallTime now() const;
    /// The ledger of the chosen account: the sandbox's own, or the one of all others.
    std::filesystem::path ledgerFile() const;
};

} // namespace leadsheet::cli
