// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/sql_session.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace leadsheet::server::store {

/// The values of one column, as one value of a statement: an array as PostgreSQL takes it in
/// binary. Owns what was added.
class SqlColumn {
public:
    enum class Type : std::uint32_t { Bytes = 17, Integer = 20, Text = 25 }; ///< the server's names

    explicit SqlColumn(Type type);

    /// Of the column's type, or null.
    void add(const SqlValue& value);
    /// Not of an empty column. Valid until the next add().
    SqlBlob all();
    bool empty() const { return count_ == 0; }
    std::size_t bytes() const { return text_.size(); }

private:
    void addBytes(std::string_view bytes);

    std::string text_;
    std::uint32_t count_ = 0;
    bool hasNull_ = false;
};

} // namespace leadsheet::server::store
