// SPDX-License-Identifier: Apache-2.0
// What the guard against ordering twice costs: creates a second with it as a share of those
// without, and the time of a batch of quotes in an account with a million orders as a multiple of
// that in an empty one. On a SQLite file, and on PostgreSQL if LEADSHEET_BENCH_POSTGRES is the URI
// of a database. Usage: duplicates_bench [FOLDER [seconds per measurement [orders]]]
#include "bench_orders.hpp"
#include "bench_row.hpp"
#include "orders/placement.hpp"
#include "store/open_store.hpp"
#include "test_database.hpp"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <sqlite3.h>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace leadsheet::server::store;
using namespace leadsheet::server::orders;
namespace domain = leadsheet::server::domain;
using bench::now;
using bench::Orders;
using bench::require;
using Clock = std::chrono::steady_clock;
using domain::DuplicatePolicy;

constexpr int kRounds = 9;
constexpr int kThreads = 16;
constexpr int kItems = 500;
constexpr double kLeastShare = 0.95;
constexpr double kMaxTimes = 1.2;

std::atomic<std::int64_t> nextNumber{0};

double median(std::vector<double> values) {
    std::ranges::sort(values);
    return values[values.size() / 2];
}

std::unique_ptr<Store> openStore(const std::string& database) {
    tl::expected<std::unique_ptr<Store>, OpenError> store;
    if (isPostgresUri(database)) {
        PostgresOptions options;
        options.uri = database;
        store = openPostgresStore(options);
    } else {
        SqliteOptions options;
        options.path = database;
        store = openSqliteStore(options);
    }
    if (!store) {
        std::fprintf(stderr, "%s\n", store.error().detail.c_str());
        std::exit(1);
    }
    return std::move(*store);
}

void execute(const std::string& database, const std::string& sql) {
    if (isPostgresUri(database)) {
        leadsheet::test::PostgresSession(database).run(sql);
        return;
    }
    sqlite3* connection = nullptr;
    const std::string inMemory = "PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000; ";
    if (sqlite3_open(database.c_str(), &connection) != SQLITE_OK ||
        sqlite3_exec(connection, (inMemory + sql).c_str(), nullptr, nullptr, nullptr) !=
            SQLITE_OK) {
        std::fprintf(stderr, "%s\n", sqlite3_errmsg(connection));
        std::exit(1);
    }
    sqlite3_close(connection);
}

double createRate(Store& store, const Orders& orders, DuplicatePolicy policy, double seconds) {
    std::atomic<std::int64_t> done{0};
    const auto start = Clock::now();
    const auto end = start + std::chrono::duration<double>(seconds);
    {
        std::vector<std::jthread> threads;
        for (int thread = 0; thread < kThreads; ++thread)
            threads.emplace_back([&] {
                while (Clock::now() < end) {
                    require(store.writeAndWait(
                        [&, n = ++nextNumber](Tx& tx) {
                            orders.create(tx, n, policy);
                            return true;
                        },
                        Durability::Full, orders.account()));
                    ++done;
                }
            });
    }
    return static_cast<double>(done) / std::chrono::duration<double>(Clock::now() - start).count();
}

/// So many orders of the account, no two for the same, one a millisecond up to now.
void fill(const std::string& database, const Orders& orders, std::int64_t count) {
    const std::string made = std::to_string(domain::toMillis(now()));
    const std::string numbers =
        isPostgresUri(database)
            ? "generate_series(1, " + std::to_string(count) + ") AS series (n)"
            : "(WITH RECURSIVE series (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM series"
              " WHERE n < " +
                  std::to_string(count) + ") SELECT n FROM series)";
    execute(database,
            "INSERT INTO orders (number, account_id, key_id, status, payment_status, product,"
            " lead_count, record_json, unit_price, total, captured, refunded, delivered,"
            " external_ref, idempotency_key, version, created_at, updated_at, mark, similar_mark)"
            " SELECT 'LS-' || n, '" +
                orders.account().str() + "', '" + orders.key().str() +
                "', 'delivered', 'captured', 'filters', 250, '{}', 80000, 2000, 0, 0, 0,"
                " 'row ' || n, 'filled ' || n, 1, " +
                made + " - n, " + made +
                ", 'm1-' || ((n * 1999) % 1000003) || '-' || n, 's1-' || ((n * 1999) % 1000003) || "
                "'-' || n FROM " +
                numbers);
    execute(database, "ANALYZE");
}

/// Seconds of what the server does in its transaction for a batch of quotes.
double quoteBatch(Store& store, const Orders& orders) {
    std::vector<OrderContent> contents;
    for (int i = 0; i < kItems; ++i) {
        const std::string n = std::to_string(++nextNumber);
        contents.push_back({{"m1-q" + n, "s1-q" + n}, "quoted " + n, 250});
    }
    const auto start = Clock::now();
    require(store.writeAndWait(
        [&](Tx& tx) {
            for (const OrderContent& content : contents) {
                if (tx.findOrderByKey(orders.account(), content.marks.mark))
                    std::exit(1);
                Quote quote;
                quote.id = domain::makeQuoteId(now(), bench::pseudoRandom());
                quote.account = orders.account();
                quote.product = "filters";
                quote.leadCount = content.leadCount;
                quote.createdAt = now();
                quote.expiresAt = now();
                quote.recordJson = "{}";
                tx.insertQuote(quote);
            }
            for (const Equivalents& found :
                 findEquivalents(tx, orders.account(), now() - Orders::kWindow, contents, 5)) {
                if (!found.orders.empty())
                    std::exit(1);
            }
            return true;
        },
        Durability::Full, orders.account()));
    return std::chrono::duration<double>(Clock::now() - start).count();
}

bool say(const char* engine, const char* what, double measured, double bar, bool atMost) {
    const bool met = atMost ? measured <= bar : measured >= bar;
    std::printf("%-6s %-10s %s: %.2f, wanted at %s %.2f\n", met ? "ok" : "MISSED", engine, what,
                measured, atMost ? "most" : "least", bar);
    std::fflush(stdout);
    bench::addRow({std::string(what) + ", " + engine, bench::figure(measured, "x"), "without",
                   measured, atMost ? bench::Better::Less : bench::Better::More, std::nullopt,
                   bar});
    return met;
}

bool measure(const char* engine, const std::string& database, double seconds,
             std::int64_t orderCount) {
    const auto store = openStore(database);
    const Orders creating(*store);
    std::vector<double> shares;
    for (int round = 0; round < kRounds; ++round) {
        // Which comes first changes, so that a database that grows favours neither.
        const bool guardFirst = round % 2 == 0;
        const auto first = guardFirst ? DuplicatePolicy::Refuse : DuplicatePolicy::Off;
        const auto second = guardFirst ? DuplicatePolicy::Off : DuplicatePolicy::Refuse;
        const double one = createRate(*store, creating, first, seconds);
        const double two = createRate(*store, creating, second, seconds);
        shares.push_back(guardFirst ? one / two : two / one);
    }
    bool met = say(engine, "creates with the guard to creates without", median(shares), kLeastShare,
                   false);

    const Orders empty(*store);
    const Orders full(*store);
    fill(database, full, orderCount);
    std::vector<double> times;
    for (int round = 0; round < kRounds; ++round) {
        const double few = quoteBatch(*store, empty);
        times.push_back(quoteBatch(*store, full) / few);
    }
    met = say(engine, "500 quotes in a full account to an empty one", median(times), kMaxTimes,
              true) &&
          met;
    return met;
}

} // namespace

int main(int argc, char** argv) {
    const std::string folder = argc > 1 ? argv[1] : std::filesystem::temp_directory_path().string();
    const double seconds = argc > 2 ? std::stod(argv[2]) : 2;
    const std::int64_t orders = argc > 3 ? std::stoll(argv[3]) : 1'000'000;
    const std::string file = folder + "/duplicates_bench.db";
    const auto removeFile = [&] {
        for (const char* end : {"", "-wal", "-shm"})
            std::filesystem::remove(file + end);
    };
    removeFile();
    bool met = measure("SQLite", file, seconds, orders);
    removeFile();
    if (const char* uri = std::getenv("LEADSHEET_BENCH_POSTGRES"); uri != nullptr)
        met = measure("PostgreSQL", uri, seconds, orders) && met;
    return met ? 0 : 1;
}
