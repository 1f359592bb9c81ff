// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "stage.hpp"

namespace leadsheet::sim {

/// What all who take part share.
struct Cast {
    World& world;
    Service& service;
    Model& model;
    std::filesystem::path root;
    int busy = 0;        ///< buyers and callers that are not done yet
    bool closed = false; ///< nobody works on orders any more
};

IdempotencyKey keyOf(const std::string& text);
/// Lives through deaths of the machine's process until `work` says that nothing is left.
void repeat(Machine& machine, const std::function<bool()>& work);

/// A person at a computer who submits a sheet several times, with a ledger of their own.
void beginBuyer(Cast& cast, int number, const std::string& key, const std::string& account);
/// A program that orders with the client library, and keeps nothing but its keys.
void beginCaller(Cast& cast, const std::string& key, const std::string& account);
/// Answers questions about an account's orders, cancels some, and has a webhook, until the operator
/// is done and every message has arrived.
void beginCustomer(Cast& cast, const std::string& name, const std::string& key,
                   const std::string& account);
/// Approves, asks, rejects, fails, delivers and refunds until everybody is done and the queue is
/// empty.
void beginOperator(Cast& cast, const std::string& key);

} // namespace leadsheet::sim
