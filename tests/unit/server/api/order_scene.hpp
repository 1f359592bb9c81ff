// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "answer.hpp"
#include "test_server.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace leadsheet::test {

/// Orders on a test server, moved through their life over its sockets.
class OrderScene {
public:
    explicit OrderScene(TestServer& server)
        : server_(server) {}

    /// A new order of the test account (or of the account of `secret`); its number.
    std::string place(std::int64_t leads = 100, const std::string& secret = {});
    /// POST of an admin's step, for example "approve". An empty body = the smallest valid one.
    RawResponse admin(const std::string& number, const std::string& step, std::string body = {},
                      RawHeaders headers = {});
    /// POST of the customer's "reply" or "cancel".
    RawResponse customer(const std::string& number, const std::string& step);
    /// Whichever of the two knows the step.
    RawResponse perform(const std::string& number, const std::string& step);
    /// A new order, brought into this state by the shortest way.
    std::string placeIn(std::string_view status, std::int64_t leads = 100);
    /// One ingest call in JSON; `leads` are the items of the array.
    RawResponse ingest(const std::string& number, const std::string& deliveryId,
                       const std::string& leads, bool finalPart = false);
    /// The same, and what the order has then is delivered as a part.
    RawResponse take(const std::string& number, const std::string& deliveryId,
                     const std::string& leads);
    /// The n-th of a series of different leads, with further members (`"country":"DE"`).
    static std::string lead(int n, const std::string& members = {});
    /// `count` of them, from `first`, separated by commas.
    static std::string leads(int first, int count, const std::string& members = {});
    /// In progress, with so many new leads ingested; of the test account.
    std::string placeWithLeads(int count, std::int64_t ordered = 100);
    /// The same, delivered as a part: the leads are the account's, the order goes on.
    std::string placePartDelivered(int count, std::int64_t ordered = 100);
    /// The order as an admin sees it.
    RawResponse record(const std::string& number);
    RawHeaders adminHeaders() const { return {{"x-api-key", server_.adminKey()}}; }
    /// "available held captured refunded" of the account, from its record and its ledger.
    std::string money();

private:
    TestServer& server_;
    int placed_ = 0;
    int leads_ = 0;
};

} // namespace leadsheet::test
