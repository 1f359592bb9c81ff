// SPDX-License-Identifier: Apache-2.0
#include "desktop_scene.hpp"
#include "submit_scene.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include "account/account_session.hpp"
#include "dialogs/form_dialog.hpp"
#include "phrases/say.hpp"
#include "run/price_panel.hpp"
#include "run/run_rows_model.hpp"
#include "shell/notice_bar.hpp"
#include "shell/words.hpp"
#include "shell/workspace.hpp"
#include "submit/submit_step.hpp"

#include "leadsheet/messages/service.hpp"
#include "leadsheet/text/render.hpp"

#include <QLabel>
#include <QPushButton>
#include <QSet>

using namespace leadsheet;
using namespace leadsheet::desktop;
using namespace leadsheet::test;

namespace {

constexpr int kRows = 30;

QPushButton* buttonInSight(QWidget& inside, const char* name = "") {
    for (auto* button : inside.findChildren<QPushButton*>(QLatin1String(name)))
        if (button->isVisible() && button->isEnabled())
            return button;
    return nullptr;
}

void press(DesktopScene& scene, const char* name) {
    LEADSHEET_WAIT(buttonInSight(scene.window(), name) != nullptr);
    buttonInSight(scene.window(), name)->click();
}

/// A sheet opened and checked.
void checkSheet(DesktopScene& scene) {
    const QString path = scene.folder() + QStringLiteral("/sheet.csv");
    QFile file(path);
    QVERIFY(file.open(QFile::WriteOnly) && file.write(cleanSheet(kRows)) > 0);
    file.close();
    scene.program().workspace().openSheet(path);
    press(scene, "continueToMap");
    press(scene, "continueToCheck");
    LEADSHEET_WAIT(buttonInSight(scene.window(), "continueToPrice") != nullptr);
}

/// The same, and priced; the button that spends is there.
void priceSheet(DesktopScene& scene) {
    checkSheet(scene);
    press(scene, "continueToPrice");
    LEADSHEET_WAIT(buttonInSight(scene.window(), "place") != nullptr);
}

std::int64_t leadsPriced(const PricePanel& panel) {
    std::int64_t leads = 0;
    for (const submit::ProductTotal& product : panel.priced()->quote.products)
        leads += product.leads;
    return leads;
}

} // namespace

/// What stops a run from outside: said where the run is looked at, with the one way on.
class RunTroublesTest : public QObject {
    Q_OBJECT

private slots:
    void cause_ofTheSystem_isSaidOnce() {
        const std::vector<Message> alone{messages::service::causedBy("Broken pipe (local)")};
        const std::string english = text::render(alone, text::english());
        QCOMPARE(causeIn(alone), QStringLiteral("Broken pipe (local)"));
        QCOMPARE(sayPlainly(alone, english), QString());
        const std::vector<Message> both{messages::service::connectionBroke(), alone.front()};
        QCOMPARE(sayPlainly(both, text::render(both, text::english())),
                 QStringLiteral("The connection broke before the answer was complete."));
        QCOMPARE(sayPlainly({}, english), QStringLiteral("(Broken pipe (local))"));
    }

    void run_stoppedFromOutside_saysWhyAndHowToGoOn_data() {
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("says");
        QTest::addColumn<QString>("way");
        QTest::newRow("same refusal again and again")
            << 400 << "invalid_parameter"
            << "refused many rows in a row for the same reason"
            << "Check and Resume";
        QTest::newRow("key revoked") << 401 << "revoked_api_key"
                                     << "no longer accepts this key"
                                     << "Open Accounts";
        QTest::newRow("balance empty") << 402 << "insufficient_credit"
                                       << "balance does not cover the next row"
                                       << "Check and Resume";
        QTest::newRow("cap of the key") << 403 << "spend_cap_reached"
                                        << "daily spend cap is reached"
                                        << "Check and Resume";
        QTest::newRow("account suspended") << 403 << "account_suspended"
                                           << "account is suspended"
                                           << "Open Accounts";
    }
    void run_stoppedFromOutside_saysWhyAndHowToGoOn() {
        QFETCH(int, status);
        QFETCH(QString, code);
        QFETCH(QString, says);
        QFETCH(QString, way);
        TestServer server;
        DesktopScene scene;
        scene.connectTo(server);
        priceSheet(scene);
        server::FaultMatch orders;
        orders.operationId = "createOrder";
        server.faults().everyNth(1, server::Fault::answer(status, code.toStdString()), orders);
        scene.click("place");
        auto* notice = scene.find<NoticeBar>("runNotice");
        LEADSHEET_WAIT(notice->isVisible() && notice->text().contains(says));
        LEADSHEET_WAIT(buttonInSight(*notice) != nullptr);
        QCOMPARE(buttonInSight(*notice)->text(), way);
        QVERIFY2(notice->text().contains(QStringLiteral("nothing is lost")),
                 qPrintable(notice->text()));
        QCOMPARE(scene.look(QStringLiteral("run-") + code), QString());
        server.faults().clear();
        buttonInSight(*notice)->click();
        if (way == QStringLiteral("Open Accounts")) {
            QCOMPARE(scene.window().currentPage()->id(), QStringLiteral("accounts"));
            scene.program().workspace().showRun(1);
            LEADSHEET_WAIT(buttonInSight(scene.window(), "resumeRun") != nullptr);
            buttonInSight(scene.window(), "resumeRun")->click();
        }
        LEADSHEET_WAIT(notice->isVisible() && notice->text().startsWith(QStringLiteral("Done. ")));
    }

    void window_closedWhileRunning_asksAndPausesTheRun() {
        TestServer server;
        DesktopScene scene;
        scene.connectTo(server);
        priceSheet(scene);
        server::FaultMatch orders;
        orders.operationId = "createOrder";
        server.faults().everyNth(1, server::Fault::answerRetryAfter(429, std::chrono::minutes(30)),
                                 orders);
        scene.click("place");
        const auto* outlook = scene.find<QLabel>("outlook");
        LEADSHEET_WAIT(outlook->text().contains(QStringLiteral("asked to wait until")));
        QCOMPARE(scene.look(QStringLiteral("run-going-on")), QString());
        setNextAnswer(false);
        QVERIFY(!scene.window().close());
        QVERIFY(scene.window().isVisible());
        QVERIFY2(lastQuestion().contains(QStringLiteral("keeps the rest queued")),
                 qPrintable(lastQuestion()));
        setNextAnswer(true);
        QVERIFY(scene.window().close());
        const auto* notice = scene.find<NoticeBar>("runNotice");
        LEADSHEET_WAIT(notice->text().contains(QStringLiteral("30 rows for ")));
        QVERIFY2(notice->text().startsWith(QStringLiteral("Paused. 0 in flight.")),
                 qPrintable(notice->text()));
        // Rows that are to be sent again may hold money by then.
        const auto* held = scene.find<QLabel>("summaryCommitted");
        LEADSHEET_WAIT(held->accessibleName() == QStringLiteral("Held at most: ") + held->text());
        QCOMPARE(held->parentWidget()->findChild<QLabel*>(QStringLiteral("caption"))->text(),
                 QStringLiteral("Held at most"));
    }

    void price_sheetEditedWhilePricing_isOfTheSheetAsItIsNow() {
        TestServer server;
        DesktopScene scene;
        scene.connectTo(server);
        checkSheet(scene);
        server::FaultMatch quotes;
        quotes.operationId = "createQuote";
        server.faults().add(server::Fault::stall(std::chrono::minutes(10)), quotes);
        press(scene, "continueToPrice");
        LEADSHEET_WAIT(server.faults().consumed() >= 1);
        auto& page = *qobject_cast<SubmitPage*>(scene.window().page(QStringLiteral("submit")));
        auto& panel = *page.findChild<PricePanel*>();
        emit page.findChild<StepStrip*>()->chosen(2);
        QCOMPARE(page.currentStep(), 2);
        const std::int64_t before = page.job().checked()->leads;
        page.job().editing().change(QStringLiteral("x"), {{{0, 2, 4}, "5011"}});
        QVERIFY(!panel.priced().has_value());
        LEADSHEET_WAIT(page.job().checked() != nullptr);
        press(scene, "continueToPrice");
        LEADSHEET_WAIT(panel.priced().has_value());
        QCOMPARE(leadsPriced(panel), before + 5'000); // the row had 11
        server.stop(std::chrono::milliseconds(0));    // without waiting for what it holds back
    }

    void price_otherAccountWhilePricing_isOfThatOne() {
        TestServer first;
        DesktopScene scene;
        scene.connectTo(first);
        checkSheet(scene);
        server::FaultMatch quotes;
        quotes.operationId = "createQuote";
        first.faults().add(server::Fault::stall(std::chrono::minutes(10)), quotes);
        press(scene, "continueToPrice");
        LEADSHEET_WAIT(first.faults().consumed() >= 1);
        auto& panel = *scene.window().page(QStringLiteral("submit"))->findChild<PricePanel*>();
        AccountSession& account = scene.program().account();
        auto other = std::make_shared<Connected>(*account.connection());
        other->ref.accountId = "acc_other";
        account.setConnected(other);
        QVERIFY(!panel.priced().has_value());
        LEADSHEET_WAIT(panel.priced().has_value());
        QCOMPARE(panel.priced()->at, account.connection());
        first.stop(std::chrono::milliseconds(0));
    }

    void rowStates_all_haveAWordAndAnIconOfTheirOwn() {
        QSet<QString> words;
        for (const QString& word : stateWords())
            words << word;
        QCOMPARE(words.size(), static_cast<qsizetype>(submit::kRowStateCount));
        QVERIFY(!words.contains(QString()));
        for (std::size_t at = 0; at < submit::kRowStateCount; ++at) {
            const auto state = static_cast<submit::RowState>(at);
            QVERIFY2(!stateIcon(state).isNull(), qPrintable(stateWord(state)));
            QVERIFY2(stateCount(state, 3).startsWith(QStringLiteral("3 ")),
                     qPrintable(stateWord(state)));
        }
    }
};

LEADSHEET_TEST(tst_run_troubles, RunTroublesTest);
#include "tst_run_troubles.moc"
