// SPDX-License-Identifier: Apache-2.0
#include "random_table.hpp"

#include "leadsheet/app/results_file.hpp"
#include "sheet/transcoder.hpp"

#include <QtTest>

namespace leadsheet::app::test {
namespace {

std::string quoted(const std::string& cell) {
    std::string text = "\"";
    for (const char c : cell)
        text += c == '"' ? std::string("\"\"") : std::string(1, c);
    return text + "\"";
}

} // namespace

const std::vector<Encoding>& encodings() {
    static const TextRow any = {"ä", "€", "东京", "Ж", "š", "🎈", "\xC2\xA0", "ｱ", "e\u0301"};
    static const std::vector<Encoding> all = {
        {"UTF-8", "", any},
        {"UTF-8", "\xEF\xBB\xBF", any},
        {"UTF-16LE", "\xFF\xFE", any},
        {"UTF-16BE", "\xFE\xFF", any},
        {"UTF-16LE", "", any},
        {"UTF-16BE", "", any},
        {"UTF-32LE", "", any},
        {"UTF-32BE", "", any},
        {"windows-1250", "", {"š", "Ł", "ő", "€"}},
        {"windows-1251", "", {"Ж", "я", "№", "€"}},
        {"windows-1252", "", {"ä", "ß", "é", "€", "\xC2\xA0"}},
        {"shift_jis", "", {"東", "ア", "ｱ", "表"}},
        {"gb18030", "", {"东", "京", "€", "🎈"}},
    };
    return all;
}

std::string encoded(const std::string& text, const Encoding& encoding) {
    std::string bytes = encoding.mark;
    Encoder::create(encoding.name)->encode(text, bytes);
    return bytes;
}

Dialect anyDialect() {
    Dialect dialect;
    dialect.delimiter = *rc::gen::element(',', ';', '\t', '|', '^');
    dialect.lineEnd = *rc::gen::element<std::string>("\r\n", "\n", "\r");
    dialect.quoteAll = *rc::gen::arbitrary<bool>();
    dialect.endLast = *rc::gen::arbitrary<bool>();
    return dialect;
}

std::string delimited(const TextTable& table, const Dialect& dialect) {
    std::string text;
    for (std::size_t r = 0; r < table.size(); ++r) {
        for (std::size_t c = 0; c < table[r].size(); ++c) {
            if (c > 0)
                text += dialect.delimiter;
            if (dialect.quoteAll)
                text += quoted(table[r][c]);
            else
                appendDelimitedCell(text, table[r][c], dialect.delimiter);
        }
        if (r + 1 < table.size() || dialect.endLast)
            text += dialect.lineEnd;
    }
    return text;
}

const TextRow& trickyPieces() {
    static const TextRow pieces = {"a",       "Z",  "0",  "9",    " ",   ",", ";",      "\t", "|",
                                   "\"",      "\n", "\r", "\r\n", "=",   "'", "\"\"",   "-",  "@",
                                   "Acme Co", "#",  "^",  ".",    "007", "+", "_x000D_"};
    return pieces;
}

rc::Gen<std::string> cellOf(const TextRow& pieces) {
    return rc::gen::map(rc::gen::resize(6, rc::gen::container<TextRow>(rc::gen::elementOf(pieces))),
                        [](const TextRow& parts) {
                            std::string cell;
                            for (const std::string& part : parts)
                                cell += part;
                            return cell;
                        });
}

TextTable anyTable(const TextRow& letters) {
    TextRow pieces = trickyPieces();
    pieces.insert(pieces.end(), letters.begin(), letters.end());
    const auto width = *rc::gen::inRange<std::size_t>(2, 5);
    const auto height = *rc::gen::inRange<std::size_t>(1, 7);
    return *rc::gen::container<TextTable>(height,
                                          rc::gen::container<TextRow>(width, cellOf(pieces)));
}

void verifyHeld(bool held) {
    QVERIFY2(held, "see the counterexample above");
}

} // namespace leadsheet::app::test
