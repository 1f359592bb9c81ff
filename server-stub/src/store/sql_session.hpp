// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/crypto.hpp"
#include "domain/ids.hpp"
#include "domain/timestamp.hpp"
#include "store/records.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

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
    /// Nothing where it is NULL.
    virtual std::optional<std::string_view> optionalView(int column) {
        return isNull(column) ? std::nullopt : std::optional(view(column));
    }
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

/// A page of a list that goes by `seq`: its query asked for one row more than `limit`.
template <class Read>
auto pageOf(SqlRows& rows, int limit, Read read) {
    Page<std::invoke_result_t<Read, SqlRows&>> page;
    while (rows.next())
        page.rows.push_back(read(rows));
    if (page.rows.size() > static_cast<std::size_t>(limit)) {
        page.rows.pop_back();
        page.next = {page.rows.back().seq, 0};
    }
    return page;
}

/// A statement that writes many rows. Its values are arrays, one for each column of the rows.
struct GatheredRows {
    std::string_view sql;
    std::string_view types; ///< of the columns: t = text, i = integer, b = bytes
    /// Written before the rows of a higher one, which may refer to them.
    enum class Rank { First, Orders, OfOrders, OfMessages } rank = Rank::First;
};

/// The part of a database connection that the operations need. One SQL text with $1..$n serves
/// every engine behind it. Used by one thread at a time; throws StoreFailure.
class SqlSession {
public:
    virtual ~SqlSession() = default;

    virtual std::unique_ptr<SqlRows> open(std::string_view sql,
                                          std::span<const SqlValue> values) = 0;
    /// Sends a query whose rows are read later: several asked one after the other are one round
    /// trip where that is a message to another machine. Of the moment it was asked.
    virtual std::unique_ptr<SqlRows> ask(std::string_view sql, std::span<const SqlValue> values) {
        return open(sql, values);
    }
    /// Runs a statement that nobody asks about. It may fail as late as in a later operation of the
    /// session or in the commit.
    virtual void runLater(std::string_view sql, std::span<const SqlValue> values) = 0;
    /// Runs a statement to its end and returns the number of rows it changed.
    virtual std::int64_t run(std::string_view sql, std::span<const SqlValue> values) = 0;

    virtual std::optional<std::int64_t> insertRow(std::string_view sql, std::string_view key,
                                                  std::span<const SqlValue> values) = 0;

    /// Keeps a row, for one statement that writes all of its kind before anything else is asked or
    /// changed here, at the latest before the commit. Kinds are written in the order of their first
    /// rows. False = nothing is kept here: run a statement for the row. `rows` is a constant.
    virtual bool gatherRow(const GatheredRows&, std::span<const SqlValue>) { return false; }

    /// How a condition spells a column so that no index is chosen because of it: for engines whose
    /// planner knows nothing of what is in the tables.
    virtual std::string notByIndex(std::string_view column) const = 0;

    /// What ends a query whose rows of `table` this transaction will change, so that no other one
    /// changes them before: of engines where others write at the same time. Rows that another one
    /// holds are waited for, or left out.
    enum class RowsOfOthers { Awaited, LeftOut };
    virtual std::string forUpdate(std::string_view, RowsOfOthers) const { return {}; }

    /// How many rows go well into one statement, a power of two: many where each is a message to
    /// another machine.
    virtual std::size_t rowsAtOnce() const = 0;

    /// Makes the commit of this transaction wait until everything committed before it is as safe as
    /// the database makes commits; for engines where it may be seen earlier.
    virtual void confirmEarlierCommits() {}

    std::unique_ptr<SqlRows> query(std::string_view sql,
                                   std::initializer_list<SqlValue> values = {}) {
        return open(sql, {values.begin(), values.size()});
    }
    void execute(std::string_view sql, std::initializer_list<SqlValue> values = {}) {
        runLater(sql, {values.begin(), values.size()});
    }
    /// The same, with the number of rows that were changed; waits for it.
    std::int64_t change(std::string_view sql, std::initializer_list<SqlValue> values = {}) {
        return run(sql, {values.begin(), values.size()});
    }
    bool gather(const GatheredRows& rows, std::initializer_list<SqlValue> values) {
        return gatherRow(rows, {values.begin(), values.size()});
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
