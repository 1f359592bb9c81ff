// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/result.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

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

/// A file that only its owner can read, and that gets its name when it is whole. A program that is
/// killed before leaves nothing behind; on file systems that know no files without a name, a hidden
/// one beside the target. Blocking; belongs to one thread. Failures are values of errno.
class PrivateDraft {
public:
    /// In the folder of `target`, which is there.
    static tl::expected<PrivateDraft, int> beside(const std::filesystem::path& target);
    PrivateDraft(PrivateDraft&& other) noexcept;
    PrivateDraft& operator=(PrivateDraft&&) = delete;
    ~PrivateDraft();

    int descriptor() const { return descriptor_; }
    /// Appends; zero, or why not.
    int write(std::string_view bytes) const;
    /// On the disk and under its name, once; zero, or why not. Without `replace` EEXIST when
    /// another file has got the name meanwhile; nothing is left behind by a failure.
    int publish(bool replace);

private:
    PrivateDraft(std::filesystem::path target, std::string name, int descriptor);
    int takeName(bool replace);
    /// Gives a file without a name one.
    int linkTo(const std::string& name) const;

    std::filesystem::path target_;
    std::string name_; ///< that it has now; empty = none
    int descriptor_;
};

} // namespace leadsheet::app
