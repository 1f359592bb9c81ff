// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/sheet_edits.hpp"

#include "leadsheet/messages/map.hpp"
#include "leadsheet/try.hpp"
#include "sheet/byte_stream.hpp"
#include "text/names.hpp"
#include "write/atomic_file.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

namespace leadsheet::app {

namespace json = boost::json;
namespace say = messages::map;

void SheetEdits::set(const CellPlace& place, const std::optional<std::string>& text) {
    if (text)
        cells_.insert_or_assign(place, *text);
    else
        cells_.erase(place);
}

SheetEdits SheetEdits::of(const std::vector<Change>& changes) {
    SheetEdits edits;
    for (const Change& change : changes)
        edits.set(change.place, change.text);
    return edits;
}

void SheetEdits::perform(std::string label, std::vector<Difference> differences) {
    if (differences.empty())
        return;
    undone_.clear();
    done_.push_back({std::move(label), std::move(differences)});
}

void SheetEdits::apply(std::string label, const std::vector<Change>& changes) {
    std::vector<Difference> differences;
    differences.reserve(changes.size());
    for (const Change& change : changes) {
        const std::string* now = find(change.place);
        if (now != nullptr && *now == change.text)
            continue;
        differences.push_back(
            {change.place, now == nullptr ? std::nullopt : std::optional(*now), change.text});
        set(change.place, change.text);
    }
    perform(std::move(label), std::move(differences));
}

void SheetEdits::restore(std::string label, const std::vector<CellPlace>& places) {
    std::vector<Difference> differences;
    for (const CellPlace& place : places) {
        const std::string* now = find(place);
        if (now == nullptr)
            continue;
        differences.push_back({place, *now, std::nullopt});
        set(place, std::nullopt);
    }
    perform(std::move(label), std::move(differences));
}

std::string_view SheetEdits::undoLabel() const {
    return done_.empty() ? std::string_view() : std::string_view(done_.back().label);
}

std::string_view SheetEdits::redoLabel() const {
    return undone_.empty() ? std::string_view() : std::string_view(undone_.back().label);
}

std::vector<CellPlace> SheetEdits::undo() {
    std::vector<CellPlace> places;
    if (done_.empty())
        return places;
    Step step = std::move(done_.back());
    done_.pop_back();
    // Backwards: a step may touch a cell twice.
    for (auto difference = step.differences.rbegin(); difference != step.differences.rend();
         ++difference) {
        set(difference->place, difference->before);
        places.push_back(difference->place);
    }
    undone_.push_back(std::move(step));
    return places;
}

std::vector<CellPlace> SheetEdits::redo() {
    std::vector<CellPlace> places;
    if (undone_.empty())
        return places;
    Step step = std::move(undone_.back());
    undone_.pop_back();
    for (const Difference& difference : step.differences) {
        set(difference.place, difference.after);
        places.push_back(difference.place);
    }
    done_.push_back(std::move(step));
    return places;
}

const std::string* SheetEdits::find(const CellPlace& place) const {
    const auto found = cells_.find(place);
    return found == cells_.end() ? nullptr : &found->second;
}

std::vector<std::pair<std::uint32_t, const std::string*>> SheetEdits::row(std::size_t sheet,
                                                                          std::uint32_t row) const {
    std::vector<std::pair<std::uint32_t, const std::string*>> edited;
    for (auto cell = cells_.lower_bound({sheet, row, 0});
         cell != cells_.end() && cell->first.sheet == sheet && cell->first.row == row; ++cell)
        edited.emplace_back(cell->first.column, &cell->second);
    return edited;
}

std::optional<std::uint32_t> SheetEdits::firstEditedRow(std::size_t sheet,
                                                        std::uint32_t row) const {
    const auto cell = cells_.lower_bound({sheet, row, 0});
    if (cell == cells_.end() || cell->first.sheet != sheet)
        return std::nullopt;
    return cell->first.row;
}

namespace {

class EditedSource final : public RowSource {
public:
    EditedSource(std::unique_ptr<RowSource> inner, std::shared_ptr<const SheetEdits> edits)
        : inner_(std::move(inner))
        , edits_(std::move(edits)) {}

    SheetFormat format() const override { return inner_->format(); }
    std::span<const SheetInfo> sheets() const override { return inner_->sheets(); }
    SheetStats stats() const override { return inner_->stats(); }
    const TextDialect* dialect() const override { return inner_->dialect(); }
    std::size_t sheet() const override { return inner_->sheet(); }
    const InputDigests& digests() const override { return inner_->digests(); }
    std::span<const std::uint32_t> hiddenColumns() const override {
        return inner_->hiddenColumns();
    }
    std::span<const CellRange> mergedRanges() const override { return inner_->mergedRanges(); }
    std::span<const CellNote> notes() const override { return inner_->notes(); }

    SheetResult<void> open(std::size_t sheet) override {
        repeated_.reset();
        return inner_->open(sheet);
    }

    SheetResult<Next> next(RowView& row) override {
        if (!repeated_) {
            RowView given;
            const auto next = inner_->next(given);
            if (!next || *next == Next::End)
                return next;
            repeated_ = given;
        }
        row = *repeated_;
        // Identical rows stop being identical where one of them is edited.
        const std::uint32_t same = untilEdited(row.row, row.repeat);
        row.repeat = same == 0 ? 1 : same;
        if (row.repeat == repeated_->repeat) {
            repeated_.reset();
        } else {
            repeated_->row += row.repeat;
            repeated_->repeat -= row.repeat;
        }
        if (same == 0)
            lay(row);
        return Next::Row;
    }

private:
    // How many rows from `row` on are as the file has them, at most `count`.
    std::uint32_t untilEdited(std::uint32_t row, std::uint32_t count) const {
        const auto edited = edits_->firstEditedRow(inner_->sheet(), row);
        return edited && *edited - row < count ? *edited - row : count;
    }

    void lay(RowView& row) {
        cells_.clear();
        auto original = row.cells.begin();
        for (const auto& [column, text] : edits_->row(inner_->sheet(), row.row)) {
            while (original != row.cells.end() && original->column < column)
                cells_.push_back(*original++);
            if (original != row.cells.end() && original->column == column)
                ++original;
            if (text->empty())
                continue;
            Cell cell;
            cell.kind = CellKind::Text;
            cell.column = column;
            cell.text = *text;
            cells_.push_back(cell);
        }
        cells_.insert(cells_.end(), original, row.cells.end());
        row.cells = cells_;
    }

    std::unique_ptr<RowSource> inner_;
    std::shared_ptr<const SheetEdits> edits_;
    std::vector<Cell> cells_;
    std::optional<RowView> repeated_; // what is left of a row that stands for several
};

} // namespace

std::unique_ptr<RowSource> withEdits(std::unique_ptr<RowSource> inner,
                                     std::shared_ptr<const SheetEdits> edits) {
    if (!edits || edits->size() == 0)
        return inner;
    return std::make_unique<EditedSource>(std::move(inner), std::move(edits));
}

namespace {

// Calls `take(row number, text of the cell)` for every row of the open tab up to `lastRow`.
template <typename Take>
SheetResult<void> walkColumn(RowSource& source, std::uint32_t column, std::uint32_t lastRow,
                             Take take) {
    RowView row;
    for (;;) {
        LEADSHEET_TRY(const auto next, source.next(row));
        if (next == Next::End || row.row > lastRow)
            return {};
        const std::uint32_t last = std::min(lastRow, row.row + (row.repeat - 1));
        for (std::uint32_t number = row.row; number <= last; ++number)
            take(number, row.textAt(column));
    }
}

LostEdit lostEdit(const SheetEdits& edits, std::size_t sheet, std::uint32_t row,
                  std::optional<std::uint32_t> lastRow) {
    return {{sheet, row, edits.row(sheet, row).front().first}, lastRow};
}

} // namespace

SheetResult<std::optional<LostEdit>> firstLostEdit(RowSource& source, const SheetEdits& edits) {
    const std::size_t sheet = source.sheet();
    auto edited = edits.firstEditedRow(sheet, 1);
    std::uint32_t lastRow = 0;
    for (RowView row; edited;) {
        LEADSHEET_TRY(const auto next, source.next(row));
        if (next == Next::End)
            return lostEdit(edits, sheet, *edited, lastRow);
        if (*edited < row.row)
            return lostEdit(edits, sheet, *edited, std::nullopt);
        lastRow = row.row + (row.repeat - 1);
        while (edited && *edited <= lastRow)
            edited = edits.firstEditedRow(sheet, *edited + 1);
    }
    return std::optional<LostEdit>();
}

SheetResult<std::vector<SheetEdits::Change>> fillDown(RowSource& source, const CellPlace& from,
                                                      std::uint32_t lastRow) {
    LEADSHEET_TRY_DONE(source.open(from.sheet));
    std::vector<SheetEdits::Change> changes;
    std::string value;
    LEADSHEET_TRY_DONE(
        walkColumn(source, from.column, lastRow, [&](std::uint32_t row, std::string_view text) {
            if (row == from.row)
                value = text;
            else if (row > from.row)
                changes.push_back({{from.sheet, row, from.column}, value});
        }));
    return changes;
}

namespace {

constexpr int kEditsVersion = 1;
constexpr std::uint64_t kLargestEditsFile = 64ULL << 20;

SheetError editError(Message reason, Message wayOut) {
    return {SheetErrorCode::InvalidOption, {}, {std::move(reason)}, {std::move(wayOut)}, {}};
}

SheetError damagedEdits(Message what) {
    return editError(say::correctionsNotUnderstood(std::move(what)),
                     say::rewriteOrCorrectCorrections());
}

// "C12" as column and row.
std::optional<CellPlace> placeFromName(std::string_view name) {
    const auto digits = name.find_first_of("0123456789");
    if (digits == std::string_view::npos)
        return std::nullopt;
    const auto column = columnFromLetters(name.substr(0, digits));
    CellPlace place;
    const char* const end = name.data() + name.size();
    const auto [stop, error] = std::from_chars(name.data() + digits, end, place.row);
    if (!column || error != std::errc() || stop != end || place.row == 0)
        return std::nullopt;
    place.column = *column;
    return place;
}

std::string placeName(const CellPlace& place) {
    return columnLetter(place.column) + std::to_string(place.row);
}

SheetResult<std::size_t> tabNamed(std::string_view name, const std::vector<SheetInfo>& sheets) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < sheets.size(); ++i) {
        if (sheets[i].name == name)
            return i;
        names.push_back("\"" + sheets[i].name + "\"");
    }
    return tl::unexpected(SheetError{
        SheetErrorCode::NoSuchSheet, {}, {say::noSuchTab(name)}, {say::listOfTabs(names)}, {}});
}

} // namespace

std::string SheetEdits::toJson() const {
    json::array cells;
    for (const auto& [place, text] : cells_)
        cells.push_back({{"tab", place.sheet}, {"cell", placeName(place)}, {"text", text}});
    return json::serialize(json::object{{"version", kEditsVersion}, {"cells", std::move(cells)}});
}

SheetResult<SheetEdits> SheetEdits::fromJson(std::string_view text) {
    json::error_code error;
    const json::value document = json::parse(text, error);
    if (error)
        return tl::unexpected(damagedEdits(say::noJsonDocument()));
    const json::object* object = document.if_object();
    const json::value* version = object == nullptr ? nullptr : object->if_contains("version");
    const json::value* list = object == nullptr ? nullptr : object->if_contains("cells");
    if (version == nullptr || !version->is_int64() || list == nullptr || !list->is_array())
        return tl::unexpected(damagedEdits(say::versionAndCellsMissing()));
    if (version->get_int64() != kEditsVersion)
        return tl::unexpected(damagedEdits(say::writtenByOtherVersion()));
    SheetEdits edits;
    for (const json::value& entry : list->get_array()) {
        const json::object* cell = entry.if_object();
        const json::value* tab = cell == nullptr ? nullptr : cell->if_contains("tab");
        const json::value* name = cell == nullptr ? nullptr : cell->if_contains("cell");
        const json::value* content = cell == nullptr ? nullptr : cell->if_contains("text");
        if (tab == nullptr || !tab->is_int64() || tab->get_int64() < 0 || name == nullptr ||
            !name->is_string() || content == nullptr || !content->is_string())
            return tl::unexpected(damagedEdits(say::cellNeedsTabCellText()));
        auto place = placeFromName(name->get_string());
        if (!place)
            return tl::unexpected(damagedEdits(say::noCell(name->get_string())));
        place->sheet = static_cast<std::size_t>(tab->get_int64());
        edits.set(*place, std::string(content->get_string()));
    }
    return edits;
}

SheetResult<void> SheetEdits::save(const std::filesystem::path& file) const {
    return AtomicFile::save(file, toJson());
}

SheetResult<SheetEdits> SheetEdits::load(const std::filesystem::path& file) {
    LEADSHEET_TRY(const auto content, readSmallFile(file, kLargestEditsFile));
    return fromJson(content);
}

SheetResult<SheetEdits::Change> parseCellEdit(std::string_view text, std::size_t openSheet,
                                              const std::vector<SheetInfo>& sheets) {
    const auto refused = [&] {
        return tl::unexpected(editError(say::cellEditUnclear(text), say::writeCellEdit()));
    };
    std::string_view rest = text;
    std::optional<std::string_view> tab;
    if (rest.starts_with('\'')) {
        const auto close = rest.find("'!", 1);
        if (close == std::string_view::npos)
            return refused();
        tab = rest.substr(1, close - 1);
        rest.remove_prefix(close + 2);
    } else if (const auto mark = rest.find('!'); mark < rest.find('=')) {
        tab = rest.substr(0, mark);
        rest.remove_prefix(mark + 1);
    }
    const auto equals = rest.find('=');
    const auto place = placeFromName(trimmed(rest.substr(0, equals)));
    if (equals == std::string_view::npos || !place)
        return refused();
    SheetEdits::Change change{*place, std::string(rest.substr(equals + 1))};
    change.place.sheet = openSheet;
    if (tab) {
        LEADSHEET_TRY(const auto sheet, tabNamed(*tab, sheets));
        change.place.sheet = sheet;
    }
    return change;
}

} // namespace leadsheet::app
