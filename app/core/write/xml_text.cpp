// SPDX-License-Identifier: Apache-2.0
#include "write/xml_text.hpp"

#include "sheet/utf8.hpp"

#include <algorithm>
#include <array>

namespace leadsheet::app {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

// Bytes that cannot be copied without a look: markup, controls, "_" and everything past ASCII.
constexpr std::array<bool, 256> makeSpecial() {
    std::array<bool, 256> special{};
    for (std::size_t c = 0; c < special.size(); ++c)
        special[c] = c < 0x20 || c >= 0x80;
    for (const char c : {'&', '<', '>', '"', '_'})
        special[static_cast<unsigned char>(c)] = true;
    special['\t'] = false;
    return special;
}
constexpr std::array<bool, 256> kSpecial = makeSpecial();

bool isHexDigit(char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f');
}

// U+FFFE and U+FFFF are characters to UTF-8 and none to XML.
bool isNonCharacter(std::string_view sequence) {
    return sequence == "\xEF\xBF\xBE" || sequence == "\xEF\xBF\xBF";
}

// An escape is "_x0041_". Some programs take a capital X (SheetJS) or fewer digits (LibreOffice),
// so what they would change is not plain text either. What comes after may be written as an escape
// itself, which begins with "_".
bool looksEscaped(std::string_view text) {
    constexpr std::size_t kMaxDigits = 4;
    if (text.size() < 4 || (text[1] != 'x' && text[1] != 'X'))
        return false;
    std::size_t end = 2;
    while (end < text.size() && end < 2 + kMaxDigits && isHexDigit(text[end]))
        ++end;
    if (end == 2 || end == text.size())
        return false;
    const auto after = static_cast<unsigned char>(text[end]);
    return after == '_' || (after < 0x20 && after != '\t' && after != '\n') ||
           isNonCharacter(text.substr(end, 3));
}

void appendEscape(std::string& out, unsigned int unit) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    out += "_x";
    for (int shift = 12; shift >= 0; shift -= 4)
        out += kDigits[unit >> shift & 15];
    out += '_';
}

class Escaper {
public:
    Escaper(std::string& out, XmlDialect dialect, XmlTextStats& stats)
        : out_(out)
        , dialect_(dialect)
        , stats_(stats) {}

    // Appends the first character of `text`, which is special; returns its length.
    std::size_t append(std::string_view text) {
        switch (text.front()) {
        case '&':
            out_ += "&amp;";
            return 1;
        case '<':
            out_ += "&lt;";
            return 1;
        case '>':
            out_ += "&gt;";
            return 1;
        case '"':
            out_ += "&quot;";
            return 1;
        case '\n':
            out_ += '\n';
            return 1;
        case '_':
            out_ += dialect_ == XmlDialect::Ooxml && looksEscaped(text) ? "_x005F_" : "_";
            return 1;
        default:
            break;
        }
        const auto byte = static_cast<unsigned char>(text.front());
        if (byte < 0x20) {
            control(byte);
            return 1;
        }
        const std::size_t length = utf8SequenceLength(text);
        const std::string_view sequence = text.substr(0, length);
        if (length == 0)
            replace();
        else if (isNonCharacter(sequence))
            control(sequence.back() == '\xBE' ? 0xFFFE : 0xFFFF);
        else
            out_ += sequence;
        return std::max<std::size_t>(length, 1);
    }

private:
    void control(unsigned int unit) {
        if (dialect_ == XmlDialect::Ooxml)
            appendEscape(out_, unit);
        else
            replace();
    }

    void replace() {
        out_ += kReplacement;
        ++stats_.repaired;
    }

    std::string& out_;
    XmlDialect dialect_;
    XmlTextStats& stats_;
};

} // namespace

bool isPlainXmlText(std::string_view text) {
    bool special = false;
    for (const char c : text)
        special |= kSpecial[static_cast<unsigned char>(c)];
    return !special;
}

void appendXmlText(std::string& out, std::string_view text, XmlDialect dialect,
                   XmlTextStats& stats) {
    Escaper escaper(out, dialect, stats);
    while (!text.empty()) {
        std::size_t plain = 0;
        while (plain < text.size() && !kSpecial[static_cast<unsigned char>(text[plain])])
            ++plain;
        out.append(text.substr(0, plain));
        text.remove_prefix(plain);
        if (!text.empty())
            text.remove_prefix(escaper.append(text));
    }
}

bool needsSpacePreserved(std::string_view text) {
    const auto blank = [](char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    };
    return !text.empty() && (blank(text.front()) || blank(text.back()));
}

std::string_view utf16Prefix(std::string_view text, std::size_t units) {
    if (text.size() <= units)
        return text;
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t length = std::max<std::size_t>(utf8SequenceLength(text.substr(at)), 1);
        const std::size_t needed = length == 4 ? 2 : 1;
        if (needed > units)
            break;
        units -= needed;
        at += length;
    }
    return text.substr(0, at);
}

} // namespace leadsheet::app
