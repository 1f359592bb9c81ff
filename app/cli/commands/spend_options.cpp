// SPDX-License-Identifier: Apache-2.0
#include "spend_options.hpp"

#include "../output/clock_words.hpp"
#include "../session/spending.hpp"
#include "common_arguments.hpp"

#include <filesystem>
#include <limits>
#include <unistd.h>

namespace leadsheet::cli {
namespace {

/// Seen before anything is spent, not after it.
std::optional<Message> placeProblem(const std::string& text) {
    if (auto problem = standardOutputProblem(text))
        return problem;
    const std::filesystem::path path(text);
    const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
        return help::isFolder(text);
    if (!std::filesystem::is_directory(folder, ignored))
        return help::noFolder(folder.string());
    if (::access(folder.c_str(), W_OK) != 0)
        return help::folderNotWritable(folder.string());
    return std::nullopt;
}

} // namespace

SpendLimit SpendOptions::limit() const {
    SpendLimit limit;
    if (!maxTotal.empty())
        limit.maxTotal = maxTotal;
    if (first > 0)
        limit.firstRows = first;
    limit.day = day;
    return limit;
}

Patience SpendOptions::patience() const {
    return {parseDuration(maxWait), parseDuration(maxOutage)};
}

void addSpendOptions(const Command& command, SpendOptions& options) {
    command.addOption("--max-total", options.maxTotal, help::submitMaxTotal())
        .valueName("AMOUNT [CURRENCY]")
        .check(maxTotalProblem);
    command.addOption("--first", options.first, help::first())
        .valueName("N")
        .between(std::int64_t{1}, std::numeric_limits<std::int64_t>::max());
    command.addFlag("--dry-run", options.dryRun, help::orderNothing());
    command.addOption("--results", options.results_, help::results())
        .valueName("FILE")
        .check(placeProblem);
    command.addFlag("--no-results", options.noResults, help::noResults());
    command.addOption("--max-wait", options.maxWait, help::maxWait())
        .valueName("DURATION")
        .check(durationProblem);
    command.addOption("--max-outage", options.maxOutage, help::maxOutage())
        .valueName("DURATION")
        .check(durationProblem);
}

} // namespace leadsheet::cli
