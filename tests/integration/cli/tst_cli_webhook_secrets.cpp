// SPDX-License-Identifier: Apache-2.0
#include "cli_process.hpp"
#include "test_main.hpp"
#include "webhook_scene.hpp"

#include "leadsheet/webhook_signature.hpp"

#include <QFileInfo>
#include <QRegularExpression>
#include <QtTest>

using namespace leadsheet;
using leadsheet::test::CliHome;
using leadsheet::test::CliRun;
using leadsheet::test::Receiver;
using leadsheet::test::WebhookScene;

namespace {

/// Whether a message was signed with this secret.
bool isSignedWith(const Receiver::Message& message, const QString& secret) {
    const auto key = WebhookSecret::parse(secret.trimmed().toStdString());
    const std::string& time = message.headers.at("webhook-timestamp");
    const std::string wanted = key->sign(message.headers.at("webhook-id"), time, message.body);
    return message.headers.at("webhook-signature").find(wanted) != std::string::npos;
}

} // namespace

/// Webhooks made, changed and removed by the real program, and their secrets.
class CliWebhookSecretsTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        scene_ = std::make_unique<WebhookScene>();
        home_ = std::make_unique<CliHome>();
        home_->use(scene_->server().baseUrl(), scene_->server().customerKey());
    }
    void cleanup() {
        home_.reset();
        scene_.reset();
    }

    void add_showsItsSecretOnce() {
        CliRun run =
            home_->run({"webhooks", "add", url(), "--name", "Warehouse", "--event",
                        "order.delivered", "--event", "webhook.test", "--leads", "no", "--json"});
        QVERIFY2(run.exitCode == 0, run.all());
        const QJsonObject made = run.line("webhookCreated");
        const QString secret = made["secret"].toString();
        const QString id = made["id"].toString();
        QVERIFY2(secret.startsWith("whsec_"), run.all());
        QCOMPARE(made["events"].toArray().size(), 2);
        QVERIFY(!made["autoDeliver"].toBool() && made["enabled"].toBool());
        for (const QStringList& command :
             {QStringList{"webhooks", "show", id}, QStringList{"webhooks", "list"},
              QStringList{"webhooks", "list", "--json"}}) {
            run = home_->run(command);
            QVERIFY2(run.exitCode == 0 && run.out.contains(id) && run.out.contains("Warehouse"),
                     run.all());
            QVERIFY2(!run.all().contains(secret.toUtf8()), run.all());
        }
        run = home_->run({"webhooks", "test", id, "--json"});
        QVERIFY2(run.exitCode == 0, run.all());
        QCOMPARE(run.line("webhookDeliveryDetail")["state"].toString(), QString("delivered"));
        QVERIFY(isSignedWith(scene_->messages().at(0), secret));
    }

    void add_onATerminal_saysThatItIsShownOnce() {
        const CliRun run = home_->run({"webhooks", "add", url()});
        QVERIFY2(run.exitCode == 0 && run.out.contains("whsec_"), run.all());
        QVERIFY2(run.err.contains("it is not shown again"), run.all());
    }

    void secretFile_isTheOwnersAlone() {
        CliRun run = home_->run({"webhooks", "add", url(), "--secret-file", "secret", "--json"});
        QVERIFY2(run.exitCode == 0 && !run.all().contains("whsec_"), run.all());
        QCOMPARE(run.line("webhookCreated")["secretFile"].toString(), QString("secret"));
        QVERIFY(home_->read("secret").startsWith("whsec_"));
        QVERIFY((QFileInfo(home_->path("secret")).permissions() &
                 (QFile::ReadGroup | QFile::ReadOther)) == 0);
        // It is what `listen` takes.
        const QString id = run.line("webhookCreated")["id"].toString();
        QCOMPARE(home_->run({"webhooks", "test", id}).exitCode, 0);
        QVERIFY(isSignedWith(scene_->messages().at(0), home_->read("secret")));
        run = home_->run({"webhooks", "add", url(), "--secret-file", "secret"});
        QVERIFY2(run.exitCode == 10 && run.err.contains("No secret was created"), run.all());
        QCOMPARE(home_->run({"webhooks", "list", "--json"}).linesOf("webhook").size(),
                 std::size_t{1});
    }

    void secretFile_thatCannotBeMade_createsNothing() {
        for (const char* file : {"none/secret", "/dev/full/secret"}) {
            const CliRun run = home_->run({"webhooks", "add", url(), "--secret-file", file});
            QVERIFY2(run.exitCode == 10 && run.err.contains("No secret was created"), run.all());
        }
        QVERIFY(home_->run({"webhooks", "list", "--json"}).linesOf("webhook").empty());
        // What the service refuses leaves no file, so that the same command can be repeated.
        CliRun run =
            home_->run({"webhooks", "add", "ftp://example.com", "--secret-file", "secret"});
        QVERIFY2(run.exitCode != 0 && !QFile::exists(home_->path("secret")), run.all());
        run = home_->run({"webhooks", "add", url(), "--secret-file", "secret", "--dry-run"});
        QVERIFY2(run.exitCode == 0 && !QFile::exists(home_->path("secret")), run.all());
    }

    void dryRun_ofWhatIsRefused_saysSo_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const QStringList& arguments, const char* said) {
            QTest::newRow(name) << arguments << said;
        };
        row("no web address", {"ftp://example.com"}, "ftp://example.com");
        row("no address", {"notaurl"}, "notaurl");
        row("no host", {"https://"}, "https://");
        row("not encrypted", {"http://example.com/hook"}, "https://");
        row("with a user", {"https://me:secret@example.com/"}, "user name");
        row("no such event", {"https://example.com/", "--event", "bogus"}, "order.created");
    }
    void dryRun_ofWhatIsRefused_saysSo() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, said);
        const CliRun run =
            home_->run(QStringList{"webhooks", "add"} + arguments + QStringList{"--dry-run"});
        QVERIFY2(run.exitCode == 2 && run.err.contains(said), run.all());
    }

    void rotate_bothSecretsCount() {
        const auto made = scene_->add();
        const QString id = QString::fromStdString(made.id);
        const CliRun run = home_->run({"webhooks", "rotate", id, "--json"});
        QVERIFY2(run.exitCode == 0, run.all());
        const QJsonObject rotated = run.line("webhookSecret");
        QVERIFY(!rotated["previousSecretValidUntil"].toString().isEmpty());
        QCOMPARE(home_->run({"webhooks", "test", id}).exitCode, 0);
        const Receiver::Message message = scene_->messages().at(0);
        QVERIFY(isSignedWith(message, rotated["secret"].toString()));
        QVERIFY(isSignedWith(message, QString::fromStdString(made.secret)));
    }

    void disableAndEnable_withTheVersionThatWasSeen() {
        const QString id = QString::fromStdString(scene_->add().id);
        CliRun run = home_->run({"webhooks", "disable", id, "--expect-version", "1", "--json"});
        QVERIFY2(run.exitCode == 0, run.all());
        QVERIFY(!run.line("webhook")["enabled"].toBool());
        QCOMPARE(run.line("webhook")["disabledReason"].toString(), QString("owner"));
        QVERIFY2(run.err.contains("30 days"), run.all());
        run = home_->run({"webhooks", "enable", id, "--expect-version", "1"});
        QVERIFY2(run.exitCode == 2 && run.err.contains("version"), run.all());
        run = home_->run({"webhooks", "enable", id});
        QVERIFY2(run.exitCode == 0 && run.out.contains("enabled"), run.all());
        QVERIFY2(run.err.contains("webhooks recover " + id), run.all());
    }

    void update_changesWhatIsNamed() {
        const QString id = QString::fromStdString(scene_->add().id);
        CliRun run = home_->run({"webhooks", "update", id, "--name", "Warehouse", "--url",
                                 url() + "/two", "--leads", "no", "--json"});
        QVERIFY2(run.exitCode == 0, run.all());
        const QJsonObject changed = run.line("webhook");
        QCOMPARE(changed["name"].toString(), QString("Warehouse"));
        QCOMPARE(changed["url"].toString(), url() + "/two");
        QVERIFY(!changed["autoDeliver"].toBool() && changed["enabled"].toBool());
        run = home_->run({"webhooks", "update", id});
        QVERIFY2(run.exitCode == 2 && run.err.contains("Nothing is to change"), run.all());
    }

    void remove_endsIt() {
        const QString id = QString::fromStdString(scene_->add().id);
        CliRun run = home_->run({"webhooks", "remove", id, "--json"});
        QVERIFY2(run.exitCode == 0 && run.line("webhookRemoved")["id"] == id, run.all());
        run = home_->run({"webhooks", "list"});
        QVERIFY2(run.out.contains("No webhooks"), run.all());
    }

    void goneWebhook_isNamed_data() {
        QTest::addColumn<QStringList>("command");
        for (const char* name :
             {"show", "test", "deliveries", "rotate", "disable", "enable", "remove"})
            QTest::newRow(name) << QStringList{name, "wh_none"};
        QTest::newRow("update") << QStringList{"update", "wh_none", "--name", "x"};
        QTest::newRow("recover") << QStringList{"recover", "wh_none", "--since",
                                                "2026-03-01T11:00:00Z"};
    }
    void goneWebhook_isNamed() {
        QFETCH(QStringList, command);
        const CliRun run = home_->run(QStringList{"webhooks"} + command);
        QVERIFY2(run.exitCode == 2 && run.err.contains("There is no webhook wh_none") &&
                     run.err.contains("webhooks list"),
                 run.all());
    }

    void wrongArgument_isNamed_data() {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<QString>("said");
        QTest::newRow("no address") << QStringList{"add", "nowhere"} << "url";
        QTest::newRow("private network")
            << QStringList{"add", "http://10.0.0.1/hook"} << "destination_blocked";
        QTest::newRow("no such event")
            << QStringList{"add", "https://hooks.example.com/", "--event", "order.eaten"}
            << "events";
        QTest::newRow("not yes or no")
            << QStringList{"add", "https://hooks.example.com/", "--leads", "maybe"} << "--leads";
        QTest::newRow("no id") << QStringList{"show", "a b"} << "webhooks list";
        QTest::newRow("no name") << QStringList{"update", "wh_1", "--name", ""} << "--name";
        QTest::newRow("no version")
            << QStringList{"remove", "wh_1", "--expect-version", "0"} << "--expect-version";
    }
    void wrongArgument_isNamed() {
        QFETCH(QStringList, command);
        QFETCH(QString, said);
        const CliRun run = home_->run(QStringList{"webhooks"} + command);
        QVERIFY2(run.exitCode == 2 && run.err.contains(said), run.all());
    }

    void missingScope_isNamed() {
        const auto reader = scene_->server().addKey(
            {"reader", server::KeyType::Customer, {"account:read", "webhooks:read"}, {}});
        home_->use(scene_->server().baseUrl(), reader.secret);
        const CliRun run = home_->run({"webhooks", "add", url()});
        QVERIFY2(run.exitCode == 5 && run.err.contains("webhooks:write"), run.all());
    }

private:
    QString url() const { return QString::fromStdString(scene_->receiver().url()); }

    std::unique_ptr<WebhookScene> scene_;
    std::unique_ptr<CliHome> home_;
};

LEADSHEET_TEST(tst_cli_webhook_secrets, CliWebhookSecretsTest);
#include "tst_cli_webhook_secrets.moc"
