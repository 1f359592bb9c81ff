// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/row_source.hpp"
#include "leadsheet/message.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {

/// A stretch of a sheet as UTF-8. A stretch from the middle starts and ends inside a line.
struct TextSample {
    std::string text;
    bool fromStart = false;
    bool toEnd = false;
};

/// A quoted stretch this long in a sample means that it is none, but what stands between quotes.
inline constexpr std::size_t kPlausibleQuote = std::size_t{8} * 1024;

/// How cells of a text are quoted.
struct QuoteStyle {
    char quote = '"';
    bool blankBefore = false; ///< blanks may stand around a quoted cell
    bool backslashes = false; ///< a backslash before a quote makes it text
};

struct DelimiterGuess {
    char delimiter = ',';
    double score = 0;
    double steady = 0; ///< share of lines that have its median number of fields; 1 = each
};
/// The delimiter among tab ; | , by the share of lines that have its median number of fields,
/// counted outside quotes; comma when no line has any.
DelimiterGuess sniffDelimiter(const std::vector<TextSample>& samples, QuoteStyle style);

/// Fills how cells are divided and quoted, as all samples together show: delimiter (unless it is
/// given), quote, blanks before and backslashes inside quotes, columns aligned by blanks. What one
/// cell looks like decides nothing.
void decideStyle(const std::vector<TextSample>& samples, TextDialect& dialect);

/// A first line "sep=;" as spreadsheet programs write and honour it.
struct SeparatorLine {
    char delimiter = ',';
    std::size_t length = 0; ///< with the line end
};
std::optional<SeparatorLine> separatorLine(std::string_view text);

/// "comma", "semicolon", "tab", "\"^\"".
Message delimiterMessage(char delimiter);

} // namespace leadsheet::app
