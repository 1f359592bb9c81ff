// SPDX-License-Identifier: Apache-2.0
#include "check/row_checker.hpp"

#include "check/place_parts.hpp"
#include "leadsheet/app/numbers.hpp"
#include "leadsheet/messages/check.hpp"
#include "leadsheet/submit/row_identity.hpp"
#include "map/cell_words.hpp"
#include "map/countries.hpp"
#include "map/parts_at_commas.hpp"
#include "map/row_marks.hpp"
#include "map/row_states.hpp"
#include "sheet/format/number_format.hpp"
#include "sheet/sha256.hpp"
#include "text/json_text.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>

namespace leadsheet::app {

namespace say = messages::check;
using contract::FieldInfo;

void RowChecker::checkFindings(const RowView& row, const RowFindings& findings,
                               ProblemSink& problems) const {
    if (findings.total == TotalLine::Sum)
        problems.add(ProblemLevel::Blocks, ProblemCode::TotalLine, wholeRow(row, ""),
                     say::rowSumsRowsAbove(), say::deleteSkipOrKeepTotals());
    else if (findings.total == TotalLine::Heading || findings.total == TotalLine::Whole)
        problems.add(ProblemLevel::Blocks, ProblemCode::TotalLine, wholeRow(row, ""),
                     say::rowSumsRowsBelow(), say::deleteSkipOrKeepTotals());
    else if (findings.total == TotalLine::Word || findings.total == TotalLine::Nearly)
        problems.add(ProblemLevel::Blocks, ProblemCode::TotalLine, wholeRow(row, ""),
                     say::rowLooksLikeTotals(), say::deleteSkipOrKeepTotals());
    else if (findings.total == TotalLine::Below) {
        const auto only =
            std::find_if(row.cells.begin(), row.cells.end(), [this](const Cell& cell) {
                const Source* const count = source(kLeadCountTarget);
                return !trimmed(cell.text).empty() && (count == nullptr || count->rule == nullptr ||
                                                       count->rule->column != cell.column);
            });
        problems.add(ProblemLevel::Blocks, ProblemCode::TotalLine, wholeRow(row, ""),
                     say::lineBelowTable(quotable(only == row.cells.end() ? std::string_view()
                                                                          : trimmed(only->text))),
                     say::deleteSkipOrKeepTotals());
    } else if (findings.total == TotalLine::Tabs)
        problems.add(ProblemLevel::Blocks, ProblemCode::TotalLine, wholeRow(row, ""),
                     say::tabAddsUpOthers(tab_, std::string(findings.addsUp)),
                     say::leaveSummaryOut());
    else if (findings.total == TotalLine::Maybe)
        problems.add(ProblemLevel::Odd, ProblemCode::TotalLine, wholeRow(row, ""),
                     say::rowMayBeTotals(), say::deleteLineOfTotals());
    if (findings.ragged && findings.cut == nullptr)
        problems.add(*findings.ragged, ProblemCode::MoreCells, wholeRow(row, ""),
                     say::moreCellsThanHeader(), say::compareRowWithHeader());
    checkMarks(row, findings, problems);
    if (findings.otherNames != 0)
        problems.add(ProblemLevel::Blocks, ProblemCode::SectionLine, wholeRow(row, ""),
                     say::namesInOtherOrder(findings.otherNames), say::moveUnderFirstNames());
    checkCount(row, findings, problems);
    checkSection(row, findings, problems);
}

/// Numbers that are more, or less, than the rows would order by them.
void RowChecker::checkCount(const RowView& row, const RowFindings& findings,
                            ProblemSink& problems) const {
    const Source* const from = source(kLeadCountTarget);
    if (findings.ragged && findings.cut != nullptr) {
        FieldInput input = wholeRow(row, "");
        input.text = findings.cut->text;
        input.place.column = findings.cut->column + 1;
        const std::string number(trimmed(findings.cut->text));
        const std::string rest(trimmed(row.textAt(findings.cut->column + 1)));
        problems.add(*findings.ragged, ProblemCode::MoreCells, input,
                     findings.cutInto ? say::numberCutIntoNextCell(number, rest)
                                      : say::numberCutAtComma(number, rest),
                     say::writeCutNumberWhole(number + rest));
    }
    const Cell* const count = from != nullptr && from->rule != nullptr && from->value == nullptr
                                  ? cellAt(row, from->rule->column)
                                  : nullptr;
    // Shown in thousands, 2000 is a 2.
    if (count != nullptr && count->kind == CellKind::Number && !findings.roundingStated)
        if (const NumberReading shown = readCount(count->text);
            shown.ok() && std::fabs(static_cast<double>(shown.unscaled) - count->number) >= 1) {
            std::string stored;
            appendGeneral(stored, count->number);
            problems.add(ProblemLevel::Blocks, ProblemCode::AmbiguousNumber, inputOf(*from, row),
                         say::numberShownOtherwise(quotable(count->text), stored),
                         say::orderStoredOrWrite());
        }
    if (findings.mergedCount && from != nullptr) {
        const FieldInput input = inputOf(*from, row);
        problems.add(
            findings.mergedCountAgreed ? ProblemLevel::Odd : ProblemLevel::Blocks,
            ProblemCode::MergedCount, input,
            say::leadCountMerged(findings.mergedCount->firstRow, findings.mergedCount->lastRow),
            say::decideMergedLeadCount());
    }
}

/// What a line of its own says about the rows below it.
void RowChecker::checkSection(const RowView& row, const RowFindings& findings,
                              ProblemSink& problems) const {
    if (findings.section == nullptr)
        return;
    const SectionLine& line = *findings.section;
    FieldInput input = wholeRow(row, "");
    const std::string_view quoted = quotable(line.text);
    if (!findings.sectionLine)
        input.text = line.text; // what each line says of its rows is a matter of its own
    using enum SectionLine::Says;
    if (line.says == Place) {
        const Source* const place = source("locations");
        const bool asked =
            std::any_of(findings.blanks.begin(), findings.blanks.end(),
                        [](const BlankCell& blank) { return blank.field == "locations"; });
        if (findings.sectionLine || asked ||
            (place != nullptr && !trimmed(fillingOf(*place, row).text).empty()))
            return;
        problems.add(ProblemLevel::Odd, ProblemCode::SectionLine, input,
                     say::sectionPlaceNotTaken(line.row, quoted), say::writePlaceIntoRow());
        return;
    }
    if (line.says == Unknown) {
        if (line.row != row.row)
            problems.add(ProblemLevel::Odd, ProblemCode::SectionLine, input,
                         say::lineAboveNotTaken(line.row, quoted), say::writeLineIntoRows());
        return;
    }
    if (findings.sectionLine) {
        problems.add(ProblemLevel::Blocks, ProblemCode::SectionLine, input,
                     say::sectionLineDenies(quoted), say::deleteLineAndRowsBelow());
        return;
    }
    problems.add(line.says == NotWanted ? ProblemLevel::Blocks : ProblemLevel::Odd,
                 ProblemCode::SectionLine, input, say::lineAboveExcludesRow(line.row, quoted),
                 say::deleteRowOrLineAbove());
}

// Of a column whose values stand at the beginning of blocks.
void RowChecker::checkBlanks(const RowView& row, const RowFindings& findings,
                             const contract::ProductInfo& product, ProblemSink& problems) const {
    for (const BlankCell& blank : findings.blanks) {
        const Source* const from = source(blank.field);
        if (from == nullptr || contract::findField(product, blank.field) == nullptr)
            continue;
        FieldInput input = wholeRow(row, from->target.name);
        input.place.column = blank.column + 1;
        input.header = from->rule->header;
        for (const JoinedColumn& joined : from->rule->with)
            if (joined.column == blank.column)
                input.header = joined.header;
        const ProblemFix leave{Transform{TransformKind::Blank, {}, {}, NumberStyle::Auto}.text(),
                               say::leaveCellsEmpty(), false};
        if (blank.unknown)
            problems.add(ProblemLevel::Blocks, ProblemCode::EmptyBelowValue, input,
                         say::sectionPlaceNotTaken(blank.row, quotable(blank.above)),
                         say::writePlaceIntoRow(), {leave});
        else
            problems.add(ProblemLevel::Blocks, ProblemCode::EmptyBelowValue, input,
                         say::emptyBelowValue(quotable(blank.above), blank.row),
                         say::fillDownOrLeaveEmpty(),
                         {{Transform{TransformKind::Down, {}, {}, NumberStyle::Auto}.text(),
                           say::fillValuesDown(), false},
                          leave});
    }
}

// What several columns of a row say together.

// 11 and 50 are 11-50; an end that is missing leaves that side open, unless the other one says more
// than a number: "500+", "below 50".

std::optional<FieldValue> RowChecker::readEnds(Source& source, const RowView& row,
                                               const FieldInfo& field, ProblemSink& problems) {
    const std::string_view lower = trimmed(row.textAt(source.ends->first));
    const std::string_view upper = trimmed(row.textAt(source.ends->second));
    const auto joined = [&] {
        const std::string_view only = upper.empty() ? lower : upper;
        if (!lower.empty() && !upper.empty())
            return std::string(lower) + "-" + std::string(upper);
        if (!readCount(only).ok())
            return std::string(only);
        return upper.empty() ? std::string(lower) + "+" : "<= " + std::string(upper);
    };
    const std::string range = lower == upper ? std::string(lower) : joined();
    const ColumnRule& rule = *source.rule;
    const FieldInput input{source.target.name,
                           range,
                           &rule.transforms,
                           {row.row, row.line, rule.column + 1},
                           rule.header};
    return readKnown(source, input, field, problems);
}

namespace {

bool namesAllOf(std::string_view cell) {
    const CellWords& words = CellWords::builtIn();
    return words.isNational(plainName(cell)) || words.placeholder(cell) == Placeholder::Nothing;
}

bool namesAllOf(std::string_view cell, std::string_view country) {
    const auto whole = wholePlace(trimmed(cell));
    return whole && countryCode(*whole) == country;
}

} // namespace

// Each cell is read by itself, so that what is wrong in one is said of that one.
std::optional<FieldValue> RowChecker::readJoined(const Source& source, const RowView& row,
                                                 const FieldInfo& field,
                                                 ProblemSink& problems) const {
    std::vector<JoinedCell> parts;
    bool fine = true;
    const auto& with = source.rule->with;
    const auto isFilled = [&row](std::uint32_t column) {
        return !trimmed(row.textAt(column)).empty();
    };
    const auto filled = std::count_if(with.begin(), with.end(), [&](const JoinedColumn& joined) {
        return isFilled(joined.column);
    });
    const bool several = filled + (isFilled(source.rule->column) ? 1 : 0) > 1;
    const auto columns = source.rule->columns();
    std::string_view country;
    for (const std::uint32_t column : columns)
        if (const auto code = countryCode(trimmed(row.textAt(column))); !code.empty())
            country = code;
    const auto read = [&](std::uint32_t column, const std::string& header) {
        const std::string_view cell = row.textAt(column);
        JoinedCell part{{source.target.name,
                         cell,
                         &source.rule->transforms,
                         {row.row, row.line, column + 1},
                         header},
                        {}};
        part.input.joined = several;
        // "bundesweit", "all" and "ganz Deutschland" beside Germany are all of it.
        if (trimmed(cell).empty() ||
            (!country.empty() && !source.items &&
             (namesAllOf(cell) || namesAllOf(cell, country) || leavesPlaceWhole(cell))))
            return;
        auto value = readField(part.input, field, problems);
        // A cell that its column's steps empty leaves the others as they are.
        fine = fine && (value.has_value() || !problems.blocked());
        if (value)
            part.items = std::get<std::vector<std::string>>(std::move(*value));
        parts.push_back(std::move(part));
    };
    read(source.rule->column, source.rule->header);
    for (const JoinedColumn& joined : with)
        read(joined.column, joined.header);
    if (!fine)
        return std::nullopt;
    auto items =
        source.items ? joinItems(parts, field, problems) : joinPlaces(parts, field, problems);
    return items.empty() ? std::nullopt : std::optional<FieldValue>(std::move(items));
}

namespace {

std::uint32_t hashOf(std::string_view cell) {
    return static_cast<std::uint32_t>(std::hash<std::string_view>()(trimmed(cell)));
}

struct HashValue {
    std::size_t operator()(const std::string& text) const { return std::hash<std::string>()(text); }
    std::size_t operator()(std::int64_t number) const { return std::hash<std::int64_t>()(number); }
    std::size_t operator()(bool flag) const { return flag ? 1 : 0; }
    std::size_t operator()(const Decimal& decimal) const { return (*this)(decimal.toString()); }
    std::size_t operator()(const std::vector<std::string>& list) const {
        std::size_t hash = list.size();
        for (const std::string& text : list)
            hash = joined(hash, (*this)(text));
        return hash;
    }
    std::size_t operator()(const std::map<std::string, std::string>& map) const {
        std::size_t hash = map.size();
        for (const auto& [name, text] : map)
            hash = joined(joined(hash, (*this)(name)), (*this)(text));
        return hash;
    }
    static std::size_t joined(std::size_t one, std::size_t other) {
        constexpr std::size_t kOdd = 0x9E3779B97F4A7C15;
        return (one ^ other) * kOdd + (one >> 29);
    }
};

// Equal for what canonicalBody() would write alike, without writing it for each row.
std::size_t hashOf(const OrderRequest& request) {
    HashValue value;
    std::size_t hash = HashValue::joined(value(request.product), value(request.leadCount));
    for (const auto& [name, field] : request.fields)
        hash = HashValue::joined(HashValue::joined(hash, value(name)), std::visit(value, field));
    return hash;
}

/// The first characters of a digest in hex.
template <typename Print>
Print fingerprint(std::string_view digest) {
    Print print{};
    std::memcpy(print.data(), digest.data(), std::min(print.size(), digest.size()));
    return print;
}

} // namespace

std::string rowSnapshot(const RowView& row) {
    std::size_t bytes = 2;
    for (const Cell& cell : row.cells)
        bytes += cell.text.size() + 3; // two quotation marks and a comma
    std::string json;
    json.reserve(bytes);
    json += '[';
    std::uint32_t next = 0;
    for (const Cell& cell : row.cells) {
        if (cell.text.empty())
            continue;
        for (; next < cell.column; ++next)
            json += next == 0 ? "\"\"" : ",\"\"";
        if (next++ > 0)
            json += ',';
        appendJsonString(json, cell.text);
    }
    json += ']';
    return json;
}

std::size_t SeenRows::Hash::operator()(const Fingerprint& print) const noexcept {
    std::size_t hash = 0;
    std::memcpy(&hash, print.data(), sizeof hash);
    return hash;
}

SeenRows::Place RowChecker::here(const RowView& row) const {
    return {static_cast<std::uint32_t>(seen_.tabs.size() - 1), row.row};
}

bool RowChecker::checkReference(const RowView& row, const submit::RowInput& input,
                                ProblemSink& problems) {
    const FieldInput field = inputOf(*source(kReferenceTarget), row);
    if (input.reference.empty()) {
        problems.add(ProblemLevel::Blocks, ProblemCode::MissingReference, field,
                     say::referenceEmpty(), say::fillInOrUnmapReference());
        return false;
    }
    const auto [first, fresh] = seen_.references.try_emplace(
        fingerprint<SeenRows::Fingerprint>(sha256Of(input.reference)), here(row));
    if (!fresh)
        problems.add(ProblemLevel::Blocks, ProblemCode::DuplicateReference, field,
                     say::referenceRepeated(placeName(first->second)), say::giveOwnReference());
    return fresh;
}

// As the planner does, so that what it will hold back is known before anything costs money.
void RowChecker::checkRepeated(const RowView& row, submit::RowInput& input, ProblemSink& problems) {
    const bool withoutLike = submit::excludesOwned(input.request);
    if (source(kReferenceTarget) != nullptr &&
        (!checkReference(row, input, problems) || withoutLike))
        return;
    const SeenRows::Order order{here(row), input.request.leadCount, hashOf(input.request),
                                seen_.unusedCells.size()};
    input.mark = submit::orderMark(input.request);
    const auto print =
        withoutLike ? fingerprint<SeenRows::Fingerprint>(sha256Of(canonicalBody(input.request)))
                    : fingerprint<SeenRows::Fingerprint>(
                          std::string_view(input.mark).substr(input.mark.find('-') + 1));
    const auto [found, fresh] = seen_.orders.try_emplace(print, order);
    if (fresh) {
        for (const std::uint32_t column : unused_)
            seen_.unusedCells.push_back(hashOf(row.textAt(column)));
        if (!withoutLike)
            checkOtherNames(row, input.request, print, problems);
        return;
    }
    const SeenRows::Order& first = found->second;
    const Message place = placeName(first.place);
    const auto differing = differsIn(row, first);
    input.differsIn = listed(differing, "and");
    problems.add(ProblemLevel::Odd, ProblemCode::DuplicateRow, wholeRow(row, ""),
                 first.exactly == order.exactly ? say::sameOrderAsRow(place)
                 : first.leadCount == order.leadCount
                     ? say::samePeopleAsRow(place)
                     : say::samePeopleOtherCount(place, order.leadCount, first.leadCount),
                 differing.empty() ? say::deleteOneUnlessBothWanted() : say::mapWhatDiffers());
    if (!differing.empty())
        problems.last().reason.push_back(say::rowsDifferInUnused(differing));
}

// "CEO, Germany" and "CEO, Deutschland" are two orders for the service.
void RowChecker::checkOtherNames(const RowView& row, const OrderRequest& request,
                                 const SeenRows::Fingerprint& print, ProblemSink& problems) {
    std::optional<SeenRows::Place> same;
    if (const auto found = seen_.inEnglish.find(print); found != seen_.inEnglish.end())
        same = found->second;
    if (const auto other = inEnglish(request)) {
        const std::string mark = submit::orderMark(*other);
        const auto otherPrint =
            fingerprint<SeenRows::Fingerprint>(std::string_view(mark).substr(mark.find('-') + 1));
        if (otherPrint != print) { // "germany": capitals make no other order
            if (const auto found = seen_.orders.find(otherPrint); found != seen_.orders.end())
                same = found->second.place;
            const auto [first, fresh] = seen_.inEnglish.try_emplace(otherPrint, here(row));
            if (!fresh && !same)
                same = first->second;
        }
    }
    if (same)
        problems.add(ProblemLevel::Odd, ProblemCode::UnclearPlace, wholeRow(row, "locations"),
                     say::samePeopleInOtherNames(placeName(*same)),
                     say::deleteOneUnlessBothWanted());
}

// Columns of one name are compared, also across tabs.
std::vector<std::string> RowChecker::differsIn(const RowView& row,
                                               const SeenRows::Order& first) const {
    const auto& here = seen_.unused.back();
    const auto& there = seen_.unused[first.place.tab];
    std::vector<std::string> names;
    for (std::size_t i = 0; i < here.size(); ++i) {
        const auto same = first.place.tab + 1 == seen_.unused.size()
                              ? there.begin() + static_cast<std::ptrdiff_t>(i)
                              : std::find(there.begin(), there.end(), here[i]);
        if (same == there.end())
            continue;
        const auto at = first.unused + static_cast<std::size_t>(same - there.begin());
        if (seen_.unusedCells[at] != hashOf(row.textAt(unused_[i])))
            names.push_back(here[i]);
    }
    return names;
}

Message RowChecker::placeName(const SeenRows::Place& place) const {
    return place.tab + 1 == seen_.tabs.size()
               ? say::rowPlace(place.row)
               : say::rowOfTabPlace(place.row, seen_.tabs[place.tab]);
}

} // namespace leadsheet::app
