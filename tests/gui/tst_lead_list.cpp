// SPDX-License-Identifier: Apache-2.0
#include "leads_scene.hpp"
#include "test_main.hpp"

#include "leads/lead_panels.hpp"

#include "leadsheet/timestamp.hpp"

#include <QDateEdit>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QPushButton>

using namespace leadsheet;
using namespace leadsheet::desktop;
using namespace leadsheet::test;

namespace {

constexpr int kSinceADay = 4; // of the choices of when a lead was delivered

struct ListScene : LeadsScene {
    /// Sorted by telephone number, the highest first.
    void openSorted(int leads) {
        deliver(0, leads);
        open();
        LEADSHEET_WAIT(isWhole() && rows() == leads);
        auto* chooser = desktop.find<ColumnChooser>("columnChooser");
        chooser->setFields({LeadField::FullName, LeadField::Phone});
        emit chooser->fieldsChosen();
        auto* titles = table()->horizontalHeader();
        for (int i = 0; i < 2; ++i) {
            QTest::mouseClick(titles->viewport(), Qt::LeftButton, {},
                              {titles->sectionViewportPosition(1) + 8, titles->height() / 2});
            settled();
        }
    }
    void settled() {
        LEADSHEET_WAIT(rows() > 0 && !cell(0, 0).isEmpty() && !page()->feed().filling());
    }
    QStringList chosen() {
        QStringList names;
        for (const QModelIndex& row : table()->selectionModel()->selectedRows())
            names << row.data().toString();
        names.sort();
        return names;
    }
    QDateEdit& day() { return *desktop.find<QDateEdit>("leadDay"); }
    QComboBox& delivered() { return *desktop.find<QComboBox>("leadDelivered"); }
    const std::optional<std::string>& asked() { return page()->feed().filter().deliveredAfter; }
    /// The last moment before a day of this computer's calendar.
    static std::string before(const QDate& day) {
        const qint64 start = day.startOfDay().toMSecsSinceEpoch();
        return formatTimestamp(WallTime(std::chrono::milliseconds(start - 1)));
    }
};

} // namespace

/// What a person has chosen in the list of leads stays chosen while the list changes under it.
class LeadListTest : public QObject {
    Q_OBJECT

private slots:
    void rows_chosenInASortedList_stayChosenWhenOthersComeBetween() {
        ListScene scene;
        scene.openSorted(40);
        LEADSHEET_WAIT(scene.cell(2, 1) == QStringLiteral("+49 30 1025"));
        auto* chosen = scene.table()->selectionModel();
        const auto rowAt = [&](int row) {
            return scene.model().index(row, 0);
        };
        chosen->select(rowAt(1), QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        chosen->select(rowAt(4), QItemSelectionModel::Select | QItemSelectionModel::Rows);
        chosen->setCurrentIndex(rowAt(4), QItemSelectionModel::NoUpdate);
        const QStringList names = scene.chosen();
        const QString current = scene.cell(4, 0);
        QCOMPARE(names.size(), 2);
        QVERIFY(!names.contains(QString()));

        scene.deliver(40, 11); // three of them with a number, all higher
        scene.desktop.click("leadRefresh");
        LEADSHEET_WAIT(scene.rows() == 51 && scene.cell(0, 1) == QStringLiteral("+49 30 1050"));
        LEADSHEET_WAIT(scene.chosen() == names);
        QCOMPARE(scene.table()->currentIndex().data().toString(), current);
        QCOMPARE(scene.table()->currentIndex().row(), 7);
    }

    void leads_sinceADay_areThoseOfThatDayAndLater() {
        ListScene scene;
        scene.deliver(0, 5);
        scene.open();
        LEADSHEET_WAIT(scene.isWhole() && scene.rows() == 5);
        QVERIFY(!scene.day().isVisible());
        scene.choose("leadDelivered", kSinceADay);
        QVERIFY(scene.day().isVisible());
        QVERIFY(scene.day().hasFocus());
        const QDate today = QDate::currentDate();
        QCOMPARE(scene.asked().value_or(""), ListScene::before(today));
        LEADSHEET_WAIT(scene.rows() == 5);
        scene.day().setDate(today.addDays(1));
        QCOMPARE(scene.asked().value_or(""), ListScene::before(today.addDays(1)));
        LEADSHEET_WAIT(scene.rows() == 0 && scene.count() == QStringLiteral("0 of 5 leads"));
        scene.day().setDate(today.addDays(-400));
        LEADSHEET_WAIT(scene.rows() == 5);
        scene.desktop.click("leadClear");
        QVERIFY(!scene.asked());
        QVERIFY(!scene.day().isVisible());
    }

    /// Today, a week and a month ago are other choices as well: going past them is not choosing.
    void day_steppedThrough_staysInHand() {
        ListScene scene;
        scene.deliver(0, 1);
        scene.open();
        LEADSHEET_WAIT(scene.isWhole() && scene.rows() == 1);
        scene.choose("leadDelivered", kSinceADay);
        scene.day().setSelectedSection(QDateTimeEdit::DaySection);
        const QDate today = QDate::currentDate();
        for (const int ago : {3, 6, 7, 29, 31, 0}) {
            scene.day().setDate(today.addDays(-ago));
            QCOMPARE(scene.asked().value_or(""), ListScene::before(today.addDays(-ago)));
            QVERIFY2(scene.day().isVisible() && scene.day().hasFocus(), qPrintable(scene.count()));
            QCOMPARE(scene.delivered().currentIndex(), kSinceADay);
        }
        scene.choose("leadDelivered", 2);
        QVERIFY(!scene.day().isVisible());
        QCOMPARE(scene.asked().value_or(""), ListScene::before(today.addDays(-6)));
    }
};

LEADSHEET_TEST(tst_lead_list, LeadListTest);
#include "tst_lead_list.moc"
