// SPDX-License-Identifier: Apache-2.0
#include "webhook_scene.hpp"

#include <stdexcept>
#include <thread>

namespace leadsheet::test {

bool eventually(const std::function<bool()>& condition) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (!condition()) {
        if (std::chrono::steady_clock::now() > end)
            return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return true;
}

WebhookScene::WebhookScene(std::function<void(server::Config&)> configure,
                           const std::string& databasePath)
    : configure_(std::move(configure))
    , databasePath_(databasePath) {
    start();
}

void WebhookScene::start() {
    TestServer::Options options;
    options.clock = clock_;
    options.databasePath = databasePath_;
    options.configure = [this](server::Config& config) {
        config.outgoing.allowHttp = true;
        config.outgoing.allowLoopback = true;
        config.outgoing.pollEvery = std::chrono::milliseconds(2);
        config.limits.defaultRate.quota = 100'000'000; // waiting asks again and again
        if (configure_)
            configure_(config);
    };
    server_ = std::make_unique<TestServer>(options);
    orders_ = std::make_unique<OrderScene>(*server_);
    if (key_.empty())
        key_ = server_->customerKey();
}

void WebhookScene::restart() {
    server_.reset();
    start();
}

RawResponse WebhookScene::send(const char* method, const std::string& target,
                               const std::string& body, RawHeaders headers) {
    bool keyed = false;
    for (const auto& [name, value] : headers)
        keyed = keyed || name == "x-api-key";
    if (!keyed)
        headers.emplace_back("x-api-key", key_);
    if (!body.empty())
        headers.emplace_back("content-type", "application/json");
    return rawRequest(server_->port(), method, target, headers, body);
}

MadeWebhook WebhookScene::add(const std::string& members, const std::string& url) {
    const auto made = send("POST", "/v1/webhooks",
                           R"({"url":")" + (url.empty() ? receiver_.url() : url) + "\"" +
                               (members.empty() ? "" : "," + members) + "}");
    if (made.status != 201)
        throw std::runtime_error("no webhook was made: " + made.body);
    return {memberOf(made, "/id"), memberOf(made, "/secret")};
}

boost::json::array WebhookScene::deliveries(const std::string& webhook, const std::string& query) {
    const auto page = send("GET", "/v1/webhooks/" + webhook + "/deliveries" + query);
    if (page.status != 200)
        throw std::runtime_error("no deliveries: " + page.body);
    return jsonOf(page).at("data").as_array();
}

boost::json::value WebhookScene::settled(const std::string& webhook, const std::string& state,
                                         std::int64_t attempts) {
    boost::json::value newest;
    const bool came = eventually([&] {
        const auto all = deliveries(webhook, "?limit=1");
        if (all.empty())
            return false;
        newest = all.front();
        return memberOf(newest, "/state") == state &&
               memberOf(newest, "/attempts") == std::to_string(attempts);
    });
    if (!came)
        throw std::runtime_error("the delivery is " + boost::json::serialize(newest));
    return newest;
}

boost::json::value WebhookScene::webhook(const std::string& id) {
    return jsonOf(send("GET", "/v1/webhooks/" + id));
}

std::vector<boost::json::value> WebhookScene::received(const std::string& type) const {
    std::vector<boost::json::value> bodies;
    for (const Receiver::Message& message : receiver_.messages()) {
        auto body = boost::json::parse(message.body);
        if (memberOf(body, "/type") == type)
            bodies.push_back(std::move(body));
    }
    return bodies;
}

boost::json::value WebhookScene::awaitMessage(const std::string& type, std::size_t n) {
    if (!eventually([&] { return received(type).size() >= n; }))
        throw std::runtime_error("no message " + type + " came");
    return received(type).at(n - 1);
}

} // namespace leadsheet::test
