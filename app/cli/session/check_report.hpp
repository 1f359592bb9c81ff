// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../failure.hpp"

#include "leadsheet/app/sheet_check.hpp"
#include "leadsheet/submit/ledger.hpp"
#include "leadsheet/work/checked_rows.hpp"
#include "leadsheet/work/run_rows.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace leadsheet::cli {

class Console;
struct OpenSheet;

/// When a sheet is reported on: whether its rows were counted.
enum class SheetReport { BeforeReading, AfterReading };

/// The strip of the sheet in one line, how the columns of each tab were understood, and which are
/// not used.
void reportSheet(Console& console, const OpenSheet& sheet, SheetReport when);
/// The strip alone, which is returned as well.
std::string sayStrip(Console& console, const OpenSheet& sheet, SheetReport when);
/// Counts and grouped problems, in words or as one JSON object; `told`: it was known whose orders
/// to look for.
void reportCheck(Console& console, const app::SheetCheck& check, const work::CheckFigures& figures,
                 bool told);
/// How many rows repeat an earlier one, with those that are named.
void sayRepeats(Console& console, std::uint64_t repeated, const std::vector<app::Problem>& named);
/// The groups of what is odd, which is ordered as it is; nothing where there are none.
void sayOdd(Console& console, const std::vector<app::ProblemGroup>& groups);
/// One problem as a JSON line.
void emitProblem(Console& console, const app::Problem& problem);

/// Each matter with the choice in force, and how often it comes up when that is known:
/// {"hiddenRows": {"choice": "skip", "count": 48}}.
boost::json::object readingJson(const app::SourceState& state);
/// Why this tab, and the tabs that are not read; nothing when there are none.
void addTabChoice(boost::json::object& object, const app::TabChoice& choice);

/// A column with its field: {"target", "column", "header", "confidence", "steps", "why"}, and
/// "with" where columns are joined.
boost::json::object ruleJson(const app::ColumnRule& rule);
/// How the commas in columns of lists are read, where that was decided by the cells.
boost::json::array commasJson(const app::ColumnMap& map);
/// The same in words, with the option for the other reading.
/// "City and Country", a column without a name by its letter.
Message namesOf(const app::ColumnRule& rule);
void sayCommas(Console& console, const app::ColumnMap& map);

class Console;

/// What is odd about the rows of a plan, and which of them repeat another one: said with their
/// price, before any money is spent. Memory is bounded: of very many odd rows the later ones are
/// only counted.
class OddRows {
public:
    /// Each row that is taken, in the order of the sheet.
    void note(const app::CheckedRow& row, bool duplicatesKept);

    /// Says what is odd about the rows of the run that have a price, or about the first ones of
    /// them, with --json as lines of type "problem"; and, where any row has a price, which of the
    /// rows that were noted repeat another one: of the first ones, those up to the last of these.
    Outcome<void> say(Console& console, const submit::Ledger& ledger, submit::RunId run,
                      const std::optional<std::int64_t>& firstRows) const;

private:
    using Place = std::pair<std::string, std::int64_t>; ///< tab and row
    using Order = std::pair<std::size_t, std::int64_t>; ///< in the sheet: which tab, and row

    std::size_t tabOf(const std::string& name) const; ///< in `tabs_`

    std::map<Place, std::vector<app::Problem>> rows_;
    std::size_t kept_ = 0; ///< problems in it
    std::int64_t uncounted_ = 0;
    work::RepeatedRows repeated_;
    std::vector<std::string> tabs_; ///< in the order of the sheet
    std::vector<Order> repeats_;    ///< the rows in `repeated_`
};

} // namespace leadsheet::cli
