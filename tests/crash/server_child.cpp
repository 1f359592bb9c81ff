// SPDX-License-Identifier: Apache-2.0
// A server that kills itself with SIGKILL around the n-th commit of its database.
// Usage: crash_server_child DATABASE PORT before|after|never N MINUTES PLATFORM
// Its clock is so many minutes ahead. Webhooks may be on this machine; PLATFORM is the base URL of
// all outreach platforms, or empty.
// Prints "PORT" and, for a new database, the customer's and the admin's key, then serves until it
// is killed.
#include "leadsheet/server/fault_plan.hpp"
#include "leadsheet/server/server.hpp"

#include <leadsheet/contract/platforms.hpp>

#include <QCoreApplication>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <string>
#include <unistd.h>

using namespace leadsheet::server;

int main(int argc, char** argv) {
    if (argc != 7)
        return 2;
    QCoreApplication app(argc, argv);
    const std::string moment = argv[3];
    const auto fatal = std::stoull(argv[4]);

    Config config;
    config.databasePath = argv[1];
    config.port = static_cast<std::uint16_t>(std::stoi(argv[2]));
    config.pepper = "the pepper of a test server, nothing secret";
    config.clock = [ahead = std::chrono::minutes(std::stoi(argv[5]))] {
        return std::chrono::system_clock::now() + ahead;
    };
    config.outgoing.allowHttp = true;
    config.outgoing.allowLoopback = true;
    config.outgoing.pollEvery = std::chrono::milliseconds(10);
    config.outgoing.maxLeadsAtOnce = 20;
    if (const std::string platform = argv[6]; !platform.empty()) {
        for (const leadsheet::contract::PlatformInfo& known : leadsheet::contract::kPlatforms)
            config.outreach.baseUrls[std::string(known.id)] = platform;
    }
    config.limits.defaultRate.quota = 1'000'000;
    config.limits.orderRate.quota = 1'000'000;
    config.bootstrap = {{"Crash test", 1'000'000'00, {{"key", KeyType::Customer, {}, {}}}},
                        {"Operations", 0, {{"key", KeyType::Admin, {}, {}}}}};

    // Commits are counted from the moment the server answers, so that n does not depend on
    // start-up.
    std::atomic<bool> serving{false};
    std::atomic<std::uint64_t> commits{0};
    const auto deadly = moment == "before" ? store::DbOp::Commit : store::DbOp::Committed;
    config.databaseHook = [&](store::DbOp op, std::uint64_t) {
        if (serving && moment != "never" && op == deadly && ++commits == fatal)
            kill(getpid(), SIGKILL);
        return 0;
    };
    auto server = Server::start(config);
    if (!server) {
        std::fprintf(stderr, "%s\n", server.error().message.c_str());
        return 1;
    }
    std::string keys;
    for (const auto& account : (*server)->minted())
        keys += " " + account.keys.front().secret;
    serving = true;
    std::printf("%u%s\n", (*server)->port(), keys.c_str());
    std::fflush(stdout);
    return QCoreApplication::exec();
}
