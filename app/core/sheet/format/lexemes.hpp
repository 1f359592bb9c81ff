// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sheet/format/number_format.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {

enum class LexemeKind : std::uint8_t {
    Literal,
    Place,   ///< `letter` is 0, # or ?
    Numeral, ///< 1 to 9 as written
    Point,
    Comma,
    Percent,
    Exponent, ///< `letter` is + or -
    Slash,
    At,
    General,
    Letters, ///< `count` times the date letter `letter`, in lower case
    Elapsed, ///< the same in brackets
    HalfDay, ///< AM/PM, A/P, a/p or the Chinese form, as written
};

struct Lexeme {
    LexemeKind kind = LexemeKind::Literal;
    char letter = 0;
    std::uint16_t count = 0;
    std::string_view text; ///< what it shows when it turns out to be a literal
};

/// The lexemes of one section, and what its brackets say.
struct SectionLexemes {
    std::vector<Lexeme> list;
    std::optional<FormatCondition> condition;
    bool directive = false; ///< a colour or condition was met
};

/// Takes a section off the front of `rest`, up to and without its semicolon. Views point into
/// `rest`. Absent when a bracket stays open or holds a condition that cannot be read.
std::optional<SectionLexemes> readLexemes(std::string_view& rest);

/// Fill a section whose lexemes have date letters, or digit placeholders. False when they make no
/// sense together.
bool buildDateSection(const std::vector<Lexeme>& lexemes, FormatSection& section);
bool buildNumberSection(const std::vector<Lexeme>& lexemes, FormatSection& section);

} // namespace leadsheet::app
