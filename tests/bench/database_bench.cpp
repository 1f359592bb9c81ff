// SPDX-License-Identifier: Apache-2.0
// Orders and reads a second of 1, 2 and 4 processes on one database: a SQLite file, and a
// PostgreSQL database if LEADSHEET_BENCH_POSTGRES is its URI. Usage: database_bench [FOLDER
// [seconds per measurement [PROCESSES,ACCOUNTS,THREADS]]], the last for this shape of load alone.
// Every process has accounts of its own and threads that wait for each answer, as the server's
// workers do.
#include "bench_orders.hpp"
#include "store/open_store.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

using namespace leadsheet::server::store;
using bench::Orders;
using bench::require;
using Clock = std::chrono::steady_clock;

/// Of each process so many accounts, and threads that use them.
struct Shape {
    int processes;
    int accounts;
    int threads;
};
constexpr std::array kShapes = {Shape{1, 8, 16}, Shape{2, 8, 16}, Shape{4, 8, 16},
                                Shape{1, 1, 1},  Shape{1, 1, 16}, Shape{1, 64, 64}};

/// Calls a second of the threads of one process.
struct Rates {
    double orders = 0;
    double reads = 0;
};

std::unique_ptr<Store> openStore(const std::string& database) {
    tl::expected<std::unique_ptr<Store>, OpenError> store;
    if (isPostgresUri(database)) {
        PostgresOptions options;
        options.uri = database;
        store = openPostgresStore(options);
    } else {
        SqliteOptions options;
        options.path = database;
        options.busyTimeout = std::chrono::seconds(30);
        store = openSqliteStore(options);
    }
    if (!store) {
        std::fprintf(stderr, "%s\n", store.error().detail.c_str());
        std::exit(1);
    }
    return std::move(*store);
}

/// How often `work(thread)` came to its end, a second.
template <class Work>
double rateOf(int threadCount, double seconds, Work work) {
    std::atomic<std::int64_t> done{0};
    const auto start = Clock::now();
    const auto end = start + std::chrono::duration<double>(seconds);
    std::vector<std::thread> threads;
    for (int thread = 0; thread < threadCount; ++thread)
        threads.emplace_back([&, thread] {
            while (Clock::now() < end) {
                work(thread);
                ++done;
            }
        });
    for (std::thread& thread : threads)
        thread.join();
    return static_cast<double>(done) / std::chrono::duration<double>(Clock::now() - start).count();
}

Rates measure(const std::string& database, const Shape& shape, double seconds) {
    const auto store = openStore(database);
    std::vector<Orders> accounts;
    for (int i = 0; i < shape.accounts; ++i)
        accounts.emplace_back(*store);
    std::atomic<std::int64_t> next{0};
    Rates rates;
    rates.orders = rateOf(shape.threads, seconds, [&](int thread) {
        const Orders& orders = accounts[static_cast<std::size_t>(thread % shape.accounts)];
        const std::int64_t n = ++next;
        require(store->writeAndWait(
            [&](Tx& tx) {
                orders.create(tx, n);
                return true;
            },
            Durability::Full, orders.account(), orders.ahead(n)));
    });
    rates.reads = rateOf(shape.threads, seconds, [&](int thread) {
        const Orders& orders = accounts[static_cast<std::size_t>(thread % shape.accounts)];
        require(store->read([&](Reader& reader) {
            return reader.listOrders(orders.account(), {}, std::nullopt, 10).rows.size();
        }));
    });
    return rates;
}

Rates ofProcesses(const std::string& database, const Shape& shape, double seconds) {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0)
        std::exit(1);
    std::vector<pid_t> children;
    for (int i = 0; i < shape.processes; ++i) {
        const pid_t child = ::fork();
        if (child == 0) {
            const Rates rates = measure(database, shape, seconds);
            const bool told = ::write(ends[1], &rates, sizeof rates) == sizeof rates;
            std::_Exit(told ? 0 : 1);
        }
        children.push_back(child);
    }
    Rates sum;
    for (const pid_t child : children) {
        int status = 0;
        ::waitpid(child, &status, 0);
        Rates one;
        if (status != 0 || ::read(ends[0], &one, sizeof one) != sizeof one)
            std::exit(1);
        sum.orders += one.orders;
        sum.reads += one.reads;
    }
    ::close(ends[0]);
    ::close(ends[1]);
    return sum;
}

} // namespace

int main(int argc, char** argv) {
    const std::string folder = argc > 1 ? argv[1] : std::filesystem::temp_directory_path().string();
    const double seconds = argc > 2 ? std::stod(argv[2]) : 3;
    const std::string file = folder + "/database_bench.db";
    for (const char* end : {"", "-wal", "-shm"})
        std::filesystem::remove(file + end);
    std::vector<std::pair<const char*, std::string>> engines{{"SQLite", file}};
    if (const char* uri = std::getenv("LEADSHEET_BENCH_POSTGRES"); uri != nullptr)
        engines.emplace_back("PostgreSQL", uri);
    // Made before any process of a measurement comes.
    for (const auto& [name, database] : engines)
        openStore(database);
    std::vector<Shape> shapes(kShapes.begin(), kShapes.end());
    if (Shape one{}; argc > 3 && std::sscanf(argv[3], "%d,%d,%d", &one.processes, &one.accounts,
                                             &one.threads) == 3)
        shapes = {one};
    std::printf("%-12s %9s %8s %7s %12s %12s\n", "database", "processes", "accounts", "threads",
                "orders/s", "reads/s");
    for (const Shape& shape : shapes) {
        for (const auto& [name, database] : engines) {
            const Rates rates = ofProcesses(database, shape, seconds);
            std::printf("%-12s %9d %8d %7d %12.0f %12.0f\n", name, shape.processes, shape.accounts,
                        shape.threads, rates.orders, rates.reads);
            std::fflush(stdout);
        }
    }
    for (const char* end : {"", "-wal", "-shm"})
        std::filesystem::remove(file + end);
    return 0;
}
