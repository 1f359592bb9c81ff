// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace leadsheet::app {

/// Where command line and desktop keep things (XDG Base Directory Specification).
struct AppFolders {
    std::filesystem::path config; ///< profiles, saved maps
    std::filesystem::path data;   ///< ledgers, the sandbox

    std::filesystem::path profilesFile() const { return config / "profiles.json"; }
    std::filesystem::path mapsFolder() const { return config / "maps"; }
    /// What column names meant in maps that were saved or used.
    std::filesystem::path learnedNamesFile() const { return config / "column-names.json"; }
    /// What assistants bought today.
    std::filesystem::path assistantSpendingFile() const { return data / "assistants.json"; }
    std::filesystem::path sandboxFolder() const { return data / "sandbox"; }
    /// The one ledger of all real accounts; the sandbox has its own, which a reset removes.
    std::filesystem::path ledgerFile() const { return data / "ledger.sqlite"; }
    std::filesystem::path sandboxLedgerFile() const { return sandboxFolder() / "ledger.sqlite"; }
};

/// A file of this name beside the program keeps everything in kPortableFolder beside it.
inline constexpr const char* kPortableMarker = "leadsheet.portable";
inline constexpr const char* kPortableFolder = "leadsheet-data";

/// The folder that the running program lies in, links followed; empty when the system does not say.
std::filesystem::path programFolder();

/// $XDG_CONFIG_HOME/leadsheet and $XDG_DATA_HOME/leadsheet with their defaults in $HOME (relative
/// values are ignored, as the specification says). With `dataDir` both lie in that folder, else
/// with a marker in the folder `program` in the one beside it. Nothing when there is no home folder
/// and none of these. Keys are in the system's keychain in any case.
std::optional<AppFolders>
appFolders(const std::filesystem::path& dataDir,
           const std::function<std::optional<std::string>(const char* name)>& environment,
           const std::filesystem::path& program = {});

} // namespace leadsheet::app
