// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/sheet_check.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

class DomainCellsTest : public QObject {
    Q_OBJECT

private slots:
    void address_ofASite_isItsDomain_data() {
        QTest::addColumn<QString>("domain"); // empty: the row is blocked
        QTest::addColumn<int>("said");       // problems
        QTest::addColumn<QString>("fix");    // with * where it is likely
        const auto row = [](const char* text, const char* domain, int said, const char* fix = "") {
            QTest::newRow(text) << QString(domain) << said << QString(fix);
        };
        row("acme.com", "acme.com", 0);
        row("https://www.acme.com", "acme.com", 0);
        row("HTTP://Acme.com/", "acme.com", 0);
        row("https://shop.acme.co.uk/", "shop.acme.co.uk", 0);
        row("https://acme.com:443/", "acme.com", 1);
        row("acme.com/de/kontakt?x=1", "acme.com", 1);
        row("www.acme.com", "www.acme.com", 1, "*means(www.acme.com,acme.com)");
        row("www.com", "www.com", 0);
        row("linkedin.com", "linkedin.com", 0);
        row("https://de.linkedin.com/company/acme", "", 1);
        row("https://sites.google.com/view/acme", "", 1);
        row("info@acme.com", "", 1, "means(info@acme.com,acme.com)");
        row("acme.com Inc.", "", 1, "means(acme.com Inc.,acme.com)");
        row("acme.com.", "acme.com", 0);
        row("acme.com / acme.de", "", 1, "means(acme.com / acme.de,acme.com;acme.de)");
        row("acme.com and acme.de", "", 1, "means(acme.com and acme.de,acme.com;acme.de)");
        row("gmail.com", "", 1, "empty(gmail.com)means(gmail.com,gmail.com)");
        row("https://www.gmx.de/", "", 1, "empty(gmx.de)means(gmx.de,gmx.de)");
        row("https://", "", 1);
        row("https:///path", "", 1);
        row("www.", "", 1);
        row("Acme", "", 1);
    }
    void address_ofASite_isItsDomain() {
        QFETCH(QString, domain);
        QFETCH(int, said);
        QFETCH(QString, fix);
        CheckOptions options;
        options.map =
            parseMapSpec("domains=Site,leadCount=n,scrapingOption:=company_domains").value();
        auto check = SheetCheck::open(
            folder_.write("a.csv", std::string("Site;n\n") + QTest::currentDataTag() + ";5\n"),
            options);
        QVERIFY(check.has_value());
        CheckedRow row;
        QVERIFY(check->next(row).value_or(Next::End) != Next::End);
        QCOMPARE(row.blocked, domain.isEmpty());
        QCOMPARE(static_cast<int>(row.problems.size()), said);
        QString offered;
        for (const Problem& problem : row.problems)
            for (const ProblemFix& way : problem.fixes)
                offered += QString::fromStdString((way.likely ? "*" : "") + way.step);
        QCOMPARE(offered, fix);
        if (row.blocked)
            return;
        const auto& found = row.input->request.fields.at("domains");
        QCOMPARE(std::get<std::vector<std::string>>(found),
                 std::vector<std::string>{domain.toStdString()});
    }

private:
    SheetFolder folder_;
};

LEADSHEET_TEST(tst_domain_cells, DomainCellsTest);
#include "tst_domain_cells.moc"
