// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/submit/ledger.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace leadsheet::submit::detail {

/// An exclusive open-file-description lock on a file of its own beside the ledger (a lock on the
/// ledger itself would be lost whenever SQLite closes it). The kernel releases it with the process.
class LockFile {
public:
    /// Error ledger_locked when somebody else has it. `since` is written into the file for the
    /// others.
    static Result<std::unique_ptr<LockFile>> acquire(const std::filesystem::path& ledger,
                                                     const std::string& since);
    /// Who holds it, without taking it.
    static std::optional<LockHolder> holder(const std::filesystem::path& ledger);

    LockFile(const LockFile&) = delete;
    LockFile& operator=(const LockFile&) = delete;
    ~LockFile();

private:
    explicit LockFile(int descriptor)
        : descriptor_(descriptor) {}
    int descriptor_;
};

} // namespace leadsheet::submit::detail
