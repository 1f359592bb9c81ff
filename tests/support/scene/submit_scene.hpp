// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "submit_driver.hpp"

#include "leadsheet/server/server.hpp"

#include <QProcess>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <string>

namespace leadsheet::test {

/// How a child ended.
struct ChildEnd {
    bool killed = false; ///< by a signal
    int exitCode = 0;
    std::string errors;
};

/// Runs a test program to its end with `input` on its standard input.
ChildEnd runChild(const QString& program, const QStringList& arguments, const std::string& input);

/// An in-process server with one account whose limits never get in the way.
struct Scene {
    std::unique_ptr<server::Server> server;
    std::string key;
    std::int64_t balance = 0; ///< minor units the account began with
};
Scene startScene(std::int64_t balance, server::Config config = {});

/// What is wrong with the outcome of a submission, or an empty text: every row of the ledger Placed
/// (or Already Ordered) with an order number of its own, exactly those orders on the server, the
/// same money in ledger, orders and balance.
std::string disagreement(const SubmitJob& job, std::int64_t balanceBefore);

} // namespace leadsheet::test
