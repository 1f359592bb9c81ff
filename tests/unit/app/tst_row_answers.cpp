// SPDX-License-Identifier: Apache-2.0
// Which rows are ordered by what columns of answers, approvals and states say of them.
#include "leadsheet/app/sheet_check.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>
#include <algorithm>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

class RowAnswersTest : public QObject {
    Q_OBJECT

    struct Rows {
        std::vector<std::uint32_t> ready;
        std::vector<std::uint32_t> marked;
        std::string text; ///< of the first mark
    };

    SheetFolder folder_;

    Rows check(const std::string& text, const char* decision = nullptr, const char* map = nullptr) {
        CheckOptions options;
        if (decision != nullptr && !options.decisions.stateWord(SourceMatter::MarkedRows, decision))
            qFatal("%s decides nothing", decision);
        if (map != nullptr)
            options.map = parseMapSpec(map).value();
        Rows rows;
        auto checking = SheetCheck::open(folder_.write("answers.csv", text), options);
        if (!checking)
            qFatal("%s", checking.error().message().c_str());
        for (CheckedRow row; checking->next(row).value_or(Next::End) == Next::Row;) {
            if (!row.blocked)
                rows.ready.push_back(row.row);
            for (const Problem& problem : row.problems)
                if (problem.code == ProblemCode::MarkedRow) {
                    rows.marked.push_back(row.row);
                    if (rows.text.empty())
                        rows.text = problem.message();
                }
        }
        return rows;
    }

    // Row 3 has the second cell.
    static std::string sheet(const std::string& header, const std::string& first,
                             const std::string& second) {
        return column(header, {first, second});
    }

    static std::string column(const std::string& header, const std::vector<std::string>& cells) {
        std::string text = "Industry,Country," + header + ",Leads\n";
        for (std::size_t i = 0; i < cells.size(); ++i)
            text += "Software " + std::string(1, static_cast<char>('A' + i)) + ",Germany," +
                    cells[i] + ",50\n";
        return text;
    }

private slots:
    // A cross, or a yes, below a name that denies, or that says "not yet".
    void yesBelowANameThatDenies_holdsItsRow_data() {
        QTest::addColumn<QString>("header");
        for (const char* header : {"Delete",
                                   "L\u00F6schen",
                                   "Weg",
                                   "Sp\u00E4ter",
                                   "Later",
                                   "Wait",
                                   "Postpone",
                                   "Off",
                                   "Hidden",
                                   "Locked",
                                   "Irrelevant",
                                   "Bad fit",
                                   "Next year",
                                   "Backlog",
                                   "Select for deletion",
                                   "Order later?",
                                   "Needed later",
                                   "Needs budget",
                                   "Needs discussion",
                                   "Needs approval",
                                   "Requires approval",
                                   "To be approved",
                                   "Approval required",
                                   "Legal approval needed",
                                   "Approved for deletion",
                                   "Freigabe n\u00F6tig",
                                   "Genehmigung erforderlich",
                                   "Noch freizugeben",
                                   "\u00C0 valider",
                                   "Used?",
                                   "Taken",
                                   "Verwendet",
                                   "Trait\u00E9",
                                   "Complete",
                                   "Processed",
                                   "Already covered",
                                   "Already used",
                                   "Pedido feito",
                                   "Do not contact",
                                   "Maybe",
                                   "\u00C0 supprimer",
                                   "Requiere aprobaci\u00F3n"})
            QTest::newRow(header) << QString::fromUtf8(header);
    }
    void yesBelowANameThatDenies_holdsItsRow() {
        QFETCH(QString, header);
        for (const auto& [yes, no] : {std::pair("x", ""), {"yes", "no"}}) {
            const Rows rows = check(sheet(header.toStdString(), yes, no));
            QCOMPARE(rows.marked, std::vector<std::uint32_t>{2});
            QCOMPARE(rows.ready, std::vector<std::uint32_t>{3});
        }
    }

    // What a yes says of its row is asked, once for the column.
    void yesBelowANameThatDoesNotTell_isAskedAbout_data() {
        QTest::addColumn<QString>("header");
        for (const char* header :
             {"", "Second wave", "Phase 2", "Q4", "Paid", "Overlaps with CRM", "Order received",
              "Send sample", "In use", "Not deleted", "No approval needed", "Xyzzy", "Shared"})
            QTest::newRow(header) << QString(header);
    }
    void yesBelowANameThatDoesNotTell_isAskedAbout() {
        QFETCH(QString, header);
        for (const auto& [yes, no] :
             {std::pair("x", ""), {"yes", "no"}, {"ja", ""}, {"", "\u2713"}}) {
            const std::string text = sheet(header.toStdString(), yes, no);
            const Rows rows = check(text);
            QCOMPARE(rows.marked, (std::vector<std::uint32_t>{2, 3}));
            QVERIFY(rows.ready.empty());
            QVERIFY2(rows.text.find("does not say which of them are wanted") != std::string::npos,
                     rows.text.c_str());
            QCOMPARE(check(text, nullptr, "ignore=@C").ready, (std::vector<std::uint32_t>{2, 3}));
            QCOMPARE(check(text, "keep").ready, (std::vector<std::uint32_t>{2, 3}));
        }
        // The answer is a name that tells.
        QCOMPARE(check(sheet("Order", "x", "")).ready, std::vector<std::uint32_t>{2});
        QCOMPARE(check(sheet("Skip", "x", "")).ready, std::vector<std::uint32_t>{3});
    }

    // Where it says the same in all rows there is nothing to ask, and numbers and letters are
    // something else.
    void cellsThatAreNoAnswers_areNotAskedAbout() {
        for (const char* cells : {"yes|yes", "no|no", "1|0", "N|S", "3|x", "|"}) {
            const QStringList both = QString(cells).split('|');
            QCOMPARE(check(sheet("Xyzzy", both[0].toStdString(), both[1].toStdString())).ready,
                     (std::vector<std::uint32_t>{2, 3}));
        }
    }

    void yesAboutTheCompanies_isNotAskedAbout() {
        for (const char* header :
             {"Newsletter", "Hiring", "Franchise", "Family owned", "ISO certified", "Exporter",
              "Existing customer", "Uses Salesforce", "B2B", "Publicly listed", "Webshop",
              "Ausbildungsbetrieb", "Tarifgebunden", "VC backed", "Hat Betriebsrat", "Urgent"})
            QVERIFY2(check(sheet(header, "yes", "no")).ready == (std::vector<std::uint32_t>{2, 3}),
                     header);
    }

    // The more is noted below it, the less is ordered.
    void approvalWithNotes_ordersWhatIsApproved_data() {
        QTest::addColumn<QString>("cells");
        const auto row = [](const char* header, const char* cells) {
            QTest::newRow(header) << QString(cells);
        };
        row("Freigabe", "ja|nein|wartet auf Huber|mit Chef kl\u00E4ren|Budget pr\u00FCfen");
        row("Bestellen?", "ja|nein|wartet auf Huber|mit Chef kl\u00E4ren|Budget pr\u00FCfen");
        row("Approved?", "Y|N|Pending|TBD|ask Tom");
        row("Approved", "yes|ask Tom|ask Ann|after the fair|see mail");
        row("Order?", "yes|no|see mail|ask Ann|after the fair|who?");
        row("Validation", "oui|non|voir Anne|en cours|budget");
        row("Approval", "ok|ask Tom about it|see mail|wait for legal");
    }
    void approvalWithNotes_ordersWhatIsApproved() {
        QFETCH(QString, cells);
        std::vector<std::string> all;
        for (const QString& cell : cells.split('|'))
            all.push_back(cell.toStdString());
        QCOMPARE(check(column(QTest::currentDataTag(), all)).ready, std::vector<std::uint32_t>{2});
    }

    void approvalByNamesOrDates_ordersAll() {
        for (const char* header : {"Approved", "Freigabe", "Approved by"})
            QCOMPARE(check(column(header, {"Anna", "Tom Meier", "M. Huber"})).ready,
                     (std::vector<std::uint32_t>{2, 3, 4}));
        QCOMPARE(check(column("Freigabe", {"2026-01-05", "2026-01-06"})).ready,
                 (std::vector<std::uint32_t>{2, 3}));
    }

    void stateThatIsNotToOrder_holdsItsRow_data() {
        QTest::addColumn<QString>("wanted");
        QTest::addColumn<QString>("unwanted");
        int at = 0;
        const auto row = [&at](const char* header, const char* wanted, const char* unwanted) {
            QTest::addRow("%s %d", header, ++at) << QString(wanted) << QString(unwanted);
        };
        for (const char* unwanted :
             {"complete",     "complete \u2713", "fulfilled",           "finished",
              "order placed", "placed",          "processing",          "in production",
              "expired",      "superseded",      "not needed",          "deprioritised",
              "invoiced",     "partial",         "partially delivered", "TBC",
              "pending",      "later",           "needs approval",      "to be approved"})
            row("Status", "new", unwanted);
        row("Stan", "nowe", "do zatwierdzenia");
        row("Status", "open", "vervallen");
        row("Stato", "nuovo", "da approvare");
        row("Estado", "nuevo", "pendiente");
        // One that no list has is doubtful where others hold their rows back.
        row("Status", "new|open|to order|ready|urgent|High|2026-12-01", "xyzzy|cancelled");
        row("Bestellstatus", "neu|offen|zu bestellen|noch nicht bestellt", "quer|geliefert");
    }
    void stateThatIsNotToOrder_holdsItsRow() {
        QFETCH(QString, wanted);
        QFETCH(QString, unwanted);
        const QString header = QString(QTest::currentDataTag()).section(' ', 0, 0);
        std::vector<std::string> all;
        std::vector<std::uint32_t> ready;
        for (const QString& cell : wanted.split('|')) {
            ready.push_back(static_cast<std::uint32_t>(all.size()) + 2);
            all.push_back(cell.toStdString());
        }
        for (const QString& cell : unwanted.split('|'))
            all.push_back(cell.toStdString());
        QCOMPARE(check(column(header.toStdString(), all)).ready, ready);
    }

    void statesThatNoListHas_holdNothingAlone() {
        for (const char* cells : {"xyzzy|wave 1", "Lead|Prospect", "1|2", "hot|cold"}) {
            const QStringList both = QString(cells).split('|');
            QCOMPARE(check(sheet("Status", both[0].toStdString(), both[1].toStdString())).ready,
                     (std::vector<std::uint32_t>{2, 3}));
        }
        const Rows rows = check(column("Status", {"new", "cancelled", "xyzzy"}));
        QCOMPARE(rows.ready, std::vector<std::uint32_t>{2});
        QCOMPARE(check(column("Status", {"xyzzy", "cancelled"})).text.find("is not known") !=
                     std::string::npos,
                 true);
    }

    void noteThatChangesTheRow_holdsIt() {
        for (const char* note : {"Number should be 200",
                                 "please double the number",
                                 "replaced by row 9",
                                 "bitte erst nach Freigabe",
                                 "wait for legal",
                                 "Achtung: 2x!",
                                 "Anzahl soll 200 sein",
                                 "already in CRM",
                                 "same as row 2",
                                 "haben wir schon",
                                 "check with Tom first",
                                 "not needed anymore",
                                 "do nothing",
                                 "200 leads instead of 50",
                                 "Menge bitte verdoppeln",
                                 "make it 200",
                                 "Please make it 1,500",
                                 "only 20 please",
                                 "nur 20 bitte",
                                 "auf 200 reduzieren",
                                 "reduce to 30 leads",
                                 "200 instead",
                                 "plutôt 200",
                                 "200 reichen",
                                 "wait for Anna",
                                 "please wait for Anna",
                                 "hold until March",
                                 "warten auf Anna",
                                 "dup"})
            QVERIFY2(check(sheet("Notes", "only Berlin", note)).ready ==
                         std::vector<std::uint32_t>{2},
                     note);
        for (const char* note :
             {"female only", "number 1 in Berlin", "call first", "double-check",
              "leads from Berlin", "50 years old", "amount is fine", "only 50+ employees",
              "auf Deutsch", "only Berlin 10115", "just 2 regions", "200 please", "top 20",
              "waiting room equipment"})
            QVERIFY2(check(sheet("Notes", "only Berlin", note)).ready ==
                         (std::vector<std::uint32_t>{2, 3}),
                     note);
        QVERIFY(
            check(sheet("Notes", "Number should be 200", "")).text.find("a different number of") !=
            std::string::npos);
    }

    void numbersThatCountRows_holdNone() {
        for (const char* header : {"No", "No.", "Used", "Delete"})
            QCOMPARE(check(column(header, {"1", "2", "3"})).ready,
                     (std::vector<std::uint32_t>{2, 3, 4}));
        QCOMPARE(check(sheet("Delete", "1", "0")).ready, std::vector<std::uint32_t>{3});
        QCOMPARE(check(sheet("Duplicates ok", "yes", "no")).ready,
                 (std::vector<std::uint32_t>{2, 3}));
    }

    void numberOfAnOrder_holdsItsRow() {
        for (const char* header : {"Order no.", "Order ID", "Auftragsnummer", "Reference"}) {
            const Rows rows = check(sheet(header, "LS-7Q2M9K4T6W", ""));
            QVERIFY2(rows.ready == std::vector<std::uint32_t>{3}, header);
            QVERIFY2(rows.text.find("an order already") != std::string::npos, rows.text.c_str());
        }
        QCOMPARE(check(sheet("Order no.", "LS-7Q2M", "PO-1234567890")).ready,
                 (std::vector<std::uint32_t>{2, 3}));
    }
    // "new" is to be ordered, and what is said behind it may take that back.
    void stateThatGoesOn_holdsItsRow_data() {
        QTest::addColumn<QString>("state");
        for (const char* state :
             {"new - do not order yet", "approved then cancelled", "confirmed but postponed",
              "planned for Q4", "ok after approval", "approved? ask Tom", "yes later"})
            QTest::newRow(state) << QString::fromUtf8(state);
    }
    void stateThatGoesOn_holdsItsRow() {
        QFETCH(QString, state);
        const Rows rows =
            check(column("Status", {"pending", state.toStdString(), "new", "open since 12 Oct"}));
        QCOMPARE(rows.marked, (std::vector<std::uint32_t>{2, 3}));
        QCOMPARE(rows.ready, (std::vector<std::uint32_t>{4, 5}));
    }

    // A number of an order or a name beside a yes takes nothing back from the yes.
    void yesBelowOrdered_besideOtherTexts_holdsItsRow() {
        for (const char* other : {"PO 4711", "by Tom"})
            for (const char* header : {"Ordered", "Bestellt", "Sent"}) {
                const Rows rows = check(column(header, {"yes", other, ""}));
                QVERIFY2(std::find(rows.ready.begin(), rows.ready.end(), 2U) == rows.ready.end(),
                         header);
                QVERIFY2(std::find(rows.ready.begin(), rows.ready.end(), 4U) != rows.ready.end(),
                         header);
            }
    }

    void noteOfSomethingElse_holdsNoRow() {
        for (const char* note : {"Leads must have 50+ employees", "half leads from north please"}) {
            const Rows rows = check(sheet("Notes", note, ""));
            QCOMPARE(rows.marked, std::vector<std::uint32_t>());
        }
    }
};

LEADSHEET_TEST(tst_row_answers, RowAnswersTest);
#include "tst_row_answers.moc"
