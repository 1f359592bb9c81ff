// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/submit/results.hpp"

#include <filesystem>
#include <vector>

namespace leadsheet::desktop {

// What the Activity page reads from a ledger. All read-only, all block; any thread but the GUI's.
// No ledger yet is an empty answer.

Result<std::vector<submit::RunInfo>> readRuns(const std::filesystem::path& ledger);

inline constexpr std::size_t kRowPage = 500;
/// The rows after this ordinal (-1 = from the start); fewer than kRowPage = the last ones.
Result<std::vector<submit::RowRecord>> readRows(const std::filesystem::path& ledger,
                                                submit::RunId run, std::int64_t after);

Result<std::vector<submit::AttemptRecord>> readAttempts(const std::filesystem::path& ledger,
                                                        submit::RowRef row);

} // namespace leadsheet::desktop
