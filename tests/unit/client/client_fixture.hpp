// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/client.hpp"
#include "leadsheet/testing/fake_clock.hpp"
#include "leadsheet/testing/scripted_transport.hpp"
#include "leadsheet/testing/seeded_rng.hpp"

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace leadsheet::test {

/// A client over a scripted transport in simulated time, with everything it logs.
struct ClientFixture {
    std::shared_ptr<testing::ScriptedTransport> wire =
        std::make_shared<testing::ScriptedTransport>();
    std::shared_ptr<testing::FakeClock> clock = std::make_shared<testing::FakeClock>();
    std::shared_ptr<std::vector<AttemptLog>> log = std::make_shared<std::vector<AttemptLog>>();

    static std::string secret() { return std::string("sk_") + "live_" + std::string(36, 'a'); }

    ClientOptions options() const {
        ClientOptions options("https://api.example.com/api", *ApiKey::parse(secret()));
        options.customTransport = wire;
        options.clock = clock;
        options.rng = std::make_shared<testing::SeededRng>();
        options.log = [log = log](const AttemptLog& line) {
            log->push_back(line);
        };
        return options;
    }
    Client client() const { return *Client::create(options()); }

    static IdempotencyKey key() { return *IdempotencyKey::parse("ls1-key"); }
    static OrderBody body() {
        OrderRequest request;
        request.product = "filters";
        request.leadCount = 5;
        return OrderBody::of(request);
    }
    static std::string placed() {
        return R"({"order_number":"LS-7Q2M9K4T6W","status":"pending_review"})";
    }
};

} // namespace leadsheet::test
