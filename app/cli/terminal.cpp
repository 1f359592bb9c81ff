// SPDX-License-Identifier: Apache-2.0
#include "terminal.hpp"

#include "interrupts.hpp"
#include "output/console.hpp"

#include <cerrno>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

namespace leadsheet::cli {
namespace {

constexpr std::size_t kMaxLine = 4096;

/// Turns the terminal's echo off and back on, whatever happens between.
class Quietly {
public:
    explicit Quietly(Echo echo) {
        if (echo == Echo::On || ::tcgetattr(STDIN_FILENO, &before_) != 0)
            return;
        termios quiet = before_;
        quiet.c_lflag &= ~static_cast<tcflag_t>(ECHO);
        changed_ = ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &quiet) == 0;
    }
    Quietly(const Quietly&) = delete;
    Quietly& operator=(const Quietly&) = delete;
    ~Quietly() {
        if (!changed_)
            return;
        ::tcsetattr(STDIN_FILENO, TCSANOW, &before_);
        [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, "\n", 1);
    }

private:
    termios before_{};
    bool changed_ = false;
};

} // namespace

bool waitForInput(Interrupts& interrupts) {
    for (;;) {
        pollfd waits[] = {{STDIN_FILENO, POLLIN, 0}, {interrupts.wakeDescriptor(), POLLIN, 0}};
        if (::poll(waits, 2, -1) < 0 && errno != EINTR)
            return false;
        if ((waits[1].revents & POLLIN) != 0)
            return false;
        if (waits[0].revents != 0)
            return true;
    }
}

void waitForInterrupt(Interrupts& interrupts) {
    while (!interrupts.happened()) {
        pollfd wait{interrupts.wakeDescriptor(), POLLIN, 0};
        ::poll(&wait, 1, -1);
    }
}

bool waitForInterrupt(Interrupts& interrupts, std::chrono::milliseconds longest) {
    pollfd wait{interrupts.wakeDescriptor(), POLLIN, 0};
    ::poll(&wait, 1, static_cast<int>(longest.count()));
    return interrupts.happened();
}

std::string lineOfInput(std::size_t limit) {
    std::string line;
    char c = 0;
    while (line.size() < limit) {
        const ssize_t count = ::read(STDIN_FILENO, &c, 1);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0 || c == '\n')
            break;
        line += c;
    }
    return line;
}

std::optional<std::string> askOnTerminal(Console& console, Interrupts& interrupts,
                                         const Text& question, Echo echo) {
    const Quietly quietly(echo); // before the question: what is typed right after it must not show
    console.ask(question);
    std::string line;
    while (line.size() < kMaxLine) {
        if (!waitForInput(interrupts))
            return std::nullopt;
        char c = 0;
        const ssize_t count = ::read(STDIN_FILENO, &c, 1);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return std::nullopt;
        if (c == '\n')
            return line;
        line += c;
    }
    return line;
}

} // namespace leadsheet::cli
