// SPDX-License-Identifier: Apache-2.0
#include "pty_process.hpp"

#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace leadsheet::test {
namespace {

constexpr int kPatienceMs = 240'000;
constexpr int kLookMs = 20;

std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> list;
    for (std::string& text : texts)
        list.push_back(text.data());
    list.push_back(nullptr);
    return list;
}

std::vector<std::string> texts(const QStringList& list) {
    std::vector<std::string> out;
    for (const QString& text : list)
        out.push_back(text.toStdString());
    return out;
}

} // namespace

PtyProcess::PtyProcess(const QStringList& command, const QProcessEnvironment& environment,
                       const QString& folder, int columns) {
    // Everything that allocates happens before the fork: the test's other threads may hold locks.
    std::vector<std::string> arguments = texts(command);
    std::vector<std::string> variables = texts(environment.toStringList());
    variables.push_back("TERM=xterm");
    const std::vector<char*> argv = pointers(arguments);
    const std::vector<char*> envp = pointers(variables);
    const std::string cwd = folder.toStdString();
    winsize size{};
    size.ws_row = 24;
    size.ws_col = static_cast<unsigned short>(columns);
    process_ = ::forkpty(&terminal_, nullptr, nullptr, &size);
    if (process_ == 0) {
        if (::chdir(cwd.c_str()) == 0)
            ::execve(argv[0], argv.data(), envp.data());
        ::_exit(127);
    }
    if (process_ < 0)
        giveUp(errno);
}

PtyProcess::~PtyProcess() {
    if (process_ > 0) {
        ::kill(process_, SIGKILL);
        ::waitpid(process_, nullptr, 0);
    }
    if (terminal_ >= 0)
        ::close(terminal_);
}

void PtyProcess::giveUp(int reason) {
    ended_ = true;
    screen_ = QByteArray("there is no pseudo terminal here: ") + std::strerror(reason) +
              "; mount devpts at /dev/pts, with /dev/ptmx leading to it";
    qCritical("%s", screen_.constData());
}

bool PtyProcess::readSome(int timeoutMs) {
    if (ended_)
        return false;
    pollfd wait{terminal_, POLLIN, 0};
    if (::poll(&wait, 1, timeoutMs) <= 0)
        return false;
    char buffer[4096];
    const ssize_t count = ::read(terminal_, buffer, sizeof buffer);
    ended_ = count <= 0;
    if (ended_)
        return false;
    screen_.append(buffer, static_cast<qsizetype>(count));
    return true;
}

bool PtyProcess::waitFor(const QByteArray& text) {
    return waitUntil([&] { return screen_.contains(text); });
}

bool PtyProcess::waitUntil(const std::function<bool()>& condition) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(kPatienceMs);
    while (!condition()) {
        if (ended_ || std::chrono::steady_clock::now() > end)
            return false;
        readSome(kLookMs);
    }
    return true;
}

void PtyProcess::type(const QByteArray& text) {
    [[maybe_unused]] const ssize_t written =
        ::write(terminal_, text.constData(), static_cast<std::size_t>(text.size()));
}

void PtyProcess::signal(int number) const {
    if (process_ > 0) // kill(-1) would reach every process
        ::kill(process_, number);
}

int PtyProcess::finish() {
    while (readSome(kPatienceMs)) {
    }
    if (process_ <= 0) // waitpid() would wait for any child
        return -1;
    // Its terminal is gone now: whatever still waits is ended, so that the test fails, not hangs.
    ::close(std::exchange(terminal_, -1));
    int status = 0;
    ::waitpid(process_, &status, 0);
    process_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

} // namespace leadsheet::test
