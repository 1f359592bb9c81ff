// SPDX-License-Identifier: Apache-2.0
#include "sheet/ods/table_reader.hpp"

#include "leadsheet/messages/container.hpp"
#include "leadsheet/messages/sheet.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

namespace leadsheet::app {

namespace say = messages::sheet;

void OdsRowQueue::addCell(const NewCell& cell) {
    Packed packed{{}, cell.repeat, buildingText_.size(), cell.text.size()};
    packed.cell.kind = cell.kind;
    packed.cell.formula = cell.formula;
    packed.cell.struck = cell.struck;
    packed.cell.column = cell.column;
    packed.cell.number = cell.number;
    building_.push_back(packed);
    buildingText_ += cell.text;
}

void OdsRowQueue::finishRow(std::uint32_t row, std::uint32_t repeat, bool hidden) {
    const std::size_t shift = text_.size();
    const std::size_t first = cells_.size();
    text_ += buildingText_;
    for (Packed& packed : building_) {
        packed.textAt += shift;
        cells_.push_back(packed);
    }
    rows_.push_back({row, repeat, hidden, first, cells_.size()});
    building_.clear();
    buildingText_.clear();
}

void OdsRowQueue::addBlankRow(std::uint32_t row, std::uint32_t repeat) {
    rows_.push_back({row, repeat, false, cells_.size(), cells_.size()});
}

bool OdsRowQueue::take(RowView& row) {
    if (next_ == rows_.size()) {
        rows_.clear();
        cells_.clear();
        text_.clear();
        next_ = 0;
        return false;
    }
    const Row& oldest = rows_[next_++];
    expanded_.clear();
    for (std::size_t i = oldest.firstCell; i < oldest.endCell; ++i) {
        const Packed& packed = cells_[i];
        Cell cell = packed.cell;
        cell.text = std::string_view(text_).substr(packed.textAt, packed.textBytes);
        for (std::uint32_t n = 0; n < packed.repeat; ++n, ++cell.column)
            expanded_.push_back(cell);
    }
    row = RowView{};
    row.row = oldest.row;
    row.repeat = oldest.repeat;
    row.hidden = oldest.hidden;
    row.cells = expanded_;
    return true;
}

void OdsRowQueue::clear() {
    building_.clear();
    buildingText_.clear();
    rows_.clear();
    cells_.clear();
    text_.clear();
    next_ = 0;
}

namespace {

// Positions stop here: far past any limit, and sums of two stay in range.
constexpr std::uint64_t kFarAway = std::uint64_t{1} << 40;

bool isHidden(const XmlAttributes& attributes) {
    const auto visibility = attributes.get("visibility");
    return visibility && (*visibility == "collapse" || *visibility == "filter");
}

bool isGroup(std::string_view name) {
    return name == "table-row-group" || name == "table-column-group";
}

// Elements around rows and columns that change nothing about them.
bool isWrapper(std::string_view name) {
    return name == "table-rows" || name == "table-header-rows" || name == "table-columns" ||
           name == "table-header-columns";
}

std::uint32_t cut32(std::uint64_t number) {
    return static_cast<std::uint32_t>(
        std::min<std::uint64_t>(number, std::numeric_limits<std::uint32_t>::max()));
}

// A span that is not a number is a cell of its own.
std::uint64_t spanOf(const XmlAttributes& attributes, std::string_view name) {
    std::uint64_t span = 1;
    if (const auto given = attributes.get(name)) {
        const auto result = std::from_chars(given->data(), given->data() + given->size(), span);
        if (result.ec == std::errc::result_out_of_range)
            span = kFarAway;
    }
    return std::clamp<std::uint64_t>(span, 1, kFarAway);
}

} // namespace

OdsTableReader::OdsTableReader(const SheetLimits& limits, OdsRowQueue& rows,
                               std::function<void(SheetError)> fail)
    : limits_(limits)
    , rows_(rows)
    , fail_(std::move(fail))
    , text_(limits.maxFieldBytes)
    , noteText_(limits.maxFieldBytes)
    , notes_(limits.maxNotes) {}

std::uint32_t OdsTableReader::row() const {
    return cut32(row_);
}

// What a style inherits is not followed: programs write the line into the cells' own styles.
void OdsTableReader::styleStarts(std::string_view name, const XmlAttributes& attributes) {
    if (name == "style") {
        style_.clear();
        if (attributes.get("family") == "table-cell")
            style_ = attributes.get("name").value_or("");
    } else if (name == "text-properties" && !style_.empty() &&
               attributes.get("text-line-through-style").value_or("none") != "none") {
        struck_.insert(style_);
    }
}

void OdsTableReader::startElement(std::string_view name, const XmlAttributes& attributes) {
    if (failed_)
        return;
    if (skipped_ > 0) {
        ++skipped_;
        return;
    }
    switch (where_) {
    case Where::Table:
        startInTable(name, attributes);
        break;
    case Where::Row:
        startInRow(name, attributes);
        break;
    case Where::Cell:
        ++depth_;
        text_.startElement(name, attributes);
        noteText_.startElement(name, attributes);
        break;
    }
}

void OdsTableReader::endElement(std::string_view name) {
    if (failed_)
        return;
    if (skipped_ > 0) {
        --skipped_;
    } else if (where_ == Where::Cell && depth_ > 0) {
        --depth_;
        text_.endElement(name);
        if (noteText_.endElement(name))
            addNote();
    } else if (where_ == Where::Cell) {
        where_ = Where::Row;
        endCell();
    } else if (where_ == Where::Row) {
        where_ = Where::Table;
        endRow();
    } else if (isGroup(name) && !groups_.empty()) {
        hiddenGroups_ -= groups_.back() ? 1 : 0;
        groups_.pop_back();
    }
}

void OdsTableReader::text(std::string_view piece) {
    if (where_ != Where::Cell || skipped_ > 0 || failed_)
        return;
    text_.text(piece);
    noteText_.text(piece);
}

void OdsTableReader::startInTable(std::string_view name, const XmlAttributes& attributes) {
    if (name == "table-row") {
        startRow(attributes);
        where_ = Where::Row;
    } else if (name == "table-column") {
        addColumns(attributes);
        skipped_ = 1;
    } else if (isGroup(name)) {
        groups_.push_back(attributes.get("display") == "false");
        hiddenGroups_ += groups_.back() ? 1 : 0;
    } else if (!isWrapper(name)) {
        skipped_ = 1;
    }
}

void OdsTableReader::startInRow(std::string_view name, const XmlAttributes& attributes) {
    if (name == "table-cell") {
        where_ = Where::Cell;
        startCell(attributes);
        return;
    }
    // A covered cell may still hold what it held before the merge; nobody sees it.
    if (name == "covered-table-cell") {
        countMet(1);
        column_ = std::min(column_ + repeats(attributes, "number-columns-repeated"), kFarAway);
    }
    skipped_ = 1;
}

void OdsTableReader::addColumns(const XmlAttributes& attributes) {
    const std::uint64_t count = repeats(attributes, "number-columns-repeated");
    const std::uint64_t end = std::min(nextColumn_ + count, kFarAway);
    if (isHidden(attributes) || hiddenGroups_ > 0)
        for (auto c = nextColumn_; c < std::min<std::uint64_t>(end, limits_.maxColumns); ++c)
            hiddenColumns_.push_back(cut32(c));
    nextColumn_ = end;
}

void OdsTableReader::startRow(const XmlAttributes& attributes) {
    rowRepeat_ = repeats(attributes, "number-rows-repeated");
    rowHidden_ = isHidden(attributes) || hiddenGroups_ > 0;
    column_ = 0;
    rowBytes_ = 0;
    rowSpans_.clear();
    if (++rowElements_ > limits_.maxRows)
        exceeded(row_, 0, say::tooManyRows(static_cast<std::int64_t>(limits_.maxRows)),
                 say::splitIntoFiles());
}

void OdsTableReader::endRow() {
    const bool blank = !rows_.rowHasCells();
    // Merged blank cells down to the last row of the grid are decoration.
    if (!blank || rowRepeat_ == 1)
        for (const Span& span : rowSpans_)
            addMerged(span);
    if (failed_)
        return;
    if (blank) {
        pendingBlank_ = std::min(pendingBlank_ + rowRepeat_, kFarAway);
    } else {
        if (pendingBlank_ > 0)
            rows_.addBlankRow(cut32(row_ - pendingBlank_), cut32(pendingBlank_));
        pendingBlank_ = 0;
        rows_.finishRow(cut32(row_), cut32(rowRepeat_), rowHidden_);
    }
    row_ = std::min(row_ + rowRepeat_, kFarAway);
}

void OdsTableReader::startCell(const XmlAttributes& attributes) {
    cellRepeat_ = repeats(attributes, "number-columns-repeated");
    span_ = {cut32(column_), cut32(cellRepeat_), spanOf(attributes, "number-columns-spanned"),
             spanOf(attributes, "number-rows-spanned")};
    cellStruck_ = !struck_.empty() && struck_.contains(attributes.get("style-name").value_or(""));
    value_.read(attributes);
    text_.clear();
}

void OdsTableReader::addNote() {
    const bool inGrid = row_ <= limits_.maxRows && column_ < limits_.maxColumns;
    if (inGrid)
        notes_.add(cut32(row_), cut32(column_), noteText_.value());
}

void OdsTableReader::endCell() {
    const OdsResolved resolved = resolveOdsValue(value_, text_.any(), text_.value());
    // What an attribute holds may have become the text.
    if (text_.tooLong() || text_.value().size() > limits_.maxFieldBytes)
        return exceeded(row_, column_ + 1,
                        say::cellTooLong(static_cast<std::int64_t>(limits_.maxFieldBytes)),
                        messages::container::shortenLongCell());
    const bool textless = resolved.kind == CellKind::Empty ||
                          (resolved.kind == CellKind::Text && text_.value().empty());
    if (textless && !value_.formula)
        countMet(1);
    else if (!addCell(resolved.kind, resolved.number))
        return;
    const bool inGrid = row_ <= limits_.maxRows && column_ < limits_.maxColumns;
    if (inGrid && (span_.columns > 1 || span_.rows > 1))
        rowSpans_.push_back(span_);
    column_ = std::min(column_ + cellRepeat_, kFarAway);
}

bool OdsTableReader::addCell(CellKind kind, double number) {
    if (!withinLimits(text_.value().size()))
        return false;
    OdsRowQueue::NewCell cell;
    cell.kind = kind;
    cell.formula = value_.formula;
    cell.struck = cellStruck_;
    cell.column = cut32(column_);
    cell.repeat = cut32(cellRepeat_);
    cell.number = number;
    cell.text = text_.value();
    rows_.addCell(cell);
    return true;
}

bool OdsTableReader::withinLimits(std::uint64_t textBytes) {
    if (row_ + rowRepeat_ - 1 > limits_.maxRows) {
        exceeded(
            std::max(row_, limits_.maxRows + 1), column_ + 1,
            messages::container::contentBelowLastRow(static_cast<std::int64_t>(limits_.maxRows)),
            say::splitIntoFiles());
        return false;
    }
    if (column_ + cellRepeat_ > limits_.maxColumns) {
        exceeded(
            row_, std::max<std::uint64_t>(column_, limits_.maxColumns) + 1,
            messages::container::contentRightOfLast(columnLetter(limits_.maxColumns - 1),
                                                    static_cast<std::int64_t>(limits_.maxColumns)),
            messages::container::removeUnneededColumns());
        return false;
    }
    countMet(cellRepeat_ * rowRepeat_);
    rowBytes_ += textBytes * cellRepeat_;
    textBytes_ += textBytes * cellRepeat_ * rowRepeat_;
    if (!failed_ && rowBytes_ > limits_.maxRowBytes)
        exceeded(row_, 0, say::rowTooLong(static_cast<std::int64_t>(limits_.maxRowBytes)),
                 messages::container::shortenLongRow());
    if (!failed_ && textBytes_ > limits_.maxSheetPartBytes)
        exceeded(row_, 0,
                 messages::container::repeatedTextTooLong(
                     static_cast<std::int64_t>(limits_.maxSheetPartBytes >> 20)),
                 messages::container::removeRepeatsOrSplit());
    return !failed_;
}

void OdsTableReader::addMerged(const Span& span) {
    const std::uint64_t copiesAcross = span.columns == 1 ? span.repeat : 1;
    const std::uint64_t copiesDown = span.rows == 1 ? rowRepeat_ : 1;
    const auto lastOf = [](std::uint64_t first, std::uint64_t count, std::uint64_t last) {
        return cut32(std::max(first, std::min(first + count - 1, last)));
    };
    for (std::uint64_t down = 0; down < copiesDown; ++down)
        for (std::uint64_t across = 0; across < copiesAcross; ++across) {
            if (merged_.size() >= limits_.maxMergedRanges)
                return exceeded(
                    row_ + down, span.column + across + 1,
                    say::tooManyMergedCells(static_cast<std::int64_t>(limits_.maxMergedRanges)),
                    say::splitMergedCells());
            const std::uint64_t row = row_ + down;
            const std::uint64_t column = span.column + across;
            merged_.push_back({cut32(row), lastOf(row, span.rows, limits_.maxRows), cut32(column),
                               lastOf(column, span.columns, limits_.maxColumns - 1)});
        }
}

std::uint64_t OdsTableReader::repeats(const XmlAttributes& attributes, std::string_view name) {
    const auto given = attributes.get(name);
    if (!given)
        return 1;
    std::uint64_t count = 0;
    const auto [end, error] = std::from_chars(given->data(), given->data() + given->size(), count);
    if (error == std::errc::result_out_of_range)
        return kFarAway;
    if (error != std::errc() || end != given->data() + given->size()) {
        fail({SheetErrorCode::DamagedFile,
              {row(), 0, where_ == Where::Table ? 0 : cut32(column_ + 1)},
              {messages::container::repeatCountInvalid(given->substr(0, 40))},
              {say::openFileSaveAgain()},
              {}});
        return 1;
    }
    // Programs read none as one.
    return std::clamp<std::uint64_t>(count, 1, kFarAway);
}

void OdsTableReader::countMet(std::uint64_t cells) {
    cellsMet_ += cells;
    if (cellsMet_ > limits_.maxCells)
        exceeded(
            row_, 0,
            messages::container::tooManyRepeatedCells(static_cast<std::int64_t>(limits_.maxCells)),
            say::splitIntoFiles());
}

void OdsTableReader::exceeded(std::uint64_t row, std::uint64_t column, Message reason,
                              Message wayOut) {
    fail({SheetErrorCode::LimitExceeded,
          {cut32(row), 0, cut32(column)},
          {std::move(reason)},
          {std::move(wayOut)},
          {}});
}

void OdsTableReader::fail(SheetError error) {
    if (!failed_)
        fail_(std::move(error));
    failed_ = true;
}

OdsTablePass::OdsTablePass(std::unique_ptr<ByteStream> content, std::size_t sheet,
                           const SheetLimits& limits, std::stop_token stop)
    : wanted_(sheet)
    , feed_(std::move(content), *this, limits, std::move(stop))
    , table_(limits, rows_, [this](SheetError error) { feed_.reader().fail(std::move(error)); }) {}

SheetResult<void> OdsTablePass::enter() {
    while (!entered_ && !failure_) {
        const auto more = step();
        if (!more)
            failure_ = more.error();
        else if (!*more)
            break;
    }
    if (entered_)
        return {};
    if (failure_)
        return tl::unexpected(*failure_);
    if (met_ == 0)
        return tl::unexpected(SheetError{SheetErrorCode::DamagedFile,
                                         {},
                                         {messages::container::noSheetInContent()},
                                         {messages::sheet::openFileSaveAgain()},
                                         {}});
    return tl::unexpected(
        SheetError{SheetErrorCode::NoSuchSheet,
                   {},
                   {messages::container::fileSheetCount(static_cast<std::int64_t>(met_))},
                   {messages::container::chooseByNameOrNumber()},
                   {}});
}

SheetResult<Next> OdsTablePass::next(RowView& row) {
    for (;;) {
        if (rows_.take(row))
            return Next::Row;
        if (failure_)
            return tl::unexpected(*failure_);
        if (left_)
            break;
        if (const auto more = step(); !more)
            failure_ = more.error();
        else if (!*more)
            break;
    }
    if (auto rest = feed_.drain(); !rest) {
        failure_ = rest.error();
        return tl::unexpected(*failure_);
    }
    return Next::End;
}

// What comes behind the sheet is not part of it, however it is written.
SheetResult<bool> OdsTablePass::step() {
    auto more = feed_.step();
    if (more || left_)
        return more.value_or(false);
    SheetError error = more.error();
    if (entered_ && error.place.row == 0 && error.code != SheetErrorCode::Cancelled)
        error.place.row = table_.row();
    return tl::unexpected(std::move(error));
}

XmlHandler* OdsTablePass::tableStarts(const XmlAttributes&) {
    if (met_++ != wanted_)
        return nullptr;
    entered_ = true;
    return &table_;
}

void OdsTablePass::tableEnds() {
    left_ = entered_;
}

} // namespace leadsheet::app
