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

    /// `account` tells it from all others: address and account id.
    AssistantSpending(std::filesystem::path file, std::string account)
        : file_(std::move(file))
        , account_(std::move(account)) {}

    struct Verdict {
        bool allowed = false;
        bool added = false;    ///< the key was not counted before
        std::int64_t left = 0; ///< of `most` before this purchase, in its minor units
    };
    /// Counts a purchase under its idempotency key, once however often it is repeated, unless the
    /// day's purchases would cost more than `most`. `day` is a UTC date, "2026-01-31"; what was
    /// bought on another one does not count. ErrorCode::StorageError and the like: nothing may be
    /// bought then.
    Result<Verdict> count(const std::string& day, const std::string& key, const Money& price,
                          const Money& most);
    /// The purchase was refused for certain.
    Result<void> release(const std::string& day, const std::string& key);

private:
    std::filesystem::path file_;
    std::string account_;
};

} // namespace leadsheet::app
