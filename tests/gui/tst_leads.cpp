// SPDX-License-Identifier: Apache-2.0
#include "leads_scene.hpp"
#include "test_main.hpp"

#include "account/connector.hpp"
#include "dialogs/form_dialog.hpp"
#include "leads/lead_feed.hpp"
#include "leads/lead_panels.hpp"
#include "leads/lead_words.hpp"
#include "program/desktop_program.hpp"
#include "shell/notice_bar.hpp"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMessageBox>
#include <QPushButton>
#include <QTableView>
#include <QTimer>
#include <QtTest/qtestmouse.h> // for widgets: the precompiled header knows none
#include <QtTest>

#include <algorithm>
#include <fstream>

using namespace leadsheet;
using namespace leadsheet::desktop;
using leadsheet::test::DesktopScene;
using leadsheet::test::LeadsScene;

/// The Leads page over a real server.
class LeadsTest : public QObject {
    Q_OBJECT

private slots:
    void leads_ofTheAccount_areListedInOrderAndCounted() {
        LeadsScene scene;
        scene.deliver(0, 250);
        scene.open();
        LEADSHEET_WAIT(scene.isWhole() && scene.rows() == 250);
        LEADSHEET_WAIT(scene.count() == QStringLiteral("250 leads"));
        QVERIFY(scene.label("leadsAge").contains(QStringLiteral("As of")));
        LEADSHEET_WAIT(scene.cell(0, 0) == QStringLiteral("Ada Person 0"));
        LEADSHEET_WAIT(scene.label("leadName") == QStringLiteral("Ada Person 0"));
        QVERIFY(scene.table()->selectionModel()->isRowSelected(0));
        QCOMPARE(scene.desktop.look(QStringLiteral("leads")), QString());
        scene.table()->scrollToBottom();
        LEADSHEET_WAIT(scene.cell(249, 0) == QStringLiteral("Ada Person 249"));
        scene.table()->selectRow(249);
        LEADSHEET_WAIT(scene.label("leadName") == QStringLiteral("Ada Person 249"));
        QVERIFY(scene.page()->commandLine().contains(QStringLiteral("leads list")));
    }

    void filters_chooseAsTheServiceDoes() {
        LeadsScene scene;
        const OrderNumber first = scene.deliver(0, 60);
        scene.deliver(60, 30);
        scene.open();
        LEADSHEET_WAIT(scene.isWhole() && scene.rows() == 90);
        scene.desktop.click("leadChip1");
        LEADSHEET_WAIT(scene.count() == QStringLiteral("30 of 90 leads"));
        QCOMPARE(scene.rows(), 30);
        scene.choose("leadEmail", 2);
        LEADSHEET_WAIT(scene.count() == QStringLiteral("8 of 90 leads"));
        auto* country = scene.desktop.find<QComboBox>("leadCountry");
        LEADSHEET_WAIT(country->count() == 3);
        country->lineEdit()->setText(QStringLiteral("jp"));
        QTest::keyClick(country->lineEdit(), Qt::Key_Return);
        LEADSHEET_WAIT(scene.count() == QStringLiteral("0 of 90 leads"));
        QVERIFY(scene.label("leadsEmpty").contains(QStringLiteral("JP")));
        QCOMPARE(scene.desktop.look(QStringLiteral("leads-none")), QString());
        QVERIFY(scene.page()->commandLine().contains(QStringLiteral("--country JP")));
        scene.desktop.click("leadClear");
        LEADSHEET_WAIT(scene.count() == QStringLiteral("90 leads"));
        scene.desktop.program().workspace().showLeads(QString::fromStdString(first.str()));
        LEADSHEET_WAIT(scene.count() == QStringLiteral("60 of 90 leads"));
        QCOMPARE(scene.desktop.find<QComboBox>("leadOrder")->currentText().toStdString(),
                 first.str());
    }

    void typed_isSearchedForInNameCompanyTitleAndEmail() {
        LeadsScene scene;
        scene.deliver(0, 90);
        scene.open();
        LEADSHEET_WAIT(scene.isWhole() && scene.rows() == 90);
        scene.desktop.type("leadSearch", QStringLiteral("COMPANY 7"));
        LEADSHEET_WAIT(scene.count() == QStringLiteral("18 of 90 leads"));
        LEADSHEET_WAIT(scene.cell(0, 0) == QStringLiteral("Ada Person 7"));
        LEADSHEET_WAIT(scene.cell(17, 0) == QStringLiteral("Ada Person 87"));
        QCOMPARE(scene.desktop.look(QStringLiteral("leads-searched")), QString());
        QCOMPARE(scene.page()->commandLine(), QString());
        scene.desktop.click("leadChip1");
        LEADSHEET_WAIT(scene.count() == QStringLiteral("6 of 90 leads"));
        scene.desktop.click("leadExport");
        QVERIFY(scene.label("exportScope").contains(QStringLiteral("does not narrow the file")));
        scene.desktop.type("leadSearch", QStringLiteral("ada71@c71"));
        LEADSHEET_WAIT(scene.count() == QStringLiteral("0 of 90 leads"));
        QVERIFY2(scene.label("leadsEmpty").contains(QStringLiteral("“ada71@c71”")),
                 qPrintable(scene.label("leadsEmpty")));
        scene.desktop.click("leadChip0");
        LEADSHEET_WAIT(scene.count() == QStringLiteral("1 of 90 leads"));
        scene.desktop.click("leadClear");
        LEADSHEET_WAIT(scene.count() == QStringLiteral("90 leads"));
    }

    void titles_pressed_sortInTheCopyByValue() {
        LeadsScene scene;
        scene.deliver(0, 120);
        scene.open();
        LEADSHEET_WAIT(scene.isWhole() && scene.rows() == 120);
        scene.desktop.find<ColumnChooser>("columnChooser")
            ->setFields({LeadField::FullName, LeadField::Phone, LeadField::Result});
        emit scene.desktop.find<ColumnChooser>("columnChooser")->fieldsChosen();
        auto* titles = scene.table()->horizontalHeader();
        const auto press = [&](int column) {
            QTest::mouseClick(titles->viewport(), Qt::LeftButton, {},
                              {titles->sectionViewportPosition(column) + 8, titles->height() / 2});
        };
        press(2);
        LEADSHEET_WAIT(scene.cell(39, 0) == QStringLiteral("Ada Person 117"));
        LEADSHEET_WAIT(scene.cell(40, 0) == QStringLiteral("Ada Person 1"));
        QCOMPARE(scene.desktop.find<QComboBox>("leadSort")->currentText(),
                 QStringLiteral("By Result"));
        press(1);
        LEADSHEET_WAIT(scene.cell(0, 1) == QStringLiteral("+49 30 1000"));
        LEADSHEET_WAIT(scene.cell(23, 1) == QStringLiteral("+49 30 1115"));
        press(1);
        LEADSHEET_WAIT(scene.cell(0, 1) == QStringLiteral("+49 30 1115"));
        LEADSHEET_WAIT(scene.cell(119, 1) == QString()); // what has none comes last either way
        LEADSHEET_WAIT(scene.cell(24, 0) == QStringLiteral("Ada Person 1"));
        QCOMPARE(scene.desktop.look(QStringLiteral("leads-sorted")), QString());
        scene.table()->selectRow(23);
        LEADSHEET_WAIT(scene.label("leadName") == QStringLiteral("Ada Person 0"));
        scene.deliver(120, 6);
        scene.desktop.click("leadRefresh");
        LEADSHEET_WAIT(scene.rows() == 126);
        LEADSHEET_WAIT(scene.cell(0, 1) == QStringLiteral("+49 30 1125"));
        QCOMPARE(scene.table()->currentIndex().row(), 25);
        scene.choose("leadSort", 1);
        LEADSHEET_WAIT(scene.cell(0, 0) == QStringLiteral("Ada Person 125"));
        QCOMPARE(titles->sortIndicatorSection(), -1);
        press(0);
        LEADSHEET_WAIT(scene.cell(1, 0) == QStringLiteral("Ada Person 1"));
        press(0);
        press(0);
        LEADSHEET_WAIT(scene.cell(0, 0) == QStringLiteral("Ada Person 125"));
    }

    void searchWithoutACopy_isNotOffered() {
        LeadsScene scene;
        scene.deliver(0, 3);
        std::ofstream(scene.desktop.program().workspace().folders().data / "leads") << "a file";
        scene.open();
        auto* search = scene.desktop.find<QLineEdit>("leadSearch");
        LEADSHEET_WAIT(scene.rows() == 3 && !search->isEnabled());
        QVERIFY(!search->toolTip().isEmpty());
    }

    void typedNonsense_isRefusedWithTheReason() {
        LeadsScene scene;
        scene.deliver(0, 3);
        scene.open();
        LEADSHEET_WAIT(scene.isWhole() && scene.rows() == 3);
        auto* order = scene.desktop.find<QComboBox>("leadOrder")->lineEdit();
        order->setText(QStringLiteral("7"));
        QTest::keyClick(order, Qt::Key_Return);
        QVERIFY(scene.desktop.window().notices().text().contains(QStringLiteral("“7”")));
        QCOMPARE(order->text(), QString());
        QCOMPARE(scene.rows(), 3);
    }

    void newestFirst_turnsTheListAndKeepsWhatComesLaterInFront() {
        LeadsScene scene;
        scene.deliver(0, 250);
        scene.open();
        LEADSHEET_WAIT(scene.isWhole() && scene.rows() == 250);
        scene.choose("leadSort", 1);
        LEADSHEET_WAIT(scene.cell(0, 0) == QStringLiteral("Ada Person 249"));
        scene.table()->scrollToBottom();
        LEADSHEET_WAIT(scene.cell(249, 0) == QStringLiteral("Ada Person 0"));
        QCOMPARE(scene.desktop.look(QStringLiteral("leads-newest")), QString());
        scene.table()->selectRow(1);
        LEADSHEET_WAIT(scene.label("leadName") == QStringLiteral("Ada Person 248"));
        scene.deliver(250, 6);
        scene.desktop.click("leadRefresh");
        LEADSHEET_WAIT(scene.rows() == 256);
        LEADSHEET_WAIT(scene.cell(0, 0) == QStringLiteral("Ada Person 255"));
        QCOMPARE(scene.table()->currentIndex().row(), 7);
        LEADSHEET_WAIT(scene.cell(7, 0) == QStringLiteral("Ada Person 248"));
        scene.desktop.click("leadChip1");
        LEADSHEET_WAIT(scene.count() == QStringLiteral("86 of 256 leads"));
        LEADSHEET_WAIT(scene.cell(0, 0) == QStringLiteral("Ada Person 255"));
        scene.deliver(256, 5);
        scene.desktop.click("leadRefresh");
        LEADSHEET_WAIT(scene.count() == QStringLiteral("87 of 261 leads"));
        LEADSHEET_WAIT(scene.cell(0, 0) == QStringLiteral("Ada Person 258"));
        LEADSHEET_WAIT(scene.cell(1, 0) == QStringLiteral("Ada Person 255"));
        scene.table()->scrollToBottom();
        LEADSHEET_WAIT(scene.cell(86, 0) == QStringLiteral("Ada Person 0"));
        scene.desktop.restart();
        QCOMPARE(scene.desktop.find<QComboBox>("leadSort")->currentIndex(), 1);
    }

    void newestFirst_beforeAllIsHere_saysWhenItComes() {
        LeadsScene scene;
        scene.deliver(0, 450);
        std::ofstream(scene.desktop.program().workspace().folders().data / "leads") << "a file";
        scene.open();
        LEADSHEET_WAIT(scene.rows() >= 200);
        scene.choose("leadSort", 1);
        LEADSHEET_WAIT(scene.rows() >= 200);
        QCOMPARE(scene.cell(0, 0), QStringLiteral("Ada Person 0"));
        QVERIFY(scene.label("leadsAge").contains(QStringLiteral("The newest come first once")));
    }

    void spans_coverEveryPlaceOnce_data() {
        QTest::addColumn<bool>("newestFirst");
        QTest::newRow("oldest first") << false;
        QTest::newRow("newest first") << true;
    }
    void spans_coverEveryPlaceOnce() {
        QFETCH(bool, newestFirst);
        LeadSpans spans(newestFirst);
        QVERIFY(!spans.next(0, false));
        std::vector<int> seen(700'000, 0);
        std::vector<LeadSpans::Span> order;
        std::int64_t leads = 500'000;
        while (const auto span = spans.next(leads, false)) {
            for (std::int64_t place = span->after; place < span->upTo; ++place)
                ++seen[static_cast<std::size_t>(place)];
            order.push_back(*span);
            spans.done(*span);
            if (order.size() == 2)
                leads = 700'000;
            QCOMPARE(spans.cover(leads), !spans.next(leads, false).has_value());
        }
        QVERIFY(std::all_of(seen.begin(), seen.end(), [](int times) { return times == 1; }));
        QCOMPARE(order.front().upTo - order.front().after, LeadSpans::kFirst);
        QCOMPARE(order.front().upTo, newestFirst ? std::int64_t{500'000} : LeadSpans::kFirst);
        QCOMPARE(order.back().inFront, newestFirst);
        QCOMPARE(order.back().upTo, std::int64_t{700'000});
    }

    void refresh_bringsWhatIsNew() {
        LeadsScene scene;
        scene.deliver(0, 10);
        scene.open();
        LEADSHEET_WAIT(scene.isWhole() && scene.rows() == 10);
        scene.table()->selectRow(4);
        scene.deliver(10, 5);
        scene.desktop.click("leadRefresh");
        LEADSHEET_WAIT(scene.rows() == 15);
        QCOMPARE(scene.table()->currentIndex().row(), 4);
        LEADSHEET_WAIT(scene.cell(14, 0) == QStringLiteral("Ada Person 14"));
        LEADSHEET_WAIT(scene.count() == QStringLiteral("15 leads"));
    }

    void accountWithoutLeads_saysWhenTheyCome() {
        LeadsScene scene;
        scene.open();
        LEADSHEET_WAIT(scene.label("leadsEmpty").contains(QStringLiteral("no leads yet")));
        QCOMPARE(scene.desktop.look(QStringLiteral("leads-empty")), QString());
    }

    void copyThatCannotBeKept_leavesThePagesOfTheService() {
        LeadsScene scene;
        scene.deliver(0, 450);
        std::ofstream(scene.desktop.program().workspace().folders().data / "leads") << "a file";
        scene.open();
        LEADSHEET_WAIT(scene.rows() >= 200);
        LEADSHEET_WAIT(scene.count() == QStringLiteral("450 leads"));
        LEADSHEET_WAIT(scene.desktop.find<NoticeBar>("leadsNotice")
                           ->text()
                           .contains(QStringLiteral("cannot keep a copy")));
        QCOMPARE(scene.cell(199, 0), QStringLiteral("Ada Person 199"));
        scene.table()->scrollToBottom();
        LEADSHEET_WAIT(scene.rows() > 200);
        scene.desktop.click("leadChip1");
        LEADSHEET_WAIT(scene.rows() == 150);
        LEADSHEET_WAIT(scene.count() == QStringLiteral("150 of 450 leads"));
    }

    void faultOfTheService_isToldWithAWayOut() {
        LeadsScene scene;
        scene.deliver(0, 10);
        scene.breakLists();
        scene.open();
        auto* notice = scene.desktop.find<NoticeBar>("leadsNotice");
        LEADSHEET_WAIT(notice->isVisible() && notice->text().contains(QStringLiteral("refused")));
        QCOMPARE(scene.desktop.look(QStringLiteral("leads-failed")), QString());
        scene.service.server.faults().clear();
        scene.page()->feed().refreshNow();
        LEADSHEET_WAIT(scene.rows() == 10 && !notice->isVisible());
    }

    void keyWithoutTheScope_isToldSo() {
        LeadsScene scene;
        scene.desktop.connectTo(scene.service.server,
                                scene.service.server.addAccount(1000, {"account:read"}));
        scene.show();
        auto* notice = scene.desktop.find<NoticeBar>("leadsNotice");
        LEADSHEET_WAIT(notice->isVisible() &&
                       notice->text().contains(QStringLiteral("leads:read")));
        QCOMPARE(scene.count(), QString());
    }

    void withoutAnAccount_saysSo() {
        DesktopScene desktop;
        desktop.program().workspace().showPage(QStringLiteral("leads"));
        QVERIFY(desktop.find<NoticeBar>("leadsNotice")
                    ->text()
                    .contains(QStringLiteral("Connect an account")));
    }

    void page_inGerman_isCutNowhere() {
        const Translations german(QStringLiteral("de"));
        LeadsScene scene;
        scene.deliver(0, 30);
        scene.open();
        LEADSHEET_WAIT(scene.isWhole() && scene.rows() == 30);
        scene.desktop.click("leadChip1");
        LEADSHEET_WAIT(scene.count() == QStringLiteral("10 von 30 Leads"));
        scene.desktop.click("leadExport");
        scene.desktop.program().theme().setFontSize(14);
        const auto* search = scene.desktop.find<QLineEdit>("leadSearch");
        LEADSHEET_WAIT(search->fontMetrics().horizontalAdvance(search->placeholderText()) <
                       search->width());
        scene.desktop.program().theme().setFontSize(0);
        QCOMPARE(scene.desktop.look(QStringLiteral("leads-german")), QString());
    }

    void copied_areTableAndJson() {
        LeadsScene scene;
        scene.deliver(0, 3);
        scene.open();
        LEADSHEET_WAIT(scene.isWhole() && scene.rows() == 3);
        scene.desktop.find<ColumnChooser>("columnChooser")
            ->setFields({LeadField::FullName, LeadField::Phone});
        emit scene.desktop.find<ColumnChooser>("columnChooser")->fieldsChosen();
        scene.table()->selectAll();
        QGuiApplication::clipboard()->clear();
        scene.command(QStringLiteral("Copy Leads"));
        LEADSHEET_WAIT(QGuiApplication::clipboard()->text() ==
                       QStringLiteral("fullName\tphone\nAda Person 0\t+49 30 1000\nAda Person "
                                      "1\t\nAda Person 2\t\n"));
        scene.table()->selectRow(1);
        scene.command(QStringLiteral("Copy Leads as JSON"));
        LEADSHEET_WAIT(QGuiApplication::clipboard()->text() ==
                       QStringLiteral("[\n{\"fullName\":\"Ada Person 1\",\"phone\":null}\n]\n"));
    }

    void columns_areChosenAndKept() {
        LeadsScene scene;
        scene.deliver(0, 3);
        scene.open();
        LEADSHEET_WAIT(scene.isWhole() && scene.rows() == 3);
        scene.desktop.click("leadColumns");
        auto* list = scene.desktop.find<QListWidget>("columnList");
        const int before = scene.model().columnCount();
        list->item(0)->setCheckState(Qt::Unchecked);
        QCOMPARE(scene.model().columnCount(), before - 1);
        list->setCurrentRow(2);
        scene.desktop.click("columnUp");
        QCOMPARE(scene.model().fields().at(0), LeadField::Email);
        QCOMPARE(scene.desktop.look(QStringLiteral("leads-columns")), QString());
        scene.desktop.restart();
        QCOMPARE(scene.model().columnCount(), before - 1);
        QCOMPARE(scene.model().fields().at(0), LeadField::Email);
    }

    void views_areSavedShownAndGivenToOthers() {
        LeadsScene scene;
        scene.deliver(0, 12);
        scene.open();
        LEADSHEET_WAIT(scene.isWhole() && scene.rows() == 12);
        scene.desktop.click("leadChip1");
        LEADSHEET_WAIT(scene.rows() == 4);
        scene.desktop.click("leadViews");
        const auto* nothing = scene.desktop.find<QLabel>("viewNothing");
        QVERIFY(nothing->isVisible() && !scene.desktop.find<QListWidget>("viewList")->isVisible());
        QCOMPARE(scene.desktop.look(QStringLiteral("leads-no-views")), QString());
        scene.desktop.type("viewName", QStringLiteral("Good ones"));
        scene.desktop.click("viewSave");
        auto* list = scene.desktop.find<QListWidget>("viewList");
        QCOMPARE(list->count(), 1);
        QVERIFY(!nothing->isVisible());
        QCOMPARE(scene.desktop.look(QStringLiteral("leads-views")), QString());
        scene.desktop.click("leadChip0");
        LEADSHEET_WAIT(scene.rows() == 12);
        list->setCurrentRow(0);
        scene.desktop.click("viewShow");
        LEADSHEET_WAIT(scene.rows() == 4);
        scene.desktop.click("viewCopy");
        const QString line = QGuiApplication::clipboard()->text();
        scene.desktop.click("viewRemove");
        QCOMPARE(list->count(), 0);
        QGuiApplication::clipboard()->setText(QStringLiteral("something else"));
        scene.desktop.click("viewAdd");
        QCOMPARE(list->count(), 0);
        QGuiApplication::clipboard()->setText(line);
        scene.desktop.click("viewAdd");
        QCOMPARE(list->count(), 1);
        scene.desktop.restart();
        QCOMPARE(scene.desktop.find<QListWidget>("viewList")->count(), 1);
    }

    void erased_afterOneQuestion_leavesTheListAndTheCopy() {
        LeadsScene scene;
        scene.deliver(0, 5);
        scene.open();
        LEADSHEET_WAIT(scene.isWhole() && scene.cell(2, 0) == QStringLiteral("Ada Person 2"));
        scene.table()->selectRow(2);
        setNextAnswer(false);
        scene.command(QStringLiteral("Erase Leads…"));
        QVERIFY2(lastQuestion().contains(QStringLiteral("for good")), qPrintable(lastQuestion()));
        setNextAnswer(true);
        scene.command(QStringLiteral("Erase Leads…"));
        LEADSHEET_WAIT(scene.isWhole() && scene.rows() == 5 && scene.cell(2, 0).isEmpty() &&
                       scene.cell(3, 0) == QStringLiteral("Ada Person 3"));
        const auto erasures = scene.service.customer().leads().erasures();
        QVERIFY(erasures.has_value());
        QCOMPARE(erasures->items.size(), std::size_t{1});
    }

    void erased_ofAnAccountLeftWhileTheQuestionStood_areItsOwn() {
        LeadsScene scene;
        scene.deliver(0, 5);
        scene.open();
        LEADSHEET_WAIT(scene.isWhole() && scene.cell(2, 0) == QStringLiteral("Ada Person 2"));
        scene.table()->selectRow(2);
        QTimer::singleShot(0, this, [&] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            QVERIFY(box != nullptr);
            QCOMPARE(box->text(), QStringLiteral("Erase Ada Person 2?"));
            scene.desktop.program().account().disconnectNow();
            for (auto* button : box->buttons())
                if (box->buttonRole(button) == QMessageBox::AcceptRole)
                    button->click();
        });
        scene.command(QStringLiteral("Erase Leads…"));
        const auto erased = [&scene] {
            const auto erasures = scene.service.customer().leads().erasures();
            return erasures && erasures->items.size() == 1;
        };
        LEADSHEET_WAIT(erased());
    }

    void lead_kindsOfAddressAndPhone_areGerman() {
        const Translations german(QStringLiteral("de"));
        Lead lead;
        lead[LeadField::EmailType] = std::string("personal");
        lead[LeadField::PhoneType] = std::string("office");
        QCOMPARE(leadCellText(lead, LeadField::EmailType), QStringLiteral("privat"));
        QCOMPARE(leadCellText(lead, LeadField::PhoneType), QStringLiteral("Zentrale"));
        lead[LeadField::PhoneType] = std::string("satellite");
        QCOMPARE(leadCellText(lead, LeadField::PhoneType), QStringLiteral("satellite"));
    }

    void clearedCopy_isGoneUntilTheNextRefresh() {
        LeadsScene scene;
        scene.deliver(0, 3);
        scene.open();
        LEADSHEET_WAIT(scene.isWhole() && scene.rows() == 3);
        const auto folder = scene.desktop.program().workspace().folders().data / "leads";
        setNextAnswer(true);
        scene.command(QStringLiteral("Clear Local Copy…"));
        QVERIFY(std::filesystem::is_empty(folder));
        QCOMPARE(scene.rows(), 0);
        scene.desktop.click("leadRefresh");
        LEADSHEET_WAIT(scene.isWhole() && scene.rows() == 3);
        QVERIFY(!std::filesystem::is_empty(folder));
    }

    void profileRemoved_takesItsCopyAlong() {
        LeadsScene scene;
        scene.deliver(0, 3);
        scene.open();
        LEADSHEET_WAIT(scene.isWhole() && scene.rows() == 3);
        const auto folder = scene.desktop.program().workspace().folders().data / "leads";
        QVERIFY(!std::filesystem::is_empty(folder));
        scene.desktop.program().connector().remove(QStringLiteral("work"));
        LEADSHEET_WAIT(std::filesystem::is_empty(folder));
        LEADSHEET_WAIT(scene.rows() == 0);
    }
};

LEADSHEET_TEST(tst_leads, LeadsTest);
#include "tst_leads.moc"
