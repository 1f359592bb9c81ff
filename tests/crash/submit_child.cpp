// SPDX-License-Identifier: Apache-2.0
// Submits a sheet and kills itself with SIGKILL around the n-th commit of its ledger.
// Usage: crash_submit_child URL LEDGER ROWS before|after|never N      (the API key comes on stdin)
// SIGTERM pauses the run, SIGUSR1 sets the clock: three hours ahead, then three behind, and so on.
#include "hurried_clock.hpp"
#include "submit_driver.hpp"

#include <atomic>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <iostream>
#include <string>
#include <thread>
#include <unistd.h>

using namespace leadsheet;

namespace {

/// A clock that somebody sets.
class SetClock final : public Clock {
public:
    SteadyTime now() const override { return real_.now(); }
    WallTime wallNow() const override { return real_.wallNow() + std::chrono::hours(ahead_); }
    void wait(std::unique_lock<std::mutex>& lock, std::condition_variable_any& changed,
              SteadyTime until, const std::stop_token& stop) override {
        real_.wait(lock, changed, until, stop);
    }
    void set() { ahead_ = ahead_ > 0 ? -kHours : kHours; }

private:
    static constexpr int kHours = 3;
    test::HurriedClock real_;
    std::atomic<int> ahead_{0};
};

sigset_t steeringSignals() {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGUSR1);
    return signals;
}

void obeySignals(const std::stop_token& stop, submit::RunControl& control, SetClock& clock) {
    constexpr timespec kNap{0, 20'000'000};
    const sigset_t signals = steeringSignals();
    while (!stop.stop_requested()) {
        const int number = sigtimedwait(&signals, nullptr, &kNap);
        if (number == SIGTERM)
            control.pause();
        else if (number == SIGUSR1)
            clock.set();
    }
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 6)
        return 2;
    const sigset_t signals = steeringSignals();
    pthread_sigmask(SIG_BLOCK, &signals, nullptr); // before there are other threads
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
    const auto clock = std::make_shared<SetClock>();
    submit::RunControl control;
    job.clock = clock;
    job.control = &control;
    const std::jthread steering(
        [&](const std::stop_token& stop) { obeySignals(stop, control, *clock); });
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
