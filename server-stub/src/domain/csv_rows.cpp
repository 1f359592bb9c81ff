// SPDX-License-Identifier: Apache-2.0
#include "domain/csv_rows.hpp"

#include <algorithm>

namespace leadsheet::server::domain {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

} // namespace

CsvRows::CsvRows(std::string_view text)
    : rest_(text) {
    if (rest_.starts_with(kByteOrderMark))
        rest_.remove_prefix(kByteOrderMark.size());
}

CsvRows::State CsvRows::next(std::vector<std::string>& cells) {
    cells.clear();
    while (rest_.starts_with('\n') || rest_.starts_with("\r\n")) {
        rest_.remove_prefix(rest_.front() == '\n' ? 1 : 2);
        ++nextLine_;
    }
    line_ = nextLine_;
    if (rest_.empty())
        return State::End;
    for (bool rowEnds = false; !rowEnds;) {
        if (!readCell(cells.emplace_back(), rowEnds)) {
            line_ = nextLine_;
            return State::Malformed;
        }
    }
    return State::Row;
}

bool CsvRows::readCell(std::string& cell, bool& rowEnds) {
    if (rest_.starts_with('"')) {
        if (!readQuoted(cell))
            return false;
    } else {
        const std::size_t end = std::min(rest_.find_first_of("\",\r\n"), rest_.size());
        cell = rest_.substr(0, end);
        rest_.remove_prefix(end);
    }
    if (rest_.empty()) {
        rowEnds = true;
        return true;
    }
    if (rest_.front() == ',') {
        rest_.remove_prefix(1);
        return true;
    }
    rowEnds = true;
    if (rest_.front() == '\n')
        rest_.remove_prefix(1);
    else if (rest_.starts_with("\r\n"))
        rest_.remove_prefix(2);
    else
        return false;
    ++nextLine_;
    return true;
}

bool CsvRows::readQuoted(std::string& cell) {
    rest_.remove_prefix(1);
    while (true) {
        const std::size_t quote = rest_.find('"');
        if (quote == std::string_view::npos)
            return false;
        cell.append(rest_.substr(0, quote));
        nextLine_ += static_cast<std::size_t>(
            std::count(rest_.begin(), rest_.begin() + static_cast<std::ptrdiff_t>(quote), '\n'));
        rest_.remove_prefix(quote + 1);
        if (!rest_.starts_with('"'))
            return true;
        cell += '"';
        rest_.remove_prefix(1);
    }
}

} // namespace leadsheet::server::domain
