// SPDX-License-Identifier: Apache-2.0
#include "screenshot.hpp"
#include "submit_scene.hpp"
#include "test_main.hpp"

#include "submit/map_model.hpp"
#include "submit/map_parts.hpp"
#include "submit/submit_step.hpp"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QScrollBar>
#include <QTableView>
#include <QToolButton>

#include <filesystem>
#include <fstream>

using namespace leadsheet;
using namespace leadsheet::desktop;
using namespace leadsheet::test;

namespace {

QTableView& table(SubmitScene& scene) {
    return *scene.window().findChild<QTableView*>(QStringLiteral("mapTable"));
}

MapModel& model(SubmitScene& scene) {
    return *qobject_cast<MapModel*>(table(scene).model());
}

void choose(SubmitScene& scene, std::uint32_t column) {
    table(scene).selectRow(model(scene).rowOf(column));
}

QString cell(SubmitScene& scene, std::uint32_t column, MapModel::Column shown) {
    return model(scene).index(model(scene).rowOf(column), shown).data().toString();
}

FieldList& fields(SubmitScene& scene) {
    return *scene.window().findChild<FieldList*>();
}

/// Chooses a field for a column as a person does: the row, typing what is looked for, Enter.
void fill(SubmitScene& scene, std::uint32_t column, const QString& search) {
    choose(scene, column);
    QTest::keyClicks(&table(scene), search.left(1));
    auto* line = fields(scene).findChild<QLineEdit*>(QStringLiteral("fieldSearch"));
    QVERIFY(line->isVisible() && line->text() == search.left(1));
    QTest::keyClicks(line, search.mid(1));
    QTest::keyClick(line, Qt::Key_Return);
    QVERIFY(!line->isVisible());
}

/// Those that are shown; none of them may be out of sight.
QList<int> shownColumns(SubmitScene& scene) {
    QList<int> shown;
    for (int column = 0; column < MapModel::ColumnCount; ++column)
        if (!table(scene).isColumnHidden(column))
            shown << column;
    return shown;
}

std::string targetOf(SubmitScene& scene, std::uint32_t column) {
    const app::ColumnRule* rule = ruleOf(scene.job().columnMap(), column);
    return rule == nullptr ? std::string() : rule->target;
}

bool openMap(SubmitScene& scene, const QByteArray& sheet) {
    return scene.open(scene.write(QStringLiteral("sheet.csv"), sheet)) && scene.goToMap();
}

} // namespace

class SubmitMapTest : public QObject {
    Q_OBJECT

private slots:
    void nameInTheLanguageOfTheWindow_isSaidToBeTheSame() {
        const Translations german(QStringLiteral("de"));
        SubmitScene scene;
        QVERIFY(openMap(scene, "Produkt,Branche,Orte\nfilters,Retail,Berlin\n"));
        QCOMPARE(cell(scene, 0, MapModel::Sureness), QStringLiteral("Sicher: gleicher Name"));
        QCOMPARE(cell(scene, 1, MapModel::Sureness),
                 QStringLiteral("Sicher: ein anderer Name dafür"));
        QCOMPARE(cell(scene, 2, MapModel::Sureness), QStringLiteral("Sicher: gleicher Name"));
    }

    void scrollBar_ofTheTable_standsOnlyWhereRowsDoNotFit() {
        SubmitScene scene;
        QVERIFY(openMap(scene, "Product,Industries\nfilters,Retail\n"));
        const auto settled = [&scene](bool fit) {
            const QTableView& shown = table(scene);
            return (shown.verticalHeader()->length() <= shown.viewport()->height()) == fit &&
                   shown.verticalScrollBar()->isVisible() != fit;
        };
        LEADSHEET_WAIT(settled(true));
        QByteArray names("Product");
        for (int column = 0; column < 60; ++column)
            names += ",Column " + QByteArray::number(column);
        QVERIFY(openMap(scene, names + "\nfilters\n"));
        LEADSHEET_WAIT(settled(false));
        QVERIFY(openMap(scene, "Product,Industries\nfilters,Retail\n"));
        LEADSHEET_WAIT(settled(true));
    }

    void sample_opened_isMappedInWords();
    void field_chosenBySearch_fillsTheColumnAndTakesItFromTheOther();
    void field_clicked_isChosenFromTheListInPlace();
    void columns_notUsed_standAtTheEndAndNarrowingOnesAhead();
    void column_leftOut_isRememberedForOtherSheets();
    void suggestion_untilAccepted_fillsNothing();
    void steps_addedAndRemoved_showWhatTheyChange();
    void steps_thatContradict_replaceEachOther();
    void value_forEveryRow_freesItsColumn();
    void mapping_undone_isAsBefore();
    void map_saved_isInForceForTheSameColumns();
    void map_savedAndDamaged_isRefused();
    void required_missing_isSaidAndStopsTheWay();
    void model_anyMap_keepsItsPromises();
    void stepOnTheStrip_longSummary_isShownWhole();
    void largeText_nothingIsCut();
    void whyAColumnIsNotUsed_isShownWhole();
    void fieldOfTheSameName_isSaidOnce();
};

void SubmitMapTest::sample_opened_isMappedInWords() {
    SubmitScene scene;
    QVERIFY(scene.press("trySample"));
    QTRY_VERIFY_WITH_TIMEOUT(
        scene.job().state() == SheetJob::State::Open && !scene.job().rows().isLoading(), kPatience);
    QVERIFY(scene.goToMap());
    QCOMPARE(targetOf(scene, 1), std::string("industries"));
    QCOMPARE(cell(scene, 1, MapModel::Target), QStringLiteral("Industries"));
    QVERIFY(cell(scene, 1, MapModel::Sureness).startsWith(QStringLiteral("Certain")));
    QVERIFY(cell(scene, 1, MapModel::Samples).contains(QStringLiteral("Maschinenbau")));
    choose(scene, 5);
    QCOMPARE(shownColumns(scene).size(), qsizetype{MapModel::ColumnCount});
    QTRY_COMPARE_WITH_TIMEOUT(table(scene).horizontalScrollBar()->maximum(), 0, kPatience);
    QCOMPARE(scene.look(QStringLiteral("map-sample")), QString());
    QVERIFY(scene.page().commandLine().startsWith(QStringLiteral("leadsheet map suggest ")));
    QVERIFY(scene.page().commandLine().contains(QStringLiteral("industries=Branche")));
}

void SubmitMapTest::field_chosenBySearch_fillsTheColumnAndTakesItFromTheOther() {
    SubmitScene scene;
    QVERIFY(openMap(scene, cleanSheet(5)));
    QCOMPARE(targetOf(scene, 3), std::string("locations"));
    fill(scene, 1, QStringLiteral("locations"));
    QCOMPARE(targetOf(scene, 1), std::string("locations"));
    QCOMPARE(targetOf(scene, 3), std::string());
    QCOMPARE(cell(scene, 1, MapModel::Sureness), QStringLiteral("As you chose"));
}

void SubmitMapTest::field_clicked_isChosenFromTheListInPlace() {
    SubmitScene scene;
    QVERIFY(openMap(scene, cleanSheet(5)));
    const auto place = [&](std::uint32_t column) {
        return table(scene).visualRect(
            model(scene).index(model(scene).rowOf(column), MapModel::Target));
    };
    const auto click = [&](std::uint32_t column) {
        QTest::mouseClick(table(scene).viewport(), Qt::LeftButton, {}, place(column).center());
    };
    click(1);
    QVERIFY(fields(scene).isVisible());
    auto* list = fields(scene).findChild<QListWidget*>(QStringLiteral("fields"));
    QCOMPARE(list->currentItem()->text(), QStringLiteral("Industries"));
    QCOMPARE(complaints(fields(scene)), QStringList());
    QTest::keyClick(&fields(scene), Qt::Key_Escape);
    QVERIFY(!fields(scene).isVisible());
    QVERIFY(table(scene).hasFocus());
    QCOMPARE(targetOf(scene, 1), std::string("industries"));
    // The row stays under the pointer when its column is not used any more.
    const QRect before = place(1);
    click(1);
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                      list->visualItemRect(list->item(0)).center());
    QCOMPARE(targetOf(scene, 1), std::string());
    QCOMPARE(place(1), before);
    QVERIFY(table(scene).hasFocus());
    // A field is never chosen for a column of another sheet.
    click(1);
    emit scene.job().stateChanged();
    QVERIFY(!fields(scene).isVisible());
}

void SubmitMapTest::columns_notUsed_standAtTheEndAndNarrowingOnesAhead() {
    SubmitScene scene;
    QVERIFY(openMap(scene, "Row,Excluded industries,Product,Colour,Industry,Job title,Lead count\n"
                           "a,Banks,filters,red,Software,CEO,10\n"
                           "b,Shops,filters,blue,Steel,CTO,20\n"));
    QStringList names;
    for (int row = 0; row < model(scene).rowCount(); ++row)
        names << model(scene)
                     .index(row, MapModel::Name)
                     .data()
                     .toString()
                     .section(QStringLiteral(" · "), 1);
    QCOMPARE(names, (QStringList{QStringLiteral("Product"), QStringLiteral("Industry"),
                                 QStringLiteral("Job title"), QStringLiteral("Lead count"),
                                 QStringLiteral("Excluded industries"), QStringLiteral("Row"),
                                 QStringLiteral("Colour")}));
    QCOMPARE(model(scene).standing(1), MapModel::Standing::Narrows);
    QCOMPARE(cell(scene, 1, MapModel::Target), QStringLiteral("Not used, may narrow"));
    QVERIFY(!cell(scene, 1, MapModel::Sureness).isEmpty());
    choose(scene, 1);
    QCOMPARE(scene.look(QStringLiteral("map-not-used")), QString());
    // What a person changes is put in order when the step is entered the next time.
    fill(scene, 3, QStringLiteral("keywords"));
    QCOMPARE(model(scene).rowOf(3), 6);
    scene.page().goTo(0);
    scene.page().goTo(1);
    QCOMPARE(model(scene).rowOf(3), 1);
    QCOMPARE(targetOf(scene, 3), std::string("keywords"));
}

void SubmitMapTest::column_leftOut_isRememberedForOtherSheets() {
    SubmitScene scene;
    QVERIFY(openMap(scene, cleanSheet(5)));
    fill(scene, 3, QStringLiteral("leave out"));
    QCOMPARE(scene.job().columnMap().ignored, std::vector<std::uint32_t>{3});
    QVERIFY(scene.press("continueToCheck"));
    const auto learned = [&] {
        const auto names =
            app::LearnedNames::load(scene.program.workspace().folders().learnedNamesFile());
        return names ? std::string(names->targetFor("Location")) : std::string();
    };
    QTRY_COMPARE_WITH_TIMEOUT(learned(), std::string(app::LearnedNames::kLeftOut), kPatience);
}

void SubmitMapTest::suggestion_untilAccepted_fillsNothing() {
    SubmitScene scene;
    QVERIFY(openMap(scene, "Product,Branch type,Job title,Amount of contacts wanted\n"
                           "filters,Software,CEO,100\nfilters,Steel,CTO,50\n"));
    if (scene.job().columnMap().suggestions.empty()) {
        // The matcher became better than this sheet; the button's way is then shown by hand.
        auto map = scene.job().columnMap();
        map = withoutTarget(map, 1);
        map.suggestions.push_back({1, "Branch type", "industries", {}});
        scene.job().setColumnMap(map);
    }
    const app::Suggestion offered = scene.job().columnMap().suggestions.front();
    QCOMPARE(targetOf(scene, offered.column), std::string());
    choose(scene, offered.column);
    auto* words = scene.window().findChild<QLabel*>(QStringLiteral("suggestion"));
    QVERIFY(words != nullptr);
    QVERIFY2(!words->text().contains(QStringLiteral("()")), qPrintable(words->text()));
    QCOMPARE(scene.look(QStringLiteral("map-suggestion")), QString());
    QVERIFY(scene.press("acceptSuggestion"));
    QCOMPARE(targetOf(scene, offered.column), offered.target);
}

void SubmitMapTest::steps_addedAndRemoved_showWhatTheyChange() {
    SubmitScene scene;
    QVERIFY(openMap(scene, cleanSheet(5)));
    choose(scene, 1);
    auto* chips = scene.window().findChild<StepChips*>();
    QVERIFY(!chips->isVisible());
    QVERIFY(scene.press("showSteps"));
    QVERIFY(chips->isVisible());
    auto* addStep = chips->findChild<QToolButton*>(QStringLiteral("addStep"));
    const auto add = [&](const QString& name) {
        for (QAction* action : addStep->menu()->actions())
            if (action->text() == name)
                action->trigger();
    };
    add(QStringLiteral("UPPER CASE"));
    const auto* preview = scene.window().findChild<QLabel*>(QStringLiteral("stepPreview"));
    QVERIFY(preview->text().contains(QStringLiteral("Industry 1 → INDUSTRY 1")));
    // A step with words of its own asks for them in the page.
    add(QStringLiteral("Replace…"));
    auto* first = chips->findChildren<QLineEdit*>().at(0);
    QTRY_VERIFY(first->isVisible());
    QTest::keyClicks(first, QStringLiteral("INDUSTRY"));
    QTest::keyClicks(chips->findChildren<QLineEdit*>().at(1), QStringLiteral("Field"));
    QTest::keyClick(chips->findChildren<QLineEdit*>().at(1), Qt::Key_Return);
    QCOMPARE(ruleOf(scene.job().columnMap(), 1)->transforms.size(), std::size_t{2});
    QVERIFY(preview->text().contains(QStringLiteral("Industry 1 → Field 1")));
    QCOMPARE(scene.look(QStringLiteral("map-steps")), QString());
    QVERIFY(scene.press("stepChip"));
    QCOMPARE(ruleOf(scene.job().columnMap(), 1)->transforms.size(), std::size_t{1});
}

void SubmitMapTest::steps_thatContradict_replaceEachOther() {
    SubmitScene scene;
    QVERIFY(openMap(scene, cleanSheet(5)));
    choose(scene, 1);
    auto* chips = scene.window().findChild<StepChips*>();
    const auto steps = [&](const QStringList& added) {
        for (const QString& label : added)
            for (QAction* action : chips->findChild<QMenu*>()->actions())
                if (action->text() == label)
                    action->trigger();
        std::vector<app::TransformKind> kinds;
        for (const app::Transform& step : ruleOf(scene.job().columnMap(), 1)->transforms)
            kinds.push_back(step.kind);
        return kinds;
    };
    using enum app::TransformKind;
    using Kinds = std::vector<app::TransformKind>;
    QCOMPARE(steps({QStringLiteral("fill down")}), Kinds{Down});
    QCOMPARE(steps({QStringLiteral("leave empty cells empty")}), Kinds{Blank});
    QCOMPARE(steps({QStringLiteral("fill down")}), Kinds{Down});
    QCOMPARE(steps({QStringLiteral("number like 1,234.5"), QStringLiteral("number like 1.234,5")}),
             (Kinds{Down, Number}));
}

void SubmitMapTest::value_forEveryRow_freesItsColumn() {
    SubmitScene scene;
    QVERIFY(openMap(scene, cleanSheet(5)));
    auto* field = scene.window().findChild<QComboBox*>(QStringLiteral("valueField"));
    field->setCurrentIndex(field->findData(QStringLiteral("leadCount")));
    auto* value = scene.window().findChild<QLineEdit*>(QStringLiteral("valueText"));
    QTest::keyClicks(value, QStringLiteral("25"));
    QVERIFY(scene.press("addValue"));
    QCOMPARE(scene.job().columnMap().valueFor("leadCount")->value, std::string("25"));
    QCOMPARE(targetOf(scene, 4), std::string());
    QVERIFY(scene.page().commandLine().contains(QStringLiteral("leadCount:=25")));
    QVERIFY(scene.press("valueChip"));
    QCOMPARE(scene.job().columnMap().valueFor("leadCount"), nullptr);
}

void SubmitMapTest::mapping_undone_isAsBefore() {
    SubmitScene scene;
    QVERIFY(openMap(scene, cleanSheet(5)));
    fill(scene, 1, QStringLiteral("keywords"));
    QCOMPARE(targetOf(scene, 1), std::string("keywords"));
    QTest::keyClick(&table(scene), Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(targetOf(scene, 1), std::string("industries"));
    QTest::keyClick(&table(scene), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(targetOf(scene, 1), std::string("keywords"));
}

void SubmitMapTest::map_saved_isInForceForTheSameColumns() {
    SubmitScene scene;
    QVERIFY(openMap(scene, cleanSheet(5)));
    fill(scene, 1, QStringLiteral("keywords"));
    QVERIFY(scene.press("continueToCheck"));
    const auto header = scene.job().headerNames();
    const auto saved = [&] {
        const auto map =
            app::findSavedMap(scene.program.workspace().folders().mapsFolder(), header);
        return map && map->has_value();
    };
    QTRY_VERIFY_WITH_TIMEOUT(saved(), kPatience);
    QVERIFY(scene.open(scene.write(QStringLiteral("next month.csv"), cleanSheet(7))));
    QVERIFY(scene.job().isMapSaved());
    QCOMPARE(targetOf(scene, 1), std::string("keywords"));
    QVERIFY(scene.goToMap());
    QCOMPARE(scene.look(QStringLiteral("map-saved")), QString());
}

void SubmitMapTest::map_savedAndDamaged_isRefused() {
    SubmitScene scene;
    const auto folder = scene.program.workspace().folders().mapsFolder();
    std::filesystem::create_directories(folder);
    const std::string name =
        app::headerSignature({"Product", "Industry", "Job title", "Location", "Lead count"}) +
        ".json";
    std::ofstream(folder / name) << "{\"leadsheetMap\": 1, \"columns\": [";
    scene.job().open(scene.write(QStringLiteral("sheet.csv"), cleanSheet(5)));
    QTRY_COMPARE_WITH_TIMEOUT(scene.job().state(), SheetJob::State::Unreadable, kPatience);
    QCOMPARE(scene.job().error().code, app::SheetErrorCode::MapInvalid);
    const std::string said = scene.job().error().message();
    QVERIFY2(said.find(name) != std::string::npos, said.c_str());
    QVERIFY2(said.find("Delete it and map the columns again") != std::string::npos, said.c_str());
}

void SubmitMapTest::required_missing_isSaidAndStopsTheWay() {
    SubmitScene scene;
    QVERIFY(openMap(scene, "Product,Industry\nfilters,Software\n"));
    QVERIFY(!scene.press("continueToCheck"));
    scene.page().goTo(2);
    QCOMPARE(scene.page().currentStep(), 1);
    QCOMPARE(scene.look(QStringLiteral("map-missing")), QString());
}

void SubmitMapTest::model_anyMap_keepsItsPromises() {
    MapModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setSheet({"a", "b"}, {{2, {"1", "2", "3"}}});
    QCOMPARE(model.rowCount(), 3);
    app::ColumnMap map;
    map.headers = {"a", "b"};
    map = withTarget(map, 2, "industries");
    model.setMap(map);
    QCOMPARE(model.standing(2), MapModel::Standing::Mapped);
    model.setMap(withIgnored(map, 2));
    QCOMPARE(model.standing(2), MapModel::Standing::LeftOut);
    QCOMPARE(model.samples(2, 3), QStringList{QStringLiteral("3")});
    model.setSheet({}, {});
    QCOMPARE(model.rowCount(), 0);
}

void SubmitMapTest::stepOnTheStrip_longSummary_isShownWhole() {
    StepButton step(2);
    const QString summary = QStringLiteral("7 columns mapped, 12 not accepted");
    step.present(QStringLiteral("Map"), summary, StepState::Done);
    const int line = step.fontMetrics().lineSpacing();
    const int threeLines = step.fontMetrics().horizontalAdvance(summary) / 2;
    constexpr int kBadgeAndMargins = 50;
    QVERIFY(step.fontMetrics()
                .boundingRect(QRect(0, 0, threeLines, 1000), Qt::TextWordWrap, summary)
                .height() > 2 * line);
    QVERIFY(step.heightForWidth(threeLines + kBadgeAndMargins) >= 4 * line);
    step.resize(threeLines + kBadgeAndMargins, 4 * line);
    QCOMPARE(step.shownSummary().simplified(), summary);
    // What four lines would take shows that it is cut.
    step.present(QStringLiteral("Map"), summary + QLatin1Char(' ') + summary, StepState::Done);
    QCOMPARE(step.shownSummary().count(QChar::LineFeed), 2);
    QVERIFY2(step.shownSummary().endsWith(QChar(0x2026)), qPrintable(step.shownSummary()));
}

void SubmitMapTest::largeText_nothingIsCut() {
    const QFont before = QApplication::font();
    QFont large = before;
    large.setPointSize(14);
    QApplication::setFont(large);
    {
        SubmitScene scene;
        QVERIFY(openMap(scene, cleanSheet(5)));
        QCOMPARE(scene.look(QStringLiteral("map-14pt")), QString());
        QCOMPARE(shownColumns(scene).size(), qsizetype{MapModel::ColumnCount});
        scene.window().resize(900, 720);
        // What there is no room for in the table is below it.
        QTRY_COMPARE_WITH_TIMEOUT(table(scene).horizontalScrollBar()->maximum(), 0, kPatience);
        for (const int column : {MapModel::Name, MapModel::Samples, MapModel::Target})
            QVERIFY(shownColumns(scene).contains(column));
        const auto* sure = scene.window().findChild<QLabel*>(QStringLiteral("sureness"));
        QTRY_VERIFY_WITH_TIMEOUT(sure->isVisible(), kPatience);
        QVERIFY(sure->text().startsWith(QStringLiteral("Certain")));
    }
    QApplication::setFont(before);
}

void SubmitMapTest::whyAColumnIsNotUsed_isShownWhole() {
    const QFont before = QApplication::font();
    QFont large = before;
    large.setPointSize(14);
    QApplication::setFont(large);
    {
        const Translations german(QStringLiteral("de"));
        SubmitScene scene;
        scene.window().resize(1240, 720);
        QVERIFY(openMap(scene, "Produkt,Branche,Leads,Budget\n"
                               "filters,Maschinen- und Anlagenbau,100,5000 EUR\n"));
        const QTableView& columns = table(scene);
        QTRY_VERIFY_WITH_TIMEOUT(columns.rowHeight(3) > columns.rowHeight(0), kPatience);
        const QModelIndex why = columns.model()->index(3, MapModel::Sureness);
        QVERIFY2(!columns.isColumnHidden(MapModel::Sureness) && why.data().toString().size() > 40,
                 qPrintable(why.data().toString()));
        const auto hasRoom = [&] {
            const QRect room = columns.visualRect(why).adjusted(8, 0, -8, 0);
            const QRect words = columns.fontMetrics().boundingRect(
                QRect(0, 0, room.width(), 10'000), Qt::TextWordWrap, why.data().toString());
            return words.height() <= room.height();
        };
        QTRY_VERIFY_WITH_TIMEOUT(hasRoom(), kPatience);
        // The fields take what those in use need, and leave the cells of the sheet the rest.
        QVERIFY(columns.columnWidth(MapModel::Samples) >=
                columns.fontMetrics().horizontalAdvance(QString(16, QLatin1Char('n'))));
        scene.look(QStringLiteral("map-german-14pt"));
    }
    QApplication::setFont(before);
}

void SubmitMapTest::fieldOfTheSameName_isSaidOnce() {
    SubmitScene scene;
    scene.window().resize(1240, 720);
    QVERIFY(openMap(scene, "Product,Industry\nfilters,Retail\n"));
    const auto* sure = scene.window().findChild<QLabel*>(QStringLiteral("sureness"));
    QTRY_VERIFY_WITH_TIMEOUT(!sure->isVisible(), kPatience);
    QStringList all;
    for (const auto* label : scene.page().findChildren<QLabel*>())
        if (label->isVisible())
            all << label->text();
    QVERIFY2(all.contains(QStringLiteral("Product fills the field of the same name")),
             qPrintable(all.join(QLatin1Char('|'))));
}

LEADSHEET_TEST(tst_submit_map, SubmitMapTest);
#include "tst_submit_map.moc"
