// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/kept_edits.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>
#include <rapidcheck.h>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

namespace {

using Edits = std::vector<SheetEdits::Change>;
using Lines = std::vector<std::string>;

std::string textOf(const Lines& lines, char delimiter = ',') {
    std::string text;
    for (std::string line : lines) {
        std::replace(line.begin(), line.end(), ',', delimiter);
        text += line + "\n";
    }
    return text;
}

std::shared_ptr<const TabRows> rowsOf(const std::string& content) {
    SheetFolder folder;
    auto source = openSheet(folder.write("sheet.csv", content)).value();
    return std::make_shared<const TabRows>(TabRows::of(*source).value());
}

/// Kept for the first content, written and read back, and moved to the second.
MovedEdits moved(const std::string& before, const Edits& edits, const std::string& after,
                 const std::string& name = "sheet.csv", const std::string& newName = "sheet.csv") {
    const std::string text = keptEditsText(SheetEdits::of(edits), {{0, name, rowsOf(before)}});
    return moveEdits(readKeptEdits(text).value(), {{0, newName, rowsOf(after)}});
}

std::string wordsOf(const MovedEdits& moved) {
    std::string words;
    for (const auto& [place, text] : moved.edits.cells())
        words += columnLetter(place.column) + std::to_string(place.row) + "=" + text + " ";
    for (const DroppedEdit& lost : moved.dropped)
        words += "-" + columnLetter(lost.place.column) + std::to_string(lost.place.row) + " ";
    return words;
}

const Lines kSheet{"Product,Leads,Industry", "filters,100,Sofware", "filters,,Retail",
                   "filters,250,Sofware", "filters,100,Sofware"};

} // namespace

class KeptEditsTest : public QObject {
    Q_OBJECT

private slots:
    void edits_ofAVersion_areFoundInTheNext_data() {
        QTest::addColumn<QString>("after");
        QTest::addColumn<QString>("expected");
        // C2 and C5 are edited, whose rows read the same, and B3.
        const auto row = [](const char* name, const std::string& after, const char* expected) {
            QTest::newRow(name) << QString::fromStdString(after) << expected;
        };
        row("the same rows", textOf(kSheet), "C2=Software B3=75 C5=Soft ");
        row("other delimiter", textOf(kSheet, ';'), "C2=Software B3=75 C5=Soft ");
        row("quoted, blanks around texts, carriage returns",
            "\"Product\", Leads ,Industry\r\n\"filters\",100 ,\"Sofware\"\r\nfilters,,Retail\r\n"
            "filters,250,Sofware\r\nfilters,\"100\",Sofware\r\n",
            "C2=Software B3=75 C5=Soft ");
        row("byte order mark", "\xEF\xBB\xBF" + textOf(kSheet), "C2=Software B3=75 C5=Soft ");
        row("trailing empty columns",
            "Product,Leads,Industry,,\nfilters,100,Sofware,,\n"
            "filters,,Retail,,\nfilters,250,Sofware,,\n"
            "filters,100,Sofware,,\n",
            "C2=Software B3=75 C5=Soft ");
        row("rows above",
            textOf({"Our list", "", kSheet[0], kSheet[1], kSheet[2], kSheet[3], kSheet[4]}),
            "C4=Software B5=75 C7=Soft ");
        row("sorted the other way round",
            textOf({kSheet[0], kSheet[4], kSheet[3], kSheet[2], kSheet[1]}),
            "C2=Software B4=75 C5=Soft ");
        row("an edited row changed",
            textOf({kSheet[0], kSheet[1], "filters,80,Retail", kSheet[3], kSheet[4]}),
            "C2=Software C5=Soft -B3 ");
        row("another row changed",
            textOf({kSheet[0], kSheet[1], kSheet[2], "filters,9,Glass", kSheet[4]}),
            "C2=Software B3=75 C5=Soft ");
        row("an edited row gone", textOf({kSheet[0], kSheet[1], kSheet[3], kSheet[4]}),
            "C2=Software C4=Soft -B3 ");
        row("one of two that read the same is gone",
            textOf({kSheet[0], kSheet[1], kSheet[2], kSheet[3]}), "B3=75 -C2 -C5 ");
        row("one more that reads the same",
            textOf({kSheet[0], kSheet[1], kSheet[1], kSheet[2], kSheet[3], kSheet[4]}),
            "B4=75 -C2 -C5 ");
        row("columns changed places", "Leads,Product,Industry\n100,filters,Sofware\n",
            "-C2 -B3 -C5 ");
        row("another sheet", "Name,City\nAda,Berlin\n", "-C2 -B3 -C5 ");
        row("nothing left", "", "-C2 -B3 -C5 ");
    }
    void edits_ofAVersion_areFoundInTheNext() {
        QFETCH(QString, after);
        QFETCH(QString, expected);
        const Edits edits{{{0, 2, 2}, "Software"}, {{0, 3, 1}, "75"}, {{0, 5, 2}, "Soft"}};
        if (after.isEmpty())
            QCOMPARE(
                wordsOf(moveEdits(readKeptEdits(keptEditsText(SheetEdits::of(edits),
                                                              {{0, "s", rowsOf(textOf(kSheet))}}))
                                      .value(),
                                  {{0, "s", std::make_shared<const TabRows>()}})),
                expected.toStdString());
        else
            QCOMPARE(wordsOf(moved(textOf(kSheet), edits, after.toStdString())),
                     expected.toStdString());
    }

    void edits_theSameForAllRowsThatReadTheSame_stayWhenTheirNumberChanges_data() {
        QTest::addColumn<int>("rows");
        QTest::addColumn<QString>("expected");
        QTest::newRow("as many") << 3 << "A2=x A3=x A4=x ";
        QTest::newRow("fewer") << 2 << "A2=x A3=x -A4 ";
        QTest::newRow("more: nobody said anything of the new one") << 4 << "A2=x A3=x A4=x ";
    }
    void edits_theSameForAllRowsThatReadTheSame_stayWhenTheirNumberChanges() {
        QFETCH(int, rows);
        QFETCH(QString, expected);
        Lines after{"h"};
        after.insert(after.end(), static_cast<std::size_t>(rows), "same");
        QCOMPARE(
            wordsOf(moved(textOf({"h", "same", "same", "same"}),
                          {{{0, 2, 0}, "x"}, {{0, 3, 0}, "x"}, {{0, 4, 0}, "x"}}, textOf(after))),
            expected.toStdString());
    }

    void tab_isFoundByItsNameItsRowsOrBecauseItIsTheOnlyOne_data() {
        QTest::addColumn<QStringList>("names"); // of the tabs now; the second has the kept rows
        QTest::addColumn<int>("expected");      // tab that has the correction now; -1 = none
        QTest::newRow("same name") << QStringList{"Other", "ICPs"} << 1;
        QTest::newRow("renamed") << QStringList{"Other", "Profiles"} << 1;
        QTest::newRow("name given to another tab") << QStringList{"ICPs", "Old"} << -1;
        QTest::newRow("one tab of another name") << QStringList{"list.csv"} << 0;
    }
    void tab_isFoundByItsNameItsRowsOrBecauseItIsTheOnlyOne() {
        QFETCH(QStringList, names);
        QFETCH(int, expected);
        const auto rows = rowsOf(textOf(kSheet));
        const std::string text =
            keptEditsText(SheetEdits::of({{{3, 3, 1}, "75"}}), {{3, "ICPs", rows}});
        std::vector<VersionTab> tabs;
        for (std::size_t i = 0; i < static_cast<std::size_t>(names.size()); ++i)
            tabs.push_back({i, names[static_cast<int>(i)].toStdString(),
                            i == 1 || names.size() == 1 ? rows : rowsOf("a,b\nc,d\n")});
        const MovedEdits found = moveEdits(readKeptEdits(text).value(), tabs);
        QCOMPARE(found.edits.size(), expected < 0 ? std::size_t{0} : std::size_t{1});
        QCOMPARE(found.dropped.size(), expected < 0 ? std::size_t{1} : std::size_t{0});
        if (expected >= 0)
            QCOMPARE(found.edits.cells().begin()->first.sheet, static_cast<std::size_t>(expected));
    }

    void sameContent_otherBytes_isKnownAgain() {
        const auto kept = readKeptEdits(keptEditsText(SheetEdits::of({{{0, 3, 1}, "75"}}),
                                                      {{0, "a.csv", rowsOf(textOf(kSheet))}}))
                              .value();
        QVERIFY(isSameContent(kept, {{0, "b.tsv", rowsOf(textOf(kSheet, ';'))}}));
        Lines more = kSheet;
        more.push_back("filters,1,New");
        QVERIFY(!isSameContent(kept, {{0, "b.tsv", rowsOf(textOf(more))}}));
        QVERIFY(!isSameContent(readKeptEdits(SheetEdits::of({{{0, 3, 1}, "75"}}).toJson()).value(),
                               {{0, "b.tsv", rowsOf(textOf(kSheet))}}));
    }

    void document_damaged_isRefusedOrKnowsNoRows_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("read");
        QTest::newRow("none") << QByteArray() << false;
        QTest::newRow("an array") << QByteArray("[]") << false;
        QTest::newRow("without marks") << QByteArray(R"({"version":1,"cells":[]})") << true;
        QTest::newRow("marks are no list")
            << QByteArray(R"({"version":1,"cells":[],"madeFor":7})") << true;
        QTest::newRow("odd content")
            << QByteArray(R"({"version":1,"cells":[],"madeFor":[{"rows":[{"content":"xy"}]},5]})")
            << true;
    }
    void document_damaged_isRefusedOrKnowsNoRows() {
        QFETCH(QByteArray, text);
        QFETCH(bool, read);
        const auto kept = readKeptEdits(text.toStdString());
        QCOMPARE(kept.has_value(), read);
        if (kept)
            QVERIFY(kept->tabs.empty());
    }

    void property_correction_neverLandsOnARowThatReadsOtherwise() {
        QVERIFY(rc::check("rows are changed, removed, added and moved at random", [] {
            const auto line = rc::gen::map(rc::gen::inRange(0, 6),
                                           [](int n) { return "row " + std::to_string(n) + ",x"; });
            const auto before = *rc::gen::nonEmpty(rc::gen::container<Lines>(line));
            const auto after = *rc::gen::nonEmpty(rc::gen::container<Lines>(line));
            Edits edits;
            for (std::uint32_t row = 1; row <= before.size(); ++row)
                if (*rc::gen::arbitrary<bool>())
                    edits.push_back({{0, row, 1}, std::to_string(row)});
            const MovedEdits result = moved(textOf(before), edits, textOf(after));
            RC_ASSERT(result.edits.size() + result.dropped.size() == edits.size());
            for (const auto& [place, text] : result.edits.cells()) {
                const auto old = static_cast<std::size_t>(std::stoi(text));
                RC_ASSERT(after.at(place.row - 1) == before.at(old - 1));
            }
            if (before == after)
                RC_ASSERT(result.dropped.empty());
        }));
    }
};

LEADSHEET_TEST(tst_kept_edits, KeptEditsTest);
#include "tst_kept_edits.moc"
