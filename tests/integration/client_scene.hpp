// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/client.hpp"

#include "test_server.hpp"

#include <string>

namespace leadsheet::test {

/// The client library against a real server: one client for the customer, one for the operator.
class ClientScene {
public:
    /// A request budget that never gets in the way.
    static TestServer::Options unlimited();
    explicit ClientScene(TestServer::Options options = unlimited());

    Client client(const std::string& secret) const;
    Client customer() const { return client(server.customerKey()); }
    Admin admin() const { return client(server.adminKey()).admin(); }
    IdempotencyKey nextKey() { return *IdempotencyKey::parse("k-" + std::to_string(++keys_)); }

    /// A new order of the test account, in review.
    OrderNumber place(std::int64_t leads = 100);
    /// In progress, so that leads can be taken in.
    OrderNumber placeApproved(std::int64_t leads = 100);
    /// NDJSON of `count` different leads from `first` on.
    static std::string leads(int first, int count);
    /// So many leads of the test account, in one order.
    OrderNumber ownLeads(int first, int count);

    TestServer server;

private:
    int keys_ = 0;
};

} // namespace leadsheet::test
