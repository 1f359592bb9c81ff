// SPDX-License-Identifier: Apache-2.0
#include "desktop_scene.hpp"
#include "screenshot.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include "account/account_session.hpp"
#include "shell/settings.hpp"
#include "shell/workspace.hpp"

#include <QAction>
#include <QCheckBox>
#include <QDesktopServices>
#include <QDialog>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QUrl>

using namespace leadsheet;
using namespace leadsheet::desktop;
using namespace leadsheet::test;

namespace {

constexpr const char* kUrl = "https://downloads.example.com/leadsheet?v=99";

TestServer::Options naming(const std::string& version, const std::string& url) {
    return {.configure = [=](server::Config& config) {
        config.latestClient = {version, url};
    }};
}

} // namespace

/// Takes what the program would open in a browser.
class Browser : public QObject {
    Q_OBJECT

public:
    Browser() { QDesktopServices::setUrlHandler(QStringLiteral("https"), this, "open"); }
    ~Browser() override { QDesktopServices::unsetUrlHandler(QStringLiteral("https")); }

    QList<QUrl> opened;

public slots:
    void open(const QUrl& url) { opened << url; }
};

/// A newer version is told by the connected service alone.
class NewerVersionToldTest : public QObject {
    Q_OBJECT

    static void close(DesktopScene& scene) {
        for (auto* button : scene.find<QWidget>("newerVersion")->findChildren<QToolButton*>())
            button->click();
    }

private slots:
    void newerVersion_isSaidOnceAVersion_andOpenedOnAClickOnly() {
        Browser browser;
        TestServer server(naming("99.10", kUrl));
        DesktopScene scene;
        scene.connectTo(server);
        LEADSHEET_WAIT(!scene.notice("newerVersion").isEmpty());
        const QString said = scene.notice("newerVersion");
        QVERIFY2(said.contains(QStringLiteral("99.10")) &&
                     said.contains(QStringLiteral("downloads.example.com")),
                 qPrintable(said));
        QCOMPARE(scene.look(QStringLiteral("newer-version")), QString());
        QVERIFY(browser.opened.isEmpty());
        for (auto* button : scene.find<QWidget>("newerVersion")->findChildren<QPushButton*>())
            if (button->isVisible())
                button->click();
        QCOMPARE(browser.opened, QList<QUrl>{QUrl(QString::fromLatin1(kUrl))});
        close(scene);
        QCOMPARE(scene.notice("newerVersion"), QString());
        scene.restart();
        scene.program().start(false);
        LEADSHEET_WAIT(scene.program().account().state() == ConnectionState::Connected);
        settle();
        QCOMPARE(scene.notice("newerVersion"), QString());
        // It is said where somebody looks for it.
        scene.program().workspace().showPage(QStringLiteral("settings"));
        QVERIFY(scene.find<QLabel>("settingsVersion")->text().contains(QStringLiteral("99.10")));
        QVERIFY(scene.canClick("settingsOpenVersion"));
        QCOMPARE(scene.look(QStringLiteral("newer-version-settings")), QString());
        scene.program().workspace().settings().setPassedOverVersion(QStringLiteral("99.9"));
        QVERIFY(!scene.notice("newerVersion").isEmpty()); // another one than was closed
    }

    void newerVersion_atAnotherPlace_isSaidWithIt() {
        TestServer server(naming("99.10", kUrl));
        DesktopScene scene;
        scene.connectTo(server);
        LEADSHEET_WAIT(
            scene.notice("newerVersion").contains(QStringLiteral("downloads.example.com.")));
        AccountSession& account = scene.program().workspace().account();
        Account figures = *account.figures();
        figures.latestClient->url = "https://elsewhere.example.com:8443/get";
        account.hear(*account.connection(), figures);
        QVERIFY2(
            scene.notice("newerVersion").contains(QStringLiteral("elsewhere.example.com:8443.")),
            qPrintable(scene.notice("newerVersion")));
    }

    void newerVersion_ofAnAccountLeft_isNotSaid() {
        TestServer server(naming("99.10", {}));
        DesktopScene scene;
        scene.connectTo(server);
        LEADSHEET_WAIT(!scene.notice("newerVersion").isEmpty());
        QVERIFY(!scene.find<QWidget>("newerVersion")
                     ->findChild<QPushButton*>(QString(), Qt::FindDirectChildrenOnly)
                     ->isVisible());
        scene.program().account().disconnectNow();
        QCOMPARE(scene.notice("newerVersion"), QString());
    }

    void newerVersion_isSwitchedOff_andStaysSo() {
        TestServer server(naming("99.10", kUrl));
        DesktopScene scene;
        scene.connectTo(server);
        LEADSHEET_WAIT(!scene.notice("newerVersion").isEmpty());
        scene.find<QCheckBox>("settingsNewerVersions")->setChecked(false);
        QCOMPARE(scene.notice("newerVersion"), QString());
        QVERIFY(!scene.find<QLabel>("settingsVersion")->text().contains(QStringLiteral("99")));
        scene.program().workspace().settings().flush();
        scene.restart();
        scene.program().start(false);
        LEADSHEET_WAIT(scene.program().account().state() == ConnectionState::Connected);
        settle();
        QCOMPARE(scene.notice("newerVersion"), QString());
        QVERIFY(!scene.find<QCheckBox>("settingsNewerVersions")->isChecked());
    }

    void sameVersionOrNone_saysNothing_data() {
        QTest::addColumn<QString>("version");
        QTest::newRow("none") << QString();
        QTest::newRow("older") << QStringLiteral("0.9");
        QTest::newRow("this one") << QCoreApplication::applicationVersion();
    }
    void sameVersionOrNone_saysNothing() {
        QFETCH(QString, version);
        TestServer server(naming(version.toStdString(), {}));
        DesktopScene scene;
        scene.connectTo(server);
        settle();
        QCOMPARE(scene.notice("newerVersion"), QString());
        QCOMPARE(
            scene.find<QLabel>("settingsVersion")->text(),
            QStringLiteral("This is Leadsheet %1.").arg(QCoreApplication::applicationVersion()));
        QVERIFY(!scene.canClick("settingsOpenVersion"));
    }
};

LEADSHEET_TEST(tst_newer_version_told, NewerVersionToldTest);
#include "tst_newer_version_told.moc"
