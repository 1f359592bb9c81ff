// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../session/run_execution.hpp"

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace leadsheet::cli {

/// Options of the commands that spend: submit, resume, retry.
struct SpendOptions {
    std::string maxTotal;
    std::int64_t first = 0; ///< 0 = all
    bool dryRun = false;
    bool noResults = false;
    std::filesystem::path results_;
    std::int64_t maxWait = -1; ///< seconds; -1 = as long as it takes

    SpendLimit limit() const;
    ResultsWish results() const { return {!noResults, results_}; }
    std::optional<std::chrono::seconds> maxWaitSeconds() const;
};

void addSpendOptions(CLI::App& command, SpendOptions& options);

} // namespace leadsheet::cli
