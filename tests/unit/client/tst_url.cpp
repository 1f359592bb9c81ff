// SPDX-License-Identifier: Apache-2.0
#include "call/url.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet;
using namespace leadsheet::detail;

class UrlTest : public QObject {
    Q_OBJECT

private slots:
    void parseBaseUrl_text_isCheckedAndTidied_data() {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::string>("expected"); // empty = refused
        const auto row = [](const char* text, const char* expected) {
            QTest::addRow("%s", text) << std::string(text) << std::string(expected);
        };
        row("https://api.example.com", "https://api.example.com");
        row("HTTPS://api.example.com/", "https://api.example.com");
        row("https://api.example.com:8443/api//", "https://api.example.com:8443/api");
        row("http://127.0.0.1:8080", "http://127.0.0.1:8080");
        row("http://[::1]:8080/x", "http://[::1]:8080/x");
        row("", "");
        row("api.example.com", "");
        row("ftp://api.example.com", "");
        row("https://", "");
        row("https:///v1", "");
        row("https://user:secret@api.example.com", "");
        row("https://api.example.com?x=1", "");
        row("https://api.example.com#x", "");
        row("https://api.example.com:99999", "");
        row("https://api.example.com:", "");
        row("https://api.example.com:80a", "");
        row("https://api example.com", "");
        row("https://api.example.com\r\nx: y", "");
        row("https://[::1", "");
        row("https://[zz]:1", "");
        row("https://ex\xC3\xA4mple.com", "");
    }
    void parseBaseUrl_text_isCheckedAndTidied() {
        QFETCH(std::string, text);
        QFETCH(std::string, expected);
        const auto url = parseBaseUrl(text);
        QCOMPARE(url.has_value(), !expected.empty());
        if (url)
            QCOMPARE(url->text, expected);
        else
            QVERIFY(url.error().message.find("secret") == std::string::npos);
    }

    void isLoopbackHost_lookalikes_areNot() {
        for (const char* host : {"localhost", "127.0.0.1", "127.8.9.1", "::1"})
            QVERIFY(isLoopbackHost(host));
        for (const char* host : {"127.0.0.1.example.com", "127.evil", "localhost.example.com",
                                 "10.0.0.1", "1270.0.0.1"})
            QVERIFY(!isLoopbackHost(host));
    }

    void encode_parameters_cannotBreakOut() {
        QCOMPARE(encodeSegment("a/b?c#d e%\n"), std::string("a%2Fb%3Fc%23d%20e%25%0A"));
        QCOMPARE(encodeQuery({{"a", "1&b=2"}, {"c", "\xC3\xA9"}}),
                 std::string("?a=1%26b%3D2&c=%C3%A9"));
        QCOMPARE(encodeQuery({}), std::string());
    }
};

LEADSHEET_TEST(tst_url, UrlTest);
#include "tst_url.moc"
