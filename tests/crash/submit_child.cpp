// SPDX-License-Identifier: Apache-2.0
// Submits a sheet and kills itself with SIGKILL around the n-th commit of its ledger.
// Usage: crash_submit_child URL LEDGER ROWS before|after|never N      (the API key comes on stdin)
#include "submit_driver.hpp"

#include <atomic>
#include <csignal>
#include <cstdio>
#include <iostream>
#include <string>
#include <unistd.h>

using namespace leadsheet;

int main(int argc, char** argv) {
    if (argc != 6)
        return 2;
    test::SubmitJob job;
    job.baseUrl = argv[1];
    job.ledger = argv[2];
    job.rows = std::stoll(argv[3]);
    const std::string moment = argv[4];
    const auto fatal = std::stoull(argv[5]);
    std::getline(std::cin, job.apiKey);

    std::atomic<std::uint64_t> commits{0};
    const auto deadly = moment == "before" ? submit::DbOp::Commit : submit::DbOp::Committed;
    job.hook = [&](submit::DbOp op, std::uint64_t) {
        if (moment != "never" && op == deadly && ++commits == fatal)
            kill(getpid(), SIGKILL);
        return 0;
    };
    const auto report = test::submitSheet(job);
    if (!report) {
        std::fprintf(stderr, "%s: %s\n", std::string(report.error().codeName()).c_str(),
                     report.error().message.c_str());
        return 1;
    }
    if (report->state != submit::RunState::Finished) {
        std::fprintf(stderr, "%s: %s\n", std::string(name(report->reason)).c_str(),
                     report->detail.c_str());
        return 3;
    }
    return 0;
}
