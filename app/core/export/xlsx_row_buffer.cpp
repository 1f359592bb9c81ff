// SPDX-License-Identifier: Apache-2.0
#include "export/xlsx_row_buffer.hpp"

#include "leadsheet/app/cell.hpp"
#include "write/xml_text.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>

namespace leadsheet::app {
namespace {

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

} // namespace

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

} // namespace leadsheet::app
