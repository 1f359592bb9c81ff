// SPDX-License-Identifier: Apache-2.0
#include "screenshot.hpp"
#include "test_main.hpp"
#include "wishes_scene.hpp"
#include "workbook_file.hpp"

#include "run/run_rows_model.hpp"

#include <QAction>
#include <QCheckBox>
#include <QMenu>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>
#include <QtTest/qtestmouse.h> // for widgets: the precompiled header knows none
#include <QtTest>

using namespace leadsheet;
using namespace leadsheet::desktop;
using namespace leadsheet::test;

namespace {

/// The third step in the strip over the page: a map that needs nobody is passed over.
constexpr const char* kCheckChip = "step3";

/// A person with a mouse and no keyboard; counts what is pressed.
class Mouse {
public:
    explicit Mouse(QWidget& window)
        : window_(window) {}

    /// The button of this name that can be pressed, as soon as there is one.
    void press(const char* name) {
        LEADSHEET_WAIT(found(name) != nullptr);
        press(*found(name));
    }
    void press(QAbstractButton& button) {
        QTest::mouseClick(&button, Qt::LeftButton);
        settle(); // a person is slower than the window
        ++clicks_;
    }
    QAbstractButton* found(const char* name) const {
        for (auto* button : window_.findChildren<QAbstractButton*>(QLatin1String(name)))
            if (button->isVisible() && button->isEnabled())
                return button;
        return nullptr;
    }
    /// An entry of the menu behind a part of a sentence: one click opens it, one chooses.
    void chooseIn(const char* phrase, const QString& entry) {
        LEADSHEET_WAIT(found(phrase) != nullptr);
        for (QAction* action : qobject_cast<QToolButton*>(found(phrase))->menu()->actions())
            if (action->text().startsWith(entry)) {
                action->trigger();
                clicks_ += 2;
                return;
            }
        qFatal("no entry %s", qPrintable(entry));
    }
    void chooseTab(int tab) {
        for (auto* bar : window_.findChildren<QTabBar*>(QStringLiteral("sheetTabs")))
            if (bar->isVisible())
                QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(tab).center());
        settle();
        ++clicks_;
    }
    /// What is done in a window of the system, which is none of this program.
    void elsewhere(int clicks) { clicks_ += clicks; }
    int clicks() const { return clicks_; }

private:
    QWidget& window_;
    int clicks_ = 0;
};

/// Two tabs of orders below a title, with other columns each, a product misspelt, a sum, a row that
/// is there twice; and one of notes.
QByteArray messyWorkbook() {
    WorkbookTab notes;
    notes.name = QStringLiteral("Hinweise");
    notes.rows = {{"Stand: drittes Quartal"}, {"Bestellt wird aus Nord und Süd."}};
    WorkbookTab north;
    north.name = QStringLiteral("Neukunden Norden");
    north.rows = {{"Zielkunden Nord"},
                  {},
                  {"Produkt", "Branche", "Position", "Ort", "Anzahl Leads", "Bemerkung"},
                  {"filters", "Maschinenbau", "Geschäftsführer", "Hamburg", "50", ""},
                  {"fliters", "Logistik", "Einkaufsleiter", "Bremen", "20", "wichtig"},
                  {"Summe", "", "", "", "70", ""}};
    WorkbookTab south;
    south.name = QStringLiteral("Süd");
    south.rows = {{"Ort", "Zielbranche", "Jobtitel", "Leads", "Produkt"},
                  {"München", "Software", "CTO", "30", "filters"},
                  {"Stuttgart", "Automotive", "CEO", "1.000", "filters"},
                  {"München", "Software", "CTO", "30", "filters"}};
    return workbookOf({notes, north, south});
}

/// Rows that could be ordered now; 0 while that is not known.
std::uint64_t ready(WishesScene& scene) {
    const auto* found = scene.page().job().checked();
    return found != nullptr ? found->ready : 0;
}

/// "50 Hamburg" of each order, sorted.
QStringList bought(const std::vector<Order>& orders) {
    QStringList all;
    for (const Order& order : orders) {
        const auto request =
            QJsonDocument::fromJson(QByteArray::fromStdString(order.request)).object();
        all << QStringLiteral("%1 %2").arg(
            QString::number(request.value(QStringLiteral("leadCount")).toInt()),
            request.value(QStringLiteral("locations")).toArray().at(0).toString());
    }
    all.sort();
    return all;
}

} // namespace

/// How often a person presses something until what they want is ordered.
class ClicksTest : public QObject {
    Q_OBJECT

private slots:
    void firstOrder_inTheSandbox_takesFourClicks() {
        DesktopScene scene;
        scene.program().start(false);
        Mouse mouse(scene.window());
        mouse.press("welcomeSample");
        for (const char* next : {kCheckChip, "continueToPrice", "place"})
            mouse.press(next);
        LEADSHEET_WAIT(mouse.found("runNext") != nullptr);
        LEADSHEET_WAIT(
            scene.find<NoticeBar>("runNotice")->text().startsWith(QStringLiteral("Done")));
        QVERIFY2(mouse.clicks() <= 4, qPrintable(QString::number(mouse.clicks())));
    }

    void messyGermanWorkbook_toTheRightOrders_takesTwelveAtMost() {
        const Translations german(QStringLiteral("de"));
        WishesScene scene;
        const QString path = scene.desktop.folder() + QStringLiteral("/Zielkunden.xlsx");
        QFile file(path);
        QVERIFY(file.open(QFile::WriteOnly) && file.write(messyWorkbook()) > 0);
        file.close();
        Mouse mouse(scene.desktop.window());
        mouse.elsewhere(2); // "choose a file", and the file there
        scene.desktop.program().workspace().openSheet(path);
        LEADSHEET_WAIT(scene.page().job().source() == path &&
                       scene.page().job().state() == SheetJob::State::Open);
        mouse.chooseIn("phraseTab", QStringLiteral("Mehrere"));
        for (auto* box : scene.desktop.find<QWidget>("tabChoice")->findChildren<QCheckBox*>()) {
            if (box->isChecked() == (box->accessibleName() == QStringLiteral("Hinweise")))
                mouse.press(*box);
        }
        mouse.press("readTabs");
        LEADSHEET_WAIT(scene.page().job().state() == SheetJob::State::Open &&
                       scene.page().job().hasSeveralTabs());
        mouse.press(kCheckChip);
        LEADSHEET_WAIT(mouse.found("continueToPrice") != nullptr);
        mouse.press("applyAllFixes");
        LEADSHEET_WAIT(ready(scene) == 3);
        mouse.chooseTab(1);
        LEADSHEET_WAIT(mouse.found("groupFix") != nullptr);
        mouse.press("groupFix");
        LEADSHEET_WAIT(ready(scene) == 4);
        mouse.press("continueToPrice");
        mouse.press("place");
        LEADSHEET_WAIT(scene.desktop.find<NoticeBar>("runNotice")->isVisible());
        QCOMPARE(bought(scene.orders()),
                 QStringList({QStringLiteral("1000 Stuttgart"), QStringLiteral("20 Bremen"),
                              QStringLiteral("30 München"), QStringLiteral("50 Hamburg")}));
        QVERIFY2(mouse.clicks() <= 12, qPrintable(QString::number(mouse.clicks())));

        const auto* rows = scene.desktop.find<QTableView>("runRows");
        const QModelIndex place = rows->model()->index(0, RunRowsModel::Row);
        LEADSHEET_WAIT(place.data().toString() == QStringLiteral("4 · Neukunden Norden"));
        LEADSHEET_WAIT(rows->columnWidth(place.column()) >
                       rows->fontMetrics().horizontalAdvance(place.data().toString()));
        scene.desktop.program().workspace().showPage(QStringLiteral("activity"));
        const auto* kept = scene.desktop.find<QTableView>("rowsTable")->model();
        LEADSHEET_WAIT(kept->rowCount() > 0);
        QCOMPARE(kept->index(0, 0).data(), place.data());
    }
};

LEADSHEET_TEST(tst_clicks, ClicksTest);
#include "tst_clicks.moc"
