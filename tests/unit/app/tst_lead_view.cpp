// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/lead_view.hpp"

#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet;
using namespace leadsheet::app;

namespace {

LeadView fullView() {
    LeadView view;
    view.name = "Good ones in Germany";
    view.filter.result = LeadResult::Good;
    view.filter.hasEmail = true;
    view.filter.hasPhone = false;
    view.filter.orderNumber = *OrderNumber::parse("LS-0000000001");
    view.filter.country = "DE";
    view.filter.deliveredAfter = "2026-03-01T00:00:00Z";
    view.fields = {LeadField::Email, LeadField::FullName};
    return view;
}

} // namespace

/// Views of leads as texts, and leads as texts that are copied.
class LeadViewTest : public QObject {
    Q_OBJECT

private slots:
    void view_comesBackAsItWas() {
        const LeadView view = fullView();
        const auto again = readLeadView(leadViewText(view));
        QVERIFY2(again.has_value(), again ? "" : again.error().message.c_str());
        QCOMPARE(leadViewText(*again), leadViewText(view));
        QCOMPARE(again->name, view.name);
        QCOMPARE(again->fields, view.fields);
        QCOMPARE(again->filter.hasPhone, view.filter.hasPhone);
    }

    void view_thatIsNone_isRefusedWithTheReason_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("reason");
        const QString start = R"({"leadsheetView":1,"name":"a",)";
        QTest::newRow("no json") << "hello"
                                 << "not a JSON object";
        QTest::newRow("other json") << R"({"name":"a"})"
                                    << "does not say so";
        QTest::newRow("later") << R"({"leadsheetView":2})"
                               << "later version";
        QTest::newRow("no columns") << start + R"("filter":{},"fields":[]})"
                                    << "no columns";
        QTest::newRow("unknown column") << start + R"("fields":["secret"]})"
                                        << "not known";
        QTest::newRow("column twice") << start + R"("fields":["email","email"]})"
                                      << "twice";
        QTest::newRow("unknown filter") << start + R"("filter":{"city":"Rome"},"fields":["email"]})"
                                        << "no filter \"city\"";
        QTest::newRow("misspelt flag") << start + R"("filter":{"hasMail":true},"fields":["email"]})"
                                       << "hasMail";
        QTest::newRow("bad country") << start + R"("filter":{"country":"de"},"fields":["email"]})"
                                     << "not a country code";
        QTest::newRow("bad time") << start +
                                         R"("filter":{"deliveredAfter":"x"},"fields":["email"]})"
                                  << "not a time";
        QTest::newRow("bad order") << start + R"("filter":{"orderNumber":""},"fields":["email"]})"
                                   << "order number";
        QTest::newRow("unknown part") << start + R"("fields":["email"],"x":1})"
                                      << "\"x\"";
        QTest::newRow("no name") << R"({"leadsheetView":1,"fields":["email"]})"
                                 << "no name";
    }
    void view_thatIsNone_isRefusedWithTheReason() {
        QFETCH(QString, text);
        QFETCH(QString, reason);
        const auto view = readLeadView(text.toStdString());
        QVERIFY(!view && view.error().is(ErrorCode::InvalidArgument));
        QVERIFY2(QString::fromStdString(view.error().message).contains(reason),
                 view.error().message.c_str());
    }

    void copiedLead_isGuardedAndKeepsPhoneNumbers() {
        Lead lead;
        lead[LeadField::FullName] = std::string("=HYPERLINK(1)");
        lead[LeadField::Phone] = std::string("+49 30 1234");
        lead[LeadField::City] = std::string("a\tb");
        lead[LeadField::Rating] = -4.5;
        const std::vector<LeadField> fields{LeadField::FullName, LeadField::Phone, LeadField::City,
                                            LeadField::Rating, LeadField::Email};
        std::string lines;
        appendLeadNames(lines, fields);
        appendLeadLine(lines, lead, fields);
        QCOMPARE(lines, std::string("fullName\tphone\tcity\trating\temail\n"
                                    "'=HYPERLINK(1)\t+49 30 1234\t\"a\tb\"\t-4.5\t\n"));
    }

    void copiedLead_asJson_keepsTypes() {
        Lead lead;
        lead[LeadField::FullName] = std::string("A B");
        lead[LeadField::FoundedYear] = std::int64_t{1998};
        lead[LeadField::HasEmail] = true;
        lead[LeadField::Technologies] = std::vector<std::string>{"a", "b"};
        const std::vector<LeadField> fields{LeadField::FullName, LeadField::FoundedYear,
                                            LeadField::HasEmail, LeadField::Technologies,
                                            LeadField::Email};
        std::string text;
        appendLeadJson(text, lead, fields);
        QCOMPARE(text, std::string(R"({"fullName":"A B","foundedYear":1998,"hasEmail":true,)"
                                   R"("technologies":["a","b"],"email":null})"));
    }
};

LEADSHEET_TEST(tst_lead_view, LeadViewTest);
#include "tst_lead_view.moc"
