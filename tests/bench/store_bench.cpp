// SPDX-License-Identifier: Apache-2.0
// Durable order creation through the store as a share of what SQLite alone does with group commit
// on the same disk, in rounds that alternate. Usage: store_bench [directory [seconds per
// measurement]]
#include "bench_orders.hpp"
#include "bench_row.hpp"
#include "raw_sqlite.hpp"
#include "store/open_store.hpp"
#include "store_bench_support.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <sys/resource.h>
#include <thread>
#include <vector>

namespace domain = leadsheet::server::domain;
using namespace leadsheet::server::store;
using bench::now;
using bench::Orders;
using bench::pseudoRandom;
using bench::require;
using Clock = std::chrono::steady_clock;

namespace {

constexpr int kRounds = 5;
constexpr int kBatch = 64;

std::atomic<std::int64_t> nextKey{0};

/// Keeps `inFlight` creates waiting for their commit; creates per second.
double createRate(Store& store, const Orders& orders, int inFlight, double seconds) {
    std::mutex mutex;
    std::condition_variable changed;
    int flying = 0;
    std::int64_t finished = 0;
    const auto start = Clock::now();
    const auto end = start + std::chrono::duration<double>(seconds);
    std::unique_lock lock(mutex);
    while (Clock::now() < end) {
        changed.wait(lock, [&] { return flying < inFlight; });
        ++flying;
        lock.unlock();
        store.write([&orders, n = ++nextKey](Tx& tx) { orders.create(tx, n); },
                    [&](const StoreResult<void>& result) {
                        if (!result)
                            std::exit(1);
                        const std::scoped_lock done(mutex);
                        --flying;
                        ++finished;
                        changed.notify_one();
                    },
                    Durability::Full, orders.account());
        lock.lock();
    }
    changed.wait(lock, [&] { return flying == 0; });
    return static_cast<double>(finished) /
           std::chrono::duration<double>(Clock::now() - start).count();
}

/// Blocking callers, as the worker threads of the API are.
template <class Job>
double blockingRate(Store& store, int threads, double seconds, Durability durability, Job job) {
    std::atomic<std::int64_t> finished{0};
    const auto start = Clock::now();
    const auto end = start + std::chrono::duration<double>(seconds);
    {
        std::vector<std::jthread> callers;
        for (int t = 0; t < threads; ++t)
            callers.emplace_back([&] {
                while (Clock::now() < end) {
                    const std::int64_t n = ++nextKey;
                    if (!store.writeAndWait([&](Tx& tx) { job(tx, n); }, durability))
                        std::exit(1);
                    ++finished;
                }
            });
    }
    return static_cast<double>(finished) /
           std::chrono::duration<double>(Clock::now() - start).count();
}

/// CPU time of the whole process so far: says more than the clock on a machine that others use too.
double cpuSeconds() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

struct Measured {
    double rate;      ///< per second
    double cpuMicros; ///< of the process, each
};

template <class Run>
Measured measure(double seconds, Run run) {
    const double before = cpuSeconds();
    const double rate = run();
    return {rate, 1e6 * (cpuSeconds() - before) / (rate * seconds)};
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

void addRows(double ours, double lean, double toLean, double cpuToSame) {
    const std::string rate = bench::figure(ours, "/s");
    bench::addRow({"durable orders on SQLite, 64 waiting", rate,
                   "bare group commit, 4 rows an order, " + bench::figure(lean, "/s"), toLean,
                   bench::Better::More, 0.5, std::nullopt});
    bench::addRow({"the same, CPU an order", rate, "bare SQLite with the same tables", cpuToSame,
                   bench::Better::More, std::nullopt, std::nullopt});
}

} // namespace

int main(int argc, char** argv) {
    const std::filesystem::path base = argc > 1 ? argv[1] : std::filesystem::temp_directory_path();
    const double seconds = argc > 2 ? std::atof(argv[2]) : 2.0;
    const auto folder = base / ("leadsheet-store-bench-" + domain::makeId("", pseudoRandom()));
    std::filesystem::create_directories(folder);

    SqliteOptions options;
    options.path = (folder / "store.db").string();
    auto opened = openSqliteStore(options);
    if (!opened) {
        std::fprintf(stderr, "%s\n", opened.error().detail.c_str());
        return 1;
    }
    Store& store = **opened;
    const Orders orders(store);
    std::printf(
        "raw = one thread, prepared statements, %d orders a commit, a savepoint each, WAL, "
        "synchronous FULL\nlean = 4 rows and 4 indexes an order; same = the tables, indexes "
        "and rows of the store\n\n",
        kBatch);
    std::printf("creates/s (CPU us each)\n%5s %14s %14s %14s %14s %14s %8s %8s\n", "round",
                "raw lean", "raw same", "store 64", "store 256", "16 threads", "64/lean",
                "64/same");
    std::vector<double> toLean;
    std::vector<double> toSame;
    std::vector<double> cpuToSame;
    std::vector<double> rawLean;
    std::vector<double> ours;
    const auto create = [&](Tx& tx, std::int64_t n) {
        orders.create(tx, n);
    };
    for (int round = 1; round <= kRounds; ++round) {
        const Measured results[] = {
            measure(
                seconds,
                [&] { return bench::rawLeanRate((folder / "lean.db").string(), kBatch, seconds); }),
            measure(
                seconds,
                [&] { return bench::rawSameRate((folder / "same.db").string(), kBatch, seconds); }),
            measure(seconds, [&] { return createRate(store, orders, kBatch, seconds); }),
            measure(seconds, [&] { return createRate(store, orders, 4 * kBatch, seconds); }),
            measure(seconds,
                    [&] { return blockingRate(store, 16, seconds, Durability::Full, create); }),
        };
        toLean.push_back(results[2].rate / results[0].rate);
        toSame.push_back(results[2].rate / results[1].rate);
        cpuToSame.push_back(results[1].cpuMicros / results[2].cpuMicros);
        rawLean.push_back(results[0].rate);
        ours.push_back(results[2].rate);
        std::printf("%5d", round);
        for (const Measured& result : results)
            std::printf(" %8.0f (%3.0f)", result.rate, result.cpuMicros);
        std::printf(" %8.2f %8.2f\n", toLean.back(), toSame.back());
    }
    std::printf("\nmedian share of raw: lean %.2f, same tables %.2f (by CPU time %.2f)\n",
                median(toLean), median(toSame), median(cpuToSame));
    addRows(median(ours), median(rawLean), median(toLean), median(cpuToSame));

    const auto charge = [&](Tx& tx, std::int64_t) {
        orders.charge(tx);
    };
    for (const int threads : {1, 16}) {
        const double relaxed = blockingRate(store, threads, seconds, Durability::Relaxed, charge);
        const double full = blockingRate(store, threads, seconds, Durability::Full, charge);
        std::printf("rate charges/s, %2d thread(s): relaxed %.0f (%.0f us each), full %.0f\n",
                    threads, relaxed, 1e6 * threads / relaxed, full);
    }
    const double lone = blockingRate(store, 1, seconds, Durability::Full, create);
    std::printf("lone durable create: %.0f us\n", 1e6 / lone);
    const auto faults = require(store.read([](Reader& reader) { return reader.ledgerFaults(); }));
    opened->reset();
    std::filesystem::remove_all(folder);
    return faults.empty() ? 0 : 1;
}
