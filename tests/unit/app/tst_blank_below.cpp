// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/sheet_check.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

// What empty cells below a value mean, where a column has values at the beginning of blocks only.
class BlankBelowTest : public QObject {
    Q_OBJECT

    SheetFolder folder_;

    // By row: what is ordered of the field, "?" where it is asked about, "-" for nothing.
    QString places(const std::string& text, const std::string& fix = {},
                   const std::string& field = "locations", const char* edit = nullptr) {
        CheckOptions options;
        options.map = parseMapSpec("scrapingOption?=filters").value();
        if (!fix.empty())
            options.map.fixes = parseFix(fix).value();
        if (edit != nullptr) {
            auto edits = std::make_shared<SheetEdits>();
            edits->apply("Edit", {{{0, 3, 1}, edit}});
            options.edits = edits;
        }
        auto check = SheetCheck::open(folder_.write("a.csv", text), options);
        if (!check)
            qFatal("%s", check.error().message().c_str());
        QStringList said;
        for (CheckedRow row; check->next(row).value_or(Next::End) == Next::Row;) {
            if (row.blank)
                continue;
            bool asked = false;
            for (const Problem& problem : row.problems) {
                if (problem.code != ProblemCode::EmptyBelowValue || problem.field != field)
                    continue;
                asked = true;
                if (problem.fixes.size() != (fix.empty() ? 2 : 1) ||
                    (fix.empty() && problem.fixes.front().step != "down") ||
                    problem.fixes.back().step != "blank" || !row.blocked)
                    qFatal("not asked about: %s", problem.message().c_str());
            }
            const auto found = row.input->request.fields.find(field);
            if (asked) {
                said << "?";
                continue;
            }
            QStringList items;
            if (found != row.input->request.fields.end())
                for (const std::string& item : std::get<std::vector<std::string>>(found->second))
                    items << QString::fromStdString(item);
            said << (items.isEmpty() ? QString("-") : items.join('+'));
        }
        return said.join(' ');
    }

private slots:
    void column_withValuesAtTheBeginningOfBlocks_isAskedAbout_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("asked");
        QTest::addColumn<QString>("filled");
        const auto row = [](const char* name, const char* text, const char* asked,
                            const char* filled) {
            QTest::newRow(name) << QString(text) << QString(asked) << QString(filled);
        };
        row("blocks", "Title,Country,Leads\nCEO,Spain,5\nCFO,,5\nCTO,,5\nCEO,Italy,6\nCOO,,6\n",
            "Spain ? ? Italy ?", "Spain Spain Spain Italy Italy");
        row("first row only", "Country,Title,Leads\nSpain,CEO,5\n,CFO,5\n", "Spain ?",
            "Spain Spain");
        row("cities below one country",
            "Country,City,Leads\nSpain,Madrid,5\n,Bilbao,5\nItaly,Rome,6\n,Turin,6\n",
            "Madrid, Spain ? Rome, Italy ?",
            "Madrid, Spain Bilbao, Spain Rome, Italy Turin, Italy");
        row("totals between", "Title,Country,Leads\nCEO,Spain,5\nCFO,,5\nTotal,all,10\nCTO,,6\n",
            "Spain ? - ?", "Spain Spain - Spain");
        row("empty line", "Title,Country,Leads\nCEO,Spain,5\nCFO,,5\n,,\nCTO,,6\n", "Spain ? ?",
            "Spain Spain Spain");
        row("line that names the place of a block",
            "Title,Country,Leads\nCEO,Italy,5\n,Spain,\nCEO,,5\nCFO,,5\n", "Italy Spain ? ?",
            "Italy Spain Spain Spain");
        row("the same line in another column",
            "Title,Country,Leads\nCEO,Italy,5\nSpain,,\nCEO,,5\nCFO,,5\n", "Italy - ? ?",
            "Italy - Spain Spain");
        row("first row without an optional value",
            "Country,Title,Size,Leads\nSpain,CEO,,5\n,CFO,11-50,5\n,CTO,51-200,5\n", "Spain ? ?",
            "Spain Spain Spain");
        row("cells that point above among them",
            "Title,Country,Leads\nCEO,Spain,5\nCFO,,7\nCTO,ditto,7\nCEO,Italy,5\nCFO,,7\n"
            "CTO,ditto,7\n",
            "Spain ? - Italy ? -", "Spain Spain Spain Italy Italy Italy");
        row("totals row", "Title,Country,Leads\nCEO,Spain,5\nCFO,,7\nTotal,,12\n", "Spain ? -",
            "Spain Spain -");
        row("lines of places above a column without values",
            "Title,Country,Leads\nSpain,,\nCEO,,5\nCFO,,5\nItaly,,\nCTO,,6\n", "- ? ? - ?",
            "- Spain Spain - Italy");
        row("first line of a block with its sum",
            "Country,Title,Leads\nSpain,,10\n,CEO,5\n,CFO,5\nItaly,,6\n,CTO,6\n", "- ? ? - ?",
            "- Spain Spain - Italy");
    }
    void column_withValuesAtTheBeginningOfBlocks_isAskedAbout() {
        QFETCH(QString, text);
        QFETCH(QString, asked);
        QFETCH(QString, filled);
        const std::string sheet = text.toStdString();
        QCOMPARE(places(sheet), asked);
        QCOMPARE(places(sheet, "locations|down"), filled);
        QVERIFY(!places(sheet, "locations|blank").contains('?'));
    }

    void placeOfALine_isReadWithoutWhatStandsAroundIt_data() {
        QTest::addColumn<QString>("place");
        const auto row = [](const char* line, const char* place) {
            QTest::newRow(line) << QString(place);
        };
        row("Spain:", "Spain");
        row("-- Spain --", "Spain");
        row("SPAIN (60 leads)", "SPAIN");
        row("Spain (2)", "Spain");
        row("2. Spain", "Spain");
        row("Market: Spain", "Spain");
        row("Spain & Peru", "Spain+Peru");
        row("UK", "UK");
        row("Region 2 - DACH", "?"); // of what block the row is, nobody knows
        row("Wave 2", "?");
        row("Wave 2:", "?");
        row("Wanted leads", "?");
        row("Wave 2:,,\nCEO,,6\nWave 3", "?");
        row("Do not contact:,,\nCEO,,6\nWanted:", "?");
        row("EMEA: Spain", "Spain");
        row("Country: Spain", "Spain");
        row("Zielland: Spain", "Spain");
        row("Owner: Jordan", "?");
        row("Done: Spain", "?");
        row("Rep: Georgia", "?");
        row("Spain?", "?");
        row("IT", "?");
        row("***", "Italy");
    }
    void placeOfALine_isReadWithoutWhatStandsAroundIt() {
        QFETCH(QString, place);
        const std::string text = std::string("Title,Country,Leads\nItaly,,\nCEO,,5\n") +
                                 QTest::currentDataTag() + ",,\nCEO,,6\n";
        QCOMPARE(places(text, "locations|down").section(' ', -1), place);
        QCOMPARE(places(text, "locations|blank").section(' ', -1), QString("-"));
    }

    void lineInTheColumnOfPlaces_thatNamesNone_isNotTaken_data() {
        QTest::addColumn<QString>("column");
        QTest::addColumn<QString>("place");
        const auto row = [](const char* line, const char* column, const char* place) {
            QTest::newRow(line) << QString(column) << QString(place);
        };
        row("Wave 2", "Country", "?");
        row("Wave 3", "City", "?");
        row("Wave 4:", "City", "?");
        row("Phase two", "Country", "?");
        row("Peru", "Country", "Peru");
        row("Cuzco", "City", "Cuzco");
        row("Saint-Denis", "Location", "Saint-Denis");
    }
    void lineInTheColumnOfPlaces_thatNamesNone_isNotTaken() {
        QFETCH(QString, column);
        QFETCH(QString, place);
        const std::string text = column.toStdString() + ",Title,Leads\nSpain,,\n,CEO,5\n" +
                                 QTest::currentDataTag() + ",,\n,CFO,6\n";
        QCOMPARE(places(text, "locations|down").section(' ', -1), place);
        QCOMPARE(places(text, "locations|down").section(' ', 1, 1), QString("Spain"));
    }

    void headingWithANumberNearTheSumOfItsRows_isNoOrder_data() {
        QTest::addColumn<QString>("first");
        const auto row = [](const char* rows, const char* first) {
            QTest::newRow(rows) << QString(first);
        };
        row("Germany,,100\nGermany,CEO,50\nGermany,CTO,60", "-");
        row("Germany,,100\n,CEO,50\n,CTO,60", "-");
        row("Spain,,110\nSpain,CEO,50\nSpain,CTO,60", "-");
        // An order for all of a country, beside those for parts of another one, or much larger.
        row("Spain,,100\nItaly,CEO,50\nItaly,CTO,60", "Spain");
        row("Spain,,500\nSpain,CEO,50\nSpain,CTO,60", "Spain");
        row("Spain,,100\nSpain,CEO,100", "Spain");
    }
    void headingWithANumberNearTheSumOfItsRows_isNoOrder() {
        QFETCH(QString, first);
        const std::string rows = QTest::currentDataTag();
        QCOMPARE(places("Country,Title,Leads\n" + rows + "\n").section(' ', 0, 0), first);
    }

    void firstLineInTheColumnOfPlaces_thatNamesNone_isNotTaken() {
        for (const char* line : {"Wave 1", "Phase two"}) {
            const std::string text = std::string("Country,Title,Leads\n") + line +
                                     ",,\n,CEO,5\n,CFO,7\nSpain,,\n,CFO,6\n";
            QCOMPARE(places(text, "locations|down"), line + QString(" ? ? Spain Spain"));
        }
    }

    void lineThatExcludes_endsThePlaceAboveIt() {
        const std::string text = "Country,Title,Leads\nItaly,,\n,CEO,5\n,CFO,7\n"
                                 "Excluded country: Spain,,\n,CFO,6\nPeru,,\n,COO,8\n";
        QCOMPARE(places(text, "locations|down"), QString("Italy Italy Italy - ? Peru Peru"));
    }

    void column_withOtherEmptyCells_isTakenAsItStands_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("places");
        const auto row = [](const char* name, const char* text, const char* places) {
            QTest::newRow(name) << QString(text) << QString(places);
        };
        row("few", "Title,Country,Leads\nCEO,Spain,5\nCFO,Italy,5\nCTO,,5\nCOO,Peru,6\n",
            "Spain Italy - Peru");
        row("first one empty", "Title,Country,Leads\nCEO,,5\nCFO,Italy,5\nCTO,,5\nCOO,,6\n",
            "- Italy - -");
        row("value written in each row",
            "Title,Country,Leads\nCEO,Spain,5\nCFO,Spain,5\nCTO,,5\nCOO,,6\nCMO,,7\n",
            "Spain Spain - - -");
        row("state of one country",
            "City,State,Country,Leads\nAustin,TX,United States,5\nRome,,Italy,5\nPisa,,Italy,6\n",
            "Austin, TX, United States Rome, Italy Pisa, Italy");
        row("another product",
            "Product,Industry,Country,Domains,Leads\nfilters,Steel,Spain,,5\n"
            "company_domains,,,a.com,5\ncompany_domains,,,b.com,5\n",
            "Spain - -");
        row("notes below", "Title,Country,Leads\nCEO,Spain,5\nCFO,Italy,5\nBy Tom,,\nBy Ann,,\n",
            "Spain Italy - -");
    }
    void cellBelowAValueThatNarrowsNothing_isNotAskedAbout() {
        QCOMPARE(places("Country,Title,Leads\nWorldwide,CEO,5\n,CFO,5\n,CTO,6\nSpain,CEO,5\n"
                        ",CFO,6\n,CTO,6\n")
                     .section(' ', 1),
                 QString("- - Spain ? ?"));
        QCOMPARE(places("Country,Title,Leads\nany,CEO,5\n,CFO,5\n,CTO,6\n").section(' ', 1),
                 QString("- -"));
    }

    void refinementOfOneRow_amongRowsThatSayAllElse_isTakenAsItStands() {
        const std::string names = "Title,Country,Size,Leads\n";
        const auto sizes = [&](const std::string& rows) {
            return places(names + rows, {}, "companySizes");
        };
        QCOMPARE(sizes("CEO,Spain,11-50,5\nCFO,Italy,,5\nCTO,Peru,,5\n"), QString("11-50 - -"));
        QCOMPARE(sizes("CEO,Spain,11-50,5\nCFO,Italy,,5\nCEO,Peru,51-200,5\nCFO,Peru,,5\n"
                       "CTO,Peru,,5\n"),
                 QString("11-50 ? 51-200 ? ?"));
        QCOMPARE(sizes("CEO,Spain,11-50,5\n,Italy,,5\nCTO,Peru,,5\n"), QString("11-50 ? ?"));
        QCOMPARE(places("Size,Title,Country,Leads\n11-50,CEO,Spain,5\n,CFO,Italy,5\n", {},
                        "companySizes"),
                 QString("11-50 ?"));
        QCOMPARE(places("Industry,Country,Title,Leads\nTin,Spain,CEO,5\nOil,Italy,,5\n", {},
                        "jobTitles"),
                 QString("CEO ?"));
    }

    void column_withOtherEmptyCells_isTakenAsItStands() {
        QFETCH(QString, text);
        QFETCH(QString, places);
        QCOMPARE(this->places(text.toStdString()), places);
    }

    void rows_thatSaySomethingElseInstead_areProfilesForThemselves() {
        QCOMPARE(places("Title,Seniority,Country,Leads\nCEO,,Spain,5\n,Director,Italy,5\n"
                        ",VP,Peru,5\n",
                        {}, "jobTitles"),
                 QString("CEO - -"));
        QCOMPARE(places("Title,Country,Seniority,Size,Technology,Leads\nCEO,,,,,5\n,Spain,,,,5\n"
                        ",,VP,,,5\n,,,11-50,,5\n,,,,SAP,5\n",
                        {}, "jobTitles"),
                 QString("CEO - - - -"));
    }

    void country_forItself_endsTheCityAbove() {
        QCOMPARE(
            places("City,Country,Leads\nParis,France,5\n,United States,5\n,,5\n", "locations|down"),
            QString("Paris, France United States United States"));
    }

    void namesWrittenAgain_areNoValue() {
        QCOMPARE(places("Country,Title,Leads\nSpain,CEO,5\n,CFO,5\nCountry,Title,Leads\n,COO,5\n",
                        "locations|down"),
                 QString("Spain Spain Country Spain"));
    }

    void cell_emptiedByAPerson_staysEmpty() {
        const std::string text = "Title,Country,Leads\nCEO,Spain,5\nCFO,Spain,5\nCTO,,5\n";
        QCOMPARE(places(text, "locations|down", "locations", ""), QString("Spain - Spain"));
    }

    void cell_thatPointsAbove_isFilledDown() {
        const std::string text =
            "Title,Country,Leads\nCEO,Spain,5\nCFO,same,5\nCTO,see above,5\nCOO,\"\"\"\",6\n";
        QCOMPARE(places(text, "locations|down"), QString("Spain Spain Spain Spain"));
    }
};

LEADSHEET_TEST(tst_blank_below, BlankBelowTest);
#include "tst_blank_below.moc"
