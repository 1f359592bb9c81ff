// SPDX-License-Identifier: Apache-2.0
#include "check/row_decider.hpp"

#include "check/blank_below.hpp"
#include "check/field_reader.hpp"
#include "check/held_back.hpp"
#include "check/note_meaning.hpp"
#include "check/shown_value.hpp"
#include "leadsheet/app/fields.hpp"
#include "map/cell_words.hpp"
#include "map/name_meaning.hpp"
#include "map/row_marks.hpp"
#include "sheet/format/number_format.hpp"
#include "text/html_text.hpp"
#include "text/names.hpp"

#include <algorithm>

namespace leadsheet::app {
namespace {

bool isUncalculated(const Cell& cell) {
    return cell.kind == CellKind::Empty && cell.formula;
}

bool isDigits(std::string_view text, std::size_t fewest, std::size_t most) {
    return text.size() >= fewest && text.size() <= most &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool contains(const std::vector<std::string>& texts, std::string_view text) {
    return std::find(texts.begin(), texts.end(), text) != texts.end();
}

} // namespace

const Cell* onlyFilled(const RowView& row) {
    const Cell* only = nullptr;
    for (const Cell& cell : row.cells)
        if (!trimmed(cell.text).empty() || isUncalculated(cell)) {
            if (only != nullptr)
                return nullptr;
            only = &cell;
        }
    return only;
}

const Cell* cellAt(const RowView& row, std::uint32_t column) {
    const auto found = std::lower_bound(
        row.cells.begin(), row.cells.end(), column,
        [](const Cell& cell, std::uint32_t wanted) { return cell.column < wanted; });
    return found != row.cells.end() && found->column == column ? &*found : nullptr;
}

RowDecider::RowDecider(const SourceDecisions& decisions, const RowSource& source,
                       std::uint32_t firstRow, std::size_t headerCells, ReadColumns columns)
    : decisions_(decisions)
    , source_(source)
    , firstRow_(firstRow)
    , headerCells_(headerCells)
    , columns_(std::move(columns))
    , isText_(!isWorkbook(source.format()))
    , lastRow_(firstRow - 1)
    , totals_(columns_.count, columns_.sizes, columns_.heads)
    , plans_(columns_.count) {}

// What only contains a negation is a note, which is named once.
void RowDecider::beginBelow(const SampleRow& line) {
    for (std::size_t i = 0; i < line.cells.size() && columns_.count; ++i) {
        using enum SectionLine::Says;
        SectionLine said = sectionIn(line.textAt(i), true);
        const bool headed = placeAbove_ || !said.place.empty(); // other titles head no block
        if (said.says == NotWanted || (said.says == Place && section_.says != NotWanted)) {
            begin(std::move(said), line.row, static_cast<std::uint32_t>(i));
            placeAbove_ = headed;
        }
    }
}

void RowDecider::begin(SectionLine line, std::uint32_t row, std::uint32_t column) {
    section_ = std::move(line);
    section_.row = row;
    section_.column = column;
    placeAbove_ = placeAbove_ || section_.says == SectionLine::Says::Place;
}

RowDecider::Verdict RowDecider::decide(RowView& row, RowFindings& findings, bool whole) {
    using enum SourceMatter;
    findings = {};
    if (row.blank() && !hasUncalculated(row))
        return Verdict::Blank;
    const bool apart = row.row > lastRow_ + 1;
    counts_.blankRows += row.row - lastRow_ - 1;
    lastRow_ = row.row;
    noteHiddenColumns(row);
    if (row.hidden) {
        ++counts_.of(HiddenRows);
        if (!decisions_.takesOther(HiddenRows)) {
            totals_.addUnread(row);
            return Verdict::Skip;
        }
    }
    if (!judgeTotals(row, apart, whole, findings))
        return Verdict::Skip;
    if (!judgeMarks(row, findings))
        return Verdict::Skip;
    const bool ragged = isRagged(row);
    if (isText_ && (ragged || !columns_.spare.empty())) {
        findings.cut = cutNumber(row, !ragged);
        findings.cutInto = findings.cut != nullptr && !ragged;
    }
    if (ragged || findings.cut != nullptr) {
        ++counts_.of(RaggedRows);
        findings.ragged =
            decisions_.takesOther(RaggedRows) ? ProblemLevel::Odd : ProblemLevel::Blocks;
    }
    if (!isHeading(findings.total))
        judgeSection(row, findings);
    judgeNames(row, findings);
    findings.roundingStated = decisions_.isStated(RoundedValues);
    exchangeCells(row);
    ++counts_.rows;
    return Verdict::Read;
}

SourceCounts RowDecider::counts() const {
    SourceCounts counts = counts_;
    counts.of(SourceMatter::HiddenColumns) = static_cast<std::uint64_t>(
        std::count(hiddenWithText_.begin(), hiddenWithText_.end(), true));
    for (const CellRange& range : source_.mergedRanges()) {
        if (range.lastRow >= firstRow_)
            ++counts.of(SourceMatter::MergedCells);
        if (!MergedDown::isDown(range, firstRow_) || !isUsed(range.firstColumn))
            continue;
        ++counts.mergedDown;
        counts.mergedDownColumns.push_back(range.firstColumn);
    }
    std::vector<std::uint32_t>& columns = counts.mergedDownColumns;
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    return counts;
}

/// False for a line of totals that is passed over.
bool RowDecider::judgeTotals(const RowView& row, bool apart, bool whole, RowFindings& findings) {
    using enum SourceMatter;
    findings.total = columns_.addsUp.empty() ? totals_.judge(row) : TotalLine::Tabs;
    findings.addsUp = columns_.addsUp;
    if ((findings.total == TotalLine::No || findings.total == TotalLine::Maybe) &&
        plans_.judge(row, apart))
        findings.total = TotalLine::Below;
    if (whole && !isHeading(findings.total))
        findings.total = TotalLine::Whole;
    if (findings.total == TotalLine::Maybe && decisions_.takesThird(TotalRows))
        findings.total = TotalLine::No;
    if (findings.total == TotalLine::No || findings.total == TotalLine::Maybe)
        return true;
    ++counts_.of(TotalRows);
    if (decisions_.takesThird(TotalRows))
        findings.total = TotalLine::No;
    if (isHeading(findings.total))
        beginBlock(row, findings);
    return !decisions_.takesOther(TotalRows);
}

// A column has few of them, many times.
bool RowDecider::isMark(std::string_view text, RowMarks how) {
    constexpr std::size_t kMaxKept = 1024;
    auto& known = marks_[static_cast<std::size_t>(how)];
    if (known.size() >= kMaxKept)
        known.clear();
    const auto [found, fresh] = known.try_emplace(std::string(text));
    if (fresh)
        found->second = marksRow(text, how);
    return found->second;
}

/// False for a row that is marked as not wanted and passed over.
bool RowDecider::judgeMarks(const RowView& row, RowFindings& findings) {
    using enum SourceMatter;
    const Cell* const inCell = markIn(row);
    const Cell* const mark = inCell != nullptr ? inCell : noteIn(row, findings);
    if (mark == nullptr && !columns_.heldByTab) {
        judgeStatus(row, findings);
        return true;
    }
    ++counts_.of(MarkedRows);
    if (!decisions_.takesThird(MarkedRows)) {
        findings.marked = mark;
        findings.markedByNote = mark != nullptr && inCell == nullptr;
        findings.heldByTab = mark == nullptr;
    }
    return !decisions_.takesOther(MarkedRows);
}

/// A comment that says so; any other one is said with the row.
const Cell* RowDecider::noteIn(const RowView& row, RowFindings& findings) {
    for (const CellNote& note : notesOfRow(source_.notes(), row.row)) {
        if (noteHoldsRow(note.text)) {
            // Where such rows are ordered all the same, it is still listed with its row.
            findings.comment = decisions_.takesThird(SourceMatter::MarkedRows) ? &note : nullptr;
            noted_ = Cell();
            noted_.kind = CellKind::Text;
            noted_.column = note.column;
            noted_.text = note.text;
            return &noted_;
        }
        if (findings.comment == nullptr)
            findings.comment = &note;
    }
    return nullptr;
}

/// What the status of a results file says that is to be said of the row.
void RowDecider::judgeStatus(const RowView& row, RowFindings& findings) const {
    for (const auto& [column, how] : columns_.marks) {
        const Cell* const cell = how == RowMarks::InStatus ? cellAt(row, column) : nullptr;
        if (cell == nullptr)
            continue;
        if (isNoteInStatus(cell->text))
            findings.note = cell;
        else if (saysOrdered(cell->text) &&
                 (!columns_.key || trimmed(row.textAt(*columns_.key)).empty()))
            findings.ordered = cell;
    }
}

/// A cell that says so in words, or a value that is crossed out.
const Cell* RowDecider::markIn(const RowView& row) {
    for (const auto& [column, how] : columns_.marks) {
        const Cell* const cell = cellAt(row, column);
        const bool empty = cell == nullptr || trimmed(cell->text).empty();
        if (!empty && isMark(cell->text, how))
            return cell;
        if (empty && (how == RowMarks::ByCross || how == RowMarks::Unclear) &&
            onlyFilled(row) == nullptr) {
            uncrossed_.column = column;
            return &uncrossed_;
        }
    }
    const auto struck = std::find_if(row.cells.begin(), row.cells.end(), [&](const Cell& cell) {
        return cell.struck && isUsed(cell.column) && !trimmed(cell.text).empty();
    });
    return struck == row.cells.end() ? nullptr : &*struck;
}

/// "1,000" without quotes is a 1, and a cell of three digits that makes the row longer.
const Cell* RowDecider::cutNumber(const RowView& row, bool intoSpare) const {
    for (std::size_t i = 0; i + 1 < row.cells.size(); ++i) {
        const Cell& cell = row.cells[i];
        const Cell& behind = row.cells[i + 1];
        if (cell.column < columns_.numbers.size() && columns_.numbers[cell.column] &&
            behind.column == cell.column + 1 &&
            (!intoSpare ||
             (behind.column < columns_.spare.size() && columns_.spare[behind.column])) &&
            isCut(trimmed(cell.text), trimmed(behind.text)))
            return &cell;
    }
    return nullptr;
}

/// "Team North" over a block: a text where the rows begin, which is none of their values.
bool RowDecider::isTitle(const Cell& only) const {
    constexpr std::size_t kLongestAnswer = 6; // "optional" is more than a no
    return (only.column == 0 || !isUsed(only.column)) && !plainName(only.text).empty() &&
           only.text.find_first_not_of("0123456789., ") != std::string_view::npos &&
           productFromText(trimmed(only.text)) == nullptr &&
           CellWords::builtIn().placeholder(only.text) == Placeholder::No &&
           (only.text.size() > kLongestAnswer || !readBoolean(only.text)) &&
           !Vocabulary::builtIn().is(plainName(only.text), WordKind::Negation) &&
           !meaningOf(only.text).excludes;
}

/// A line with a single cell, and without a number of leads, says something of the rows below.
void RowDecider::judgeSection(const RowView& row, RowFindings& findings) {
    if (!columns_.count || headerCells_ < 2)
        return;
    const Cell* const only = onlyFilled(row);
    if (only != nullptr && only->column != *columns_.count) {
        using enum SectionLine::Says;
        SectionLine line = sectionIn(only->text);
        // "Wave 3" below rows that are held back.
        if (line.says == Nothing && section_.says == NotWanted && namesPartOfList(only->text))
            line.says = Heading;
        // Below "Do not contact:" a country is one of those that are meant.
        findings.sectionLine = line.says != Nothing && (line.says != Place || !section_.denies());
        // What a line among lines of places names is not the place of the line above it.
        const bool names =
            line.says == Heading ||
            (line.says == Nothing && section_.says != NotWanted && !plainName(only->text).empty());
        if (placeAbove_ && names) {
            line.says = Place;
            findings.sectionLine = true;
        }
        const bool named = line.says == Nothing || (line.says == Heading && !placeAbove_);
        if (named && !section_.denies() && isTitle(*only) &&
            !Vocabulary::builtIn().isAny(plainWords(only->text), WordKind::Wanted)) {
            line.says = Unknown;
        }
        if (findings.sectionLine || line.says == Unknown)
            begin(std::move(line), row.row, only->column);
    }
    findings.section = section_.speaks() ? &section_ : nullptr;
}

/// A heading with a number says what one without it says.
void RowDecider::beginBlock(const RowView& row, RowFindings& findings) {
    const std::string_view text = trimmed(row.textAt(columns_.heads->column));
    SectionLine line = sectionIn(text);
    if (line.says != SectionLine::Says::NotWanted) {
        if (line.says != SectionLine::Says::Place && !placeAbove_)
            return;
        line.says = SectionLine::Says::Place;
    }
    begin(std::move(line), row.row, columns_.heads->column);
    findings.section = &section_;
    findings.sectionLine = true;
}

/// What the cell says where columns are named.
RowDecider::Naming RowDecider::namingIn(const Cell& cell) const {
    using enum Naming::What;
    const std::string_view text = trimmed(cell.text);
    const std::string plain = plainName(text);
    Naming known;
    for (const ReadColumns::Named& one : columns_.names)
        if (!plain.empty() && one.plainName == plain) {
            if (one.column == cell.column)
                return {OwnName, one.target};
            known = {OtherName, one.target};
        }
    if (known.what == OtherName)
        return known;
    const NameMeaning meaning = meaningOf(text);
    const bool isOpposite = (meaning.excludes && meaning.target != "excludeDomains") ||
                            meaning.ofOthers || meaning.isOptional;
    for (const ReadColumns::Named& one : columns_.names)
        if (!isOpposite && meaning.fit >= NameFit::Weak && one.column == cell.column &&
            !one.target.empty() &&
            (one.target == meaning.target || contains(meaning.others, one.target)))
            return {OwnName, one.target};
    if (meaning.fit >= NameFit::Core && !meaning.target.empty())
        return {OtherName, isOpposite ? std::string() : meaning.target};
    if ((isOpposite || meaning.excludes) && !meaning.target.empty())
        return {Opposite, {}};
    return {meaning.noField == NoField::No ? Value : OtherName, {}};
}

/// "50 leads", and not "Leads 2026".
bool RowDecider::isNumberOfLeads(const Cell& cell) const {
    const std::string_view text = trimmed(cell.text);
    if (cell.kind == CellKind::Number || isDigits(text, 1, text.size()))
        return true;
    if (text.find_first_of("0123456789") == std::string_view::npos)
        return false;
    const std::string plain = plainName(text);
    const bool isHeader = std::any_of(columns_.names.begin(), columns_.names.end(),
                                      [&](const auto& one) { return one.plainName == plain; });
    if (isHeader)
        return false;
    // "Leads Q3" begins as its name does.
    const auto words = plainWords(text);
    using enum WordKind;
    const bool named =
        !words.empty() && Vocabulary::builtIn().is(words.front(), Leads | Lead | Count | Quantity);
    return isDigits(text.substr(0, 1), 1, 1) || (!named && namingIn(cell).what == Naming::Value);
}

/// A second table may begin in the middle, whose columns stand in another order.
void RowDecider::judgeNames(const RowView& row, RowFindings& findings) {
    findings.otherNames = otherNames_;
    if (!columns_.count)
        return;
    if (const Cell* const count = cellAt(row, *columns_.count);
        count != nullptr && isNumberOfLeads(*count))
        return;
    std::size_t names = 0;
    std::size_t values = 0;
    bool moved = false;
    std::vector<std::string> own;
    std::vector<std::string> unread; // fields that columns are named by which are not read
    for (const Cell& cell : row.cells) {
        if (trimmed(cell.text).empty())
            continue;
        Naming naming = namingIn(cell);
        const bool used = isUsed(cell.column);
        // "None" among values denies as well, without a name.
        if (naming.what == Naming::OwnName || naming.what == Naming::OtherName)
            ++names;
        else if (used && naming.what == Naming::Value)
            ++values;
        if (used && (naming.what == Naming::OtherName || naming.what == Naming::Opposite))
            moved = true;
        else if (naming.what != Naming::Value && !naming.target.empty())
            (used ? own : unread).push_back(std::move(naming.target));
        if (values > 1 && names == 0)
            return;
    }
    if (names < 2 || names <= values || (!moved && own.empty() && unread.empty()))
        return;
    findings.names = true;
    findings.otherNames = 0;
    for (const std::string& target : unread)
        moved = moved || (!contains(own, target) &&
                          std::any_of(columns_.names.begin(), columns_.names.end(),
                                      [&](const auto& one) { return one.target == target; }));
    otherNames_ = moved ? row.row : values == 0 ? 0 : otherNames_;
}

bool RowDecider::hasUncalculated(const RowView& row) const {
    return std::any_of(row.cells.begin(), row.cells.end(), [&](const Cell& cell) {
        return isUncalculated(cell) && isUsed(cell.column);
    });
}

void RowDecider::noteHiddenColumns(const RowView& row) {
    const auto hidden = source_.hiddenColumns();
    if (hidden.empty())
        return;
    hiddenWithText_.resize(hidden.size());
    auto at = hidden.begin();
    for (const Cell& cell : row.cells) {
        at = std::lower_bound(at, hidden.end(), cell.column);
        if (at == hidden.end())
            return;
        if (*at == cell.column && !cell.text.empty())
            hiddenWithText_[static_cast<std::size_t>(at - hidden.begin())] = true;
    }
}

bool RowDecider::isRagged(const RowView& row) const {
    return isText_ && headerCells_ > 0 &&
           std::any_of(row.cells.rbegin(), row.cells.rend(), [&](const Cell& cell) {
               return cell.column >= headerCells_ && !trimmed(cell.text).empty();
           });
}

RowDecider::Act RowDecider::judge(const Cell& cell) {
    using enum SourceMatter;
    const auto decided = [&](SourceMatter matter, Act act) {
        ++counts_.of(matter);
        return decisions_.takesOther(matter) ? act : Act::Keep;
    };
    switch (cell.kind) {
    case CellKind::Empty:
        return cell.formula ? decided(FormulasWithoutValue, Act::Empty) : Act::Keep;
    case CellKind::Error:
        return decided(FormulaErrors, Act::Empty);
    case CellKind::Text:
        return cell.text.starts_with('#') && isErrorValue(trimmed(cell.text))
                   ? decided(FormulaErrors, Act::Empty)
               : cell.text.find_first_of("&<") != std::string_view::npos ? Act::Decode
                                                                         : Act::Keep;
    case CellKind::Number:
        return isShownRounded(cell) ? decided(RoundedValues, Act::Stored) : Act::Keep;
    case CellKind::Date:
        if (isShownRounded(cell))
            ++counts_.of(RoundedValues);
        return Act::Keep;
    case CellKind::Boolean:
    case CellKind::Time:
        break;
    }
    return Act::Keep;
}

void RowDecider::exchangeCells(RowView& row) {
    cells_.clear();
    texts_.clear();
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
        const Cell& cell = row.cells[i];
        const Act act = isUsed(cell.column) ? judge(cell) : Act::Keep;
        auto plain = act == Act::Decode && columns_.searches(cell.column) ? withoutHtml(cell.text)
                                                                          : std::nullopt;
        if (act == Act::Keep || (act == Act::Decode && !plain))
            continue;
        if (cells_.empty())
            cells_.assign(row.cells.begin(), row.cells.end());
        if (act == Act::Empty) {
            cells_[i] = Cell();
            cells_[i].column = cell.column;
        } else if (plain) {
            cells_[i].text = texts_.emplace_back(*std::move(plain));
        } else {
            appendGeneral(texts_.emplace_back(), cell.number);
            cells_[i].text = texts_.back();
        }
    }
    if (!cells_.empty())
        row.cells = cells_;
}

} // namespace leadsheet::app
