// SPDX-License-Identifier: Apache-2.0
#include "order_scene.hpp"
#include "packed_text.hpp"
#include "test_database.hpp"
#include "test_main.hpp"
#include "test_store.hpp"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cstdint>
#include <future>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <sys/resource.h>

using namespace leadsheet::test;
using namespace leadsheet;

namespace {

constexpr int kPart = 10'000;  // leads a call
constexpr int kOrder = 50'000; // leads an order and a call, the most there may be
#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define LEADSHEET_SANITIZED
#endif
#endif
#ifdef LEADSHEET_SANITIZED
constexpr int kLeads = 2 * kPart; // what more of them shows is memory, which is not itself here
#else
constexpr int kLeads = 100'000;
#endif
/// On PostgreSQL every statement is a message.
constexpr int kLeadsOnPostgres = 2 * kPart;

/// LEADSHEET_INGEST_LEADS makes it a million.
int leadsInAll() {
    const int wanted = qEnvironmentVariableIntValue("LEADSHEET_INGEST_LEADS");
    const int usual = onPostgres() ? kLeadsOnPostgres : kLeads;
    return std::max(wanted > 0 ? wanted : usual, kPart);
}

constexpr int kWrong = 123;          // its e-mail address is none
constexpr int kTwice = kOrder - 1;   // the same as the one before
constexpr std::int64_t kGrowth = 40; // MB that one call may take at most

std::string addressOf(int n) {
    if (n == kWrong)
        return "nobody";
    return "person" + std::to_string(n == kTwice ? kTwice - 1 : n) + "@company.example";
}

/// The largest delivery, as `format` has it.
std::string wholeDelivery(const std::string& format, const std::string& number) {
    std::string text = format == "csv" ? "fullName,email,jobTitle,country\r\n" : "";
    if (format == "json")
        text = R"({"leads":[)";
    for (int n = 0; n < kOrder; ++n) {
        const std::string name = "Person " + std::to_string(n);
        if (format == "csv")
            text += name + "," + addressOf(n) + ",\"Head of \"\"Sales\"\", Europe\",DE\r\n";
        else
            text += std::string(format == "json" && n > 0 ? "," : "") + R"({"fullName":")" + name +
                    R"(","email":")" + addressOf(n) +
                    R"(","jobTitle":"Head of \"Sales\", Europe","country":"DE"})" +
                    (format == "json" ? "" : "\n");
    }
    if (format == "json")
        text += R"(],"final":true,"deliveryId":"whole","orderNumber":")" + number + "\"}";
    return text;
}

/// The most memory that this process, and the server in it, ever had; 0 where freed memory is kept
/// on purpose.
std::int64_t peakMegabytes() {
#ifdef LEADSHEET_SANITIZED
    return 0;
#else
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss / 1024;
#endif
}

} // namespace

/// Many leads, over the socket, into a file: all of them arrive, once, in order, in memory that
/// does not grow with their number.
class LargeIngestTest : public QObject {
    Q_OBJECT
private slots:
    void ingest_whileAnotherAccountWrites_doesNotWait();
    void initTestCase();
    void manyLeads_arriveOnceInOrder();
    void wholeDelivery_isOneCall_data();
    void wholeDelivery_isOneCall();
    void wholeDelivery_brokenAtItsEnd_leavesNothing();

private:
    static std::string ndjson(int first, int count);
};

void LargeIngestTest::initTestCase() {
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, 2); // as the server program does
    mallopt(M_TRIM_THRESHOLD, 128 * 1024);
#endif
}

std::string LargeIngestTest::ndjson(int first, int count) {
    std::string text;
    text.reserve(static_cast<std::size_t>(count) * 120);
    for (int n = first; n < first + count; ++n)
        text +=
            OrderScene::lead(n, R"("country":"DE","jobTitle":"Engineer","result":"good")") + "\n";
    return text;
}

void LargeIngestTest::manyLeads_arriveOnceInOrder() {
    const int wanted = leadsInAll();
    const QTemporaryDir folder;
    TestServer::Options options;
    options.databasePath = folder.filePath("server.db").toStdString();
    options.configure = [](auto& config) {
        config.limits.defaultRate.quota = 1'000'000;
    };
    TestServer server(options);
    OrderScene scene(server);
    RawConnection connection(server.port(), std::chrono::minutes(10));
    std::string number;
    std::string last;
    std::string target;
    std::int64_t peak = 0; // after the first order
    for (int sent = 0; sent < wanted; sent += kPart) {
        if (sent == kOrder)
            peak = peakMegabytes();
        if (sent % kOrder == 0)
            number = scene.placeIn("in_progress", kOrder);
        target = "/v1/admin/deliveries?orderNumber=" + number + "&deliveryId=part-" +
                 std::to_string(sent);
        last = ndjson(sent, std::min(kPart, wanted - sent));
        const auto taken = connection.request(
            "POST", target,
            {{"x-api-key", server.adminKey()}, {"Content-Type", "application/x-ndjson"}}, last);
        QVERIFY2(taken.status == 200, taken.body.c_str());
        QCOMPARE(memberOf(taken, "/accepted"), std::to_string(std::min(kPart, wanted - sent)));
        if ((sent + kPart) % kOrder == 0 || sent + kPart >= wanted)
            QCOMPARE(connection
                         .request("POST", "/v1/admin/orders/" + number + "/deliver",
                                  {{"x-api-key", server.adminKey()}}, "")
                         .status,
                     200);
    }
    const auto again = connection.request(
        "POST", target,
        {{"x-api-key", server.adminKey()}, {"Content-Type", "application/x-ndjson"}}, last);
    QCOMPARE(again.status, 200);
    QCOMPARE(memberOf(server.get("/v1/leads/count"), "/count"), std::to_string(wanted));

    int seen = 0;
    std::string cursor;
    do {
        const std::string query = cursor.empty() ? "" : "&cursor=" + cursor;
        const auto page =
            jsonOf(connection.request("GET", "/v1/leads?limit=1000&fields=email" + query,
                                      {{"x-api-key", server.customerKey()}}));
        for (const auto& lead : page.at("data").as_array()) {
            const std::string email = "person" + std::to_string(seen++) + "@company.example";
            if (memberOf(lead, "/email") != email)
                QFAIL(("lead " + std::to_string(seen) + " is " + memberOf(lead, "/email")).c_str());
        }
        cursor =
            memberOf(page, "/meta/hasMore") == "true" ? memberOf(page, "/meta/nextCursor") : "";
    } while (!cursor.empty());
    QCOMPARE(seen, wanted);
    // Page caches of the database fill up to 16 MiB a connection, once.
    constexpr std::int64_t kRoom = 128;
    if (peak > 0)
        QVERIFY2(peakMegabytes() < peak + kRoom,
                 qPrintable(QString("%1 MB, then %2").arg(peak).arg(peakMegabytes())));
}

void LargeIngestTest::wholeDelivery_isOneCall_data() {
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("format");
    QTest::addColumn<bool>("packed");
    QTest::newRow("json") << "application/json"
                          << "json" << false;
    QTest::newRow("ndjson, packed") << "application/x-ndjson"
                                    << "ndjson" << true;
    QTest::newRow("csv") << "text/csv"
                         << "csv" << false;
}

void LargeIngestTest::wholeDelivery_isOneCall() {
    QFETCH(QString, type);
    QFETCH(QString, format);
    QFETCH(bool, packed);
    const QTemporaryDir folder;
    TestServer::Options options;
    options.databasePath = folder.filePath("server.db").toStdString();
    TestServer server(options);
    OrderScene scene(server);
    const std::string number = scene.placeIn("in_progress", kOrder);
    std::string body = wholeDelivery(format.toStdString(), number);
    RawHeaders headers{{"Content-Type", type.toStdString()}};
    if (packed) {
        body = packedText(body, Packing::Gzip);
        headers.emplace_back("Content-Encoding", "gzip");
    }
    std::string target = "/v1/admin/deliveries";
    if (format != "json")
        target += "?final=true&deliveryId=whole&orderNumber=" + number;
    const auto send = [&](const std::string& key) {
        RawHeaders all = headers;
        all.emplace_back("x-api-key", key);
        return RawConnection(server.port(), std::chrono::minutes(5))
            .request("POST", target, all, body);
    };
    // The test's own copies of the body count as well, so they are made before.
    QCOMPARE(send(server.customerKey()).status, 403);
    const std::int64_t before = peakMegabytes();
    const auto taken = send(server.adminKey());
    const std::int64_t after = peakMegabytes();
    QVERIFY2(taken.status == 200, taken.body.c_str());
    QCOMPARE(memberOf(taken, "/accepted"), std::to_string(kOrder - 2));
    QCOMPARE(memberOf(taken, "/rows/0/row"), std::to_string(kWrong));
    QCOMPARE(memberOf(taken, "/rows/0/outcome"), std::string("rejected"));
    QCOMPARE(memberOf(taken, "/rows/0/errors/0/pointer"), std::string("/email"));
    QCOMPARE(memberOf(taken, "/rows/1/row"), std::to_string(kTwice));
    QCOMPARE(memberOf(taken, "/rows/1/outcome"), std::string("duplicate"));
    QCOMPARE(memberOf(scene.record(number), "/ingested/staged"), std::to_string(kOrder - 2));
    QCOMPARE(send(server.adminKey()).body, taken.body);
    if (before > 0)
        QVERIFY2(after < before + kGrowth,
                 qPrintable(QString("%1 MB, then %2").arg(before).arg(after)));
}

void LargeIngestTest::wholeDelivery_brokenAtItsEnd_leavesNothing() {
    const QTemporaryDir folder;
    TestServer::Options options;
    options.databasePath = folder.filePath("server.db").toStdString();
    TestServer server(options);
    OrderScene scene(server);
    const std::string number = scene.placeIn("in_progress", kOrder);
    const auto before = scene.record(number);
    std::string body = wholeDelivery("ndjson", number);
    body.resize(body.size() - 2);
    RawHeaders headers = scene.adminHeaders();
    headers.emplace_back("Content-Type", "application/x-ndjson");
    const auto answer =
        server.post("/v1/admin/deliveries?deliveryId=whole&orderNumber=" + number, body, headers);
    QCOMPARE(answer.status, 400);
    QCOMPARE(codeOf(answer), std::string("malformed_json"));
    QVERIFY2(memberOf(answer, "/detail").starts_with("Line 50000:"), answer.body.c_str());
    QCOMPARE(scene.record(number).body, before.body);
}

// A delivery takes long: neither does it wait for the writing of other accounts, nor they for it.
// SQLite has one writer.
void LargeIngestTest::ingest_whileAnotherAccountWrites_doesNotWait() {
    if (!onPostgres())
        return;
    QTemporaryDir folder;
    const std::string path = folder.filePath("server.db").toStdString();
    TestServer server({.databasePath = path});
    OrderScene scene(server);
    const std::string order = scene.placeIn("in_progress");
    const auto other = openTestStore(path);
    QVERIFY(other);
    std::promise<void> begun;
    std::promise<void> released;
    auto writing = std::async(std::launch::async, [&] {
        return (*other)->writeAndWait(
            [&](server::store::Tx&) {
                begun.set_value();
                released.get_future().wait();
            },
            server::store::Durability::Full, server::store::AccountId("acc_another"));
    });
    begun.get_future().wait();
    const auto ingested = scene.ingest(order, "part", OrderScene::leads(1, 3));
    released.set_value();
    QVERIFY(writing.get());
    QCOMPARE(ingested.status, 200);
    QCOMPARE(memberOf(ingested, "/accepted"), std::string("3"));
}

LEADSHEET_TEST(tst_large_ingest, LargeIngestTest);
#include "tst_large_ingest.moc"
