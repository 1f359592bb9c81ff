// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/sql_session.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::server::store {

/// A WHERE clause that grows with the filters in force. Values must outlive it.
class Conditions {
public:
    /// `condition` ends where the number of its value belongs: "status = ".
    void add(std::string_view condition, SqlValue value) {
        text_ += values_.empty() ? " WHERE " : " AND ";
        append(condition, value);
    }
    void append(std::string_view text, SqlValue value) {
        values_.push_back(value);
        text_.append(text).append("$").append(std::to_string(values_.size()));
    }
    void append(std::string_view text) { text_ += text; }

    const std::string& text() const { return text_; }
    const std::vector<SqlValue>& values() const { return values_; }

private:
    std::string text_;
    std::vector<SqlValue> values_;
};

/// One statement for each number of rows that is a power of two: there are few texts to prepare.
using Statements = std::array<std::string, std::bit_width(kMaxRowsAtOnce)>;

/// `make(rows)` is the text of the statement for so many rows.
template <class Make>
Statements statementsOf(Make make) {
    Statements all;
    for (std::size_t at = 0; at < all.size(); ++at)
        all[at] = make(std::size_t{1} << at);
    return all;
}

/// Calls `run` with each piece of `rows`: its statement, its first row and their number.
template <class Run>
void inPieces(const SqlSession& session, const Statements& statements, std::size_t rows, Run run) {
    for (std::size_t first = 0; first < rows;) {
        const std::size_t piece = std::min(std::bit_floor(rows - first), session.rowsAtOnce());
        run(statements[std::bit_width(piece) - 1], first, piece);
        first += piece;
    }
}

} // namespace leadsheet::server::store
