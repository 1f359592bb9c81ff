// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::server::domain {

/// Takes CSV text (RFC 4180, comma-separated) apart, row by row. Strict: a quote inside an unquoted
/// cell, text after a closing quote and an open quote at the end are refused. Lines end with CR LF
/// or LF; lines without any character are skipped; a byte order mark is dropped.
class CsvRows {
public:
    /// `text` must outlive the reader.
    explicit CsvRows(std::string_view text);

    enum class State { Row, End, Malformed };
    State next(std::vector<std::string>& cells);

    /// Line that the last row began on, from 1; for Malformed the line of the fault.
    std::size_t line() const { return line_; }

private:
    bool readCell(std::string& cell, bool& rowEnds);
    bool readQuoted(std::string& cell);

    std::string_view rest_;
    std::size_t line_ = 0;
    std::size_t nextLine_ = 1;
};

} // namespace leadsheet::server::domain
