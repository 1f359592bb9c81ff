// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/numbers.hpp"
#include "leadsheet/app/results_file.hpp"
#include "text/names.hpp"

#include <algorithm>

namespace leadsheet::app {
namespace {

// "+49 (30) 1234-5": a sign, then digits and what phone numbers have between them.
bool isSignedNumber(std::string_view text) {
    if (text.front() != '+' && text.front() != '-')
        return false;
    const std::string_view rest = text.substr(1);
    return rest.find_first_of("0123456789") != std::string_view::npos &&
           rest.find_first_not_of("0123456789 ()/.,-") == std::string_view::npos;
}

} // namespace

bool isResultHeader(std::string_view header) {
    const std::string plain = plainName(header);
    return std::any_of(kResultHeaders.begin(), kResultHeaders.end(),
                       [&](std::string_view own) { return plainName(own) == plain; });
}

void appendDelimitedCell(std::string& out, std::string_view text, char delimiter) {
    const bool edges = !text.empty() && (text.front() == ' ' || text.back() == ' ');
    const bool quote = edges || text.find_first_of("\"\r\n") != std::string_view::npos ||
                       text.find(delimiter) != std::string_view::npos;
    if (!quote) {
        out += text;
        return;
    }
    out += '"';
    for (const char c : text) {
        out += c;
        if (c == '"')
            out += c;
    }
    out += '"';
}

std::string guardFormula(std::string_view text) {
    if (text.empty())
        return {};
    const bool risky = std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos;
    return (risky && !isSignedNumber(text) ? "'" : "") + std::string(text);
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
