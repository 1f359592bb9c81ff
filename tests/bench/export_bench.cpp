// SPDX-License-Identifier: Apache-2.0
// Exports 1,000,000 records x 20 columns (15 texts, 3 numbers, a date, a truth value) to XLSX and
// CSV, and the same records with libxlsxwriter in its constant-memory mode, each in a process of
// its own. Usage: export_bench [rows]
#include "bench_row.hpp"
#include "leadsheet/app/record_writer.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>
#include <xlsxwriter.h>

namespace {

using namespace leadsheet::app;

constexpr int kRounds = 2;
constexpr std::size_t kTexts = 15;
constexpr std::size_t kColumns = 20;
constexpr double kWantedRatio = 3;
constexpr double kWantedMegabytes = 20;
constexpr double kWantedCsvRows = 1'000'000; // a second

/// Leads as they are exported; made anew for each row from a few small numbers.
struct Lead {
    std::array<std::string, kTexts> texts;
    std::int64_t employees = 0;
    double score = 0;
    double revenue = 0;
    int day = 0; ///< after 1 January 2026
    bool verified = false;

    void make(long n) {
        static constexpr std::array<const char*, 8> kCities = {
            "Berlin", "München", "Paris", "New York", "São Paulo", "Wien", "Zürich", "Oslo"};
        static constexpr std::array<const char*, 4> kTitles = {
            "Head of Marketing", "VP Sales & Partnerships", "CEO", "Leiterin Vertrieb"};
        const std::string id = std::to_string(n);
        const std::string city = kCities[static_cast<std::size_t>(n * 7 % 8)];
        texts = {"lead_" + id,
                 "First" + std::to_string(n % 977),
                 "Last" + std::to_string(n % 4999),
                 kTitles[static_cast<std::size_t>(n % 4)],
                 "first" + std::to_string(n % 977) + ".last" + id + "@company" +
                     std::to_string(n % 20011) + ".example",
                 "+49 30 " + std::to_string(1'000'000 + n % 8'999'999),
                 "Company " + std::to_string(n % 20011) + " GmbH",
                 "company" + std::to_string(n % 20011) + ".example",
                 "https://www.linkedin.example/in/first-last-" + id,
                 n % 3 == 0 ? "Software" : "Financial services",
                 city,
                 std::to_string(10'000 + n % 89'999),
                 n % 2 == 0 ? "Germany" : "France",
                 n % 5 == 0 ? "" : "Series " + std::string(1, static_cast<char>('A' + n % 5)),
                 "ord_" + std::to_string(n / 500)};
        employees = 1 + n * 31 % 5000;
        score = static_cast<double>(n % 1000) / 10;
        revenue = static_cast<double>(n * 7 % 100'000) * 1.25;
        day = static_cast<int>(n % 300);
        verified = n % 4 != 0;
    }
};

struct Cost {
    double seconds = 0;   ///< CPU, user and system
    double megabytes = 0; ///< peak resident
};

double secondsOf(const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

template <typename Job>
Cost measure(Job job) {
    const pid_t child = ::fork();
    if (child == 0)
        ::_exit(job());
    int status = 0;
    rusage usage{};
    ::wait4(child, &status, 0, &usage);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        std::fprintf(stderr, "a writer failed\n");
        std::exit(1);
    }
    return {secondsOf(usage.ru_utime) + secondsOf(usage.ru_stime),
            static_cast<double>(usage.ru_maxrss) / 1024};
}

/// What making the records costs, which is no part of any writer.
int makeOnly(long rows) {
    Lead lead;
    std::size_t bytes = 0;
    for (long n = 0; n < rows; ++n) {
        lead.make(n);
        bytes += lead.texts[4].size();
    }
    return bytes == 0 ? 1 : 0;
}

std::vector<ExportColumn> columns() {
    std::vector<ExportColumn> made;
    for (std::size_t i = 0; i < kTexts; ++i)
        made.push_back({"text" + std::to_string(i), ColumnType::Text});
    for (const char* name : {"employees", "score", "revenue"})
        made.push_back({name, ColumnType::Number});
    made.push_back({"delivered", ColumnType::Date});
    made.push_back({"verified", ColumnType::Boolean});
    return made;
}

int writeOurs(const std::filesystem::path& file, ExportFormat format, long rows) {
    ExportOptions options;
    options.overwrite = true;
    auto writer = RecordWriter::create(file, format, options);
    if (!writer || !writer->begin(columns()))
        return 1;
    const std::chrono::sys_days first{std::chrono::year{2026} / 1 / 1};
    Lead lead;
    std::array<ExportValue, kColumns> values;
    for (long n = 0; n < rows; ++n) {
        lead.make(n);
        for (std::size_t i = 0; i < kTexts; ++i)
            values[i] = std::string_view(lead.texts[i]);
        values[15] = lead.employees;
        values[16] = lead.score;
        values[17] = lead.revenue;
        values[18] = first + std::chrono::days(lead.day);
        values[19] = lead.verified;
        if (!writer->row(values))
            return 1;
    }
    return writer->finish() ? 0 : 1;
}

int writeWithLibxlsxwriter(const std::filesystem::path& file, long rows) {
    lxw_workbook_options options{};
    options.constant_memory = LXW_TRUE;
    lxw_workbook* book = workbook_new_opt(file.c_str(), &options);
    lxw_worksheet* sheet = workbook_add_worksheet(book, nullptr);
    lxw_format* date = workbook_add_format(book);
    format_set_num_format(date, "yyyy-mm-dd");
    const auto names = columns();
    for (std::size_t i = 0; i < kColumns; ++i)
        worksheet_write_string(sheet, 0, static_cast<lxw_col_t>(i), names[i].name.c_str(), nullptr);
    Lead lead;
    for (long n = 0; n < rows; ++n) {
        lead.make(n);
        const auto row = static_cast<lxw_row_t>(n + 1);
        for (std::size_t i = 0; i < kTexts; ++i)
            worksheet_write_string(sheet, row, static_cast<lxw_col_t>(i), lead.texts[i].c_str(),
                                   nullptr);
        worksheet_write_number(sheet, row, 15, static_cast<double>(lead.employees), nullptr);
        worksheet_write_number(sheet, row, 16, lead.score, nullptr);
        worksheet_write_number(sheet, row, 17, lead.revenue, nullptr);
        worksheet_write_number(sheet, row, 18, 46023 + lead.day, date);
        worksheet_write_boolean(sheet, row, 19, lead.verified ? 1 : 0, nullptr);
    }
    return workbook_close(book) == LXW_NO_ERROR ? 0 : 1;
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

bool target(const char* what, double got, double wanted, bool met) {
    std::printf("%-6s %s: %.1f, wanted %.1f\n", met ? "ok" : "MISSED", what, got, wanted);
    return met;
}

} // namespace

int main(int argc, char** argv) {
    const long rows = argc > 1 ? std::max(1L, std::atol(argv[1])) : 1'000'000;
    std::string folder =
        (std::filesystem::temp_directory_path() / "leadsheet-bench-XXXXXX").string();
    if (::mkdtemp(folder.data()) == nullptr)
        return 1;
    const std::filesystem::path path(folder);
    const Cost made = best([&] { return makeOnly(rows); });
    const auto show = [&](const char* name, const Cost& cost, const std::filesystem::path& file) {
        const double net = cost.seconds - made.seconds;
        std::printf("%-28s %6.2f s CPU  %8.0f rows/s  %6.1f MB memory  %6.1f MB file\n", name, net,
                    static_cast<double>(rows) / net, cost.megabytes,
                    static_cast<double>(std::filesystem::file_size(file)) / 1e6);
        return net;
    };
    std::printf("%ld records x %zu columns; making them took %.2f s, not counted\n", rows, kColumns,
                made.seconds);
    const Cost xlsx = best([&] { return writeOurs(path / "a.xlsx", ExportFormat::Xlsx, rows); });
    const double ours = show("leadsheet XLSX", xlsx, path / "a.xlsx");
    const Cost peer = measure([&] { return writeWithLibxlsxwriter(path / "b.xlsx", rows); });
    const double theirs = show("libxlsxwriter constant memory", peer, path / "b.xlsx");
    const Cost csv = best([&] { return writeOurs(path / "a.csv", ExportFormat::Csv, rows); });
    const double text = show("leadsheet CSV", csv, path / "a.csv");
    const Cost json =
        best([&] { return writeOurs(path / "a.jsonl", ExportFormat::JsonLines, rows); });
    show("leadsheet JSON Lines", json, path / "a.jsonl");
    std::filesystem::remove_all(path);
    const double ratio = theirs / ours;
    const double csvRows = static_cast<double>(rows) / text;
    bench::addRow({"write XLSX, 1,000,000 rows x 20, CPU", bench::figure(ours, "s"),
                   "libxlsxwriter " + bench::figure(theirs, "s"), ratio, bench::Better::More,
                   std::nullopt, kWantedRatio});
    bench::addRow(bench::ofLimit("write XLSX, 1,000,000 rows, memory", xlsx.megabytes,
                                 kWantedMegabytes, "MB"));
    bench::addRow(bench::ofLimit("write CSV, rows a second of CPU", csvRows, kWantedCsvRows, "/s",
                                 bench::Better::More));
    bool met = target("times as fast as libxlsxwriter", ratio, kWantedRatio, ratio >= kWantedRatio);
    met &= target("MB of memory for XLSX", xlsx.megabytes, kWantedMegabytes,
                  xlsx.megabytes <= kWantedMegabytes);
    met &= target("CSV records a second", csvRows, kWantedCsvRows, csvRows >= kWantedCsvRows);
    return met ? 0 : 1;
}
