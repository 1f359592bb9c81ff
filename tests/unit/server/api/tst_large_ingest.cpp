// SPDX-License-Identifier: Apache-2.0
#include "order_scene.hpp"
#include "test_database.hpp"
#include "test_main.hpp"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cstdint>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <sys/resource.h>

using namespace leadsheet::test;
using namespace leadsheet;

namespace {

constexpr int kPart = 10'000;  // leads a call, the most there may be
constexpr int kOrder = 50'000; // leads an order, the most there may be
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define LEADSHEET_THREAD_SANITIZER
#endif
#if __has_feature(address_sanitizer)
#define LEADSHEET_ADDRESS_SANITIZER
#endif
#endif
#ifdef LEADSHEET_THREAD_SANITIZER
constexpr int kLeads = 2 * kPart;
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

/// The most memory that this process, and the server in it, ever had; 0 where freed memory is kept
/// on purpose.
std::int64_t peakMegabytes() {
#if defined(LEADSHEET_ADDRESS_SANITIZER) || defined(LEADSHEET_THREAD_SANITIZER)
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
    void manyLeads_arriveOnceInOrder();

private:
    static std::string ndjson(int first, int count);
};

std::string LargeIngestTest::ndjson(int first, int count) {
    std::string text;
    text.reserve(static_cast<std::size_t>(count) * 120);
    for (int n = first; n < first + count; ++n)
        text +=
            OrderScene::lead(n, R"("country":"DE","jobTitle":"Engineer","result":"good")") + "\n";
    return text;
}

void LargeIngestTest::manyLeads_arriveOnceInOrder() {
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, 2); // as the server program does
    mallopt(M_TRIM_THRESHOLD, 128 * 1024);
#endif
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

LEADSHEET_TEST(tst_large_ingest, LargeIngestTest);
#include "tst_large_ingest.moc"
