// SPDX-License-Identifier: Apache-2.0
#include "map/shared_counts.hpp"

#include "leadsheet/app/numbers.hpp"
#include "map/auto_match.hpp"
#include "map/column_samples.hpp"
#include "map/name_meaning.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

namespace leadsheet::app {
namespace {

/// What a row says in both columns.
struct PartAndCount {
    double part = 0; ///< 60 for "60 %"
    double count = 0;
};

/// "60%", "0.6", "0,6", "x2", "2x": a number, and whether a sign of percent is behind it.
struct Part {
    double number = 0;
    bool percent = false;
};

std::optional<Part> partOf(std::string_view text) {
    Part part;
    std::string digits;
    for (const char c : text) {
        if (c == '%')
            part.percent = true;
        else if (c == ',')
            digits += '.';
        else if (isDigit(c) || c == '.')
            digits += c;
        else if (c != ' ' && c != 'x' && c != 'X')
            return std::nullopt;
    }
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), part.number);
    if (error != std::errc() || end != digits.data() + digits.size() || part.number < 0)
        return std::nullopt;
    return part;
}

/// Rows with a number of leads and a part; none where a cell of the column is something else.
struct CountParts {
    std::vector<PartAndCount> pairs;
    bool percent = false; ///< all have the sign
    bool whole = true;    ///< all are whole numbers

    double sum() const {
        double all = 0;
        for (const PartAndCount& pair : pairs)
            all += pair.part;
        return all;
    }
    bool sameCount() const {
        return std::all_of(pairs.begin(), pairs.end(), [&](const PartAndCount& pair) {
            return pair.count == pairs.front().count;
        });
    }
    /// The counts are to each other as the parts are, and not all the same.
    bool areInCounts() const {
        const PartAndCount& first = pairs.front();
        return !sameCount() &&
               std::all_of(pairs.begin(), pairs.end(), [&](const PartAndCount& pair) {
                   const double expected =
                       first.part == 0 ? 0 : first.count * pair.part / first.part;
                   return std::abs(pair.count - expected) <= 1 + expected / 50;
               });
    }
};

CountParts countPartsOf(const std::vector<SampleRow>& samples, std::uint32_t column,
                        std::uint32_t counts) {
    CountParts parts;
    parts.percent = true;
    for (const SampleRow& row : samples) {
        const auto text = row.textAt(column);
        const auto part = partOf(text);
        const NumberReading count = readCount(row.textAt(counts));
        if (text.empty() || !count.ok())
            continue;
        if (!part)
            return {};
        parts.percent = parts.percent && part->percent;
        parts.whole = parts.whole && !part->percent && part->number == std::floor(part->number);
        parts.pairs.push_back({part->number, static_cast<double>(count.unscaled)});
    }
    return parts;
}

/// The name has such a word, and beside it only words of counting.
bool isNamed(const std::string& header, std::string_view list) {
    const Vocabulary& vocabulary = Vocabulary::builtIn();
    if (vocabulary.isCellWord(list, plainName(header)))
        return true;
    bool any = false;
    for (const std::string& word : allWordsOf(header)) {
        using enum WordKind;
        const bool own = vocabulary.isCellWord(list, word);
        any = any || own;
        if (!own && !vocabulary.isTotal(word) &&
            !vocabulary.is(word, Count | Leads | Lead | Quantity | Plain | Wanted))
            return false;
    }
    return any;
}

/// "%", "% of total"
bool isPercentSign(const std::string& header) {
    const Vocabulary& vocabulary = Vocabulary::builtIn();
    const auto words = allWordsOf(header);
    return header.find('%') != std::string::npos &&
           std::all_of(words.begin(), words.end(), [&](const std::string& word) {
               using enum WordKind;
               return vocabulary.isTotal(word) ||
                      vocabulary.is(word, Count | Leads | Lead | Quantity | Plain | Wanted);
           });
}

bool areShares(const std::string& header, const CountParts& parts) {
    if (parts.pairs.size() < 2 || parts.areInCounts())
        return false;
    const double sum = parts.sum();
    const bool whole = std::abs(sum - 1) < 0.011 || std::abs(sum - 100) < 1.1;
    const bool named = isNamed(header, "shareNames") || isPercentSign(header);
    return named ? parts.percent || !parts.whole || parts.sameCount() || whole
                 : whole && parts.sameCount() && (parts.percent || !parts.whole);
}

bool areTimes(const std::string& header, const CountParts& parts) {
    const bool more = std::any_of(parts.pairs.begin(), parts.pairs.end(),
                                  [](const PartAndCount& pair) { return pair.part > 1; });
    return more && !parts.percent && isNamed(header, "timesNames") &&
           (parts.pairs.size() < 2 || !parts.areInCounts());
}

} // namespace

std::optional<std::uint32_t> columnOfShares(const std::vector<SampleRow>& samples,
                                            const ColumnMap& map, std::uint32_t counts) {
    for (std::uint32_t c = 0; c < map.headers.size(); ++c) {
        if (c == counts || isSpokenFor(map, c))
            continue;
        const CountParts parts = countPartsOf(samples, c, counts);
        if (!parts.pairs.empty() &&
            (areShares(map.headers[c], parts) || areTimes(map.headers[c], parts)))
            return c;
    }
    return std::nullopt;
}

} // namespace leadsheet::app
