// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/sql_session.hpp"

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

} // namespace leadsheet::server::store
