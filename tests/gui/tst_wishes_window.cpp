// SPDX-License-Identifier: Apache-2.0
#include "test_main.hpp"
#include "wishes_scene.hpp"

#include "activity/ledger_records.hpp"
#include "run/known_rows.hpp"
#include "run/run_end.hpp"
#include "run/run_panel.hpp"
#include "run/run_rows_model.hpp"

#include "leadsheet/submit/planner.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QRadioButton>
#include <QTableView>
#include <QTreeWidget>
#include <QtTest>

using namespace leadsheet;
using namespace leadsheet::desktop;

namespace {

using Scene = leadsheet::test::WishesScene;
using leadsheet::test::DesktopScene;
using leadsheet::test::rowsFrom;
using leadsheet::test::TestServer;
using leadsheet::test::verifySays;

std::string likeRow(int row) {
    return R"({"scrapingOption":"filters","leadCount":100,"industries":["  INDUSTRY )" +
           std::to_string(row) + R"("],"locations":["Germany"]})";
}

} // namespace

/// One wish, one order: what the account ordered before is named, what is left of earlier runs is
/// said, and nothing is bought or given up without a word from the person.
class WishesWindowTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        qRegisterMetaType<Priced>();
        qRegisterMetaType<Trouble>();
    }

    void price_orderedElsewhere_isNamedAndBoughtOnlyAnyway() {
        Scene scene;
        QCOMPARE(scene.server.createOrder("elsewhere-1", likeRow(1)).status, 201);
        const QString number = QString::fromStdString(scene.orders().front().number.str());
        scene.price(scene.write(rowsFrom(1, 3)));
        QVERIFY2(scene.placeText().startsWith(QStringLiteral("Place 2 Orders ")),
                 qPrintable(scene.placeText()));
        auto* before = scene.part("orderedBefore");
        QVERIFY(before->isVisible());
        verifySays(scene.words("knownSentence", before),
                   QStringLiteral("The same companies and people as %1, ordered just now by key …")
                       .arg(number));
        verifySays(scene.words("knownSentence", before),
                   QStringLiteral("(100 leads, $8.00). Skipped."));
        verifySays(scene.words("leftOut"), QStringLiteral("1 ordered before"));
        QCOMPARE(scene.desktop.look(QStringLiteral("wishes-ordered-before")), QString());
        scene.button("orderKnown", before)->click();
        scene.waitForPrices();
        QVERIFY2(scene.placeText().startsWith(QStringLiteral("Place 3 Orders ")),
                 qPrintable(scene.placeText()));
        verifySays(scene.words("orderedAnyway"),
                   QStringLiteral("Row 2 was ordered with %1.").arg(number));
        verifySays(scene.words("orderedAnyway"),
                   QStringLiteral("1 row that was ordered before is"));
        verifySays(scene.page().commandLine(), QStringLiteral("--allow-duplicates ") + number);
        // Asking again keeps what was agreed to.
        scene.button("priceAgain")->click();
        scene.waitForPrices();
        QCOMPARE(scene.panel().priced()->quote.rows, 3);
        scene.place();
        QCOMPARE(scene.orders().size(), std::size_t{4});

        scene.price(scene.write(rowsFrom(1, 3)));
        QCOMPARE(scene.panel().priced()->quote.rows, 0);
        QCOMPARE(scene.orders().size(), std::size_t{4});
    }

    void price_allOrderedElsewhere_canBeTakenAndLeftOutAgain() {
        Scene scene;
        for (int row = 1; row <= 3; ++row)
            QCOMPARE(
                scene.server.createOrder("elsewhere-" + std::to_string(row), likeRow(row)).status,
                201);
        scene.price(scene.write(rowsFrom(1, 4)));
        QCOMPARE(scene.panel().priced()->quote.rows, 1);
        auto* before = scene.part("orderedBefore");
        QCOMPARE(scene.button("orderAllKnown", before)->text(),
                 QStringLiteral("Add All 3 to the Price"));
        scene.button("orderAllKnown", before)->click();
        scene.waitForPrices();
        QCOMPARE(scene.panel().priced()->quote.rows, 4);
        verifySays(scene.page().commandLine(), QStringLiteral("--allow-duplicates all"));
        scene.button("leaveOut", before)->click();
        scene.waitForPrices();
        QCOMPARE(scene.panel().priced()->quote.rows, 1);
        auto* list = before->findChild<QTreeWidget*>();
        QCOMPARE(list->topLevelItemCount(), 3);
        list->selectAll();
        QCOMPARE(scene.button("orderKnown", before)->text(),
                 QStringLiteral("Add 3 Rows to the Price"));
    }

    void price_rowsOfAnEarlierRunChanged_areSaidAndNotSent() {
        Scene scene;
        scene.price(scene.write(rowsFrom(1, 4)));
        scene.approveElsewhere();
        scene.price(scene.write(rowsFrom(1, 2) + rowsFrom(3, 4, "France")));
        const QString said = scene.words("retiredRows");
        verifySays(said, QStringLiteral("Run 1 (“sheet”, "));
        verifySays(said, QStringLiteral("has 2 rows for $16.00 not yet sent"));
        verifySays(said, QStringLiteral("Placing this run gives them up"));
        QCOMPARE(scene.desktop.look(QStringLiteral("wishes-retired")), QString());
        scene.place();
        QCOMPARE(scene.orders().size(), std::size_t{4});
        auto ledger = scene.openLedger();
        const auto old = ledger.run(submit::RunId{1});
        QCOMPARE(old->state, submit::RunState::Finished);
        QCOMPARE(old->totals.left(), 0);
        for (const Order& order : scene.orders())
            QCOMPARE(order.leadCount, 100);
    }

    void price_perhapsAnotherSheet_retiresOnlyWithTheTick() {
        Scene scene;
        const QString first = scene.write(rowsFrom(1, 6));
        scene.price(first);
        scene.approveElsewhere();
        const QString folder = scene.desktop.folder() + QStringLiteral("/elsewhere");
        QVERIFY(QDir().mkpath(folder));
        scene.price(scene.write(rowsFrom(6, 8), QStringLiteral("elsewhere/sheet.csv")));
        auto* replaces = scene.desktop.find<QCheckBox>("replacesRun");
        QCOMPARE(replaces->text(), QStringLiteral("This sheet replaces run 1"));
        QVERIFY(!replaces->isChecked());
        verifySays(scene.words("doubtfulRows"), QStringLiteral("5 rows for $40.00 not yet sent"));
        QCOMPARE(scene.desktop.look(QStringLiteral("wishes-doubtful")), QString());
        replaces->click();
        scene.place();
        auto ledger = scene.openLedger();
        QCOMPARE(ledger.run(submit::RunId{1})->totals.left(), 0);
        QCOMPARE(scene.orders().size(), std::size_t{3});
    }

    void resume_newerRunOfTheSheet_asksFirst() {
        Scene scene;
        leaveAnOlderRun(scene);
        QCOMPARE(scene.orders().size(), std::size_t{1});
        QSignalSpy failed(&scene.page().engine(), &RunEngine::failed);
        scene.page().engine().resume({1});
        LEADSHEET_WAIT(failed.count() == 1);
        QCOMPARE(failed.first().first().value<Trouble>().code, QStringLiteral("newer_run_exists"));
        QCOMPARE(scene.orders().size(), std::size_t{1});

        scene.desktop.restart();
        scene.desktop.connectTo(scene.server);
        auto* notice = scene.desktop.find<NoticeBar>("interrupted");
        LEADSHEET_WAIT(notice->isVisible());
        verifySays(notice->text(), QStringLiteral("3 rows for $24.00 are left."));
        verifySays(notice->text(), QStringLiteral("Run 2 of the same sheet is newer."));
        QCOMPARE(scene.desktop.look(QStringLiteral("wishes-interrupted")), QString());
        emit notice->actionTriggered();
        auto* run = scene.desktop.find<NoticeBar>("runNotice");
        LEADSHEET_WAIT(run->isVisible() && run->text().contains(QStringLiteral("is newer")));
        QVERIFY(scene.button("resumeRun") == nullptr);
        QCOMPARE(scene.orders().size(), std::size_t{1});
        QStringList offers;
        for (auto* offer : run->findChildren<QPushButton*>())
            offers << offer->text();
        QVERIFY2(offers.contains(QStringLiteral("Order 3 Older Rows for $24.00")),
                 qPrintable(offers.join(QLatin1Char('|'))));
        QCOMPARE(scene.desktop.look(QStringLiteral("wishes-older-run")), QString());
        verifySays(scene.page().commandLine(), QStringLiteral("leadsheet resume 1 --beside 2 "));
        QSignalSpy ended(&scene.page().engine(), &RunEngine::ended);
        emit run->actionTriggered();
        verifySays(scene.page().commandLine(), QStringLiteral("leadsheet status 1 "));
        LEADSHEET_WAIT(ended.count() == 1);
        QCOMPARE(scene.orders().size(), std::size_t{4});
        LEADSHEET_WAIT(
            scene.page().commandLine().startsWith(QStringLiteral("leadsheet results 1 ")));
    }

    void resume_thatFails_offersOlderRowsByTheirName() {
        Scene scene;
        leaveAnOlderRun(scene);
        scene.desktop.program().workspace().showRun(1);
        auto* run = scene.desktop.find<NoticeBar>("runNotice");
        LEADSHEET_WAIT(run->isVisible() && run->text().contains(QStringLiteral("is newer")));
        QSignalSpy failed(&scene.page().engine(), &RunEngine::failed);
        {
            // As while the command line is at work.
            auto ledger = scene.openLedger();
            const auto lock = ledger.lock();
            emit run->actionTriggered();
            LEADSHEET_WAIT(failed.count() == 1 && run->isVisible());
        }
        verifySays(run->text(), QStringLiteral("Run 2 of the same sheet is newer."));
        QStringList offers;
        for (auto* offer : run->findChildren<QPushButton*>())
            offers << offer->text();
        QVERIFY2(offers.contains(QStringLiteral("Order 3 Older Rows for $24.00")),
                 qPrintable(offers.join(QLatin1Char('|'))));
        QCOMPARE(scene.orders().size(), std::size_t{1});
    }

    void notice_keychainLocked_saysThatARunWasInterrupted() {
        Scene scene;
        scene.price(scene.write(rowsFrom(1, 3)));
        scene.approveElsewhere();
        scene.desktop.keychain().fault = app::KeyStoreError::Kind::Refused;
        scene.desktop.restart();
        scene.desktop.program().start(false);
        const AccountSession& account = scene.desktop.program().account();
        LEADSHEET_WAIT(account.state() == ConnectionState::Failed);
        auto* notice = scene.desktop.find<NoticeBar>("interrupted");
        LEADSHEET_WAIT(notice->isVisible());
        verifySays(notice->text(), QStringLiteral("Run “sheet” was interrupted at"));
        verifySays(notice->text(), QStringLiteral("3 rows for $24.00 are left."));
        verifySays(notice->text(), QStringLiteral("once its account is connected."));
        for (const auto* button : notice->findChildren<QPushButton*>())
            QVERIFY(!button->isVisible());
        QCOMPARE(scene.desktop.look(QStringLiteral("wishes-locked")), QString());

        scene.desktop.keychain().fault.reset();
        auto* locked = scene.desktop.find<NoticeBar>("connectionNotice");
        verifySays(locked->text(), QStringLiteral("Unlock the keychain and try again"));
        QPushButton* again = scene.button("second", locked);
        QVERIFY(again != nullptr);
        QCOMPARE(again->text(), QStringLiteral("Try Again"));
        again->click();
        LEADSHEET_WAIT(account.state() == ConnectionState::Connected);
        LEADSHEET_WAIT(notice->isVisible());
        QVERIFY(scene.button("second", notice) != nullptr);
    }

    void notice_giveUpTheRest_asksOnceMoreAndEnterKeeps() {
        Scene scene;
        scene.price(scene.write(rowsFrom(1, 3)));
        scene.approveElsewhere();
        scene.desktop.restart();
        scene.desktop.connectTo(scene.server);
        auto* notice = scene.desktop.find<NoticeBar>("interrupted");
        LEADSHEET_WAIT(notice->isVisible());
        auto* asks = scene.desktop.find<GiveUpBar>("giveUp");
        scene.button("second", notice)->click();
        LEADSHEET_WAIT(asks->isVisible());
        QVERIFY(!notice->isVisible());
        verifySays(asks->text(), QStringLiteral("3 rows of run 1 (“sheet”) for $24.00"));
        QCOMPARE(scene.desktop.look(QStringLiteral("wishes-give-up")), QString());
        auto* giveUp = scene.button("second", asks);
        QCOMPARE(giveUp->text(), QStringLiteral("Give Up 3 Rows"));
        giveUp->setFocus();
        QTest::keyClick(giveUp, Qt::Key_Return);
        QVERIFY(asks->isVisible());
        QTest::keyClick(giveUp, Qt::Key_Escape);
        LEADSHEET_WAIT(notice->isVisible() && !asks->isVisible());
        QCOMPARE(scene.openLedger().run(submit::RunId{1})->totals.left(), 3);

        scene.button("second", notice)->click();
        giveUp->click();
        LEADSHEET_WAIT(!asks->isVisible());
        const auto run = scene.openLedger().run(submit::RunId{1});
        QCOMPARE(run->state, submit::RunState::Finished);
        QCOMPARE(run->totals.of(submit::RowState::Skipped), 3);
        QVERIFY(scene.orders().empty());
        QVERIFY(!notice->isVisible());
    }

    void activity_giveUpTheRest_saysWhatIsGivenUp() {
        Scene scene;
        scene.price(scene.write(rowsFrom(1, 3)));
        scene.approveElsewhere();
        scene.desktop.program().workspace().showPage(QStringLiteral("activity"));
        auto* rest = scene.desktop.find<QPushButton>("activityRest");
        LEADSHEET_WAIT(rest->isEnabled());
        verifySays(scene.words("activityState"), QStringLiteral("3 rows for $24.00 are left."));
        const auto* waiting = scene.desktop.find<QTableView>("rowsTable")->model();
        LEADSHEET_WAIT(waiting->rowCount() == 3);
        QCOMPARE(waiting->index(0, RowModel::Price).data().toString(), QStringLiteral("$8.00"));
        rest->click();
        auto* asks = scene.desktop.find<GiveUpBar>("activityGiveUp");
        LEADSHEET_WAIT(asks->isVisible());
        QCOMPARE(scene.desktop.look(QStringLiteral("wishes-activity")), QString());
        scene.button("second", asks)->click();
        LEADSHEET_WAIT(!asks->isVisible() && !rest->isEnabled());
        QCOMPARE(scene.openLedger().run(submit::RunId{1})->totals.left(), 0);
        const auto* rows = scene.desktop.find<QTableView>("rowsTable")->model();
        LEADSHEET_WAIT(rows->rowCount() == 3 &&
                       rows->index(0, 1).data().toString() == QStringLiteral("Skipped"));
        QVERIFY(scene.orders().empty());
    }

    void activity_giveUpWithAnAnswerLost_asksTheServiceFirst() {
        Scene scene;
        scene.price(scene.write(rowsFrom(1, 3)));
        scene.loseAnAnswerElsewhere();
        const auto before = scene.openLedger().run(submit::RunId{1})->totals;
        QCOMPARE(before.of(submit::RowState::Unknown), 1);
        scene.desktop.program().workspace().showPage(QStringLiteral("activity"));
        auto* rest = scene.desktop.find<QPushButton>("activityRest");
        LEADSHEET_WAIT(rest->isEnabled());
        rest->click();
        auto* asks = scene.desktop.find<GiveUpBar>("activityGiveUp");
        LEADSHEET_WAIT(asks->isVisible());
        verifySays(asks->text(), QStringLiteral("2 rows of run 1"));
        verifySays(asks->text(), QStringLiteral("unknown outcome"));
        scene.button("second", asks)->click();
        LEADSHEET_WAIT(!rest->isEnabled() &&
                       scene.openLedger().run(submit::RunId{1})->totals.left() == 0);
        // What turned out to be ordered stays; nothing else is bought.
        const auto after = scene.openLedger().run(submit::RunId{1})->totals;
        QCOMPARE(after.of(submit::RowState::Placed), 1);
        QCOMPARE(after.of(submit::RowState::Skipped), 2);
        QCOMPARE(scene.orders().size(), std::size_t{1});
    }

    void againAfter_chosen_isKeptWithTheMap() {
        Scene scene;
        const QString file = scene.write(rowsFrom(1, 2));
        scene.price(file);
        QVERIFY(!scene.desktop.find<QCheckBox>("againAfter")->isChecked());
        QVERIFY(!scene.openLedger().run(scene.panel().priced()->run)->spec.againAfter);
        scene.desktop.find<QCheckBox>("againAfter")->click();
        scene.waitForPrices();
        const auto spec = scene.openLedger().run(scene.panel().priced()->run)->spec;
        QCOMPARE(spec.againAfter.value(), std::chrono::hours(30 * 24));
        QCOMPARE(QString::fromStdString(spec.sourcePath), QFileInfo(file).canonicalFilePath());
        QVERIFY(!spec.sheetShape.empty() && !spec.account.instanceId.empty());
        verifySays(scene.page().commandLine(), QStringLiteral("--again-after 30d"));
        auto* period = scene.desktop.find<QLineEdit>("againPeriod");
        QCOMPARE(period->text(), QStringLiteral("30 days"));
        QCOMPARE(scene.words("againMeaning"), QStringLiteral("ago"));
        period->setText(QStringLiteral("soon"));
        emit period->editingFinished();
        verifySays(scene.words("againProblem"), QStringLiteral("“soon” is not a period."));
        QCOMPARE(scene.words("againMeaning"), QStringLiteral("ago"));
        period->setText(QStringLiteral("2w"));
        QCOMPARE(scene.words("againMeaning"), QStringLiteral("= 14 days ago"));
        emit period->editingFinished();
        scene.waitForPrices();
        QVERIFY(scene.words("againProblem").isEmpty());

        scene.desktop.restart();
        scene.desktop.connectTo(scene.server);
        scene.price(scene.write(rowsFrom(3, 4), QStringLiteral("other.csv")));
        QVERIFY(scene.desktop.find<QCheckBox>("againAfter")->isChecked());
        QCOMPARE(scene.desktop.find<QLineEdit>("againPeriod")->text(), QStringLiteral("14 days"));
        QCOMPARE(scene.openLedger().run(scene.panel().priced()->run)->spec.againAfter.value(),
                 std::chrono::hours(14 * 24));
    }

    void againAfter_typed_isReadInWordsAndSaidInThem_data() {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("said");
        const QString en = QStringLiteral("en");
        const QString de = QStringLiteral("de");
        QTest::newRow("letter") << en << "2w"
                                << "14 days";
        QTest::newRow("word") << en << "2 Weeks"
                              << "14 days";
        QTest::newRow("one") << en << "1 day"
                             << "1 day";
        QTest::newRow("begun word") << en << "36 hour"
                                    << "36 hours";
        QTest::newRow("minutes") << en << "90min"
                                 << "90 minutes";
        QTest::newRow("number alone") << en << "14"
                                      << "14 days";
        QTest::newRow("months") << en << "3 months"
                                << "";
        QTest::newRow("nothing") << en << "0 days"
                                 << "";
        QTest::newRow("too long") << en << "400 days"
                                  << "";
        QTest::newRow("German word") << de << "45 Tage"
                                     << "45 Tagen";
        QTest::newRow("German, one") << de << QStringLiteral("1 Stunde") << "1 Stunde";
        QTest::newRow("German weeks") << de << "3 wochen"
                                      << "21 Tagen";
        QTest::newRow("German letter") << de << "12h"
                                       << "12 Stunden";
        QTest::newRow("German months") << de << "3 Monate"
                                       << "";
    }
    void againAfter_typed_isReadInWordsAndSaidInThem() {
        QFETCH(QString, language);
        QFETCH(QString, typed);
        QFETCH(QString, said);
        const Translations translations(language);
        AgainAfter asks;
        asks.findChild<QCheckBox*>(QStringLiteral("againAfter"))->setChecked(true);
        std::optional<std::chrono::seconds> chosen;
        connect(&asks, &AgainAfter::chosen, this, [&chosen](auto period) { chosen = period; });
        auto* period = asks.findChild<QLineEdit*>(QStringLiteral("againPeriod"));
        period->setText(typed);
        emit period->editingFinished();
        QCOMPARE(period->text(), said.isEmpty() ? typed : said);
        QCOMPARE(chosen.has_value(), !said.isEmpty());
        emit period->editingFinished(); // what it says is read as the same
        QCOMPARE(period->text(), said.isEmpty() ? typed : said);
    }

    void price_orderEnded_isNamedWithoutPriceAndOrderedAgainOnPurpose() {
        Scene scene;
        const QString file = scene.write(rowsFrom(1, 2));
        scene.price(file);
        scene.place();
        const auto orders = scene.orders();
        QCOMPARE(orders.size(), std::size_t{2});
        const auto client = scene.desktop.program().account().connection()->client;
        const auto key = IdempotencyKey::parse("cancel-it-once");
        QVERIFY(client->orders().cancel(orders[0].number, {}, *key, orders[0].version).has_value());
        scene.price(file);
        QCOMPARE(scene.panel().priced()->quote.rows, 0);
        auto* ended = scene.part("orderedThenEnded");
        QVERIFY(ended->isVisible());
        verifySays(scene.words("knownSentence", ended),
                   QString::fromStdString(orders[0].number.str()) +
                       QStringLiteral(": Ordered, Then Cancelled."));
        verifySays(scene.words("leftOut"), QStringLiteral("1 ordered, then cancelled"));
        QStringList counts;
        for (const auto* label : scene.desktop.find<QWidget>("newCounts")->findChildren<QLabel*>())
            counts << label->text();
        QVERIFY2(counts.contains(QStringLiteral("1 ordered, then cancelled")),
                 qPrintable(counts.join('|')));
        QCOMPARE(scene.desktop.look(QStringLiteral("wishes-ended")), QString());
        scene.button("orderKnown", ended)->click();
        scene.waitForPrices();
        QVERIFY2(scene.placeText().startsWith(QStringLiteral("Place 1 Order ")),
                 qPrintable(scene.placeText()));
        scene.place();
        QCOMPARE(scene.orders().size(), std::size_t{3});
    }

    void run_rowOrderedBeforeAndEnded_areNamedOnTheRunPage() {
        Scene scene;
        QCOMPARE(scene.server.createOrder("elsewhere-1", likeRow(1)).status, 201);
        scene.price(scene.write(rowsFrom(1, 2)));
        scene.place();
        auto* filter = scene.desktop.find<QComboBox>("rowFilter");
        QVERIFY(filter->findText(QStringLiteral("Ordered, then ended")) > 0);
        filter->setCurrentIndex(filter->findText(QStringLiteral("Skipped")));
        const auto* rows = scene.desktop.find<QTableView>("runRows")->model();
        const QString said = QStringLiteral("The same companies and people as LS-");
        LEADSHEET_WAIT(rows->rowCount() == 1 &&
                       rows->index(0, RunRowsModel::Message).data().toString().startsWith(said));
        QCOMPARE(scene.orders().size(), std::size_t{2});
    }

    void connect_ledgerKnowsTheAccountByAnAddress_isOneAccount() {
        TestServer server;
        DesktopScene scene;
        const auto file = scene.program().workspace().folders().ledgerFile();
        {
            auto ledger = submit::Ledger::open(file);
            auto lock = ledger->lock();
            submit::RunSpec spec;
            spec.title = "Before";
            spec.account = {"https://old.example.com/api", server.accountId()};
            auto planner = submit::RunPlanner::begin(*ledger, *lock, spec);
            submit::RowInput row;
            row.sourceRow = 2;
            row.request.product = "filters";
            row.request.leadCount = 100;
            row.request.fields["industries"] = std::vector<std::string>{"Retail"};
            QVERIFY(planner->add(row).has_value() && planner->finish().has_value());
        }
        scene.connectTo(server);
        const auto known = submit::Ledger::open(file)->run(submit::RunId{1});
        QCOMPARE(known->spec.account.instanceId,
                 scene.program().account().connection()->account.instanceId);
        QVERIFY(!known->spec.account.instanceId.empty());
    }

private:
    /// Three rows approved and not sent in run 1; run 2 of the sheet, with a row more at its top,
    /// ordered that one alone.
    static void leaveAnOlderRun(Scene& scene) {
        scene.price(scene.write(rowsFrom(1, 3)));
        scene.approveElsewhere();
        scene.price(scene.write(rowsFrom(9, 9) + rowsFrom(1, 3)));
        scene.desktop.find<QRadioButton>("firstRows")->click(); // as many as are proposed: one
        LEADSHEET_WAIT(scene.panel().chosen().rows == 1);
        QVERIFY2(scene.page().commandLine().contains(QStringLiteral("--first 1")),
                 qPrintable(scene.page().commandLine()));
        scene.place();
    }
};

LEADSHEET_TEST(tst_wishes_window, WishesWindowTest);
#include "tst_wishes_window.moc"
