// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace leadsheet::cli {

/// SIGINT, SIGTERM and SIGHUP as ordinary calls on a thread of their own. Make one before any other
/// thread exists: the signals are blocked from then on, so that they reach only this object.
///
/// The first signal requests stop on token() or, while a Handler is set, calls it with 1; the next
/// one calls it with 2. A third one ends the process at once, whatever it is doing: every row in
/// the ledger is safe at any moment.
class Interrupts {
public:
    Interrupts();
    ~Interrupts();
    Interrupts(const Interrupts&) = delete;
    Interrupts& operator=(const Interrupts&) = delete;

    std::stop_token token() const { return stop_.get_token(); }
    /// Readable from the first signal on; for poll(2) beside a terminal.
    int wakeDescriptor() const { return wakeDescriptor_; }
    bool happened() const { return stop_.stop_requested(); }

    /// Takes the signals over while it lives. A signal that came before is passed on at once.
    class Handler {
    public:
        Handler(Interrupts& interrupts, std::function<void(int count)> call);
        ~Handler();
        Handler(const Handler&) = delete;
        Handler& operator=(const Handler&) = delete;

    private:
        Interrupts& interrupts_;
    };

private:
    void watch(const std::stop_token& end);
    void signalled();

    int signalDescriptor_ = -1;
    int wakeDescriptor_ = -1;
    int endDescriptor_ = -1;
    std::stop_source stop_;
    std::mutex mutex_;
    int count_ = 0;
    std::function<void(int)> handler_;
    std::jthread thread_;
};

} // namespace leadsheet::cli
