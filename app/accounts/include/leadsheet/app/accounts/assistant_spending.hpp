// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/money.hpp"
#include "leadsheet/result.hpp"

#include <filesystem>
#include <string>

namespace leadsheet::app {

/// What assistants bought today on this computer with an account's key, in one 0600 file for all
/// accounts. Safe to use from several processes: each change is read, applied and written under a
/// lock, so that bridges that run side by side or one after the other share what a day allows.
class AssistantSpending {
public:
    static constexpr std::size_t kMaxFileBytes = std::size_t{8} * 1024 * 1024;

    /// One account, by whatever address it is reached.
    struct Owner {
        std::string accountId;
        std::string instanceId; ///< Account::instanceId; empty when the service does not tell
        std::string baseUrl;    ///< tells services apart that do not say who they are
    };

    AssistantSpending(std::filesystem::path file, const Owner& owner);

    struct Verdict {
        bool allowed = false;
        bool added = false;    ///< the key was not counted before
        std::int64_t left = 0; ///< of `cap` before this purchase, in its minor units
    };
    /// Counts a purchase under its idempotency key, once however often it is repeated, unless the
    /// day's purchases would cost more than `cap`. `day` is a UTC date, "2026-01-31"; what was
    /// bought on another one does not count. ErrorCode::StorageError and the like: nothing may be
    /// bought then.
    Result<Verdict> count(const std::string& day, const std::string& key, const Money& price,
                          const Money& cap);
    /// The purchase was refused for certain.
    Result<void> release(const std::string& day, const std::string& key);

private:
    std::filesystem::path file_;
    std::string accountId_; ///< empty when the service does not say who it is
    std::string account_;   ///< its name in the file
};

} // namespace leadsheet::app
