// SPDX-License-Identifier: Apache-2.0
// Submits ROWS rows the way the command line does, with its ledger on disk.
// Usage: bench_submit URL LEDGER ROWS      (the key in LEADSHEET_API_KEY)
// Prints {"seconds": sending, "allSeconds": with planning and pricing, "placed", "failed",
// "peakMegabytes"}.
#include "submit_driver.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <sys/resource.h>

using namespace leadsheet;

int main(int argc, char** argv) {
    const char* key = std::getenv("LEADSHEET_API_KEY");
    if (argc != 4 || key == nullptr)
        return 2;
    using Seconds = std::chrono::duration<double>;
    test::SubmitJob job;
    job.baseUrl = argv[1];
    job.apiKey = key;
    job.ledger = argv[2];
    job.rows = std::stoll(argv[3]);
    job.maxInFlight = 16;
    job.clock = systemClock();
    const auto started = std::chrono::steady_clock::now();
    auto approved = started;
    job.onApproved = [&approved] {
        approved = std::chrono::steady_clock::now();
    };
    const auto report = test::submitSheet(job);
    const auto ended = std::chrono::steady_clock::now();
    if (!report) {
        std::fprintf(stderr, "%s\n", report.error().message.c_str());
        return 1;
    }
    if (report->state != submit::RunState::Finished)
        std::fprintf(stderr, "%s\n", report->detail.c_str());
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto placed = report->totals.of(submit::RowState::Placed);
    std::printf("{\"seconds\":%.3f,\"allSeconds\":%.3f,\"placed\":%lld,\"failed\":%lld,"
                "\"peakMegabytes\":%ld}\n",
                Seconds(ended - approved).count(), Seconds(ended - started).count(),
                static_cast<long long>(placed), static_cast<long long>(job.rows - placed),
                usage.ru_maxrss / 1024);
    return 0;
}
