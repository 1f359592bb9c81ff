// SPDX-License-Identifier: Apache-2.0
#include "sheet/xlsx/row_assembler.hpp"

#include "leadsheet/messages/container.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "sheet/format/serial_time.hpp"
#include "sheet/xlsx/xml_values.hpp"
#include "sheet/zip/zip_archive.hpp"

#include <algorithm>
#include <utility>

namespace leadsheet::app {

namespace say = messages::container;

namespace {

constexpr std::size_t kPlainLetters = 3; // XFD is the last column

template <typename T>
void dropFront(std::vector<T>& list, std::size_t count) {
    list.erase(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(count));
}

} // namespace

void RowBatch::startRow(std::uint32_t row, bool hidden) {
    building_ = {row, hidden, cells_.size(), 0, renderings_.size(), 0};
}

void RowBatch::addRendered(const Cell& cell, const CellFormat& format) {
    renderings_.push_back({cells_.size() - building_.firstCell, &format});
    cells_.push_back(cell);
}

void RowBatch::finishRow() {
    building_.endCell = cells_.size();
    building_.endRendering = renderings_.size();
    rows_.push_back(building_);
    startRow(building_.row, false);
}

void RowBatch::dropRow() {
    cells_.resize(building_.firstCell);
    renderings_.resize(building_.firstRendering);
}

RowBatch::Row RowBatch::take() {
    const Head& head = rows_[taken_++];
    return {head.row, head.hidden,
            std::span(cells_).subspan(head.firstCell, head.endCell - head.firstCell),
            std::span(renderings_)
                .subspan(head.firstRendering, head.endRendering - head.firstRendering)};
}

void RowBatch::recycle() {
    if (taken_ == 0)
        return;
    dropFront(rows_, taken_);
    taken_ = 0;
    const std::size_t cells = rows_.empty() ? building_.firstCell : rows_.front().firstCell;
    const std::size_t renderings =
        rows_.empty() ? building_.firstRendering : rows_.front().firstRendering;
    dropFront(cells_, cells);
    dropFront(renderings_, renderings);
    const auto shift = [&](Head& head) {
        head.firstCell -= cells;
        head.endCell -= std::min(head.endCell, cells);
        head.firstRendering -= renderings;
        head.endRendering -= std::min(head.endRendering, renderings);
    };
    for (Head& head : rows_)
        shift(head);
    shift(building_);
    for (Cell& cell : cells_)
        cell.text = spare_.keep(cell.text);
    std::swap(arena_, spare_);
    spare_.reset();
}

void RowBatch::clear() {
    rows_.clear();
    cells_.clear();
    renderings_.clear();
    taken_ = 0;
    building_ = {};
    arena_.reset();
    spare_.reset();
}

namespace {

std::optional<XlsxType> parseType(std::string_view text) {
    if (text == "s")
        return XlsxType::SharedText;
    if (text == "n")
        return XlsxType::Number;
    if (text == "inlineStr")
        return XlsxType::InlineText;
    if (text == "str")
        return XlsxType::FormulaText;
    if (text == "b")
        return XlsxType::Boolean;
    if (text == "e")
        return XlsxType::Error;
    if (text == "d")
        return XlsxType::IsoDate;
    return std::nullopt;
}

} // namespace

bool RowAssembler::startRow(std::optional<std::string_view> number,
                            std::optional<std::string_view> hidden,
                            std::optional<std::string_view> height) {
    cellsBeforeRow_ = cells_;
    rowBefore_ = row_;
    inCell_ = false;
    const auto stated = number ? xmlUnsigned(*number) : row_ + 1;
    if (!stated || *stated == 0)
        return failDamaged(row_ == 0 ? say::firstRowNumberInvalid(quotedPartName(*number))
                                     : say::rowNumberInvalid(static_cast<std::int64_t>(row_),
                                                             quotedPartName(*number)));
    if (*stated > context_.limits.maxRows) {
        row_ = *stated;
        return fail(SheetErrorCode::LimitExceeded,
                    say::rowBeyondLimit(static_cast<std::int64_t>(*stated),
                                        static_cast<std::int64_t>(context_.limits.maxRows)),
                    messages::sheet::openFileSaveAgain());
    }
    if (*stated <= row_)
        return failDamaged(say::rowOutOfOrder(static_cast<std::int64_t>(*stated),
                                              static_cast<std::int64_t>(row_)));
    row_ = *stated;
    rowName_ = std::to_string(row_);
    rowBytes_ = 0;
    nextColumn_ = 0;
    batch_.startRow(row_, xmlBoolean(hidden) || (height && storedNumber(*height) == 0.0));
    return true;
}

// Nearly all names are one to three letters and the row's number.
std::optional<CellReference> RowAssembler::placeOf(std::string_view name) const {
    std::uint32_t column = 0;
    std::size_t at = 0;
    for (; at < name.size() && name[at] >= 'A' && name[at] <= 'Z' && at < kPlainLetters; ++at)
        column = column * 26 + static_cast<std::uint32_t>(name[at] - 'A' + 1);
    if (at == 0 || !std::ranges::equal(name.substr(at), rowName_))
        return parseCellReference(name);
    return CellReference{row_, column - 1};
}

bool RowAssembler::startCell(std::optional<std::string_view> reference,
                             std::optional<std::string_view> style,
                             std::optional<std::string_view> type) {
    cell_ = {};
    cell_.column = nextColumn_;
    inCell_ = true;
    if (reference) {
        const auto place = placeOf(*reference);
        if (!place)
            return failDamaged(say::cellNameInvalid(quotedPartName(*reference)));
        cell_.column = place->column;
        if (place->row != row_)
            return failDamaged(say::cellInWrongRow(cellName(place->row, place->column),
                                                   static_cast<std::int64_t>(row_)));
    }
    if (cell_.column >= context_.limits.maxColumns)
        return fail(
            SheetErrorCode::LimitExceeded,
            say::cellBeyondLastColumn(static_cast<std::int64_t>(context_.limits.maxColumns)),
            messages::sheet::openFileSaveAgain());
    if (cell_.column < nextColumn_)
        return failDamaged(say::cellOutOfOrder(cellName(row_, nextColumn_ - 1)));
    nextColumn_ = cell_.column + 1;
    if (++cells_ > context_.limits.maxCells)
        return fail(
            SheetErrorCode::LimitExceeded,
            messages::sheet::tooManyCells(static_cast<std::int64_t>(context_.limits.maxCells)),
            messages::sheet::splitIntoFiles());
    const auto known = type ? parseType(*type) : XlsxType::Number;
    if (!known)
        return failDamaged(say::cellTypeUnknown(quotedPartName(*type)));
    type_ = *known;
    const auto number = style ? xmlUnsigned(*style) : 0;
    if (!number)
        return failDamaged(say::cellStyleInvalid(quotedPartName(*style)));
    format_ = &context_.formats.at(*number);
    cell_.struck = format_->struck;
    return true;
}

bool RowAssembler::finishCell(bool formula, bool hasValue, std::string_view value) {
    cell_.formula = formula;
    if (value.size() > context_.limits.maxFieldBytes)
        return failTooLong();
    switch (type_) {
    case XlsxType::Number:
        return addNumber(hasValue ? trimmedXml(value) : std::string_view());
    case XlsxType::IsoDate:
        return addDate(trimmedXml(value));
    case XlsxType::SharedText:
        return addShared(trimmedXml(value));
    case XlsxType::InlineText:
    case XlsxType::FormulaText:
        if (!hasValue && !formula)
            return true;
        cell_.kind = hasValue ? CellKind::Text : CellKind::Empty;
        if (value.find("_x") == std::string_view::npos)
            return addText(value, false);
        decoded_ = value;
        decodeEscapes(decoded_);
        return addText(decoded_, false);
    case XlsxType::Boolean: {
        value = trimmedXml(value);
        if (value.empty())
            return addNumber({});
        const bool isTrue = xmlBoolean(value);
        if (!isTrue && value != "0" && value != "false")
            return addUnreadable(value);
        cell_.kind = CellKind::Boolean;
        cell_.text = isTrue ? "TRUE" : "FALSE";
        break;
    }
    case XlsxType::Error:
        value = trimmedXml(value);
        if (value.empty())
            return addNumber({});
        return addUnreadable(value);
    }
    batch_.addCell(cell_);
    return countBytes(cell_.text.size());
}

// Without a value this is a styled blank, which is not a cell, or a formula never calculated.
bool RowAssembler::addNumber(std::string_view value) {
    if (value.empty()) {
        cell_.kind = CellKind::Empty;
        if (cell_.formula)
            batch_.addCell(cell_);
        return true;
    }
    const auto number = storedNumber(value);
    if (!number)
        return addUnreadable(value);
    cell_.kind = format_->kind;
    cell_.number = *number;
    if (format_->general && isGeneralText(value)) {
        cell_.text = batch_.keep(value);
        batch_.addCell(cell_);
        return countBytes(value.size());
    }
    batch_.addRendered(cell_, *format_);
    return true;
}

bool RowAssembler::addDate(std::string_view value) {
    if (value.empty())
        return addNumber({});
    const auto serial = isoSerial(value);
    if (!serial)
        return addUnreadable(value);
    cell_.number = *serial;
    cell_.kind = format_->kind == CellKind::Time ? CellKind::Time : CellKind::Date;
    if (format_->kind == CellKind::Number) {
        cell_.text = batch_.keep(value);
        batch_.addCell(cell_);
    } else {
        // Rendering takes the serial of the workbook's own date system.
        if (context_.date1904 && *serial >= 1)
            cell_.number -= kDaysTo1904;
        batch_.addRendered(cell_, *format_);
    }
    return countBytes(value.size());
}

// What is not a value of its type is shown as it is and counted as an error.
bool RowAssembler::addUnreadable(std::string_view value) {
    cell_.kind = CellKind::Error;
    cell_.text = batch_.keep(value);
    batch_.addCell(cell_);
    return countBytes(value.size());
}

bool RowAssembler::addShared(std::string_view value) {
    if (value.empty())
        return addNumber({});
    const auto index = xmlUnsigned(value);
    if (!index)
        return failDamaged(say::sharedTextReferenceInvalid(quotedPartName(value)));
    auto text = context_.strings.text(*index);
    if (!text) {
        failure_ = std::move(text.error());
        if (failure_->code == SheetErrorCode::DamagedFile ||
            failure_->code == SheetErrorCode::LimitExceeded)
            failure_->place = {row_, 0, cell_.column + 1};
        return false;
    }
    cell_.kind = CellKind::Text;
    return addText(*text, true);
}

bool RowAssembler::addText(std::string_view value, bool isKept) {
    if (value.empty() && !cell_.formula && format_->plainText)
        return true;
    if (!countBytes(value.size()))
        return false;
    cell_.text = isKept ? value : batch_.keep(value);
    if (format_->plainText || cell_.kind == CellKind::Empty)
        batch_.addCell(cell_);
    else
        batch_.addRendered(cell_, *format_);
    return true;
}

void RowAssembler::finishRow() {
    batch_.finishRow();
    ++rowsFinished_;
}

void RowAssembler::dropRow() {
    batch_.dropRow();
    cells_ = cellsBeforeRow_;
    row_ = rowBefore_;
}

bool RowAssembler::countBytes(std::size_t bytes) {
    rowBytes_ += bytes;
    if (rowBytes_ <= context_.limits.maxRowBytes)
        return true;
    return fail(SheetErrorCode::LimitExceeded,
                messages::sheet::rowTooLong(static_cast<std::int64_t>(context_.limits.maxRowBytes)),
                say::shortenCellsOfRow());
}

bool RowAssembler::failTooLong() {
    return fail(
        SheetErrorCode::LimitExceeded,
        messages::sheet::cellTooLong(static_cast<std::int64_t>(context_.limits.maxFieldBytes)),
        messages::sheet::shortenCell());
}

bool RowAssembler::fail(SheetErrorCode code, Message reason, Message wayOut) {
    failure_ = SheetError{code,
                          {row_, 0, inCell_ ? cell_.column + 1 : 0},
                          {std::move(reason)},
                          {std::move(wayOut)},
                          {}};
    return false;
}

bool RowAssembler::failDamaged(Message reason) {
    return fail(SheetErrorCode::DamagedFile, std::move(reason),
                messages::sheet::openFileSaveAgain());
}

} // namespace leadsheet::app
