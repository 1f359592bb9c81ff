// SPDX-License-Identifier: Apache-2.0
// The server that benchmarks run against, as a process of its own.
// Usage: bench_server DATABASE ORDERS_PER_SECOND FAIL_EVERY      (0 = no limit, 0 = no failures)
// Prints {"url"}. Then reads commands, one a line, and answers each with one line of JSON:
//   account -> {"key","account"}     a new account with its own budgets and counters
//   operator -> {"key"}              an admin key
//   stats   -> {"orders","limited","failed","answers"}  since the last "account"
//   quit
#include "leadsheet/server/fault_plan.hpp"
#include "leadsheet/server/server.hpp"

#include <QCoreApplication>

#include <atomic>
#include <cstdio>
#include <iostream>
#include <string>

using namespace leadsheet::server;

namespace {

struct Counters {
    std::atomic<int> orders{0};
    std::atomic<int> limited{0};
    std::atomic<int> failed{0};
    std::atomic<int> answers{0};

    void reset() { orders = limited = failed = answers = 0; }
    void count(const AccessRecord& record) {
        ++answers;
        if (record.operationId == "createOrder" && record.status == 201 && !record.replayed)
            ++orders;
        if (record.status == 429)
            ++limited;
        if (record.status >= 500)
            ++failed;
    }
};

} // namespace

int main(int argc, char** argv) {
    if (argc != 4)
        return 2;
    QCoreApplication app(argc, argv);
    const int budget = std::stoi(argv[2]);
    const int failEvery = std::stoi(argv[3]);
    Counters counters;

    Config config;
    config.databasePath = argv[1];
    config.pepper = "the pepper of a benchmark server";
    config.limits.defaultRate.quota = 10'000'000;
    config.limits.orderRate = {budget > 0 ? budget : 10'000'000, std::chrono::seconds(1)};
    config.accessLog = [&counters](const AccessRecord& record) {
        counters.count(record);
    };
    config.faults = std::make_shared<FaultPlan>();
    if (failEvery > 0) {
        FaultMatch creates;
        creates.operationId = "createOrder";
        config.faults->everyNth(static_cast<std::uint64_t>(failEvery), Fault::answer(503), creates);
    }
    auto server = Server::start(std::move(config));
    if (!server) {
        std::fprintf(stderr, "%s\n", server.error().message.c_str());
        return 1;
    }
    std::printf("{\"url\":\"%s\"}\n", (*server)->baseUrl().c_str());
    std::fflush(stdout);
    for (std::string line; std::getline(std::cin, line) && line != "quit";) {
        if (line == "account") {
            auto made = (*server)->bootstrap(
                {{"bench", 1'000'000'000'00, {{"key", KeyType::Customer, {}, {}}}}});
            counters.reset();
            std::printf("{\"key\":\"%s\",\"account\":\"%s\"}\n",
                        made ? made->front().keys.front().secret.c_str() : "",
                        made ? made->front().accountId.c_str() : "");
        } else if (line == "operator") {
            auto made = (*server)->bootstrap({{"operators", 0, {{"key", KeyType::Admin, {}, {}}}}});
            std::printf("{\"key\":\"%s\"}\n",
                        made ? made->front().keys.front().secret.c_str() : "");
        } else {
            std::printf("{\"orders\":%d,\"limited\":%d,\"failed\":%d,\"answers\":%d}\n",
                        counters.orders.load(), counters.limited.load(), counters.failed.load(),
                        counters.answers.load());
        }
        std::fflush(stdout);
    }
    (*server)->stop(std::chrono::seconds(1));
    return 0;
}
