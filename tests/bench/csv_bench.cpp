// SPDX-License-Identifier: Apache-2.0
// Streams a sheet of 1,000,000 rows x 8 columns and compares the CPU time with Python's csv module
// on the same file in the same run. Usage: csv_bench [rows]
#include "bench_row.hpp"
#include "leadsheet/app/row_source.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

constexpr int kRounds = 3;

struct Cost {
    double seconds = 0;
    double megabytes = 0; ///< peak resident
};

void writeSheet(const std::filesystem::path& file, long rows) {
    std::ofstream out(file, std::ios::binary);
    out << "Company,City,Industry,Title,Employees,Revenue,Leads,Date\r\n";
    for (long i = 0; i < rows; ++i)
        out << "Company " << i << " GmbH,Berlin,\"Software, SaaS\",Head of Marketing," << i % 5000
            << ',' << i * 7 % 100000 << ".50," << 100 + i % 900 << ",2026-01-" << 10 + i % 20
            << "\r\n";
}

// Runs in a process of its own, so that the numbers are those of the whole job.
template <typename Job>
Cost measure(Job job) {
    const pid_t child = ::fork();
    if (child == 0)
        ::_exit(job());
    int status = 0;
    rusage usage{};
    ::wait4(child, &status, 0, &usage);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        std::fprintf(stderr, "a reader failed\n");
        std::exit(1);
    }
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
    };
    return {seconds(usage.ru_utime) + seconds(usage.ru_stime),
            static_cast<double>(usage.ru_maxrss) / 1024};
}

int readAll(const std::filesystem::path& file, long rows) {
    auto source = leadsheet::app::openSheet(file);
    if (!source)
        return 1;
    leadsheet::app::RowView row;
    std::size_t cells = 0;
    for (auto next = (*source)->next(row); next && *next == leadsheet::app::Next::Row;
         next = (*source)->next(row))
        cells += row.cells.size();
    return cells == static_cast<std::size_t>(rows + 1) * 8 ? 0 : 1;
}

int readWithPython(const std::filesystem::path& file) {
    ::execlp("python3", "python3", "-c",
             "import csv, sys\n"
             "with open(sys.argv[1], newline='', encoding='utf-8') as f:\n"
             "    sys.exit(0 if sum(len(r) for r in csv.reader(f)) > 0 else 1)\n",
             file.c_str(), nullptr);
    return 1;
}

template <typename Job>
Cost best(Job job) {
    Cost least = measure(job);
    for (int round = 1; round < kRounds; ++round) {
        const Cost next = measure(job);
        least = {std::min(least.seconds, next.seconds), std::min(least.megabytes, next.megabytes)};
    }
    return least;
}

} // namespace

int main(int argc, char** argv) {
    const long rows = argc > 1 ? std::max(1L, std::atol(argv[1])) : 1'000'000;
    std::string name = (std::filesystem::temp_directory_path() / "leadsheet-bench-XXXXXX").string();
    const int descriptor = ::mkstemp(name.data());
    if (descriptor < 0)
        return 1;
    ::close(descriptor);
    writeSheet(name, rows);
    const Cost ours = best([&] { return readAll(name, rows); });
    const Cost python = best([&] { return readWithPython(name); });
    std::printf("%ld rows x 8, %.0f MB\n", rows,
                static_cast<double>(std::filesystem::file_size(name)) / 1e6);
    std::printf("leadsheet  %6.2f s CPU  %6.1f MB\n", ours.seconds, ours.megabytes);
    std::printf("python csv %6.2f s CPU  %6.1f MB\n", python.seconds, python.megabytes);
    const double ratio = python.seconds / ours.seconds;
    std::printf("ratio %.1f\n", ratio);
    bench::addRow({"read CSV, 1,000,000 rows, CPU", bench::figure(ours.seconds, "s"),
                   "Python csv " + bench::figure(python.seconds, "s"), ratio, bench::Better::More,
                   std::nullopt, std::nullopt});
    std::filesystem::remove(name);
    return 0;
}
