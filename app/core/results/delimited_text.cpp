// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/numbers.hpp"
#include "leadsheet/app/results_file.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <array>

namespace leadsheet::app {
namespace {

constexpr std::string_view kDigits = "0123456789";

// Two numbers beside each other without an operator, as in "49 (0)30": no formula has that.
bool hasNeighbours(std::string_view text) {
    char before = ' ';
    bool blank = false;
    for (const char c : text) {
        const bool begins = kDigits.find(c) != std::string_view::npos || c == '(';
        const bool ended = kDigits.find(before) != std::string_view::npos || before == ')';
        if (begins && ended && (blank || c == '(' || before == ')'))
            return true;
        blank = c == ' ';
        if (!blank)
            before = c;
    }
    return false;
}

// What may follow a sign: a number, or a telephone number that cannot be calculated.
bool isNumberOrPhone(std::string_view text) {
    if (text.find_first_of(kDigits) == std::string_view::npos ||
        text.find_first_not_of("0123456789 ()/.,-") != std::string_view::npos)
        return false;
    return text.find_first_of("-/") == std::string_view::npos || hasNeighbours(text);
}

// The full-width forms do the same in East Asian versions of spreadsheet programs (OWASP, CSV
// injection).
constexpr std::array<std::string_view, 4> kSigns = {"+", "-", "\uFF0B", "\uFF0D"};
constexpr std::array<std::string_view, 7> kFormulaStarts = {"=",  "@",      "\t",    "\r",
                                                            "\n", "\uFF1D", "\uFF20"};

} // namespace

bool isResultHeader(std::string_view header) {
    const std::string plain = plainName(header);
    return std::any_of(kResultHeaders.begin(), kResultHeaders.end(),
                       [&](std::string_view own) { return plainName(own) == plain; });
}

void appendDelimitedCell(std::string& out, std::string_view text, char delimiter, char quote) {
    const bool edges = !text.empty() && (text.front() == ' ' || text.back() == ' ');
    const bool quoted = edges || text.find_first_of("\"\r\n") != std::string_view::npos ||
                        text.find(delimiter) != std::string_view::npos ||
                        (quote != '"' && text.find(quote) != std::string_view::npos);
    if (!quoted) {
        out += text;
        return;
    }
    out += quote;
    for (const char c : text) {
        out += c;
        if (c == quote)
            out += c;
    }
    out += quote;
}

bool needsFormulaGuard(std::string_view text) {
    // Behind apostrophes too: else a text that has one of its own would lose it on the way back.
    text.remove_prefix(std::min(text.find_first_not_of('\''), text.size()));
    // Most texts start with a letter or a digit.
    if (text.empty() || (text.front() > '@' && text.front() <= 'z') ||
        (text.front() >= '0' && text.front() <= '9'))
        return false;
    for (const std::string_view start : kFormulaStarts)
        if (text.starts_with(start))
            return true;
    for (const std::string_view sign : kSigns)
        if (text.starts_with(sign))
            return !isNumberOrPhone(text.substr(sign.size()));
    return false;
}

std::string guardFormula(std::string_view text) {
    return (needsFormulaGuard(text) ? "'" : "") + std::string(text);
}

std::string_view withoutFormulaGuard(std::string_view cell) {
    return cell.starts_with('\'') && needsFormulaGuard(cell) ? cell.substr(1) : cell;
}

std::filesystem::path resultsPathFor(const std::filesystem::path& input) {
    // "a.csv.gz" has two endings that belong together.
    std::filesystem::path stem = input.stem();
    std::string ending = input.extension().string();
    if (lowerCase(ending) == ".gz") {
        ending = stem.extension().string() + ending;
        stem = stem.stem();
    }
    return input.parent_path() / (stem.string() + ".results" + ending);
}

} // namespace leadsheet::app
