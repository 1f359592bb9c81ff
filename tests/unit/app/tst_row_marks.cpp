// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/sheet_check.hpp"
#include "ods_builder.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"
#include "workbook_builder.hpp"
#include "zip_builder.hpp"

#include <QtTest>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

namespace {

struct Rows {
    std::vector<std::uint32_t> ready;
    std::vector<std::uint32_t> marked;
    std::string text; ///< of the first problem
    CheckSummary summary;
};

} // namespace

// Rows that their own sheet says are not wanted.
class RowMarksTest : public QObject {
    Q_OBJECT

    SheetFolder folder_;

    Rows check(const std::string& text, const char* decision = nullptr, const char* map = nullptr) {
        return checkFile("marks.csv", text, decision, map);
    }

    Rows checkFile(const char* name, const std::string& bytes, const char* decision = nullptr,
                   const char* map = nullptr) {
        CheckOptions options;
        if (decision != nullptr && !options.decisions.stateWord(SourceMatter::MarkedRows, decision))
            qFatal("%s decides nothing", decision);
        if (map != nullptr)
            options.map = parseMapSpec(map).value();
        Rows rows;
        auto checking = SheetCheck::open(folder_.write(name, bytes), options);
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
        rows.summary = checking->summary();
        return rows;
    }

    // Row 3 has the second cell.
    static std::string sheet(const std::string& header, const std::string& first,
                             const std::string& second) {
        return "Industry,Country," + header + ",Leads\nSoftware,Germany," + first +
               ",50\nRetail,France," + second + ",60\n";
    }

private slots:
    void row_markedAsNotWanted_isNotOrderedUnasked_data() {
        QTest::addColumn<QString>("wanted");
        QTest::addColumn<QString>("unwanted");
        const auto row = [](const char* header, const char* wanted, const char* unwanted) {
            QTest::newRow(header) << QString(wanted) << QString(unwanted);
        };
        row("Include?", "yes", "no");
        row("Skip", "", "x");
        row("Exclude", "no", "yes");
        row("Status", "open", "done");
        row("Done?", "", "x");
        row("Aktiv", "ja", "nein");
        row("erledigt", "", "x");
        row("Überspringen", "nein", "ja");
        row("Bestellen?", "ja", "nein");
        row("Inclure ?", "oui", "non");
        row("À exclure", "non", "oui");
        row("Incluir", "sí", "no");
        row("Excluir", "", "sí");
        row("Includere?", "sì", "no");
        row("Escludere", "", "x");
        row("Overslaan", "", "x");
        row("Meenemen", "ja", "nee");
        row("Pomiń", "", "tak");
        row("Uwzględnić?", "tak", "nie");
        row("Ignorar", "", "sim");
        row("Approved?", "Y", "N");
        row("Budget approved", "yes", "no");
        row("Approved by finance?", "Y", "N");
        row("Budget freigegeben", "ja", "nein");
        row("Sign-off Sales", "yes", "no");
        row("Genehmigung Einkauf", "ja", "offen");
        row("Validé par la direction", "oui", "non");
        row("À inclure ?", "O", "N");
        row("À exclure ?", "N", "O");
        row("Aktywne", "T", "N");
        row("Aktiv?", "ja", "nej");
        row("Order state", "", "ordered 3/11");
        row("Bemerkungen", "nur Berlin", "storniert - siehe Anna");
        row("Remarks", "urgent", "NOT YET: wait for budget");
        row("Freigabe", "ja", "offen");
        row("Draft", "", "x");
        row("Stage", "ready", "draft");
        row("State", "To do", "Waiting for approval");
        row("Order status", "new", "in review");
        row("Projektstatus", "neu", "zurückgestellt");
        row("Test?", "no", "yes");
        row("Not sent", "yes", "no");
        row("Confirmed", "yes", "no");
        row("Selected", "yes", "no");
        row("Comments", "only Berlin", "skip this one");
        row("Comment", "urgent", "DO NOT ORDER YET");
        row("Statut de commande", "à commander", "déjà commandé");
        row("Ordered", "", "x");
        row("Ordered on", "", "2026-01-05");
        row("Date ordered", "", "05/01/2026");
        row("Already ordered?", "no", "yes");
        row("Sent", "FALSE", "TRUE");
        row("Bestellt am", "", "05.01.2026");
        row("Déjà commandé", "non", "oui");
        row("Fecha de pedido", "", "05/01/2026");
        row("Geliefert am", "", "12.10.2025");
        row("Livré le", "", "12/10/2025");
        row("Levererad", "", "x");
        // Signs and answers below a status.
        row("Status", "\u2705", "\u274C");
        row("Ampel", "\U0001F7E2", "\U0001F534");
        row("State of row", "\U0001F7E2", "\U0001F6AB");
        row("Order Status", "Yes", "No");
        row("Entscheidung", "Ja", "Nein");
        row("Decision", "Go", "No-go");
        row("Freigabe GF", "ja", "ausstehend");
        row("Approved by", "Anna", "not yet");
        row("Approval date", "2026-01-05", "pending");
        row("Freigegeben von", "Müller", "noch nicht");
        row("Freigabe durch", "Müller 12.1.", "nein");
        row("Approved", "+", "-");
        row("OK Vertrieb", "ja", "nein");
        // An answer is not all that stands there.
        row("Order?", "yes", "yes (on hold)");
        row("To order?", "yes (urgent)", "yes (from March)");
        row("Bestellen", "ja", "ja (erst ab März)");
        row("Include", "x", "x (cancelled)");
        row("Status code", "1", "0 (cancelled)");
        row("Stufe", "1", "1 (paused)");
        row("Priority", "1", "0 (do not order)");
        row("Notes", "Yes", "No (cancelled)");
        // Words in other languages.
        row("Estado del pedido", "nuevo", "Entregado");
        row("Estado de fila", "nuevo", "No aprobado");
        row("Situación", "nuevo", "Anulado");
        row("Avance", "nuevo", "Hecho");
        row("Suivi", "nouveau", "Livré");
        row("Remarque", "nouveau", "Non validé");
        row("Avancement", "nouveau", "Fait");
        row("Note", "nuovo", "Consegnato");
        row("Avanzamento", "nuovo", "Scartato");
        row("Opmerking", "nieuw", "Geleverd");
        row("Opmerkingen", "nieuw", "Niet akkoord");
        row("Observação", "novo", "Entregue");
        row("Observações", "novo", "Em espera");
        row("Uwagi", "nowe", "Dostarczone");
        row("Anmärkning", "ny", "Levererad");
        row("Läge", "ny", "Pausad");
        row("Bemærkning", "ny", "Annulleret");
        row("Merknad", "ny", "Levert");
        row("Kommentti", "uusi", "Toimitettu");
        row("Bearbeitung", "neu", "in Klärung");
        row("Vermerk", "neu", "nicht mehr nötig");
        row("Hinweis", "neu", "doppelt");
        // What stands behind it changes nothing.
        row("Comments by sales", "only Berlin", "already ordered in Q3");
        row("Remark", "only Berlin", "cancelled by Tom");
        row("Comment of row", "only Berlin", "duplicate of row 2");
        row("Anmerkung", "nur Berlin", "erst ab März");
        // Rows that show how one is filled in.
        row("Name", "ICP 1", "EXAMPLE");
        row("Bezeichnung", "ICP 1", "Muster-ICP (bitte löschen)");
        row("Zeile", "IT CEO", "[OLD] IT CFO");
        row("Nr.", "1", "Beispiel");
    }
    void row_markedAsNotWanted_isNotOrderedUnasked() {
        QFETCH(QString, wanted);
        QFETCH(QString, unwanted);
        const std::string text =
            sheet(QTest::currentDataTag(), wanted.toStdString(), unwanted.toStdString());
        const Rows rows = check(text);
        QCOMPARE(rows.marked, std::vector<std::uint32_t>{3});
        QCOMPARE(rows.ready, std::vector<std::uint32_t>{2});
        QVERIFY2(rows.text.find("its row is not to be ordered: \"" + unwanted.toStdString()) !=
                     std::string::npos,
                 rows.text.c_str());
        QCOMPARE(rows.summary.source.of(SourceMatter::MarkedRows), std::uint64_t{1});
        const Rows skipped = check(text, "skip");
        QVERIFY(skipped.marked.empty());
        QCOMPARE(skipped.ready, std::vector<std::uint32_t>{2});
        QCOMPARE(check(text, "keep").ready, (std::vector<std::uint32_t>{2, 3}));
        // A column that is left out says nothing.
        const std::string ignored = "ignore=" + std::string(QTest::currentDataTag());
        QCOMPARE(check(text, nullptr, ignored.c_str()).ready, (std::vector<std::uint32_t>{2, 3}));
    }

    void stageOfASale_marksNoRow() {
        for (const char* stage : {"Abgeschlossen - gewonnen", "Closed - won", "Closed (lost)"})
            QCOMPARE(check(sheet("Deal stage", "Open", stage)).ready,
                     (std::vector<std::uint32_t>{2, 3}));
        QCOMPARE(check(sheet("Stage", "open", "closed - see Anna")).ready,
                 std::vector<std::uint32_t>{2});
    }

    void status_thatAPersonWroteIntoAResultsFile_isSaid_data() {
        QTest::addColumn<QString>("status");
        QTest::addColumn<bool>("marks");
        QTest::addColumn<bool>("isSaid");
        const auto row = [](const char* status, bool marks, bool isSaid) {
            QTest::newRow(status) << QString(status) << marks << isSaid;
        };
        for (const char* status : {"skip", "don't order", "done", "do not order", "cancelled", "no",
                                   "Cancelled: see Anna", "SKIP: customer", "Do not order."})
            row(status, true, true);
        for (const char* status : {"urgent", "ok", "call Anna"})
            row(status, false, true);
        for (const char* status :
             {"", "Placed", "Skipped", "Needs Fix", "Already Ordered",
              "\"Ordered, Then Cancelled\"", "Unknown Outcome", "Refused", "Ordered: in work",
              "Needs a fix: no country", "Not ordered", "Bestellt"})
            row(status, false, false);
    }
    void status_thatAPersonWroteIntoAResultsFile_isSaid() {
        QFETCH(QString, status);
        QFETCH(bool, marks);
        QFETCH(bool, isSaid);
        const Rows rows = check(
            sheet("Leadsheet status,Leadsheet key", "Placed,k1", status.toStdString() + ",k2"));
        QCOMPARE(rows.marked,
                 isSaid ? std::vector<std::uint32_t>{3} : std::vector<std::uint32_t>());
        QCOMPARE(rows.ready,
                 marks ? std::vector<std::uint32_t>{2} : std::vector<std::uint32_t>({2, 3}));
        QCOMPARE(rows.summary.source.of(SourceMatter::MarkedRows), std::uint64_t{marks});
    }

    void status_ofAnOrderWhoseKeyIsGone_isSaid() {
        for (const char* status : {"Placed", "Ordered", "Already Ordered", "Unknown Outcome",
                                   "Ordered: in work", "Bestellt: in Arbeit", "placed"})
            for (const bool column : {false, true}) {
                const std::string key = column ? "," : "";
                const Rows rows =
                    check(sheet(column ? "Leadsheet status,Leadsheet key" : "Leadsheet status",
                                "Refused" + key, status + key));
                QCOMPARE(rows.marked, std::vector<std::uint32_t>{3});
                QCOMPARE(rows.ready, std::vector<std::uint32_t>({2, 3}));
                QCOMPARE(rows.summary.source.of(SourceMatter::MarkedRows), std::uint64_t{0});
            }
    }

    void row_markedBesideValuesThatAreNotMeant_isNotOrderedUnasked() {
        for (const char* header : {"Exclude", "Ausschließen", "Exclure", "Skip"}) {
            const Rows rows = check(sheet(header, "Bavaria", "x"));
            QCOMPARE(rows.marked, std::vector<std::uint32_t>{3});
            QCOMPARE(rows.ready, std::vector<std::uint32_t>{2});
        }
    }

    // Row 3 has a country, row 4 all of it, and row 5 a note that is not used, crossed out.
    void row_crossedOut_isNotOrderedUnasked() {
        XlsxBook book = xlsxBook("");
        book.formats = {"0"}; // so that there is a part with styles
        const auto cell = [](const char* place, const char* text, bool struck) {
            std::string xml = xlsxTextCell(place, text);
            return struck ? xml.replace(0, 3, "<c s=\"2\" ") : xml;
        };
        const auto row = [&](const char* number, bool industry, bool country, bool note) {
            const std::string n = number;
            return "<row r=\"" + n + "\">" +
                   cell(("A" + n).c_str(), ("Steel" + n).c_str(), industry) +
                   cell(("B" + n).c_str(), "Germany", country) +
                   cell(("C" + n).c_str(), "50", industry) +
                   cell(("D" + n).c_str(), "asked", note) + "</row>";
        };
        book.sheets.front().xml =
            xlsxSheet(xlsxTextRows({{"Industry", "Country", "Leads", "Memo"}}) +
                      row("2", false, false, false) + row("3", false, true, false) +
                      row("4", true, true, true) + row("5", false, false, true));
        auto parts = xlsxParts(book);
        partNamed(parts, "xl/styles.xml").content =
            "<styleSheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/"
            "main\"><fonts count=\"3\"><font/><font><strike val=\"0\"/></font><font>"
            "<strike/></font></fonts><cellXfs count=\"3\"><xf/><xf fontId=\"1\"/><xf "
            "fontId=\"2\"/></cellXfs></styleSheet>";
        const Rows rows = checkFile("struck.xlsx", buildZip(parts));
        QCOMPARE(rows.marked, (std::vector<std::uint32_t>{3, 4}));
        QCOMPARE(rows.ready, (std::vector<std::uint32_t>{2, 5}));
        QVERIFY2(rows.text.find("crossed out: \"Germany\"") != std::string::npos,
                 rows.text.c_str());
        QCOMPARE(checkFile("struck.xlsx", buildZip(parts), "keep").ready.size(), std::size_t{4});
        QVERIFY(checkFile("struck.xlsx", buildZip(parts), "skip").marked.empty());
    }

    void odsRow_crossedOut_isNotOrderedUnasked() {
        std::string row = odsTextRow({"Tin", "France", "60"});
        const std::string plain = "<table:table-cell ";
        const auto at = row.find(plain) + plain.size();
        const std::string body = odsTable(odsTextRow({"Industry", "Country", "Leads"}) +
                                          odsTextRow({"Steel", "Spain", "50"}) +
                                          row.insert(at, "table:style-name=\"ce2\" "));
        const std::string styles =
            "<style:style style:name=\"ce1\" style:family=\"table-cell\"><style:text-properties "
            "style:text-line-through-style=\"none\"/></style:style>"
            "<style:style style:name=\"ce2\" style:family=\"table-cell\"><style:text-properties "
            "style:text-line-through-style=\"solid\"/></style:style>";
        const Rows rows = checkFile("struck.ods", odsFile(odsContent(body, styles)));
        QCOMPARE(rows.marked, std::vector<std::uint32_t>{3});
        QCOMPARE(rows.ready, std::vector<std::uint32_t>{2});
    }

    void cellThatIsNeither_belowAnApproval_isSaidSo() {
        const Rows rows = check(sheet("Approved", "yes", "Tom"));
        QCOMPARE(rows.marked, std::vector<std::uint32_t>{3});
        QVERIFY2(rows.text.find("neither a plain yes nor a plain no: \"Tom\"") != std::string::npos,
                 rows.text.c_str());
    }

    void crossBelowAStatusOfWords_isANo() {
        const Rows rows = check("Industry,Country,Status,Leads\nA,Germany,ok,5\nB,France,x,6\n"
                                "C,Spain,NO,7\n");
        QCOMPARE(rows.ready, std::vector<std::uint32_t>{2});
    }

    // The first rows say which columns those are, whatever the later ones have.
    void mark_farBelow_isSeen() {
        std::string text = "Industry,Leads,Country,Skip\n";
        for (int row = 0; row < 3000; ++row)
            text += "Steel,5,Germany" + std::to_string(row) + ",\n";
        text += "Tin,5,France,x\n";
        QCOMPARE(check(text).marked, std::vector<std::uint32_t>{3002});
    }

    void cellThatIsNoYes_belowManyCrosses_isHeldBack() {
        std::string text = "Industry,Leads,Country,Approved?\n";
        for (int row = 0; row < 60; ++row)
            text += "Steel,5,Germany" + std::to_string(row) + ",x\n";
        for (const char* cell : {"waiting for Tom", "tbd", "?", "\u2610", "\u274C", "no", ""})
            QVERIFY2(check(text + "Tin,5,France," + cell + "\n").marked ==
                         std::vector<std::uint32_t>{62},
                     cell);
        for (const char* cell : {"yes", "ok", "\u2713", "1"})
            QVERIFY2(check(text + "Tin,5,France," + cell + "\n").marked.empty(), cell);
    }

    void column_thatMarksNothing_changesNothing_data() {
        QTest::addColumn<QString>("cells");
        const auto row = [](const char* header, const char* cells) {
            QTest::newRow(header) << QString(cells);
        };
        row("Include?", "yes|yes");
        row("Priority", "1|2");
        row("Comment", "urgent|call first");
        row("Deal stage", "Closed won|Proposal");
        row("Phone required", "yes|no");
        row("Hiring?", "yes|no");
        row("Existing customer", "yes|no");
        row("Start date", "2026-01-05|2026-02-05");
        row("Date received", "2026-01-05|2026-02-05");
        row("Owner", "no|yes");
        row("Ordered by", "Ann|Bob");
        row("Status", "not ordered yet|to be ordered");
        row("Zustand", "noch nicht bestellt|zu bestellen");
        row("To be ordered on", "2026-12-01|2026-12-15");
        row("Leads ordered before", "40|50");
        row("Approved by", "Anna|Tom");
        row("Freigegeben am", "12.1.|13.1.");
        row("Order?", "yes (urgent)|yes (Tom)");
        row("Priority", "\U0001F534|\U0001F7E2");
        row("Email status", "yes|no");
        row("Catch-all ok", "Y|N");
        row("Xyzzy", "ES|BV");
        row("Comments", "sort by size|growing in Asia");
        row("Campaign", "Test in Berlin|Pedido de marzo");
        row("Name", "Muster GmbH|Sample size");
        row("Sprache", "ES|DE");
        row("Rechtsform", "BV|GmbH");
        row("Goal", "Demo|Trial");
        row("Offer", "Muster|Vorlage");
        row("Rows by", "\u2013|Anna");
        row("Notes", "nur ab 50 MA|Only from Vienna");
        row("Opmerking", "niet voor concurrenten|pas vanaf 50 medewerkers");
        row("Received", "2026-01-05|2026-02-05");
        row("Origin", "Received from Anna|Re\u00E7u par mail");
        row("Approved", "yes (by Anna)|ja (Budget 2026)");
    }
    void column_thatMarksNothing_changesNothing() {
        QFETCH(QString, cells);
        const QStringList both = cells.split('|');
        const Rows rows =
            check(sheet(QTest::currentDataTag(), both[0].toStdString(), both[1].toStdString()));
        QVERIFY2(rows.marked.empty(), rows.text.c_str());
    }
};

LEADSHEET_TEST(tst_row_marks, RowMarksTest);
#include "tst_row_marks.moc"
