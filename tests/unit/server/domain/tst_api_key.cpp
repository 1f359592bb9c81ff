// SPDX-License-Identifier: Apache-2.0
#include "domain/ids.hpp"
#include "test_main.hpp"

#include <QtTest>
#include <algorithm>
#include <set>

using namespace leadsheet::server::domain;

namespace {

/// Bytes 0, 1, 2, ...: some of them are outside the fair range of base62.
RandomBytes counting(unsigned char start = 0) {
    return [next = start](std::span<unsigned char> bytes) mutable {
        for (unsigned char& byte : bytes)
            byte = next++;
    };
}

constexpr std::string_view kDigits =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

} // namespace

class ApiKeyTest : public QObject {
    Q_OBJECT

private slots:
    void mintApiKey_bothTypes_haveTheContractsShape();
    void mintApiKey_bytesOutsideTheFairRange_areDrawnAgain();
    void isWellFormedApiKey_anyChangedCharacter_isRefused();
    void isWellFormedApiKey_badShapes_areRefused_data();
    void isWellFormedApiKey_badShapes_areRefused();
    void withoutKeys_leavesNoneInAText_data();
    void withoutKeys_leavesNoneInAText();
    void hashApiKey_otherPepper_isAnotherHash();
    void constantTimeEqual_comparesWholeValues();
    void makeOrderNumber_hasTheContractsShape();
    void isOrderNumber_lookAlikes_areRefused();
};

void ApiKeyTest::mintApiKey_bothTypes_haveTheContractsShape() {
    const auto customer = mintApiKey(ApiKeyType::Customer, counting(), "pepper");
    const auto admin = mintApiKey(ApiKeyType::Admin, counting(7), "pepper");
    // CRC-32 of the 30 characters before it, in base62; worked out by another program.
    QVERIFY(customer.text.ends_with(std::string("0123456789ABCDEFGHIJKLMNOPQRST") + "4PMbyp"));
    QVERIFY(customer.text.starts_with(std::string("sk_") + "live_"));
    QVERIFY(admin.text.starts_with(std::string("sk_") + "live_" + "admin_"));
    QCOMPARE(customer.text.size(), 8U + 36U);
    QCOMPARE(admin.text.size(), 14U + 36U);
    for (const auto& key : {customer, admin}) {
        QVERIFY(isWellFormedApiKey(key.text));
        QVERIFY(key.text.starts_with(key.prefix));
        QVERIFY(key.text.ends_with(key.last4));
        QCOMPARE(key.last4.size(), 4U);
        QVERIFY(key.hash == hashApiKey(key.text, "pepper"));
        QVERIFY(key.prefix.size() + 24 < key.text.size());
    }
}

void ApiKeyTest::mintApiKey_bytesOutsideTheFairRange_areDrawnAgain() {
    const auto key = mintApiKey(ApiKeyType::Customer, counting(240), "");
    // 240..247 give 240 % 62 = 54 upwards, 248..255 are skipped, then 0 upwards.
    QCOMPARE(key.text.substr(8, 10), std::string("stuvwxyz01"));
}

void ApiKeyTest::isWellFormedApiKey_anyChangedCharacter_isRefused() {
    const std::string text = mintApiKey(ApiKeyType::Customer, counting(), "").text;
    for (std::size_t at = 8; at < text.size(); ++at) {
        for (const char digit : kDigits) {
            std::string changed = text;
            changed[at] = digit;
            QCOMPARE(isWellFormedApiKey(changed), digit == text[at]);
        }
    }
    for (std::size_t at = 8; at + 1 < text.size(); ++at) {
        std::string swapped = text;
        std::swap(swapped[at], swapped[at + 1]);
        QCOMPARE(isWellFormedApiKey(swapped), swapped == text);
    }
}

void ApiKeyTest::isWellFormedApiKey_badShapes_areRefused_data() {
    QTest::addColumn<QString>("text");
    const QString key =
        QString::fromStdString(mintApiKey(ApiKeyType::Customer, counting(), "").text);
    QTest::newRow("empty") << QString();
    QTest::newRow("prefix only") << key.left(8);
    QTest::newRow("one short") << key.chopped(1);
    QTest::newRow("one long") << key + "0";
    QTest::newRow("space behind") << key + " ";
    QTest::newRow("without prefix") << key.mid(8);
    QTest::newRow("other prefix") << QString("pk_") + key.mid(3);
    QTest::newRow("not base62") << key.left(20) + "-" + key.mid(21);
    QTest::newRow("very long") << QString(100'000, 'a');
}

void ApiKeyTest::isWellFormedApiKey_badShapes_areRefused() {
    QFETCH(QString, text);
    QVERIFY(!isWellFormedApiKey(text.toStdString()));
}

void ApiKeyTest::withoutKeys_leavesNoneInAText_data() {
    QTest::addColumn<QString>("text"); // K stands for what every key begins with
    QTest::addColumn<QString>("told");
    QTest::newRow("none") << "no key"
                          << "no key";
    QTest::newRow("empty") << ""
                           << "";
    QTest::newRow("alone") << "Kabc" << QString::fromUtf8("K…");
    QTest::newRow("admin") << "Kadmin_aZ9" << QString::fromUtf8("K…");
    QTest::newRow("within") << "a Kab-c d" << QString::fromUtf8("a K…-c d");
    QTest::newRow("several") << "Ka,Kb" << QString::fromUtf8("K…,K…");
    QTest::newRow("its beginning alone") << "K"
                                         << "K";
    QTest::newRow("its beginning in a sentence")
        << "Keys begin with K." << QString::fromUtf8("K… begin with K.");
}

void ApiKeyTest::withoutKeys_leavesNoneInAText() {
    QFETCH(QString, text);
    QFETCH(QString, told);
    const auto written = [](QString of) {
        return of.replace("K", QString("sk_") + "live_").toStdString();
    };
    QCOMPARE(withoutKeys(written(text)), written(told));
    QCOMPARE(name(ApiKeyType::Admin), std::string_view("admin"));
    QCOMPARE(name(ApiKeyType::Customer), std::string_view("customer"));
}

void ApiKeyTest::hashApiKey_otherPepper_isAnotherHash() {
    QVERIFY(hashApiKey("key", "a") != hashApiKey("key", "b"));
    QVERIFY(hashApiKey("key", "a") != hashApiKey("kez", "a"));
}

void ApiKeyTest::constantTimeEqual_comparesWholeValues() {
    const Digest a = sha256("a");
    Digest b = a;
    QVERIFY(constantTimeEqual(a, b));
    b.back() ^= 1U;
    QVERIFY(!constantTimeEqual(a, b));
    QVERIFY(!constantTimeEqual(a, std::span(a).first(31)));
}

void ApiKeyTest::makeOrderNumber_hasTheContractsShape() {
    std::set<std::string> seen;
    for (int start = 0; start < 200; ++start) {
        const auto number = makeOrderNumber(counting(static_cast<unsigned char>(start)));
        QVERIFY(isOrderNumber(number.str()));
        seen.insert(number.str());
    }
    QCOMPARE(seen.size(), 32U); // five bits of each byte
}

void ApiKeyTest::isOrderNumber_lookAlikes_areRefused() {
    QVERIFY(isOrderNumber("LS-0123456789"));
    for (const char* text : {"LS-012345678", "LS-01234567890", "ls-0123456789", "LS-012345678I",
                             "LS-012345678O", "LS-012345678a", "LS0123456789", "", "LS-"})
        QVERIFY2(!isOrderNumber(text), text);
}

LEADSHEET_TEST(tst_api_key, ApiKeyTest);
#include "tst_api_key.moc"
