// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/sheet_error.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace leadsheet::app {

/// An encoding told by a byte order mark.
struct ByteOrderMark {
    std::string encoding;
    std::size_t length = 0;
};
std::optional<ByteOrderMark> byteOrderMark(std::string_view head);

/// UTF-16 or UTF-32 without byte order mark, told by where the zero bytes of `head` are.
std::optional<std::string> wideEncoding(std::string_view head);

/// How much a decoded text looks like words: 1 = every character beyond ASCII sits where its
/// script puts it, 0 or less = symbols inside words, capitals after small letters, mixed scripts.
double textPlausibility(std::string_view utf8);

/// The code page of a text that is not Unicode, or the candidates when that cannot be told.
/// `evidence` are lines with bytes beyond ASCII.
std::variant<std::string, std::vector<std::string>> guessCodePage(std::string_view evidence);

} // namespace leadsheet::app
