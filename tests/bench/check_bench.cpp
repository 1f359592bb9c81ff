// SPDX-License-Identifier: Apache-2.0
// Checks a sheet of 100,000 mapped rows: reads it, maps its columns and checks every row as before
// a submission; then once more beside a ledger that has an order for each of them. Prints the times
// against the limits. Usage: check_bench [rows]
#include "bench_row.hpp"
#include "leadsheet/app/sheet_check.hpp"
#include "leadsheet/work/checked_rows.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sqlite3.h>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

namespace {

using namespace leadsheet::app;
namespace submit = leadsheet::submit;
namespace work = leadsheet::work;

constexpr int kRounds = 3;
constexpr double kWantedSeconds = 1;         ///< for 100,000 rows
constexpr double kWantedComparedSeconds = 8; ///< the same, beside a ledger
constexpr double kWantedRows = 100'000;

// Lists, numbers with separators, ranges and texts, as people keep them; no two rows order the
// same.
void writeSheet(const std::filesystem::path& file, long rows) {
    static constexpr std::array<const char*, 6> kIndustries{"SaaS; Software", "Machine building",
                                                            "Logistics",      "Banking; Insurance",
                                                            "Retail",         "Energy"};
    static constexpr std::array<const char*, 4> kTitles{"CEO", "CTO; VP Engineering",
                                                        "Head of Marketing", "Leiter Vertrieb"};
    static constexpr std::array<const char*, 5> kPlaces{"Germany", "Austria; Switzerland", "France",
                                                        "United States", "Berlin"};
    static constexpr std::array<const char*, 4> kSizes{"11-50", "51-200", "201-500", "1-10"};
    std::ofstream out(file, std::ios::binary);
    out << "Client,Industry,Job title,Location,Company size,Keywords,Leads\r\n";
    for (long i = 0; i < rows; ++i)
        out << "Company " << i << " GmbH," << kIndustries[static_cast<std::size_t>(i % 6)] << ','
            << kTitles[static_cast<std::size_t>(i % 4)] << ','
            << kPlaces[static_cast<std::size_t>(i % 5)] << ','
            << kSizes[static_cast<std::size_t>(i / 3 % 4)] << ",topic " << i << ",\"1,"
            << 100 + i % 900 << "\"\r\n";
}

double cpuSeconds() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

work::SheetPlan planOf(const std::filesystem::path& file) {
    work::SheetPlan plan;
    plan.path = file;
    plan.title = "bench";
    plan.sourceName = "bench.csv";
    return plan;
}

/// CPU seconds, or a negative number when not every row is ready; beside a ledger, when not every
/// row is known as ordered.
double checkAll(const std::filesystem::path& file, long rows,
                const std::optional<work::OrdersOf>& orders) {
    const double begin = cpuSeconds();
    auto check = SheetCheck::open(file);
    if (!check) {
        std::fprintf(stderr, "%s\n", check.error().message().c_str());
        return -1;
    }
    std::optional<work::CheckedRows> compared;
    if (orders)
        compared.emplace(orders, planOf(file), *check, leadsheet::systemClock()->wallNow());
    CheckedRow row;
    for (;;) {
        const auto next = check->next(row);
        if (!next || *next == Next::End)
            break;
        if (compared)
            compared->note(row);
    }
    const CheckSummary summary = check->summary();
    for (const ProblemGroup& group : summary.groups)
        std::fprintf(stderr, "%s\n", group.text().c_str());
    bool good = summary.ready == static_cast<std::uint64_t>(rows);
    if (compared) {
        const auto figures = compared->finish(summary);
        good =
            good && figures && figures->summary.ready == 0 && figures->known.alreadyOrdered == rows;
    }
    return good ? cpuSeconds() - begin : -1;
}

/// A ledger that has ordered every row of the sheet.
bool orderAll(const std::filesystem::path& file, const work::OrdersOf& orders) {
    auto ledger = submit::Ledger::open(orders.ledger);
    auto check = SheetCheck::open(file);
    if (!ledger || !check)
        return false;
    const auto lock = ledger->lock();
    if (!lock || !work::planSheet(*ledger, *lock, orders.buyer, planOf(file), *check,
                                  [](std::int64_t) {}, {}))
        return false;
    sqlite3* database = nullptr;
    const bool done = sqlite3_open(orders.ledger.c_str(), &database) == SQLITE_OK &&
                      sqlite3_exec(database,
                                   "UPDATE runs SET state = 6;"
                                   "UPDATE rows SET state = 5, price = 2000,"
                                   " order_number = 'LS-' || ordinal",
                                   nullptr, nullptr, nullptr) == SQLITE_OK;
    sqlite3_close(database);
    return done;
}

template <typename Measure>
double leastOf(Measure measure) {
    double least = measure();
    for (int round = 1; round < kRounds && least >= 0; ++round)
        least = std::min(least, measure());
    return least;
}

bool tell(const char* what, const char* row, double least, double limit) {
    const bool met = least >= 0 && least <= limit;
    std::printf("%-6s %s: %.2f s CPU, wanted at most %.2f\n", met ? "ok" : "MISSED", what, least,
                limit);
    bench::addRow(bench::ofLimit(row, least, limit, "s"));
    return met;
}

} // namespace

int main(int argc, char** argv) {
    const long rows = argc > 1 ? std::max(1L, std::atol(argv[1])) : 100'000;
    std::string name =
        (std::filesystem::temp_directory_path() / "leadsheet-bench-XXXXXX.csv").string();
    const int descriptor = ::mkstemps(name.data(), 4);
    if (descriptor < 0)
        return 1;
    ::close(descriptor);
    writeSheet(name, rows);
    const double alone = leastOf([&] { return checkAll(name, rows, std::nullopt); });
    const std::filesystem::path ledger = name + ".ledger";
    const work::OrdersOf orders{ledger,
                                {{"https://bench.example", "acc_bench", "bench", {}}, "USD"}};
    const double beside =
        orderAll(name, orders) ? leastOf([&] { return checkAll(name, rows, orders); }) : -1;
    for (const char* suffix : {"", "-wal", "-shm", ".lock"})
        std::filesystem::remove(ledger.string() + suffix);
    std::filesystem::remove(name);
    if (alone < 0 || beside < 0) {
        std::fprintf(stderr, "not every row is ready, or known to the ledger\n");
        return 1;
    }
    const double scale = static_cast<double>(rows) / kWantedRows;
    const bool met = tell("checking mapped rows", "check 100,000 mapped rows, CPU", alone,
                          kWantedSeconds * scale);
    const bool metBeside =
        tell("checking them beside their orders", "check 100,000 rows beside their orders, CPU",
             beside, kWantedComparedSeconds * scale);
    return met && metBeside ? 0 : 1;
}
