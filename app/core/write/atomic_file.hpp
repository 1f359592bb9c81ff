// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/sheet_error.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace leadsheet::app {

/// A file that appears complete or not at all: written under a temporary name in the same folder,
/// synced, then renamed. Without `commit` the temporary file is removed.
class AtomicFile {
public:
    /// A file that is replaced keeps its permissions and, as far as that is allowed, its owner; a
    /// new one gets the permissions of `like`, which it was made from.
    static SheetResult<AtomicFile> create(const std::filesystem::path& target,
                                          const std::filesystem::path& like = {});
    /// The whole of a small file at once.
    static SheetResult<void> save(const std::filesystem::path& target, std::string_view text);
    AtomicFile(AtomicFile&&) noexcept;
    AtomicFile& operator=(AtomicFile&&) noexcept;
    ~AtomicFile();

    /// Buffered. After a failure every later call fails too.
    SheetResult<void> write(std::string_view bytes);
    /// Bytes written so far.
    std::uint64_t size() const;
    /// Replaces bytes that were written before; all of them must lie below size().
    SheetResult<void> patch(std::uint64_t offset, std::string_view bytes);
    /// To be called before the first write when `sha256` will be asked for: spares reading the file
    /// again unless bytes were patched after they left the buffer.
    void hashAsWritten();
    /// Lower-case hex SHA-256 of what was written; nothing may be written after it.
    SheetResult<std::string> sha256();
    /// Everything written is on the disk, so that only a rename is left to `commit`.
    SheetResult<void> sync();
    /// Replaces `target` when it exists.
    SheetResult<void> commit();
    /// Like commit, but the former target is kept under `backup` (which must not exist).
    SheetResult<void> commitKeeping(const std::filesystem::path& backup);

private:
    struct Impl;
    explicit AtomicFile(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

} // namespace leadsheet::app
