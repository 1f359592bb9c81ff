// SPDX-License-Identifier: Apache-2.0
// Submits ROWS rows the way the command line does, with its ledger on disk.
// Usage: bench_submit URL LEDGER ROWS [priced]      (the key in LEADSHEET_API_KEY)
// Prints {"seconds": sending, "allSeconds": with planning and pricing, "placed", "failed",
// "peakMegabytes", "cpuSeconds": processor time, "pricingCpuSeconds": until the approval}. With
// `priced` it ends with the approval.
#include "submit_driver.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <sys/resource.h>

using namespace leadsheet;

namespace {

double cpuSeconds() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

} // namespace

int main(int argc, char** argv) {
    const char* key = std::getenv("LEADSHEET_API_KEY");
    const bool priced = argc == 5 && std::string_view(argv[4]) == "priced";
    if ((argc != 4 && !priced) || key == nullptr)
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
    double pricing = 0;
    submit::RunControl control;
    job.control = &control;
    job.onApproved = [&] {
        approved = std::chrono::steady_clock::now();
        pricing = cpuSeconds();
        if (priced)
            control.stop();
    };
    const auto report = test::submitSheet(job);
    const auto ended = std::chrono::steady_clock::now();
    if (!report) {
        std::fprintf(stderr, "%s\n", report.error().message.c_str());
        return 1;
    }
    if (report->state != submit::RunState::Finished && !priced)
        std::fprintf(stderr, "%s\n", report->detail.c_str());
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto placed = report->totals.of(submit::RowState::Placed);
    std::printf("{\"seconds\":%.3f,\"allSeconds\":%.3f,\"placed\":%lld,\"failed\":%lld,"
                "\"peakMegabytes\":%ld,\"cpuSeconds\":%.3f,\"pricingCpuSeconds\":%.3f}\n",
                Seconds(ended - approved).count(), Seconds(ended - started).count(),
                static_cast<long long>(placed), static_cast<long long>(job.rows - placed),
                usage.ru_maxrss / 1024, cpuSeconds(), pricing);
    return 0;
}
