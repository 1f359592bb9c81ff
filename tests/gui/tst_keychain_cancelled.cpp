// SPDX-License-Identifier: Apache-2.0
#include "desktop_scene.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include "account/account_session.hpp"
#include "shell/notice_bar.hpp"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusObjectPath>
#include <QDBusVariant>
#include <QDBusVirtualObject>
#include <QProcess>
#include <QPushButton>
#include <QTemporaryDir>

using namespace leadsheet;
using namespace leadsheet::desktop;
using namespace leadsheet::test;

namespace {

constexpr const char* kInSession = "LEADSHEET_TEST_LOCKED_SESSION";
const QString kRoot = QStringLiteral("/org/freedesktop/secrets");
const QString kPrompt = kRoot + QStringLiteral("/prompt/1");

/// A keychain on the session bus that is locked, and whose question for the password is cancelled
/// whenever it is put.
class LockedKeychain : public QDBusVirtualObject {
public:
    bool start() {
        auto bus = QDBusConnection::sessionBus();
        return bus.registerVirtualObject(kRoot, this, QDBusConnection::SubPath) &&
               bus.registerService(QStringLiteral("org.freedesktop.secrets"));
    }
    int asked() const { return asked_; }

    QString introspect(const QString&) const override { return {}; }
    bool handleMessage(const QDBusMessage& call, const QDBusConnection& bus) override {
        const QString member = call.member();
        const auto path = [](const QString& text) {
            return QVariant::fromValue(QDBusObjectPath(text));
        };
        const QVariant none = QVariant::fromValue(QList<QDBusObjectPath>());
        if (member == QLatin1String("OpenSession") &&
            call.arguments().value(0).toString() != QLatin1String("plain"))
            return bus.send(call.createErrorReply(
                QStringLiteral("org.freedesktop.DBus.Error.NotSupported"), member));
        if (member == QLatin1String("OpenSession"))
            return bus.send(call.createReply(
                {QVariant::fromValue(QDBusVariant(QString())), path(kRoot + "/session/1")}));
        if (member == QLatin1String("ReadAlias"))
            return bus.send(call.createReply(path(kRoot + "/collection/login")));
        if (member == QLatin1String("CreateItem"))
            return bus.send(call.createErrorReply(
                QStringLiteral("org.freedesktop.Secret.Error.IsLocked"), member));
        if (member == QLatin1String("SearchItems"))
            return bus.send(call.createReply({none, none}));
        if (member == QLatin1String("Unlock"))
            return bus.send(call.createReply({none, path(kPrompt)}));
        if (member == QLatin1String("Prompt"))
            return bus.send(call.createReply()) && cancel(bus);
        if (member == QLatin1String("GetAll"))
            return bus.send(call.createReply(QVariant(QVariantMap())));
        return false;
    }

private:
    bool cancel(const QDBusConnection& bus) {
        ++asked_;
        auto completed = QDBusMessage::createSignal(
            kPrompt, QStringLiteral("org.freedesktop.Secret.Prompt"), QStringLiteral("Completed"));
        completed << true
                  << QVariant::fromValue(
                         QDBusVariant(QVariant::fromValue(QList<QDBusObjectPath>())));
        return bus.send(completed);
    }

    int asked_ = 0;
};

} // namespace

/// The system's question for the keychain's password is cancelled.
class KeychainCancelledTest : public QObject {
    Q_OBJECT

private slots:
    void keychain_cancelled_isNotSaidToBeMissing() {
        if (!qEnvironmentVariableIsSet(kInSession))
            return inASession();
        LockedKeychain keychain;
        QVERIFY(keychain.start());
        TestServer server;
        DesktopScene scene(DesktopScene::Keys::System);
        scene.program().start(false);
        LEADSHEET_WAIT(scene.window().findChild<QPushButton*>(QStringLiteral("welcomeConnect")));
        scene.click("welcomeConnect");
        scene.type("connectAddress", QString::fromStdString(server.baseUrl()));
        scene.type("connectKey", QString::fromStdString(server.customerKey()));
        scene.click("connectTest");
        LEADSHEET_WAIT(scene.find<QPushButton>("connectSave")->isEnabled());
        scene.type("connectName", QStringLiteral("work"));
        scene.click("connectSave");
        LEADSHEET_WAIT(scene.program().account().state() == ConnectionState::Connected);
        QVERIFY(keychain.asked() > 0);
        const QString said = scene.window().notices().text();
        QVERIFY2(said.contains(QStringLiteral("locked or refused access")), qPrintable(said));
        QVERIFY2(said.contains(QStringLiteral("kept until you quit")), qPrintable(said));
        QVERIFY2(!said.contains(QStringLiteral("no system keychain")), qPrintable(said));
    }

private:
    /// The same test in a session of its own, where the bus is the test's.
    static void inASession() {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        const QTemporaryDir home;
        for (const char* name : {"HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"})
            environment.insert(QLatin1String(name), home.path());
        environment.insert(QLatin1String(kInSession), QStringLiteral("1"));
        environment.remove(QStringLiteral("DBUS_SESSION_BUS_ADDRESS"));
        QProcess session;
        session.setProcessEnvironment(environment);
        session.setProcessChannelMode(QProcess::MergedChannels);
        session.start(QStringLiteral("dbus-run-session"),
                      {QStringLiteral("--"), QCoreApplication::applicationFilePath(),
                       QStringLiteral("tst_keychain_cancelled")});
        QVERIFY(session.waitForStarted(60'000));
        QVERIFY(session.waitForFinished(300'000));
        const QByteArray said = session.readAll();
        QVERIFY2(session.exitCode() == 0, said);
    }
};

LEADSHEET_TEST(tst_keychain_cancelled, KeychainCancelledTest);
#include "tst_keychain_cancelled.moc"
