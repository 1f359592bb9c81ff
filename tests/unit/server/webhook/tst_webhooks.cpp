// SPDX-License-Identifier: Apache-2.0
#include "test_main.hpp"
#include "webhook_scene.hpp"

#include <QFile>
#include <QTemporaryDir>
#include <atomic>
#include <latch>
#include <mutex>
#include <thread>
#include <vector>

using namespace leadsheet::test;
using namespace leadsheet;

/// Webhooks as their owner sets them up.
class WebhooksTest : public QObject {
    Q_OBJECT
private slots:
    void created_isShownWithItsSecretOnce();
    void created_withEveryMember_keepsThem();
    void wrongBody_isNamed_data();
    void wrongBody_isNamed();
    void address_thatTheDocumentForbids_isRefused_data();
    void address_thatTheDocumentForbids_isRefused();
    void address_ofGreatLength_isNamedAsFarAsThereIsRoom();
    void address_thatIsForbidden_isBlocked_data();
    void address_thatIsForbidden_isBlocked();
    void namesThatHang_holdAFewRequestsOnly();
    void createdBeyondTheLimit_isRefusedUntilOneIsDeleted();
    void createWithKey_replaysTheSecretByteForByte();
    void secret_isNotInTheDatabase();
    void update_changesWhatIsGivenAndItsVersion();
    void update_ofAnOldVersion_isRefused();
    void update_toAForbiddenAddress_changesNothing();
    void deleted_isGoneWithItsMessages();
    void foreign_isAbsent_data();
    void foreign_isAbsent();
    void list_isOldestFirstInPages();
    void rotate_givesANewSecret();
};

void WebhooksTest::created_isShownWithItsSecretOnce() {
    WebhookScene scene;
    const auto made =
        scene.send("POST", "/v1/webhooks", R"({"url":")" + scene.receiver().url() + R"("})");
    QCOMPARE(made.status, 201);
    QCOMPARE(made.header("ETag"), std::string("\"1\""));
    const std::string secret = memberOf(made, "/secret");
    QVERIFY(secret.starts_with("whsec_"));
    QCOMPARE(memberOf(made, "/previousSecretValidUntil"), std::string("null"));
    QCOMPARE(memberOf(made, "/enabled"), std::string("true"));
    QCOMPARE(memberOf(made, "/autoDeliver"), std::string("true"));
    QCOMPARE(memberOf(made, "/events/11"), std::string("webhook.test"));
    const auto got = scene.send("GET", "/v1/webhooks/" + memberOf(made, "/id"));
    QCOMPARE(got.status, 200);
    QCOMPARE(got.header("ETag"), std::string("\"1\""));
    QVERIFY(got.body.find(secret) == std::string::npos);
    QVERIFY(scene.send("GET", "/v1/webhooks").body.find(secret) == std::string::npos);
}

void WebhooksTest::created_withEveryMember_keepsThem() {
    WebhookScene scene;
    const auto made = scene.add(R"("name":"Ware\nhouse","events":["leads.delivered"],)"
                                R"("enabled":false,"autoDeliver":false)");
    const auto webhook = scene.webhook(made.id);
    QCOMPARE(memberOf(webhook, "/name"), std::string("Ware\nhouse"));
    QCOMPARE(memberOf(webhook, "/events"), std::string(R"(["leads.delivered"])"));
    QCOMPARE(memberOf(webhook, "/enabled"), std::string("false"));
    QCOMPARE(memberOf(webhook, "/disabledReason"), std::string("owner"));
    QCOMPARE(memberOf(webhook, "/autoDeliver"), std::string("false"));
}

void WebhooksTest::wrongBody_isNamed_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("pointer");
    const auto row = [](const char* what, const char* body, const char* pointer) {
        QTest::newRow(what) << body << pointer;
    };
    row("no url", "{}", "/url");
    row("url of another type", R"({"url":1})", "/url");
    row("no scheme", R"({"url":"hooks.example.com"})", "/url");
    row("another scheme", R"({"url":"ftp://hooks.example.com/"})", "/url");
    row("user info", R"({"url":"http://a:b@127.0.0.1/"})", "/url");
    row("port 0", R"({"url":"http://127.0.0.1:0/"})", "/url");
    row("unknown event", R"({"url":"http://127.0.0.1/","events":["order.lost"]})", "/events");
    row("no event", R"({"url":"http://127.0.0.1/","events":[]})", "/events");
    row("event twice", R"({"url":"http://127.0.0.1/","events":["order.created","order.created"]})",
        "/events");
    row("enabled of another type", R"({"url":"http://127.0.0.1/","enabled":1})", "/enabled");
    row("unknown member", R"({"url":"http://127.0.0.1/","secret":"mine"})", "/secret");
}

void WebhooksTest::wrongBody_isNamed() {
    QFETCH(QString, body);
    QFETCH(QString, pointer);
    WebhookScene scene;
    const auto refused = scene.send("POST", "/v1/webhooks", body.toStdString());
    QCOMPARE(refused.status, 422);
    QCOMPARE(codeOf(refused), std::string("validation_failed"));
    QCOMPARE(memberOf(refused, "/errors/0/pointer"), pointer.toStdString());
}

void WebhooksTest::address_thatTheDocumentForbids_isRefused_data() {
    QTest::addColumn<QString>("url");
    for (const char* url : {"HTTPS://hooks.example/", "https:/hooks.example/", "hooks.example",
                            "https://hooks.example/?to=a@b.example", "https://hooks.example/@me",
                            "https://user@hooks.example/"})
        QTest::newRow(url) << url;
}

void WebhooksTest::address_thatTheDocumentForbids_isRefused() {
    QFETCH(QString, url);
    WebhookScene scene;
    const auto refused =
        scene.send("POST", "/v1/webhooks", R"({"url":")" + url.toStdString() + R"("})");
    QCOMPARE(refused.status, 422);
    QCOMPARE(codeOf(refused), std::string("validation_failed"));
    QCOMPARE(memberOf(refused, "/errors/0/pointer"), std::string("/url"));
}

void WebhooksTest::address_ofGreatLength_isNamedAsFarAsThereIsRoom() {
    WebhookScene scene([](server::Config& config) {
        config.outgoing.resolver = [](const std::string&) {
            return std::vector<std::string>();
        };
    });
    std::string host;
    while (host.size() < 1'960)
        host.append(39, 'h').append(1, '.');
    const auto refused =
        scene.send("POST", "/v1/webhooks", R"({"url":"http://)" + host + R"(x/"})");
    QCOMPARE(refused.status, 422);
    QVERIFY(memberOf(refused, "/errors/0/detail").size() <= 2'000);
}

void WebhooksTest::address_thatIsForbidden_isBlocked_data() {
    QTest::addColumn<QString>("url");
    for (const char* url :
         {"http://127.0.0.1/", "http://127.1/", "http://0x7f.1/", "http://2130706433/",
          "http://localhost/", "http://[::1]/", "http://[::ffff:127.0.0.1]/", "http://10.0.0.1/",
          "http://169.254.169.254/latest/meta-data/", "http://inside.example/",
          "http://mixed.example/", "http://nowhere.example/", "http://inside.example./"})
        QTest::newRow(url) << url;
}

void WebhooksTest::address_thatIsForbidden_isBlocked() {
    QFETCH(QString, url);
    WebhookScene scene([](server::Config& config) {
        config.outgoing.allowLoopback = false;
        config.outgoing.resolver = [](const std::string& host) -> std::vector<std::string> {
            if (host == "inside.example")
                return {"192.168.1.1"};
            if (host == "mixed.example")
                return {"93.184.215.14", "10.0.0.1"};
            if (host == "localhost")
                return {"127.0.0.1"};
            return {};
        };
    });
    const auto refused =
        scene.send("POST", "/v1/webhooks", R"({"url":")" + url.toStdString() + R"("})");
    QCOMPARE(refused.status, 422);
    QCOMPARE(codeOf(refused), std::string("destination_blocked"));
    QVERIFY(refused.body.find("192.168.") == std::string::npos);
}

void WebhooksTest::namesThatHang_holdAFewRequestsOnly() {
    std::latch released(1);
    std::once_flag once;
    const auto release = [&] {
        std::call_once(once, [&] { released.count_down(); });
    };
    WebhookScene scene([&](server::Config& config) {
        config.outgoing.resolver = [&](const std::string&) -> std::vector<std::string> {
            released.wait();
            return {"127.0.0.1"};
        };
    });
    std::atomic<int> refused{0};
    const auto ask = [&](int n) {
        const auto answer =
            scene.send("POST", "/v1/webhooks",
                       R"({"url":"http://hang)" + std::to_string(n) + R"(.example/"})");
        if (answer.status != 503)
            return;
        refused += codeOf(answer) == "unavailable" && answer.hasHeader("Retry-After") ? 1 : 0;
        release();
    };
    // The names hang for seconds; should the eight have come one after the other, once more.
    for (int round = 0; round < 10 && refused == 0; ++round) {
        std::vector<std::jthread> callers;
        for (int n = 0; n < 8; ++n)
            callers.emplace_back(ask, round * 8 + n);
    }
    release();
    QVERIFY(refused > 0);
    const std::string well = R"({"url":"http://well.example/"})";
    QCOMPARE(scene.send("POST", "/v1/webhooks", well).status, 201);
}

void WebhooksTest::createdBeyondTheLimit_isRefusedUntilOneIsDeleted() {
    WebhookScene scene;
    const std::string body = R"({"url":")" + scene.receiver().url() + R"("})";
    std::string id;
    for (int made = 0; made < 50; ++made) {
        const auto one = scene.send("POST", "/v1/webhooks", body);
        QCOMPARE(one.status, 201);
        id = memberOf(one, "/id");
    }
    const auto refused = scene.send("POST", "/v1/webhooks", body);
    QCOMPARE(refused.status, 422);
    QCOMPARE(codeOf(refused), std::string("validation_failed"));
    QVERIFY(memberOf(refused, "/detail").find("50 webhooks") != std::string::npos);
    QCOMPARE(scene.send("DELETE", "/v1/webhooks/" + id).status, 204);
    QCOMPARE(scene.send("POST", "/v1/webhooks", body).status, 201);
}

void WebhooksTest::createWithKey_replaysTheSecretByteForByte() {
    WebhookScene scene;
    const std::string body = R"({"url":")" + scene.receiver().url() + R"("})";
    const RawHeaders key{{"idempotency-key", "one"}};
    const auto first = scene.send("POST", "/v1/webhooks", body, key);
    const auto again = scene.send("POST", "/v1/webhooks", body, key);
    QCOMPARE(again.status, 201);
    QCOMPARE(again.header("Idempotent-Replayed"), std::string("true"));
    QCOMPARE(again.header("ETag"), first.header("ETag"));
    QCOMPARE(again.body, first.body);
    const std::string id = memberOf(first, "/id");
    const auto rotated = scene.send("POST", "/v1/webhooks/" + id + "/rotate-secret", {},
                                    {{"idempotency-key", "two"}});
    const auto rotatedAgain = scene.send("POST", "/v1/webhooks/" + id + "/rotate-secret", {},
                                         {{"idempotency-key", "two"}});
    QCOMPARE(rotated.status, 200);
    QCOMPARE(rotatedAgain.body, rotated.body);
    QCOMPARE(scene.send("POST", "/v1/webhooks", body, key).body, first.body);
    QCOMPARE(jsonOf(scene.send("GET", "/v1/webhooks")).at("data").as_array().size(),
             std::size_t{1});
}

void WebhooksTest::secret_isNotInTheDatabase() {
    QTemporaryDir folder;
    const QString path = folder.filePath("server.db");
    WebhookScene scene({}, path.toStdString());
    const auto made =
        scene.send("POST", "/v1/webhooks", R"({"url":")" + scene.receiver().url() + R"("})",
                   {{"idempotency-key", "one"}});
    const QByteArray secret = QByteArray::fromStdString(memberOf(made, "/secret"));
    QVERIFY(secret.size() > 30);
    scene.stop();
    for (const char* suffix : {"", "-wal"}) {
        QFile file(path + suffix);
        if (!file.open(QIODevice::ReadOnly))
            continue;
        const QByteArray bytes = file.readAll();
        QVERIFY(!bytes.contains(secret.mid(6)));
        QVERIFY(!bytes.contains(QByteArray::fromBase64(secret.mid(6))));
    }
}

void WebhooksTest::update_changesWhatIsGivenAndItsVersion() {
    WebhookScene scene;
    const auto made = scene.add(R"("name":"One")");
    const std::string target = "/v1/webhooks/" + made.id;
    const auto changed = scene.send("PATCH", target, R"({"name":""})", {{"if-match", "\"1\""}});
    QCOMPARE(changed.status, 200);
    QCOMPARE(changed.header("ETag"), std::string("\"2\""));
    QCOMPARE(memberOf(changed, "/name"), std::string());
    QCOMPARE(memberOf(changed, "/url"), scene.receiver().url());
    const auto off = scene.send("PATCH", target, R"({"enabled":false,"events":["order.created"]})");
    QCOMPARE(memberOf(off, "/disabledReason"), std::string("owner"));
    QCOMPARE(memberOf(off, "/events"), std::string(R"(["order.created"])"));
    const auto on = scene.send("PATCH", target, R"({"enabled":true})");
    QCOMPARE(memberOf(on, "/disabledReason"), std::string("null"));
    QCOMPARE(memberOf(on, "/version"), std::string("4"));
    QCOMPARE(scene.send("PATCH", target, "{}").status, 422);
}

void WebhooksTest::update_ofAnOldVersion_isRefused() {
    WebhookScene scene;
    const auto made = scene.add();
    const std::string target = "/v1/webhooks/" + made.id;
    QCOMPARE(scene.send("PATCH", target, R"({"name":"Two"})").status, 200);
    const auto refused = scene.send("PATCH", target, R"({"name":"x"})", {{"if-match", "\"1\""}});
    QCOMPARE(refused.status, 409);
    QCOMPARE(codeOf(refused), std::string("version_conflict"));
    QCOMPARE(codeOf(scene.send("DELETE", target, {}, {{"if-match", "\"1\""}})),
             std::string("version_conflict"));
    QCOMPARE(codeOf(scene.send("DELETE", target, {}, {{"if-match", "1"}})),
             std::string("invalid_parameter"));
    QCOMPARE(memberOf(scene.webhook(made.id), "/name"), std::string("Two"));
}

void WebhooksTest::update_toAForbiddenAddress_changesNothing() {
    WebhookScene scene;
    const auto made = scene.add();
    const auto refused =
        scene.send("PATCH", "/v1/webhooks/" + made.id, R"({"url":"http://10.0.0.1/"})");
    QCOMPARE(codeOf(refused), std::string("destination_blocked"));
    QCOMPARE(memberOf(scene.webhook(made.id), "/url"), scene.receiver().url());
}

void WebhooksTest::deleted_isGoneWithItsMessages() {
    WebhookScene scene;
    scene.receiver().answerStatus(500);
    const auto made = scene.add();
    QCOMPARE(scene.send("POST", "/v1/webhooks/" + made.id + "/test").status, 202);
    const auto delivery = scene.settled(made.id, "pending");
    QCOMPARE(scene.send("DELETE", "/v1/webhooks/" + made.id).status, 204);
    QCOMPARE(scene.send("GET", "/v1/webhooks/" + made.id).status, 404);
    QCOMPARE(scene.send("GET", "/v1/webhook-deliveries/" + memberOf(delivery, "/id")).status, 404);
    QCOMPARE(scene.send("DELETE", "/v1/webhooks/" + made.id).status, 404);
    QVERIFY(scene.server().errorLog().empty());
}

void WebhooksTest::foreign_isAbsent_data() {
    QTest::addColumn<QString>("method");
    QTest::addColumn<QString>("target");
    QTest::addColumn<QString>("body");
    const auto row = [](const char* method, const char* target, const char* body) {
        QTest::newRow(qPrintable(QString("%1 %2").arg(method, target))) << method << target << body;
    };
    row("GET", "/v1/webhooks/{id}", "");
    row("PATCH", "/v1/webhooks/{id}", R"({"name":"x"})");
    row("DELETE", "/v1/webhooks/{id}", "");
    row("POST", "/v1/webhooks/{id}/test", "");
    row("POST", "/v1/webhooks/{id}/rotate-secret", "");
    row("POST", "/v1/webhooks/{id}/recover", R"({"since":"2026-03-01T00:00:00Z"})");
    row("GET", "/v1/webhooks/{id}/deliveries", "");
    row("GET", "/v1/webhook-deliveries/{delivery}", "");
    row("POST", "/v1/webhook-deliveries/{delivery}/resend", "");
    row("POST", "/v1/webhook/deliver",
        R"({"webhookId":"{id}","deliveredAfter":"2026-03-01T00:00:00Z"})");
}

void WebhooksTest::foreign_isAbsent() {
    QFETCH(QString, method);
    QFETCH(QString, target);
    QFETCH(QString, body);
    WebhookScene scene;
    const auto made = scene.add();
    QCOMPARE(scene.send("POST", "/v1/webhooks/" + made.id + "/test").status, 202);
    const auto delivery = scene.settled(made.id, "delivered");
    const std::string stranger = scene.server().addAccount(0);
    const auto ask = [&](const QString& webhook, const QString& message) {
        const auto filled = [&](QString text) {
            return text.replace("{id}", webhook).replace("{delivery}", message).toStdString();
        };
        return scene.send(method.toLatin1().constData(), filled(target), filled(body),
                          {{"x-api-key", stranger}});
    };
    const auto foreign =
        ask(QString::fromStdString(made.id), QString::fromStdString(memberOf(delivery, "/id")));
    const auto absent = ask("wh_none", "whd_none");
    QCOMPARE(foreign.status, 404);
    QCOMPARE(memberOf(foreign, "/detail"), memberOf(absent, "/detail"));
    QCOMPARE(memberOf(scene.webhook(made.id), "/version"), std::string("1"));
}

void WebhooksTest::list_isOldestFirstInPages() {
    WebhookScene scene;
    std::vector<std::string> ids;
    for (int n = 0; n < 5; ++n)
        ids.push_back(scene.add().id);
    std::vector<std::string> listed;
    std::string target = "/v1/webhooks?limit=2";
    while (!target.empty()) {
        const auto page = jsonOf(scene.send("GET", target));
        for (const auto& row : page.at("data").as_array())
            listed.push_back(memberOf(row, "/id"));
        target = memberOf(page, "/meta/hasMore") == "true"
                     ? "/v1/webhooks?limit=2&cursor=" + memberOf(page, "/meta/nextCursor")
                     : std::string();
    }
    QCOMPARE(listed, ids);
}

void WebhooksTest::rotate_givesANewSecret() {
    WebhookScene scene;
    const auto made = scene.add();
    const auto rotated = scene.send("POST", "/v1/webhooks/" + made.id + "/rotate-secret");
    QCOMPARE(rotated.status, 200);
    QVERIFY(memberOf(rotated, "/secret").starts_with("whsec_"));
    QVERIFY(memberOf(rotated, "/secret") != made.secret);
    QCOMPARE(memberOf(rotated, "/previousSecretValidUntil"),
             std::string("2026-03-02T12:00:00.000Z"));
}

LEADSHEET_TEST(tst_webhooks, WebhooksTest);
#include "tst_webhooks.moc"
