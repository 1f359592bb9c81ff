// SPDX-License-Identifier: Apache-2.0
#include "outreach_scene.hpp"

#include <leadsheet/contract/platforms.hpp>

#include <QTest>
#include <cstdlib>
#include <stdexcept>

namespace leadsheet::test {

namespace {

constexpr int kMaxSeconds = 6'000;

} // namespace

server::Config& OutreachScene::configured(server::Config& config) const {
    config.outgoing.allowHttp = true;
    config.outgoing.allowLoopback = true;
    config.outgoing.pollEvery = std::chrono::milliseconds(2);
    for (const contract::PlatformInfo& known : contract::kPlatforms)
        config.outreach.baseUrls[std::string(known.id)] = platform_->baseUrl();
    config.limits.defaultRate.quota = 1'000'000;
    return config;
}

OutreachScene::OutreachScene(Kind kind, bool limited, const std::string& databasePath,
                             const std::function<void(server::Config&)>& configure)
    : kind_(kind) {
    platform_ = std::make_unique<FakePlatform>(
        kind, limited ? FakePlatform::Clock([clock = clock_] { return clock->now(); })
                      : FakePlatform::Clock());
    TestServer::Options options;
    options.databasePath = databasePath;
    options.clock = clock_;
    options.configure = [&](server::Config& config) {
        configured(config);
        if (limited)
            config.outreach.callsPerWorkspace = 1; // or the moved clock brings calls together
        if (configure)
            configure(config);
    };
    server_ = std::make_unique<TestServer>(std::move(options));
    orders_ = std::make_unique<OrderScene>(*server_);
}

std::string OutreachScene::nameOf(Kind kind) {
    switch (kind) {
    case Kind::Instantly:
        return "instantly";
    case Kind::Smartlead:
        return "smartlead";
    case Kind::Lemlist:
        return "lemlist";
    }
    std::abort();
}

std::unique_ptr<TestServer> OutreachScene::another(const std::string& databasePath) {
    TestServer::Options options;
    options.databasePath = databasePath;
    options.clock = clock_;
    options.configure = [this](server::Config& config) {
        configured(config).outreach.callsPerWorkspace = 1;
    };
    return std::make_unique<TestServer>(std::move(options));
}

std::string OutreachScene::make(const std::string& settings) {
    // Most scenes push by request.
    const bool says = settings.find("autoDeliver") != std::string::npos;
    const std::string members =
        says ? settings
             : std::string(R"("autoDeliver":false)") + (settings.empty() ? "" : "," + settings);
    const auto made =
        server_->post("/v1/destinations", R"({"platform":")" + nameOf(kind_) +
                                              R"(","credential":")" + FakePlatform::key() +
                                              R"(","campaignId":"c-1")" + "," + members + "}");
    if (made.status != 201)
        throw std::runtime_error("no destination was made: " + made.body);
    return memberOf(made, "/id");
}

RawResponse OutreachScene::get(const std::string& id, const std::string& what) {
    return server_->get("/v1/destinations/" + id + what);
}

RawResponse OutreachScene::post(const std::string& id, const std::string& what,
                                const std::string& body) {
    return server_->post("/v1/destinations/" + id + what, body);
}

int OutreachScene::pushes(const std::string& id, const std::string& state) {
    return std::stoi(memberOf(get(id), "/pushes/" + state));
}

bool OutreachScene::awaitQueued(const std::string& id, int pushes) {
    return QTest::qWaitFor(
        [&] {
            const auto now = jsonOf(get(id));
            int all = 0;
            for (const char* state :
                 {"pending", "sending", "accepted", "skippedDuplicate", "rejected", "unknown"})
                all += std::stoi(memberOf(now, std::string("/pushes/") + state));
            return all >= pushes;
        },
        20'000);
}

bool OutreachScene::settle(const std::string& id, int unknown) {
    for (int second = 0; second < kMaxSeconds; ++second) {
        const auto now = jsonOf(get(id));
        const auto count = [&now](const char* state) {
            return std::stoi(memberOf(now, std::string("/pushes/") + state));
        };
        if (count("pending") + count("sending") == 0 && count("unknown") == unknown)
            return true;
        // A call that real time makes slow must not seem lost.
        if (count("sending") == 0)
            clock_->advance(std::chrono::seconds(1));
        QTest::qSleep(4);
    }
    return false;
}

std::string OutreachScene::outcome(const std::string& id) {
    const auto now = jsonOf(get(id));
    std::string text;
    for (const char* state : {"accepted", "skippedDuplicate", "rejected", "unknown"})
        text += (text.empty() ? "" : " ") + memberOf(now, std::string("/pushes/") + state);
    return text;
}

std::string OutreachScene::goodLeads(int first, int count) {
    return OrderScene::leads(first, count, "\"result\":\"good\"");
}

std::string OutreachScene::deliver(int leads) {
    std::string number = orders_->placeIn("in_progress", leads + 10);
    const auto taken = orders_->ingest(number, "part", goodLeads(delivered_, leads), true);
    delivered_ += leads;
    if (memberOf(taken, "/accepted") != std::to_string(leads))
        throw std::runtime_error("the leads were not ingested: " + taken.body);
    if (const auto done = orders_->admin(number, "deliver"); done.status != 200)
        throw std::runtime_error("not delivered: " + done.body);
    return number;
}

} // namespace leadsheet::test
