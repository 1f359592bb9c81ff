// SPDX-License-Identifier: Apache-2.0
#include "raw_sqlite.hpp"

#include "store/schema.hpp"

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <sqlite3.h>
#include <vector>

namespace bench {

namespace {

using Clock = std::chrono::steady_clock;

/// Statements get $1 = running number, $2 = order number, $3 = 64 bytes, $4 = record, $5 = answer.
class RawDatabase {
public:
    RawDatabase(const std::string& path, const std::string& schema,
                const std::vector<const char*>& statements) {
        check(sqlite3_open_v2(path.c_str(), &connection_,
                              SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
                              nullptr));
        run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;"
            "PRAGMA cache_size = -16384");
        if (count("SELECT COUNT(*) FROM sqlite_schema") == 0)
            run(schema);
        for (const char* sql : {"BEGIN IMMEDIATE", "SAVEPOINT job", "RELEASE job", "COMMIT"})
            control_.push_back(prepare(sql));
        for (const char* sql : statements)
            statements_.push_back(prepare(sql));
        next_ = count("SELECT COUNT(*) FROM orders");
    }
    ~RawDatabase() {
        for (sqlite3_stmt* statement : control_)
            sqlite3_finalize(statement);
        for (sqlite3_stmt* statement : statements_)
            sqlite3_finalize(statement);
        sqlite3_close(connection_);
    }
    RawDatabase(const RawDatabase&) = delete;
    RawDatabase& operator=(const RawDatabase&) = delete;

    double rate(int batch, double seconds) {
        const auto start = Clock::now();
        const auto end = start + std::chrono::duration<double>(seconds);
        std::int64_t finished = 0;
        while (Clock::now() < end) {
            step(control_[0]);
            for (int i = 0; i < batch; ++i) {
                step(control_[1]);
                create(++next_);
                step(control_[2]);
            }
            step(control_[3]);
            finished += batch;
        }
        return static_cast<double>(finished) /
               std::chrono::duration<double>(Clock::now() - start).count();
    }

private:
    void create(std::int64_t n) {
        // Scattered over the index as random numbers are (Fibonacci hashing).
        const std::uint64_t scattered = static_cast<std::uint64_t>(n) * 0x9E3779B97F4A7C15U;
        const std::string number = "LS-" + std::to_string(1'000'000'000'000 + (scattered >> 25U));
        for (sqlite3_stmt* statement : statements_) {
            const int values = sqlite3_bind_parameter_count(statement);
            for (int i = 1; i <= values; ++i)
                bind(statement, i, n, number);
            step(statement);
        }
    }

    void bind(sqlite3_stmt* statement, int at, std::int64_t n, const std::string& number) {
        switch (sqlite3_bind_parameter_name(statement, at)[1]) {
        case '1':
            sqlite3_bind_int64(statement, at, n);
            break;
        case '2':
            sqlite3_bind_text(statement, at, number.c_str(), static_cast<int>(number.size()),
                              nullptr);
            break;
        case '3':
            sqlite3_bind_blob(statement, at, fingerprint_.data(), 32, nullptr);
            break;
        case '4':
            sqlite3_bind_text(statement, at, record_.data(), static_cast<int>(record_.size()),
                              nullptr);
            break;
        default:
            sqlite3_bind_blob(statement, at, answer_.data(), static_cast<int>(answer_.size()),
                              nullptr);
        }
    }

    sqlite3_stmt* prepare(const char* sql) {
        sqlite3_stmt* statement = nullptr;
        check(sqlite3_prepare_v3(connection_, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement,
                                 nullptr));
        return statement;
    }

    void step(sqlite3_stmt* statement) {
        int code = sqlite3_step(statement);
        while (code == SQLITE_ROW)
            code = sqlite3_step(statement);
        check(code == SQLITE_DONE ? SQLITE_OK : code);
        sqlite3_reset(statement);
    }

    std::int64_t count(const char* sql) {
        sqlite3_stmt* statement = prepare(sql);
        sqlite3_step(statement);
        const std::int64_t value = sqlite3_column_int64(statement, 0);
        sqlite3_finalize(statement);
        return value;
    }

    void run(const std::string& sql) {
        check(sqlite3_exec(connection_, sql.c_str(), nullptr, nullptr, nullptr));
    }

    void check(int code) {
        if (code == SQLITE_OK)
            return;
        std::fprintf(stderr, "raw SQLite: %s\n", sqlite3_errmsg(connection_));
        std::exit(1);
    }

    sqlite3* connection_ = nullptr;
    std::vector<sqlite3_stmt*> control_;
    std::vector<sqlite3_stmt*> statements_;
    std::int64_t next_ = 0;
    const std::string fingerprint_ = std::string(32, 'f');
    const std::string record_ = std::string(190, 'r');
    const std::string answer_ = std::string(240, 'a');
};

constexpr const char* kLeanSchema = R"sql(
CREATE TABLE idempotency (key TEXT PRIMARY KEY, fingerprint BLOB, answer BLOB) WITHOUT ROWID;
CREATE TABLE orders (id INTEGER PRIMARY KEY, number TEXT, account TEXT, status TEXT, record TEXT, at INTEGER);
CREATE UNIQUE INDEX orders_number ON orders (number);
CREATE INDEX orders_account ON orders (account, id);
CREATE INDEX orders_status ON orders (account, status, id);
CREATE TABLE rates (key TEXT PRIMARY KEY, used INTEGER) WITHOUT ROWID;
CREATE TABLE ledger (id INTEGER PRIMARY KEY, account TEXT, amount INTEGER, number TEXT);
CREATE INDEX ledger_account ON ledger (account, id);
)sql";

} // namespace

double rawLeanRate(const std::string& path, int batch, double seconds) {
    RawDatabase database(
        path, kLeanSchema,
        {"INSERT INTO rates VALUES ('key_1', 1) ON CONFLICT (key) DO UPDATE SET used = used + 1"
         " RETURNING used",
         "INSERT INTO idempotency VALUES ('ls1-' || $1, $3, $5)",
         "INSERT INTO orders (number, account, status, record, at)"
         " VALUES ($2, 'acc_1', 'pending_review', $4, $1)",
         "INSERT INTO ledger (account, amount, number) VALUES ('acc_1', -2000, $2)"});
    return database.rate(batch, seconds);
}

double rawSameRate(const std::string& path, int batch, double seconds) {
    std::string schema;
    for (const leadsheet::server::store::Migration& step : leadsheet::server::store::migrations())
        schema += step.sqlite;
    schema += "INSERT INTO accounts (id, name, environment, suspended, created_at)"
              " VALUES ('acc_1', 'bench', 'sandbox', 0, 0);"
              "INSERT INTO api_keys (id, account_id, type, label, scopes, hash, prefix, last4, "
              "created_at,"
              " counter_key) VALUES ('key_1', 'acc_1', 'customer', '', '', zeroblob(32), '', '', 0,"
              " 'key_1');"
              "INSERT INTO ledger_balances VALUES ('acc_1', 'available', 1 << 50);"
              "INSERT INTO ledger_balances VALUES ('acc_1', 'held', 0);";
    RawDatabase database(
        path, schema,
        {"INSERT INTO rate_windows VALUES ('key_1', 'orders', 0, 1) ON CONFLICT (subject, policy)"
         " DO UPDATE SET used = used + 1",
         "INSERT INTO orders (number, account_id, key_id, status, payment_status, product, "
         "lead_count,"
         " record_json, unit_price, total, captured, refunded, delivered, external_ref,"
         " idempotency_key, version, created_at, updated_at, mark, similar_mark)"
         " VALUES ($2, 'acc_1', 'key_1',"
         " 'pending_review', 'held', 'filters', 250, $4, 80000, 2000, 0, 0, 0, 'Q3 sheet, row 14',"
         " 'ls1-' || $1, 1, $1, $1, 'm1-' || $2, 's1-' || $2)",
         "INSERT INTO holds VALUES ($1, 'acc_1', 2000, 0, 0)",
         "UPDATE ledger_balances SET balance = balance - 2000"
         " WHERE account_id = 'acc_1' AND bucket = 'available' AND balance >= 2000",
         "UPDATE ledger_balances SET balance = balance + 2000"
         " WHERE account_id = 'acc_1' AND bucket = 'held'",
         "INSERT INTO ledger_transfers VALUES ($1, 'acc_1', 'hold', 2000, $2, '', 0, 0, $1)",
         "INSERT INTO ledger_entries VALUES ($1, 'acc_1', 'available', -2000),"
         " ($1, 'acc_1', 'held', 2000)",
         "INSERT INTO daily_spending VALUES ('key_1', 1, 2000) ON CONFLICT (counter_key, day)"
         " DO UPDATE SET spent = spent + 2000",
         "INSERT INTO order_events VALUES ($1, 1, 'order.created', 'customer', 'key_1',"
         " 'pending_review', 1, '{}', $1)",
         "INSERT INTO idempotency_keys VALUES ('acc_1', 'createOrder', 'ls1-' || $1, $3, 201, $5, "
         "$2,"
         " $1)"});
    return database.rate(batch, seconds);
}

} // namespace bench
