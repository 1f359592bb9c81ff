// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/clock.hpp"
#include "leadsheet/submit/ledger.hpp"

#include "database.hpp"

#include <filesystem>
#include <memory>
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

/// What stands behind a Ledger: the open file and the time.
class LedgerStore {
public:
    LedgerStore(std::unique_ptr<Database> database, std::shared_ptr<Clock> clock)
        : database_(std::move(database))
        , clock_(std::move(clock)) {}

    Database& database() const { return *database_; }
    WallTime now() const { return clock_->wallNow(); }
    const std::shared_ptr<Clock>& clock() const { return clock_; }

private:
    std::unique_ptr<Database> database_;
    std::shared_ptr<Clock> clock_;
};

/// Opens or creates, checks and migrates; see Ledger::open.
Result<std::unique_ptr<Database>> openLedgerFile(const std::filesystem::path& file,
                                                 const LedgerOptions& options);

inline std::int64_t toStored(WallTime time) {
    return time.time_since_epoch().count();
}
inline WallTime fromStored(std::int64_t milliseconds) {
    return WallTime(std::chrono::milliseconds(milliseconds));
}

/// RFC 3339 in UTC, whole seconds.
std::string timestamp(WallTime time);

} // namespace leadsheet::submit::detail
