// SPDX-License-Identifier: Apache-2.0
#include "map/cell_words.hpp"
#include "map/size_reader.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace leadsheet::app {
namespace {

constexpr std::size_t kLongestDate = 40;

/// The numbers of a date in their order; a month that is a word is among them.
struct Pieces {
    std::vector<int> numbers;
    std::size_t month = 0; ///< index + 1 of the month that was a word; 0 = none
    std::size_t year = 0;  ///< index + 1 of the number with four digits; 0 = none
};

// "1950-11-01 00:00:00" without its time.
std::string_view withoutTime(std::string_view text) {
    const auto colon = text.find(':');
    if (colon == std::string_view::npos)
        return text;
    const auto before = text.substr(0, colon).find_last_of(" T");
    return before == std::string_view::npos ? std::string_view() : text.substr(0, before);
}

std::optional<Pieces> piecesOf(std::string_view text) {
    Pieces pieces;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = at;
        if (isDigit(text[at])) {
            while (at < text.size() && isDigit(text[at]))
                ++at;
            const std::size_t digits = at - begin;
            if (digits > 4 || digits == 3)
                return std::nullopt;
            int number = 0;
            std::from_chars(text.data() + begin, text.data() + at, number);
            pieces.numbers.push_back(number);
            if (digits == 4)
                pieces.year = pieces.numbers.size();
        } else if (isLetter(text[at])) {
            while (at < text.size() && isLetter(text[at]))
                ++at;
            const std::string word = plainName(text.substr(begin, at - begin));
            const int month = CellWords::builtIn().month(word);
            // "1 de octubre"
            if (month == 0 && word != "de")
                return std::nullopt;
            if (month == 0)
                continue;
            if (pieces.month != 0)
                return std::nullopt;
            pieces.numbers.push_back(month);
            pieces.month = pieces.numbers.size();
        } else if (std::string_view(" -./,").find(text[at]) != std::string_view::npos) {
            ++at;
        } else {
            return std::nullopt;
        }
    }
    const bool enough = pieces.numbers.size() == 2 || pieces.numbers.size() == 3;
    return enough ? std::optional(pieces) : std::nullopt;
}

} // namespace

namespace {

/// As pairs of numbers, the likeliest first.
std::vector<std::pair<int, int>> pairsOf(std::string_view text) {
    text = withoutTime(trimmed(text));
    if (text.empty() || text.size() > kLongestDate)
        return {};
    const auto pieces = piecesOf(text);
    // "11 50" and "11,50" are something else.
    if (!pieces || (pieces->month == 0 && text.find_first_of("-./") == std::string_view::npos))
        return {};
    std::vector<int> others = pieces->numbers;
    std::optional<int> year;
    if (pieces->year != 0 || others.size() == 3) {
        const auto at =
            static_cast<std::ptrdiff_t>(pieces->year != 0 ? pieces->year - 1 : others.size() - 1);
        year = others[static_cast<std::size_t>(at)] % 100;
        others.erase(others.begin() + at);
    }
    const auto isDay = [&](std::size_t day, std::size_t month) {
        return others[month] >= 1 && others[month] <= 12 && others[day] >= 1 && others[day] <= 31;
    };
    if (others.size() == 2 && (year || pieces->month == 0) && !isDay(0, 1) && !isDay(1, 0))
        return {};
    std::vector<std::pair<int, int>> meant;
    // A month and a year are shown alone, or as the first day of that month.
    if (year && others.size() == 1)
        meant.emplace_back(others[0], *year);
    if (others.size() == 2) {
        if (year && (others[0] == 1 || others[1] == 1))
            meant.emplace_back(others[0] == 1 ? others[1] : others[0], *year);
        meant.emplace_back(others[0], others[1]);
        meant.emplace_back(others[1], others[0]);
    }
    return meant;
}

std::string rangeOf(std::pair<int, int> ends) {
    return std::to_string(ends.first) + "-" + std::to_string(ends.second);
}

} // namespace

std::string rangeMadeDate(std::string_view text, const std::vector<std::string>& bands) {
    const auto meant = pairsOf(text);
    for (const auto kind : {SizeReading::Kind::Exact, SizeReading::Kind::Wider})
        for (const auto& ends : meant)
            if (std::string range = rangeOf(ends); readSize(range, bands).kind == kind)
                return range;
    return {};
}

std::vector<std::string> rangesMadeDate(std::string_view text) {
    std::vector<std::string> ranges;
    for (const auto& ends : pairsOf(text))
        if (std::string range = rangeOf(ends);
            ends.first < ends.second &&
            std::find(ranges.begin(), ranges.end(), range) == ranges.end())
            ranges.push_back(std::move(range));
    return ranges;
}

} // namespace leadsheet::app
