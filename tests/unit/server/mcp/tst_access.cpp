// SPDX-License-Identifier: Apache-2.0
#include "mcp/endpoint.hpp"
#include "test_main.hpp"

#include <QTest>

using namespace leadsheet::server::mcp;

class AccessTest : public QObject {
    Q_OBJECT
private slots:
    void caller_data();
    void caller();
    void origin_data();
    void origin();
};

void AccessTest::caller_data() {
    QTest::addColumn<bool>("loopback");
    QTest::addColumn<bool>("listed");
    QTest::addColumn<QByteArray>("host");
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<bool>("allowed");
    const auto row = [](bool loopback, bool listed, const char* host, const char* from,
                        bool allowed) {
        const QByteArray name = QByteArray(loopback ? "loopback " : "public ") +
                                (listed ? "with lists " : "") + host + " " + from;
        QTest::newRow(name.constData())
            << loopback << listed << QByteArray(host) << QByteArray(from) << allowed;
    };
    for (const char* host : {"localhost", "localhost:80", "LOCALHOST:1", "127.0.0.1:9", "[::1]:9"})
        row(true, false, host, "", true);
    for (const char* host : {"evil.example", "evil.example:80", "localhost.evil.example", "[::1",
                             "", "127.0.0.1.evil.example", "0.0.0.0", "api.example"})
        row(true, false, host, "", false);
    row(true, true, "api.example:443", "", true);
    row(true, true, "other.example", "", false);
    row(false, false, "anything.example", "", true);
    row(false, true, "API.example", "", true);
    row(false, true, "anything.example", "", false);
    row(false, true, "localhost", "", false);
    for (const char* from :
         {"http://localhost", "http://localhost:6274", "https://127.0.0.1:1", "http://[::1]:1"}) {
        row(true, false, "localhost", from, true);
        row(false, false, "localhost", from, false);
    }
    for (const char* from : {"http://evil.example", "null", "", "http://localhost.evil.example",
                             "http://localhost@evil.example", "ftp://localhost", "http://",
                             "http://localhost, http://evil.example", "file://"}) {
        if (*from != '\0')
            row(true, false, "localhost", from, false);
    }
    row(false, true, "api.example", "https://app.example", true);
    row(false, true, "api.example", "https://app.example:444", false);
    row(false, true, "api.example", "http://app.example", false);
    row(true, true, "localhost", "HTTPS://app.example", true);
}

void AccessTest::caller() {
    QFETCH(bool, loopback);
    QFETCH(bool, listed);
    QFETCH(QByteArray, host);
    QFETCH(QByteArray, from);
    QFETCH(bool, allowed);
    AccessRules rules;
    rules.loopback = loopback;
    if (listed) {
        rules.origins = {"https://app.example"};
        rules.hosts = {"api.example"};
    }
    CallerFields fields;
    fields.host = host.toStdString();
    if (!from.isEmpty())
        fields.origin = from.toStdString();
    const auto refusal = refusalOf(rules, fields);
    QCOMPARE(!refusal.has_value(), allowed);
    if (refusal)
        QVERIFY2(refusal->find("--mcp-") != std::string::npos, refusal->c_str());
}

void AccessTest::origin_data() {
    QTest::addColumn<bool>("valid");
    for (const char* good : {"https://app.example", "http://localhost:80", "http://[::1]:1"})
        QTest::newRow(good) << true;
    for (const char* bad : {"app.example", "https://", "https://App.example", "https://a.example/",
                            "https://a.example?x", "https://*.example", "ftp://a.example", "null"})
        QTest::newRow(bad) << false;
}

void AccessTest::origin() {
    QFETCH(bool, valid);
    QCOMPARE(isOrigin(QTest::currentDataTag()), valid);
}

LEADSHEET_TEST(tst_access, AccessTest);
#include "tst_access.moc"
