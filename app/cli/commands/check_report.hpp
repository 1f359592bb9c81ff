// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/sheet_check.hpp"

#include <boost/json/object.hpp>
#include <string>
#include <vector>

namespace leadsheet::cli {

class Console;
struct OpenSheet;

/// When a sheet is reported on: whether columns that could be mapped too are worth a word, and
/// whether its rows were counted.
enum class SheetReport { BeforeReading, AfterReading, AfterReadingWithAdvice };

/// The strip of the sheet in one line, and how the columns of each tab were understood.
void reportSheet(Console& console, const OpenSheet& sheet, SheetReport when);
/// Counts and grouped problems, in words or as one JSON object.
/// `repeated` rows ask for what an earlier row asks for, the first of them `named`; they are no
/// longer counted as ready.
void reportCheck(Console& console, const app::SheetCheck& check, const app::CheckSummary& summary,
                 std::uint64_t repeated, const std::vector<std::string>& named);
/// One problem as a JSON line.
void emitProblem(Console& console, const app::Problem& problem);

/// Each matter with the choice in force, and how often it comes up when that is known:
/// {"hiddenRows": {"choice": "skip", "count": 48}}.
boost::json::object readingJson(const app::SourceState& state);
/// Why this tab, and the tabs that are not read; nothing when there are none.
void addTabChoice(boost::json::object& object, const app::TabChoice& choice);

} // namespace leadsheet::cli
