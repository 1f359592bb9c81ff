// SPDX-License-Identifier: Apache-2.0
#include "domain/ids.hpp"
#include "domain/json.hpp"
#include "domain/lead.hpp"
#include "test_main.hpp"

#include <QtTest>
#include <algorithm>
#include <array>
#include <rapidcheck.h>

using namespace leadsheet::server::domain;

namespace {

/// Rows as "a|b;c|d", or where the fault is.
QString rowsOf(const QByteArray& text) {
    CsvRows rows(std::string_view(text.constData(), static_cast<std::size_t>(text.size())));
    std::vector<std::string> cells;
    QStringList all;
    while (true) {
        switch (rows.next(cells)) {
        case CsvRows::State::End:
            return all.join(';');
        case CsvRows::State::Malformed:
            return QString("line %1").arg(rows.line());
        case CsvRows::State::Row:
            break;
        }
        QStringList row;
        for (const std::string& cell : cells)
            row += QString::fromStdString(cell);
        all += row.join('|');
    }
}

const std::string kAwkward = "a\",\r\n \xC3";

std::string quotedRow(const std::vector<std::string>& cells) {
    std::string text;
    for (const std::string& cell : cells) {
        text += text.empty() ? "\"" : ",\"";
        for (const char c : cell)
            text += c == '"' ? std::string("\"\"") : std::string(1, c);
        text += '"';
    }
    return text;
}

std::size_t identitiesOf(const char* lead) {
    return leadIdentities(*checkLead(*parseJson(lead))).size();
}

} // namespace

class LeadCheckTest : public QObject {
    Q_OBJECT

private slots:
    void lead_whoseTextsFillAWebhookMessage_isRefused();
    void reasonThatTheServiceGives_isRefused();
    void csv_data();
    void csv();
    void csv_anyCells_readBack();
    void texts_areKeptExactly();
    void numbers_ofCells_data();
    void numbers_ofCells();
    void identities_areThoseTheLeadHas();
    void samePerson_inOtherLetters_data();
    void samePerson_inOtherLetters();
    void ids_areInTheOrderOfTheirTimes();
};

void LeadCheckTest::lead_whoseTextsFillAWebhookMessage_isRefused() {
    const auto leadOf = [](int items) {
        boost::json::array technologies;
        for (int n = 0; n < items; ++n)
            technologies.emplace_back(std::string(1'000, 't'));
        return boost::json::object{{"email", "ada@example.com"}, {"technologies", technologies}};
    };
    QVERIFY(checkLead(leadOf(100)).has_value());
    const auto refused = checkLead(leadOf(130));
    QVERIFY(!refused);
    QCOMPARE(refused.error().front().code, std::string("too_long"));
    QVERIFY(refused.error().front().detail.find("120000") != std::string::npos);
}

void LeadCheckTest::reasonThatTheServiceGives_isRefused() {
    const auto refused =
        checkLead(boost::json::object{{"email", "ada@example.com"}, {"resultReason", "erased"}});
    QVERIFY(!refused);
    QCOMPARE(refused.error().front().pointer, std::string("/resultReason"));
}

void LeadCheckTest::csv_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("rows");
    const auto row = [](const char* text, const char* rows) {
        QTest::newRow(QByteArray(text).toPercentEncoding().constData()) << QByteArray(text) << rows;
    };
    row("", "");
    row("\n\r\n\n", "");
    row("a,b", "a|b");
    row("a,b\r\nc,d\n", "a|b;c|d");
    row("a,\n,b", "a|;|b");
    row("\"a,\"\"b\"\"\n\",c", "a,\"b\"\n|c");
    row("\"\",\"\"", "|");
    row(" a , b ", " a | b ");
    row("\xEF\xBB\xBF"
        "a",
        "a");
    row("a\"b", "line 1");
    row("x\n\"a\"b", "line 2");
    row("x\n\n\"a\n", "line 3");
    row("a\rb", "line 1");
}

void LeadCheckTest::csv() {
    QFETCH(QByteArray, text);
    QFETCH(QString, rows);
    QCOMPARE(rowsOf(text), rows);
}

void LeadCheckTest::csv_anyCells_readBack() {
    QVERIFY(rc::check("quoted cells come back", [] {
        const auto cells = *rc::gen::nonEmpty(rc::gen::container<std::vector<std::string>>(
            rc::gen::container<std::string>(rc::gen::elementOf(kAwkward))));
        const std::string text = quotedRow(cells);
        CsvRows rows(text);
        std::vector<std::string> read;
        RC_ASSERT(rows.next(read) == CsvRows::State::Row);
        RC_ASSERT(read == cells);
        RC_ASSERT(rows.next(read) == CsvRows::State::End);
    }));
}

void LeadCheckTest::texts_areKeptExactly() {
    const auto lead = checkLead(*parseJson(R"({"fullName":" Ada\tX ","city":"  ","result":null})"));
    QVERIFY(lead.has_value());
    QCOMPARE(lead->text(leadField("fullName")), std::string_view(" Ada\tX "));
    QVERIFY(!lead->has(leadField("city")));
    QCOMPARE(lead->text(leadField("result")), std::string_view("unknown"));
}

void LeadCheckTest::numbers_ofCells_data() {
    QTest::addColumn<QString>("year");
    QTest::addColumn<QString>("rating");
    QTest::addColumn<bool>("good");
    QTest::newRow("both") << "1998"
                          << "4.25" << true;
    QTest::newRow("whole rating") << "1"
                                  << "5" << true;
    QTest::newRow("padded") << " 1998 "
                            << " 0 " << true;
    QTest::newRow("year with a point") << "1998.0"
                                       << "" << false;
    QTest::newRow("year in words") << "mcmxcviii"
                                   << "" << false;
    QTest::newRow("year, empty") << ""
                                 << "" << true;
    QTest::newRow("rating with a comma") << ""
                                         << "4,5" << false;
    QTest::newRow("rating too precise") << ""
                                        << "4.255" << false;
    QTest::newRow("rating over five") << ""
                                      << "5.01" << false;
    QTest::newRow("rating below zero") << ""
                                       << "-0.5" << false;
    QTest::newRow("huge") << "99999999999999999999"
                          << "" << false;
}

void LeadCheckTest::numbers_ofCells() {
    QFETCH(QString, year);
    QFETCH(QString, rating);
    QFETCH(bool, good);
    const std::array columns{leadField("fullName"), leadField("foundedYear"), leadField("rating")};
    const std::array cells{std::string("A"), year.toStdString(), rating.toStdString()};
    QCOMPARE(checkLeadCells(columns, cells).has_value(), good);
}

void LeadCheckTest::identities_areThoseTheLeadHas() {
    QCOMPARE(identitiesOf(R"({"companyName":"X"})"), 0U);
    QCOMPARE(identitiesOf(R"({"fullName":"A"})"), 0U);
    QCOMPARE(identitiesOf(R"({"lastName":"A","companyDomain":"x.example"})"), 0U);
    QCOMPARE(identitiesOf(R"({"firstName":"A","lastName":"B","companyDomain":"x.example"})"), 1U);
    const char* everything = R"({"fullName":"A","companyDomain":"x.example","email":"a@x.example",)"
                             R"("linkedinUrl":"https://www.linkedin.com/in/a"})";
    QCOMPARE(identitiesOf(everything), 3U);
}

void LeadCheckTest::samePerson_inOtherLetters_data() {
    QTest::addColumn<QByteArray>("one");
    QTest::addColumn<QByteArray>("other");
    QTest::addColumn<bool>("same");
    const auto row = [](const char* name, const char* one, const char* other, bool same = true) {
        QTest::newRow(name) << QByteArray(one) << QByteArray(other) << same;
    };
    row("address in capitals", R"({"email":"zoë@müller.example"})",
        R"({"email":"ZOË@MÜLLER.example"})");
    row("address of a host in ASCII", R"({"email":"zoe@müller.example"})",
        R"({"email":"ZOE@XN--MLLER-KVA.example"})");
    row("letter and accent apart", R"({"email":"zoë@x.example"})",
        R"({"email":"zoe\u0308@x.example"})");
    row("another letter", R"({"email":"zoë@x.example"})", R"({"email":"zoe@x.example"})", false);
    row("profile in capitals", R"({"linkedinUrl":"https://linkedin.com/in/zoë"})",
        R"({"linkedinUrl":"https://www.linkedin.com/in/ZOË/"})");
    row("profile, encoded in capitals", R"({"linkedinUrl":"https://linkedin.com/in/zo%C3%AB"})",
        R"({"linkedinUrl":"https://linkedin.com/in/zo%c3%8b"})");
    row("profile, encoded apart", R"({"linkedinUrl":"https://linkedin.com/in/zoë"})",
        R"({"linkedinUrl":"https://linkedin.com/in/zoe%CC%88"})");
    row("another profile", R"({"linkedinUrl":"https://linkedin.com/in/zoë"})",
        R"({"linkedinUrl":"https://linkedin.com/in/zoé"})", false);
    row("name in capitals", R"({"fullName":"Zoë Ünal","companyDomain":"x.example"})",
        R"({"firstName":"ZOË","lastName":"ÜNAL","companyDomain":"x.example"})");
    row("company's host in ASCII", R"({"fullName":"A","companyDomain":"müller.example"})",
        R"({"fullName":"a","companyDomain":"www.xn--mller-kva.example"})");
    row("a host that is not a name", R"({"fullName":"A","companyDomain":"xn--0.example"})",
        R"({"fullName":"a","companyDomain":"XN--0.example"})");
}

void LeadCheckTest::samePerson_inOtherLetters() {
    QFETCH(QByteArray, one);
    QFETCH(QByteArray, other);
    QFETCH(bool, same);
    const auto of = [](const QByteArray& lead) {
        return leadIdentities(*checkLead(*parseJson(lead.toStdString())));
    };
    const auto first = of(one);
    const bool found = std::ranges::any_of(of(other), [&](const LeadIdentity& identity) {
        return std::ranges::find(first, identity.digest, &LeadIdentity::digest) != first.end();
    });
    QCOMPARE(found, same);
}

void LeadCheckTest::ids_areInTheOrderOfTheirTimes() {
    const RandomBytes last = [](std::span<unsigned char> bytes) {
        std::ranges::fill(bytes, static_cast<unsigned char>(0xFF));
    };
    const RandomBytes first = [](std::span<unsigned char> bytes) {
        std::ranges::fill(bytes, static_cast<unsigned char>(0));
    };
    constexpr std::int64_t kTime = 1'772'366'400'000;
    const auto early = makeLeadIds(1, fromMillis(kTime), last).front();
    const auto late = makeLeadIds(1, fromMillis(kTime + 1), first).front();
    QVERIFY(early < late);
    QCOMPARE(early.str().size(), 27U);
    const QuoteId earlyQuote = makeQuoteId(fromMillis(kTime), last);
    QVERIFY(earlyQuote < makeQuoteId(fromMillis(kTime + 1), first));
    QCOMPARE(earlyQuote.str().size(), 27U);
}

LEADSHEET_TEST(tst_lead_check, LeadCheckTest);
#include "tst_lead_check.moc"
