// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "language.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::cli {

enum class Style { Plain, Bold, Dim, Good, Warn, Bad };

/// A line in pieces with a style each. Text from sheets and servers goes through here, so that
/// nothing in it can steer a terminal: control characters are shown as a space or removed.
class Text {
public:
    struct Piece {
        std::string text;
        Style style;
    };

    Text() = default;
    Text(std::string_view text, Style style = Style::Plain) {
        add(text, style);
    }                                                  // NOLINT: implicit
    Text(const char* text, Style style = Style::Plain) // NOLINT
        : Text(std::string_view(text), style) {}
    Text(const std::string& text, Style style = Style::Plain) // NOLINT
        : Text(std::string_view(text), style) {}
    /// In the language that is spoken, as all that follow.
    Text(const Message& message, Style style = Style::Plain) // NOLINT
        : Text(said(message), style) {}
    Text(const Sentences& sentences, Style style = Style::Plain) // NOLINT
        : Text(said(sentences), style) {}

    Text& add(std::string_view text, Style style = Style::Plain);
    Text& add(const char* text, Style style = Style::Plain) {
        return add(std::string_view(text), style);
    }
    Text& add(const std::string& text, Style style = Style::Plain) {
        return add(std::string_view(text), style);
    }
    Text& add(const Message& message, Style style = Style::Plain) {
        return add(said(message), style);
    }
    Text& add(const Sentences& sentences, Style style = Style::Plain) {
        return add(said(sentences), style);
    }
    const std::vector<Piece>& pieces() const { return pieces_; }
    /// Terminal columns.
    std::size_t width() const;
    bool empty() const { return pieces_.empty(); }

private:
    std::vector<Piece> pieces_;
};

/// How a stream shows text.
struct TextLook {
    bool colour = false;
    bool unicode = true;     ///< otherwise our signs become ASCII
    bool ascii = false;      ///< also letters that the terminal could not show become '?'
    std::size_t columns = 0; ///< wrap at this width; 0 = never
    std::size_t indent = 0;  ///< of continuation lines
};

/// Without control characters and malformed UTF-8.
std::string cleanText(std::string_view text);
/// Terminal columns of UTF-8 text; wide East Asian characters count two, combining marks none.
std::size_t columnsOf(std::string_view text);
/// The longest beginning that fits, with an ellipsis where something was cut.
std::string fitText(std::string_view text, std::size_t columns);
/// One or more lines, each ending in a line feed.
std::string render(const Text& text, const TextLook& look);

} // namespace leadsheet::cli
