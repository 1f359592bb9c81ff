// SPDX-License-Identifier: Apache-2.0
// What a lead may hold, as an object and as a row of texts.
#include "domain/json.hpp"
#include "domain/lead.hpp"
#include "test_main.hpp"

#include <QtTest>
#include <array>

using namespace leadsheet::server::domain;

namespace {

QByteArray named(const QByteArray& member) {
    return R"({"companyName":"X",)" + member + "}";
}

QByteArray listOf(int items) {
    QByteArray list = "\"technologies\":[";
    for (int i = 0; i < items; ++i)
        list += i == 0 ? "\"a\"" : ",\"a\"";
    return list + "]";
}

} // namespace

class LeadFaultsTest : public QObject {
    Q_OBJECT

private slots:
    void lead_goodValues_areKept_data();
    void lead_goodValues_areKept();
    void lead_badValues_areNamed_data();
    void lead_badValues_areNamed();
    void cells_badValues_areNamed_data();
    void cells_badValues_areNamed();
    void cells_lists_areSeparatedByCommas();
    void lead_thatIsNoneOrNamesNobody_isRefused();
    void lead_everyFault_isNamed();
    void ingestedField_knowsWhatComesIn();
};

void LeadFaultsTest::lead_goodValues_areKept_data() {
    QTest::addColumn<QByteArray>("member");
    for (const char* member : {R"("email":"a.b+c@x.example")",
                               R"("linkedinUrl":"https://linkedin.com/in/a")",
                               R"("companyLinkedinUrl":"HTTP://linkedin.com/company/a")",
                               R"("companyDomain":"x.example")",
                               R"("country":"AT")",
                               R"("country":"ZZ")",
                               R"("result":"invalid")",
                               R"("emailType":"work")",
                               R"("phoneType":"other")",
                               R"("foundedYear":1)",
                               R"("foundedYear":9999)",
                               R"("reviewCount":0)",
                               R"("reviewCount":1000000000)",
                               R"("rating":0)",
                               R"("rating":5)",
                               R"("rating":4.25)",
                               R"("technologies":[])",
                               R"("technologies":["a, b"])",
                               R"("resultReason":"bounced")",
                               R"("technologies":null)"})
        QTest::newRow(member) << named(member);
    QTest::newRow("4000 characters")
        << named("\"city\":\"" + QByteArray("\xC3\xA4").repeated(4'000) + "\"");
    QTest::newRow("1000 items") << named(listOf(1'000));
    QTest::newRow("254 characters of an address")
        << named("\"email\":\"" + QByteArray(244, 'a') + "@x.example\"");
}

void LeadFaultsTest::lead_goodValues_areKept() {
    QFETCH(QByteArray, member);
    const auto lead = checkLead(*parseJson(member.toStdString()));
    QVERIFY2(lead.has_value(), lead ? "" : lead.error().front().detail.c_str());
}

void LeadFaultsTest::lead_badValues_areNamed_data() {
    QTest::addColumn<QByteArray>("member");
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("code");
    const auto row = [](const QByteArray& member, const char* pointer, const char* code) {
        QTest::newRow(member.left(60).constData())
            << named(member) << QString(pointer) << QString(code);
    };
    row(R"("nonsense":1)", "/nonsense", "unknown_member");
    row(R"("deliveredAt":"2026-01-01T00:00:00Z")", "/deliveredAt", "unknown_member");
    row(R"("city":7)", "/city", "wrong_type");
    row("\"city\":\"" + QByteArray(4'001, 'a') + "\"", "/city", "too_long");
    row(R"("city":"a\u0001")", "/city", "invalid_characters");
    for (const char* address :
         {"x", "@x.example", "a@x", "a b@x.example", "a,b@x.example", "a;b@x.example",
          "a<b@x.example", "a>b@x.example", "a@b@x.example", "a@x..example"})
        row("\"email\":\"" + QByteArray(address) + "\"", "/email", "invalid_format");
    row("\"email\":\"" + QByteArray(245, 'a') + "@x.example\"", "/email", "invalid_format");
    row(R"("linkedinUrl":"linkedin.com/in/a")", "/linkedinUrl", "invalid_format");
    row(R"("companyLinkedinUrl":"ftp://a.example")", "/companyLinkedinUrl", "invalid_format");
    row(R"("companyDomain":"localhost")", "/companyDomain", "invalid_format");
    for (const char* country : {"AUT", "at", "A1", "[A"})
        row("\"country\":\"" + QByteArray(country) + "\"", "/country", "invalid_format");
    row(R"("result":"Good")", "/result", "not_allowed");
    row(R"("emailType":"home")", "/emailType", "not_allowed");
    row(R"("phoneType":"fax")", "/phoneType", "not_allowed");
    row(R"("foundedYear":0)", "/foundedYear", "out_of_range");
    row(R"("foundedYear":10000)", "/foundedYear", "out_of_range");
    row(R"("foundedYear":1998.5)", "/foundedYear", "wrong_type");
    row(R"("foundedYear":"1998")", "/foundedYear", "wrong_type");
    row(R"("foundedYear":1e300)", "/foundedYear", "out_of_range");
    row(R"("rating":10000000000000000000)", "/rating", "out_of_range");
    row(R"("foundedYear":18446744073709551615)", "/foundedYear", "out_of_range");
    row(R"("reviewCount":-1)", "/reviewCount", "out_of_range");
    row(R"("reviewCount":1000000001)", "/reviewCount", "out_of_range");
    row(R"("rating":"4")", "/rating", "wrong_type");
    row(R"("rating":-1)", "/rating", "out_of_range");
    row(R"("rating":5.01)", "/rating", "out_of_range");
    row(R"("rating":4.255)", "/rating", "too_precise");
    row(R"("technologies":"a")", "/technologies", "wrong_type");
    row(R"("technologies":["a",1])", "/technologies", "wrong_type");
    row(R"("technologies":["a"," "])", "/technologies", "blank");
    row(R"("technologies":["a\u0000"])", "/technologies", "invalid_characters");
    row("\"technologies\":[\"" + QByteArray(4'001, 'a') + "\"]", "/technologies", "too_long");
    row(listOf(1'001), "/technologies", "too_many_items");
}

void LeadFaultsTest::lead_badValues_areNamed() {
    QFETCH(QByteArray, member);
    QFETCH(QString, pointer);
    QFETCH(QString, code);
    const auto lead = checkLead(*parseJson(member.toStdString()));
    QVERIFY(!lead);
    QCOMPARE(lead.error().size(), 1U);
    QCOMPARE(QString::fromStdString(lead.error()[0].pointer), pointer);
    QCOMPARE(QString::fromStdString(lead.error()[0].code), code);
    QVERIFY(!lead.error()[0].detail.empty());
}

void LeadFaultsTest::cells_badValues_areNamed_data() {
    QTest::addColumn<int>("column");
    QTest::addColumn<QByteArray>("cell");
    QTest::addColumn<QString>("code");
    constexpr int kYear = static_cast<int>(leadField("foundedYear"));
    constexpr int kRating = static_cast<int>(leadField("rating"));
    constexpr int kTechnologies = static_cast<int>(leadField("technologies"));
    constexpr int kCity = static_cast<int>(leadField("city"));
    QTest::newRow("year") << kYear << QByteArray("10000") << "out_of_range";
    QTest::newRow("year with a point") << kYear << QByteArray("1998.5") << "invalid_format";
    QTest::newRow("rating in words") << kRating << QByteArray("five") << "invalid_format";
    QTest::newRow("rating too precise") << kRating << QByteArray("4.255") << "too_precise";
    QTest::newRow("text") << kCity << QByteArray("a\x01") << "invalid_characters";
    QTest::newRow("item") << kTechnologies << QByteArray("a,b\x01,c") << "invalid_characters";
    QTest::newRow("items") << kTechnologies << QByteArray("a,").repeated(1'001) << "too_many_items";
}

void LeadFaultsTest::cells_badValues_areNamed() {
    QFETCH(int, column);
    QFETCH(QByteArray, cell);
    QFETCH(QString, code);
    const std::array columns{leadField("companyName"), static_cast<LeadField>(column)};
    const std::array cells{std::string("X"), cell.toStdString()};
    const auto lead = checkLeadCells(columns, cells);
    QVERIFY(!lead);
    QCOMPARE(QString::fromStdString(lead.error().front().code), code);
}

void LeadFaultsTest::cells_lists_areSeparatedByCommas() {
    const std::array columns{leadField("companyName"), leadField("technologies")};
    const auto listed = [&](const char* cell) {
        const std::array cells{std::string("X"), std::string(cell)};
        return std::string(checkLeadCells(columns, cells)->text(leadField("technologies")));
    };
    QCOMPARE(listed(" a , ,b,"), std::string(R"(["a","b"])"));
    QCOMPARE(listed(" , "), std::string());
}

void LeadFaultsTest::lead_thatIsNoneOrNamesNobody_isRefused() {
    QCOMPARE(checkLead(*parseJson("[]")).error().front().code, std::string("wrong_type"));
    QCOMPARE(checkLead(*parseJson(R"({"city":"X"})")).error().front().code,
             std::string("required"));
    QVERIFY(checkLead(*parseJson(R"({"phone":"+43 1"})")).has_value());
}

void LeadFaultsTest::lead_everyFault_isNamed() {
    const auto lead = checkLead(*parseJson(R"({"city":7,"country":"x","nonsense":1})"));
    QCOMPARE(lead.error().size(), 3U);
}

void LeadFaultsTest::ingestedField_knowsWhatComesIn() {
    QVERIFY(ingestedField("email") == leadField("email"));
    QVERIFY(!ingestedField("deliveredAt"));
    QVERIFY(!ingestedField("Email"));
}

LEADSHEET_TEST(tst_lead_faults, LeadFaultsTest);
#include "tst_lead_faults.moc"
