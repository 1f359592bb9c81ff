// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/crypto.hpp"
#include "domain/ids.hpp"
#include "domain/timestamp.hpp"

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace leadsheet::server::store {

struct SqlBlob {
    std::span<const unsigned char> bytes;
};

/// Of SqlSession::rowsAtOnce().
constexpr std::size_t kMaxRowsAtOnce = 128;

/// One value bound to a statement. Refers to the caller's text and bytes, which must outlive the
/// call.
class SqlValue {
public:
    using Variant = std::variant<std::monostate, std::int64_t, std::string_view, SqlBlob>;

    SqlValue() = default; ///< null
    SqlValue(std::nullopt_t) {}
    SqlValue(std::int64_t value)
        : value_(value) {}
    SqlValue(int value)
        : value_(std::int64_t{value}) {}
    SqlValue(bool value)
        : value_(std::int64_t{value ? 1 : 0}) {}
    SqlValue(std::string_view value)
        : value_(value) {}
    SqlValue(const std::string& value)
        : value_(std::string_view(value)) {}
    SqlValue(const char* value)
        : value_(std::string_view(value)) {}
    SqlValue(SqlBlob value)
        : value_(value) {}
    SqlValue(const domain::Digest& value)
        : value_(SqlBlob{value}) {}
    SqlValue(domain::Timestamp value)
        : value_(domain::toMillis(value)) {}
    template <class Tag>
    SqlValue(const domain::StrongId<Tag>& value)
        : value_(std::string_view(value.str())) {}
    template <class T>
    SqlValue(const std::optional<T>& value) {
        if (value)
            value_ = SqlValue(*value).value_;
    }

    const Variant& get() const { return value_; }

private:
    Variant value_;
};

/// The rows of one query, one at a time. Columns count from 0. Throws StoreFailure.
class SqlRows {
public:
    virtual ~SqlRows() = default;

    virtual bool next() = 0;
    virtual bool isNull(int column) = 0;
    virtual std::int64_t integer(int column) = 0;
    /// Of blobs too: their bytes. Valid until the next next().
    virtual std::string_view view(int column) = 0;
    std::string text(int column) { return std::string(view(column)); }

    bool boolean(int column) { return integer(column) != 0; }
    domain::Timestamp time(int column) { return domain::fromMillis(integer(column)); }
    domain::Digest digest(int column);
    std::optional<std::string> optionalText(int column);
    std::optional<std::int64_t> optionalInteger(int column);
    std::optional<domain::Timestamp> optionalTime(int column);
    template <class Id>
    Id id(int column) {
        return Id(text(column));
    }
    template <class Id>
    std::optional<Id> optionalId(int column) {
        if (isNull(column))
            return std::nullopt;
        return Id(text(column));
    }
};

/// The part of a database connection that the operations need. One SQL text with $1..$n serves
/// every engine behind it. Used by one thread at a time; throws StoreFailure.
class SqlSession {
public:
    virtual ~SqlSession() = default;

    virtual std::unique_ptr<SqlRows> open(std::string_view sql,
                                          std::span<const SqlValue> values) = 0;
    /// Runs a statement to its end and returns the number of rows it changed.
    virtual std::int64_t run(std::string_view sql, std::span<const SqlValue> values) = 0;

    virtual std::optional<std::int64_t> insertRow(std::string_view sql, std::string_view key,
                                                  std::span<const SqlValue> values) = 0;

    /// How a condition spells a column so that no index is chosen because of it: for engines whose
    /// planner knows nothing of what is in the tables.
    virtual std::string notByIndex(std::string_view column) const = 0;

    /// How many rows go well into one statement, a power of two: many where each is a message to
    /// another machine.
    virtual std::size_t rowsAtOnce() const = 0;

    std::unique_ptr<SqlRows> query(std::string_view sql,
                                   std::initializer_list<SqlValue> values = {}) {
        return open(sql, {values.begin(), values.size()});
    }
    std::int64_t execute(std::string_view sql, std::initializer_list<SqlValue> values = {}) {
        return run(sql, {values.begin(), values.size()});
    }
    /// Runs an INSERT of at most one row and returns its generated key, the column `key`; nullopt
    /// when ON CONFLICT kept the row out. Not spelled RETURNING, which costs SQLite a temporary
    /// table.
    std::optional<std::int64_t> insert(std::string_view sql, std::string_view key,
                                       std::initializer_list<SqlValue> values) {
        return insertRow(sql, key, {values.begin(), values.size()});
    }
    /// The single integer of a query that always has a row.
    std::int64_t number(std::string_view sql, std::initializer_list<SqlValue> values = {});
};

/// Throws StoreFailure(Internal): a promise between our own parts is broken.
[[noreturn]] void failInternal(std::string detail);

} // namespace leadsheet::server::store
