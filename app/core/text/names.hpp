// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {

constexpr bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/// Of any script: every byte beyond ASCII counts.
constexpr bool isLetter(char c) {
    return static_cast<unsigned char>(c) >= 0x80 || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z');
}

/// A name reduced to what people mean by it: case folded, accents dropped, only letters and digits,
/// without a remark in brackets. "Branchen (kommagetrennt)" -> "branchen".
std::string plainName(std::string_view name);

/// The words of a name, each as plainName.
std::vector<std::string> plainWords(std::string_view name);

/// Edits (insert, delete, replace, swap neighbours) between two short texts.
std::size_t editDistance(std::string_view a, std::string_view b);

/// Names among `known` close enough to `name` to be meant, best first, at most `most`.
std::vector<std::string> closeNames(std::string_view name, const std::vector<std::string>& known,
                                    std::size_t most);

/// Without white space at both ends, no-break spaces included.
std::string_view trimmed(std::string_view text);
/// Without characters that nobody sees and that no word needs: soft hyphens, zero-width blanks,
/// marks of direction, byte order marks. Separators of lines become blanks.
std::string withoutUnseen(std::string_view text);

/// Whether nothing of the text is to be seen: white space and invisible characters, such as
/// zero-width spaces.
bool isBlank(std::string_view text);

/// As find_first_of, and faster for sets of one or two characters.
std::size_t findAny(std::string_view text, std::string_view set, std::size_t from = 0);
/// What stands between characters of `separators`, trimmed; empty parts are left out.
std::vector<std::string_view> trimmedParts(std::string_view text, std::string_view separators);

/// The text case folded and without accents, for comparing and searching: "Müller" -> "muller".
std::string foldedText(std::string_view text);

std::string upperCase(std::string_view text);
std::string lowerCase(std::string_view text);
std::string titleCase(std::string_view text);

/// Code points.
std::size_t characterCount(std::string_view text);

bool isOneOf(std::string_view text, std::initializer_list<std::string_view> words);

/// "a, b or c" for sentences.
std::string listed(const std::vector<std::string>& items, std::string_view lastWord);

} // namespace leadsheet::app
