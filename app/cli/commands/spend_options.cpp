// SPDX-License-Identifier: Apache-2.0
#include "spend_options.hpp"

#include "../output/clock_words.hpp"
#include "common_arguments.hpp"

#include <filesystem>
#include <limits>
#include <unistd.h>

namespace leadsheet::cli {
namespace {

/// Seen before anything is spent, not after it.
std::optional<std::string> placeProblem(const std::string& text) {
    if (auto problem = standardOutputProblem(text))
        return problem;
    const std::filesystem::path path(text);
    const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
        return "'" + text + "' is a folder. Name the file to write";
    if (!std::filesystem::is_directory(folder, ignored))
        return "there is no folder '" + folder.string() + "'";
    if (::access(folder.c_str(), W_OK) != 0)
        return "nothing can be written into the folder '" + folder.string() + "'";
    return std::nullopt;
}

} // namespace

SpendLimit SpendOptions::limit() const {
    SpendLimit limit;
    if (!maxTotal.empty())
        limit.maxTotal = maxTotal;
    if (first > 0)
        limit.firstRows = first;
    return limit;
}

Patience SpendOptions::patience() const {
    return {parseDuration(maxWait), parseDuration(maxOutage)};
}

void addSpendOptions(const Command& command, SpendOptions& options) {
    command
        .addOption(
            "--max-total", options.maxTotal,
            "The most that may be spent, for example 500 or 500 USD; needed when there is no "
            "terminal to ask on")
        .valueName("AMOUNT [CURRENCY]");
    command.addOption("--first", options.first, "Order only the first N rows that can be ordered")
        .valueName("N")
        .between(std::int64_t{1}, std::numeric_limits<std::int64_t>::max());
    command.addFlag("--dry-run", options.dryRun, "Show everything, order nothing");
    command.addOption("--results", options.results_, "Write the results file here")
        .valueName("FILE")
        .check(placeProblem);
    command.addFlag("--no-results", options.noResults, "Write no results file");
    command
        .addOption("--max-wait", options.maxWait,
                   "Stop, resumable, when the server asks for a longer wait than this")
        .valueName("DURATION")
        .check(durationProblem);
    command
        .addOption("--max-outage", options.maxOutage,
                   "Stop, resumable, when the server has failed for this long without a usable "
                   "answer; 0 = at the first failure, 15m if left out")
        .valueName("DURATION")
        .check(durationProblem);
}

} // namespace leadsheet::cli
