// SPDX-License-Identifier: Apache-2.0
#include "wish_world.hpp"

#include "test_database.hpp"

#include <QCoreApplication>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <stdexcept>

namespace leadsheet::test {
namespace {

QJsonObject objectOf(const RawResponse& answer, int status) {
    if (answer.status != status)
        throw std::runtime_error("the server answered " + std::to_string(answer.status) + ": " +
                                 answer.body);
    return QJsonDocument::fromJson(QByteArray::fromStdString(answer.body)).object();
}

std::string textOf(const QJsonValue& value) {
    return value.toString().toStdString();
}

RawHeaders headersOf(const std::string& key) {
    return {{"x-api-key", key}, {"Content-Type", "application/json"}};
}

} // namespace

WishServer::WishServer(Kind kind) {
    if (kind == Kind::Program) {
        startProgram();
        return;
    }
    TestServer::Options options;
    options.configure = [this](server::Config& config) {
        config.clock = [this] {
            return std::chrono::system_clock::now() + std::chrono::hours(ahead_.load());
        };
        config.limits.defaultRate.quota = 1'000'000;
    };
    inside_ = std::make_unique<TestServer>(options);
    port_ = inside_->port();
    adminKey_ = inside_->adminKey();
}

WishServer::~WishServer() {
    if (inside_)
        inside_->stop(std::chrono::milliseconds(0)); // without waiting for what it holds back
}

void WishServer::startProgram() {
    const std::string keys = folder_.filePath("keys.json").toStdString();
    QFile pepper(folder_.filePath("pepper"));
    if (!pepper.open(QIODevice::WriteOnly) || pepper.write("a pepper for tests, no secret") < 0 ||
        !pepper.setPermissions(QFile::ReadOwner | QFile::WriteOwner))
        throw std::runtime_error("no pepper file");
    pepper.close();
    program_ = std::make_unique<ChildProcess>(std::vector<std::string>{
        QCoreApplication::applicationDirPath().toStdString() + "/leadsheet-server", "--database",
        databaseFor(folder_.filePath("server.db").toStdString()), "--pepper-file",
        pepper.fileName().toStdString(), "--port", "0", "--bootstrap-sandbox", keys,
        "--requests-per-window", "1000000"});
    const auto ready = program_->readLine();
    if (!ready)
        throw std::runtime_error("the server did not start: " + program_->errors());
    port_ = static_cast<std::uint16_t>(
        QJsonDocument::fromJson(QByteArray::fromStdString(*ready)).object()["port"].toInt());
    QFile file(QString::fromStdString(keys));
    if (!file.open(QIODevice::ReadOnly))
        throw std::runtime_error("the server wrote no keys");
    const QJsonArray accounts =
        QJsonDocument::fromJson(file.readAll()).object()["accounts"].toArray();
    adminKey_ = textOf(accounts.last().toObject()["keys"].toArray().first().toObject()["secret"]);
}

WishWorld::WishWorld(WishServer& server)
    : server_(server)
    , key_(newAccount()) {}

std::string WishWorld::newAccount() {
    const QByteArray account =
        objectOf(asOperator("/v1/admin/accounts", R"({"name":"Wishes"})"), 201)["id"]
            .toString()
            .toUtf8();
    objectOf(asOperator("/v1/admin/accounts/" + account + "/credit",
                        R"({"amount":{"amount":100000000,"currency":"USD"},"reason":"test"})"),
             201);
    return textOf(objectOf(
        asOperator("/v1/admin/keys",
                   R"({"type":"customer","name":"Wishes","scopes":["account:read","account:write",)"
                   R"("orders:write"],"accountId":")" +
                       account + R"("})"),
        201)["secret"]);
}

std::string WishWorld::baseUrl(const QString& address) const {
    const std::string host = address == "localhost" ? "localhost" : "127.0.0.1";
    return "http://" + host + ":" + std::to_string(server_.port()) +
           (address == "api" ? "/api" : "");
}

CliHome& WishWorld::computer(const QString& name, const QString& address) {
    auto& home = computers_[name];
    if (!home) {
        home = std::make_unique<CliHome>();
        home->setVariable("NO_COLOR", "1");
        for (const auto& [sheet, content] : sheets_)
            home->write(sheet, content);
    }
    if (address == "other" && otherKey_.empty())
        otherKey_ = newAccount();
    home->use(baseUrl(address), address == "other" ? otherKey_ : key_);
    return *home;
}

void WishWorld::writeSheet(const QString& name, const QByteArray& content) {
    sheets_[name] = content;
    for (const auto& [who, home] : computers_)
        home->write(name, content);
}

RawResponse WishWorld::asCustomer(const QByteArray& method, const QByteArray& target,
                                  const QByteArray& body, RawHeaders headers) {
    for (auto& header : headersOf(key_))
        headers.push_back(std::move(header));
    return rawRequest(server_.port(), method.toStdString(), target.toStdString(), headers,
                      body.toStdString());
}

RawResponse WishWorld::asOperator(const QByteArray& target, const QByteArray& body) {
    return rawRequest(server_.port(), "POST", target.toStdString(), headersOf(server_.adminKey()),
                      body.toStdString());
}

std::vector<WishWorld::Order> WishWorld::orders() {
    std::vector<Order> orders;
    const QJsonObject page = objectOf(asCustomer("GET", "/v1/orders?limit=1000"), 200);
    for (const auto& row : page["data"].toArray()) {
        const QJsonObject order = row.toObject();
        orders.push_back({order["order_number"].toString(), order["mark"].toString(),
                          order["idempotencyKey"].toString(),
                          order["request"].toObject()["industries"].toArray().first().toString()});
    }
    std::reverse(orders.begin(), orders.end());
    return orders;
}

} // namespace leadsheet::test
