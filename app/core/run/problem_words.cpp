// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/problem_words.hpp"

#include <string_view>

namespace leadsheet::app {
namespace {

bool isWordSign(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           static_cast<unsigned char>(c) >= 0x80;
}

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

void skipSigns(std::string_view& text) {
    while (!text.empty() && !isWordSign(text.front()))
        text.remove_prefix(1);
}

/// Whether the first words of the text are the name, blanks and case aside.
bool beginsWithName(std::string_view text, std::string_view name) {
    for (skipSigns(name); !name.empty(); skipSigns(name)) {
        skipSigns(text);
        if (text.empty() || lower(text.front()) != lower(name.front()))
            return false;
        text.remove_prefix(1);
        name.remove_prefix(1);
    }
    return text.empty() || !isWordSign(text.front());
}

} // namespace

bool namesColumn(std::string_view text, std::string_view column) {
    // A column without a name goes by its letter, and a letter may be a word ("A formula ...").
    return column.empty() || (column.size() > 1 && beginsWithName(text, column));
}

std::string problemText(const submit::RowProblem& problem) {
    if (namesColumn(problem.message, problem.column))
        return problem.message;
    return problem.column + ": " + problem.message;
}

std::string endedName(const std::string& orderStatus, bool charged) {
    // What it charged and kept was for leads that had been delivered.
    return submit::endedName(orderStatus) + (charged ? " After Part Delivery" : "");
}

std::string endedName(const submit::RowRecord& row) {
    return endedName(row.orderStatus, row.price.has_value());
}

} // namespace leadsheet::app
