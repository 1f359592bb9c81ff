// SPDX-License-Identifier: Apache-2.0
#include "desktop_scene.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include "account/account_switcher.hpp"
#include "account/connect_form.hpp"
#include "account/connector.hpp"
#include "shell/notice_bar.hpp"
#include "submit/sheet_job.hpp"
#include "submit/submit_page.hpp"

#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QtTest>

using namespace leadsheet;
using namespace leadsheet::desktop;
using leadsheet::test::DesktopScene;
using leadsheet::test::TestServer;

namespace {

bool welcomed(DesktopScene& scene) {
    const auto* page = scene.window().findChild<WelcomePage*>();
    return page != nullptr && page->isVisible();
}

ConnectionState stateOf(DesktopScene& scene) {
    return scene.program().account().state();
}

void fillForm(DesktopScene& scene, const TestServer& server) {
    scene.click("welcomeConnect");
    scene.type("connectAddress", QString::fromStdString(server.baseUrl()));
    scene.type("connectKey", QString::fromStdString(server.customerKey()));
}

} // namespace

class FirstRunTest : public QObject {
    Q_OBJECT

private slots:
    void newPerson_isWelcomedWithSampleDataPreselected() {
        DesktopScene scene;
        scene.program().start(false);
        LEADSHEET_WAIT(welcomed(scene));
        LEADSHEET_WAIT(scene.find<QPushButton>("welcomeSample")->hasFocus());
        QCOMPARE(scene.look(QStringLiteral("first-run")), QString());
    }

    void sampleData_byReturn_connectsToTheSandbox() {
        DesktopScene scene;
        scene.program().start(false);
        LEADSHEET_WAIT(welcomed(scene));
        LEADSHEET_WAIT(scene.find<QPushButton>("welcomeSample")->hasFocus());
        QTest::keyClick(scene.find<QPushButton>("welcomeSample"), Qt::Key_Return);
        QCOMPARE(stateOf(scene), ConnectionState::Connecting);
        QVERIFY(welcomed(scene));
        LEADSHEET_WAIT(stateOf(scene) == ConnectionState::Connected);
        const auto connection = scene.program().account().connection();
        QVERIFY(connection->sandbox);
        QVERIFY(!connection->admin);
        QCOMPARE(connection->ref.profile, std::string("sandbox"));
        QVERIFY(!welcomed(scene));
        QVERIFY(scene.window().windowTitle().contains(QStringLiteral("SANDBOX")));
        auto* submit = qobject_cast<SubmitPage*>(scene.window().page(QStringLiteral("submit")));
        LEADSHEET_WAIT(submit->job().state() == SheetJob::State::Open);
        QCOMPARE(submit->job().sourceName(), QStringLiteral("icp_q3.csv"));
        QCOMPARE(scene.window().currentPage()->id(), submit->id());
        LEADSHEET_WAIT(!submit->job().rows().isLoading());
        const auto* switcher = scene.find<AccountSwitcher>("accountSwitcher");
        QVERIFY(switcher->accessibleName().contains(QStringLiteral("play money")));
        QVERIFY(switcher->accessibleName().contains(QStringLiteral("$25,000.00")));
        QCOMPARE(scene.look(QStringLiteral("first-run-sandbox")), QString());
    }

    void sandboxUsedLast_nextStart_connectsAgainWithoutWelcome() {
        DesktopScene scene;
        scene.program().start(true);
        LEADSHEET_WAIT(stateOf(scene) == ConnectionState::Connected);
        const std::string account = scene.program().account().connection()->account.id;
        scene.restart();
        scene.program().start(false);
        LEADSHEET_WAIT(stateOf(scene) == ConnectionState::Connected);
        QVERIFY(!welcomed(scene));
        QCOMPARE(scene.program().account().connection()->account.id, account);
    }

    void account_tested_showsWhatTheKeyOpens() {
        TestServer server;
        DesktopScene scene;
        scene.program().start(false);
        LEADSHEET_WAIT(welcomed(scene));
        QVERIFY(!scene.window().findChild<QLineEdit*>(QStringLiteral("connectKey")));
        fillForm(scene, server);
        QCOMPARE(scene.find<QLineEdit>("connectKey")->echoMode(), QLineEdit::Password);
        QVERIFY(!scene.find<QPushButton>("connectSave")->isEnabled());
        scene.click("connectTest");
        LEADSHEET_WAIT(scene.find<QPushButton>("connectSave")->isEnabled());
        QString shown;
        for (const QLabel* label : scene.find<QWidget>("connectFacts")->findChildren<QLabel*>())
            shown += label->text() + QLatin1Char('\n');
        for (const char* fact : {"$1,000,000.00 available", "orders:write", "new orders left"})
            QVERIFY2(shown.contains(QLatin1String(fact)), qPrintable(shown));
        QVERIFY(!shown.contains(QString::fromStdString(server.customerKey())));
        QCOMPARE(scene.look(QStringLiteral("first-run-tested")), QString());
    }

    void account_saved_isInTheKeychainAndInNoFile() {
        TestServer server;
        DesktopScene scene;
        scene.program().start(false);
        LEADSHEET_WAIT(welcomed(scene));
        fillForm(scene, server);
        scene.click("connectTest");
        LEADSHEET_WAIT(scene.find<QPushButton>("connectSave")->isEnabled());
        scene.type("connectName", QStringLiteral("work"));
        scene.click("connectSave");
        LEADSHEET_WAIT(stateOf(scene) == ConnectionState::Connected);
        QVERIFY(!welcomed(scene));
        QCOMPARE(scene.program().account().connection()->profile, QStringLiteral("work"));
        QCOMPARE(scene.keychain().keys.size(), std::size_t{1});
        QCOMPARE(scene.keychain().keys.begin()->first, app::keyEntry("work", server.baseUrl()));
        scene.program().settings().flush();
        for (const char* name : {"/profiles.json", "/desktop.ini"}) {
            QFile file(scene.folder() + QLatin1String(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            QVERIFY(!file.readAll().contains(server.customerKey().c_str()));
        }
        scene.restart();
        scene.program().start(false);
        LEADSHEET_WAIT(stateOf(scene) == ConnectionState::Connected);
        QCOMPARE(scene.program().account().connection()->profile, QStringLiteral("work"));
    }

    void account_withoutKeychain_isKeptForTheSessionAndSaysSo() {
        TestServer server;
        DesktopScene scene;
        scene.keychain().fault = app::KeyStoreError::Kind::Absent;
        QString said;
        QObject::connect(&scene.program().workspace(), &Workspace::noticed, &scene.window(),
                         [&](NoticeKind, const QString& text) { said = text; });
        scene.program().start(false);
        LEADSHEET_WAIT(welcomed(scene));
        fillForm(scene, server);
        scene.click("connectTest");
        LEADSHEET_WAIT(scene.find<QPushButton>("connectSave")->isEnabled());
        scene.type("connectName", QStringLiteral("work"));
        scene.click("connectSave");
        LEADSHEET_WAIT(stateOf(scene) == ConnectionState::Connected);
        QVERIFY2(said.contains(QStringLiteral("kept until you quit")), qPrintable(said));
        scene.program().connector().useSandbox();
        LEADSHEET_WAIT(stateOf(scene) == ConnectionState::Connected);
        scene.program().connector().useProfile(QStringLiteral("work"));
        LEADSHEET_WAIT(stateOf(scene) == ConnectionState::Connected);
        scene.restart();
        scene.program().start(false);
        LEADSHEET_WAIT(stateOf(scene) == ConnectionState::Failed);
        QCOMPARE(scene.program().account().trouble().code, QStringLiteral("no_key"));
        auto* notice = scene.find<ConnectionNotice>("connectionNotice");
        QVERIFY(notice->isVisible());
        QVERIFY(notice->text().contains(QStringLiteral("Enter the key")));
        QCOMPARE(scene.look(QStringLiteral("connection-no-key")), QString());
    }

    void test_ofWhatCannotWork_saysWhatToDo_data() {
        QTest::addColumn<QString>("address");
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("says");
        QTest::newRow("plain http") << "http://example.com"
                                    << "k"
                                    << "https";
        QTest::newRow("no address") << "ftp:/x"
                                    << "k"
                                    << "https";
        QTest::newRow("nobody there") << "http://127.0.0.1:1"
                                      << "k"
                                      << "cannot be reached";
        QTest::newRow("key with a blank") << "https://example.com"
                                          << "a b"
                                          << "key";
    }
    void test_ofWhatCannotWork_saysWhatToDo() {
        QFETCH(QString, address);
        QFETCH(QString, key);
        QFETCH(QString, says);
        DesktopScene scene;
        scene.program().start(false);
        LEADSHEET_WAIT(welcomed(scene));
        scene.click("welcomeConnect");
        scene.type("connectAddress", address);
        scene.type("connectKey", key);
        scene.click("connectTest");
        auto* message = scene.find<NoticeBar>("connectMessage");
        LEADSHEET_WAIT(message->isVisible());
        QVERIFY2(message->text().contains(says), qPrintable(message->text()));
        QVERIFY(!scene.find<QPushButton>("connectSave")->isEnabled());
    }

    void test_wrongKey_isRefusedWithoutRepeatingIt() {
        TestServer server;
        DesktopScene scene;
        scene.program().start(false);
        LEADSHEET_WAIT(welcomed(scene));
        fillForm(scene, server);
        QTest::keyClicks(scene.find<QLineEdit>("connectKey"), QStringLiteral("x"));
        const auto place = [&scene] {
            return scene.find<QPushButton>("connectTest")->mapTo(&scene.window(), QPoint());
        };
        settle();
        const QPoint before = place();
        scene.click("connectTest");
        auto* message = scene.find<NoticeBar>("connectMessage");
        LEADSHEET_WAIT(message->isVisible());
        settle();
        QCOMPARE(place(), before); // nothing moves under the pointer
        QVERIFY2(message->text().contains(QStringLiteral("does not know this key")),
                 qPrintable(message->text()));
        QVERIFY(!message->text().contains(QString::fromStdString(server.customerKey())));
        QCOMPARE(QApplication::focusWidget(), scene.find<QLineEdit>("connectKey"));
        QCOMPARE(scene.look(QStringLiteral("first-run-refused")), QString());
    }

    void admin_key_connectsForFulfilment() {
        TestServer server;
        DesktopScene scene;
        scene.program().start(false);
        LEADSHEET_WAIT(welcomed(scene));
        scene.click("welcomeConnect");
        scene.type("connectAddress", QString::fromStdString(server.baseUrl()));
        scene.type("connectKey", QString::fromStdString(server.adminKey()));
        scene.click("connectTest");
        LEADSHEET_WAIT(scene.find<QPushButton>("connectSave")->isEnabled());
        scene.click("connectSave");
        LEADSHEET_WAIT(stateOf(scene) == ConnectionState::Connected);
        QVERIFY(scene.program().account().connection()->admin);
    }
};

LEADSHEET_TEST(tst_first_run, FirstRunTest);
#include "tst_first_run.moc"
