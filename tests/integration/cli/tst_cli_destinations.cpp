// SPDX-License-Identifier: Apache-2.0
#include "cli_process.hpp"
#include "outreach_scene.hpp"
#include "test_main.hpp"

#include <QRegularExpression>
#include <QtTest>

using leadsheet::test::CliHome;
using leadsheet::test::CliRun;
using leadsheet::test::FakePlatform;
using leadsheet::test::OutreachScene;
using Kind = FakePlatform::Kind;

/// Outreach destinations by the real program, against a fake of their platform.
class CliDestinationsTest : public QObject {
    Q_OBJECT

private slots:
    void init() { start(Kind::Instantly); }
    void cleanup() {
        home_.reset();
        scene_.reset();
    }

    void add_takesTheCredentialFromWhereNobodySeesIt_data() {
        QTest::addColumn<QString>("from");
        QTest::newRow("file") << "file";
        QTest::newRow("standard input") << "stdin";
        QTest::newRow("after the account's key") << "both";
        QTest::newRow("environment") << "environment";
    }
    void add_takesTheCredentialFromWhereNobodySeesIt() {
        QFETCH(QString, from);
        QStringList command{"destinations", "add", "instantly", "--campaign", "c-1", "--json"};
        QByteArray input;
        if (from == "file") {
            const QString file = home_->write("credential", credential() + "\n");
            QFile::setPermissions(file, QFile::ReadOwner | QFile::WriteOwner);
            command << "--credential-file" << file;
        } else if (from == "environment") {
            home_->setVariable("LEADSHEET_PLATFORM_KEY", credential());
        } else {
            command << "--credential-stdin";
            input = credential() + "\n";
        }
        if (from == "both") {
            command << "--key-stdin";
            input.prepend(QByteArray::fromStdString(scene_->server().customerKey()) + "\n");
        }
        CliRun run = home_->run(command, input);
        QVERIFY2(run.exitCode == 0, run.all());
        QVERIFY(!run.all().contains(credential()));
        const QJsonObject made = run.line("destination");
        QCOMPARE(made["campaignId"].toString(), QString("c-1"));
        run = home_->run({"destinations", "test", made["id"].toString(), "--json"});
        QVERIFY2(run.exitCode == 0 && run.line("destinationCheck")["ok"].toBool(), run.all());
        QVERIFY(scene_->server().errorLog().find(FakePlatform::plainKey()) == std::string::npos);
    }

    void add_withoutCredential_saysHowToGiveIt() {
        CliRun run = home_->run({"destinations", "add", "lemlist"});
        QVERIFY2(run.exitCode == 2 && run.err.contains("--credential-file"), run.all());
        run = home_->run({"destinations", "add", "lemlist", "--credential-stdin"});
        QVERIFY2(run.exitCode == 2 && run.err.contains("standard input"), run.all());
        QCOMPARE(home_->run({"destinations", "list", "--json"}).out, QString());
    }

    void campaign_isChosenFromTheLiveList() {
        home_->setVariable("LEADSHEET_PLATFORM_KEY", credential());
        CliRun run = home_->run({"destinations", "add", "instantly", "--name", "Outbound"});
        QVERIFY2(run.exitCode == 0 && run.err.contains("destinations campaigns"), run.all());
        const QString id = idOf(home_->run({"destinations", "list", "--json"}));
        const QString order = QString::fromStdString(scene_->deliver(2));
        run = home_->run({"destinations", "push", id, "--order", order});
        QVERIFY2(run.exitCode == 2 && run.err.contains("campaign"), run.all());
        run = home_->run({"destinations", "campaigns", id, "--json"});
        QVERIFY2(run.exitCode == 0, run.all());
        QCOMPARE(run.line("campaign")["id"].toString(), QString("c-1"));
        QCOMPARE(run.line("campaign")["name"].toString(), QString("Spring"));
        run = home_->run({"destinations", "update", id, "--campaign", "c-1", "--json"});
        QVERIFY2(run.exitCode == 0 && run.line("destination")["campaignId"] == "c-1", run.all());
        run = home_->run({"destinations", "campaigns", id});
        QVERIFY2(run.out.contains("chosen") && run.out.contains("Spring"), run.all());
    }

    void push_bringsLeadsThereAndTellsOfEach() {
        const QString id = made();
        const QString order = QString::fromStdString(scene_->deliver(3));
        CliRun run = home_->run({"destinations", "push", id, "--order", order, "--json"});
        QVERIFY2(run.exitCode == 0 && run.line("pushesQueued")["queued"].toInt() == 3, run.all());
        QVERIFY(scene_->settle(id.toStdString()));
        run = home_->run(
            {"destinations", "pushes", id, "--state", "accepted", "--order", order, "--json"});
        const auto pushes = run.linesOf("push");
        QVERIFY2(run.exitCode == 0 && pushes.size() == 3, run.all());
        run = home_->run(
            {"destinations", "push", id, "--lead", pushes[0]["leadId"].toString(), "--json"});
        QCOMPARE(run.line("pushesQueued")["alreadyPushed"].toInt(), 1);
        run = home_->run({"destinations", "show", id});
        QVERIFY2(run.exitCode == 0 && run.out.contains(QRegularExpression("accepted +3")),
                 run.all());
        run = home_->run({"destinations", "pushes", id, "--limit", "1"});
        QVERIFY2(run.out.contains("--limit"), run.all());
        run = home_->run({"destinations", "pushes", id, "--state", "rejected"});
        QVERIFY2(run.out.contains("No leads"), run.all());
    }

    void dryRun_changesNothing_data() {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const QStringList& command, const char* said) {
            QTest::newRow(name) << command << said;
        };
        row("add", {"add", "lemlist"}, "would be created");
        row("update", {"update", "ID", "--name", "Other"}, "would be changed");
        row("test", {"test", "ID"}, "would be asked");
        row("push", {"push", "ID", "--order", "ORDER"}, "would be pushed");
        row("resolve", {"resolve", "ID", "--duplicates", "skip_if_in_campaign"},
            "under the policy skip_if_in_campaign");
        row("disable", {"disable", "ID"}, "would stay");
        row("enable", {"enable", "ID"}, "starting with what waits");
        row("remove", {"remove", "ID", "--expect-version", "1"}, "would be removed");
    }
    void dryRun_changesNothing() {
        QFETCH(QStringList, command);
        QFETCH(QString, said);
        const QString id = made();
        const QString order = QString::fromStdString(scene_->deliver(3));
        const auto seen = [&] {
            return home_->run({"destinations", "list", "--json"}).out +
                   home_->run({"destinations", "pushes", id, "--json"}).out;
        };
        const QString before = seen();
        home_->setVariable("LEADSHEET_PLATFORM_KEY", credential());
        command.replaceInStrings("ORDER", order).replaceInStrings("ID", id);
        const CliRun run =
            home_->run(QStringList{"destinations"} + command + QStringList{"--dry-run"});
        QVERIFY2(run.exitCode == 0 && run.out.startsWith("Dry run: ") && run.out.contains(said),
                 run.all());
        QCOMPARE(seen(), before);
        QCOMPARE(scene_->platform().pushes(), std::size_t{0});
    }

    void dryRun_ofWhatWouldBeRefused_isRefused() {
        const CliRun run =
            home_->run({"destinations", "remove", made(), "--expect-version", "7", "--dry-run"});
        QVERIFY2(run.exitCode == 2 && run.err.contains("has version"), run.all());
        QVERIFY(
            home_
                ->run({"destinations", "push", "dst_none", "--order", "LS-0000000000", "--dry-run"})
                .exitCode != 0);
    }

    void test_withALead_pushesIt() {
        const QString id = made();
        scene_->deliver(1);
        const QString lead =
            home_->run({"leads", "list", "--fields", "id", "--json"}).line("lead")["id"].toString();
        CliRun run = home_->run({"destinations", "test", id, "--lead", lead});
        QVERIFY2(run.exitCode == 0 && run.out.contains(lead), run.all());
        QVERIFY(scene_->settle(id.toStdString()));
        QCOMPARE(scene_->platform().added().size(), std::size_t{1});
        // Known by now: it arrived, too.
        run = home_->run({"destinations", "test", id, "--lead", lead});
        QVERIFY2(run.exitCode == 0, run.all());
    }

    void test_ofAWrongCredential_exit4() {
        home_->setVariable("LEADSHEET_PLATFORM_KEY", "wrong");
        CliRun run = home_->run({"destinations", "add", "instantly", "--json"});
        const QString id = idOf(run);
        run = home_->run({"destinations", "test", id});
        QVERIFY2(run.exitCode == 4 && run.out.contains("does not accept"), run.all());
        run = home_->run({"destinations", "campaigns", id});
        QVERIFY2(run.exitCode == 7 && run.err.contains("platform"), run.all());
        // A new credential, and the platform accepts it.
        const QByteArray input = credential() + "\n";
        QCOMPARE(home_->run({"destinations", "update", id, "--credential-stdin"}, input).exitCode,
                 0);
        QCOMPARE(home_->run({"destinations", "test", id}).exitCode, 0);
    }

    void unknownOutcome_isResolvedUnderAnotherPolicy() {
        const QString id = made(R"("duplicatePolicy":"send")");
        scene_->platform().next({FakePlatform::Fault::What::ResetAfterTaking});
        const QString order = QString::fromStdString(scene_->deliver(2));
        QCOMPARE(home_->run({"destinations", "push", id, "--order", order}).exitCode, 0);
        QVERIFY(scene_->settle(id.toStdString(), 2));
        CliRun run = home_->run({"destinations", "resolve", id});
        QVERIFY2(run.exitCode == 4 && run.out.contains("2 leads have an unknown outcome") &&
                     run.out.contains("--duplicates"),
                 run.all());
        QCOMPARE(scene_->platform().pushes(), std::size_t{1});
        run = home_->run(
            {"destinations", "resolve", id, "--duplicates", "skip_if_in_workspace", "--json"});
        QVERIFY2(run.exitCode == 0 && run.line("unknownPushes")["repeated"].toBool(), run.all());
        QVERIFY(scene_->settle(id.toStdString()));
        for (const auto& [email, times] : scene_->platform().added())
            QVERIFY2(times == 1, email.c_str());
        run = home_->run({"destinations", "resolve", id});
        QVERIFY2(run.exitCode == 0 && run.out.contains("No lead"), run.all());
    }

    void settings_areSentAsNamed() {
        home_->setVariable("LEADSHEET_PLATFORM_KEY", credential());
        CliRun run = home_->run({"destinations", "add", "instantly", "--field",
                                 "companyName=company", "--field", "jobTitle=position",
                                 "--duplicates", "skip_if_in_campaign", "--result", "good",
                                 "--result", "risky", "--leads", "yes", "--disabled", "--json"});
        QVERIFY2(run.exitCode == 0, run.all());
        const QJsonObject destination = run.line("destination");
        QCOMPARE(destination["fieldMap"].toObject()["companyName"].toString(), QString("company"));
        QCOMPARE(destination["duplicatePolicy"].toString(), QString("skip_if_in_campaign"));
        QCOMPARE(destination["results"].toArray().size(), 2);
        QVERIFY(destination["autoDeliver"].toBool() && !destination["enabled"].toBool());
        const QString id = destination["id"].toString();
        run = home_->run({"destinations", "enable", id, "--expect-version", "1", "--json"});
        QVERIFY2(run.exitCode == 0 && run.line("destination")["enabled"].toBool(), run.all());
        run = home_->run({"destinations", "disable", id, "--expect-version", "1"});
        QVERIFY2(run.exitCode == 2 && run.err.contains("version"), run.all());
        run = home_->run({"destinations", "disable", id});
        QVERIFY2(run.exitCode == 0 && run.out.contains("disabled"), run.all());
        run = home_->run({"destinations", "remove", id, "--json"});
        QVERIFY2(run.exitCode == 0 && run.line("destinationRemoved")["id"] == id, run.all());
        run = home_->run({"destinations", "list"});
        QVERIFY2(run.out.contains("No destinations"), run.all());
    }

    void goneDestination_isNamed_data() {
        QTest::addColumn<QStringList>("command");
        for (const char* name :
             {"show", "campaigns", "test", "pushes", "resolve", "enable", "disable", "remove"})
            QTest::newRow(name) << QStringList{name, "dst_none"};
        QTest::newRow("push") << QStringList{"push", "dst_none", "--lead", "ld_1"};
        QTest::newRow("update") << QStringList{"update", "dst_none", "--name", "x"};
    }
    void goneDestination_isNamed() {
        QFETCH(QStringList, command);
        const CliRun run = home_->run(QStringList{"destinations"} + command);
        QVERIFY2(run.exitCode == 2 && run.err.contains("There is no destination dst_none") &&
                     run.err.contains("destinations list"),
                 run.all());
    }

    void wrongArgument_isNamed_data() {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<QString>("said");
        QTest::newRow("no such platform") << QStringList{"add", "mailer"} << "instantly";
        QTest::newRow("no field") << QStringList{"add", "lemlist", "--field", "company"}
                                  << "COLUMN=NAME";
        QTest::newRow("field twice")
            << QStringList{"add", "lemlist", "--field", "city=a", "--field", "city=b"} << "twice";
        QTest::newRow("no such column")
            << QStringList{"add", "lemlist", "--field", "shoe=size"} << "fieldMap";
        QTest::newRow("no leads") << QStringList{"push", "dst_1"} << "--order ORDER or --lead";
        QTest::newRow("no state") << QStringList{"pushes", "dst_1", "--state", "gone"} << "--state";
        QTest::newRow("nothing to change")
            << QStringList{"update", "dst_1"} << "Nothing is to change";
    }
    void wrongArgument_isNamed() {
        QFETCH(QStringList, command);
        QFETCH(QString, said);
        home_->setVariable("LEADSHEET_PLATFORM_KEY", credential());
        const CliRun run = home_->run(QStringList{"destinations"} + command);
        QVERIFY2(run.exitCode == 2 && run.err.contains(said), run.all());
    }

private:
    static QByteArray credential() { return QByteArray::fromStdString(FakePlatform::plainKey()); }
    static QString idOf(const CliRun& run) { return run.line("destination")["id"].toString(); }

    void start(Kind kind) {
        scene_ = std::make_unique<OutreachScene>(kind);
        home_ = std::make_unique<CliHome>();
        home_->use(scene_->server().baseUrl(), scene_->server().customerKey());
    }
    QString made(const std::string& members = {}) {
        return QString::fromStdString(scene_->make(members));
    }

    std::unique_ptr<OutreachScene> scene_;
    std::unique_ptr<CliHome> home_;
};

LEADSHEET_TEST(tst_cli_destinations, CliDestinationsTest);
#include "tst_cli_destinations.moc"
