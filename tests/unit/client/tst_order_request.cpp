// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/model/order_request.hpp"
#include "test_main.hpp"

#include <QtTest>
#include <boost/json.hpp>
#include <rapidcheck.h>

using namespace leadsheet;

namespace {

OrderRequest sample() {
    OrderRequest request;
    request.product = "filters";
    request.leadCount = 250;
    request.fields["locations"] = std::vector<std::string>{"Germany", "Austria"};
    request.fields["industries"] = std::vector<std::string>{"Software"};
    return request;
}

} // namespace

class OrderRequestTest : public QObject {
    Q_OBJECT

private slots:
    void canonicalBody_members_areSortedAndCompact() {
        QCOMPARE(canonicalBody(sample()),
                 std::string(R"({"industries":["Software"],"leadCount":250,)"
                             R"("locations":["Germany","Austria"],"scrapingOption":"filters"})"));
    }

    void canonicalBody_everyKindOfValue_isWritten() {
        OrderRequest request;
        request.product = "p";
        request.leadCount = -1;
        request.fields["Z"] = std::string("capital sorts first");
        request.fields["flag"] = true;
        request.fields["metadata"] = std::map<std::string, std::string>{{"b", "2"}, {"a", "1"}};
        request.fields["number"] = std::int64_t{9'007'199'254'740'993};
        request.fields["rating"] = Decimal{450, 2};
        request.fields["none"] = std::vector<std::string>{};
        QCOMPARE(canonicalBody(request),
                 std::string(R"({"Z":"capital sorts first","flag":true,"leadCount":-1,)"
                             R"("metadata":{"a":"1","b":"2"},"none":[],"number":9007199254740993,)"
                             R"("rating":4.5,"scrapingOption":"p"})"));
    }

    void canonicalBody_text_isEscapedMinimally_data() {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::string>("json");
        QTest::newRow("quotes") << std::string("a\"b\\c/d") << std::string("\"a\\\"b\\\\c/d\"");
        QTest::newRow("controls") << std::string("\b\f\n\r\t\x01\x1f\x7f", 8)
                                  << std::string("\"\\b\\f\\n\\r\\t\\u0001\\u001f\x7f\"");
        QTest::newRow("UTF-8 stays") << std::string("M\xC3\xBCnchen \xF0\x9F\x98\x80")
                                     << std::string("\"M\xC3\xBCnchen \xF0\x9F\x98\x80\"");
        QTest::newRow("stray byte") << std::string("a\xFF"
                                                   "b")
                                    << std::string("\"a\xEF\xBF\xBD"
                                                   "b\"");
        QTest::newRow("overlong") << std::string("\xC0\xAF")
                                  << std::string("\"\xEF\xBF\xBD\xEF\xBF\xBD\"");
        QTest::newRow("surrogate") << std::string("\xED\xA0\x80")
                                   << std::string("\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"");
        QTest::newRow("cut sequence")
            << std::string("\xE2\x82") << std::string("\"\xEF\xBF\xBD\xEF\xBF\xBD\"");
        QTest::newRow("nul") << std::string("\0", 1) << std::string("\"\\u0000\"");
    }
    void canonicalBody_text_isEscapedMinimally() {
        QFETCH(std::string, text);
        QFETCH(std::string, json);
        OrderRequest request;
        request.fields["a"] = text;
        QCOMPARE(canonicalBody(request),
                 R"({"a":)" + json + R"(,"leadCount":0,"scrapingOption":""})");
    }

    void canonicalBody_reservedNames_areLeftOut() {
        OrderRequest request = sample();
        const std::string plain = canonicalBody(request);
        request.fields["quoteId"] = std::string("q");
        request.fields["maxPrice"] = std::string("m");
        request.fields["leadCount"] = std::int64_t{9};
        request.fields["scrapingOption"] = std::string("other");
        QCOMPARE(canonicalBody(request), plain);
    }

    void orderBody_priceGuards_areInTheBytesOnly() {
        const OrderRequest request = sample();
        QCOMPARE(OrderBody::of(request).bytes(), canonicalBody(request));
        const auto guarded = OrderBody::of(request, *QuoteId::parse("qt_1"), Money{2000, "USD"});
        QCOMPARE(guarded.bytes(),
                 std::string(R"({"industries":["Software"],"leadCount":250,)"
                             R"("locations":["Germany","Austria"],)"
                             R"("maxPrice":{"amount":2000,"currency":"USD"},"quoteId":"qt_1",)"
                             R"("scrapingOption":"filters"})"));
    }

    void orderBody_storedBytes_comeBackUnchanged() {
        const std::string bytes = OrderBody::of(sample()).bytes();
        QCOMPARE(OrderBody::fromBytes(bytes)->bytes(), bytes);
        for (const std::string damaged : {"", "[]", "{", "{} x", "null"})
            QVERIFY(!OrderBody::fromBytes(damaged).has_value());
    }

    void property_anyText_givesJsonThatReadsBack() {
        QVERIFY(rc::check("canonical bodies are well-formed",
                          [](const std::string& text, const std::string& name) {
                              OrderRequest request;
                              request.fields[name] = text;
                              request.fields["list"] = std::vector<std::string>{text, name};
                              boost::json::error_code error;
                              const auto value = boost::json::parse(canonicalBody(request), error);
                              RC_ASSERT(!error);
                              RC_ASSERT(value.is_object());
                          }));
    }
};

LEADSHEET_TEST(tst_order_request, OrderRequestTest);
#include "tst_order_request.moc"
