// SPDX-License-Identifier: Apache-2.0

#include "export/record_encoder.hpp"
#include "leadsheet/app/cell.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "write/xlsx_parts.hpp"
#include "write/xml_text.hpp"
#include "write/zip_writer.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {

namespace say = messages::sheet;

namespace {

/// Rows and cells of a worksheet as XML (ECMA-376 part 1, 18.3.1). Written through a bare pointer
/// with the room checked once a cell: this is where an export spends its time.
class XlsxRowBuffer {
public:
    /// Of each row; may be called once.
    void setColumns(std::size_t count);

    void beginRow(std::uint32_t number);
    void endRow();
    /// A text cell; an empty text is an empty cell. False when the text was not UTF-8 and had to be
    /// repaired. The caller has checked the length.
    bool text(std::size_t column, std::string_view text, int style);
    void number(std::size_t column, std::int64_t value);
    void number(std::size_t column, double finite, int style);
    /// A number as it is written, at most 40 characters: not one digit is lost to rounding.
    void decimal(std::size_t column, std::string_view plain, int style);
    void boolean(std::size_t column, bool value);
    void append(std::string_view markup);

    std::size_t size() const { return used_; }
    std::string_view bytes() const { return {buffer_.data(), used_}; }
    void clear() { used_ = 0; }

private:
    char* room(std::size_t bytes);
    void done(const char* end) { used_ = static_cast<std::size_t>(end - buffer_.data()); }
    char* beginCell(char* out, std::size_t column) const;

    struct Head {
        char text[16] = {}; // <c r="XFD
        std::size_t length = 0;
    };
    std::vector<Head> heads_;
    std::string buffer_; // used_ bytes of it count
    std::size_t used_ = 0;
    char digits_[8] = {}; // of the row
    std::size_t digitCount_ = 0;
    std::string escaped_;
};

constexpr std::size_t kCellOverhead = 128; // more than the markup of any cell, with a number
constexpr std::size_t kSmallest = std::size_t{128} * 1024;

template <std::size_t n>
char* put(char* out, const char (&literal)[n]) {
    std::memcpy(out, literal, n - 1);
    return out + n - 1;
}

char* put(char* out, std::string_view bytes) {
    std::memcpy(out, bytes.data(), bytes.size());
    return out + bytes.size();
}

char* putStyle(char* out, int style) {
    if (style == 0)
        return out;
    out = put(out, " s=\"");
    *out++ = static_cast<char>('0' + style);
    return put(out, "\"");
}

void XlsxRowBuffer::setColumns(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        const std::string text = "<c r=\"" + columnLetter(static_cast<std::uint32_t>(i));
        Head head;
        head.length = text.size();
        std::memcpy(head.text, text.data(), text.size());
        heads_.push_back(head);
    }
}

char* XlsxRowBuffer::room(std::size_t bytes) {
    if (buffer_.size() - used_ < bytes)
        buffer_.resize(std::max(kSmallest, (used_ + bytes) * 2));
    return buffer_.data() + used_;
}

void XlsxRowBuffer::append(std::string_view markup) {
    done(put(room(markup.size()), markup));
}

void XlsxRowBuffer::beginRow(std::uint32_t number) {
    digitCount_ = static_cast<std::size_t>(
        std::to_chars(digits_, digits_ + sizeof digits_, number).ptr - digits_);
    char* out = put(room(kCellOverhead), "<row r=\"");
    out = put(out, std::string_view(digits_, digitCount_));
    done(put(out, "\">"));
}

void XlsxRowBuffer::endRow() {
    append("</row>");
}

char* XlsxRowBuffer::beginCell(char* out, std::size_t column) const {
    // Fixed lengths compile to a few moves; what is copied too much is overwritten.
    std::memcpy(out, heads_[column].text, sizeof heads_[column].text);
    out += heads_[column].length;
    std::memcpy(out, digits_, sizeof digits_);
    out += digitCount_;
    return put(out, "\"");
}

bool XlsxRowBuffer::text(std::size_t column, std::string_view text, int style) {
    if (text.empty())
        return true;
    XmlTextStats stats;
    const bool preserve = needsSpacePreserved(text);
    if (!isPlainXmlText(text)) {
        escaped_.clear();
        appendXmlText(escaped_, text, XmlDialect::Ooxml, stats);
        text = escaped_;
    }
    char* out = beginCell(room(text.size() + kCellOverhead), column);
    out = putStyle(out, style);
    out = preserve ? put(out, " t=\"inlineStr\"><is><t xml:space=\"preserve\">")
                   : put(out, " t=\"inlineStr\"><is><t>");
    out = put(out, text);
    done(put(out, "</t></is></c>"));
    return stats.repaired == 0;
}

void XlsxRowBuffer::number(std::size_t column, std::int64_t value) {
    char* out = beginCell(room(kCellOverhead), column);
    out = put(out, "><v>");
    out = std::to_chars(out, out + kCellOverhead / 2, value).ptr;
    done(put(out, "</v></c>"));
}

void XlsxRowBuffer::number(std::size_t column, double finite, int style) {
    char* out = putStyle(beginCell(room(kCellOverhead), column), style);
    out = put(out, "><v>");
    out = std::to_chars(out, out + kCellOverhead / 2, finite).ptr;
    done(put(out, "</v></c>"));
}

void XlsxRowBuffer::decimal(std::size_t column, std::string_view plain, int style) {
    char* out = putStyle(beginCell(room(kCellOverhead), column), style);
    out = put(out, "><v>");
    out = put(out, plain);
    done(put(out, "</v></c>"));
}

void XlsxRowBuffer::boolean(std::size_t column, bool value) {
    char* out = beginCell(room(kCellOverhead), column);
    out = put(out, " t=\"b\"><v>");
    *out++ = value ? '1' : '0';
    done(put(out, "</v></c>"));
}

constexpr std::size_t kMaxColumns = 16'384;
constexpr std::size_t kFlushBytes = std::size_t{64} * 1024;
constexpr std::int64_t kMaxExactInteger = 999'999'999'999'999; // programs keep 15 digits
constexpr std::size_t kMaxWidth = 60;

std::size_t columnWidth(const ExportColumn& column) {
    constexpr std::size_t kMargin = 3;
    const auto usual = [&]() -> std::size_t {
        switch (column.type) {
        case ColumnType::Text:
            return 22;
        case ColumnType::Number:
        case ColumnType::Date:
            return 12;
        case ColumnType::Boolean:
            return 9;
        case ColumnType::Amount:
            return 16;
        case ColumnType::DateTime:
            return 20;
        }
        return 12;
    };
    return std::clamp(column.name.size() + kMargin, usual(), kMaxWidth);
}

class XlsxEncoder final : public RecordEncoder {
public:
    XlsxEncoder(AtomicFile& file, const ExportOptions& options, ExportReport& report,
                const XlsxDivision& division)
        : zip_(file, makeDeflater(), division.maxArchiveBytes)
        , options_(options)
        , report_(report)
        , division_(division) {}

    SheetResult<void> begin(std::span<const ExportColumn> columns) override {
        if (columns.size() > kMaxColumns)
            return tl::unexpected(
                SheetError{SheetErrorCode::LimitExceeded,
                           {},
                           {say::tooManyWorkbookColumns(static_cast<std::int64_t>(columns.size()))},
                           {say::leaveSomeOutOrCsv()},
                           {}});
        columns_.assign(columns.begin(), columns.end());
        buffer_.setColumns(columns.size());
        if (auto added = zip_.add({"_rels/.rels"}, xlsxRootRelations()); !added)
            return added;
        if (auto added = zip_.add({"xl/styles.xml"}, xlsxStyles(options_.currency)); !added)
            return added;
        return beginSheet();
    }

    SheetResult<void> row(std::span<const ExportValue> values) override {
        if (sheetRows_ == division_.maxRows ||
            zip_.partBytes() + buffer_.size() >= division_.maxSheetBytes)
            if (auto next = nextSheet(); !next)
                return next;
        buffer_.beginRow(++sheetRows_);
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (auto cell = appendValue(i, values[i]); !cell)
                return cell;
            if (buffer_.size() >= kFlushBytes)
                if (auto written = flush(); !written)
                    return written;
        }
        buffer_.endRow();
        return {};
    }

    SheetResult<void> finish() override {
        if (auto ended = endSheet(); !ended)
            return ended;
        report_.sheets = static_cast<std::uint32_t>(names_.size());
        if (auto added = zip_.add({"xl/workbook.xml"}, xlsxWorkbook(names_)); !added)
            return added;
        if (auto added =
                zip_.add({"xl/_rels/workbook.xml.rels"}, xlsxWorkbookRelations(names_.size()));
            !added)
            return added;
        if (auto added = zip_.add({"[Content_Types].xml"}, xlsxContentTypes(names_.size())); !added)
            return added;
        return zip_.finish();
    }

private:
    SheetResult<void> flush() {
        auto written = zip_.write(buffer_.bytes());
        buffer_.clear();
        return written;
    }

    SheetResult<void> beginSheet() {
        const std::string base = xlsxSheetName(options_.sheetName);
        names_.push_back(names_.empty() ? base : xlsxSheetName(base, names_.size() + 1));
        if (auto begun = zip_.begin({xlsxSheetPart(names_.size())}); !begun)
            return begun;
        buffer_.append("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
                       "<worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/"
                       "main\"><sheetViews><sheetView ");
        if (names_.size() == 1)
            buffer_.append("tabSelected=\"1\" ");
        buffer_.append("workbookViewId=\"0\"><pane ySplit=\"1\" topLeftCell=\"A2\" "
                       "activePane=\"bottomLeft\" state=\"frozen\"/><selection "
                       "pane=\"bottomLeft\"/></sheetView></sheetViews><sheetFormatPr "
                       "defaultRowHeight=\"15\"/><cols>");
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            const std::string number = std::to_string(i + 1);
            buffer_.append("<col min=\"" + number + "\" max=\"" + number + "\" width=\"" +
                           std::to_string(columnWidth(columns_[i])) +
                           ".7109375\" customWidth=\"1\"/>");
        }
        buffer_.append("</cols><sheetData>");
        sheetRows_ = 1;
        buffer_.beginRow(sheetRows_);
        for (std::size_t i = 0; i < columns_.size(); ++i)
            if (auto cell = appendText(i, columns_[i].name, kHeaderStyle); !cell)
                return cell;
        buffer_.endRow();
        return flush();
    }

    SheetResult<void> endSheet() {
        buffer_.append("</sheetData><pageMargins left=\"0.7\" right=\"0.7\" top=\"0.75\" "
                       "bottom=\"0.75\" header=\"0.3\" footer=\"0.3\"/>");
        if (const std::string ranges = textRanges(); !ranges.empty())
            buffer_.append("<ignoredErrors><ignoredError sqref=\"" + ranges +
                           "\" numberStoredAsText=\"1\"/></ignoredErrors>");
        buffer_.append("</worksheet>");
        if (auto written = flush(); !written)
            return written;
        return zip_.end();
    }

    SheetResult<void> nextSheet() {
        if (auto ended = endSheet(); !ended)
            return ended;
        return beginSheet();
    }

    // Where a postcode as text is not a mistake to be marked: "A2:C900 F2:F900".
    std::string textRanges() const {
        std::string ranges;
        const auto isText = [&](std::size_t i) {
            return columns_[i].type == ColumnType::Text;
        };
        for (std::size_t first = 0; first < columns_.size() && sheetRows_ > 1; ++first) {
            if (!isText(first))
                continue;
            std::size_t last = first;
            while (last + 1 < columns_.size() && isText(last + 1))
                ++last;
            ranges +=
                (ranges.empty() ? "" : " ") + columnLetter(static_cast<std::uint32_t>(first)) +
                "2:" + columnLetter(static_cast<std::uint32_t>(last)) + std::to_string(sheetRows_);
            first = last;
        }
        return ranges;
    }

    SheetResult<void> appendText(std::size_t column, std::string_view text, int style) {
        if (text.size() > kMaxCellUnits) {
            const std::string_view start = utf16Prefix(text, kMaxCellUnits);
            if (start.size() < text.size())
                if (auto cut = noteCut(column); !cut)
                    return cut;
            text = start;
        }
        if (!buffer_.text(column, text, style))
            ++report_.repairedTexts;
        return {};
    }

    SheetResult<void> noteCut(std::size_t column) {
        const SheetPlace place{static_cast<std::uint32_t>(report_.rows + 1), 0,
                               static_cast<std::uint32_t>(column + 1)};
        if (options_.longText == LongText::Refuse)
            return tl::unexpected(SheetError{SheetErrorCode::LimitExceeded,
                                             place,
                                             {say::textExceedsWorkbookCell()},
                                             {say::writeCsvOrCutTexts()},
                                             {}});
        if (report_.cutTexts++ == 0)
            report_.firstCut = place;
        return {};
    }

    SheetResult<void> appendValue(std::size_t column, const ExportValue& value) {
        if (const auto* text = std::get_if<std::string_view>(&value))
            return appendText(column, *text, 0);
        if (const auto* integer = std::get_if<std::int64_t>(&value)) {
            if (*integer > kMaxExactInteger || *integer < -kMaxExactInteger)
                return asText(column, [&](std::string& out) { appendInteger(out, *integer); });
            buffer_.number(column, *integer);
        } else if (const auto* number = std::get_if<double>(&value)) {
            if (!std::isfinite(*number))
                return tl::unexpected(notFinite(report_, column));
            buffer_.number(column, *number, 0);
        } else if (const auto* truth = std::get_if<bool>(&value)) {
            buffer_.boolean(column, *truth);
        } else if (const auto* date = std::get_if<std::chrono::sys_days>(&value)) {
            if (const auto serial = dateSerial(*date))
                buffer_.number(column, *serial, kDateStyle);
            else
                return asText(column, [&](std::string& out) { appendDate(out, *date); });
        } else if (const auto* time = std::get_if<ExportTime>(&value)) {
            if (const auto serial = dateSerial(*time))
                buffer_.number(column, *serial, kMomentStyle);
            else
                return asText(column, [&](std::string& out) { appendTime(out, *time); });
        } else if (const auto* amount = std::get_if<ExportAmount>(&value)) {
            if (amount->minor > kMaxExactInteger || amount->minor < -kMaxExactInteger)
                return asText(column, [&](std::string& out) { appendAmount(out, *amount); });
            std::string plain;
            appendAmount(plain, *amount);
            buffer_.decimal(column, plain, kAmountStyle);
        } else if (const auto* list = std::get_if<ExportList>(&value)) {
            std::string joined;
            appendList(joined, *list);
            return appendText(column, joined, 0);
        }
        return {};
    }

    template <typename Append>
    SheetResult<void> asText(std::size_t column, Append append) {
        ++report_.valuesAsText;
        std::string text;
        append(text);
        return appendText(column, text, 0);
    }

    ZipWriter zip_;
    const ExportOptions& options_;
    ExportReport& report_;
    XlsxDivision division_;
    std::vector<ExportColumn> columns_;
    std::vector<std::string> names_;
    XlsxRowBuffer buffer_;
    std::uint32_t sheetRows_ = 0;
};

} // namespace

std::unique_ptr<RecordEncoder> makeXlsxEncoder(AtomicFile& file, const ExportOptions& options,
                                               ExportReport& report, const XlsxDivision& division) {
    return std::make_unique<XlsxEncoder>(file, options, report, division);
}

} // namespace leadsheet::app
