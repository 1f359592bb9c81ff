// SPDX-License-Identifier: Apache-2.0
#include "domain/order_request.hpp"

#include "domain/json.hpp"
#include "domain/text_check.hpp"
#include "leadsheet/contract/error_codes.hpp"
#include "leadsheet/contract/products.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet::server::domain;
using leadsheet::contract::ErrorCode;

namespace {

tl::expected<OrderDraft, OrderRefusal> check(const QByteArray& body, bool quoteItem = false) {
    const auto value = parseJson({body.constData(), static_cast<std::size_t>(body.size())});
    if (!value)
        return tl::make_unexpected(OrderRefusal{ErrorCode::MalformedJson, {}});
    RequestRules rules;
    rules.quoteItem = quoteItem;
    return validateOrder(*value, rules);
}

QByteArray filters(const QByteArray& more) {
    return R"({"scrapingOption":"filters","leadCount":10,)" + more + "}";
}

} // namespace

class OrderRequestTest : public QObject {
    Q_OBJECT

private slots:
    void validate_goodBody_isNormalised_data();
    void validate_goodBody_isNormalised();
    void validate_badBody_namesEveryFault_data();
    void validate_badBody_namesEveryFault();
    void validate_leadCount_bounds_data();
    void validate_leadCount_bounds();
    void validate_leadCount_ofAnotherSetting_isHeld();
    void validate_guards_areNotPartOfTheRecord();
    void validate_fieldsThatTheServerActsOn_areKept();
    void validate_duplicateGuards_areKept();
    void validate_badDuplicateGuard_isRefused_data();
    void validate_badDuplicateGuard_isRefused();
    void validate_unknownNames_areExplained_data();
    void validate_unknownNames_areExplained();
    void validate_quoteItem_takesAKeyAndRefusesGuards();
    void validate_batchItem_pointsIntoTheBatch();
    void validate_manyFaults_areAllReported();
    void validate_hostileBody_makesABoundedRefusal_data();
    void validate_hostileBody_makesABoundedRefusal();
    void plainOrder_leavesOutWhatSaysNothing_data();
    void plainOrder_leavesOutWhatSaysNothing();
};

void OrderRequestTest::validate_goodBody_isNormalised_data() {
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("record");
    const QByteArray plain = R"({"leadCount":10,"scrapingOption":"filters"})";
    QTest::newRow("least") << QByteArray(R"({"leadCount":10,"scrapingOption":"filters"})") << plain;
    QTest::newRow("count as 1e1") << QByteArray(R"({"scrapingOption":"filters","leadCount":1e1})")
                                  << plain;
    QTest::newRow("comma text") << filters(R"("industries":" Software , ,Food,")")
                                << QByteArray(R"({"industries":["Software","Food"],"leadCount":10,)"
                                              R"("scrapingOption":"filters"})");
    QTest::newRow("array keeps commas")
        << filters(R"("locations":["Washington, D.C."," Bonn "])")
        << QByteArray(R"({"leadCount":10,"locations":["Washington, D.C.","Bonn"],)"
                      R"("scrapingOption":"filters"})");
    QTest::newRow("empty lists and texts say nothing")
        << filters(R"("industries":"","jobTitles":[],"notes":"  ","metadata":{}, "keywords":" , ")")
        << plain;
    QTest::newRow("closed set") << filters(R"("seniorities":"vp, head")")
                                << QByteArray(R"({"leadCount":10,"scrapingOption":"filters",)"
                                              R"("seniorities":["vp","head"]})");
    QTest::newRow("other product")
        << QByteArray(R"({"scrapingOption":"local_business","leadCount":1,"categories":"dentist",)"
                      R"("locations":"Vienna","minRating":4.50,"radiusKm":25,"hasWebsite":false})")
        << QByteArray(R"({"categories":["dentist"],"hasWebsite":false,"leadCount":1,)"
                      R"("locations":["Vienna"],"minRating":4.5,"radiusKm":25,)"
                      R"("scrapingOption":"local_business"})");
    QTest::newRow("one of two needed")
        << QByteArray(R"({"scrapingOption":"company_domains","leadCount":5,)"
                      R"("linkedinUrls":["https://www.linkedin.com/company/example"]})")
        << QByteArray(
               R"({"leadCount":5,"linkedinUrls":["https://www.linkedin.com/company/example"],)"
               R"("scrapingOption":"company_domains"})");
    QTest::newRow("url") << QByteArray(
                                R"({"scrapingOption":"search_url","leadCount":5,)"
                                R"("searchUrl":" HTTPS://x.example/p?q=a%20b ","source":"other"})")
                         << QByteArray(
                                R"({"leadCount":5,"scrapingOption":"search_url",)"
                                R"("searchUrl":"HTTPS://x.example/p?q=a%20b","source":"other"})");
    QTest::newRow("100 characters, not bytes")
        << filters(R"("keywords":[")" + QByteArray("\xC3\xA4").repeated(100) + R"("])")
        << QByteArray(R"({"keywords":[")") + QByteArray("\xC3\xA4").repeated(100) +
               R"("],"leadCount":10,"scrapingOption":"filters"})";
}

void OrderRequestTest::validate_goodBody_isNormalised() {
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, record);
    const auto draft = check(body);
    QVERIFY2(draft.has_value(), draft ? "" : draft.error().errors.front().detail.c_str());
    QCOMPARE(QByteArray::fromStdString(draft->recordJson), record);
    QVERIFY(draft->requestDigest == sha256(draft->recordJson));
}

void OrderRequestTest::validate_badBody_namesEveryFault_data() {
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("code");
    QTest::addColumn<int>("problem");
    const auto row = [](const char* name, const QByteArray& body, const char* pointer,
                        const char* code, ErrorCode problem = ErrorCode::ValidationFailed) {
        QTest::newRow(name) << body << QString(pointer) << QString(code)
                            << static_cast<int>(problem);
    };
    row("not an object", "[]", "", "wrong_type");
    row("text body", "\"filters\"", "", "wrong_type");
    row("no product", R"({"leadCount":1})", "/scrapingOption", "required");
    row("product of another type", R"({"scrapingOption":7,"leadCount":1})", "/scrapingOption",
        "wrong_type");
    row("misspelt product", R"({"scrapingOption":"filter","leadCount":1})", "/scrapingOption",
        "unsupported_product", ErrorCode::UnsupportedProduct);
    row("product in other case", R"({"scrapingOption":"Filters","leadCount":1})", "/scrapingOption",
        "unsupported_product", ErrorCode::UnsupportedProduct);
    row("unknown member", filters(R"("industry":"x")"), "/industry", "unknown_member");
    row("member with a slash", filters(R"("a/b":1)"), "/a~1b", "unknown_member");
    row("field of another product", filters(R"("radiusKm":5)"), "/radiusKm",
        "field_of_other_product");
    row("null", filters(R"("industries":null)"), "/industries", "wrong_type");
    row("list of numbers", filters(R"("industries":[1])"), "/industries/0", "wrong_type");
    row("list item blank", filters(R"("industries":["a"," "])"), "/industries/1", "blank");
    row("list as object", filters(R"("industries":{})"), "/industries", "wrong_type");
    row("not in the set", filters(R"("seniorities":["vp","boss"])"), "/seniorities/1",
        "not_allowed");
    row("set separator", filters(R"("seniorities":["vp|head"])"), "/seniorities/0", "not_allowed");
    row("item too long", filters(R"("keywords":[")" + QByteArray(101, 'a') + R"("])"),
        "/keywords/0", "too_long");
    row("too many items",
        filters(R"("keywords":[)" + QByteArray(R"("a",)").repeated(50) + R"("a"])"), "/keywords",
        "too_many_items");
    row("control character", filters(R"("notes":"a\u0000b")"), "/notes", "invalid_characters");
    row("boolean as text", filters(R"("requireEmail":"true")"), "/requireEmail", "wrong_type");
    row("boolean as number", filters(R"("requireEmail":1)"), "/requireEmail", "wrong_type");
    row("bad domain", filters(R"("excludeDomains":["https://a.example"])"), "/excludeDomains/0",
        "invalid_format");
    row("domain without dot", filters(R"("excludeDomains":["localhost"])"), "/excludeDomains/0",
        "invalid_format");
    row("required list missing",
        R"({"scrapingOption":"local_business","leadCount":1,"categories":"a"})", "/locations",
        "required");
    row("required list empty",
        R"({"scrapingOption":"local_business","leadCount":1,"categories":"a","locations":" ,"})",
        "/locations", "too_few_items");
    row("none of two", R"({"scrapingOption":"company_domains","leadCount":1})", "/domains",
        "required");
    row("both of two empty",
        R"({"scrapingOption":"company_domains","leadCount":1,"domains":"","linkedinUrls":[]})",
        "/domains", "required");
    row("rating too precise",
        R"({"scrapingOption":"local_business","leadCount":1,"categories":"a","locations":"b",)"
        R"("minRating":4.55})",
        "/minRating", "too_precise");
    row("rating too high",
        R"({"scrapingOption":"local_business","leadCount":1,"categories":"a","locations":"b",)"
        R"("minRating":5.1})",
        "/minRating", "out_of_range");
    row("rating tiny",
        R"({"scrapingOption":"local_business","leadCount":1,"categories":"a","locations":"b",)"
        R"("minRating":1e-300})",
        "/minRating", "too_precise");
    row("radius as decimal",
        R"({"scrapingOption":"local_business","leadCount":1,"categories":"a","locations":"b",)"
        R"("radiusKm":2.5})",
        "/radiusKm", "wrong_type");
    row("ftp", R"({"scrapingOption":"search_url","leadCount":1,"searchUrl":"ftp://a.example"})",
        "/searchUrl", "invalid_format");
    row("url without host",
        R"({"scrapingOption":"search_url","leadCount":1,"searchUrl":"https:///x"})", "/searchUrl",
        "invalid_format");
    row("money as number", filters(R"("maxPrice":100)"), "/maxPrice", "wrong_type");
    row("money negative", filters(R"("maxPrice":{"amount":-1,"currency":"USD"})"),
        "/maxPrice/amount", "out_of_range");
    row("money above the largest",
        filters(R"("maxPrice":{"amount":9000000000000001,"currency":"USD"})"), "/maxPrice/amount",
        "out_of_range");
    row("money as decimal", filters(R"("maxPrice":{"amount":1.5,"currency":"USD"})"),
        "/maxPrice/amount", "out_of_range");
    row("money in another currency", filters(R"("maxPrice":{"amount":1,"currency":"EUR"})"),
        "/maxPrice/currency", "not_allowed");
    row("money without currency", filters(R"("maxPrice":{"amount":1})"), "/maxPrice/currency",
        "required");
    row("money with more", filters(R"("maxPrice":{"amount":1,"currency":"USD","x":1})"),
        "/maxPrice/x", "unknown_member");
    row("empty quote id", filters(R"("quoteId":"")"), "/quoteId", "invalid_format");
    row("metadata as a list", filters(R"("metadata":[])"), "/metadata", "wrong_type");
    row("text as a number", filters(R"("notes":1)"), "/notes", "wrong_type");
    row("text too long", filters("\"externalRef\":\"" + QByteArray(201, 'x') + "\""),
        "/externalRef", "too_long");
    row("metadata value", filters(R"("metadata":{"a":1})"), "/metadata/a", "wrong_type");
    row("metadata name", filters(R"("metadata":{"":"x"})"), "/metadata/", "invalid_name");
    row("metadata text too long", filters(R"("metadata":{"a":")" + QByteArray(501, 'x') + R"("})"),
        "/metadata/a", "too_long");
    row("key in an order", filters(R"("idempotencyKey":"k")"), "/idempotencyKey", "unknown_member");
}

void OrderRequestTest::validate_badBody_namesEveryFault() {
    QFETCH(QByteArray, body);
    QFETCH(QString, pointer);
    QFETCH(QString, code);
    QFETCH(int, problem);
    const auto draft = check(body);
    QVERIFY(!draft);
    QCOMPARE(static_cast<int>(draft.error().code), problem);
    QVERIFY(!draft.error().errors.empty());
    const FieldError& error = draft.error().errors.front();
    QCOMPARE(QString::fromStdString(error.pointer), pointer);
    QCOMPARE(QString::fromStdString(error.code), code);
    QVERIFY(!error.detail.empty());
    QCOMPARE(draft.error().errors.size(), 1U);
}

void OrderRequestTest::validate_leadCount_bounds_data() {
    QTest::addColumn<QByteArray>("count");
    QTest::addColumn<QString>("code"); // empty = accepted
    QTest::newRow("1") << QByteArray("1") << "";
    QTest::newRow("50000") << QByteArray("50000") << "";
    QTest::newRow("0") << QByteArray("0") << "out_of_range";
    QTest::newRow("50001") << QByteArray("50001") << "out_of_range";
    QTest::newRow("-5") << QByteArray("-5") << "out_of_range";
    QTest::newRow("2^63") << QByteArray("9223372036854775808") << "out_of_range";
    QTest::newRow("1.5") << QByteArray("1.5") << "wrong_type";
    QTest::newRow("text") << QByteArray("\"100\"") << "wrong_type";
    QTest::newRow("null") << QByteArray("null") << "wrong_type";
    QTest::newRow("true") << QByteArray("true") << "wrong_type";
}

void OrderRequestTest::validate_leadCount_bounds() {
    QFETCH(QByteArray, count);
    QFETCH(QString, code);
    const auto draft = check(R"({"scrapingOption":"filters","leadCount":)" + count + "}");
    QCOMPARE(draft.has_value(), code.isEmpty());
    if (draft)
        return;
    QCOMPARE(draft.error().errors.size(), 1U);
    QVERIFY(draft.error().errors[0].detail.find("leave it out") == std::string::npos);
    QCOMPARE(QString::fromStdString(draft.error().errors[0].code), code);
    QCOMPARE(static_cast<int>(draft.error().code),
             static_cast<int>(code == "out_of_range" ? ErrorCode::LeadCountOutOfRange
                                                     : ErrorCode::ValidationFailed));
}

void OrderRequestTest::validate_leadCount_ofAnotherSetting_isHeld() {
    const auto most = [](std::int64_t setting, const char* count) {
        const auto value =
            parseJson(std::string(R"({"scrapingOption":"filters","leadCount":)") + count + "}");
        return validateOrder(*value, {setting, false}).has_value();
    };
    QVERIFY(most(100, "100"));
    QVERIFY(!most(100, "101"));
    QVERIFY(most(60'000, "60000"));
    QVERIFY(!most(100, "0"));
}

void OrderRequestTest::validate_guards_areNotPartOfTheRecord() {
    const auto plain = check(filters(R"("industries":"a")"));
    const auto guarded = check(
        filters(R"("quoteId":"qt_1","industries":["a"],"maxPrice":{"amount":5,"currency":"USD"})"));
    QVERIFY(plain && guarded);
    QCOMPARE(guarded->recordJson, plain->recordJson);
    QCOMPARE(guarded->quoteId, std::optional(QuoteId("qt_1")));
    QCOMPARE(guarded->maxPrice, std::optional<MinorUnits>(5));
    QVERIFY(plain->autoDeliver);
    QVERIFY(!check(filters(R"("autoDeliver":false)"))->autoDeliver);
}

void OrderRequestTest::validate_fieldsThatTheServerActsOn_areKept() {
    const auto plain = check(filters(R"("notes":"x")"));
    QVERIFY(plain->product == leadsheet::contract::findProduct("filters"));
    QCOMPARE(plain->leadCount, 10);
    QVERIFY(!plain->requireEmail && !plain->requirePhone && !plain->excludeOwned);
    QVERIFY(!plain->externalRef && !plain->quoteId && !plain->maxPrice && !plain->duplicates);
    QVERIFY(plain->acknowledged.empty() && !plain->idempotencyKey);
    QVERIFY(check(filters(R"("requireEmail":true)"))->requireEmail);
    QVERIFY(check(filters(R"("requirePhone":true)"))->requirePhone);
    QVERIFY(check(filters(R"("excludeOwned":true)"))->excludeOwned);
    QCOMPARE(check(filters(R"("externalRef":" PO 7 ")"))->externalRef,
             std::optional<std::string>("PO 7"));
    // Nothing of one is taken for the other.
    const auto email = check(filters(R"("requireEmail":true)"));
    QVERIFY(!email->requirePhone && !email->excludeOwned && email->autoDeliver);
}

void OrderRequestTest::validate_duplicateGuards_areKept() {
    const auto plain = check(filters(R"("notes":"x")"));
    const auto guarded = check(filters(R"("notes":"x","duplicates":"refuse",)"
                                       R"("acknowledgeDuplicateOf":["LS-0123456789"])"));
    QVERIFY(guarded.has_value());
    QVERIFY(guarded->duplicates == DuplicatePolicy::Refuse);
    QVERIFY(guarded->acknowledged == std::vector{OrderNumber("LS-0123456789")});
    QCOMPARE(guarded->recordJson, plain->recordJson);
    QVERIFY(check(filters(R"("duplicates":"warn")"))->duplicates == DuplicatePolicy::Warn);
    QByteArray most;
    for (int i = 0; i < 100; ++i)
        most += "\"LS-0123456789\",";
    most.chop(1);
    QCOMPARE(check(filters("\"acknowledgeDuplicateOf\":[" + most + "]"))->acknowledged.size(),
             100U);
    QVERIFY(!check(filters("\"acknowledgeDuplicateOf\":[" + most + ",\"LS-0123456789\"]")));
}

void OrderRequestTest::validate_badDuplicateGuard_isRefused_data() {
    QTest::addColumn<QByteArray>("member");
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("code");
    const auto row = [](const char* member, const char* pointer, const char* code) {
        QTest::newRow(member) << QByteArray(member) << QString(pointer) << QString(code);
    };
    row(R"("duplicates":"off")", "/duplicates", "not_allowed");
    row(R"("duplicates":"Warn")", "/duplicates", "not_allowed");
    row(R"("duplicates":null)", "/duplicates", "wrong_type");
    row(R"("acknowledgeDuplicateOf":"LS-0123456789")", "/acknowledgeDuplicateOf", "wrong_type");
    row(R"("acknowledgeDuplicateOf":["LS-0123456789",7])", "/acknowledgeDuplicateOf/1",
        "wrong_type");
    row(R"("acknowledgeDuplicateOf":["LS-1"])", "/acknowledgeDuplicateOf/0", "invalid_format");
}

void OrderRequestTest::validate_badDuplicateGuard_isRefused() {
    QFETCH(QByteArray, member);
    QFETCH(QString, pointer);
    QFETCH(QString, code);
    const auto draft = check(filters(member));
    QVERIFY(!draft);
    QCOMPARE(draft.error().errors.size(), 1U);
    QCOMPARE(QString::fromStdString(draft.error().errors[0].pointer), pointer);
    QCOMPARE(QString::fromStdString(draft.error().errors[0].code), code);
    QVERIFY(!check(filters(member), true)); // quotes have no such guard
}

void OrderRequestTest::validate_unknownNames_areExplained_data() {
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("detail");
    const auto row = [](const QByteArray& body, const char* detail) {
        QTest::newRow(body.constData()) << body << QString(detail);
    };
    row(R"({"leadCount":1})", "scrapingOption is required: one of filters, search_url, "
                              "company_domains, local_business, lookalikes.");
    row(R"({"scrapingOption":"x","leadCount":1})",
        "There is no such product; the products are filters, search_url, company_domains, "
        "local_business, lookalikes.");
    row(filters(R"("industry":1)"), "\"industry\" is not a field of an order.");
    row(filters(R"("radiusKm":1)"),
        "\"radiusKm\" is not a field of filters; it belongs to: local_business.");
    row(filters(R"("industriesText":"a")"),
        "\"industriesText\" only repeats the list in answers; send industries, as an array or as "
        "comma-separated text.");
    row(R"({"scrapingOption":"company_domains","leadCount":1})", "Give domains or linkedinUrls.");
    row(R"({"scrapingOption":"filters"})", "leadCount is required.");
}

void OrderRequestTest::validate_unknownNames_areExplained() {
    QFETCH(QByteArray, body);
    QFETCH(QString, detail);
    const auto draft = check(body);
    QVERIFY(!draft);
    QCOMPARE(QString::fromStdString(draft.error().errors.front().detail), detail);
}

void OrderRequestTest::validate_quoteItem_takesAKeyAndRefusesGuards() {
    const auto item = check(filters(R"("idempotencyKey":"k-1")"), true);
    QVERIFY(item.has_value());
    QCOMPARE(item->idempotencyKey, std::optional<std::string>("k-1"));
    QCOMPARE(item->recordJson, check(filters(R"("notes":"")"))->recordJson);
    QVERIFY(!check(filters(R"("idempotencyKey":"a b")"), true));
    QVERIFY(!check(filters(R"("idempotencyKey":7)"), true));
    QVERIFY(!check(filters(R"("idempotencyKey":"\"k-1\"")"), true));
    const auto guard = check(filters(R"("quoteId":"qt_1")"), true);
    QCOMPARE(guard.error().errors.front().code, "unknown_member");
    QCOMPARE(guard.error().errors.front().detail,
             "\"quoteId\" belongs to an order, not to a quote.");
    QVERIFY(!check(filters(R"("maxPrice":{"amount":5,"currency":"USD"})"), true));
}

void OrderRequestTest::validate_batchItem_pointsIntoTheBatch() {
    const auto value = parseJson(R"({"scrapingOption":"filters"})");
    const auto draft = validateOrder(*value, {}, "/items/3");
    QCOMPARE(draft.error().errors.front().pointer, std::string("/items/3/leadCount"));
}

void OrderRequestTest::validate_manyFaults_areAllReported() {
    const auto draft = check(R"({"scrapingOption":"filters","leadCount":0,"industries":[1,2],)"
                             R"("nonsense":1,"requirePhone":"yes"})");
    QVERIFY(!draft);
    QCOMPARE(draft.error().errors.size(), 5U);
    QCOMPARE(draft.error().code, ErrorCode::ValidationFailed);
    const auto unknown = check(R"({"scrapingOption":"emails","leadCount":0,"domains":"a.example",)"
                               R"("nonsense":1})");
    QCOMPARE(unknown.error().code, ErrorCode::UnsupportedProduct);
    QCOMPARE(unknown.error().errors.size(), 3U); // a known field is not blamed for the product
}

void OrderRequestTest::validate_hostileBody_makesABoundedRefusal_data() {
    QTest::addColumn<QByteArray>("body");
    QTest::newRow("long name") << filters('"' + QByteArray("\xC3\xA4").repeated(500'000) + "\":1");
    QTest::newRow("long metadata name")
        << filters("\"metadata\":{\"" + QByteArray("\xC3\xA4").repeated(500'000) + "\":1}");
    QByteArray names;
    for (int i = 0; i < 900; ++i)
        names += "\"x" + QByteArray::number(i) + "\":1,";
    QTest::newRow("many names and items")
        << filters(names + R"("industries":[)" + QByteArray("1,").repeated(90) +
                   R"(1],"jobTitles":[)" + QByteArray("1,").repeated(90) + "1]");
    QTest::newRow("many items") << filters(R"("industries":[)" +
                                           QByteArray("1,").repeated(500'000) + "1]");
    QTest::newRow("many pieces") << filters(R"("seniorities":")" +
                                            QByteArray("x,").repeated(500'000) + '"');
}

void OrderRequestTest::validate_hostileBody_makesABoundedRefusal() {
    QFETCH(QByteArray, body);
    const auto draft = check(body);
    QVERIFY(!draft);
    QVERIFY(!draft.error().errors.empty());
    QVERIFY(draft.error().errors.size() <= 1'000);
    for (const FieldError& error : draft.error().errors) {
        QVERIFY(error.pointer.size() < 300);
        QVERIFY(error.detail.size() < 1'000);
        QVERIFY(!invalidUtf8At(error.pointer) && !invalidUtf8At(error.detail));
    }
}

void OrderRequestTest::plainOrder_leavesOutWhatSaysNothing_data() {
    QTest::addColumn<QByteArray>("sent");
    QTest::addColumn<QByteArray>("plain");
    const auto row = [](const char* name, const char* sent, const char* plain) {
        QTest::newRow(name) << QByteArray(sent) << QByteArray(plain);
    };
    row("count as text", R"({"leadCount":"250"})", R"({"leadCount":250})");
    row("one digit", R"({"leadCount":"0"})", R"({"leadCount":0})");
    row("18 digits", R"({"leadCount":"100000000000000000"})",
        R"({"leadCount":100000000000000000})");
    row("19 digits", R"({"leadCount":"1000000000000000000"})",
        R"({"leadCount":"1000000000000000000"})");
    row("nothing", R"({"industries":null,"leadCount":10,"externalRef":null,"metadata":null})",
        R"({"leadCount":10})");
    row("fields of every product", R"({"radiusKm":"25","maxPerCompany":"5","minRating":null})",
        R"({"maxPerCompany":5,"radiusKm":25})");
    row("empty texts", R"({"radiusKm":"","leadCount":"","industries":""})", R"({"industries":""})");
    row("text of a list", R"({"industries":["A","B"],"industriesText":"A, B"})",
        R"({"industries":["A","B"]})");
    row("text of a text", R"({"industries":"A,B","industriesText":"A, B","keywordsText":null})",
        R"({"industries":"A,B"})");
    row("text of another list", R"({"industries":["A","B"],"industriesText":"A"})",
        R"({"industries":["A","B"],"industriesText":"A"})");
    row("text alone", R"({"industriesText":"A"})", R"({"industriesText":"A"})");
    row("text of what has none", R"({"notes":"A","notesText":"A"})",
        R"({"notes":"A","notesText":"A"})");
    row("required nothing", R"({"leadCount":null})", "{}");
    // What is not plainly a number is refused as a text.
    for (const char* kept : {"\"0250\"", "\" 250\"", "\"+250\"", "\"-5\"", "\"1e3\"", "\"250.0\"",
                             "\"1,000\"", "\"0x10\"", "\"9999999999999999999\"", "true"}) {
        const QByteArray body = QByteArray(R"({"leadCount":)") + kept + "}";
        QTest::newRow(kept) << body << body;
    }
    // A guard that was lost must not become an order without one.
    for (const char* guard : {"maxPrice", "quoteId", "duplicates", "acknowledgeDuplicateOf",
                              "idempotencyKey", "scrapingOption", "industry"}) {
        const QByteArray body = QByteArray("{\"") + guard + "\":null}";
        QTest::newRow(guard) << body << body;
    }
    row("decimal as text", R"({"minRating":"4"})", R"({"minRating":"4"})");
    row("array", "[null]", "[null]");
}

void OrderRequestTest::plainOrder_leavesOutWhatSaysNothing() {
    QFETCH(QByteArray, sent);
    QFETCH(QByteArray, plain);
    const auto body = parseJson({sent.constData(), static_cast<std::size_t>(sent.size())});
    QVERIFY(body.has_value());
    QCOMPARE(QByteArray::fromStdString(canonicalJson(plainOrder(*body))), plain);
}

LEADSHEET_TEST(tst_order_request, OrderRequestTest);
#include "tst_order_request.moc"
