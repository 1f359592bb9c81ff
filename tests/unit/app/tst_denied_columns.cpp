// SPDX-License-Identifier: Apache-2.0
// Columns whose names deny, or say another thing than some of their cells: never lost in silence.
#include "leadsheet/app/sheet_check.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

class DeniedColumnsTest : public QObject {
    Q_OBJECT

    SheetFolder folder_;

    /// A letter each row: "r" ready, "o" ready with something odd, "!" held.
    QString read(const std::string& text, const char* map = nullptr) {
        QString rows;
        for (const CheckedRow& row :
             checkedRows(folder_.write("list.csv", text), map == nullptr ? "" : map)) {
            const bool odd =
                std::any_of(row.problems.begin(), row.problems.end(), [](const Problem& problem) {
                    return problem.level == ProblemLevel::Odd;
                });
            if (!row.blank)
                rows += row.blocked ? "!" : odd ? "o" : "r";
        }
        return rows;
    }

private slots:
    // What the name rules out may be something else than the column: nothing is excluded by it, and
    // nothing is ordered without it.
    void denialBesideAColumn_isAskedAbout_data() {
        QTest::addColumn<QString>("header");
        QTest::addColumn<QString>("cells");
        const auto rows = [](const char* cells, std::initializer_list<const char*> headers) {
            for (const char* header : headers)
                QTest::newRow(header) << QString::fromUtf8(header) << QString(cells);
        };
        rows("acme.com|beta.com",
             {"Domains not yet contacted", "Domains never contacted", "Domain (no subsidiaries)",
              "Domain \u2013 no duplicates", "Website (no agencies)",
              "Company website - not the parent", "Website (don't use www)",
              "Domain (not LinkedIn)", "Noch nicht kontaktierte Domains",
              "Domaines pas encore contact\u00E9s", "Dominios no contactados", "Not in CRM"});
        rows("Pharma|Banking",
             {"Industry (excl. agencies)", "Branche (keine Agenturen)", "Secteur (hors agences)",
              "Industries not yet contacted", "Industry (non-tech)"});
        rows("CEO|CFO", {"Title (no assistants)", "Position (ohne Assistenz)", "Title - no interns",
                         "\"Title\n(please no assistants!)\"", "Non-C-level title",
                         "Title (must not be empty)"});
        rows("Germany|France",
             {"Country (not UK)", "Country (w/o CH)", "L\u00E4nder (ohne Schweiz)",
              "Region (excluding Russia)", "Country except UK", "Countries not yet covered",
              "Country if not Germany", "Non-EU country", "Country (do not abbreviate)"});
        rows("51-200|11-50", {"Company size (not below 50)"});
        rows("saas|crm", {"Keywords (not crypto)"});
        rows("acme.com|beta.com", {"Lookalikes of (not competitors)"});
        // These say what is not wanted, and nothing else says what is.
        rows("Intern|Assistant", {"Titles to avoid", "Excluded titles", "Title (exclude)"});
        rows("France|Spain", {"Excluded countries", "L\u00E4nder (nicht)", "Pays \u00E0 exclure"});
    }
    void denialBesideAColumn_isAskedAbout() {
        QFETCH(QString, header);
        QFETCH(QString, cells);
        const QStringList both = cells.split('|');
        const std::string text = header.toStdString() + ",Departments,Leads\n" +
                                 both[0].toStdString() + ",Sales,10\n" + both[1].toStdString() +
                                 ",Marketing,5\n";
        QCOMPARE(read(text, "scrapingOption:=filters"), QString("!!"));
        QCOMPARE(read(text, "scrapingOption:=filters,ignore=@A"), QString("rr"));
    }

    // Beside what is wanted, each row says what it loses.
    void exclusionBesideItsField_isSaid() {
        const std::string text = "Country,Excluded countries,Title,Leads\n"
                                 "Europe,France,CEO,10\nGermany,,CFO,5\n";
        QCOMPARE(read(text), QString("or"));
        QCOMPARE(read(text, "ignore=@B"), QString("rr"));
    }

    void denialOfTheColumnItself_excludes() {
        for (const char* header : {"Excluded domains", "Domains to avoid", "Domains (do not use)",
                                   "Not these websites", "Domaines \u00E0 exclure", "Blocklist"})
            QVERIFY2(read(std::string(header) + ",Title,Leads\nacme.com,CEO,10\nbeta.com,CFO,5\n",
                          "scrapingOption:=filters") == "rr",
                     header);
    }

    // "Not": what a yes says of its row is for a person to read.
    void yesBelowAStateThatIsDenied_isAskedAbout_data() {
        QTest::addColumn<int>("dummy");
        for (const char* header : {"Not contacted",
                                   "Not yet contacted",
                                   "Never contacted",
                                   "Not excluded",
                                   "Not on blacklist",
                                   "Not blacklisted",
                                   "Not blocked",
                                   "Nicht gesperrt",
                                   "Not in CRM",
                                   "Not in pipeline",
                                   "Not a customer",
                                   "No existing customer",
                                   "No customer yet",
                                   "Not assigned",
                                   "Not lost",
                                   "No conflict",
                                   "No blocker",
                                   "No issue",
                                   "Keine Einw\u00E4nde",
                                   "Nicht kontaktiert",
                                   "Noch nicht kontaktiert",
                                   "Non contact\u00E9",
                                   "No contactado",
                                   "Niet benaderd",
                                   "Pas encore contact\u00E9"})
            QTest::newRow(header) << 0;
    }
    void yesBelowAStateThatIsDenied_isAskedAbout() {
        const std::string header = QTest::currentDataTag();
        for (const auto& [yes, no] : {std::pair("x", ""), {"yes", "no"}}) {
            const std::string text = header + ",Industry,Title,Leads\n" + yes + ",Glass,CEO,10\n" +
                                     no + ",Paper,CFO,5\n" + yes + ",Steel,COO,7\n";
            QCOMPARE(read(text), QString("!!!"));
            QCOMPARE(read(text, "ignore=@A"), QString("rrr"));
        }
    }

    void yesBelowARefusal_holdsItsRow() {
        for (const char* header : {"Do not contact", "Not wanted", "Excluded", "Skip"})
            QVERIFY2(read(std::string(header) + ",Industry,Title,Leads\nx,Glass,CEO,10\n"
                                                ",Paper,CFO,5\n") == "!r",
                     header);
        for (const char* header : {"Not ordered yet", "Noch nicht bestellt"})
            QVERIFY2(read(std::string(header) + ",Industry,Title,Leads\nyes,Glass,CEO,10\n"
                                                "no,Paper,CFO,5\n") == "r!",
                     header);
    }

    // Half of the column is something else: its good rows would lose it as well.
    void columnOfMixedCells_isAskedAbout() {
        QCOMPARE(read("Industry,Title,Country,Leads\nSoftware,CEO,Germany,100\n"
                      "Banking,Germany,CFO,50\nRetail,Spain,COO,20\n"),
                 QString("!!!"));
        for (const char* wrong : {"12", "a@b.com", "2026-01-02", "https://a.com/b", "yes"})
            for (const auto& [header, cells] : {std::pair("Industry", "Software|Banking"),
                                                {"Title", "CEO|CFO"},
                                                {"Country", "Germany|France"},
                                                {"Keywords", "saas|crm"},
                                                {"Technologies", "SAP|Salesforce"},
                                                {"Target seniority", "Director|VP"}}) {
                const QStringList both = QString(cells).split('|');
                std::string text = std::string(header) + ",Departments,Leads\n";
                for (const std::string& cell :
                     {both[0].toStdString(), both[1].toStdString(), std::string(wrong),
                      std::string(wrong), std::string(wrong)})
                    text += cell + ",Sales," + std::to_string(text.size()) + "\n";
                const QString rows = read(text, "scrapingOption:=filters");
                QVERIFY2(rows.size() == 5 && rows.count('!') >= 3, header);
                QVERIFY2(rows == "!!!!!" || rows.startsWith("rr"), header);
            }
    }
    void addressesOfAnExport_areNotMixed() {
        QCOMPARE(read("Email,Country,Title,Leads\na@b.com,Germany,CEO,5\nno,France,CTO,6\n"
                      "c@d.com,Spain,CFO,7\n"),
                 QString("rrr"));
    }

    // What stands around the table says nothing of its columns.
    void linesAroundTheTable_doNotVote_data() {
        QTest::addColumn<QString>("line");
        for (const char* line :
             {"anna@acme.com", "+49 170 1234567", "https://acme.com/x", "2026-01-02",
              "Budget 500 EUR", "51-200", "12", "yes", "\"Please only order if cheap\""})
            QTest::newRow(line) << QString(line);
    }
    void linesAroundTheTable_doNotVote() {
        QFETCH(QString, line);
        for (const char* blanks : {"", ",", ",,"}) {
            const std::string text = "Industry,Title,Country,Leads\nPharma,COO,Belgium,10\n,,,\n" +
                                     (blanks + line).toStdString() + "\n";
            auto check = SheetCheck::open(folder_.write("note.csv", text), {});
            QVERIFY(check.has_value());
            CheckedRow row;
            QVERIFY(check->next(row).value_or(Next::End) == Next::Row);
            QVERIFY(!row.blocked);
            for (const char* field : {"industries", "jobTitles", "locations"})
                QVERIFY2(row.input->request.fields.contains(field), field);
        }
    }

    // A name that says another product: nobody is searched without it.
    void lookalikesOfNames_areAskedAbout() {
        for (const char* header : {"Lookalikes of", "Similar to", "Seed companies",
                                   "Lookalike accounts", "Domains", "Sales Navigator link"})
            for (const char* map : {"", "scrapingOption:=filters"})
                QVERIFY2(!read(std::string(header) + ",Title,Country,Leads\nSiemens,COO,Italy,10\n",
                               *map == 0 ? nullptr : map)
                              .contains('r'),
                         header);
    }

    // A postcode beside a country is where, and not all of the country.
    void postcodeBesideACountry_isPartOfThePlace() {
        const auto placeOf = [&](const std::string& text, const char* map) {
            CheckOptions options;
            options.map = parseMapSpec(map).value();
            auto check = SheetCheck::open(folder_.write("place.csv", text), options);
            CheckedRow row;
            if (!check || check->next(row).value_or(Next::End) != Next::Row || !row.input)
                return std::string("none");
            const auto found = row.input->request.fields.find("locations");
            if (found == row.input->request.fields.end())
                return std::string("anywhere");
            return std::get<std::vector<std::string>>(found->second).front();
        };
        QCOMPARE(
            placeOf("Kategorie;PLZ;Land;Umkreis;Anzahl\nZahn\u00E4rzte;10115;Deutschland;20;100"
                    "\nZahn\u00E4rzte;75001;Frankreich;10;50\n",
                    "scrapingOption:=local_business"),
            std::string("10115, Deutschland"));
        for (const char* name : {"ZIP", "Postal code", "Postleitzahl", "Code postal"})
            QCOMPARE(placeOf("Title," + std::string(name) +
                                 ",Country,Leads\nCEO,1012 AB,Netherlands,5"
                                 "\n",
                             "scrapingOption:=filters"),
                     std::string("1012 AB, Netherlands"));
        // What is no postcode is said.
        QCOMPARE(read("Title,ZIP,Country,Leads\nCEO,80-86,Germany,5\nCFO,90-96,Germany,6\n",
                      "scrapingOption:=filters"),
                 QString("oo"));
    }
};

LEADSHEET_TEST(tst_denied_columns, DeniedColumnsTest);
#include "tst_denied_columns.moc"
