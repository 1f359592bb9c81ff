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

/// "leadsheet " + `words` as they are to be typed, then the options of this call that lead to the
/// same account, ledger and network, so that the line can be pasted anywhere: paths become
/// absolute. Holds no secret: a password of the proxy is named, not shown, and a key that came by
/// standard input is asked for again.
std::string commandHint(const GlobalOptions& options, const std::string& words);

/// The same for commands that only read the ledger.
std::string ledgerCommandHint(const GlobalOptions& options, const std::string& words);

} // namespace leadsheet::cli
