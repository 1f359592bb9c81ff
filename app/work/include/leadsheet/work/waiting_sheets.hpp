// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/clock.hpp"

#include <filesystem>
#include <stop_token>
#include <string>
#include <system_error>
#include <vector>

namespace leadsheet::work {

/// A folder that `leadsheet watch` was started for on this computer.
struct KnownFolder {
    std::filesystem::path path;
    std::string profile; ///< whose account is charged; empty for a key without a profile

    friend bool operator==(const KnownFolder&, const KnownFolder&) = default;
};

/// Notes a folder in the program's data folder, once each. Several processes may do so at a time.
std::error_code noteWatchedFolder(const std::filesystem::path& dataFolder,
                                  const KnownFolder& folder);
/// All that were noted, each with the profile it was last watched with. Lines that cannot be read
/// are passed over.
std::vector<KnownFolder> watchedFolders(const std::filesystem::path& dataFolder);

/// A sheet that waits for a person's yes.
struct WaitingSheet {
    std::filesystem::path sheet;
    KnownFolder folder;
    std::string why; ///< what the watcher says about it; its beginning when that is very long
    WallTime since;
};
/// Those in the noted folders, longest waiting first, at most kMaxWaitingSheets. Folders that are
/// away are passed over. Reads files, so it may take long on a network; `stop` ends it early.
inline constexpr std::size_t kMaxWaitingSheets = 100;
std::vector<WaitingSheet> waitingSheets(const std::filesystem::path& dataFolder,
                                        const std::stop_token& stop = {});

} // namespace leadsheet::work
