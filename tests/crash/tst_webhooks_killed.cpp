// SPDX-License-Identifier: Apache-2.0
#include "delivery_driver.hpp"
#include "killable_server.hpp"
#include "raw_http.hpp"
#include "receiver.hpp"
#include "test_main.hpp"

#include <QDeadlineTimer>
#include <QTemporaryDir>
#include <QtTest>

#include <boost/json.hpp>

#include <map>
#include <set>
#include <thread>

using namespace leadsheet;

/// The server is killed around every commit of its database while an order is made, delivered and
/// told of, and is started again on the same database; and two servers share one database.
class WebhooksKilledTest : public QObject {
    Q_OBJECT

private slots:
    void server_killedAroundEachCommit_everyMessageComes_data();
    void server_killedAroundEachCommit_everyMessageComes();
    void twoServers_onOneDatabase_loseAndSkipNothing();
};

namespace {

constexpr int kPatienceMs = 120'000;
constexpr std::size_t kLeads = 10; // of driveDelivery()

/// What must come for one order: its events, and its leads.
const std::set<std::string> kTypes = {"order.created", "order.approved", "order.delivered",
                                      "leads.delivered"};

struct Came {
    std::map<std::string, std::set<std::string>> idsOfType; ///< with the part, for leads
    std::map<std::string, std::set<std::string>> bodiesOfId;
    std::set<std::string> leads;
};

Came whatCame(const test::Receiver& receiver) {
    Came came;
    for (const auto& message : receiver.messages()) {
        const auto body = boost::json::parse(message.body);
        const auto& data = body.at("data").as_object();
        std::string type(body.at("type").as_string());
        const std::string& id = message.headers.at("webhook-id");
        came.bodiesOfId[id].insert(message.body);
        if (const auto* leads = data.if_contains("leads")) {
            for (const auto& lead : leads->as_array())
                came.leads.insert(std::string(lead.at("email").as_string()));
        }
        came.idsOfType[type].insert(id);
    }
    return came;
}

bool isWhole(const Came& came) {
    std::set<std::string> types;
    for (const auto& [type, ids] : came.idsOfType)
        types.insert(type);
    return types == kTypes && came.leads.size() == kLeads;
}

/// Ids are stable: one for each message, and always the same body.
std::string faults(const Came& came) {
    for (const auto& [type, ids] : came.idsOfType) {
        if (ids.size() != 1)
            return type + " came under " + std::to_string(ids.size()) + " ids";
    }
    for (const auto& [id, bodies] : came.bodiesOfId) {
        if (bodies.size() != 1)
            return id + " came with " + std::to_string(bodies.size()) + " bodies";
    }
    return {};
}

/// Makes the webhook, whatever happens to the server meanwhile.
bool addWebhook(const test::DeliveryJob& job, const std::string& url) {
    const QDeadlineTimer patience(kPatienceMs);
    while (!patience.hasExpired()) {
        const std::uint16_t port = job.port();
        if (port == 0)
            return false;
        const auto made = test::rawRequest(port, "POST", "/v1/webhooks",
                                           {{"x-api-key", job.customerKey},
                                            {"Idempotency-Key", "webhook"},
                                            {"Content-Type", "application/json"}},
                                           R"({"url":")" + url + R"("})");
        if (made.complete && made.status == 201)
            return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
}

/// What went wrong with the n-th commit, or an empty text; `killed` says whether it was reached.
std::string runOnce(const QString& moment, int n, bool& killed) {
    const QTemporaryDir folder;
    test::Receiver receiver;
    test::KillableServer server(folder.filePath("server.db"));
    if (!server.start(moment, n))
        return "the server did not start";
    killed = false;
    test::DeliveryJob job;
    job.customerKey = server.key();
    job.adminKey = server.adminKey();
    job.port = [&]() -> std::uint16_t {
        if (!killed && server.died()) {
            killed = true;
            if (!server.start("never", 0))
                return 0;
        }
        return server.port();
    };
    if (!addWebhook(job, receiver.url()))
        return "the webhook was not made";
    if (auto wrong = test::driveDelivery(job); !wrong.empty())
        return wrong;
    const QDeadlineTimer patience(kPatienceMs);
    while (!isWhole(whatCame(receiver)) && !patience.hasExpired()) {
        if (job.port() == 0)
            return "the server did not start again";
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    // What it still has to write may be the commit it dies around.
    for (int look = 0; look < 20 && !killed; ++look)
        job.port();
    const Came came = whatCame(receiver);
    return isWhole(came) ? faults(came) : "not every message came";
}

} // namespace

void WebhooksKilledTest::server_killedAroundEachCommit_everyMessageComes_data() {
    QTest::addColumn<QString>("moment");
    QTest::newRow("before") << "before";
    QTest::newRow("after") << "after";
}

void WebhooksKilledTest::server_killedAroundEachCommit_everyMessageComes() {
    QFETCH(QString, moment);
    int kills = 0;
    bool killed = true;
    for (int n = 1; killed; ++n) {
        const std::string wrong = runOnce(moment, n, killed);
        QVERIFY2(wrong.empty(), qPrintable(QString("killed %1 commit %2: %3")
                                               .arg(moment)
                                               .arg(n)
                                               .arg(QString::fromStdString(wrong))));
        kills += killed ? 1 : 0;
    }
    qInfo("%d kills %s a commit", kills, qPrintable(moment));
    QVERIFY(kills >= 10);
}

void WebhooksKilledTest::twoServers_onOneDatabase_loseAndSkipNothing() {
    const QTemporaryDir folder;
    test::Receiver receiver;
    test::KillableServer first(folder.filePath("server.db"));
    QVERIFY(first.start("never", 0));
    test::KillableServer second(folder.filePath("server.db"));
    QVERIFY(second.start("never", 0));
    test::DeliveryJob job;
    job.customerKey = first.key();
    job.adminKey = first.adminKey();
    job.port = [&] {
        return first.port();
    };
    QVERIFY(addWebhook(job, receiver.url()));
    constexpr int kTests = 200;
    const auto webhooks =
        test::rawRequest(second.port(), "GET", "/v1/webhooks", {{"x-api-key", job.customerKey}});
    const std::string id(boost::json::parse(webhooks.body).at_pointer("/data/0/id").as_string());
    std::set<std::string> queued;
    for (int n = 0; n < kTests; ++n) {
        const auto port = n % 2 == 0 ? first.port() : second.port();
        const auto answer = test::rawRequest(port, "POST", "/v1/webhooks/" + id + "/test",
                                             {{"x-api-key", job.customerKey}});
        QCOMPARE(answer.status, 202);
        queued.insert(std::string(boost::json::parse(answer.body).at("messageId").as_string()));
    }
    QCOMPARE(queued.size(), std::size_t{kTests});
    const QDeadlineTimer patience(kPatienceMs);
    std::set<std::string> came;
    while (came != queued && !patience.hasExpired()) {
        came.clear();
        for (const auto& message : receiver.messages())
            came.insert(message.headers.at("webhook-id"));
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    QCOMPARE(came, queued);
}

LEADSHEET_TEST(tst_webhooks_killed, WebhooksKilledTest);
#include "tst_webhooks_killed.moc"
