// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rapidcheck.h>
#include <string>
#include <vector>

namespace leadsheet::app::test {

using TextRow = std::vector<std::string>;
using TextTable = std::vector<TextRow>;

/// How delimited text can be encoded so that it must read back the same.
struct Encoding {
    const char* name;
    const char* mark; ///< byte order mark; without one the name is stated
    TextRow letters;  ///< what it has besides ASCII
};
const std::vector<Encoding>& encodings();

/// Text of UTF-8 in an encoding, with its mark.
std::string encoded(const std::string& text, const Encoding& encoding);

/// How a table becomes delimited text.
struct Dialect {
    char delimiter = ',';
    std::string lineEnd = "\r\n";
    bool quoteAll = false;
    bool endLast = true;
};
Dialect anyDialect();
std::string delimited(const TextTable& table, const Dialect& dialect);

/// Pieces of which cells are made: what CSV, XML and spreadsheet programs trip over.
const TextRow& trickyPieces();
/// A cell of up to six pieces, often empty.
rc::Gen<std::string> cellOf(const TextRow& pieces);
/// Two to four columns, one to six rows, in letters that the encoding has.
TextTable anyTable(const TextRow& letters);

/// A QtTest failure that points at what rapidcheck printed.
void verifyHeld(bool held);

} // namespace leadsheet::app::test
