// SPDX-License-Identifier: Apache-2.0
#include "check/row_ahead.hpp"

#include "leadsheet/app/fields.hpp"
#include "leadsheet/app/numbers.hpp"
#include "map/countries.hpp"
#include "map/place_commas.hpp"
#include "map/places.hpp"
#include "map/vocabulary.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace leadsheet::app {
namespace {

constexpr std::size_t kFewestParts = 2; // one row with the same number is another wish
constexpr std::size_t kMostParts = 1'000;
constexpr std::size_t kMostKept = 4'096;
constexpr std::int64_t kMostCounted = 1'000'000'000; // no order has as many
constexpr std::size_t kMostDifferences = 2; // columns in which a part says something narrower

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

bool isIndented(std::string_view text) {
    return (text.starts_with("  ") || text.starts_with('\t') || text.starts_with("\u00A0")) &&
           !trimmed(text).empty();
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

/// "Child" below "Parent", "Teil" below "Summe": what a column says of its rows.
bool isNamedBelow(std::string_view part, std::string_view whole) {
    constexpr std::size_t kLongest = 13;
    part = trimmed(part);
    if (part.empty() || part.size() > kLongest || whole.empty() || part == whole ||
        !isOneOf(lowerCase(part), {"child", "part", "sub", "teil", "davon", "detail",
                                   "unterposition", "enfant", "partie", "parte", "deel"}))
        return false;
    const std::string outer = plainName(whole);
    return isOneOf(outer, {"parent", "main", "haupt", "hauptposition", "whole", "kopf"}) ||
           Vocabulary::builtIn().isTotal(outer);
}

/// "Software (total)"
bool saysTotalBeside(std::string_view text) {
    const auto open = text.find_last_of("([");
    if (open == std::string_view::npos || open == 0)
        return false;
    const std::string remark =
        plainName(text.substr(open + 1, text.find_first_of(")]", open) - open - 1));
    return !remark.empty() && Vocabulary::builtIn().isTotal(remark);
}

const Cell* cellIn(const RowView& row, std::uint32_t column) {
    const auto found = std::find_if(row.cells.begin(), row.cells.end(),
                                    [column](const Cell& cell) { return cell.column == column; });
    return found == row.cells.end() ? nullptr : &*found;
}

} // namespace

RowAhead::RowAhead(RowSource& source, const ColumnMap& map)
    : source_(source)
    , used_(map.headers.size()) {
    if (const ColumnRule* const count = map.columnFor(kLeadCountTarget))
        count_ = count->column;
    for (const ColumnRule& rule : map.columns)
        for (const std::uint32_t column : rule.columns())
            if (column < used_.size())
                used_[column] = true;
}

// The views of a row are valid until the next one is read.
void RowAhead::hold(const RowView& given) {
    if (spare_.empty()) {
        rows_.emplace_back();
    } else {
        rows_.push_back(std::move(spare_.back()));
        spare_.pop_back();
    }
    Held& held = rows_.back();
    held.row = given;
    held.cells.assign(given.cells.begin(), given.cells.end());
    held.texts.clear();
    for (const Cell& cell : given.cells)
        held.texts.append(cell.text).append(cell.raw);
    held.texts.append(given.terminator);
    std::size_t at = 0;
    const auto point = [&held, &at](std::string_view& text) {
        text = std::string_view(held.texts).substr(at, text.size());
        at += text.size();
    };
    for (Cell& cell : held.cells) {
        point(cell.text);
        point(cell.raw);
    }
    point(held.row.terminator);
    held.row.cells = held.cells;
    readCount(held);
}

void RowAhead::readCount(Held& held) const {
    held.count.reset();
    held.counts = false;
    const Cell* const cell = cellIn(held.row, *count_);
    if (cell == nullptr || held.row.hidden || held.row.repeat > 1)
        return;
    const NumberReading number = app::readCount(cell->text);
    if (number.ok() && number.scale == 0 && number.unscaled <= kMostCounted)
        held.count = number.unscaled;
    held.counts = cell->formula;
}

/// False at the end, and after what the source failed with.
bool RowAhead::read() {
    if (ended_ || failed_)
        return false;
    RowView given;
    const auto next = source_.next(given);
    if (!next) {
        failed_ = next.error();
        return false;
    }
    ended_ = *next == Next::End;
    if (!ended_)
        hold(given);
    return !ended_;
}

SheetResult<Next> RowAhead::next(RowView& row) {
    if (!count_)
        return source_.next(row);
    if (given_) {
        spare_.push_back(std::move(rows_.front()));
        rows_.pop_front();
        given_ = false;
    }
    if (rows_.empty())
        read();
    if (rows_.empty()) {
        whole_ = false;
        if (failed_)
            return tl::unexpected(*failed_);
        return Next::End;
    }
    whole_ = findWhole();
    row = rows_.front().row;
    given_ = true;
    return Next::Row;
}

bool RowAhead::findWhole() {
    const std::optional<std::int64_t> count = rows_.front().count;
    if (!count || *count < static_cast<std::int64_t>(kFewestParts))
        return false;
    std::int64_t sum = 0;
    for (std::size_t next = 1; next <= kMostParts; ++next) {
        if (next == rows_.size() && !read())
            return false;
        const Held& whole = rows_.front();
        const Held& part = rows_[next];
        if (!part.count || *part.count <= 0 || sum + *part.count > *count ||
            (next == 1 && *part.count == *count) || part.row.row != whole.row.row + next)
            return false;
        if (partOf(part, whole) == Part::No)
            return false;
        sum += *part.count;
        if (sum == *count)
            return next >= kFewestParts;
    }
    return false;
}

/// Whether a row is part of another one: in one column, and the same in the others.
RowAhead::Part RowAhead::partOf(const Held& part, const Held& whole) {
    // A number that a formula makes of those below, which were typed.
    if (whole.counts && !part.counts)
        return Part::ByCount;
    std::size_t differs = 0;
    for (std::uint32_t column = 0; column < used_.size(); ++column) {
        if (column == *count_)
            continue;
        const std::string_view outer = whole.row.textAt(column);
        const std::string_view inner = part.row.textAt(column);
        if (isNumberedBelow(inner, outer) || (!used_[column] && isNamedBelow(inner, outer)))
            return Part::Yes;
        if (!used_[column])
            continue;
        if (saysTotalBeside(outer))
            return Part::Yes;
        differs += !inner.empty() && inner != outer ? 1 : 0;
    }
    if (differs == 0 || differs > kMostDifferences)
        return Part::No;
    bool narrower = false;
    for (std::uint32_t column = 0; column < used_.size(); ++column) {
        const std::string_view outer = whole.row.textAt(column);
        const std::string_view inner = part.row.textAt(column);
        if (column == *count_ || !used_[column] || inner.empty() || inner == outer)
            continue;
        if (isIndented(inner) && !isIndented(outer)) {
            narrower = true;
            continue;
        }
        if (plainName(inner) == plainName(outer))
            continue;
        if (!isWithin(trimmed(inner), trimmed(outer)))
            return Part::No;
        narrower = true;
    }
    return narrower ? Part::Yes : Part::No;
}

// A column names few places, many times.
bool RowAhead::isWithin(std::string_view inner, std::string_view outer) {
    if (within_.size() >= kMostKept)
        within_.clear();
    std::string pair(inner);
    pair.append(1, '\n').append(outer);
    const auto [found, fresh] = within_.try_emplace(std::move(pair));
    if (fresh)
        found->second = saysPart(inner) || isPlaceWithin(inner, outer);
    return found->second;
}

} // namespace leadsheet::app
