// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "database.hpp"
#include "leadsheet/clock.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

/// Which new wish was said to stand in the place of which order. A plan that orders nothing goes;
/// what a person was told by it holds until they decide, wherever the row stands then.
namespace leadsheet::submit::detail {

/// As the service names orders of the same wish: older ones hold nothing.
inline constexpr std::chrono::hours kRemembered{24 * 90};

/// Keeps what the plan `run` says, and forgets what is older than any order that could still hold a
/// row. In a transaction of the caller.
void keepQuestions(Database& ledger, std::int64_t run, WallTime now);

/// Those of `accounts` in `ledger`, as of `account` in `plans`.
void copyQuestions(Database& ledger, const std::vector<std::int64_t>& accounts, Database& plans,
                   std::int64_t account);

/// A New row of a plan, and the key of the order that it was said to stand for.
struct Question {
    std::int64_t ordinal = 0;
    std::string orderedKey;
};
/// Of the rows of `run`, what was asked last before what was asked earlier.
std::vector<Question> questionsOf(Database& plans, std::int64_t run);

} // namespace leadsheet::submit::detail
