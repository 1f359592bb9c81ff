// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../failure.hpp"
#include "leadsheet/app/sheet_check.hpp"
#include "leadsheet/submit/ledger.hpp"
#include "leadsheet/work/repeated_rows.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace leadsheet::cli {

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
