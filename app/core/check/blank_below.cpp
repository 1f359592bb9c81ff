// SPDX-License-Identifier: Apache-2.0
#include "check/blank_below.hpp"

#include "map/cell_words.hpp"
#include "map/name_meaning.hpp"
#include "map/places.hpp"
#include "map/transform.hpp"
#include "text/names.hpp"

#include "leadsheet/app/fields.hpp"

#include <algorithm>
#include <array>

namespace leadsheet::app {
namespace {

/// Fields one of which often stands in for the other: a row that has another one than the row
/// above is a profile for itself.
constexpr std::array<std::array<std::string_view, 4>, 2> kAlternatives{
    {{"jobTitles", "seniorities", "departments", ""},
     {"industries", "keywords", "technologies", "categories"}}};

bool isAsked(const ColumnRule& rule) {
    const auto target = findTarget(rule.target);
    if (!target || target->info == nullptr)
        return false;
    return target->info->kind == contract::FieldKind::List &&
           !isOneOf(rule.target, {"excludeDomains", "keywords", "technologies"});
}

std::vector<std::uint32_t> alternativesTo(const ColumnRule& rule, const ColumnMap& map) {
    std::vector<std::uint32_t> columns;
    for (const auto& fields : kAlternatives)
        if (std::find(fields.begin(), fields.end(), rule.target) != fields.end())
            for (const std::string_view field : fields)
                if (const ColumnRule* const other =
                        field.empty() || field == rule.target ? nullptr : map.columnFor(field))
                    columns.push_back(other->column);
    return columns;
}

/// The columns of the fields other than this one that say whom a row wants.
std::vector<std::uint32_t> columnsBeside(const ColumnRule& rule, const ColumnMap& map) {
    std::vector<std::uint32_t> columns;
    for (const ColumnRule& other : map.columns) {
        const auto target = findTarget(other.target);
        if (isOneOf(other.target, {rule.target, kLeadCountTarget, "notes"}) || !target ||
            target->info == nullptr)
            continue;
        const auto its = other.columns();
        columns.insert(columns.end(), its.begin(), its.end());
    }
    return columns;
}

/// Whether a row of this product could have the field at all.
bool hasField(const SampleRow& row, const ColumnRule& rule, const ColumnMap& map) {
    const ColumnRule* const from = map.columnFor(kProductTarget);
    const auto* const product =
        from == nullptr ? nullptr : productFromText(row.textAt(from->column));
    return product == nullptr || contract::findField(*product, rule.target) != nullptr;
}

/// What the first rows say of a column.
class Blocks {
public:
    void addValue(const SampleRow& row, std::string_view text) {
        repeats_ = repeats_ || (start_ != nullptr && value_ == text);
        ++values_;
        start_ = &row;
        value_ = text;
    }
    void addGap() { ++gaps_; }
    void addOther() { ++others_; }
    const SampleRow* start() const { return start_; }
    std::size_t values() const { return values_; }

    /// A value that is written again stands in each of its rows.
    bool areMeant() const {
        return !repeats_ && values_ > 0 && gaps_ > others_ && gaps_ + 1 > values_;
    }

private:
    const SampleRow* start_ = nullptr;
    std::string_view value_;
    bool repeats_ = false;
    std::size_t values_ = 0;
    std::size_t gaps_ = 0;
    std::size_t others_ = 0;
};

bool isFilled(const SampleRow& row, const std::vector<std::uint32_t>& columns) {
    return std::any_of(columns.begin(), columns.end(),
                       [&](std::uint32_t column) { return !row.textAt(column).empty(); });
}

// Notes, headings of blocks and lines of a table's own have no number.
bool isProfile(const SampleRow& row, const ColumnRule* count) {
    return row.hasSeveral() && (count == nullptr || !row.textAt(count->column).empty());
}

/// Whether a row says something else instead of what the first one says: it says what that one does
/// not, and apart from that the same. A row of a block differs in what both say.
bool saysInstead(const SampleRow& row, const SampleRow& start,
                 const std::vector<std::uint32_t>& columns) {
    bool more = false;
    for (const std::uint32_t column : columns) {
        const std::string_view here = row.textAt(column);
        const std::string_view there = start.textAt(column);
        if (!here.empty() && !there.empty() && here != there)
            return false;
        more = more || (!here.empty() && there.empty());
    }
    return more;
}

/// Whether a row says all that the other one says.
bool saysAllOf(const SampleRow& start, const SampleRow& row,
               const std::vector<std::uint32_t>& columns) {
    return std::all_of(columns.begin(), columns.end(), [&](std::uint32_t column) {
        return start.textAt(column).empty() || !row.textAt(column).empty();
    });
}

// "DACH" beside an empty country is a place for itself.
template <typename Row>
bool namesArea(const Row& row, const std::vector<std::uint32_t>& columns) {
    return std::any_of(columns.begin(), columns.end(), [&](std::uint32_t column) {
        const std::string_view text = trimmed(row.textAt(column));
        return !text.empty() && isWideArea(plainName(text));
    });
}

/// The cell's text, or the place that a line names in another column.
std::string_view placeIn(const SampleRow& row, std::uint32_t column) {
    const std::string_view text = row.textAt(column);
    if (!text.empty() || row.filled() != 1)
        return text;
    const auto only = std::find_if(row.cells.begin(), row.cells.end(),
                                   [](const std::string& cell) { return !trimmed(cell).empty(); });
    return only != row.cells.end() && !placeOfLine(*only).empty() ? std::string_view(*only)
                                                                  : std::string_view();
}

bool saysAbove(std::string_view text) {
    return CellWords::builtIn().placeholder(text) == Placeholder::Above;
}

// Below "Worldwide" an empty cell says the same.
bool narrowsNothing(std::string_view text, std::string_view target) {
    const CellWords& words = CellWords::builtIn();
    return words.placeholder(text) == Placeholder::Nothing ||
           (target == "locations" && words.isEverywhere(plainName(text)));
}

bool standInBlocks(const std::vector<SampleRow>& samples, const ColumnMap& map,
                   const ColumnRule& rule, std::uint32_t column,
                   const std::vector<std::uint32_t>& beside) {
    const auto all = rule.columns();
    const ColumnRule* const count = map.columnFor(kLeadCountTarget);
    const auto alternatives = alternativesTo(rule, map);
    const auto others = columnsBeside(rule, map);
    const bool places = rule.target == "locations";
    // A size in the first row alone, among rows that are complete without one, is of that row.
    bool optional = isOneOf(rule.target, {kSizesTarget, "seniorities", "departments"}) &&
                    std::any_of(others.begin(), others.end(),
                                [column](std::uint32_t other) { return other < column; });
    const auto headings = count == nullptr ? std::nullopt : headingsIn(samples, count->column);
    Blocks blocks;
    bool open = false;
    for (const SampleRow& row : samples) {
        const std::string_view text =
            places && all.size() == 1 ? placeIn(row, column) : row.textAt(column);
        if (saysAbove(text))
            continue;
        if (!text.empty()) {
            open = narrowsNothing(text, rule.target);
            if (!open)
                blocks.addValue(row, text);
            continue;
        }
        if (open || !isProfile(row, count) || !hasField(row, rule, map))
            continue;
        if (blocks.start() == nullptr)
            return false;
        const SampleRow& start = *blocks.start();
        optional = optional && saysAllOf(start, row, others);
        // A place alone, with a number, is the first line of its block.
        const bool heads =
            (places || (headings && headings->column == column)) && !isFilled(start, others);
        if (isFilled(row, beside) || namesArea(row, all) ||
            (isFilled(row, alternatives) && !isFilled(start, alternatives)) ||
            (!heads && isProfile(start, count) && saysInstead(row, start, others)))
            blocks.addOther();
        else
            blocks.addGap();
    }
    return blocks.areMeant() && !(optional && blocks.values() == 1);
}

bool fillsAlone(const RowView& row) {
    return std::count_if(row.cells.begin(), row.cells.end(), [](const Cell& cell) {
               return !trimmed(cell.text).empty() || cell.formula;
           }) == 1;
}

/// What stands alone in a column of places and is not known as one. Cities are not known by name.
bool mayBeCity(std::string_view text, PlacePart part) {
    return part != PlacePart::Country && part != PlacePart::Region &&
           text.find_first_of("0123456789:?#*") == std::string_view::npos &&
           sectionIn(text).says == SectionLine::Says::Nothing;
}

} // namespace

BlankBelow::BlankBelow(const ColumnMap& map, const std::vector<SampleRow>& samples,
                       std::size_t sheet, std::shared_ptr<const SheetEdits> edits)
    : sheet_(sheet)
    , edits_(std::move(edits)) {
    for (const ColumnRule& rule : map.columns)
        addRule(rule, map, samples);
    std::sort(columns_.begin(), columns_.end(),
              [](const Column& one, const Column& other) { return one.column < other.column; });
}

void BlankBelow::addRule(const ColumnRule& rule, const ColumnMap& map,
                         const std::vector<SampleRow>& samples) {
    const bool fills = hasStep(rule.transforms, TransformKind::Down);
    const bool asks = !fills && !hasStep(rule.transforms, TransformKind::Blank) && isAsked(rule) &&
                      map.valueFor(rule.target) == nullptr;
    if (!fills && !asks)
        return;
    const std::vector<std::uint32_t> all = rule.columns();
    // Parts of a place go from the most special to the widest: a city without its country may have
    // that of the city above, but a country without a city is one for itself.
    const bool ordered = !rule.joinsItems() && !rule.joinsEnds();
    bool any = fills;
    std::vector<Column> columns;
    for (std::size_t i = 0; i < all.size(); ++i) {
        Column found{all[i], rules_.size(), {}, all};
        found.part = meaningOf(map.headerOf(all[i])).place;
        for (std::size_t other = ordered ? i + 1 : 0; other < all.size(); ++other)
            if (other != i)
                found.beside.push_back(all[other]);
        if (fills || standInBlocks(samples, map, rule, all[i], found.beside)) {
            columns.push_back(std::move(found));
            any = true;
        }
    }
    if (!any)
        return;
    rules_.push_back({rule.target, fills, asks});
    std::move(columns.begin(), columns.end(), std::back_inserter(columns_));
}

void BlankBelow::note(const RowView& row) {
    for (Column& column : columns_) {
        const Cell* const cell = cellAt(row, column.column);
        if (cell == nullptr || trimmed(cell->text).empty() || saysAbove(cell->text)) {
            // A country for itself ends what holds of the city above it.
            if (std::any_of(column.beside.begin(), column.beside.end(), [&](std::uint32_t other) {
                    return !trimmed(row.textAt(other)).empty();
                }))
                column.row = 0;
            continue;
        }
        const Rule& rule = rules_[column.rule];
        column.text = cell->text;
        column.row = rule.fills || !narrowsNothing(column.text, rule.target) ? row.row : 0;
        // "Wave 1" above the first block.
        column.unknown = rule.target == "locations" && fillsAlone(row) &&
                         placeOfLine(column.text).empty() && !mayBeCity(column.text, column.part);
        column.cell = *cell;
        column.cell.text = column.text;
        column.cell.raw = {};
    }
}

void BlankBelow::notePlace(const SectionLine& line) {
    for (Column& column : columns_) {
        if (rules_[column.rule].target != "locations")
            continue;
        // Of several columns, nobody knows which one it belongs to; that of the block above is
        // over.
        column.row = column.all.size() == 1 ? line.row : 0;
        column.unknown = line.place.empty() &&
                         (line.column != column.column || !mayBeCity(line.text, column.part));
        column.text = line.place.empty() ? line.text : line.place;
        column.cell = Cell();
        column.cell.kind = CellKind::Text;
        column.cell.column = column.column;
        column.cell.text = column.text;
    }
}

// A formula without its value is another matter.
bool BlankBelow::isLeft(const RowView& row, std::uint32_t column) const {
    const Cell* const cell = cellAt(row, column);
    if (cell != nullptr && cell->formula)
        return true;
    return edits_ != nullptr && edits_->find({sheet_, row.row, column}) != nullptr;
}

void BlankBelow::judge(RowView& row, RowFindings& findings) {
    std::vector<const Column*> filled;
    for (const Column& column : columns_) {
        const Rule& rule = rules_[column.rule];
        const std::string_view text = trimmed(row.textAt(column.column));
        const bool points = !text.empty() && saysAbove(text);
        if (column.row == 0 || column.row == row.row || (!text.empty() && !points))
            continue;
        const auto isFilledHere = [&](std::uint32_t other) {
            return !trimmed(row.textAt(other)).empty();
        };
        if (!points && (isLeft(row, column.column) || namesArea(row, column.all) ||
                        std::any_of(column.beside.begin(), column.beside.end(), isFilledHere)))
            continue;
        if (column.unknown)
            findings.blanks.push_back({rule.target, column.column, column.text, column.row, true});
        else if (rule.fills)
            filled.push_back(&column);
        else if (!points)
            findings.blanks.push_back({rule.target, column.column, column.text, column.row});
    }
    if (filled.empty())
        return;
    cells_.clear();
    auto cell = row.cells.begin();
    for (const Column* const column : filled) {
        for (; cell != row.cells.end() && cell->column < column->column; ++cell)
            cells_.push_back(*cell);
        if (cell != row.cells.end() && cell->column == column->column)
            ++cell;
        cells_.push_back(column->cell);
    }
    cells_.insert(cells_.end(), cell, row.cells.end());
    row.cells = cells_;
}

MergedDown::MergedDown(std::span<const CellRange> ranges, std::uint32_t firstRow, std::size_t sheet,
                       std::shared_ptr<const SheetEdits> edits)
    : sheet_(sheet)
    , edits_(std::move(edits)) {
    std::copy_if(ranges.begin(), ranges.end(), std::back_inserter(ranges_),
                 [firstRow](const CellRange& range) { return isDown(range, firstRow); });
    std::stable_sort(ranges_.begin(), ranges_.end(), [](const CellRange& a, const CellRange& b) {
        return a.firstRow < b.firstRow;
    });
}

// A range whose first cell is empty has nothing to give.
void MergedDown::update(const RowView& row) {
    std::erase_if(active_, [&row](const auto& active) { return active->range.lastRow < row.row; });
    for (; next_ < ranges_.size() && ranges_[next_].firstRow <= row.row; ++next_) {
        const CellRange& range = ranges_[next_];
        const auto first = std::find_if(row.cells.begin(), row.cells.end(), [&](const Cell& cell) {
            return cell.column == range.firstColumn;
        });
        if (range.firstRow != row.row || first == row.cells.end() || first->kind == CellKind::Empty)
            continue;
        auto active = std::make_unique<Active>(Active{range, *first, std::string(first->text)});
        active->cell.text = active->text;
        active->cell.raw = {};
        const auto at = std::lower_bound(
            active_.begin(), active_.end(), range.firstColumn,
            [](const auto& other, std::uint32_t column) { return other->cell.column < column; });
        // Of ranges that overlap, which no program writes, the first holds.
        if (at == active_.end() || (*at)->cell.column != range.firstColumn)
            active_.insert(at, std::move(active));
    }
}

void MergedDown::fill(RowView& row) {
    if (active_.empty() && next_ == ranges_.size())
        return;
    update(row);
    if (active_.empty() || row.blank())
        return;
    cells_.clear();
    auto cell = row.cells.begin();
    for (const auto& active : active_) {
        const std::uint32_t column = active->cell.column;
        for (; cell != row.cells.end() && cell->column < column; ++cell)
            cells_.push_back(*cell);
        const bool here = cell != row.cells.end() && cell->column == column;
        const bool corrected = isCorrected(row, column);
        if (here)
            cells_.push_back(corrected || active->range.firstRow == row.row ? *cell : active->cell);
        else if (!corrected)
            cells_.push_back(active->cell);
        if (here)
            ++cell;
    }
    cells_.insert(cells_.end(), cell, row.cells.end());
    row.cells = cells_;
}

bool MergedDown::isCorrected(const RowView& row, std::uint32_t column) const {
    return edits_ != nullptr && edits_->find({sheet_, row.row, column}) != nullptr;
}

const MergedDown::Active* MergedDown::activeIn(std::uint32_t column) const {
    const auto found = std::find_if(active_.begin(), active_.end(), [&](const auto& active) {
        return active->cell.column == column;
    });
    return found == active_.end() ? nullptr : found->get();
}

std::optional<CellRange> MergedDown::sharedCell(const RowView& row, std::uint32_t column) const {
    const Active* const shared = activeIn(column);
    if (shared == nullptr || isCorrected(row, column))
        return std::nullopt;
    const bool alone = std::all_of(row.cells.begin(), row.cells.end(), [&](const Cell& cell) {
        const Active* const active = activeIn(cell.column);
        return cell.text.empty() ||
               (active != nullptr && active->range.firstRow == shared->range.firstRow &&
                active->range.lastRow == shared->range.lastRow);
    });
    return alone ? std::nullopt : std::optional(shared->range);
}

} // namespace leadsheet::app
