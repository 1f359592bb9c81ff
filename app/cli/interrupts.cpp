// SPDX-License-Identifier: Apache-2.0
#include "interrupts.hpp"

#include "failure.hpp"

#include <csignal>
#include <cstdint>
#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

namespace leadsheet::cli {
namespace {

constexpr int kPatience = 3;

void raise(int descriptor) {
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(descriptor, &one, sizeof one);
}

} // namespace

Interrupts::Interrupts() {
    sigset_t signals;
    sigemptyset(&signals);
    for (const int number : {SIGINT, SIGTERM, SIGHUP})
        sigaddset(&signals, number);
    ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    std::signal(SIGPIPE, SIG_IGN);
    signalDescriptor_ = ::signalfd(-1, &signals, SFD_CLOEXEC);
    wakeDescriptor_ = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    endDescriptor_ = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    thread_ = std::jthread([this](const std::stop_token& end) { watch(end); });
}

Interrupts::~Interrupts() {
    thread_.request_stop();
    raise(endDescriptor_);
    thread_.join();
    for (const int descriptor : {signalDescriptor_, wakeDescriptor_, endDescriptor_})
        ::close(descriptor);
}

void Interrupts::watch(const std::stop_token& end) {
    while (!end.stop_requested()) {
        pollfd waits[] = {{signalDescriptor_, POLLIN, 0}, {endDescriptor_, POLLIN, 0}};
        if (::poll(waits, 2, -1) <= 0 || (waits[0].revents & POLLIN) == 0)
            continue;
        signalfd_siginfo info{};
        if (::read(signalDescriptor_, &info, sizeof info) == static_cast<ssize_t>(sizeof info))
            signalled();
    }
}

void Interrupts::signalled() {
    const std::lock_guard lock(mutex_);
    ++count_;
    if (count_ >= kPatience)
        ::_exit(static_cast<int>(ExitCode::Interrupted));
    if (handler_) {
        handler_(count_);
        return;
    }
    stop_.request_stop();
    raise(wakeDescriptor_);
}

Interrupts::Handler::Handler(Interrupts& interrupts, std::function<void(int)> call)
    : interrupts_(interrupts) {
    const std::lock_guard lock(interrupts_.mutex_);
    if (interrupts_.count_ > 0)
        call(interrupts_.count_);
    interrupts_.handler_ = std::move(call);
}

Interrupts::Handler::~Handler() {
    const std::lock_guard lock(interrupts_.mutex_);
    interrupts_.handler_ = nullptr;
}

} // namespace leadsheet::cli
