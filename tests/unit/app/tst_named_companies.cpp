// SPDX-License-Identifier: Apache-2.0
// Columns that are not used and say which companies are meant: asked about, before money.
#include "leadsheet/app/sheet_check.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

class NamedCompaniesTest : public QObject {
    Q_OBJECT

    SheetFolder folder_;

    /// Each row: "!" where it is held back, "?" where something odd is said of it, else "ok".
    QString read(const std::string& text, const char* map = nullptr,
                 const char* product = "filters") {
        std::string spec = std::string("scrapingOption:=") + product;
        if (map != nullptr)
            spec += std::string(",") + map;
        QStringList rows;
        for (const CheckedRow& row : checkedRows(folder_.write("list.csv", text), spec))
            rows << (row.blocked ? "!" : row.problems.empty() ? "ok" : "?");
        return rows.join(' ');
    }

    static std::string named(const std::string& header) {
        return header + ",Title,Country,Leads\nSiemens,CEO,Germany,10\nBMW,CFO,Germany,5\n"
                        "Total Energies,CEO,France,7\n";
    }

    static std::string kinds(const std::string& header, const std::string& first,
                             const std::string& second) {
        return header + ",Geo,Headcount,Persona,Volume\n" + first +
               ",Germany,201-500,VP Sales,150\n" + second + ",France,51-200,CFO,50\n";
    }

private slots:
    void names_withoutDomains_areAskedAboutOnce_data() {
        QTest::addColumn<int>("dummy");
        for (const char* header :
             {"Company name",    "Company",         "Companies",      "Account",
              "Account name",    "Target accounts", "Key accounts",   "Zielunternehmen",
              "Wunschkunden",    "Firma",           "Unternehmen",    "Soci\u00E9t\u00E9",
              "Empresa",         "Azienda",         "Bedrijf",        "Organization",
              "Business",        "Kunde",           "Customer",       "Prospect",
              "Current company", "Ticker",          "Named accounts", "Brand",
              "Legal name"})
            QTest::newRow(header) << 0;
    }
    void names_withoutDomains_areAskedAboutOnce() {
        const std::string text = named(QTest::currentDataTag());
        QCOMPARE(read(text), QString("! ! !"));
        QCOMPARE(read(text, "ignore=@A"), QString("ok ok ok"));
    }
    void oneName_isAskedAbout_whereNothingElseSaysCompanies() {
        QCOMPARE(read("Company,Title,Leads\nSiemens,CEO,10\nSiemens,CFO,5\n"), QString("! !"));
    }

    void names_besideAnIndustry_areAskedAbout() {
        const std::string text = "Company,Industry,Title,Country,Leads\n"
                                 "Siemens,Automation,CEO,Germany,10\nBMW,Automotive,CFO,Germany,5\n"
                                 "BMW,Automotive,CTO,Germany,5\n";
        QCOMPARE(read(text), QString("! ! !"));
        QCOMPARE(read(text, "ignore=Company"), QString("ok ok ok"));
    }
    // One firm in two spellings of its industry, or a single row, makes no list of clients.
    void names_ofWhichOneHasTwoIndustries_areAskedAbout() {
        QCOMPARE(read("Company,Industry,Title,Country,Leads\nSiemens,Automation,CEO,Germany,10\n"
                      "BMW,Automotive,CFO,Germany,5\nBMW,\"Automotive, EV\",CTO,Germany,5\n"
                      "Bosch,Automotive,CTO,Germany,5\nBASF,,CTO,Germany,5\n"),
                 QString("! ! ! ! !"));
        QCOMPARE(read("Company,Industry,Title,Country,Leads\nSiemens,Automation,CEO,Germany,10\n"),
                 QString("!"));
    }
    void nameOfWhoAsks_besideAnIndustry_isNotAskedAbout() {
        QCOMPARE(read("Company,Industry,Title,Country,Leads\nAcme,Software,CEO,Germany,10\n"
                      "Acme,Banking,CFO,Germany,5\n"),
                 QString("ok ok"));
        QCOMPARE(read("Company,Industry,Title,Country,Leads\nAcme,Software,CEO,Germany,10\n"
                      "Acme,Banking,CFO,Germany,5\nBolt,Retail,CFO,Germany,5\n"),
                 QString("ok ok ok"));
        for (const char* header : {"Client", "Kunde", "Customer", "Client name"})
            QVERIFY2(read(std::string(header) + ",Industry,Title,Leads\nAcme,Software,CEO,10\n"
                                                "Bolt,Banking,CFO,5\n") == "ok ok",
                     header);
    }
    void names_besideDomains_sayNothingNew() {
        QCOMPARE(read("Company,Domain,Title,Leads\nSiemens,siemens.com,CEO,10\n"
                      "BMW,bmw.de,CFO,5\n",
                      nullptr, "company_domains"),
                 QString("ok ok"));
        QVERIFY(read("Company,Domain,Title,Leads\nSiemens,siemens.com,CEO,10\nBMW,n/a,CFO,5\n",
                     nullptr, "company_domains")
                    .startsWith("ok !"));
    }
    // Where the product has no field for them, they are not dropped with a remark.
    void domains_ofAnotherProduct_areAskedAbout() {
        for (const char* second : {"bmw.de", "n/a", "bosch"}) {
            const std::string text =
                "Company,Domain,Title,Leads\nSiemens,siemens.com,CEO,10\nBMW," +
                std::string(second) + ",CFO,5\n";
            QVERIFY2(read(text).startsWith("! !"), second);
            QVERIFY2(!read(text, "ignore=Company,ignore=Domain").contains('!'), second);
        }
        QCOMPARE(read("Company LinkedIn,Title,Leads\nhttps://www.linkedin.com/company/siemens,CEO,"
                      "10\n,CFO,5\n")
                     .left(1),
                 QString("!"));
    }

    void kinds_areAskedAbout_data() {
        QTest::addColumn<int>("dummy");
        for (const char* header : {"Segment",
                                   "Account segment",
                                   "Company type",
                                   "Type of company",
                                   "Unternehmenstyp",
                                   "Firmenart",
                                   "Firmentyp",
                                   "Business model",
                                   "Sub-industry",
                                   "Specialty",
                                   "Category",
                                   "Company category",
                                   "Kategorie",
                                   "Type",
                                   "Product",
                                   "Company description",
                                   "Description",
                                   "Campaign",
                                   "List name",
                                   "Notes",
                                   "Remarks",
                                   "Market segment",
                                   "ICP"})
            QTest::newRow(header) << 0;
    }
    void kinds_areAskedAbout() {
        const std::string text = kinds(QTest::currentDataTag(), "SaaS", "Fintech");
        QCOMPARE(read(text), QString("! !"));
        QCOMPARE(read(text, "ignore=@A"), QString("ok ok"));
        QCOMPARE(read(text, "industries=@A"), QString("ok ok"));
    }
    void otherWords_areNotAskedAbout() {
        QCOMPARE(read(kinds("Campaign", "Q3 Germany", "Autumn push")), QString("ok ok"));
        QCOMPARE(read(kinds("List name", "VPs in Germany", "CFOs in France")), QString("ok ok"));
        QCOMPARE(read(kinds("Notes", "please deliver by Friday", "for Anna")), QString("ok ok"));
        QCOMPARE(read(kinds("Company ID", "0061x00000AbCdE", "0061x00000AbCdF")), QString("ok ok"));
        QCOMPARE(read(kinds("Description", "VPs in Germany", "people for Anna")), QString("ok ok"));
        QCOMPARE(read(kinds("Type", "Prospect", "Prospect")), QString("ok ok"));
        QCOMPARE(read(kinds("Product", "filters", "filters")), QString("ok ok"));
        for (const char* header : {"Client", "Kunde", "Customer"}) // who asks
            QVERIFY2(read(kinds(header, "Acme", "Acme")) == "ok ok", header);
        QCOMPARE(read("Segment,Industry,Title,Leads\nSaaS,Software,CEO,10\nShops,Retail,CFO,5\n"),
                 QString("? ?"));
    }
};

LEADSHEET_TEST(tst_named_companies, NamedCompaniesTest);
#include "tst_named_companies.moc"
