// SPDX-License-Identifier: Apache-2.0
// Streams a sheet of any format and prints what was met as one line of JSON. Usage:
// sheet_bench FILE [--rows N]. Driven by sheet_bench.py, which compares it with peers.
#include "leadsheet/app/row_source.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>
#include <sys/resource.h>

namespace {

// FNV-1a over the displayed texts, each with its column, so that files with the same content give
// the same number whatever their format.
class ContentHash {
public:
    void add(std::string_view text) {
        for (const char c : text)
            add(static_cast<unsigned char>(c));
    }
    void add(std::uint32_t number) {
        hash_ ^= number;
        hash_ *= 0x100000001b3ULL;
    }
    std::uint64_t value() const { return hash_; }

private:
    std::uint64_t hash_ = 0xcbf29ce484222325ULL;
};

struct Total {
    std::uint64_t rows = 0;
    std::uint64_t cells = 0;
    ContentHash hash;
};

// Some programs write blank rows below the last one.
void count(const leadsheet::app::RowView& row, Total& total) {
    if (row.blank())
        return;
    total.rows += row.repeat;
    for (const leadsheet::app::Cell& cell : row.cells) {
        if (cell.text.empty())
            continue;
        total.cells += row.repeat;
        total.hash.add(cell.column);
        total.hash.add(cell.text);
    }
    total.hash.add(row.row);
}

double cpuSeconds(const rusage& usage) {
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// Peak of this program alone; getrusage would count the one that started it, too.
double peakMegabytes() {
    std::ifstream status("/proc/self/status");
    std::string name;
    long kilobytes = 0;
    while (status >> name && name != "VmHWM:") {
    }
    status >> kilobytes;
    return static_cast<double>(kilobytes) / 1024;
}

int fail(const leadsheet::app::SheetError& error) {
    std::fprintf(stderr, "%s\n", error.message().c_str());
    return 3;
}

} // namespace

int main(int argc, char** argv) {
    std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    if (argc == 4 && std::strcmp(argv[2], "--rows") == 0)
        most = std::strtoull(argv[3], nullptr, 10);
    else if (argc != 2) {
        std::fprintf(stderr, "usage: sheet_bench FILE [--rows N]\n");
        return 2;
    }
    const auto begin = std::chrono::steady_clock::now();
    const auto source = leadsheet::app::openSheet(argv[1]);
    if (!source)
        return fail(source.error());
    Total total;
    leadsheet::app::RowView row;
    while (total.rows < most) {
        const auto next = (*source)->next(row);
        if (!next)
            return fail(next.error());
        if (*next == leadsheet::app::Next::End)
            break;
        count(row, total);
    }
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    std::printf("{\"rows\": %llu, \"cells\": %llu, \"hash\": \"%016llx\", \"wall\": %.4f, "
                "\"seconds\": %.4f, \"megabytes\": %.1f}\n",
                static_cast<unsigned long long>(total.rows),
                static_cast<unsigned long long>(total.cells),
                static_cast<unsigned long long>(total.hash.value()), wall.count(),
                cpuSeconds(usage), peakMegabytes());
    return 0;
}
