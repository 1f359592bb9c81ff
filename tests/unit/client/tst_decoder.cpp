// SPDX-License-Identifier: Apache-2.0
#include "test_main.hpp"
#include "json/decoder.hpp"
#include "json/readers.hpp"

#include <QtTest>
#include <rapidcheck.h>

using namespace leadsheet;
using namespace leadsheet::detail;

class DecoderTest : public QObject {
    Q_OBJECT

private slots:
    void integer_value_isNeverNarrowed_data() {
        QTest::addColumn<std::string>("json");
        QTest::addColumn<std::string>("problem"); // empty = accepted as 7
        QTest::newRow("whole") << std::string(R"({"n":7})") << std::string();
        QTest::newRow("absent") << std::string(R"({})") << std::string("n is missing");
        QTest::newRow("null") << std::string(R"({"n":null})") << std::string("n is missing");
        QTest::newRow("fraction") << std::string(R"({"n":7.5})")
                                  << std::string("n is not a whole number");
        QTest::newRow("float 7") << std::string(R"({"n":7.0})")
                                 << std::string("n is not a whole number");
        QTest::newRow("text") << std::string(R"({"n":"7"})")
                              << std::string("n is not a whole number");
        QTest::newRow("above range")
            << std::string(R"({"n":101})") << std::string("n is 101, outside 0 to 100");
        QTest::newRow("below range")
            << std::string(R"({"n":-1})") << std::string("n is -1, outside 0 to 100");
        QTest::newRow("unsigned 64") << std::string(R"({"n":18446744073709551615})")
                                     << std::string("n is a number out of range");
        QTest::newRow("huge") << std::string(R"({"n":1e30})")
                              << std::string("n is not a whole number");
        QTest::newRow("not an object")
            << std::string("[7]") << std::string("the body is not an object");
        QTest::newRow("not JSON") << std::string("{\"n\":7")
                                  << std::string("the body is not well-formed JSON");
        QTest::newRow("empty") << std::string() << std::string("the body is not well-formed JSON");
        QTest::newRow("two values")
            << std::string("{\"n\":7} {}") << std::string("the body is not well-formed JSON");
    }
    void integer_value_isNeverNarrowed() {
        QFETCH(std::string, json);
        QFETCH(std::string, problem);
        const Decoder body = Decoder::parse(json);
        const auto value = body.required("n").integer(0, 100);
        QCOMPARE(body.problem(), problem);
        QCOMPARE(value, std::int64_t{problem.empty() ? 7 : 0});
    }

    void decimal_beyondADouble_isRefused() {
        const Decoder body = Decoder::parse(R"({"n":1e400,"whole":-2,"zero":-0.0})");
        QCOMPARE(body.required("whole").decimal(), -2.0);
        QCOMPARE(body.required("zero").json(), std::string("0"));
        QCOMPARE(body.required("n").decimal(), 0.0);
        QCOMPARE(body.problem(), std::string("n is a number out of range"));
        const Decoder other = Decoder::parse(R"({"n":[1e400]})");
        QCOMPARE(other.json(), std::string());
        QCOMPARE(other.problem(), std::string("the body holds a number out of range"));
    }

    void path_nestedProblem_isNamed() {
        const Decoder body = Decoder::parse(
            R"({"data":[{"order_number":"LS-1","status":"delivered"},
                        {"order_number":"LS-2","status":"x","price":{"amount":"1","currency":"USD"}}],
                "meta":{"nextCursor":null,"hasMore":false,"limit":100}})");
        QVERIFY(!readPage<Order>(body, readOrder).has_value());
        QCOMPARE(body.problem(), std::string("data[1].price.amount is not a whole number"));
    }

    void depth_beyondTheLimit_isRefused() {
        const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
        QVERIFY(Decoder::parse(deep).failed());
    }

    void order_minimalAnswer_isEnough() {
        const Decoder body =
            Decoder::parse(R"({"order_number":"LS-7Q2M9K4T6W","status":"pending_review"})");
        const auto order = readOrder(body);
        QVERIFY(order.has_value());
        QVERIFY(order->status == OrderStatus::PendingReview);
        QVERIFY(!order->price.has_value());
    }

    void order_unknownStateAndMembers_areKeptOpen() {
        const auto order = readOrder(Decoder::parse(
            R"({"order_number":"LS-1","status":"teleported","paymentStatus":"new","extra":{"a":1}})"));
        QVERIFY(order.has_value());
        QVERIFY(order->status == OrderStatus::Unknown);
        QCOMPARE(order->statusText, std::string("teleported"));
        QVERIFY(order->payment == PaymentStatus::Unknown);
    }

    void order_fullAnswer_isRead() {
        const auto order = readOrder(Decoder::parse(R"({"order_number":"LS-1","status":"delivered",
            "paymentStatus":"captured","scrapingOption":"filters","leadCount":250,
            "request":{"scrapingOption":"filters","leadCount":250,"minRating":4.5,"industries":["Software"]},
            "price":{"amount":2000,"currency":"USD"},"unitPriceMicros":80000,"quoteId":null,
            "externalRef":"row 14","idempotencyKey":"k","version":3,"autoDeliver":true,
            "createdAt":"2026-03-01T12:34:56.789Z","updatedAt":"2026-03-01T12:34:56.789Z"})"));
        QVERIFY(order.has_value());
        QCOMPARE(order->price->amount, std::int64_t{2000});
        QCOMPARE(
            order->request,
            std::string(
                R"({"industries":["Software"],"leadCount":250,"minRating":4.5,"scrapingOption":"filters"})"));
        QVERIFY(order->autoDeliver);
        QVERIFY(!order->quote.has_value());
    }

    void money_currency_mustBeIso() {
        const Decoder body = Decoder::parse(R"({"amount":1,"currency":"usd"})");
        (void)body.money();
        QVERIFY(body.failed());
    }

    void page_thatHasOnlyTheCursor_goesOnWhereItSays() {
        const auto pageOf = [](const char* meta) {
            return readPage<Order>(
                Decoder::parse(std::string(R"({"data":[],"meta":)") + meta + "}"), readOrder);
        };
        const auto more = pageOf(R"({"nextCursor":"c.1"})");
        QVERIFY(more && more->hasMore);
        QCOMPARE(more->nextCursor.value_or(""), std::string("c.1"));
        for (const char* end : {R"({"nextCursor":null})", R"({"nextCursor":""})", "{}"}) {
            const auto last = pageOf(end);
            QVERIFY2(last && !last->hasMore, end);
        }
    }

    void page_moreWithoutCursor_isRefused() {
        const Decoder body =
            Decoder::parse(R"({"data":[],"meta":{"nextCursor":null,"hasMore":true,"limit":100}})");
        QVERIFY(!readPage<Order>(body, readOrder).has_value());
    }

    void keyInfo_writeImpliesRead() {
        KeyInfo key;
        key.scopes = {"orders:write"};
        QVERIFY(key.allows("orders:write"));
        QVERIFY(key.allows("orders:read"));
        QVERIFY(!key.allows("leads:read"));
    }

    void property_anyBytes_neverCrash() {
        QVERIFY(rc::check("arbitrary bytes are read or refused", [](const std::string& bytes) {
            (void)readOrder(Decoder::parse(bytes));
            (void)readPage<Order>(Decoder::parse("{\"data\":[" + bytes + "]}"), readOrder);
        }));
    }
};

LEADSHEET_TEST(tst_decoder, DecoderTest);
#include "tst_decoder.moc"
