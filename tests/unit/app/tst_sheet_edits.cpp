// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/sheet_check.hpp"
#include "leadsheet/app/sheet_edits.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

namespace {

constexpr std::string_view kSheet = "Product,Leads,Industry\n"
                                    "filters,100,Sofware\n"
                                    "filters,,Retail\n"
                                    "filters,250,Sofware\n";

// "cell|cell" per row, from row 1.
std::string textOf(RowSource& source) {
    std::string text;
    RowView row;
    while (source.next(row).value() == Next::Row)
        for (std::uint32_t i = 0; i < row.repeat; ++i) {
            text += std::to_string(row.row + i) + ":";
            for (const Cell& cell : row.cells)
                text += " " + columnLetter(cell.column) + "=" + std::string(cell.text);
            text += "\n";
        }
    return text;
}

std::shared_ptr<SheetEdits> editsWith(const std::vector<SheetEdits::Change>& changes) {
    auto edits = std::make_shared<SheetEdits>();
    edits->apply("Edit", changes);
    return edits;
}

// A tab whose rows stand for several each, as an ODS file has them.
class RepeatedRows final : public RowSource {
public:
    SheetFormat format() const override { return SheetFormat::Ods; }
    std::span<const SheetInfo> sheets() const override { return {}; }
    SheetResult<void> open(std::size_t) override {
        given_ = false;
        return {};
    }
    SheetResult<Next> next(RowView& row) override {
        if (std::exchange(given_, true))
            return Next::End;
        cell_.kind = CellKind::Text;
        cell_.text = "same";
        row = {};
        row.row = 2;
        row.repeat = 5;
        row.cells = {&cell_, 1};
        return Next::Row;
    }
    SheetStats stats() const override { return {}; }
    const TextDialect* dialect() const override { return nullptr; }
    const InputDigests& digests() const override { return none_; }

private:
    bool given_ = false;
    Cell cell_;
    InputDigests none_;
};

} // namespace

class SheetEditsTest : public QObject {
    Q_OBJECT

private slots:
    void edits_laidOver_changeOnlyTheirCells() {
        SheetFolder folder;
        const auto file = folder.write("icp.csv", kSheet);
        auto source = withEdits(openSheet(file).value(), editsWith({{{0, 3, 1}, "75"},
                                                                    {{0, 4, 2}, ""},
                                                                    {{0, 2, 4}, "beyond"},
                                                                    {{0, 99, 0}, "no such row"},
                                                                    {{1, 2, 0}, "other tab"}}));
        QCOMPARE(textOf(*source), std::string("1: A=Product B=Leads C=Industry\n"
                                              "2: A=filters B=100 C=Sofware E=beyond\n"
                                              "3: A=filters B=75 C=Retail\n"
                                              "4: A=filters B=250\n"));
        QVERIFY(source->open(0));
        QVERIFY(textOf(*source).find("B=75") != std::string::npos);
        QCOMPARE(readAll(file), std::string(kSheet));
    }

    void edits_inRepeatedRows_splitThem() {
        auto source = withEdits(std::make_unique<RepeatedRows>(),
                                editsWith({{{0, 4, 0}, "edited"}, {{0, 6, 1}, "last"}}));
        QCOMPARE(textOf(*source),
                 std::string("2: A=same\n3: A=same\n4: A=edited\n5: A=same\n6: A=same B=last\n"));
    }

    void lostEdit_isTheFirstWithoutARow_data() {
        QTest::addColumn<QList<quint32>>("edited");
        QTest::addColumn<quint32>("lost");    // 0 = none
        QTest::addColumn<quint32>("lastRow"); // 0 = the tab goes on
        // The tab has the rows 2 to 6.
        QTest::newRow("all there") << QList<quint32>{2, 4, 6} << 0U << 0U;
        QTest::newRow("before the first row") << QList<quint32>{1, 3} << 1U << 0U;
        QTest::newRow("behind the last row") << QList<quint32>{3, 7, 9} << 7U << 6U;
        QTest::newRow("none") << QList<quint32>{} << 0U << 0U;
    }
    void lostEdit_isTheFirstWithoutARow() {
        QFETCH(QList<quint32>, edited);
        QFETCH(quint32, lost);
        QFETCH(quint32, lastRow);
        std::vector<SheetEdits::Change> changes{{{1, 99, 0}, "other tab"}};
        for (const quint32 row : edited)
            changes.push_back({{0, row, 3}, "x"});
        RepeatedRows source;
        const auto found = firstLostEdit(source, *editsWith(changes)).value();
        QCOMPARE(found.has_value(), lost != 0);
        if (found) {
            QVERIFY((found->place == CellPlace{0, lost, 3}));
            QCOMPARE(found->lastRow.value_or(0), lastRow);
        }
    }

    void undo_andRedo_walkTheSteps() {
        SheetEdits edits;
        edits.apply("First", {{{0, 2, 0}, "a"}, {{0, 3, 0}, "b"}});
        edits.apply("Second", {{{0, 2, 0}, "c"}, {{0, 2, 0}, "d"}});
        QCOMPARE(edits.undoLabel(), std::string_view("Second"));
        QCOMPARE(*edits.find({0, 2, 0}), std::string("d"));
        QCOMPARE(edits.undo().size(), std::size_t{2});
        QCOMPARE(*edits.find({0, 2, 0}), std::string("a"));
        edits.undo();
        QVERIFY(!edits.canUndo());
        QCOMPARE(edits.size(), std::size_t{0});
        QCOMPARE(edits.redoLabel(), std::string_view("First"));
        edits.redo();
        edits.redo();
        QCOMPARE(*edits.find({0, 2, 0}), std::string("d"));
        QCOMPARE(*edits.find({0, 3, 0}), std::string("b"));
        QVERIFY(!edits.canRedo());
        QVERIFY(edits.redo().empty());
    }

    void apply_afterUndo_forgetsWhatWasUndone() {
        SheetEdits edits;
        edits.apply("First", {{{0, 2, 0}, "a"}});
        edits.undo();
        edits.apply("Other", {{{0, 5, 0}, "b"}});
        QVERIFY(!edits.canRedo());
        QCOMPARE(edits.find({0, 2, 0}), nullptr);
    }

    void apply_nothingNew_isNoStep() {
        SheetEdits edits;
        edits.apply("Nothing", {});
        edits.apply("First", {{{0, 2, 0}, "a"}});
        edits.apply("Same", {{{0, 2, 0}, "a"}});
        QCOMPARE(edits.undoLabel(), std::string_view("First"));
        edits.restore("Back", {{0, 2, 0}, {0, 9, 9}});
        QCOMPARE(edits.find({0, 2, 0}), nullptr);
        edits.undo();
        QCOMPARE(*edits.find({0, 2, 0}), std::string("a"));
    }

    void fillDown_copiesTheFirstCell() {
        SheetFolder folder;
        auto source = openSheet(folder.write("icp.csv", kSheet)).value();
        const auto changes = fillDown(*source, {0, 2, 1}, 3).value();
        QCOMPARE(changes.size(), std::size_t{1});
        QVERIFY((changes[0].place == CellPlace{0, 3, 1}));
        QCOMPARE(changes[0].text, std::string("100"));
    }

    void check_withEdits_seesTheCorrectedSheet() {
        SheetFolder folder;
        const auto file = folder.write("icp.csv", kSheet);
        CheckOptions options;
        options.edits = editsWith({{{0, 3, 1}, "75"}});
        auto check = SheetCheck::open(file, options).value();
        CheckedRow row;
        while (check.next(row).value() == Next::Row) {
        }
        QCOMPARE(check.summary().ready, std::uint64_t{3});
        QCOMPARE(check.summary().leads, std::int64_t{425});
    }

    void json_roundTrip_keepsEveryCell() {
        SheetEdits edits;
        edits.apply("Edit", {{{1, 12, 27}, "Zürich \"x\"\n"}, {{0, 3, 1}, ""}});
        auto back = SheetEdits::fromJson(edits.toJson()).value();
        QCOMPARE(back.size(), std::size_t{2});
        QCOMPARE(*back.find({1, 12, 27}), std::string("Zürich \"x\"\n"));
        QCOMPARE(*back.find({0, 3, 1}), std::string());
        QVERIFY(!back.canUndo());
    }

    void file_savedAndLoaded_isTheSame() {
        SheetFolder folder;
        SheetEdits edits;
        edits.apply("Edit", {{{0, 3, 1}, "75"}});
        QVERIFY(edits.save(folder.path("corrections.json")));
        QCOMPARE(*SheetEdits::load(folder.path("corrections.json")).value().find({0, 3, 1}),
                 std::string("75"));
        QCOMPARE(SheetEdits::load(folder.path("none.json")).error().code, SheetErrorCode::NotFound);
    }

    void json_damaged_isRefused_data() {
        QTest::addColumn<QString>("text");
        QTest::newRow("no json") << "{";
        QTest::newRow("no members") << "{}";
        QTest::newRow("version") << R"({"version":2,"cells":[]})";
        QTest::newRow("no text") << R"({"version":1,"cells":[{"tab":0,"cell":"A1"}]})";
        QTest::newRow("no cell") << R"({"version":1,"cells":[{"tab":0,"cell":"1A","text":""}]})";
        QTest::newRow("row 0") << R"({"version":1,"cells":[{"tab":0,"cell":"A0","text":""}]})";
        QTest::newRow("tab") << R"({"version":1,"cells":[{"tab":-1,"cell":"A1","text":""}]})";
    }
    void json_damaged_isRefused() {
        QFETCH(QString, text);
        const auto edits = SheetEdits::fromJson(text.toStdString());
        QVERIFY(!edits);
        QCOMPARE(edits.error().code, SheetErrorCode::InvalidOption);
    }

    void cellEdit_parses_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("sheet");
        QTest::addColumn<QString>("value");
        QTest::newRow("plain") << "C12=250" << 1 << "250";
        QTest::newRow("small letters") << "c12 =a=b!" << 1 << "a=b!";
        QTest::newRow("empty") << "C12=" << 1 << "";
        QTest::newRow("tab") << "Old!C12=x" << 0 << "x";
        QTest::newRow("quoted tab") << "'a!b=c'!C12=x" << 2 << "x";
        QTest::newRow("no equals") << "C12" << -1 << "";
        QTest::newRow("no cell") << "12C=1" << -1 << "";
        QTest::newRow("no such tab") << "Older!C12=x" << -1 << "";
        QTest::newRow("quote left open") << "'Old!C12=x" << -1 << "";
    }
    void cellEdit_parses() {
        QFETCH(QString, text);
        QFETCH(int, sheet);
        QFETCH(QString, value);
        const std::vector<SheetInfo> sheets{{"Old", {}, 0}, {"New", {}, 0}, {"a!b=c", {}, 0}};
        const auto change = parseCellEdit(text.toStdString(), 1, sheets);
        QCOMPARE(change.has_value(), sheet >= 0);
        if (!change)
            return;
        QCOMPARE(change->text, value.toStdString());
        QVERIFY((change->place == CellPlace{static_cast<std::size_t>(sheet), 12, 2}));
    }
};

LEADSHEET_TEST(tst_sheet_edits, SheetEditsTest);
#include "tst_sheet_edits.moc"
