// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/client.hpp"
#include "leadsheet/ids.hpp"
#include "leadsheet/platform_credential.hpp"
#include "test_main.hpp"

#include <QtTest>

#include <sstream>
#include <type_traits>

using namespace leadsheet;

namespace {

template <class T>
concept Printable = requires(std::ostream& out, const T& value) {
    out << value;
};

template <class... Args>
concept CanCreateOrder = requires(const Orders& orders, Args... args) {
    orders.create(args...);
};

// A write that could be charged twice must not compile.
static_assert(CanCreateOrder<OrderBody, IdempotencyKey>);
static_assert(CanCreateOrder<OrderBody, IdempotencyKey, CallOptions>);
static_assert(!CanCreateOrder<OrderBody>);
static_assert(!CanCreateOrder<OrderBody, CallOptions>);
static_assert(!CanCreateOrder<OrderBody, std::string>);
static_assert(!CanCreateOrder<OrderBody, const char*>);
static_assert(!std::is_default_constructible_v<IdempotencyKey>);
static_assert(!std::is_constructible_v<IdempotencyKey, std::string>);

// Ids of different kinds do not mix, and a secret cannot reach a stream by accident.
static_assert(!std::is_convertible_v<OrderNumber, QuoteId>);
static_assert(!std::is_convertible_v<std::string, OrderNumber>);
static_assert(!Printable<ApiKey>);
static_assert(!std::is_convertible_v<ApiKey, std::string>);
static_assert(!Printable<PlatformCredential>);

} // namespace

class IdsTest : public QObject {
    Q_OBJECT

private slots:
    void idempotencyKey_text_isCheckedAndUnquoted_data() {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::string>("expected"); // empty = refused
        QTest::newRow("bare") << std::string("ls1-abc") << std::string("ls1-abc");
        QTest::newRow("quoted is the same key")
            << std::string("\"ls1-abc\"") << std::string("ls1-abc");
        QTest::newRow("escapes") << std::string("\"a\\\"b\\\\c\"") << std::string("a\"b\\c");
        QTest::newRow("one character") << std::string("!") << std::string("!");
        QTest::newRow("255") << std::string(255, 'k') << std::string(255, 'k');
        QTest::newRow("quoted 255") << '"' + std::string(255, 'k') + '"' << std::string(255, 'k');
        QTest::newRow("256") << std::string(256, 'k') << std::string();
        QTest::newRow("empty") << std::string() << std::string();
        QTest::newRow("quoted empty") << std::string("\"\"") << std::string();
        QTest::newRow("lone quote") << std::string("\"") << std::string();
        QTest::newRow("unclosed") << std::string("\"abc") << std::string();
        QTest::newRow("text after the quote") << std::string("\"abc\"d") << std::string();
        QTest::newRow("bad escape") << std::string("\"a\\bc\"") << std::string();
        QTest::newRow("space") << std::string("a b") << std::string();
        QTest::newRow("quoted space") << std::string("\"a b\"") << std::string();
        QTest::newRow("line break") << std::string("a\r\nx: y") << std::string();
        QTest::newRow("nul") << std::string("a\0b", 3) << std::string();
        QTest::newRow("non-ASCII") << std::string("k\xC3\xA9") << std::string();
        QTest::newRow("delete") << std::string("a\x7f") << std::string();
    }
    void idempotencyKey_text_isCheckedAndUnquoted() {
        QFETCH(std::string, text);
        QFETCH(std::string, expected);
        const auto key = IdempotencyKey::parse(text);
        QCOMPARE(key.has_value(), !expected.empty());
        if (key)
            QCOMPARE(key->str(), expected);
        else
            QVERIFY(key.error().is(ErrorCode::IdempotencyKeyInvalid));
    }

    void idempotencyKey_headerValue_readsBackAsTheSameKey() {
        for (const std::string text : {"plain", "a\"b", "\"\\\"a\\\"\"", "\"\\\"\""}) {
            const auto key = IdempotencyKey::parse(text);
            QVERIFY(key.has_value());
            const auto again = IdempotencyKey::parse(key->headerValue());
            QVERIFY(again.has_value());
            QCOMPARE(again->str(), key->str());
        }
    }

    void orderNumber_text_mustFitAUrl() {
        QVERIFY(OrderNumber::parse("LS-7Q2M9K4T6W").has_value());
        QVERIFY(!OrderNumber::parse("").has_value());
        QVERIFY(!OrderNumber::parse("LS 1").has_value());
        QVERIFY(!OrderNumber::parse(std::string(129, 'a')).has_value());
        QVERIFY(QuoteId::parse("").error().message.find("quote id") != std::string::npos);
    }

    void apiKey_masked_showsPrefixAndEndOnly() {
        const std::string secret = std::string("sk_") + "live_" + std::string(32, 'a') + "9xQ2";
        const auto key = ApiKey::parse("  " + secret + "\n");
        QVERIFY(key.has_value());
        QCOMPARE(key->reveal(), secret);
        QCOMPARE(key->masked(), std::string("sk_") + "live_...9xQ2");
    }

    void apiKey_short_showsNothing() {
        QCOMPARE(ApiKey::parse("abcdefghij")->masked(), std::string("..."));
    }

    void apiKey_unusableText_isRefusedWithoutRepeatingIt_data() {
        QTest::addColumn<std::string>("text");
        QTest::newRow("empty") << std::string();
        QTest::newRow("blank") << std::string(" \n");
        QTest::newRow("inner space") << std::string("hunter2 hunter2");
        QTest::newRow("line break") << std::string("hunter2\r\nhunter2");
        QTest::newRow("long") << "hunter2" + std::string(300, 'a');
    }
    void apiKey_unusableText_isRefusedWithoutRepeatingIt() {
        QFETCH(std::string, text);
        const auto key = ApiKey::parse(text);
        QVERIFY(!key.has_value());
        QVERIFY(key.error().message.find("hunter2") == std::string::npos);
    }

    void apiKey_movedFrom_isEmpty() {
        auto key = ApiKey::parse("abcdefghijklmnop");
        ApiKey moved(std::move(*key));
        QCOMPARE(moved.reveal(), std::string("abcdefghijklmnop"));
        QVERIFY(key->reveal().empty()); // NOLINT(bugprone-use-after-move): that is what is tested
    }

    void platformCredential_ofThePlatformsForm_isTaken_data() {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::string>("expected");
        QTest::newRow("one character") << std::string("k") << std::string("k");
        QTest::newRow("blanks inside") << std::string("two words") << std::string("two words");
        QTest::newRow("blanks around") << std::string(" \tkey\r\n") << std::string("key");
        QTest::newRow("1,000") << std::string(1'000, 'k') << std::string(1'000, 'k');
        std::string wide;
        for (int i = 0; i < 1'000; ++i)
            wide += "\xf0\x9f\x94\x91";
        QTest::newRow("1,000 of four bytes") << wide << wide;
        QTest::newRow("other letters")
            << std::string("Schl\xc3\xbcssel") << std::string("Schl\xc3\xbcssel");
    }
    void platformCredential_ofThePlatformsForm_isTaken() {
        QFETCH(std::string, text);
        QFETCH(std::string, expected);
        const auto credential = PlatformCredential::parse(text);
        QVERIFY(credential.has_value());
        const PlatformCredential copy = *credential;
        QCOMPARE(copy.reveal(), expected);
    }

    void platformCredential_unusableText_isRefusedWithoutRepeatingIt_data() {
        QTest::addColumn<std::string>("text");
        QTest::newRow("empty") << std::string();
        QTest::newRow("blank") << std::string(" \n");
        QTest::newRow("1,001") << std::string("hunter2") + std::string(994, 'k');
        QTest::newRow("line break") << std::string("hunter2\nhunter2");
        QTest::newRow("tabulator") << std::string("hunter2\thunter2");
        QTest::newRow("zero byte") << std::string("hunter2\0hunter2", 15);
        QTest::newRow("delete") << std::string("hunter2\x7f") + "hunter2";
        QTest::newRow("not UTF-8") << std::string("hunter2\xfc");
        QTest::newRow("cut") << std::string("hunter2\xe2\x82");
        QTest::newRow("too long a form") << std::string("hunter2\xc0\xaf");
        QTest::newRow("three bytes for two") << std::string("hunter2\xe0\x80\xaf");
        QTest::newRow("surrogate") << std::string("hunter2\xed\xa0\x80");
        QTest::newRow("beyond the last") << std::string("hunter2\xf4\x90\x80\x80");
    }
    void platformCredential_unusableText_isRefusedWithoutRepeatingIt() {
        QFETCH(std::string, text);
        const auto credential = PlatformCredential::parse(text);
        QVERIFY(!credential.has_value());
        QVERIFY(credential.error().is(ErrorCode::InvalidArgument));
        QVERIFY(credential.error().message.find("hunter2") == std::string::npos);
    }
};

LEADSHEET_TEST(tst_ids, IdsTest);
#include "tst_ids.moc"
