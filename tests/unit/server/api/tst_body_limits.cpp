// SPDX-License-Identifier: Apache-2.0
#include "order_scene.hpp"
#include "packed_text.hpp"
#include "test_main.hpp"

#include <QTest>

using namespace leadsheet::test;
using namespace leadsheet;

namespace {

// Bytes, the contract's defaults.
constexpr std::size_t kMax = std::size_t{16} * 1024 * 1024;
constexpr std::size_t kMaxDelivery = std::size_t{64} * 1024 * 1024;

/// The JSON text, made so long with white space that nobody minds.
std::string padded(const std::string& text, std::size_t size) {
    return text + std::string(size - text.size(), ' ');
}

} // namespace

/// Bodies of exactly the largest size, of one byte more, and of less than was announced.
class BodyLimitsTest : public QObject {
    Q_OBJECT
private slots:
    void init();
    void cleanup();
    void order_atTheLimit_isTaken_oneByteMoreIsNot();
    void order_inChunksOverTheLimit_isRefused();
    void delivery_atTheLimit_isTaken_oneByteMoreIsNot();
    void packedDelivery_isMeasuredUnpacked();
    void halfSentOrder_appliesNothing_andItsKeyHeals();

private:
    std::string orders();
    RawResponse deliver(const std::string& body, const std::string& encoding = {});

    std::unique_ptr<TestServer> server_;
    std::unique_ptr<OrderScene> scene_;
};

void BodyLimitsTest::init() {
    server_ = std::make_unique<TestServer>();
    scene_ = std::make_unique<OrderScene>(*server_);
}

void BodyLimitsTest::cleanup() {
    scene_.reset();
    server_.reset();
}

std::string BodyLimitsTest::orders() {
    return std::to_string(jsonOf(server_->get("/v1/orders")).at("data").as_array().size());
}

RawResponse BodyLimitsTest::deliver(const std::string& body, const std::string& encoding) {
    RawHeaders headers{{"x-api-key", server_->adminKey()}};
    if (!encoding.empty())
        headers.emplace_back("Content-Encoding", encoding);
    return server_->post("/v1/admin/deliveries", body, headers);
}

void BodyLimitsTest::order_atTheLimit_isTaken_oneByteMoreIsNot() {
    const auto over = server_->createOrder("over", padded(TestServer::orderBody(), kMax + 1));
    QCOMPARE(over.status, 413);
    QCOMPARE(codeOf(over), std::string("payload_too_large"));
    QCOMPARE(memberOf(over, "/instance"), std::string("/v1/orders"));
    QCOMPARE(over.header("RateLimit-Policy"), std::string("\"orders\";q=5000;w=3600"));
    QCOMPARE(over.header("RateLimit"), std::string("\"orders\";r=5000;t=3600"));
    QCOMPARE(orders(), std::string("0"));
    const auto most = server_->createOrder("over", padded(TestServer::orderBody(), kMax));
    QVERIFY2(most.status == 201, most.body.c_str());
}

void BodyLimitsTest::order_inChunksOverTheLimit_isRefused() {
    RawConnection connection(server_->port());
    const std::string head =
        "POST /v1/orders HTTP/1.1\r\nHost: localhost\r\nx-api-key: " + server_->customerKey() +
        "\r\nIdempotency-Key: chunks\r\nContent-Type: application/json\r\n"
        "Transfer-Encoding: chunked\r\n\r\n";
    QVERIFY(connection.sendBytes(head));
    const std::string megabyte(1024 * 1024, ' ');
    const std::string chunk = "100000\r\n" + megabyte + "\r\n";
    // The refusal may come, and the connection end, before all of it is sent.
    for (int sent = 0; sent <= 16 && connection.sendBytes(chunk); ++sent) {
    }
    const auto answer = connection.readResponse();
    QCOMPARE(answer.status, 413);
    QCOMPARE(orders(), std::string("0"));
}

void BodyLimitsTest::delivery_atTheLimit_isTaken_oneByteMoreIsNot() {
    const std::string number = scene_->placeIn("in_progress");
    const std::string body = R"({"orderNumber":")" + number + R"(","deliveryId":"one","leads":[)" +
                             OrderScene::lead(1) + "]}";
    QCOMPARE(deliver(padded(body, kMaxDelivery + 1)).status, 413);
    QCOMPARE(memberOf(server_->get("/v1/leads/count"), "/count"), std::string("0"));
    const auto taken = deliver(padded(body, kMaxDelivery));
    QVERIFY2(taken.status == 200, taken.body.c_str());
    QCOMPARE(memberOf(taken, "/accepted"), std::string("1"));
}

void BodyLimitsTest::packedDelivery_isMeasuredUnpacked() {
    const std::string number = scene_->placeIn("in_progress");
    const std::string body = R"({"orderNumber":")" + number + R"(","deliveryId":"one","leads":[)" +
                             OrderScene::lead(1) + "]}";
    const auto over = deliver(packedText(padded(body, kMaxDelivery + 1), Packing::Gzip), "gzip");
    QCOMPARE(over.status, 413);
    QCOMPARE(codeOf(over), std::string("payload_too_large"));
    QCOMPARE(memberOf(server_->get("/v1/leads/count"), "/count"), std::string("0"));
    QCOMPARE(deliver(packedText(padded(body, kMaxDelivery), Packing::Gzip), "gzip").status, 200);
}

void BodyLimitsTest::halfSentOrder_appliesNothing_andItsKeyHeals() {
    {
        RawConnection connection(server_->port());
        const std::string body = TestServer::orderBody();
        const std::string message =
            "POST /v1/orders HTTP/1.1\r\nHost: localhost\r\nx-api-key: " + server_->customerKey() +
            "\r\nIdempotency-Key: half\r\nContent-Type: application/json\r\nContent-Length: " +
            std::to_string(body.size()) + "\r\n\r\n" + body.substr(0, body.size() / 2);
        QVERIFY(connection.sendBytes(message));
    }
    QCOMPARE(orders(), std::string("0"));
    const auto whole = server_->createOrder("half", TestServer::orderBody());
    QCOMPARE(whole.status, 201);
    QVERIFY(!whole.hasHeader("Idempotent-Replayed"));
}

LEADSHEET_TEST(tst_body_limits, BodyLimitsTest);
#include "tst_body_limits.moc"
