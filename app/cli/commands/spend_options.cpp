// SPDX-License-Identifier: Apache-2.0
#include "spend_options.hpp"

#include "../output/clock_words.hpp"

#include <CLI/CLI.hpp>
#include <limits>

namespace leadsheet::cli {
namespace {

CLI::Validator durationCheck() {
    return {[](const std::string& text) {
                return parseDuration(text)
                           ? std::string()
                           : "'" + text +
                                 "' is no duration. Write seconds or a unit: 90, 15m, 2h, 1d";
            },
            ""};
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

void addSpendOptions(CLI::App& command, SpendOptions& options) {
    command
        .add_option(
            "--max-total", options.maxTotal,
            "The most that may be spent, for example 500 or 500 USD; needed when there is no "
            "terminal to ask on")
        ->type_name("AMOUNT [CURRENCY]");
    command.add_option("--first", options.first, "Order only the first N rows that can be ordered")
        ->type_name("N")
        ->check(CLI::Range(std::int64_t{1}, std::numeric_limits<std::int64_t>::max()));
    command.add_flag("--dry-run", options.dryRun, "Show everything, order nothing");
    command.add_option("--results", options.results_, "Write the results file here")
        ->type_name("FILE");
    command.add_flag("--no-results", options.noResults, "Write no results file");
    command
        .add_option("--max-wait", options.maxWait,
                    "Stop, resumable, when the server asks for a longer wait than this")
        ->type_name("DURATION")
        ->check(durationCheck());
    command
        .add_option("--max-outage", options.maxOutage,
                    "Stop, resumable, when the server has failed for this long without a usable "
                    "answer; 0 = at the first failure, 15m if left out")
        ->type_name("DURATION")
        ->check(durationCheck());
}

} // namespace leadsheet::cli
