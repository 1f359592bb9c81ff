// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/sheet_check.hpp"
#include "leadsheet/text/render.hpp"
#include "ods_builder.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"
#include "workbook_builder.hpp"

#include <QtTest>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

namespace {

const TextRows kRows = {{"Product", "Industry", "Country", "Leads"},
                        {"filters", "Software", "Germany", "100"},
                        {"filters", "Retail", "France", "50"}};

constexpr std::string_view kOffice = "http://schemas.openxmlformats.org/officeDocument/2006/";
constexpr std::string_view kMicrosoft = "http://schemas.microsoft.com/office/2017/10/";

std::string comment(const std::string& place, const std::string& text, int author = 0) {
    return "<comment ref=\"" + place + "\" authorId=\"" + std::to_string(author) +
           "\"><text><r><rPr><b/></rPr><t>Anna:</t></r><r><t xml:space=\"preserve\">\n" + text +
           "</t></r></text></comment>";
}

std::string threadAt(const std::string& place, const std::string& text,
                     const std::string& more = {}) {
    return "<threadedComment ref=\"" + place + "\" " + more + "><text>" + text +
           "</text></threadedComment>";
}

/// A workbook whose sheet refers to these comments and threads, in XML; empty = no such part.
std::string withComments(const std::string& comments, const std::string& threads = {}) {
    std::vector<ZipPart> parts = xlsxParts(xlsxBook(xlsxTextRows(kRows)));
    const auto add = [&](const std::string& name, const std::string& content) {
        parts.push_back({});
        parts.back().name = name;
        parts.back().content = content;
    };
    std::string relations;
    if (!comments.empty()) {
        add("xl/comments1.xml",
            "<comments xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\">"
            "<authors><author>Anna</author><author>tc={A1}</author></authors><commentList>" +
                comments + "</commentList></comments>");
        relations += "<Relationship Id=\"rId1\" Type=\"" + std::string(kOffice) +
                     "relationships/comments\" Target=\"../comments1.xml\"/>";
    }
    if (!threads.empty()) {
        add("xl/threadedComments/threadedComment1.xml",
            "<ThreadedComments xmlns=\"http://schemas.microsoft.com/office/spreadsheetml/2018/"
            "threadedcomments\">" +
                threads + "</ThreadedComments>");
        relations += "<Relationship Id=\"rId2\" Type=\"" + std::string(kMicrosoft) +
                     "relationships/threadedComment\" "
                     "Target=\"../threadedComments/threadedComment1.xml\"/>";
    }
    add("xl/worksheets/_rels/sheet1.xml.rels",
        "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">" +
            relations + "</Relationships>");
    return buildZip(parts);
}

std::string odsRows(const std::string& inSecondCell) {
    std::string xml;
    for (std::size_t i = 0; i < kRows.size(); ++i) {
        std::string row = odsTextRow(kRows[i]);
        if (i == 1)
            row.insert(row.find("<text:p>"), "<office:annotation><dc:creator>Anna</dc:creator>"
                                             "<dc:date>2026-01-02T00:00:00</dc:date><text:p>" +
                                                 inSecondCell + "</text:p></office:annotation>");
        xml += row;
    }
    return xml;
}

} // namespace

// Comments at cells say what no order contains, and sometimes that a row is not wanted.
class CellNotesTest : public QObject {
    Q_OBJECT

    SheetFolder folder_;
    std::string text_; // of the problems of the last check
    std::vector<SheetNote> notes_;

    /// "2:marked_row 3", an odd problem with "~".
    QString check(const std::string& name, const std::string& bytes,
                  const CheckOptions& options = {}) {
        text_.clear();
        auto check = SheetCheck::open(folder_.write(name, bytes), options);
        if (!check)
            return QString::fromStdString(check.error().message());
        QStringList said;
        for (CheckedRow row; check->next(row).value_or(Next::End) == Next::Row;) {
            QString one = QString::number(row.row);
            for (const Problem& problem : row.problems) {
                one += (problem.level == ProblemLevel::Odd ? "~" : ":") +
                       QString::fromStdString(std::string(problemCodeName(problem.code)));
                text_ += leadsheet::text::render(problem.sentences()) + '\n';
            }
            said << one;
        }
        notes_ = notesAbove(check->tabs().front().head, check->tabs().front().header);
        return said.join(' ');
    }

private slots:
    void comment_thatSaysNo_holdsItsRow_data() {
        QTest::addColumn<QString>("text");
        for (const char* text :
             {"DO NOT ORDER - cancelled", "do not order", "hold until March", "make it 200",
              "only 20 please", "wait for Anna", "Bitte erst nach Freigabe", "on hold",
              "Talked to Tom. Do not order!", "nicht bestellen", "später"})
            QTest::newRow(text) << text;
    }
    void comment_thatSaysNo_holdsItsRow() {
        QFETCH(QString, text);
        const std::string note = text.toStdString();
        QCOMPARE(check("list.xlsx", withComments(comment("A3", note))), "2 3:marked_row");
        QVERIFY2(text_.find("A comment at the cell says") != std::string::npos, text_.c_str());
        QCOMPARE(check("list.xlsx", withComments({}, threadAt("D2", note))), "2:marked_row 3");
        QCOMPARE(check("list.ods", odsFileOfRows(odsRows(note))), "2:marked_row 3");
    }

    void otherComment_isSaidOfItsRow_data() {
        QTest::addColumn<QString>("text");
        for (const char* text : {"Tom asked for these", "Munich would be best",
                                 "Numbers come from the plan of 2026", "10 of them are customers"})
            QTest::newRow(text) << text;
    }
    void otherComment_isSaidOfItsRow() {
        QFETCH(QString, text);
        const std::string note = text.toStdString();
        QCOMPARE(check("list.xlsx", withComments(comment("B2", note))), "2~marked_row 3");
        QVERIFY2(text_.find("\"" + note + "\"") != std::string::npos, text_.c_str());
        QCOMPARE(check("list.ods", odsFileOfRows(odsRows(note))), "2~marked_row 3");
    }

    void marks_areDecidedAsThoseInCells() {
        CheckOptions options;
        QVERIFY(options.decisions.stateWord(SourceMatter::MarkedRows, "keep"));
        const std::string file = withComments(comment("A3", "do not order"));
        // It is ordered, and said.
        QCOMPARE(check("list.xlsx", file, options), "2 3~marked_row");
        QVERIFY(options.decisions.stateWord(SourceMatter::MarkedRows, "skip"));
        QCOMPARE(check("list.xlsx", file, options), "2");
    }

    // Excel keeps a copy of each thread for programs that know none.
    void thread_isReadOnce_andNotWhenItIsResolved() {
        const std::string copy = comment("A2", "[Threaded comment] do not order", 1);
        QCOMPARE(check("list.xlsx", withComments(copy, threadAt("A2", "Looks fine"))),
                 "2~marked_row 3");
        QVERIFY2(text_.find("Looks fine") != std::string::npos, text_.c_str());
        QCOMPARE(check("list.xlsx",
                       withComments(copy, threadAt("A2", "do not order", "id=\"{1}\" done=\"1\"") +
                                              threadAt("A2", "hold", "parentId=\"{1}\""))),
                 "2 3");
        QCOMPARE(
            check("list.xlsx", withComments({}, threadAt("A2", "Order this?", "id=\"{1}\"") +
                                                    threadAt("A2", "On hold", "parentId=\"{1}\""))),
            "2:marked_row 3");
        QCOMPARE(check("list.xlsx", withComments(comment("A2", "Comment:\n    do not order", 1))),
                 "2:marked_row 3");
    }

    void comment_atANameOfAColumn_holdsAll_orIsNamed() {
        QCOMPARE(check("list.xlsx", withComments(comment("D1", "Do not order before March"))),
                 "2:section_line 3:section_line");
        for (const char* said : {"Talked to Tom. Do not order yet.", "Ask Anna\nDo not order yet"})
            QCOMPARE(check("list.xlsx", withComments(comment("D1", said))),
                     "2:section_line 3:section_line");
        QCOMPARE(check("list.xlsx", withComments(comment("D1", "in hundreds"))), "2 3");
        QCOMPARE(notes_.size(), std::size_t{1});
        QCOMPARE(notes_.front().text, std::string("in hundreds"));
        QCOMPARE(check("list.xlsx", withComments(comment("B1", "The branch of the company"))),
                 "2 3");
        QVERIFY(notes_.empty());
    }

    void comments_ofGoogleSheets_loseTheirAuthor() {
        QCOMPARE(check("list.xlsx", withComments("<comment ref=\"A2\"><text><t>on hold\n\t-Anna "
                                                 "Meier</t></text></comment>")),
                 "2:marked_row 3");
    }

    void comments_areLimited() {
        CheckOptions options;
        options.sheet.limits.maxNotes = 1;
        const std::string two = comment("A3", "do not order") + comment("A2", "see Anna");
        QCOMPARE(check("list.xlsx", withComments(two), options), "2 3:marked_row");
        auto counted = SheetCheck::open(folder_.write("list.xlsx", withComments(two)), options);
        QVERIFY(counted.has_value());
        for (CheckedRow row; counted->next(row).value_or(Next::End) == Next::Row;)
            continue;
        const SourceState state = counted->state();
        QCOMPARE(state.unreadNotes, 1U);
        QVERIFY(stripText(sourceStrip(state)).find("1 comment not read") != std::string::npos);
        QCOMPARE(check("list.xlsx", withComments(comment("A2", std::string(5000, 'x')))),
                 "2~marked_row 3");
        QVERIFY(text_.size() < 2000);
        QVERIFY(check("list.xlsx", withComments("<comment ref=\"A2\">")).contains("comments1.xml"));
        QCOMPARE(check("list.xlsx", withComments(comment("", "lost") + comment("ZZZZ9", "far"))),
                 "2 3");
    }
};

LEADSHEET_TEST(tst_cell_notes, CellNotesTest);
#include "tst_cell_notes.moc"
