// SPDX-License-Identifier: Apache-2.0
#include "cli_process.hpp"
#include "test_main.hpp"
#include "webhook_scene.hpp"

#include <QtTest>

using leadsheet::test::CliHome;
using leadsheet::test::CliRun;
using leadsheet::test::WebhookScene;

/// Messages to webhooks looked at and sent again by the real program.
class CliWebhookMessagesTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        scene_ = std::make_unique<WebhookScene>();
        home_ = std::make_unique<CliHome>();
        home_->use(scene_->server().baseUrl(), scene_->server().customerKey());
        id_ = QString::fromStdString(scene_->add().id);
    }
    void cleanup() {
        home_.reset();
        scene_.reset();
    }

    void test_ofAnEndpointThatFails_showsItsAnswer() {
        scene_->receiver().answerStatus(500);
        CliRun run = home_->run({"webhooks", "test", id_});
        QVERIFY2(run.exitCode == 4 && run.out.contains("HTTP 500"), run.all());
        run = home_->run({"webhooks", "test", id_, "--no-wait", "--json"});
        QVERIFY2(run.exitCode == 0, run.all());
        QCOMPARE(run.line("webhookDelivery")["event"].toString(), QString("webhook.test"));
    }

    void show_afterOneFailure_countsIt() {
        scene_->receiver().answerStatus(500);
        QCOMPARE(home_->run({"webhooks", "test", id_}).exitCode, 4);
        const CliRun run = home_->run({"webhooks", "show", id_});
        QVERIFY2(run.exitCode == 0 && run.out.contains("1 attempt failed"), run.all());
    }

    void deliveries_areListedShownAndSentAgain() {
        scene_->receiver().answerStatus(500);
        QCOMPARE(home_->run({"webhooks", "test", id_}).exitCode, 4);
        scene_->receiver().answerStatus(204);
        QCOMPARE(home_->run({"webhooks", "test", id_}).exitCode, 0);
        CliRun run = home_->run({"webhooks", "deliveries", id_, "--json"});
        const auto all = run.linesOf("webhookDelivery");
        QVERIFY2(run.exitCode == 0 && all.size() == 2, run.all());
        QCOMPARE(all[0]["state"].toString(), QString("delivered"));
        QCOMPARE(all[1]["lastStatus"].toInt(), 500);
        const QString failed = all[1]["id"].toString();
        run = home_->run({"webhooks", "deliveries", id_, "--state", "pending", "--since",
                          "2026-03-01T11:00:00Z", "--limit", "1"});
        QVERIFY2(run.exitCode == 0 && run.out.contains(failed) &&
                     !run.out.contains(all[0]["id"].toString()),
                 run.all());
        run = home_->run({"webhooks", "deliveries", id_, "--limit", "1"});
        QVERIFY2(run.out.contains("--limit"), run.all());
        run = home_->run({"webhooks", "deliveries", id_, "--since", "2026-03-02T00:00:00Z"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("No messages"), run.all());

        run = home_->run({"webhooks", "delivery", failed, "--body"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("HTTP 500") &&
                     run.out.contains("\"webhook.test\""),
                 run.all());
        run = home_->run({"webhooks", "resend", failed, "--json"});
        QVERIFY2(run.exitCode == 0, run.all());
        const QJsonObject again = run.line("webhookDeliveryDetail");
        QCOMPARE(again["state"].toString(), QString("delivered"));
        QCOMPARE(again["messageId"], all[1]["messageId"]);
        QCOMPARE(again["attemptLog"].toArray().size(), 2);
        const auto messages = scene_->messages();
        QCOMPARE(messages.back().headers.at("webhook-id"),
                 messages.front().headers.at("webhook-id"));
        QCOMPARE(messages.back().body, messages.front().body);
    }

    void delivery_withLeadsThatTheKeyMayNotRead_saysWhyItIsEmpty() {
        const std::string order = scene_->orders().placeWithLeads(3, 5);
        QCOMPARE(scene_->orders().admin(order, "deliver").status, 200);
        const auto message = home_->run({"webhooks", "deliveries", id_, "--json"})
                                 .linesOf("webhookDelivery")
                                 .front()["id"]
                                 .toString();
        const QStringList look{"webhooks", "delivery", message, "--body"};
        QVERIFY(home_->run(look).out.contains("leads.delivered"));
        const auto reader = scene_->server().addKey({"reader",
                                                     leadsheet::server::KeyType::Customer,
                                                     {"account:read", "webhooks:read"},
                                                     {}});
        home_->use(scene_->server().baseUrl(), reader.secret);
        const CliRun run = home_->run(look);
        QVERIFY2(run.exitCode == 0 && run.out.contains("this key may not read leads"), run.all());
        const QJsonObject detail =
            home_->run(QStringList(look) << "--json").line("webhookDeliveryDetail");
        QVERIFY(detail["requestBodyMasked"].toBool() && detail["requestBody"].toString().isEmpty());
    }

    void recover_sendsWhatWasHeldBack() {
        QCOMPARE(home_->run({"webhooks", "disable", id_}).exitCode, 0);
        scene_->orders().place();
        scene_->orders().place();
        QCOMPARE(home_->run({"webhooks", "enable", id_}).exitCode, 0);
        CliRun run = home_->run({"webhooks", "deliveries", id_, "--state", "held", "--json"});
        QCOMPARE(run.linesOf("webhookDelivery").size(), std::size_t{2});
        run = home_->run({"webhooks", "recover", id_, "--since", "2026-03-01T11:00:00Z", "--json"});
        QVERIFY2(run.exitCode == 0 && run.line("webhookRecovery")["queued"].toInt() == 2,
                 run.all());
        QVERIFY(scene_->receiver().waitFor(2));
        run = home_->run({"webhooks", "recover", id_, "--since", "2026-03-01T11:00:00Z"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("messages are sent again"), run.all());
    }

    void deliver_sendsLeadsOfAnOrderOrATime() {
        const QString order = QString::fromStdString(scene_->orders().placeWithLeads(120, 200));
        QCOMPARE(scene_->orders().admin(order.toStdString(), "deliver").status, 200);
        CliRun run = home_->run({"webhooks", "deliver", id_, "--order", order, "--json"});
        QVERIFY2(run.exitCode == 0, run.all());
        QCOMPARE(run.line("leadsQueued")["leads"].toInt(), 120);
        QCOMPARE(run.line("leadsQueued")["messages"].toInt(), 2);
        run = home_->run({"webhooks", "deliver", id_, "--delivered-after", "2026-03-01T11:00:00Z"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("120 leads in 2 messages"), run.all());
        run = home_->run({"webhooks", "deliver", id_, "--delivered-after", "2026-03-01T11:00:00Z",
                          "--result", "good", "--json"});
        QCOMPARE(run.line("leadsQueued")["leads"].toInt(), 0);
    }

    void dryRun_changesNothing_data() {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const QStringList& command, const char* said) {
            QTest::newRow(name) << command << said;
        };
        row("add", {"add", "https://other.example/"}, "would be created");
        row("update", {"update", "ID", "--name", "Other"}, "would be changed");
        row("test", {"test", "ID"}, "a test message would be sent");
        row("resend", {"resend", "DELIVERY"}, "would be sent again");
        row("recover", {"recover", "ID", "--since", "2026-03-01T11:00:00Z"}, "held back since");
        row("deliver", {"deliver", "ID", "--delivered-after", "2026-03-01T11:00:00Z"},
            "3 leads would be sent");
        row("rotate", {"rotate", "ID"}, "a new secret");
        row("disable", {"disable", "ID", "--expect-version", "1"}, "held back");
        row("enable", {"enable", "ID"}, "new messages again");
        row("remove", {"remove", "ID"}, "would be removed");
    }
    void dryRun_changesNothing() {
        QFETCH(QStringList, command);
        QFETCH(QString, said);
        const QString order = QString::fromStdString(scene_->orders().placePartDelivered(3, 5));
        QCOMPARE(home_->run({"webhooks", "test", id_}).exitCode, 0);
        const auto seen = [&] {
            return home_->run({"webhooks", "show", id_, "--json"}).out +
                   home_->run({"webhooks", "list", "--json"}).out +
                   home_->run({"webhooks", "deliveries", id_, "--json"}).out;
        };
        const auto calm = [&] {
            const auto pending =
                home_->run({"webhooks", "deliveries", id_, "--state", "pending", "--json"});
            return pending.linesOf("webhookDelivery").empty();
        };
        QTRY_VERIFY_WITH_TIMEOUT(calm(), 60'000);
        const QString before = seen();
        const QString delivery = home_->run({"webhooks", "deliveries", id_, "--json"})
                                     .line("webhookDelivery")["id"]
                                     .toString();
        command.replaceInStrings("DELIVERY", delivery).replaceInStrings("ID", id_);
        const CliRun run = home_->run(QStringList{"webhooks"} + command + QStringList{"--dry-run"});
        QVERIFY2(run.exitCode == 0 && run.out.startsWith("Dry run: ") && run.out.contains(said),
                 run.all());
        QCOMPARE(seen(), before);
        const CliRun lines =
            home_->run(QStringList{"webhooks"} + command + QStringList{"--dry-run", "--json"});
        QVERIFY2(lines.line("dryRun")["would"].toString().contains(said), lines.all());
    }

    void dryRun_ofWhatWouldBeRefused_isRefused() {
        CliRun run = home_->run({"webhooks", "remove", "wh_none", "--dry-run"});
        QVERIFY2(run.exitCode != 0 && run.err.contains("no webhook wh_none"), run.all());
        run = home_->run({"webhooks", "disable", id_, "--expect-version", "7", "--dry-run"});
        QVERIFY2(run.exitCode == 2 && run.err.contains("has version 1"), run.all());
    }

    void deliver_whatCannotBe_isNamed_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QString>("said");
        QTest::newRow("no choice") << QStringList{} << "--order ORDER or --delivered-after";
        QTest::newRow("both") << QStringList{"--order", "LS-0000000000", "--delivered-after", "2h"}
                              << "--order";
        QTest::newRow("no order number") << QStringList{"--order", "a b"} << "order number";
        QTest::newRow("no time") << QStringList{"--delivered-after", "soon"} << "is not a time";
        QTest::newRow("not delivered") << QStringList{"--order", "%1"} << "pending_review";
    }
    void deliver_whatCannotBe_isNamed() {
        QFETCH(QStringList, options);
        QFETCH(QString, said);
        options.replaceInStrings("%1", QString::fromStdString(scene_->orders().place()));
        const CliRun run = home_->run(QStringList{"webhooks", "deliver", id_} + options);
        QVERIFY2(run.exitCode == 2 && run.err.contains(said), run.all());
    }

    void goneDelivery_isNamed_data() {
        QTest::addColumn<QString>("command");
        QTest::newRow("delivery") << "delivery";
        QTest::newRow("resend") << "resend";
    }
    void goneDelivery_isNamed() {
        QFETCH(QString, command);
        const CliRun run = home_->run({"webhooks", command, "dlv_none"});
        QVERIFY2(run.exitCode == 2 && run.err.contains("There is no delivery dlv_none"), run.all());
    }

private:
    std::unique_ptr<WebhookScene> scene_;
    std::unique_ptr<CliHome> home_;
    QString id_;
};

LEADSHEET_TEST(tst_cli_webhook_messages, CliWebhookMessagesTest);
#include "tst_cli_webhook_messages.moc"
