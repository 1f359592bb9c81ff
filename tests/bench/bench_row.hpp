// SPDX-License-Identifier: Apache-2.0
// What a benchmark adds to the table of ./dev bench (bench_table.py).
#pragma once

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>

namespace bench {

enum class Better { More, Less };

/// A row of the table: a ratio, and what it is made of.
struct Row {
    std::string what; ///< names the row; the same in every run
    std::string ours; ///< with its unit
    std::string peer; ///< who is compared, and its figure; of a bare limit: the limit
    double ratio = 0;
    Better better = Better::Less;
    std::optional<double> target; ///< what is wished for
    std::optional<double> limit;  ///< what the benchmark fails behind
};

/// 1.5 with "s" is "1.50 s": three digits, as more of them differ from run to run.
inline std::string figure(double value, const char* unit) {
    const int digits = std::abs(value) >= 100 ? 0 : std::abs(value) >= 10 ? 1 : 2;
    char text[64];
    std::snprintf(text, sizeof text, "%.*f %s", digits, value, unit);
    return text;
}

/// A figure against a bare limit: the ratio is the share of the limit that is used.
inline Row ofLimit(std::string what, double value, double limit, const char* unit,
                   Better better = Better::Less) {
    return {std::move(what),
            figure(value, unit),
            "limit " + figure(limit, unit),
            value / limit,
            better,
            std::nullopt,
            1.0};
}

/// Appends the row to the file that LEADSHEET_BENCH_ROWS names; without it nothing happens.
inline void addRow(const Row& row) {
    const char* path = std::getenv("LEADSHEET_BENCH_ROWS");
    if (path == nullptr)
        return;
    std::FILE* file = std::fopen(path, "a");
    if (file == nullptr)
        return;
    const auto bar = [](const std::optional<double>& value) {
        return value ? std::to_string(*value) : std::string();
    };
    std::fprintf(file, "%s\t%s\t%s\t%.6g\t%s\t%s\t%s\n", row.what.c_str(), row.ours.c_str(),
                 row.peer.c_str(), row.ratio, row.better == Better::More ? "more" : "less",
                 bar(row.target).c_str(), bar(row.limit).c_str());
    std::fclose(file);
}

} // namespace bench
