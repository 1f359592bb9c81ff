// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace leadsheet::test {

/// A program run by a test, with both outputs captured. posix_spawn instead of QProcess, whose way
/// to make a process ThreadSanitizer cannot follow. Killed and waited for when it goes away. Not
/// thread-safe.
class ChildProcess {
public:
    explicit ChildProcess(const std::vector<std::string>& arguments);
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    bool started() const { return pid_ > 0; }
    void signal(int number) const;
    /// The next line of standard output without its end; nullopt at its end or after the time.
    std::optional<std::string>
    readLine(std::chrono::milliseconds timeout = std::chrono::seconds(120));
    /// Reads both outputs to their end; the exit code, 128 + signal, or -1 when it did not end in
    /// time.
    int wait(std::chrono::milliseconds timeout = std::chrono::seconds(120));
    /// What arrived so far; everything after wait().
    const std::string& errors() const { return errors_; }

private:
    bool readSome(std::chrono::steady_clock::time_point deadline);

    pid_t pid_ = -1;
    int outFd_ = -1;
    int errFd_ = -1;
    std::string output_;
    std::string errors_;
};

} // namespace leadsheet::test
