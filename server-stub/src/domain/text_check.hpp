// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::server::domain {

/// Offset of the first byte that is not part of well-formed UTF-8 (no overlong forms, no
/// surrogates, nothing above U+10FFFF); nullopt when the text is valid.
std::optional<std::size_t> invalidUtf8At(std::string_view text);

/// A to Z in lower case; everything else as it is.
constexpr char asciiLower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
inline std::string asciiLower(std::string_view text) {
    std::string out(text);
    for (char& c : out)
        c = asciiLower(c);
    return out;
}

/// The words between single blanks, and such a text of words.
std::vector<std::string> splitWords(std::string_view text);
std::string joinWords(const std::vector<std::string>& words);

/// The longest beginning of valid UTF-8 that has at most `bytes` bytes and no cut character.
std::string_view utf8Prefix(std::string_view text, std::size_t bytes);

/// Code points of valid UTF-8.
std::size_t codePoints(std::string_view text);

/// Without white space (space, tab, line ends) at both ends.
std::string_view trimmed(std::string_view text);

/// Whether nothing of the text is to be seen: white space and invisible characters (zero-width
/// spaces, soft hyphens), which no mark counts either.
bool isInvisible(std::string_view text);

/// Whether the text holds a control character other than tab and line ends.
bool hasControlCharacters(std::string_view text);

/// A host name with at least one dot: labels of letters, digits, hyphens or non-ASCII characters.
bool isDomain(std::string_view text);

/// An absolute http or https address with a host and without white space.
bool isWebUrl(std::string_view text);

/// Letters, digits, "_" and "-", at least one.
bool isIdentifier(std::string_view text);

/// Whether a spreadsheet program that opens the text as a CSV cell would calculate it, or would
/// show a guarded text in its place; such a cell is written with an apostrophe before it. Plain
/// numbers and telephone numbers stay as they are, unless they would be subtracted ("+49-30").
bool needsFormulaGuard(std::string_view text);

/// The text of a cell without the apostrophe of needsFormulaGuard(), if it has one.
std::string_view withoutFormulaGuard(std::string_view cell);

/// Valid UTF-8 without the difference of upper and lower case, in Unicode's composed normal form
/// (NFC). Of ASCII only A to Z change; "ß" stays as it is. Pure.
std::string plainCase(std::string_view text);

/// A host name as plainCase() has it, its internationalised labels in letters ("xn--mller-kva" is
/// "müller"); a name that is none in Unicode's rules (UTS #46) only as plainCase() has it. Pure.
std::string plainHost(std::string_view host);

} // namespace leadsheet::server::domain
