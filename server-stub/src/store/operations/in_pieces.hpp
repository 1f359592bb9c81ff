// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/sql_session.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <string>

namespace leadsheet::server::store {

/// One statement for each number of rows that is a power of two: there are few texts to prepare.
using Statements = std::array<std::string, std::bit_width(kMostRowsAtOnce)>;

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
