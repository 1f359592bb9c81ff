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
    int busy = 0; ///< buyers and callers that are not done yet
};

/// A person at a computer who submits a sheet several times, with a ledger of their own.
void beginBuyer(Cast& cast, int number, const std::string& key, const std::string& account);
/// A program that orders with the client library, and keeps nothing but its keys.
void beginCaller(Cast& cast, const std::string& key, const std::string& account);
/// Approves, rejects, fails and delivers until everybody is done and the queue is empty.
void beginOperator(Cast& cast, const std::string& key);

} // namespace leadsheet::sim
