// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/result.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace leadsheet::app {

/// Files that only their owner may read: profiles, the sandbox's secrets. Every message names the
/// file and the reason, and never the content.

/// Makes the folder and its missing parents, those with mode 0700.
Result<void> makePrivateFolder(const std::filesystem::path& folder);

/// Replaces the file in one step: complete and mode 0600, or unchanged. Makes its folder.
/// ErrorCode::StorageFull or StorageError.
Result<void> writePrivateFile(const std::filesystem::path& file, std::string_view content);

/// The content, nothing when there is no such file. A file over `maxBytes`, or anything but a plain
/// file, is refused. ErrorCode::StorageError.
Result<std::optional<std::string>> readFile(const std::filesystem::path& file,
                                            std::size_t maxBytes);

/// Like readFile, for secrets: refused too when group or others may read it, or when somebody else
/// than this user and root owns it. ErrorCode::InvalidArgument with the way to repair it.
Result<std::string> readSecretFile(const std::filesystem::path& file, std::size_t maxBytes);

/// An advisory lock on a file, released by the destructor or the end of the process.
class FileLock {
public:
    enum class Mode { Shared, Exclusive };

    /// Makes the file when missing. Waits without end if `wait`; else nothing when it is held.
    static Result<std::optional<FileLock>> take(const std::filesystem::path& file, Mode mode,
                                                bool wait);
    FileLock(FileLock&& other) noexcept;
    FileLock& operator=(FileLock&& other) noexcept;
    ~FileLock();

    /// Exclusive to shared. Another process may hold it in between (flock(2)).
    void share();

private:
    explicit FileLock(int descriptor)
        : descriptor_(descriptor) {}
    int descriptor_;
};

} // namespace leadsheet::app
