// SPDX-License-Identifier: Apache-2.0
#include "domain/request_rules.hpp"
#include "test_main.hpp"

#include <QtTest>
#include <rapidcheck.h>

using namespace leadsheet::server::domain;

class CursorTest : public QObject {
    Q_OBJECT

private slots:
    void cursor_readsBack();
    void cursor_ofAnEarlierRelease_isRead();
    void cursor_anyChange_isRefused();
    void cursor_elsewhere_isRefused_data();
    void cursor_elsewhere_isRefused();
    void base64Url_anyBytes_readBack();
    void base64Url_looseSpellings_areRefused();
    void sha256_knownVectors();
};

void CursorTest::cursor_readsBack() {
    const CursorCodec codec("0123456789abcdef");
    for (const CursorPosition position :
         {CursorPosition{0, 0}, CursorPosition{INT64_MAX, -1}, CursorPosition{-5, INT64_MIN}}) {
        const std::string text = codec.encode("orders:acc_1", "status=delivered", position);
        QVERIFY(codec.decode("orders:acc_1", "status=delivered", text) == position);
    }
}

// Worked out by another program: walks go on over an update of the server.
void CursorTest::cursor_ofAnEarlierRelease_isRead() {
    const CursorCodec codec("0123456789abcdef");
    const CursorPosition position{1'700'000'000'123, -2};
    const std::string text = "AQAAAYvP5Wh7__________4iyeAzGPnP0vrbe-memtlI";
    QCOMPARE(codec.encode("orders:acc_1", "status=delivered", position), text);
    QVERIFY(codec.decode("orders:acc_1", "status=delivered", text) == position);
}

void CursorTest::cursor_anyChange_isRefused() {
    const CursorCodec codec("0123456789abcdef");
    const std::string text = codec.encode("s", "f", {17, 4});
    for (std::size_t at = 0; at < text.size(); ++at) {
        for (const char c : {'A', 'z', '_', '=', ' ', '\0'}) {
            std::string changed = text;
            changed[at] = c;
            QCOMPARE(codec.decode("s", "f", changed).has_value(), changed == text);
        }
        QVERIFY(!codec.decode("s", "f", text.substr(0, at)));
    }
    QVERIFY(!codec.decode("s", "f", text + "A"));
    QVERIFY(!codec.decode("s", "f", text + text));
}

void CursorTest::cursor_elsewhere_isRefused_data() {
    QTest::addColumn<QString>("secret");
    QTest::addColumn<QString>("scope");
    QTest::addColumn<QString>("filters");
    QTest::newRow("other account") << "0123456789abcdef"
                                   << "orders:acc_2"
                                   << "x=1";
    QTest::newRow("other list") << "0123456789abcdef"
                                << "leads:acc_1"
                                << "x=1";
    QTest::newRow("other filters") << "0123456789abcdef"
                                   << "orders:acc_1"
                                   << "x=2";
    QTest::newRow("no filters") << "0123456789abcdef"
                                << "orders:acc_1"
                                << "";
    QTest::newRow("text moved across") << "0123456789abcdef"
                                       << "orders:acc_1x"
                                       << "=1";
    QTest::newRow("other secret") << "0123456789abcdeg"
                                  << "orders:acc_1"
                                  << "x=1";
}

void CursorTest::cursor_elsewhere_isRefused() {
    QFETCH(QString, secret);
    QFETCH(QString, scope);
    QFETCH(QString, filters);
    const std::string text = CursorCodec("0123456789abcdef").encode("orders:acc_1", "x=1", {5, 0});
    const CursorCodec codec(secret.toStdString());
    QVERIFY(!codec.decode(scope.toStdString(), filters.toStdString(), text));
}

void CursorTest::base64Url_anyBytes_readBack() {
    QVERIFY(rc::check("base64url reads back", [](const std::vector<unsigned char>& bytes) {
        const auto back = fromBase64Url(toBase64Url(bytes));
        RC_ASSERT(back.has_value());
        RC_ASSERT(
            std::equal(back->begin(), back->end(), bytes.begin(), bytes.end(),
                       [](char a, unsigned char b) { return static_cast<unsigned char>(a) == b; }));
    }));
}

void CursorTest::base64Url_looseSpellings_areRefused() {
    QCOMPARE(fromBase64Url("Zg").value(), std::string("f"));
    for (const char* text : {"Zh", "Zg==", "Z", "Zg ", "Z+8", "Z/8", "Zm9"})
        QVERIFY2(!fromBase64Url(text), text);
}

void CursorTest::sha256_knownVectors() {
    QCOMPARE(toHex(sha256("abc")),
             std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
    // RFC 4231, test case 2
    QCOMPARE(toHex(hmacSha256("Jefe", "what do ya want for nothing?")),
             std::string("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"));
    QVERIFY(requestFingerprint("a", "b") != requestFingerprint("ab", ""));
}

LEADSHEET_TEST(tst_cursor, CursorTest);
#include "tst_cursor.moc"
