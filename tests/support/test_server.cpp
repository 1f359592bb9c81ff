// SPDX-License-Identifier: Apache-2.0
#include "test_server.hpp"

#include "test_database.hpp"

#include <algorithm>
#include <stdexcept>

namespace leadsheet::test {

std::chrono::system_clock::time_point ManualClock::now() const {
    return std::chrono::system_clock::time_point(std::chrono::milliseconds(millis_.load()));
}

void ManualClock::advance(std::chrono::milliseconds by) {
    millis_ += by.count();
}

TestServer::TestServer()
    : TestServer(Options{}) {}

TestServer::TestServer(Options options)
    : faults_(std::make_shared<server::FaultPlan>()) {
    server::Config config;
    config.databasePath = databaseFor(options.databasePath);
    config.pepper = pepper();
    config.workerThreads = 8;
    if (options.withFaults)
        config.faults = faults_;
    if (options.clock)
        config.clock = [clock = options.clock] {
            return clock->now();
        };
    config.accessLog = [this](const server::AccessRecord& record) {
        const std::lock_guard lock(mutex_);
        records_.push_back(record);
    };
    config.errorLog = [this](const std::string& line) {
        const std::lock_guard lock(mutex_);
        errors_ += line + "\n";
    };
    server::BootstrapKey customer;
    customer.label = "Test customer";
    server::BootstrapKey admin;
    admin.label = "Test admin";
    admin.type = server::KeyType::Admin;
    config.bootstrap = {{"Test account", options.balance, {customer}},
                        {"Test operations", 0, {admin}}};
    if (options.configure)
        options.configure(config);
    auto started = server::Server::start(std::move(config));
    if (!started)
        throw std::runtime_error("the test server did not start: " + started.error().message);
    server_ = std::move(*started);
    const auto minted = server_->minted();
    if (minted.size() >= 2) {
        accountId_ = minted[0].accountId;
        customerKey_ = minted[0].keys.at(0).secret;
        customerKeyId_ = minted[0].keys.at(0).keyId;
        adminKey_ = minted[1].keys.at(0).secret;
    }
}

TestServer::~TestServer() = default;

std::string TestServer::addAccount(std::int64_t balance, std::vector<std::string> scopes) {
    server::BootstrapKey key;
    key.label = "Further key";
    key.scopes = std::move(scopes);
    const auto made = server_->bootstrap({{"Further account", balance, {key}}});
    if (!made)
        throw std::runtime_error(made.error().message);
    return made->at(0).keys.at(0).secret;
}

server::MintedKey TestServer::addKey(server::BootstrapKey key, bool revokeOlder) {
    const auto made = server_->mintKeys(accountId_, {std::move(key)}, revokeOlder);
    if (!made)
        throw std::runtime_error(made.error().message);
    return made->keys.at(0);
}

namespace {

bool hasKey(const RawHeaders& headers) {
    return std::ranges::any_of(headers, [](const auto& header) {
        return header.first == "x-api-key" || header.first == "Authorization";
    });
}

} // namespace

RawResponse TestServer::get(const std::string& target, RawHeaders headers) {
    if (!hasKey(headers))
        headers.emplace_back("x-api-key", customerKey_);
    return rawRequest(port(), "GET", target, headers);
}

RawResponse TestServer::post(const std::string& target, const std::string& body,
                             RawHeaders headers) {
    if (!hasKey(headers))
        headers.emplace_back("x-api-key", customerKey_);
    const bool typed = std::ranges::any_of(
        headers, [](const auto& header) { return header.first == "Content-Type"; });
    if (!typed && !body.empty())
        headers.emplace_back("Content-Type", "application/json");
    return rawRequest(port(), "POST", target, headers, body);
}

RawResponse TestServer::createOrder(const std::string& idempotencyKey, const std::string& body,
                                    const std::string& secret) {
    return post("/v1/orders", body,
                {{"Idempotency-Key", idempotencyKey},
                 {"x-api-key", secret.empty() ? customerKey_ : secret}});
}

std::vector<server::AccessRecord> TestServer::accessRecords() const {
    // A request is recorded after its answer left, by the thread that then answers this one.
    static_cast<void>(rawRequest(port(), "GET", "/healthz"));
    const std::lock_guard lock(mutex_);
    std::vector<server::AccessRecord> records = records_;
    std::erase_if(records, [](const auto& record) { return record.path == "/healthz"; });
    return records;
}

std::string TestServer::errorLog() const {
    const std::lock_guard lock(mutex_);
    return errors_;
}

void TestServer::stop(std::chrono::milliseconds deadline) {
    server_->stop(deadline);
}

std::string TestServer::pepper() {
    return "pepper of the test servers";
}

std::string TestServer::orderBody(std::int64_t leadCount) {
    return R"({"scrapingOption":"filters","leadCount":)" + std::to_string(leadCount) +
           R"(,"industries":"Software, Finance","locations":["Germany"]})";
}

} // namespace leadsheet::test
