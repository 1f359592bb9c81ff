// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "order_scene.hpp"
#include "receiver.hpp"
#include "test_server.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace leadsheet::test {

struct MadeWebhook {
    std::string id;
    std::string secret;
};

/// A server on a clock of its own, and a receiver of its messages on this machine.
class WebhookScene {
public:
    explicit WebhookScene(std::function<void(server::Config&)> configure = {},
                          const std::string& databasePath = {});

    TestServer& server() { return *server_; }
    Receiver& receiver() { return receiver_; }
    ManualClock& clock() { return *clock_; }
    OrderScene& orders() { return *orders_; }
    /// Stops the server and starts one on the same database.
    void restart();
    void stop() { server_.reset(); }

    /// A webhook to the receiver (or to `url`), with further members (`"autoDeliver":false`).
    MadeWebhook add(const std::string& members = {}, const std::string& url = {});
    RawResponse send(const char* method, const std::string& target, const std::string& body = {},
                     RawHeaders headers = {});
    /// Deliveries of a webhook, newest first; `query` begins with "?".
    boost::json::array deliveries(const std::string& webhook, const std::string& query = {});
    /// The newest delivery of a webhook, once it has this state and so many attempts.
    boost::json::value settled(const std::string& webhook, const std::string& state,
                               std::int64_t attempts = 1);
    boost::json::value webhook(const std::string& id);

    std::vector<Receiver::Message> messages() const { return receiver_.messages(); }
    /// The bodies of messages of this kind that came, parsed.
    std::vector<boost::json::value> received(const std::string& type) const;
    /// The n-th message of this kind, waited for.
    boost::json::value awaitMessage(const std::string& type, std::size_t n = 1);

private:
    void start();

    std::function<void(server::Config&)> configure_;
    std::string databasePath_;
    std::shared_ptr<ManualClock> clock_ = std::make_shared<ManualClock>();
    Receiver receiver_;
    std::unique_ptr<TestServer> server_;
    std::unique_ptr<OrderScene> orders_;
    std::string key_;
};

/// Waits for what another thread brings about; false after a minute.
bool eventually(const std::function<bool()>& condition);

} // namespace leadsheet::test
