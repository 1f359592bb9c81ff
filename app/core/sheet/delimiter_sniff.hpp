// SPDX-License-Identifier: Apache-2.0
#pragma once

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

/// How cells of a text are quoted.
struct QuoteStyle {
    char quote = '"';
    bool blankBefore = false; ///< blanks may stand around a quoted cell
};

struct DelimiterGuess {
    char delimiter = ',';
    double score = 0;
    double steady = 0; ///< share of lines that have its median number of fields; 1 = each
};
/// The delimiter among tab ; | , by the share of lines that have its median number of fields,
/// counted outside quotes; comma when no line has any.
DelimiterGuess sniffDelimiter(const std::vector<TextSample>& samples, QuoteStyle style = {});

/// A first line "sep=;" as spreadsheet programs write and honour it.
struct SeparatorLine {
    char delimiter = ',';
    std::size_t length = 0; ///< with the line end
};
std::optional<SeparatorLine> separatorLine(std::string_view text);

/// "comma", "semicolon", "tab", "\"^\"".
std::string delimiterWord(char delimiter);

} // namespace leadsheet::app
