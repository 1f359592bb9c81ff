// SPDX-License-Identifier: Apache-2.0
#include "submit_scene.hpp"

#include <QCoreApplication>

#include <map>
#include <set>

namespace leadsheet::test {
namespace {

constexpr int kChildLimitMs = 600'000;

std::string text(const Error& error) {
    return std::string(error.codeName()) + ": " + error.message;
}

} // namespace

ChildEnd runChild(const QString& program, const QStringList& arguments, const std::string& input) {
    QProcess child;
    child.setProgram(QCoreApplication::applicationDirPath() + "/" + program);
    child.setArguments(arguments);
    child.start();
    child.write(input.data(), static_cast<qint64>(input.size()));
    child.write("\n");
    child.closeWriteChannel();
    ChildEnd end;
    if (!child.waitForFinished(kChildLimitMs)) {
        child.kill();
        child.waitForFinished();
        end.exitCode = -1;
        end.errors = "did not end in time; ";
    } else {
        end.killed = child.exitStatus() == QProcess::CrashExit;
        end.exitCode = child.exitCode();
    }
    end.errors += child.readAllStandardError().toStdString();
    return end;
}

Scene startScene(std::int64_t balance, server::Config config) {
    config.limits.defaultRate.quota = 1'000'000;
    config.limits.orderRate.quota = 1'000'000;
    config.bootstrap = {{"Test account", balance, {{"key", server::KeyType::Customer, {}, {}}}}};
    if (config.pepper.empty() && !config.databasePath.empty())
        config.pepper = "the pepper of a test server, nothing secret";
    auto started = server::Server::start(std::move(config));
    if (!started)
        qFatal("the server did not start: %s", started.error().message.c_str());
    Scene scene;
    scene.server = std::move(*started);
    for (const auto& account : scene.server->minted())
        scene.key = account.keys.front().secret;
    scene.balance = balance;
    return scene;
}

std::string disagreement(const SubmitJob& job, std::int64_t balanceBefore) {
    const auto rows = rowsOf(job.ledger);
    if (!rows)
        return "ledger: " + text(rows.error());
    const auto orders = allOrders(job);
    if (!orders)
        return "orders: " + text(orders.error());
    auto client = clientFor(job);
    if (!client)
        return "client: " + text(client.error());
    const auto account = client->account().get();
    if (!account)
        return "account: " + text(account.error());

    if (static_cast<std::int64_t>(rows->size()) != job.rows)
        return "the ledger holds " + std::to_string(rows->size()) + " rows";
    std::map<std::string, std::int64_t> priceByOrder;
    std::set<std::string> keys;
    std::int64_t held = 0;
    for (const auto& order : *orders) {
        const std::int64_t price = order.price ? order.price->amount : -1;
        priceByOrder[order.number.str()] = price;
        held += price;
        if (order.idempotencyKey && !keys.insert(*order.idempotencyKey).second)
            return "two orders carry the key " + *order.idempotencyKey;
    }
    if (static_cast<std::int64_t>(orders->size()) != job.rows)
        return "the server holds " + std::to_string(orders->size()) + " orders";

    std::set<std::string> seen;
    for (const auto& row : *rows) {
        const std::string place = "row " + std::to_string(row.sourceRow) + ": ";
        if (row.state != submit::RowState::Placed && row.state != submit::RowState::AlreadyOrdered)
            return place + std::string(name(row.state)) + " " + row.code + " " + row.message;
        const auto found = priceByOrder.find(row.orderNumber);
        if (found == priceByOrder.end())
            return place + "order " + row.orderNumber + " is not on the server";
        if (!seen.insert(row.orderNumber).second)
            return place + "order " + row.orderNumber + " belongs to two rows";
        if (row.price.value_or(-1) != found->second)
            return place + "ledger and server name different prices";
    }
    if (account->held.amount != held)
        return "held " + std::to_string(account->held.amount) + " but orders sum to " +
               std::to_string(held);
    if (account->available.amount != balanceBefore - held)
        return "available " + std::to_string(account->available.amount) + " of " +
               std::to_string(balanceBefore) + " after holds of " + std::to_string(held);
    return {};
}

} // namespace leadsheet::test
