// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/server/fault_plan.hpp"
#include "leadsheet/server/server.hpp"

#include "raw_http.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace leadsheet::test {

/// A clock that stands still until it is moved. Thread-safe.
class ManualClock {
public:
    std::chrono::system_clock::time_point now() const;
    void advance(std::chrono::milliseconds by);

private:
    std::atomic<std::int64_t> millis_{1'772'366'400'000}; // 2026-03-01T12:00:00Z
};

/// A real server on a free loopback port with one customer account and one admin key, in memory
/// unless it is given a file; on PostgreSQL where tests run there (test_database.hpp). Destroyed =
/// stopped. Throws std::runtime_error when the server does not start.
class TestServer {
public:
    struct Options {
        std::string databasePath = {};      ///< empty = in memory
        std::int64_t balance = 100'000'000; ///< minor units
        std::function<void(server::Config&)> configure = {};
        std::shared_ptr<ManualClock> clock = {}; ///< null = the system's
        bool withFaults = true;
    };

    TestServer();
    explicit TestServer(Options options);
    ~TestServer();

    server::Server& server() { return *server_; }
    server::FaultPlan& faults() { return *faults_; }
    std::uint16_t port() const { return server_->port(); }
    std::string baseUrl() const { return server_->baseUrl(); }

    /// Secrets of the first customer account's key and of the admin key; empty when the database
    /// was not new.
    const std::string& customerKey() const { return customerKey_; }
    const std::string& adminKey() const { return adminKey_; }
    const std::string& accountId() const { return accountId_; }
    const std::string& customerKeyId() const { return customerKeyId_; }

    /// A further account; answers its secret.
    std::string addAccount(std::int64_t balance, std::vector<std::string> scopes = {});
    /// A further key of the first account.
    server::MintedKey addKey(server::BootstrapKey key, bool revokeOlder = false);

    /// One request with the customer's key (or `key`) over its own connection.
    RawResponse get(const std::string& target, RawHeaders headers = {});
    RawResponse post(const std::string& target, const std::string& body, RawHeaders headers = {});
    RawResponse createOrder(const std::string& idempotencyKey, const std::string& body,
                            const std::string& secret = {});

    /// One for every request that was answered so far, but for those of /healthz.
    std::vector<server::AccessRecord> accessRecords() const;
    std::string errorLog() const;

    void stop(std::chrono::milliseconds deadline = std::chrono::seconds(5));

    /// The pepper of every test server, so that one database can be opened again.
    static std::string pepper();
    /// The smallest good order.
    static std::string orderBody(std::int64_t leadCount = 100);

private:
    std::shared_ptr<server::FaultPlan> faults_;
    mutable std::mutex mutex_;
    std::vector<server::AccessRecord> records_;
    std::string errors_;
    std::string customerKey_;
    std::string customerKeyId_;
    std::string adminKey_;
    std::string accountId_;
    std::unique_ptr<server::Server> server_;
};

} // namespace leadsheet::test
