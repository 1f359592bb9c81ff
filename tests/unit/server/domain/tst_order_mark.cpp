// SPDX-License-Identifier: Apache-2.0
#include "domain/order_mark.hpp"

#include "domain/crypto.hpp"
#include "domain/json.hpp"
#include "domain/order_request.hpp"
#include "leadsheet/contract/products.hpp"
#include "leadsheet/contract/synonyms.hpp"
#include "test_main.hpp"

#include <QFile>
#include <QtTest>
#include <algorithm>
#include <boost/json.hpp>
#include <map>
#include <rapidcheck.h>
#include <set>

using namespace leadsheet::server::domain;
namespace json = boost::json;
namespace contract = leadsheet::contract;

namespace {

OrderMarks marksOf(const json::value& request) {
    const auto draft = validateOrder(request, {});
    if (!draft)
        throw std::runtime_error(json::serialize(request) +
                                 " is refused: " + draft.error().errors.front().detail);
    return draft->marks;
}

OrderMarks marksWith(const std::string& members) {
    return marksOf(*parseJson(R"({"scrapingOption":"filters","leadCount":10)" + members + "}"));
}

/// Texts whose items stay apart however they are folded.
rc::Gen<std::vector<std::string>> someValues() {
    const auto word = rc::gen::element<std::string>("software", "food & drink", "z\xC3\xBCrich",
                                                    "stra\xC3\x9F"
                                                    "e",
                                                    "vp sales", "\xE6\x9D\xB1\xE4\xBA\xAC", "r2-d2",
                                                    "caf\xC3\xA9 bar", "a", "b c d");
    constexpr int kFewValues = 20;
    return rc::gen::resize(kFewValues,
                           rc::gen::nonEmpty(rc::gen::container<std::vector<std::string>>(word)));
}

std::string respelled(const std::string& text) {
    std::string out;
    const int kind = *rc::gen::inRange(0, 4);
    for (const char c : text) {
        const bool letter = c >= 'a' && c <= 'z';
        if (letter && (kind == 1 || (kind == 2 && *rc::gen::arbitrary<bool>())))
            out += static_cast<char>(c - 'a' + 'A');
        else if (letter && kind == 3) // its full-width form
            out.append("\xEF\xBD").append(1, static_cast<char>(0x81 + (c - 'a')));
        else if (c == ' ')
            out += *rc::gen::element<std::string>(" ", "  ", "\xC2\xA0", "\xE3\x80\x80 ");
        else
            out += c;
    }
    return *rc::gen::element<std::string>("", " ", "\xE2\x80\x83") + out +
           *rc::gen::element<std::string>("", "  ");
}

/// The same list in another order, with repeats, as an array or with commas.
json::value respelledList(std::vector<std::string> values) {
    const std::size_t repeated = *rc::gen::inRange<std::size_t>(0, values.size());
    values.push_back(values[repeated]);
    std::rotate(values.begin(),
                values.begin() + *rc::gen::inRange<std::ptrdiff_t>(
                                     0, static_cast<std::ptrdiff_t>(values.size())),
                values.end());
    json::array items;
    std::string text;
    for (const std::string& value : values) {
        const std::string other = respelled(value);
        items.emplace_back(other);
        text += (text.empty() ? "" : ",") + other;
    }
    return *rc::gen::arbitrary<bool>() ? json::value(items) : json::value(text);
}

std::set<std::string> unlike(const std::vector<std::string>& values) {
    return {values.begin(), values.end()};
}

} // namespace

class OrderMarkTest : public QObject {
    Q_OBJECT

private slots:
    void mark_everyCase_isTheTables();
    void mark_ofTheStoredRecord_isTheRequests();
    void mark_anyRespelling_staysTheSame();
    void mark_anyOtherFilter_isAnother();
    void mark_whatDoesNotNarrow_changesNothing();
    void mark_everyAsciiBlank_isABlank();
    void mark_numbers_areToldApart_zeroHasNoSign();
    void mark_ofABrokenRecord_isThatOfAnEmptyOne();
    void similar_synonyms_areOne_data();
    void similar_synonyms_areOne();
    void similar_tableThatChanges_getsAStepOfTheSchema();
    void similar_otherWords_areNot();
    void similar_withoutAWordOfTheTable_isNone();
    void form_ofMarks_isTold();
    void policies_haveNames_theStricterIsGreater();
    void guards_areReadAndLeftOutOfTheRecord();
    void guards_wrong_areNamed_data();
    void guards_wrong_areNamed();
};

void OrderMarkTest::mark_everyCase_isTheTables() {
    QFile file(qEnvironmentVariable("LEADSHEET_MARKS"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    const auto document = parseJson({text.constData(), static_cast<std::size_t>(text.size())});
    QVERIFY(document.has_value());
    const json::array& cases = document->at("cases").as_array();
    QVERIFY(cases.size() >= 60);
    std::set<std::string> products;
    for (const json::value& one : cases) {
        const std::string made = marksOf(one.at("request")).mark;
        QVERIFY2(made == std::string_view(one.at("mark").as_string()),
                 json::serialize(one.at("request")).c_str());
        products.emplace(one.at("request").at("scrapingOption").as_string());
    }
    QCOMPARE(products.size(), contract::kProducts.size());
}

void OrderMarkTest::mark_ofTheStoredRecord_isTheRequests() {
    const auto draft = validateOrder(
        *parseJson(R"({"scrapingOption":"local_business","leadCount":5,"categories":"Dentist",)"
                   R"("locations":["US"],"minRating":4.5,"hasWebsite":false,"notes":"x"})"),
        {});
    QVERIFY(draft.has_value());
    const OrderMarks stored = orderMarks(draft->recordJson);
    QCOMPARE(stored.mark, draft->marks.mark);
    QVERIFY(stored.similar && stored.similar == draft->marks.similar);
}

void OrderMarkTest::mark_anyRespelling_staysTheSame() {
    QVERIFY(rc::check("a respelling asks for the same people", [] {
        const auto industries = *someValues();
        const auto locations = *someValues();
        const json::value plain{{"scrapingOption", "filters"},
                                {"leadCount", 10},
                                {"industries", json::value_from(industries)},
                                {"locations", json::value_from(locations)}};
        json::object other{{"locations", respelledList(locations)},
                           {"leadCount", *rc::gen::inRange(1, 5'000)},
                           {"scrapingOption", "filters"},
                           {"industries", respelledList(industries)}};
        if (*rc::gen::arbitrary<bool>())
            other["requireEmail"] = false;
        if (*rc::gen::arbitrary<bool>())
            other["externalRef"] = "row 14";
        RC_ASSERT(marksOf(other).mark == marksOf(plain).mark);
    }));
}

void OrderMarkTest::mark_anyOtherFilter_isAnother() {
    QVERIFY(rc::check("another filter asks for other people", [] {
        const auto values = *someValues();
        const auto others = *someValues();
        const std::string field =
            *rc::gen::element<std::string>("industries", "jobTitles", "locations", "technologies");
        const std::string second =
            *rc::gen::element<std::string>("industries", "jobTitles", "locations", "technologies");
        RC_PRE(field != second || unlike(values) != unlike(others));
        json::object one{{"scrapingOption", "filters"}, {"leadCount", 10}};
        json::object two = one;
        one[field] = json::value_from(values);
        two[second] = json::value_from(others);
        RC_ASSERT(marksOf(one).mark != marksOf(two).mark);
        json::object more = one;
        more["requirePhone"] = true;
        RC_ASSERT(marksOf(one).mark != marksOf(more).mark);
    }));
}

void OrderMarkTest::mark_whatDoesNotNarrow_changesNothing() {
    const std::string plain = marksWith(R"(,"industries":"Food")").mark;
    for (const char* member :
         {R"("excludeOwned":true)", R"("externalRef":"a")", R"("notes":"b")",
          R"("autoDeliver":false)", R"("metadata":{"a":"b"})", R"("quoteId":"qt_1")",
          R"("maxPrice":{"amount":1,"currency":"USD"})", R"("duplicates":"refuse")",
          R"("acknowledgeDuplicateOf":["LS-0000000000"])"})
        QCOMPARE(marksWith(R"(,"industries":"Food",)" + std::string(member)).mark, plain);
}

void OrderMarkTest::mark_everyAsciiBlank_isABlank() {
    const auto with = [](const std::string& text) {
        return orderMarks(json::object{{"industries", text}}).mark;
    };
    const std::string plain = with("food drink");
    for (const char blank : {'\t', '\n', '\v', '\f', '\r', ' '})
        QCOMPARE(with(std::string(" food ") + blank + "drink" + blank), plain);
    for (const char other : {'\b', '\x0e', '!', '_'})
        QVERIFY(with(std::string("food") + other + "drink") != plain);
}

void OrderMarkTest::mark_numbers_areToldApart_zeroHasNoSign() {
    const auto with = [](double number) {
        return orderMarks(json::object{{"minRating", number}}).mark;
    };
    QCOMPARE(with(-0.0), with(0.0));
    QCOMPARE(with(0.0), orderMarks(json::object{{"minRating", 0}}).mark);
    QCOMPARE(with(4.0), orderMarks(json::object{{"minRating", 4}}).mark);
    QVERIFY(with(1.0) != with(0.0));
    QVERIFY(with(4.5) != with(4.0));
}

void OrderMarkTest::mark_ofABrokenRecord_isThatOfAnEmptyOne() {
    const std::string empty = orderMarks(std::string_view("{}")).mark;
    for (const std::string_view record : {"", "{", "[]", "7"})
        QCOMPARE(orderMarks(record).mark, empty);
    QVERIFY(isOrderMark(empty));
}

/// Orders have their similar marks in the database, and are compared with those of later orders.
/// Whoever changes resources/api/synonyms.json adds a step to the schema (store/schema.cpp) that
/// takes the marks of all orders away, as the 20th does, and then writes the new digest here.
void OrderMarkTest::similar_tableThatChanges_getsAStepOfTheSchema() {
    std::string table;
    for (const auto& synonym : contract::kSynonyms)
        table.append(synonym.field)
            .append(synonym.whole ? "=" : "~")
            .append(synonym.word)
            .append(">")
            .append(synonym.meaning)
            .append("\n");
    QCOMPARE(toHex(sha256(table)),
             std::string("c756867ba82b7463aba8a19708c99b4a18a882f7e82361369230c3bbaa960685"));
}

void OrderMarkTest::similar_synonyms_areOne_data() {
    QTest::addColumn<QByteArray>("one");
    QTest::addColumn<QByteArray>("other");
    const auto row = [](const char* name, const char* one, const char* other) {
        QTest::newRow(name) << QByteArray(one) << QByteArray(other);
    };
    row("country", R"("locations":"US")", R"("locations":["United States of America"])");
    row("one of several", R"("locations":"UK, France")", R"("locations":"France,United Kingdom")");
    row("both names are one value", R"("locations":"US,USA")", R"("locations":"united states")");
    row("in German", R"("locations":"France")", R"("locations":"Frankreich")");
    row("with an accent", R"("locations":"Spain")", R"("locations":"España")");
    row("by its code", R"("locations":"Poland")", R"("locations":"PL")");
    row("in its language", R"("locations":"Poland")", R"("locations":"Polska")");
    row("letter with a stroke", R"("locations":"Italy")", R"("locations":"Włochy")");
    row("letter with another", R"("locations":"Copenhagen")", R"("locations":"København")");
    row("city", R"("locations":"Munich")", R"("locations":"München")");
    row("city, written out", R"("locations":"München")", R"("locations":"Muenchen")");
    row("city abroad", R"("locations":"Milan, Vienna")", R"("locations":"Wien, Mailand")");
    row("region", R"("locations":"Bavaria")", R"("locations":"Bayern")");
    row("title", R"("jobTitles":"CEO")", R"("jobTitles":"Chief Executive Officer")");
    row("word of a title", R"("jobTitles":"VP Sales")", R"("jobTitles":"Vice President Sales")");
    row("longest phrase", R"("jobTitles":"Senior VP Sales")", R"("jobTitles":"SVP of Sales")");
    row("of", R"("jobTitles":"VP Sales")", R"("jobTitles":"Vice President of Sales")");
}

void OrderMarkTest::similar_synonyms_areOne() {
    QFETCH(QByteArray, one);
    QFETCH(QByteArray, other);
    const OrderMarks first = marksWith("," + one.toStdString());
    const OrderMarks second = marksWith("," + other.toStdString());
    QVERIFY(first.mark != second.mark);
    QVERIFY(first.similar.has_value());
    QCOMPARE(*first.similar, second.similar.value_or(""));
}

void OrderMarkTest::similar_otherWords_areNot() {
    const auto us = marksWith(R"(,"locations":"US")").similar;
    QVERIFY(us != marksWith(R"(,"locations":"UK")").similar);
    QVERIFY(us != marksWith(R"(,"keywords":"US")").similar);
    QVERIFY(us != marksWith(R"(,"locations":"US","industries":"Food")").similar);
    QVERIFY(us != marksWith(R"(,"locations":"US Virgin Islands")").similar);
    QVERIFY(marksWith(R"(,"locations":"Austria")").similar !=
            marksWith(R"(,"locations":"Australien")").similar);
    QVERIFY(marksWith(R"(,"jobTitles":"VP Sales")").similar !=
            marksWith(R"(,"jobTitles":"VP Marketing")").similar);
    // Each word beside a known one counts, whole and in its place.
    const std::pair<const char*, const char*> unlike[] = {
        {R"("locations":"US,Bonn")", R"("locations":"US,Paris")"},
        {R"("jobTitles":"VP Sales")", R"("jobTitles":"VP Bales")"},
        {R"("jobTitles":"Lead Sales VP")", R"("jobTitles":"Lead Marketing VP")"},
        {R"("jobTitles":"VP Sales Staff")", R"("jobTitles":"VP SalesStaff")"}};
    for (const auto& [one, other] : unlike) {
        const auto first = marksWith("," + std::string(one)).similar;
        QVERIFY2(first.has_value(), one);
        QVERIFY2(first != marksWith("," + std::string(other)).similar, one);
    }
}

void OrderMarkTest::similar_withoutAWordOfTheTable_isNone() {
    QVERIFY(!marksWith(R"(,"industries":"Software","locations":"Bonn")").similar);
    QVERIFY(!marksWith("").similar);
    QVERIFY(!marksWith(R"(,"locations":"US Virgin Islands")").similar); // a place only as a whole
}

void OrderMarkTest::form_ofMarks_isTold() {
    const std::string digits = "0123456789abcdef0123456789abcdef";
    QVERIFY(isOrderMark(marksWith("").mark));
    QVERIFY(isOrderMark("m1-" + digits));
    QVERIFY(isOrderMark("m9999-" + digits));
    for (const std::string& wrong :
         {std::string(), "m1-" + digits + "0", "m1-" + digits.substr(1), "m-" + digits,
          "m10000-" + digits, "s1-" + digits, "m1_" + digits, "ma-" + digits,
          std::string("m1-0123456789ABCDEF0123456789abcdef"), "m1" + digits,
          "m1-g" + digits.substr(1), "m1-" + digits.substr(1) + "g"})
        QVERIFY2(!isOrderMark(wrong), wrong.c_str());
}

void OrderMarkTest::policies_haveNames_theStricterIsGreater() {
    QVERIFY(DuplicatePolicy::Off < DuplicatePolicy::Warn);
    QVERIFY(DuplicatePolicy::Warn < DuplicatePolicy::Refuse);
    for (const std::string_view known : {"off", "warn", "refuse"})
        QCOMPARE(name(*duplicatePolicyFromName(known)), known);
    QVERIFY(!duplicatePolicyFromName("Warn"));
    QVERIFY(!duplicatePolicyFromName(""));
}

void OrderMarkTest::guards_areReadAndLeftOutOfTheRecord() {
    const auto draft = validateOrder(
        *parseJson(R"({"scrapingOption":"filters","leadCount":10,"duplicates":"refuse",)"
                   R"("acknowledgeDuplicateOf":["LS-0000000000","LS-7Q2M9K4T6W"]})"),
        {});
    QVERIFY(draft.has_value());
    QVERIFY(draft->duplicates == DuplicatePolicy::Refuse);
    QCOMPARE(draft->acknowledged.size(), std::size_t{2});
    QCOMPARE(draft->recordJson, std::string(R"({"leadCount":10,"scrapingOption":"filters"})"));
}

void OrderMarkTest::guards_wrong_areNamed_data() {
    QTest::addColumn<QByteArray>("member");
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("code");
    const auto row = [](const QByteArray& member, const char* pointer, const char* code) {
        QTest::newRow(member.left(60).constData()) << member << pointer << code;
    };
    row(R"("duplicates":"off")", "/duplicates", "not_allowed");
    row(R"("duplicates":"Refuse")", "/duplicates", "not_allowed");
    row(R"("duplicates":true)", "/duplicates", "wrong_type");
    row(R"("acknowledgeDuplicateOf":"LS-0000000000")", "/acknowledgeDuplicateOf", "wrong_type");
    row(R"("acknowledgeDuplicateOf":["LS-1"])", "/acknowledgeDuplicateOf/0", "invalid_format");
    row(R"("acknowledgeDuplicateOf":["LS-0000000000",7])", "/acknowledgeDuplicateOf/1",
        "wrong_type");
    row(R"("acknowledgeDuplicateOf":[)" + QByteArray(R"("LS-0000000000",)").repeated(100) +
            R"("LS-0000000000"])",
        "/acknowledgeDuplicateOf", "too_many_items");
}

void OrderMarkTest::guards_wrong_areNamed() {
    QFETCH(QByteArray, member);
    QFETCH(QString, pointer);
    QFETCH(QString, code);
    const auto body =
        parseJson(R"({"scrapingOption":"filters","leadCount":10,)" + member.toStdString() + "}");
    const auto refused = validateOrder(*body, {});
    QVERIFY(!refused.has_value());
    QCOMPARE(QString::fromStdString(refused.error().errors.front().pointer), pointer);
    QCOMPARE(QString::fromStdString(refused.error().errors.front().code), code);
    RequestRules quoting;
    quoting.quoteItem = true;
    const auto quoted = validateOrder(*body, quoting);
    QVERIFY(!quoted.has_value());
    QCOMPARE(QString::fromStdString(quoted.error().errors.front().code), QString("unknown_member"));
}

LEADSHEET_TEST(tst_order_mark, OrderMarkTest);
#include "tst_order_mark.moc"
