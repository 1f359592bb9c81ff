// SPDX-License-Identifier: Apache-2.0
#include "nasty_cells.hpp"

#include <algorithm>

namespace leadsheet::test {
namespace {

constexpr std::size_t kMaxUnits = 32'767; // of a cell

std::string times(std::size_t count, const std::string& text) {
    std::string out;
    for (std::size_t i = 0; i < count; ++i)
        out += text;
    return out;
}

bool isTame(const std::string& text) {
    return text.find("_x") == std::string::npos && text.find("_X") == std::string::npos &&
           text.find("\xEF\xBF\xBE") == std::string::npos &&
           text.find("\xEF\xBF\xBF") == std::string::npos &&
           std::none_of(text.begin(), text.end(),
                        [](char c) { return static_cast<unsigned char>(c) < 0x20; });
}

} // namespace

const std::vector<std::string>& nastyTexts() {
    static const std::vector<std::string> texts = {
        // Numbers that are none.
        "007", "01067", "0", "00", "-0", "1.0", "1,5", "1e5", "1E400", "0x1F", "1/2", "12:30",
        "31.01.2026", "2026-01-31", "TRUE", "false", "#N/A", "#REF!", "NULL", "nan", "inf",
        "123456789012345678", "9007199254740993", "+49 30 1234567", "+49301234567",
        "+49 (30) 123-45", "-5", "+5", "€5", "5%", "٣",
        // What spreadsheet programs run, or take for something of their own.
        "=1+1", "=HYPERLINK(\"http://x.example\")", "=cmd|' /C calc'!A0", "+1+1", "-1+1", "-a",
        "+a", "@SUM(A1:A9)", "\t=1+1", "\r=1+1", "\n=1+1", "\uFF1D1", "\uFF20x", "'=1+1", "'", "''",
        "'007", "sep=;", "ID", "{=1}", "http://x.example/?a=1&b=2", "a@b.example",
        // Delimiters and quotes.
        "\"", "\"\"", "a\"b", "\"a\"", "\"a\",b", ",", ";", "|", "a,b;c|d", "a\tb", "\t", "\\",
        "\\n", "a\\\"b",
        // Blanks and line ends.
        " ", "  ", " a", "a ", "  a  b  ", "\u00A0", "\u00A0a", "\u3000", "a\nb", "a\rb", "a\r\nb",
        "\n", "\r", "\r\n", "a\n", "\na", "a\r", "a\n\nb", "a\u2028b", "a\u0085b", "\u200B",
        // Markup and escapes.
        "<b>&amp;</b>", "]]>", "<![CDATA[x]]>", "<!-- -->", "&#10;", "&lt;", "a&b<c>d'e", "_x000D_",
        "_x000d_", "_X000D_", "_x005F_", "_x005F_x000D_", "_x0041_", "_x0041", "x_x0041_y", "_x00_",
        "__x0041__", "_x_", "_x0041\x01", "_xD83D_", "_xA_", "_X0a_", "_x00A_", "_x0000A_", "_xG_",
        "_xA\x01",
        // Control characters.
        "\x01", "a\x07z", "\x08", "\x0B", "\x0C", "\x1B[31mred", "\x1F", "\x7F",
        // Far from ASCII.
        "Müller", "e\u0301", "\u00E9", "A\u030A", "क्षि", "\u0E01\u0E33", "שלום", "\u202Eabc",
        "東京", "ｱ", "😀", "👩\u200D👩\u200D👧", "🇩🇪", "\U0010FFFD", "\U0001D4D0", "\uFEFFa", "a\uFEFF",
        "\uFFFD", "\uFFFE", "\uFFFF", "\u0378", "\uE000",
        // As long as a cell can be.
        std::string(kMaxUnits, 'x'), times(kMaxUnits / 2, "😀") + "x", times(kMaxUnits, "ü"),
        times(kMaxUnits / 4, "a\"<\n"), times(kMaxUnits / 8, "_x000D_&")};
    return texts;
}

std::vector<std::string> tameTexts() {
    std::vector<std::string> tame;
    std::copy_if(nastyTexts().begin(), nastyTexts().end(), std::back_inserter(tame), isTame);
    return tame;
}

} // namespace leadsheet::test
