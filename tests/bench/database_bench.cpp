// SPDX-License-Identifier: Apache-2.0
// Orders and reads a second of 1, 2 and 4 processes on one database: a SQLite file, and a
// PostgreSQL database if LEADSHEET_BENCH_POSTGRES is its URI. Usage: database_bench [FOLDER
// [seconds per measurement [PROCESSES,ACCOUNTS,THREADS]]], the last for this shape of load alone.
// Every process has accounts of its own and threads that wait for each answer, as the server's
// workers do.
#include "bench_orders.hpp"
#include "bench_row.hpp"
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

    bool operator==(const Shape&) const = default;
};
constexpr Shape kOneProcess{1, 8, 16};
constexpr Shape kFourProcesses{4, 8, 16};
constexpr Shape kOneClient{1, 1, 1};
constexpr Shape kSixteenClients{1, 1, 16};
constexpr std::array kShapes = {kOneProcess, Shape{2, 8, 16}, kFourProcesses,
                                kOneClient,  kSixteenClients, Shape{1, 64, 64}};
/// What is wished for on a machine with cores to spare; two give about half of it, as a read costs
/// database and process together about 0.1 ms of processor time (docs/operations.md).
constexpr double kReadsWanted = 40'000;

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

struct Measured {
    Shape shape;
    Rates rates;
};

void addRatio(const std::string& what, double ours, const char* of, double peer) {
    bench::addRow({what, bench::figure(ours, "/s"),
                   std::string(of) + " " + bench::figure(peer, "/s"), ours / peer,
                   bench::Better::More, 1.0, std::nullopt});
}

/// The rows of PostgreSQL, if all their shapes were measured.
void addRows(const std::vector<Measured>& measured) {
    const auto of = [&](const Shape& shape) -> const Rates* {
        const auto found = std::ranges::find(measured, shape, &Measured::shape);
        return found == measured.end() ? nullptr : &found->rates;
    };
    const Rates* const one = of(kOneProcess);
    const Rates* const four = of(kFourProcesses);
    const Rates* const client = of(kOneClient);
    const Rates* const clients = of(kSixteenClients);
    if (one == nullptr || four == nullptr || client == nullptr || clients == nullptr)
        return;
    addRatio("orders on PostgreSQL, four processes", four->orders, "one", one->orders);
    addRatio("orders on PostgreSQL, sixteen clients of one account", clients->orders, "one",
             client->orders);
    addRatio("reads on PostgreSQL, four processes", four->reads, "one", one->reads);
    double most = 0;
    for (const Measured& each : measured)
        most = std::max(most, each.rates.reads);
    addRatio("reads on PostgreSQL, at most", most, "wanted", kReadsWanted);
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
    std::vector<Measured> onPostgres;
    for (const Shape& shape : shapes) {
        for (const auto& [name, database] : engines) {
            const Rates rates = ofProcesses(database, shape, seconds);
            std::printf("%-12s %9d %8d %7d %12.0f %12.0f\n", name, shape.processes, shape.accounts,
                        shape.threads, rates.orders, rates.reads);
            std::fflush(stdout);
            if (isPostgresUri(database))
                onPostgres.push_back({shape, rates});
        }
    }
    addRows(onPostgres);
    for (const char* end : {"", "-wal", "-shm"})
        std::filesystem::remove(file + end);
    return 0;
}
