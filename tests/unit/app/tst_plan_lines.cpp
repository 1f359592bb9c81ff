// SPDX-License-Identifier: Apache-2.0
// What a plan says around its table: lines below it that are none of its rows, lines above it that
// hold for all of them, and cells that one row alone leaves empty.
#include "leadsheet/app/sheet_check.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

namespace {

const std::string kTable = "Industry,Title,Country,Leads\n"
                           "Software,CEO,Germany,100\n"
                           "Retail,CFO,France,50\n"
                           "Mining,CTO,Spain,60\n";

} // namespace

class PlanLinesTest : public QObject {
    Q_OBJECT

    SheetFolder folder_;

    /// The rows that are ready, each with "?" where something odd is said of it.
    QString ready(const std::string& text, const CheckOptions& options = {}) {
        auto check = SheetCheck::open(folder_.write("plan.csv", text), options);
        if (!check)
            return QString::fromStdString(check.error().message());
        QStringList rows;
        for (CheckedRow row; check->next(row).value_or(Next::End) == Next::Row;)
            if (!row.blocked && !row.blank)
                rows << QString::number(row.row) + (row.problems.empty() ? "" : "?");
        return rows.join(' ');
    }

    std::string problemOf(const std::string& text, std::uint32_t wanted) {
        auto check = SheetCheck::open(folder_.write("plan.csv", text), {});
        if (check)
            for (CheckedRow row; check->next(row).value_or(Next::End) == Next::Row;)
                if (row.row == wanted && !row.problems.empty())
                    return row.problems.front().message();
        return {};
    }

private slots:
    void lineBelow_isNotOrdered_data() {
        QTest::addColumn<QString>("line");
        for (const char* line : {"Budget,,,2000",       ",Budget,,5000",
                                 "Budget EUR,,,4500",   "Reserve,,,20",
                                 "Version,,,3",         "Price per lead,,,8",
                                 "Kostenstelle,,,4711", "Kontingent:,,,500",
                                 "Guthaben,,,120",      "Credits left,,,90",
                                 "PO number,,,4500",    "Target,,,300",
                                 "Delta,,,90",          "Centre de coûts,,,4711",
                                 "Presupuesto,,,2000",  "Centro di costo,,,12",
                                 "Kostenplaats,,,12",   "Budżet,,,900",
                                 "Orçamento,,,900",     ",,Budget 2026,2000"})
            QTest::newRow(line) << QString(line);
    }
    void lineBelow_isNotOrdered() {
        const std::string text = kTable + std::string(QTest::currentDataTag()) + "\n";
        QCOMPARE(ready(text), QString("2 3 4"));
        const std::string problem = problemOf(text, 5);
        QVERIFY2(problem.find("a line below the table") != std::string::npos, problem.c_str());
        CheckOptions keep;
        QVERIFY(keep.decisions.stateWord(SourceMatter::TotalRows, "keep"));
        QCOMPARE(ready(text, keep).left(7), QString("2 3 4 5"));
    }

    void linesBelow_severalOfThem_areNotOrdered() {
        QCOMPARE(ready(kTable + "\nKontingent,,,500\nVerbleibend,,,290\nGuthaben,,,120\n"),
                 QString("2 3 4"));
        const std::string problem = problemOf(kTable + "Target,,,300\nDelta,,,90\n", 6);
        QVERIFY2(problem.find("a line below the table") != std::string::npos, problem.c_str());
    }

    void lineApart_thatSaysLess_isNotOrdered() {
        QCOMPARE(ready(kTable + "\nOhne Namen,,,4711\n"), QString("2 3 4"));
        QCOMPARE(ready(kTable + "\nHandel,CFO,Italy,47\n"), QString("2 3 4 6"));
    }

    // Where rows say no more than that, a row that does so is one of them.
    void rowsOfOneText_areOrdered() {
        QCOMPARE(ready("Industry,Country,Leads\nSoftware,,100\nRetail,,50\n\nBudget,,60\n").left(7),
                 QString("2 3 5"));
    }

    void gapAmongFullRows_isSaid() {
        const std::string full = kTable + "Steel,CIO,Italy,40\n";
        QCOMPARE(ready(full + "Handel,,Germany,500\n"), QString("2 3 4 5 6?"));
        QCOMPARE(ready(full + "Handel,COO,,500\n"), QString("2 3 4 5 6?"));
        const std::string problem = problemOf(full + "Handel,,Germany,500\n", 6);
        QVERIFY2(problem.find("Title is empty here") != std::string::npos, problem.c_str());
        // Where several rows leave it empty, it is meant so.
        QCOMPARE(ready(full + "Handel,,Germany,500\nGlas,,Poland,7\n"), QString("2 3 4 5 6 7"));
        QCOMPARE(ready("Industry,Title,Seniority,Country,Leads\nA,CEO,,Spain,5\nB,CEO,,Italy,5\n"
                       "C,CEO,,France,5\nD,CEO,,Poland,5\nE,,Director,Chile,5\n"),
                 QString("2 3 4 5 6"));
    }

    void gapAmongManyIndustries_isSaid() {
        std::string text = "Industry,Title,Country,Keywords,Leads\n";
        for (const char* industry : {"Software", "Retail", "Banking", "Food", "Energy", "Mining",
                                     "Pharma", "Media", "Steel", "Glass"})
            text += std::string(industry) + ",CEO,Italy,,10\n";
        const QString full = QStringLiteral("2 3 4 5 6 7 8 9 10 11 ");
        QCOMPARE(ready(text + ",CEO,Spain,,10\n"), full + "12?");
        QCOMPARE(ready(text + ",CEO,Spain,fintech,10\n"), full + "12");
        QCOMPARE(ready(text + ",CEO,Spain,,10\n,CFO,Spain,,10\n"), full + "12 13");
    }

    void linesAbove_withANameAndAValue_areNoted() {
        const std::string table = "\nIndustry,Title,Leads\nSoftware,CEO,100\nRetail,CFO,50\n";
        const std::string text =
            "Campaign,Autumn,\nCountry,Germany,\nCompany size,51-200,\n" + table;
        auto check = SheetCheck::open(folder_.write("plan.csv", text), {});
        QVERIFY(check.has_value());
        std::string notes;
        for (const SheetNote& note :
             notesAbove(check->tabs().front().head, check->tabs().front().header))
            notes += std::to_string(note.row) + " " + note.text + "; ";
        QCOMPARE(notes, std::string("2 Country: Germany; 3 Company size: 51-200; "));
        // The place is said with each row that has none.
        QCOMPARE(ready(text), QString("6? 7?"));
        auto excluding = SheetCheck::open(
            folder_.write("plan.csv", "Excluded countries:,\"Russia, Belarus\",\n" + table), {});
        QVERIFY(excluding.has_value());
        const auto said =
            notesAbove(excluding->tabs().front().head, excluding->tabs().front().header);
        QCOMPARE(said.size(), std::size_t{1});
        QCOMPARE(said.front().text, std::string("Excluded countries: Russia, Belarus"));
    }

    void titleAbove_thatSaysDraft_isNoted() {
        for (const char* title :
             {"Lead plan 2026 - DRAFT", "Entwurf Leadplan", "Plan: not final"}) {
            auto check = SheetCheck::open(
                folder_.write("plan.csv", std::string(title) + ",,,\n" + kTable), {});
            QVERIFY(check.has_value());
            QCOMPARE(notesAbove(check->tabs().front().head, check->tabs().front().header).size(),
                     std::size_t{1});
        }
    }

    // In another case it is still the row itself.
    void countryInLowerCase_repeatsNothing() {
        QCOMPARE(ready("Industry,Title,Country,Leads\nSoftware,CTO,germany,100\n"
                       "Retail,CFO,FRANCE,50\n"),
                 QString("2 3"));
    }

    // Looked at once, however much of it looks like HTML.
    void textThatIsAlmostHtml_isReadInTime() {
        const std::string signs(400'000, '<');
        const std::string codes(400'000, '&');
        const std::string answers = [] {
            std::string text;
            for (int i = 0; i < 200'000; ++i)
                text += "1(";
            return text;
        }();
        for (const std::string& cell : {signs + '>', signs, codes, answers})
            QVERIFY(SheetCheck::open(folder_.write("deep.csv", "Industry,Email,Note,Leads\nSteel," +
                                                                   cell + "," + cell + ",5\n"),
                                     {})
                        .has_value());
    }

    void htmlInCells_isRead_data() {
        QTest::addColumn<QString>("cell");
        QTest::addColumn<QString>("items");
        const auto row = [](const char* cell, const char* items) {
            QTest::newRow(cell) << QString(cell) << QString(items);
        };
        row("Food &amp; Beverage", "Food & Beverage");
        row("R&amp;D Services", "R&D Services");
        row("Oil &amp; Energy; Mining &amp; Metals", "Oil & Energy|Mining & Metals");
        row("L&#39;Oréal suppliers", "L'Oréal suppliers");
        row("L&#x27;Or&eacute;al suppliers", "L'Oréal suppliers");
        row("&nbsp;Retail", "Retail");
        row("Food &amp;amp; Beverage", "Food & Beverage");
        row("Banking<br>Insurance", "Banking|Insurance");
        row("Banking<br />Insurance", "Banking|Insurance");
        row("<p>Banking</p><p>Insurance</p>", "Banking|Insurance");
        row("<b>Banking</b>", "Banking");
        row("Banking&#10;Insurance", "Banking|Insurance");
        row("L&#146;Oréal suppliers", "L\u2019Oréal suppliers");
        row("Banking; R&D", "Banking|R&D");
    }
    void htmlInCells_isRead() {
        QFETCH(QString, cell);
        QFETCH(QString, items);
        auto check = SheetCheck::open(
            folder_.write("html.csv", "Industry,Title,Country,Leads\n\"" + cell.toStdString() +
                                          "\",CEO,Germany,10\nSteel,Head of R&amp;D,France,5\n"),
            {});
        QVERIFY(check.has_value());
        CheckedRow row;
        QVERIFY(check->next(row).value_or(Next::End) == Next::Row);
        QVERIFY(!row.blocked);
        QStringList read;
        for (const std::string& item :
             std::get<std::vector<std::string>>(row.input->request.fields.at("industries")))
            read << QString::fromStdString(item);
        QCOMPARE(read.join('|'), items);
        QVERIFY(check->next(row).value_or(Next::End) == Next::Row);
        QCOMPARE(std::get<std::vector<std::string>>(row.input->request.fields.at("jobTitles")),
                 std::vector<std::string>{"Head of R&D"});
    }

    // Nobody searches for a reference: it arrives as it was written.
    void htmlInAReference_isLeft() {
        CheckOptions options;
        options.map = parseMapSpec("reference=Ref,metadata.memo=Memo").value();
        auto check = SheetCheck::open(
            folder_.write("html.csv", "Ref,Memo,Title,Country,Leads\n<b>&amp;</b>,x &amp; y,CEO,"
                                      "Germany,10\n"),
            options);
        QVERIFY(check.has_value());
        CheckedRow row;
        QVERIFY(check->next(row).value_or(Next::End) == Next::Row);
        QVERIFY(row.input.has_value());
        QCOMPARE(row.input->reference, std::string("<b>&amp;</b>"));
        const auto& members =
            std::get<std::map<std::string, std::string>>(row.input->request.fields.at("metadata"));
        QCOMPARE(members.at("memo"), std::string("x &amp; y"));
    }

    // What only looks like it is left as it is.
    void textLikeHtml_isLeft() {
        const std::string text = "Notes,Keyword,Title,Country,Leads\na,AT&T; A&P,CEO,Germany,10\n";
        auto check = SheetCheck::open(folder_.write("html.csv", text), {});
        QVERIFY(check.has_value());
        CheckedRow row;
        QVERIFY(check->next(row).value_or(Next::End) == Next::Row);
        QVERIFY(row.input.has_value());
        QCOMPARE(std::get<std::vector<std::string>>(row.input->request.fields.at("keywords")),
                 (std::vector<std::string>{"AT&T", "A&P"}));
    }
};

LEADSHEET_TEST(tst_plan_lines, PlanLinesTest);
#include "tst_plan_lines.moc"
