// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../options/command.hpp"
#include "../session/run_execution.hpp"

#include <filesystem>
#include <string>

namespace leadsheet::cli {

/// Options of the commands that spend: submit, resume, retry.
struct SpendOptions {
    std::string maxTotal;
    std::int64_t first = 0; ///< 0 = all
    bool dryRun = false;
    bool noResults = false;
    std::filesystem::path results_;
    std::string maxWait;   ///< a duration; empty = as long as it takes
    std::string maxOutage; ///< a duration; empty = the engine's own

    std::optional<work::FolderDay> day; ///< see SpendLimit::day

    SpendLimit limit() const;
    ResultsTarget results() const { return {!noResults, results_}; }
    Patience patience() const;
};

void addSpendOptions(const Command& command, SpendOptions& options);

} // namespace leadsheet::cli
