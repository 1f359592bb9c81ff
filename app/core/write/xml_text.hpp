// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace leadsheet::app {

/// Longest text of a cell in OOXML, in UTF-16 code units (ECMA-376 part 1, 18.4.12 and Excel's
/// specification).
inline constexpr std::size_t kMaxCellUnits = 32'767;

/// How control characters, which XML 1.0 cannot hold, are written.
enum class XmlDialect {
    /// _x0007_ (ECMA-376 part 1, 22.9.2.19). A literal _x0007_ has its underscore escaped, as has
    /// what only some programs take for an escape: _X0007_, _x07_.
    Ooxml,
    Odf, ///< no way exists: U+FFFD
};

/// What had to be done to make a text fit.
struct XmlTextStats {
    std::uint64_t repaired = 0; ///< pieces that were not UTF-8, or no XML in ODF, now U+FFFD
};

/// True when `text` can stand between tags as it is.
bool isPlainXmlText(std::string_view text);

/// Appends `text` for use between tags or inside double quotes.
void appendXmlText(std::string& out, std::string_view text, XmlDialect dialect,
                   XmlTextStats& stats);

/// Upper bound of what `appendXmlText` appends for one byte of text.
inline constexpr std::size_t kMaxXmlGrowth = 7;

/// A reader may drop blanks at the edges of a text unless told not to.
bool needsSpacePreserved(std::string_view text);

/// The longest start of `text` that has at most `units` UTF-16 code units, no character split.
std::string_view utf16Prefix(std::string_view text, std::size_t units);

} // namespace leadsheet::app
