// SPDX-License-Identifier: Apache-2.0
#include "check/plan_lines.hpp"

#include "leadsheet/app/cell.hpp"
#include "map/vocabulary.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {
namespace {

constexpr std::size_t kFewestRows = 2; // that say what a row of this table says
constexpr std::size_t kMostWords = 4;

/// "Budget", "Budget EUR", "Price per lead:": money, or how a plan is kept.
bool namesPlan(std::string_view text) {
    const auto words = plainWords(text);
    if (words.empty() || words.size() > kMostWords)
        return false;
    std::string phrase;
    bool any = false;
    for (const std::string& word : words)
        any = any || Vocabulary::builtIn().isCellWord("planLines", phrase += word);
    return any;
}

bool hasFigure(std::string_view text) {
    return text.find_first_of("0123456789") != std::string_view::npos;
}

} // namespace

bool PlanLines::judge(const RowView& row, bool apart) {
    if (!counts_)
        return false;
    std::size_t texts = 0;
    bool number = false;
    std::string_view only;
    for (const Cell& cell : row.cells) {
        const std::string_view text = trimmed(cell.text);
        if (text.empty())
            continue;
        if (cell.column == *counts_) {
            number = hasFigure(text);
        } else {
            ++texts;
            only = text;
        }
    }
    if (!number)
        return false;
    const bool isWord = texts == 1 && !plainName(only).empty() &&
                        only.find_first_not_of("0123456789., ") != std::string_view::npos;
    if (isWord && rows_ > 0 && fewest_ > 1 && (namesPlan(only) || (apart && rows_ >= kFewestRows)))
        return true;
    ++rows_;
    fewest_ = std::min(fewest_, texts);
    return false;
}

} // namespace leadsheet::app
