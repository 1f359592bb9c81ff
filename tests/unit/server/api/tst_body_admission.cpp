// SPDX-License-Identifier: Apache-2.0
#include "order_scene.hpp"
#include "test_main.hpp"

#include <QTest>
#include <chrono>

using namespace leadsheet::test;
using namespace leadsheet;

namespace {

/// Long enough for a refusal, short enough for one that waits for the body.
constexpr std::chrono::seconds kPatience{5};

std::string wrongKey() {
    return "sk_live_" + std::string(40, 'A');
}

/// The head of an order with so much body still to come.
std::string head(const std::string& key, const std::string& framing,
                 const std::string& target = "/v1/orders") {
    return "POST " + target + " HTTP/1.1\r\nHost: localhost\r\n" +
           (key.empty() ? std::string() : "x-api-key: " + key + "\r\n") +
           "Idempotency-Key: large\r\nContent-Type: application/json\r\n" + framing + "\r\n";
}

std::string lengthOf(std::size_t bytes) {
    return "Content-Length: " + std::to_string(bytes) + "\r\n";
}

const std::string kExpect = "Expect: 100-continue\r\n";
constexpr std::size_t kUnasked = std::size_t{64} * 1024;

} // namespace

/// A body of more than 64 KiB, or one that waits for "100 Continue", is read only of a caller whose
/// key may do what the request asks.
class BodyAdmissionTest : public QObject {
    Q_OBJECT
private slots:
    void init();
    void cleanup();
    void largeBody_isRefusedBeforeItIsSent_data();
    void largeBody_isRefusedBeforeItIsSent();
    void chunks_areRefusedOnceTheyAreLarge();
    void expect_isAnsweredWithTheRefusal();
    void expect_ofAKnownKey_isAnsweredWith100();
    void budgetUsedUp_isRefusedBeforeTheBody();
    void missingScope_isChargedAllTheSame();
    void largeOrder_isChargedOnce();
    void orderHiddenInARefusedBody_isNotPlaced();
    void smallBody_ofAWrongKey_keepsTheConnection();
    void pathWithoutAKey_isAnsweredWithoutTheBody();

private:
    struct Seen {
        RawResponse answer;
        bool endsThen = false;
    };
    Seen send(const std::string& bytes);
    std::string orders();

    std::unique_ptr<TestServer> server_;
};

void BodyAdmissionTest::init() {
    server_ = std::make_unique<TestServer>();
}

void BodyAdmissionTest::cleanup() {
    server_.reset();
}

BodyAdmissionTest::Seen BodyAdmissionTest::send(const std::string& bytes) {
    RawConnection connection(server_->port(), kPatience);
    Seen seen;
    if (!connection.sendBytes(bytes))
        return seen;
    seen.answer = connection.readResponse();
    seen.endsThen = seen.answer.status != 0 && connection.readResponse().closed;
    return seen;
}

std::string BodyAdmissionTest::orders() {
    return std::to_string(jsonOf(server_->get("/v1/orders")).at("data").as_array().size());
}

void BodyAdmissionTest::largeBody_isRefusedBeforeItIsSent_data() {
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("target");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("code");
    QTest::newRow("no key") << ""
                            << "/v1/orders" << 401 << "missing_api_key";
    QTest::newRow("unknown key") << "wrong"
                                 << "/v1/orders" << 401 << "invalid_api_key";
    QTest::newRow("not a key") << "nonsense"
                               << "/v1/orders" << 401 << "invalid_api_key";
    QTest::newRow("other type") << "admin"
                                << "/v1/orders" << 403 << "wrong_key_type";
    QTest::newRow("no scope") << "reader"
                              << "/v1/orders" << 403 << "missing_scope";
    QTest::newRow("no path") << "customer"
                             << "/v1/nowhere" << 404 << "route_not_found";
    QTest::newRow("other method") << "customer"
                                  << "/v1/leads" << 405 << "method_not_allowed";
    QTest::newRow("assistant") << "wrong"
                               << "/mcp" << 401 << "invalid_api_key";
    QTest::newRow("delivery") << "customer"
                              << "/v1/admin/deliveries" << 403 << "wrong_key_type";
}

void BodyAdmissionTest::largeBody_isRefusedBeforeItIsSent() {
    QFETCH(QString, key);
    QFETCH(QString, target);
    QFETCH(int, status);
    QFETCH(QString, code);
    std::string secret = key.toStdString();
    if (key == "wrong")
        secret = wrongKey();
    else if (key == "admin")
        secret = server_->adminKey();
    else if (key == "customer")
        secret = server_->customerKey();
    else if (key == "reader")
        secret = server_->addAccount(0, {"leads:read"});
    const Seen seen = send(head(secret, lengthOf(kUnasked + 1), target.toStdString()));
    QCOMPARE(seen.answer.status, status);
    QCOMPARE(codeOf(seen.answer), code.toStdString());
    QCOMPARE(seen.answer.header("connection"), std::string("close"));
    QVERIFY(seen.endsThen);
}

void BodyAdmissionTest::chunks_areRefusedOnceTheyAreLarge() {
    const std::string chunk = "8000\r\n" + std::string(0x8000, ' ') + "\r\n";
    const Seen seen =
        send(head(wrongKey(), "Transfer-Encoding: chunked\r\n") + chunk + chunk + chunk);
    QCOMPARE(seen.answer.status, 401);
    QVERIFY(seen.endsThen);
}

void BodyAdmissionTest::expect_isAnsweredWithTheRefusal() {
    const Seen seen = send(head(wrongKey(), lengthOf(10) + kExpect));
    QCOMPARE(seen.answer.status, 401);
    QVERIFY(seen.endsThen);
}

void BodyAdmissionTest::expect_ofAKnownKey_isAnsweredWith100() {
    const std::string body = TestServer::orderBody() + std::string(kUnasked, ' ');
    RawConnection connection(server_->port(), kPatience);
    QVERIFY(connection.sendBytes(head(server_->customerKey(), lengthOf(body.size()) + kExpect)));
    // Nothing but a 100 can come before the body, which readResponse() passes over.
    QVERIFY(connection.awaitAnswer());
    QVERIFY(connection.sendBytes(body));
    QCOMPARE(connection.readResponse().status, 201);
    QCOMPARE(
        connection.request("GET", "/v1/orders", {{"x-api-key", server_->customerKey()}}).status,
        200);
}

void BodyAdmissionTest::budgetUsedUp_isRefusedBeforeTheBody() {
    TestServer::Options options;
    options.configure = [](server::Config& config) {
        config.limits.orderRate.quota = 1;
    };
    server_ = std::make_unique<TestServer>(std::move(options));
    QCOMPARE(server_->createOrder("one", TestServer::orderBody()).status, 201);
    const Seen seen = send(head(server_->customerKey(), lengthOf(kUnasked + 1)));
    QCOMPARE(seen.answer.status, 429);
    QVERIFY(!seen.answer.header("retry-after").empty());
    QVERIFY(seen.endsThen);
}

void BodyAdmissionTest::missingScope_isChargedAllTheSame() {
    const std::string reader = server_->addAccount(0, {"leads:read"});
    const Seen small = send(head(reader, lengthOf(2), "/v1/webhooks") + "{}");
    const Seen large = send(head(reader, lengthOf(kUnasked + 1), "/v1/webhooks"));
    QCOMPARE(small.answer.status, 403);
    QCOMPARE(large.answer.status, 403);
    QVERIFY(small.answer.header("ratelimit").starts_with("\"default\";r=999;"));
    QVERIFY(large.answer.header("ratelimit").starts_with("\"default\";r=998;"));
}

void BodyAdmissionTest::largeOrder_isChargedOnce() {
    const std::string body = TestServer::orderBody() + std::string(kUnasked, ' ');
    const auto first = server_->createOrder("one", body);
    const auto second = server_->createOrder("two", body);
    QCOMPARE(first.status, 201);
    QCOMPARE(second.status, 201);
    QVERIFY(first.header("ratelimit").starts_with("\"orders\";r=4999;"));
    QVERIFY(second.header("ratelimit").starts_with("\"orders\";r=4998;"));
}

void BodyAdmissionTest::orderHiddenInARefusedBody_isNotPlaced() {
    const std::string hidden =
        head(server_->customerKey(), lengthOf(TestServer::orderBody().size())) +
        TestServer::orderBody();
    for (const std::string& framing : {lengthOf(kUnasked + 1), lengthOf(10) + kExpect,
                                       std::string("Transfer-Encoding: chunked\r\n") + kExpect}) {
        RawConnection connection(server_->port(), kPatience);
        QVERIFY(connection.sendBytes(head(wrongKey(), framing)));
        QVERIFY(connection.awaitAnswer());
        connection.sendBytes(hidden);
        QCOMPARE(connection.readResponse().status, 401);
        QCOMPARE(connection.readResponse().status, 0);
    }
    QCOMPARE(orders(), std::string("0"));
}

void BodyAdmissionTest::smallBody_ofAWrongKey_keepsTheConnection() {
    RawConnection connection(server_->port(), kPatience);
    QVERIFY(
        connection.sendBytes(head(wrongKey(), lengthOf(kUnasked)) + std::string(kUnasked, 'x')));
    QCOMPARE(connection.readResponse().status, 401);
    QCOMPARE(connection.request("GET", "/healthz").status, 200);
}

void BodyAdmissionTest::pathWithoutAKey_isAnsweredWithoutTheBody() {
    const Seen seen =
        send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n" + lengthOf(kUnasked + 1) + "\r\n");
    QCOMPARE(seen.answer.status, 200);
    QVERIFY(seen.endsThen);
}

LEADSHEET_TEST(tst_body_admission, BodyAdmissionTest);
#include "tst_body_admission.moc"
