// SPDX-License-Identifier: Apache-2.0
#include "check/whole_rows.hpp"

#include "leadsheet/app/fields.hpp"
#include "leadsheet/app/numbers.hpp"
#include "map/countries.hpp"
#include "map/place_commas.hpp"
#include "map/places.hpp"
#include "map/vocabulary.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace leadsheet::app {
namespace {

constexpr std::size_t kFewestParts = 2; // one row with the same number is another wish

bool isPlaceWithin(std::string_view part, std::string_view whole) {
    return liesInArea(countryCode(part), plainName(whole)) ||
           liesIn(placeRoles(part), placeRoles(whole));
}

/// "davon Cloud", "of which Berlin", "- SaaS": the text itself says that it is a part.
bool saysPart(std::string_view text) {
    for (const std::string_view sign : {"- ", "\u2013 ", "\u2022 ", "> ", "\u21B3", "\u2514"})
        if (text.starts_with(sign))
            return true;
    std::string phrase;
    for (const std::string_view word : trimmedParts(text, " "))
        if (Vocabulary::builtIn().isCellWord("partNames", phrase += plainName(word)))
            return true;
    return false;
}

/// "1.1" and "1a" of "1".
bool isNumberedBelow(std::string_view part, std::string_view whole) {
    if (whole.empty() || !isDigit(whole.front()) || part.size() <= whole.size() ||
        !part.starts_with(whole))
        return false;
    const std::string_view rest = part.substr(whole.size());
    return (rest.size() > 1 && (rest[0] == '.' || rest[0] == '-') && isDigit(rest[1])) ||
           (rest.size() == 1 && rest[0] >= 'a' && rest[0] <= 'z');
}

class Table {
public:
    Table(const std::vector<SampleRow>& rows, const ColumnMap& map)
        : rows_(rows)
        , count_(map.columnFor(kLeadCountTarget))
        , used_(map.headers.size()) {
        for (const ColumnRule& rule : map.columns)
            for (const std::uint32_t column : rule.columns())
                if (column < used_.size())
                    used_[column] = true;
    }

    std::optional<std::int64_t> countOf(const SampleRow& row) const {
        if (count_ == nullptr)
            return std::nullopt;
        const NumberReading number = readCount(row.textAt(count_->column));
        constexpr std::int64_t kMostCounted = 1'000'000'000; // no order has as many
        return number.ok() && number.scale == 0 && number.unscaled <= kMostCounted
                   ? std::optional(number.unscaled)
                   : std::nullopt;
    }

    /// Whether a row is part of another one: in one column, and the same in the others.
    bool isPart(const SampleRow& part, const SampleRow& whole) const {
        bool narrower = false;
        for (std::uint32_t column = 0; column < used_.size(); ++column) {
            if (count_->column == column)
                continue;
            const std::string_view outer = whole.textAt(column);
            const std::string_view inner = part.textAt(column);
            if (isNumberedBelow(inner, outer))
                return true;
            if (!used_[column] || inner.empty() || plainName(inner) == plainName(outer))
                continue;
            if (!saysPart(inner) && !isPlaceWithin(inner, outer))
                return false;
            narrower = true;
        }
        return narrower;
    }

    bool isWhole(std::size_t index) const {
        const auto count = countOf(rows_[index]);
        std::int64_t sum = 0;
        for (std::size_t next = index + 1; count && next < rows_.size() && sum < *count; ++next) {
            const auto part = countOf(rows_[next]);
            if (!part || rows_[next].row != rows_[index].row + (next - index) ||
                !isPart(rows_[next], rows_[index]))
                return false;
            sum += *part;
            if (sum == *count)
                return next - index >= kFewestParts;
        }
        return false;
    }

private:
    const std::vector<SampleRow>& rows_;
    const ColumnRule* count_;
    std::vector<bool> used_;
};

} // namespace

std::set<std::uint32_t> wholeRows(const std::vector<SampleRow>& rows, const ColumnMap& map) {
    const Table table(rows, map);
    std::set<std::uint32_t> wholes;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (table.isWhole(i))
            wholes.insert(rows[i].row);
    return wholes;
}

} // namespace leadsheet::app
