// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {

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

} // namespace leadsheet::app
