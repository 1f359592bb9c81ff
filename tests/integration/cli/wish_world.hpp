// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli_process.hpp"
#include "test_server.hpp"

#include "child_process.hpp"

#include <QByteArray>
#include <QJsonObject>
#include <QStringList>
#include <QTemporaryDir>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <string>

namespace leadsheet::test {

/// Where orders are kept: the program `leadsheet-server` as a process of its own, or the same
/// server within the test, where answers are to be lost or time is to pass.
class WishServer {
public:
    enum class Kind { Program, WithFaults };

    explicit WishServer(Kind kind);
    ~WishServer();
    WishServer(const WishServer&) = delete;
    WishServer& operator=(const WishServer&) = delete;

    std::uint16_t port() const { return port_; }
    const std::string& adminKey() const { return adminKey_; }
    /// Only of Kind::WithFaults.
    server::FaultPlan& faults() { return inside_->faults(); }
    void advance(std::chrono::hours by) { ahead_ = ahead_.load() + by.count(); }

private:
    void startProgram();

    QTemporaryDir folder_;
    std::unique_ptr<ChildProcess> program_;
    std::atomic<std::int64_t> ahead_{0}; ///< hours
    std::unique_ptr<TestServer> inside_;
    std::uint16_t port_ = 0;
    std::string adminKey_;
};

/// One account at a server, and the computers of the people who order for it: each has folders of
/// its own and the same sheets.
class WishWorld {
public:
    explicit WishWorld(WishServer& server);

    /// The computer, using the server under that address: "" = 127.0.0.1, "localhost", "api" for a
    /// path in front of /v1; or, as "other", with the key of another account.
    CliHome& computer(const QString& name, const QString& address);
    void writeSheet(const QString& name, const QByteArray& content);

    /// One request with the customer's or the operator's key.
    RawResponse asCustomer(const QByteArray& method, const QByteArray& target,
                           const QByteArray& body = {}, RawHeaders headers = {});
    RawResponse asOperator(const QByteArray& target, const QByteArray& body);

    struct Order {
        QString number;
        QString mark;
        QString key;
        QString industry; ///< the first one
    };
    /// What the server says it holds for the account, oldest first.
    std::vector<Order> orders();

    WishServer& server() { return server_; }
    std::string baseUrl(const QString& address = {}) const;

private:
    std::string newAccount();

    WishServer& server_;
    std::string key_;
    std::string otherKey_;
    std::map<QString, QByteArray> sheets_;
    std::map<QString, std::unique_ptr<CliHome>> computers_;
};

} // namespace leadsheet::test
