// SPDX-License-Identifier: Apache-2.0
#include "desktop_scene.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include "account/account_session.hpp"
#include "account/usage_panel.hpp"
#include "dialogs/form_dialog.hpp"
#include "program/desktop_program.hpp"
#include "shell/notice_bar.hpp"

#include "leadsheet/timestamp.hpp"

#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QtTest>

using namespace leadsheet;
using namespace leadsheet::desktop;
using leadsheet::test::DesktopScene;
using leadsheet::test::TestServer;

namespace {

struct LimitsScene {
    TestServer server;
    DesktopScene desktop;

    void open(const std::string& secret = {}) {
        desktop.connectTo(server, secret);
        desktop.program().workspace().showAccounts();
    }
    QString cell(int row, int column) {
        const auto* item = desktop.find<QTableWidget>("usageTable")->item(row, column);
        return item != nullptr ? item->text() : QString();
    }
    std::shared_ptr<const Connected> connection() {
        return desktop.program().account().connection();
    }
    std::string keyId() { return connection() ? connection()->account.key.id : std::string(); }
    QString notice() { return desktop.window().notices().text(); }
    /// As it lies in the keychain.
    std::string kept() {
        const auto& keys = desktop.keychain().keys;
        const auto found = keys.find(app::keyEntry("work", server.baseUrl()));
        return found == keys.end() ? std::string() : std::string(found->second.reveal());
    }
    void replaceKey() {
        setNextAnswer(true);
        desktop.click("profileReplaceKey");
    }
    /// The service makes keys, and its answers are lost.
    void loseAnswers() {
        server::FaultMatch rotations;
        rotations.operationId = "rotateKey";
        server.faults().everyNth(1, server::Fault::resetAfterCommit(), rotations);
    }
    void startAgain() {
        desktop.restart();
        desktop.program().start(false);
        desktop.program().workspace().showAccounts();
    }
};

} // namespace

/// What a key may still do, and replacing it, over a real server.
class AccountLimitsTest : public QObject {
    Q_OBJECT

private slots:
    void usage_ofTheKey_isListedWithItsLimits() {
        LimitsScene scene;
        scene.open();
        auto* table = scene.desktop.find<QTableWidget>("usageTable");
        LEADSHEET_WAIT(table->isVisible() && table->rowCount() == 5);
        QVERIFY(scene.cell(0, 0).contains(QStringLiteral("requests")) ||
                scene.cell(1, 0).contains(QStringLiteral("requests")));
        QVERIFY(scene.cell(2, 0).startsWith(QStringLiteral("Checks")));
        QCOMPARE(scene.cell(3, 0), QStringLiteral("Webhooks of the account"));
        QCOMPARE(scene.cell(3, 1), QStringLiteral("0"));
        QCOMPARE(scene.cell(3, 3), QStringLiteral("50"));
        QCOMPARE(scene.cell(4, 2), QStringLiteral("50"));
        QVERIFY(scene.desktop.find<QLabel>("usageFacts")
                    ->text()
                    .contains(QStringLiteral("$1,000,000.00 available")));
        QVERIFY(scene.desktop.find<QLabel>("usageFacts")
                    ->text()
                    .contains(QStringLiteral("no daily spend cap")));
        QCOMPARE(scene.desktop.look(QStringLiteral("accounts-usage")), QString());
    }

    void rows_tellWhatIsLeftOfBudgetsAndOfTheCap() {
        Account account;
        account.spendCap = SpendCap{{10'000, "USD"}, {2'500, "USD"}, "2026-03-02T00:00:00.000Z"};
        const WallTime now = *parseTimestamp("2026-03-01T12:00:00.000Z");
        const auto rows =
            usageRows({{"default", 1000, 900, 3600, 1800}, {"orders", 5000, 5000, 3600, 3600}},
                      &account, now);
        QCOMPARE(rows.size(), 3);
        QCOMPARE(rows[0].used, QStringLiteral("100"));
        QCOMPARE(rows[0].left, QStringLiteral("900"));
        QCOMPARE(rows[0].share, 0.1);
        QCOMPARE(rows[1].resets, QStringLiteral("unused"));
        QCOMPARE(rows[2].left, QStringLiteral("$75.00"));
        QCOMPARE(rows[2].share, 0.25);
        QCOMPARE(usageRows({}, nullptr, now).size(), 0);
        const auto owned = possessionRows({49, {}});
        QCOMPARE(owned[0].left, QStringLiteral("1"));
        QCOMPARE(owned[0].share, 0.98);
        QCOMPARE(owned[1].used, QStringLiteral("–"));
        QCOMPARE(owned[1].limit, QStringLiteral("50"));
    }

    void serverThatFails_isToldAndAskedAgain() {
        LimitsScene scene;
        server::FaultMatch limits;
        limits.operationId = "getRateLimit";
        scene.open();
        LEADSHEET_WAIT(scene.desktop.find<QTableWidget>("usageTable")->isVisible());
        scene.server.faults().everyNth(1, server::Fault::answer(400, "invalid_parameter"), limits);
        scene.desktop.click("usageRefresh");
        auto* notice = scene.desktop.find<NoticeBar>("usageNotice");
        LEADSHEET_WAIT(notice->isVisible() && notice->text().contains(QStringLiteral("refused")));
        QCOMPARE(scene.desktop.look(QStringLiteral("accounts-usage-failed")), QString());
        scene.server.faults().clear();
        scene.desktop.click("usageRefresh");
        LEADSHEET_WAIT(!notice->isVisible());
    }

    void withoutAnAccount_saysSo() {
        DesktopScene desktop;
        desktop.program().workspace().showAccounts();
        QVERIFY(desktop.find<QLabel>("usageState")->text().contains(QStringLiteral("No account")));
        QVERIFY(!desktop.find<QPushButton>("usageRefresh")->isEnabled());
    }

    void key_replaced_isKeptAndUsedAtOnce() {
        LimitsScene scene;
        scene.open();
        const std::string before = scene.keyId();
        const std::string secret = scene.kept();
        scene.replaceKey();
        QVERIFY(lastQuestion().contains(QStringLiteral("24 hours")));
        LEADSHEET_WAIT(!scene.keyId().empty() && scene.keyId() != before);
        QVERIFY(scene.kept() != secret);
        QVERIFY(!scene.kept().empty());
        QVERIFY2(scene.notice().contains(QStringLiteral("has a new key")),
                 qPrintable(scene.notice()));
        QVERIFY(scene.notice().contains(QStringLiteral("The old one works until")));
        QCOMPARE(scene.desktop.look(QStringLiteral("accounts-key-replaced")), QString());
        const std::string used = scene.keyId();
        scene.startAgain();
        LEADSHEET_WAIT(scene.keyId() == used);
    }

    void key_notReplaced_whenThePersonKeepsIt() {
        LimitsScene scene;
        scene.open();
        const std::string secret = scene.kept();
        setNextAnswer(false);
        scene.desktop.click("profileReplaceKey");
        QCOMPARE(scene.kept(), secret);
        QVERIFY(scene.desktop.program().connector().rotation().isPossible());
    }

    void answer_lost_andProgramEnded_theSameKeyComesAtTheNextStart() {
        LimitsScene scene;
        scene.open();
        const std::string before = scene.keyId();
        const std::string secret = scene.kept();
        scene.loseAnswers();
        scene.replaceKey();
        LEADSHEET_WAIT(scene.notice().contains(QStringLiteral("keeps working")));
        QCOMPARE(scene.kept(), secret);
        QCOMPARE(scene.keyId(), before);
        scene.server.faults().clear();
        scene.startAgain();
        LEADSHEET_WAIT(!scene.keyId().empty() && scene.keyId() != before);
        QVERIFY(scene.kept() != secret);
        QVERIFY(scene.notice().contains(QStringLiteral("has a new key")));
    }

    void program_endedWhileAsking_goesOnAtTheNextStart() {
        LimitsScene scene;
        scene.open();
        const std::string before = scene.keyId();
        scene.loseAnswers();
        scene.replaceKey();
        scene.desktop.restart(); // at once, in the middle of it
        scene.server.faults().clear();
        scene.startAgain();
        LEADSHEET_WAIT(!scene.keyId().empty() && scene.keyId() != before);
    }

    void keychain_locked_theNewKeyComesAgainAtTheNextStart() {
        LimitsScene scene;
        scene.open();
        const std::string before = scene.keyId();
        const std::string secret = scene.kept();
        scene.desktop.keychain().fault = app::KeyStoreError::Kind::Refused;
        scene.replaceKey();
        LEADSHEET_WAIT(scene.notice().contains(QStringLiteral("Open the keychain")));
        LEADSHEET_WAIT(!scene.keyId().empty() && scene.keyId() != before);
        const std::string after = scene.keyId();
        QCOMPARE(scene.kept(), secret);
        scene.desktop.keychain().fault.reset();
        scene.startAgain();
        LEADSHEET_WAIT(scene.keyId() == after);
        QVERIFY(scene.kept() != secret);
    }

    void keyWithoutTheRight_isToldWhichOneIsMissing() {
        LimitsScene scene;
        scene.open(scene.server.addAccount(1000, {"account:read"}));
        const std::string secret = scene.kept();
        scene.replaceKey();
        LEADSHEET_WAIT(scene.notice().contains(QStringLiteral("keys:write")));
        QCOMPARE(scene.kept(), secret);
        const std::string before = scene.keyId();
        scene.startAgain();
        LEADSHEET_WAIT(scene.keyId() == before);
        LEADSHEET_WAIT(scene.desktop.find<QPushButton>("profileReplaceKey")->isEnabled());
    }

    void page_inGerman_isCutNowhere() {
        const Translations german(QStringLiteral("de"));
        LimitsScene scene;
        scene.open();
        LEADSHEET_WAIT(scene.desktop.find<QTableWidget>("usageTable")->isVisible());
        QCOMPARE(scene.desktop.look(QStringLiteral("accounts-usage-german")), QString());
    }
};

LEADSHEET_TEST(tst_account_limits, AccountLimitsTest);
#include "tst_account_limits.moc"
