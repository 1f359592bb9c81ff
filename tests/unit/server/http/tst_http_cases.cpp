// SPDX-License-Identifier: Apache-2.0
#include "connection_harness.hpp"
#include "http_cases.hpp"
#include "test_main.hpp"

#include <QtTest/QtTest>

using namespace leadsheet::test;

class HttpCasesTest : public QObject {
    Q_OBJECT

private slots:
    void refused_request_gets_its_status_and_closes_data() { addRows(refusedRequests()); }
    void refused_request_gets_its_status_and_closes();
    void refused_request_byte_by_byte_gets_same_status_data() { addRows(refusedRequests()); }
    void refused_request_byte_by_byte_gets_same_status();
    void accepted_request_is_answered_data() { addRows(acceptedRequests()); }
    void accepted_request_is_answered();
    void accepted_request_byte_by_byte_is_answered_data() { addRows(acceptedRequests()); }
    void accepted_request_byte_by_byte_is_answered();

private:
    static void addRows(const std::vector<HttpCase>& cases) {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("status");
        for (const HttpCase& row : cases) {
            QTest::newRow(row.name) << QByteArray::fromStdString(row.bytes) << row.status;
        }
    }

    static std::string bytes() {
        QFETCH(QByteArray, bytes);
        return bytes.toStdString();
    }

    static int expectedStatus() {
        QFETCH(int, status);
        return status;
    }
};

void HttpCasesTest::refused_request_gets_its_status_and_closes() {
    ConnectionHarness harness;
    harness.receive(bytes() + "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n");
    QCOMPARE(harness.status(), expectedStatus());
    QCOMPARE(harness.answers().size(), std::size_t(1));
    QVERIFY(harness.requests.empty());
    QVERIFY(harness.connection.fate() == http::Connection::Fate::Linger);
    const ParsedAnswer answer = harness.answers().front();
    QCOMPARE(answer.field("connection"), std::string("close"));
    QCOMPARE(answer.field("x-request-id"), std::string("req_1"));
    QCOMPARE(answer.field("date"), std::string("Thu, 01 Jan 1970 00:00:00 GMT"));
    QVERIFY(answer.complete && !answer.body.empty());
    QCOMPARE(answer.field("allow").empty(), answer.status != 405);
    QCOMPARE(harness.records.size(), std::size_t(1));
    QCOMPARE(harness.records.front().status, expectedStatus());
}

void HttpCasesTest::refused_request_byte_by_byte_gets_same_status() {
    ConnectionHarness harness;
    harness.receiveByteByByte(bytes());
    // A request that ends early is refused at the latest when its time is over.
    QCOMPARE(harness.status(), expectedStatus());
    QVERIFY(harness.requests.empty());
}

void HttpCasesTest::accepted_request_is_answered() {
    ConnectionHarness harness;
    harness.receive(bytes());
    QCOMPARE(harness.status(), expectedStatus());
    QCOMPARE(harness.answers().size(), std::size_t(1));
    QVERIFY(harness.answers().front().complete);
}

void HttpCasesTest::accepted_request_byte_by_byte_is_answered() {
    ConnectionHarness harness;
    harness.receiveByteByByte(bytes());
    QCOMPARE(harness.status(), expectedStatus());
}

LEADSHEET_TEST(tst_http_cases, HttpCasesTest);
#include "tst_http_cases.moc"
