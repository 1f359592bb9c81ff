// SPDX-License-Identifier: Apache-2.0
// Messages to webhooks: how long they take beside endpoints that hang, how many a minute, and how
// much memory. Everything runs in this process: the server, what it sends to, and who asks for the
// messages.
#include "bench_row.hpp"
#include "http/http_server.hpp"
#include "leadsheet/server/server.hpp"
#include "raw_http.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <string>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace leadsheet;
using std::chrono::milliseconds;
using SteadyClock = std::chrono::steady_clock;

namespace {

constexpr int kEndpoints = 100;
constexpr int kPerAccount = 50; // as many as one may have
constexpr int kHanging = 10;
constexpr int kMessagesEach = 60;
constexpr int kThroughputMessages = 10'000; // a round of three
constexpr double kTargetAMinute = 10'000;
constexpr double kTargetRatio = 2.0;
constexpr double kNoise = 100; // ms that a scheduler may cost
constexpr double kTargetGrowthMiB = 32;

/// What is sent to: endpoint n is the path /n; those that hang never answer.
class Endpoints {
public:
    Endpoints() {
        server::http::HttpConfig config;
        config.limits.connections = 2'000;
        config.limits.connectionsPerAddress = 2'000;
        server_ = std::move(
            server::http::HttpServer::start(config, [this](server::http::Request request,
                                                           server::http::Responder responder) {
                take(request, std::move(responder));
            }).value());
    }

    std::uint16_t port() const { return server_->port(); }
    void hang(int endpoints) { hanging_ = endpoints; }
    std::size_t count() const { return count_; }

    /// The times of the messages to endpoints that answer, in ms; forgets them.
    std::vector<double> takeTimes() {
        const std::lock_guard lock(mutex_);
        return std::exchange(times_, {});
    }

private:
    void take(const server::http::Request& request, server::http::Responder responder) {
        const int endpoint = std::atoi(request.path.c_str() + 1);
        if (endpoint < hanging_) {
            const std::lock_guard lock(mutex_);
            held_.push_back(std::move(responder));
            return;
        }
        const auto now = std::chrono::system_clock::now();
        const auto body = boost::json::parse(request.body);
        const std::string made(body.at("timestamp").as_string());
        server::http::Response done;
        done.status = 204;
        responder.send(std::move(done));
        const std::lock_guard lock(mutex_);
        times_.push_back(elapsed(made, now));
        ++count_;
    }

    /// Since the time of day in "2026-03-01T12:34:56.789Z".
    static double elapsed(const std::string& made, std::chrono::system_clock::time_point now) {
        const auto part = [&](std::size_t at, std::size_t length) {
            return std::atoll(made.substr(at, length).c_str());
        };
        const auto then =
            ((part(11, 2) * 60 + part(14, 2)) * 60 + part(17, 2)) * 1'000 + part(20, 3);
        constexpr long long kDay = 86'400'000;
        const auto today =
            std::chrono::duration_cast<milliseconds>(now.time_since_epoch()).count() % kDay;
        return static_cast<double>((today - then + kDay) % kDay);
    }

    std::mutex mutex_;
    std::vector<double> times_;
    std::vector<server::http::Responder> held_;
    std::atomic<int> hanging_{0};
    std::atomic<std::size_t> count_{0};
    std::unique_ptr<server::http::HttpServer> server_;
};

double percentile(std::vector<double> values, double share) {
    if (values.empty())
        return 0;
    std::ranges::sort(values);
    return values[std::min(values.size() - 1,
                           static_cast<std::size_t>(share * static_cast<double>(values.size())))];
}

double residentMiB() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with("VmRSS:"))
            return std::atof(line.c_str() + 6) / 1024;
    }
    return 0;
}

struct Bench {
    Endpoints endpoints;
    std::string folder;
    std::unique_ptr<server::Server> service;
    std::vector<std::string> keys;     ///< one an account
    std::vector<std::string> webhooks; ///< those of the first account first

    Bench() {
        folder = (std::filesystem::temp_directory_path() /
                  ("leadsheet-webhook-bench-" + std::to_string(::getpid())))
                     .string();
        std::filesystem::create_directories(folder);
        server::Config config;
        config.databasePath = folder + "/server.db";
        config.pepper = "the pepper of a benchmark server";
        config.limits.defaultRate.quota = 1'000'000'000;
        config.outgoing.allowHttp = true;
        config.outgoing.allowLoopback = true;
        for (int n = 0; n < kEndpoints / kPerAccount; ++n)
            config.bootstrap.push_back(
                {"Bench " + std::to_string(n), 0, {{"key", server::KeyType::Customer, {}, {}}}});
        service = std::move(server::Server::start(std::move(config)).value());
        for (const auto& account : service->minted())
            keys.push_back(account.keys.at(0).secret);
        for (int n = 0; n < kEndpoints; ++n) {
            const auto made =
                test::rawRequest(service->port(), "POST", "/v1/webhooks",
                                 {{"x-api-key", keyOf(n)}, {"content-type", "application/json"}},
                                 R"({"url":"http://127.0.0.1:)" + std::to_string(endpoints.port()) +
                                     "/" + std::to_string(n) + R"("})");
            webhooks.emplace_back(boost::json::parse(made.body).at("id").as_string());
        }
    }
    ~Bench() {
        service.reset();
        std::filesystem::remove_all(folder);
    }

    const std::string& keyOf(int endpoint) const {
        return keys[static_cast<std::size_t>(endpoint / kPerAccount)];
    }

    /// Has a test message sent to the endpoint.
    void message(test::RawConnection& connection, int endpoint) {
        connection.request("POST",
                           "/v1/webhooks/" + webhooks[static_cast<std::size_t>(endpoint)] + "/test",
                           {{"x-api-key", keyOf(endpoint)}});
    }

    /// One message to every endpoint, at an even pace, so many times; waits for those that answer.
    std::vector<double> paced(int hanging) {
        endpoints.hang(hanging);
        endpoints.takeTimes();
        const std::size_t wanted =
            endpoints.count() + static_cast<std::size_t>((kEndpoints - hanging) * kMessagesEach);
        test::RawConnection connection(service->port());
        for (int round = 0; round < kMessagesEach; ++round) {
            const auto next = SteadyClock::now() + milliseconds(250);
            for (int endpoint = 0; endpoint < kEndpoints; ++endpoint)
                message(connection, endpoint);
            std::this_thread::sleep_until(next);
        }
        while (endpoints.count() < wanted)
            std::this_thread::sleep_for(milliseconds(1));
        return endpoints.takeTimes();
    }

    /// As many as there can be; messages a minute.
    double flood() {
        endpoints.hang(0);
        const std::size_t before = endpoints.count();
        const auto start = SteadyClock::now();
        std::vector<std::jthread> askers;
        constexpr int kAskers = 4;
        for (int n = 0; n < kAskers; ++n)
            askers.emplace_back([this] {
                test::RawConnection connection(service->port());
                for (int i = 0; i < kThroughputMessages / kAskers; ++i)
                    message(connection, kHanging + i % (kEndpoints - kHanging));
            });
        askers.clear();
        while (endpoints.count() < before + kThroughputMessages)
            std::this_thread::sleep_for(milliseconds(1));
        const std::chrono::duration<double, std::ratio<60>> took = SteadyClock::now() - start;
        endpoints.takeTimes();
        return kThroughputMessages / took.count();
    }
};

} // namespace

int main() {
    std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ); // each result as soon as it is known
    Bench bench;
    bool missed = false;
    const auto judge = [&missed](bool good) {
        missed = missed || !good;
        return good ? "" : "  MISSED";
    };
    std::printf("webhooks: %d endpoints, %d messages each\n", kEndpoints, kMessagesEach);
    bench.paced(0); // every endpoint has answered once
    const double alone = percentile(bench.paced(0), 0.99);
    const double beside = percentile(bench.paced(kHanging), 0.99);
    std::printf("  p99 from event to receiver     alone %6.0f ms   beside %d that hang %6.0f ms   "
                "ratio %.2f%s\n",
                alone, kHanging, beside, beside / std::max(alone, 1.0),
                judge(beside <= alone * kTargetRatio + kNoise));
    const double rate = bench.flood();
    const double early = residentMiB();
    std::printf("  messages a minute              %8.0f   (target %.0f)%s\n", rate, kTargetAMinute,
                judge(rate >= kTargetAMinute));
    bench::addRow({"webhooks beside 10 that hang, p99 to the receiver", bench::figure(beside, "ms"),
                   "alone " + bench::figure(alone, "ms"), beside / std::max(alone, 1.0),
                   bench::Better::Less, kTargetRatio, std::nullopt});
    bench::addRow(bench::ofLimit("webhooks a minute, 100 endpoints", rate, kTargetAMinute, "/min",
                                 bench::Better::More));
    bench.flood();
    bench.flood();
    const double late = residentMiB();
    std::printf("  memory after %6d messages   %6.1f MiB, after %d  %6.1f MiB   ratio %.2f%s\n",
                kThroughputMessages, early, kThroughputMessages * 3, late, late / early,
                judge(late - early <= kTargetGrowthMiB));
    return missed ? 1 : 0;
}
