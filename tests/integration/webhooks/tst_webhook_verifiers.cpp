// SPDX-License-Identifier: Apache-2.0
#include "test_main.hpp"
#include "webhook_scene.hpp"

#include <QProcess>

using namespace leadsheet::test;
using namespace leadsheet;

/// The verifiers that receivers use, npm's standardwebhooks and svix, take every message that is
/// sent and refuse whatever differs from it.
class WebhookVerifiersTest : public QObject {
    Q_OBJECT
private slots:
    void everyMessage_isTakenAndEveryMutationRefused();

private:
    static boost::json::array messagesOf(const WebhookScene& scene, const std::string& secret);
};

namespace {

constexpr int kPatienceMs = 300'000;
constexpr std::int64_t kVerifiers = 2;
constexpr std::int64_t kMutations = 60;

} // namespace

boost::json::array WebhookVerifiersTest::messagesOf(const WebhookScene& scene,
                                                    const std::string& secret) {
    boost::json::array messages;
    for (const Receiver::Message& one : scene.messages()) {
        boost::json::object headers;
        for (const char* name : {"webhook-id", "webhook-timestamp", "webhook-signature"})
            headers[name] = one.headers.at(name);
        messages.push_back(boost::json::object{
            {"secret", secret}, {"headers", std::move(headers)}, {"body", one.body}});
    }
    return messages;
}

void WebhookVerifiersTest::everyMessage_isTakenAndEveryMutationRefused() {
    // The verifiers look at the system's clock.
    WebhookScene scene([](server::Config& config) { config.clock = nullptr; });
    const auto made = scene.add();
    const std::string rotated =
        memberOf(scene.send("POST", "/v1/webhooks/" + made.id + "/rotate-secret"), "/secret");
    scene.send("POST", "/v1/webhooks/" + made.id + "/test");
    const std::string number = scene.orders().placeIn("in_progress", 200);
    scene.orders().ingest(number, "part",
                          OrderScene::leads(0, 120, R"("jobTitle":"Gesch\u00e4ftsf\u00fchrerin")"),
                          true);
    QCOMPARE(scene.orders().admin(number, "deliver").status, 200);
    scene.awaitMessage("leads.delivered", 2);
    scene.awaitMessage("order.delivered");

    boost::json::array messages = messagesOf(scene, rotated);
    for (auto& message : messagesOf(scene, made.secret))
        messages.push_back(std::move(message));
    QVERIFY(messages.size() >= 12);

    QProcess node;
    node.setProcessChannelMode(QProcess::MergedChannels);
    node.start("node", {qEnvironmentVariable("LEADSHEET_VERIFIERS") + "/verify.mjs"});
    QVERIFY2(node.waitForStarted(kPatienceMs), "install the Debian package nodejs");
    node.write(QByteArray::fromStdString(boost::json::serialize(messages)));
    node.closeWriteChannel();
    QVERIFY(node.waitForFinished(kPatienceMs));
    const QByteArray said = node.readAll();
    const auto counts = boost::json::parse(said.trimmed().split('\n').last().toStdString());
    const auto count = static_cast<std::int64_t>(messages.size());
    QVERIFY2(counts.at("accepted").as_int64() == count * kVerifiers, said.constData());
    QVERIFY2(counts.at("refused").as_int64() == count * kVerifiers * kMutations, said.constData());
}

LEADSHEET_TEST(tst_webhook_verifiers, WebhookVerifiersTest);
#include "tst_webhook_verifiers.moc"
