// SPDX-License-Identifier: Apache-2.0
#include "fake_platform.hpp"
#include "killable_server.hpp"
#include "raw_http.hpp"
#include "test_main.hpp"

#include <QDeadlineTimer>
#include <QDir>
#include <QTemporaryDir>
#include <QtTest>

#include <boost/json.hpp>

#include <map>
#include <thread>

using namespace leadsheet;
using leadsheet::test::FakePlatform;
using leadsheet::test::KillableServer;
using leadsheet::test::RawHeaders;
using leadsheet::test::RawResponse;
using Kind = FakePlatform::Kind;

namespace {

namespace json = boost::json;

constexpr int kPushPatienceMs = 120'000;
constexpr int kPushedLeads = 6;

std::string platformName(Kind kind) {
    return kind == Kind::Instantly   ? "instantly"
           : kind == Kind::Smartlead ? "smartlead"
                                     : "lemlist";
}

/// A database with one delivered order and one destination of its account, to be copied for every
/// kill; made by a server that nobody kills.
class PreparedLeads {
public:
    PreparedLeads(Kind kind, const std::string& policy) {
        KillableServer server(file("base"));
        if (!server.start("never", 0))
            return;
        key_ = server.key();
        const auto call = [&](const std::string& key, const std::string& target,
                              const std::string& body) {
            return test::rawRequest(server.port(), "POST", target,
                                    {{"x-api-key", key},
                                     {"Idempotency-Key", "prepare"},
                                     {"Content-Type", "application/json"}},
                                    body);
        };
        order_ = member(call(key_, "/v1/orders", R"({"scrapingOption":"filters","leadCount":10})"),
                        "/order_number");
        const std::string admin = server.adminKey();
        const std::string steps = "/v1/admin/orders/" + order_;
        call(admin, steps + "/approve", "{}");
        std::string leads;
        for (int n = 0; n < kPushedLeads; ++n)
            leads += (n == 0 ? "" : ",") + (R"({"fullName":"P","result":"good","email":"p)" +
                                            std::to_string(n) + R"(@x.example"})");
        call(admin, "/v1/admin/deliveries",
             R"({"orderNumber":")" + order_ + R"(","deliveryId":"d","final":true,"leads":[)" +
                 leads + "]}");
        call(admin, steps + "/deliver", "{}");
        destination_ = member(call(key_, "/v1/destinations",
                                   R"({"platform":")" + platformName(kind) +
                                       R"(","campaignId":"c-1","duplicatePolicy":")" + policy +
                                       R"(","credential":")" + FakePlatform::plainKey() + "\"}"),
                              "/id");
    }

    bool isReady() const { return !order_.empty() && !destination_.empty(); }
    const std::string& key() const { return key_; }
    std::string target() const { return "/v1/destinations/" + destination_; }
    std::string push() const { return R"({"orderNumber":")" + order_ + "\"}"; }

    /// A copy under another name, as the killed server left it.
    QString copy(const QString& name) const {
        for (const char* part : {"", "-wal", "-shm"}) {
            QFile::remove(file(name) + part);
            QFile::copy(file("base") + part, file(name) + part);
        }
        return file(name);
    }

    static std::string member(const RawResponse& answer, const char* pointer) {
        boost::system::error_code error;
        const json::value document = json::parse(answer.body, error);
        const json::value* found = error ? nullptr : document.find_pointer(pointer, error);
        if (found == nullptr)
            return {};
        return found->is_string() ? std::string(found->get_string()) : json::serialize(*found);
    }

private:
    QString file(const QString& name) const { return folder_.filePath(name + ".db"); }

    QTemporaryDir folder_;
    std::string key_;
    std::string order_;
    std::string destination_;
};

/// One server that is killed around its n-th commit and started again, and what it pushes.
class KilledPush {
public:
    KilledPush(const PreparedLeads& prepared, Kind kind)
        : prepared_(prepared)
        , platform_(kind)
        , server_(prepared.copy("killed"), platform_.baseUrl()) {}

    /// What went wrong, or an empty text.
    std::string run(const QString& moment, int n, bool repeats) {
        if (!server_.start(moment, n))
            return "the server did not start";
        if (const auto pushed = insist("POST", "/push", prepared_.push()); pushed.status != 202)
            return "the push was answered: " + pushed.body;
        const QDeadlineTimer patience(kPushPatienceMs);
        std::string counts;
        while (!isSettled(repeats, counts)) {
            if (patience.hasExpired())
                return "not settled: " + counts;
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        // What it still has to write may be the commit it dies around.
        for (int look = 0; look < 20 && !killed_; ++look)
            port();
        return fault(repeats, counts);
    }
    bool killed() const { return killed_; }

private:
    std::uint16_t port() {
        if (!killed_ && server_.died()) {
            killed_ = true;
            if (!server_.start("never", 0))
                return 0;
        }
        return server_.port();
    }

    RawResponse insist(const char* method, const std::string& rest, const std::string& body = {}) {
        RawHeaders headers{{"x-api-key", prepared_.key()}, {"Content-Type", "application/json"}};
        if (!body.empty())
            headers.emplace_back("Idempotency-Key", "push");
        const QDeadlineTimer patience(kPushPatienceMs);
        RawResponse answer;
        while (!patience.hasExpired()) {
            answer = test::rawRequest(port(), method, prepared_.target() + rest, headers, body);
            if (answer.complete && answer.status < 500)
                break;
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        return answer;
    }

    /// Every lead arrived, or is unknown for good where it must not be repeated.
    bool isSettled(bool repeats, std::string& counts) {
        const auto now = insist("GET", "");
        counts = PreparedLeads::member(now, "/pushes");
        const auto count = [&now](const char* state) {
            return std::atoi(
                PreparedLeads::member(now, (std::string("/pushes/") + state).c_str()).c_str());
        };
        const int over =
            count("accepted") + count("skippedDuplicate") + (repeats ? 0 : count("unknown"));
        return over == kPushedLeads;
    }

    std::string fault(bool repeats, const std::string& counts) const {
        const std::map<std::string, int> added = platform_.added();
        if (repeats && added.size() != kPushedLeads)
            return std::to_string(added.size()) + " leads arrived; " + counts;
        for (const auto& [email, times] : added) {
            if (times != 1)
                return email + " was taken " + std::to_string(times) + " times; " + counts;
        }
        return {};
    }

    const PreparedLeads& prepared_;
    FakePlatform platform_;
    KillableServer server_;
    bool killed_ = false;
};

} // namespace

/// The server is killed around every commit of its push ledger and started again on the same
/// database.
class OutreachKilledTest : public QObject {
    Q_OBJECT

private slots:
    void server_killedAroundEachCommit_everyLeadArrivesOnce_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("policy");
        QTest::addColumn<QString>("moment");
        for (const char* moment : {"before", "after"}) {
            const auto row = [moment](const char* name, Kind kind, const char* policy) {
                QTest::addRow("%s, %s", name, moment)
                    << static_cast<int>(kind) << QString(policy) << QString(moment);
            };
            row("a call for all", Kind::Instantly, "skip_if_in_workspace");
            row("numbers without names", Kind::Smartlead, "skip_if_in_workspace");
            row("a call for each", Kind::Lemlist, "skip_if_in_campaign");
            row("no report of duplicates", Kind::Instantly, "send");
        }
    }
    void server_killedAroundEachCommit_everyLeadArrivesOnce() {
        QFETCH(int, kind);
        QFETCH(QString, policy);
        QFETCH(QString, moment);
        const PreparedLeads prepared(static_cast<Kind>(kind), policy.toStdString());
        QVERIFY(prepared.isReady());
        int kills = 0;
        for (int n = 1;; ++n) {
            KilledPush push(prepared, static_cast<Kind>(kind));
            const std::string wrong = push.run(moment, n, policy != "send");
            QVERIFY2(wrong.empty(), qPrintable(QString("killed %1 commit %2: %3")
                                                   .arg(moment)
                                                   .arg(n)
                                                   .arg(QString::fromStdString(wrong))));
            if (!push.killed())
                break;
            ++kills;
        }
        qInfo("%d kills %s a commit", kills, qPrintable(moment));
        // The queueing, a claim and an outcome at least.
        QVERIFY(kills >= 3);
    }
};

LEADSHEET_TEST(tst_outreach_killed, OutreachKilledTest);
#include "tst_outreach_killed.moc"
