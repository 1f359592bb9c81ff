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

/// Deliveries of more leads than one transaction moves, while the server is killed around every
/// commit: each lead is readable, charged and sent once.
class PublishingKilledTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void server_killedAroundEachCommit_deliversOnce_data();
    void server_killedAroundEachCommit_deliversOnce();

private:
    /// A copy of the database with the order and its staged leads.
    std::unique_ptr<QTemporaryDir> copy() const;
    /// What went wrong with the n-th commit, or an empty text; `killed`: whether it was reached.
    std::string runOnce(const QString& moment, int n, bool& killed) const;

    QTemporaryDir folder_;
    std::string key_;
    std::string adminKey_;
    std::string number_;
};

namespace {

namespace json = boost::json;

constexpr int kPatienceMs = 120'000;
constexpr const char* kDatabase = "server.db";
constexpr int kFirst = 250; // leads of the first part: two transactions move them
constexpr int kSecond = 120;

std::string partBody(const std::string& number, const std::string& name, int first, int count) {
    std::string leads;
    for (int n = first; n < first + count; ++n)
        leads += (leads.empty() ? "" : ",") + std::string(R"({"email":"p)") + std::to_string(n) +
                 R"(@x.example","fullName":"P"})";
    return R"({"orderNumber":")" + number + R"(","deliveryId":")" + name + R"(","leads":[)" +
           leads + "]}";
}

std::string textAt(const json::value& document, const char* pointer) {
    boost::system::error_code error;
    const json::value* member = document.find_pointer(pointer, error);
    if (member == nullptr)
        return {};
    return member->is_string() ? std::string(member->get_string()) : json::serialize(*member);
}

std::map<std::string, std::set<std::string>> messagesOfLead(const test::Receiver& receiver) {
    std::map<std::string, std::set<std::string>> found;
    for (const auto& message : receiver.messages()) {
        const auto body = json::parse(message.body);
        if (textAt(body, "/type") != "leads.delivered")
            continue;
        for (const auto& lead : body.at_pointer("/data/leads").as_array())
            found[std::string(lead.at("email").as_string())].insert(
                message.headers.at("webhook-id"));
    }
    return found;
}

/// What the account has and paid, or an empty text when that is right.
std::string accountFaults(const test::DeliveryJob& job, const std::string& number) {
    const auto get = [&](const std::string& target, const std::string& key) {
        return json::parse(test::insist(job, "GET", target, key, {}, {}).body);
    };
    std::vector<std::string> seen;
    std::string cursor;
    for (bool more = true; more;) {
        const auto page = get("/v1/leads?limit=1000&fields=email" +
                                  (cursor.empty() ? std::string() : "&cursor=" + cursor),
                              job.customerKey);
        for (const auto& lead : page.at("data").as_array())
            seen.emplace_back(lead.at("email").as_string());
        cursor = textAt(page, "/meta/nextCursor");
        more = textAt(page, "/meta/hasMore") == "true";
    }
    if (seen.size() != kFirst + kSecond ||
        std::set<std::string>(seen.begin(), seen.end()).size() != seen.size())
        return std::to_string(seen.size()) + " leads can be read";
    const auto order = get("/v1/admin/orders/" + number, job.adminKey);
    if (textAt(order, "/status") != "delivered" || textAt(order, "/captured/amount") != "2960" ||
        textAt(order, "/ingested/staged") != "0" || textAt(order, "/ingested/duplicate") != "0")
        return "the order does not add up: " + json::serialize(order);
    std::string moves;
    const auto ledger = get("/v1/account/ledger", job.customerKey);
    for (const auto& row : ledger.at("data").as_array())
        moves += textAt(row, "/type") + textAt(row, "/amount/amount") + " ";
    return moves.starts_with("release5032 capture960 capture2000 hold7992 ")
               ? std::string()
               : "the money does not add up: " + moves;
}

/// Delivers a part and the rest, whatever it takes.
std::string drive(const test::DeliveryJob& job, const std::string& number) {
    const std::string deliver = "/v1/admin/orders/" + number + "/deliver";
    const auto part =
        test::insist(job, "POST", deliver, job.adminKey, R"({"part":true})", "deliver-part");
    if (part.status != 200 || textAt(json::parse(part.body), "/deliveredLeads") != "250")
        return "the part was answered: " + part.body;
    const auto taken = test::insist(job, "POST", "/v1/admin/deliveries", job.adminKey,
                                    partBody(number, "second", kFirst, kSecond), {});
    if (textAt(json::parse(taken.body), "/accepted") != std::to_string(kSecond))
        return "the second part was answered: " + taken.body;
    const auto rest = test::insist(job, "POST", deliver, job.adminKey, {}, "deliver");
    return textAt(json::parse(rest.body), "/status") == "delivered"
               ? std::string()
               : "the rest was answered: " + rest.body;
}

} // namespace

void PublishingKilledTest::initTestCase() {
    test::KillableServer server(folder_.filePath(kDatabase));
    QVERIFY(server.start("never", 0));
    key_ = server.key();
    adminKey_ = server.adminKey();
    const test::DeliveryJob job{key_, adminKey_, [&] {
                                    return server.port();
                                }};
    const auto made = test::insist(job, "POST", "/v1/orders", key_,
                                   R"({"scrapingOption":"filters","leadCount":999})", "order");
    number_ = textAt(json::parse(made.body), "/order_number");
    QCOMPARE(test::insist(job, "POST", "/v1/admin/orders/" + number_ + "/approve", adminKey_, {},
                          "approve")
                 .status,
             200);
    const auto taken = test::insist(job, "POST", "/v1/admin/deliveries", adminKey_,
                                    partBody(number_, "first", 0, kFirst), {});
    QCOMPARE(textAt(json::parse(taken.body), "/stagedLeads"), std::to_string(kFirst));
}

std::unique_ptr<QTemporaryDir> PublishingKilledTest::copy() const {
    auto to = std::make_unique<QTemporaryDir>();
    for (const QString& name : QDir(folder_.path()).entryList(QDir::Files)) {
        // The memory that readers of the log share is made anew.
        if (!name.endsWith("-shm") && !QFile::copy(folder_.filePath(name), to->filePath(name)))
            return nullptr;
    }
    return to;
}

std::string PublishingKilledTest::runOnce(const QString& moment, int n, bool& killed) const {
    const auto folder = copy();
    if (!folder)
        return "the database was not copied";
    const test::Receiver receiver;
    test::KillableServer server(folder->filePath(kDatabase));
    if (!server.start(moment, n))
        return "the server did not start";
    killed = false;
    const test::DeliveryJob job{key_, adminKey_, [&]() -> std::uint16_t {
                                    if (!killed && server.died()) {
                                        killed = true;
                                        if (!server.start("never", 0))
                                            return 0;
                                    }
                                    return server.port();
                                }};
    const auto webhook =
        test::insist(job, "POST", "/v1/webhooks", key_,
                     R"({"url":")" + receiver.url() + R"(","events":["leads.delivered"]})", "hook");
    if (webhook.status != 201)
        return "no webhook: " + webhook.body;
    if (auto wrong = drive(job, number_); !wrong.empty())
        return wrong;
    const QDeadlineTimer patience(kPatienceMs);
    while (messagesOfLead(receiver).size() < kFirst + kSecond && !patience.hasExpired()) {
        if (job.port() == 0)
            return "the server did not start again";
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    const auto messages = messagesOfLead(receiver);
    if (messages.size() != kFirst + kSecond)
        return "not every lead came";
    for (const auto& [lead, ids] : messages) {
        if (ids.size() != 1)
            return lead + " came in " + std::to_string(ids.size()) + " messages";
    }
    return accountFaults(job, number_);
}

void PublishingKilledTest::server_killedAroundEachCommit_deliversOnce_data() {
    QTest::addColumn<QString>("moment");
    QTest::newRow("before") << "before";
    QTest::newRow("after") << "after";
}

void PublishingKilledTest::server_killedAroundEachCommit_deliversOnce() {
    QFETCH(QString, moment);
    int kills = 0;
    bool killed = true;
    // The pieces and ends of both parts, and the first of what tells of them.
    for (int n = 1; killed && n <= 24; ++n) {
        const std::string wrong = runOnce(moment, n, killed);
        QVERIFY2(wrong.empty(), qPrintable(QString("killed %1 commit %2: %3")
                                               .arg(moment)
                                               .arg(n)
                                               .arg(QString::fromStdString(wrong))));
        kills += killed ? 1 : 0;
    }
    qInfo("%d kills %s a commit", kills, qPrintable(moment));
    QVERIFY(kills >= 12);
}

LEADSHEET_TEST(tst_publishing_killed, PublishingKilledTest);
#include "tst_publishing_killed.moc"
