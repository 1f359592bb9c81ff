// SPDX-License-Identifier: Apache-2.0
#include "delivery_driver.hpp"
#include "killable_server.hpp"
#include "raw_http.hpp"
#include "receiver.hpp"
#include "test_main.hpp"

#include <QDeadlineTimer>
#include <QDir>
#include <QTemporaryDir>
#include <QtTest>

#include <boost/json.hpp>

#include <map>
#include <memory>
#include <set>
#include <thread>

using namespace leadsheet;

/// More leads are pushed to a webhook than are divided before the answer, while the server is
/// killed before every commit, and while two servers share the work.
class LeadSweepKilledTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void server_killedBeforeEachCommit_sendsEveryLeadInOneMessage();
    void twoServers_divideEveryLeadOnce();

private:
    /// A copy of the database with the orders.
    std::unique_ptr<QTemporaryDir> copy() const;
    /// What went wrong with the n-th commit, or an empty text; `killed`: whether it was reached.
    std::string runOnce(int n, bool& killed) const;

    QTemporaryDir folder_;
    std::string key_;
};

namespace {

constexpr int kPatienceMs = 120'000;
constexpr const char* kDatabase = "server.db";
constexpr std::size_t kLeads = 30; // three orders of driveDelivery()

std::map<std::string, std::set<std::string>> messagesOfLead(const test::Receiver& receiver) {
    std::map<std::string, std::set<std::string>> found;
    for (const auto& message : receiver.messages()) {
        const auto body = boost::json::parse(message.body);
        for (const auto& lead : body.at_pointer("/data/leads").as_array())
            found[std::string(lead.at("email").as_string())].insert(
                message.headers.at("webhook-id"));
    }
    return found;
}

bool allCame(const test::Receiver& receiver) {
    return messagesOfLead(receiver).size() == kLeads;
}

/// What is wrong with what came, or an empty text.
std::string faults(const test::Receiver& receiver) {
    if (!allCame(receiver))
        return "not every lead came";
    for (const auto& [lead, ids] : messagesOfLead(receiver)) {
        if (ids.size() != 1)
            return lead + " came in " + std::to_string(ids.size()) + " messages";
    }
    return {};
}

/// Makes a webhook that takes nothing by itself, and pushes all leads to it.
std::string push(const test::DeliveryJob& job, const std::string& url) {
    const auto made = test::insist(
        job, "POST", "/v1/webhooks", job.customerKey,
        R"({"url":")" + url + R"(","autoDeliver":false,"events":["order.failed"]})", "webhook");
    if (made.status != 201)
        return "no webhook: " + made.body;
    const std::string id(boost::json::parse(made.body).at("id").as_string());
    const auto answer = test::insist(
        job, "POST", "/v1/webhook/deliver", job.customerKey,
        R"({"webhookId":")" + id + R"(","deliveredAfter":"2020-01-01T00:00:00Z"})", "push");
    return answer.body == R"({"leads":30,"queued":0})" ? std::string()
                                                       : "not pushed: " + answer.body;
}

} // namespace

void LeadSweepKilledTest::initTestCase() {
    test::KillableServer server(folder_.filePath(kDatabase));
    QVERIFY(server.start("never", 0));
    key_ = server.key();
    test::DeliveryJob job{key_, server.adminKey(), [&] {
                              return server.port();
                          }};
    for (const char* name : {"a", "b", "c"}) {
        job.name = name;
        QCOMPARE(QString::fromStdString(test::driveDelivery(job)), QString());
    }
}

std::unique_ptr<QTemporaryDir> LeadSweepKilledTest::copy() const {
    auto to = std::make_unique<QTemporaryDir>();
    for (const QString& name : QDir(folder_.path()).entryList(QDir::Files)) {
        // The memory that readers of the log share is made anew.
        if (!name.endsWith("-shm") && !QFile::copy(folder_.filePath(name), to->filePath(name)))
            return nullptr;
    }
    return to;
}

std::string LeadSweepKilledTest::runOnce(int n, bool& killed) const {
    const auto folder = copy();
    if (!folder)
        return "the database was not copied";
    const test::Receiver receiver;
    test::KillableServer server(folder->filePath(kDatabase));
    if (!server.start("before", n))
        return "the server did not start";
    killed = false;
    test::DeliveryJob job{key_, {}, [&]() -> std::uint16_t {
                              if (!killed && server.died()) {
                                  killed = true;
                                  if (!server.start("never", 0))
                                      return 0;
                              }
                              return server.port();
                          }};
    if (auto wrong = push(job, receiver.url()); !wrong.empty())
        return wrong;
    const QDeadlineTimer patience(kPatienceMs);
    while (!allCame(receiver) && !patience.hasExpired()) {
        if (job.port() == 0)
            return "the server did not start again";
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    // What it still has to write may be the commit it dies around.
    for (int look = 0; look < 20 && !killed; ++look)
        job.port();
    return faults(receiver);
}

void LeadSweepKilledTest::server_killedBeforeEachCommit_sendsEveryLeadInOneMessage() {
    int kills = 0;
    bool killed = true;
    for (int n = 1; killed; ++n) {
        const std::string wrong = runOnce(n, killed);
        QVERIFY2(
            wrong.empty(),
            qPrintable(
                QString("killed before commit %1: %2").arg(n).arg(QString::fromStdString(wrong))));
        kills += killed ? 1 : 0;
    }
    qInfo("%d kills before a commit", kills);
    QVERIFY(kills >= 10);
}

void LeadSweepKilledTest::twoServers_divideEveryLeadOnce() {
    const auto folder = copy();
    QVERIFY(folder);
    const test::Receiver receiver;
    test::KillableServer first(folder->filePath(kDatabase));
    QVERIFY(first.start("never", 0));
    test::KillableServer second(folder->filePath(kDatabase));
    QVERIFY(second.start("never", 0));
    const test::DeliveryJob job{key_, {}, [&] {
                                    return second.port();
                                }};
    QCOMPARE(QString::fromStdString(push(job, receiver.url())), QString());
    QTRY_VERIFY_WITH_TIMEOUT(allCame(receiver), kPatienceMs);
    QCOMPARE(QString::fromStdString(faults(receiver)), QString());
}

LEADSHEET_TEST(tst_lead_sweep_killed, LeadSweepKilledTest);
#include "tst_lead_sweep_killed.moc"
