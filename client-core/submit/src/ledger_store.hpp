// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "database.hpp"
#include "leadsheet/clock.hpp"
#include "leadsheet/submit/ledger.hpp"

#include <memory>
#include <string>

namespace leadsheet::submit::detail {

/// What stands behind a Ledger: the open file and the time.
class LedgerStore {
public:
    LedgerStore(std::unique_ptr<Database> database, std::shared_ptr<Clock> clock)
        : database_(std::move(database))
        , clock_(std::move(clock)) {}

    Database& database() const { return *database_; }
    WallTime now() const { return clock_->wallNow(); }

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
