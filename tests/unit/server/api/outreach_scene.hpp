// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fake_platform.hpp"
#include "order_scene.hpp"
#include "test_server.hpp"

#include <functional>
#include <memory>
#include <string>

namespace leadsheet::test {

/// A server beside a fake platform, with a clock that stands still, and what outreach tests repeat.
class OutreachScene {
public:
    using Kind = FakePlatform::Kind;

    /// `limited`: the platform holds the server to its limits, by the server's clock.
    explicit OutreachScene(Kind kind, bool limited = false, const std::string& databasePath = {},
                           const std::function<void(server::Config&)>& configure = {});

    TestServer& server() { return *server_; }
    FakePlatform& platform() { return *platform_; }
    ManualClock& clock() { return *clock_; }
    OrderScene& orders() { return *orders_; }
    static std::string nameOf(Kind kind);

    /// One more server on the same database and clock.
    std::unique_ptr<TestServer> another(const std::string& databasePath);

    /// A destination of campaign c-1 with these further members; its id. Sends on request unless
    /// they have autoDeliver.
    std::string make(const std::string& settings = {});
    RawResponse get(const std::string& id, const std::string& what = {});
    RawResponse post(const std::string& id, const std::string& what, const std::string& body);
    /// A number of the destination's member pushes.
    int pushes(const std::string& id, const std::string& state);
    /// Waits until a delivery has queued that many pushes for the destination.
    bool awaitQueued(const std::string& id, int pushes);
    /// Makes time pass, a second after the other, until the platform has nothing more to get: no
    /// push is pending or sending, and none unknown but `unknown`. False when that takes too long.
    bool settle(const std::string& id, int unknown = 0);
    /// "accepted skippedDuplicate rejected unknown".
    std::string outcome(const std::string& id);
    /// Leads that every destination takes, as OrderScene::leads().
    static std::string goodLeads(int first, int count);
    /// A delivered order with so many of them.
    std::string deliver(int leads);

private:
    server::Config& configured(server::Config& config) const;

    Kind kind_;
    int delivered_ = 0;
    std::shared_ptr<ManualClock> clock_ = std::make_shared<ManualClock>();
    std::unique_ptr<FakePlatform> platform_;
    std::unique_ptr<TestServer> server_;
    std::unique_ptr<OrderScene> orders_;
};

} // namespace leadsheet::test
