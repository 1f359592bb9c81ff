// SPDX-License-Identifier: Apache-2.0
#include "check/row_decider.hpp"

#include "map/name_meaning.hpp"
#include "text/names.hpp"

#include <algorithm>

namespace leadsheet::app {

namespace {

bool digitsOnly(std::string_view text, std::size_t fewest, std::size_t most) {
    return text.size() >= fewest && text.size() <= most &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

} // namespace

bool isCut(std::string_view first, std::string_view behind) {
    return digitsOnly(first, 1, 3) && first.front() != '0' && digitsOnly(behind, 3, 3);
}

std::vector<bool> spareColumns(const ReadColumns& columns, const ColumnMap& map,
                               const std::vector<SampleRow>& samples) {
    std::vector<bool> spare;
    for (std::uint32_t number = 0; number < columns.numbers.size(); ++number) {
        const std::uint32_t behind = number + 1;
        if (!columns.numbers[number] || (behind < columns.used.size() && columns.used[behind]))
            continue;
        const NameMeaning meaning = meaningOf(map.headerOf(behind));
        // Not "Code" or "Cost centre", which have numbers in some rows.
        const bool ofTexts =
            trimmed(map.headerOf(behind)).empty() || meaning.target == "notes" || meaning.ofOthers;
        bool others = false; // rows without a number there
        bool blanks = false;
        bool numbers = false;
        bool zero = false;
        for (const SampleRow& row : samples) {
            const std::string_view text = row.textAt(behind);
            if (isCut(row.textAt(number), text))
                zero = zero || text.front() == '0';
            else if (text.find_first_not_of("0123456789., ") != std::string_view::npos)
                others = true;
            else
                (text.empty() ? blanks : numbers) = true;
        }
        others = others || (blanks && ofTexts);
        if (numbers || (!zero && (meaning.noField != NoField::No || !others))) // "Budget"
            continue;
        spare.resize(behind + 1U);
        spare[behind] = true;
    }
    return spare;
}

} // namespace leadsheet::app
