// SPDX-License-Identifier: Apache-2.0
#include "test_main.hpp"
#include "json/decoder.hpp"
#include "json/readers.hpp"

#include <QtTest>

#include <algorithm>
#include <rapidcheck.h>

using namespace leadsheet;
using namespace leadsheet::detail;

namespace {

constexpr const char* kMeta = R"("meta":{"nextCursor":"c\u00e4","hasMore":true,"limit":1000})";

std::string pageOf(const std::string& leads, const std::string& meta = kMeta) {
    return "{\"data\":[" + leads + "]," + meta + "}";
}

std::optional<Page<Lead>> thorough(std::string_view body) {
    const Decoder in = Decoder::parse(body);
    auto page = readPage<Lead>(in, readLead);
    return page && !in.failed() ? std::move(page) : std::nullopt;
}

bool equal(const Page<Lead>& a, const Page<Lead>& b) {
    if (a.items.size() != b.items.size() || a.nextCursor != b.nextCursor ||
        a.resumeCursor != b.resumeCursor || a.hasMore != b.hasMore || a.limit != b.limit)
        return false;
    for (std::size_t i = 0; i < a.items.size(); ++i)
        for (std::size_t field = 0; field < kLeadFieldCount; ++field)
            if (a.items[i][static_cast<LeadField>(field)] !=
                b.items[i][static_cast<LeadField>(field)])
                return false;
    return true;
}

const std::string kAllTypes =
    R"({"id":"ld_1","fullName":"J\u00fcrgen \u0022J\\ \ud83d\ude00","hasEmail":true,"foundedYear":1998,)"
    R"("rating":4.5,"technologies":["a","","c\n"],"phone":null,"deliveredAt":"2026-03-01T00:00:00Z"})";

constexpr char kBackslash = '\x5C';

} // namespace

class LeadPageTest : public QObject {
    Q_OBJECT

private slots:
    void page_asPromised_isReadAsTheDecoderReadsIt_data() {
        QTest::addColumn<std::string>("body");
        QTest::newRow("no leads") << pageOf("");
        QTest::newRow("all types") << pageOf(kAllTypes + "," + kAllTypes);
        QTest::newRow("no members") << pageOf("{},{}");
        QTest::newRow("members in another order")
            << pageOf(R"({"id":"1","city":"x"},{"city":"y","id":"2"},{"id":"3"})");
        QTest::newRow("whole number for a decimal") << pageOf(R"({"rating":4})");
        QTest::newRow("place to resume") << pageOf(
            "{}", R"("meta":{"nextCursor":null,"hasMore":false,"limit":1,"resumeCursor":"c"})");
        QTest::newRow("no place to resume") << pageOf(
            "{}", R"("meta":{"nextCursor":"c","hasMore":true,"limit":1,"resumeCursor":null})");
        QTest::newRow("empty list") << pageOf(R"({"technologies":[]})");
        QTest::newRow("unknown members") << pageOf(
            R"({"new":[{"id":7},[null]],"id":"1","newer":{"a":{"city":2}},"newest":1e3,"n":-1})",
            R"("more":{"limit":"x"},"meta":{"x":18446744073709551615,"hasMore":false,"limit":5,)"
            R"("total":null,"y":["hasMore"],"z":true},"u":"text")");
        QTest::newRow("meta first")
            << std::string(R"({"meta":{"hasMore":false,"limit":1},"data":[{"id":"1"}]})");
        QTest::newRow("no next cursor")
            << pageOf("{}", R"("meta":{"nextCursor":null,"hasMore":false,"limit":1})");
        QTest::newRow("white space") << " \r\n" + pageOf("\t" + kAllTypes + " ") + "\n ";
        QTest::newRow("a field twice")
            << pageOf(R"({"id":"1","city":"a","id":"2","city":null,"technologies":["a"],)"
                      R"("technologies":["b"]})");
    }
    void page_asPromised_isReadAsTheDecoderReadsIt() {
        QFETCH(std::string, body);
        const auto expected = thorough(body);
        QVERIFY(expected);
        const auto page = readLeadPage(body);
        QVERIFY(page);
        QVERIFY(equal(*page, *expected));
    }

    void page_notAsPromised_isLeftToTheDecoder_data() {
        QTest::addColumn<std::string>("body");
        QTest::newRow("nothing") << std::string();
        QTest::newRow("no JSON") << std::string("<html>");
        QTest::newRow("cut") << pageOf(kAllTypes).substr(0, 60);
        QTest::newRow("something behind it") << pageOf(kAllTypes) + "{}";
        QTest::newRow("array") << std::string("[]");
        QTest::newRow("text") << std::string("\"data\"");
        QTest::newRow("no data") << std::string(R"({"meta":{"hasMore":false,"limit":1}})");
        QTest::newRow("data is null")
            << std::string(R"({"data":null,"meta":{"hasMore":false,"limit":1}})");
        QTest::newRow("no meta") << std::string(R"({"data":[]})");
        QTest::newRow("negative limit") << pageOf("", R"("meta":{"hasMore":false,"limit":-1})");
        QTest::newRow("more without a cursor")
            << pageOf("", R"("meta":{"hasMore":true,"limit":1})");
        QTest::newRow("cursor is a number")
            << pageOf("", R"("meta":{"nextCursor":7,"hasMore":true,"limit":1})");
        QTest::newRow("number for a lead") << pageOf("7");
        QTest::newRow("null for a lead") << pageOf("null");
        QTest::newRow("list for a lead") << pageOf("[]");
        QTest::newRow("number for a text") << pageOf(R"({"id":7})");
        QTest::newRow("object for a text") << pageOf(R"({"id":{}})");
        QTest::newRow("text for a number") << pageOf(R"({"foundedYear":"old"})");
        QTest::newRow("fraction for a whole number") << pageOf(R"({"foundedYear":1.0})");
        QTest::newRow("unsigned number") << pageOf(R"({"foundedYear":18446744073709551615})");
        QTest::newRow("text for a decimal") << pageOf(R"({"rating":"4"})");
        QTest::newRow("number for a flag") << pageOf(R"({"hasEmail":1})");
        QTest::newRow("text for a list") << pageOf(R"({"technologies":"a"})");
        QTest::newRow("number in a list") << pageOf(R"({"technologies":["a",1]})");
        QTest::newRow("null in a list") << pageOf(R"({"technologies":[null]})");
        QTest::newRow("list in a list") << pageOf(R"({"technologies":[["a"]]})");
        QTest::newRow("invalid UTF-8") << pageOf("{\"id\":\"\xff\"}");
        QTest::newRow("too deep") << pageOf("{\"new\":" + std::string(40, '[') +
                                            std::string(40, ']') + "}");
    }
    void page_notAsPromised_isLeftToTheDecoder() {
        QFETCH(std::string, body);
        QVERIFY(!thorough(body));
        QVERIFY(!readLeadPage(body));
    }

    void peekNextCursor_sees_data() {
        QTest::addColumn<std::string>("body");
        QTest::addColumn<std::string>("cursor");
        const std::string meta = R"("meta":{"nextCursor":"c.1","hasMore":true,"limit":5})";
        QTest::newRow("more") << pageOf(kAllTypes, meta) << std::string("c.1");
        QTest::newRow("no leads") << pageOf("", meta) << std::string("c.1");
        // As a lead says it, every quote has a backslash before it.
        std::string said = "{'id':'],~'meta~':{~'nextCursor~':~'x~',~'hasMore~':true,'}";
        std::replace(said.begin(), said.end(), '\'', '"');
        std::replace(said.begin(), said.end(), '~', kBackslash);
        QTest::newRow("a lead that says so") << pageOf(said) << std::string();
        QTest::newRow("last page")
            << pageOf("", R"("meta":{"nextCursor":"c.1","hasMore":false,"limit":5})")
            << std::string();
        QTest::newRow("no cursor")
            << pageOf("", R"("meta":{"nextCursor":null,"hasMore":true,"limit":5})")
            << std::string();
        std::string escaped = pageOf("", meta);
        escaped.replace(escaped.find("c.1"), 3, std::string("c") + kBackslash + "/1");
        QTest::newRow("escapes") << escaped << std::string();
        QTest::newRow("another order")
            << pageOf("", R"("meta":{"hasMore":true,"nextCursor":"c.1"})") << std::string();
        const std::string whole = pageOf("", meta);
        QTest::newRow("cut") << whole.substr(0, whole.find("c.1")) << std::string();
    }
    void peekNextCursor_sees() {
        QFETCH(std::string, body);
        QFETCH(std::string, cursor);
        QCOMPARE(peekNextCursor(body).value_or(std::string()), cursor);
    }

    void page_damagedAnywhere_isNeverReadOtherwise() {
        const std::string whole = pageOf(kAllTypes + "," + kAllTypes);
        const bool held = rc::check("what is read is what the Decoder reads", [&] {
            std::string body = whole;
            const auto changes = *rc::gen::inRange(1, 4);
            for (int i = 0; i < changes; ++i) {
                const auto at = *rc::gen::inRange<std::size_t>(0, body.size());
                const auto size = *rc::gen::inRange<std::size_t>(0, 20);
                const auto text = *rc::gen::element<std::string>(
                    "", "\"", "{", "}", "[", "]", ",", "1", "null", "\"id\":", "\"data\":[]",
                    "\"x\":", "\\u00e4", "\xc3", "true", "-1.5e3");
                body.replace(at, size, text);
            }
            const auto page = readLeadPage(body);
            const auto expected = thorough(body);
            RC_ASSERT(!page || (expected && equal(*page, *expected)));
        });
        QVERIFY(held);
    }

    void lead_fieldsInAnyOrder_keepTheirOwnValues() {
        Lead lead;
        for (std::size_t i = kLeadFieldCount; i-- > 0;)
            lead[static_cast<LeadField>(i)] = static_cast<std::int64_t>(i);
        lead[LeadField::City] = std::string("Berlin");
        const Lead copy = lead;
        lead[LeadField::City] = LeadValue();
        QVERIFY(!lead.has(LeadField::City));
        QCOMPARE(copy.text(LeadField::City), std::string("Berlin"));
        for (std::size_t i = 0; i < kLeadFieldCount; ++i)
            if (static_cast<LeadField>(i) != LeadField::City)
                QCOMPARE(std::get<std::int64_t>(copy[static_cast<LeadField>(i)]),
                         static_cast<std::int64_t>(i));
        QVERIFY(!Lead().has(LeadField::Id));
    }
};

LEADSHEET_TEST(tst_lead_page, LeadPageTest);
#include "tst_lead_page.moc"
