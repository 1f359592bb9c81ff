// SPDX-License-Identifier: Apache-2.0
// Checks a sheet of 100,000 mapped rows: reads it, maps its columns and checks every row as before
// a submission. Prints the time against the limit. Usage: check_bench [rows]
#include "bench_row.hpp"
#include "leadsheet/app/sheet_check.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

namespace {

using namespace leadsheet::app;

constexpr int kRounds = 3;
constexpr double kWantedSeconds = 1; ///< for 100,000 rows
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
    out << "Company,Industry,Job title,Location,Company size,Keywords,Leads\r\n";
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

// CPU seconds, or a negative number when not every row is ready.
double checkAll(const std::filesystem::path& file, long rows) {
    const double begin = cpuSeconds();
    auto check = SheetCheck::open(file);
    if (!check) {
        std::fprintf(stderr, "%s\n", check.error().message().c_str());
        return -1;
    }
    CheckedRow row;
    for (;;) {
        const auto next = check->next(row);
        if (!next || *next == Next::End)
            break;
    }
    const CheckSummary summary = check->summary();
    for (const ProblemGroup& group : summary.groups)
        std::fprintf(stderr, "%s\n", group.text().c_str());
    return summary.ready == static_cast<std::uint64_t>(rows) ? cpuSeconds() - begin : -1;
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
    double least = checkAll(name, rows);
    for (int round = 1; round < kRounds && least >= 0; ++round)
        least = std::min(least, checkAll(name, rows));
    std::filesystem::remove(name);
    if (least < 0) {
        std::fprintf(stderr, "not every row is ready\n");
        return 1;
    }
    const double limit = kWantedSeconds * static_cast<double>(rows) / kWantedRows;
    const bool met = least <= limit;
    std::printf("%-6s checking %ld mapped rows: %.2f s CPU, wanted at most %.2f\n",
                met ? "ok" : "MISSED", rows, least, limit);
    bench::addRow(bench::ofLimit("check 100,000 mapped rows, CPU", least, limit, "s"));
    return met ? 0 : 1;
}
