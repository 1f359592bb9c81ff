// SPDX-License-Identifier: Apache-2.0
// A client among very many connections of leadsheet-server, which is found beside this program:
// most of them have asked once and stay open, the others ask ten times a second each.
//   connections_bench [idle] [busy] [seconds] [server]
#include "bench_row.hpp"
#include "raw_http.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <signal.h>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

using leadsheet::test::RawConnection;
using Clock = std::chrono::steady_clock;
namespace fs = std::filesystem;

constexpr double kMilliseconds = 50;
constexpr double kMegabytes = 70;
constexpr std::chrono::milliseconds kBusyTurn{10};
constexpr int kBusyThreads = 4;
constexpr const char* kRequest = "GET /healthz HTTP/1.1\r\nHost: bench\r\n\r\n";

/// Ended with this object.
class ServerProcess {
public:
    ServerProcess(const std::string& program, const std::string& connections) {
        int output[2] = {-1, -1};
        if (::pipe(output) != 0)
            return;
        pid_ = ::fork();
        if (pid_ == 0) {
            ::dup2(output[1], STDOUT_FILENO);
            ::execl(program.c_str(), program.c_str(), "--database", ":memory:", "--port", "0",
                    "--max-connections", connections.c_str(), nullptr);
            ::_exit(127);
        }
        ::close(output[1]);
        std::string line;
        for (char letter = 0; letter != '\n' && ::read(output[0], &letter, 1) == 1;)
            line += letter;
        ::close(output[0]);
        if (const auto at = line.find("\"port\":"); at != std::string::npos)
            port_ = static_cast<std::uint16_t>(std::atoi(line.c_str() + at + 7));
    }
    ~ServerProcess() {
        ::kill(pid_, SIGKILL);
        ::waitpid(pid_, nullptr, 0);
    }
    ServerProcess(const ServerProcess&) = delete;
    ServerProcess& operator=(const ServerProcess&) = delete;

    std::uint16_t port() const { return port_; }
    /// The most it ever had.
    double megabytes() const {
        std::ifstream status("/proc/" + std::to_string(pid_) + "/status");
        for (std::string word; status >> word;) {
            if (word == "VmHWM:" && status >> word)
                return std::stod(word) / 1024;
        }
        return 0;
    }

private:
    pid_t pid_ = -1;
    std::uint16_t port_ = 0;
};

/// Connections that have been answered once.
std::vector<RawConnection> openConnections(std::uint16_t port, int count) {
    std::vector<RawConnection> open;
    for (int i = 0; i < count; ++i) {
        open.emplace_back(port);
        if (open.back().request("GET", "/healthz").status != 200)
            break;
    }
    return open;
}

/// Asks on each ten times a second, on a tenth of them at once.
void keepBusy(std::vector<RawConnection>& connections, const std::atomic<bool>& stop,
              std::atomic<int>& answers) {
    const std::size_t many = connections.size() / 10;
    std::size_t first = 0;
    for (auto next = Clock::now(); many > 0 && !stop; next += kBusyTurn) {
        std::this_thread::sleep_until(next);
        for (std::size_t i = first; i < first + many; ++i)
            connections[i].sendBytes(kRequest);
        for (std::size_t i = first; i < first + many; ++i)
            answers += connections[i].readResponse().status == 200 ? 1 : 0;
        first = (first + many) % (10 * many);
    }
}

std::vector<double> askUntil(RawConnection& good, Clock::time_point end) {
    std::vector<double> took;
    while (Clock::now() < end) {
        const auto begun = Clock::now();
        if (good.request("GET", "/healthz").status != 200)
            return {};
        took.push_back(std::chrono::duration<double, std::milli>(Clock::now() - begun).count());
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    std::sort(took.begin(), took.end());
    return took;
}

bool report(int idle, int busy, double answersPerSecond, const std::vector<double>& took,
            double megabytes) {
    const double p99 = took.at(took.size() * 99 / 100);
    std::printf("%d idle and %d busy connections, %.0f answers/s: a client among them p50 %.1f ms, "
                "p99 %.1f ms (limit %.0f), most %.1f ms; %.0f MB (limit %.0f)\n",
                idle, busy, answersPerSecond, took.at(took.size() / 2), p99, kMilliseconds,
                took.back(), megabytes, kMegabytes);
    const bool kept = p99 < kMilliseconds && megabytes < kMegabytes;
    if (!kept)
        std::puts("MISSED");
    bench::addRow(bench::ofLimit("answer among 10,000 idle and 1,000 busy connections, p99", p99,
                                 kMilliseconds, "ms"));
    bench::addRow(bench::ofLimit("memory with 11,000 connections", megabytes, kMegabytes, "MB"));
    return kept;
}

int measure(const std::string& program, int idle, int busy, int seconds) {
    const ServerProcess server(program, std::to_string(idle + busy + 100));
    const auto idlers = openConnections(server.port(), idle);
    std::vector<std::vector<RawConnection>> busyOnes;
    for (int i = 0; i < kBusyThreads; ++i)
        busyOnes.push_back(openConnections(server.port(), busy / kBusyThreads));
    RawConnection good(server.port());
    if (static_cast<int>(idlers.size()) < idle || !good.connected()) {
        std::printf("MISSED: only %zu connections could be opened\n", idlers.size());
        return 1;
    }
    std::atomic<bool> stop = false;
    std::atomic<int> answers = 0;
    std::vector<std::jthread> threads;
    for (auto& connections : busyOnes)
        threads.emplace_back([&] { keepBusy(connections, stop, answers); });
    const auto took = askUntil(good, Clock::now() + std::chrono::seconds(seconds));
    const double perSecond = static_cast<double>(answers) / seconds;
    stop = true;
    threads.clear();
    if (took.empty()) {
        std::puts("MISSED: the client got no answer");
        return 1;
    }
    return report(idle, busy, perSecond, took, server.megabytes()) ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
    const auto number = [&](int at, int otherwise) {
        return argc > at ? std::atoi(argv[at]) : otherwise;
    };
    const int idle = number(1, 10'000);
    const int busy = number(2, 1'000);
    rlimit files{};
    ::getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &files);
    if (files.rlim_max < static_cast<rlim_t>(idle + busy + 100)) {
        std::printf("not measured: %ju file descriptors are too few (ulimit -Hn)\n",
                    static_cast<std::uintmax_t>(files.rlim_max));
        return 0;
    }
    const fs::path self = fs::read_symlink("/proc/self/exe");
    return measure(argc > 4 ? argv[4] : (self.parent_path() / "leadsheet-server").string(), idle,
                   busy, number(3, 10));
}
