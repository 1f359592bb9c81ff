// SPDX-License-Identifier: Apache-2.0
#include "outreach_scene.hpp"
#include "test_database.hpp"
#include "test_main.hpp"
#include "test_store.hpp"

#include <QDateTime>
#include <QLocale>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <atomic>
#include <optional>
#include <sqlite3.h>
#include <string>

using namespace leadsheet::test;
using namespace leadsheet;
using Fault = FakePlatform::Fault;
using What = FakePlatform::Fault::What;

/// Leads on their way to the platforms, over sockets, with everything that can go wrong there.
class PushesTest : public QObject {
    Q_OBJECT
private slots:
    void everyPlatform_getsEveryLeadOnce_data();
    void everyPlatform_getsEveryLeadOnce();
    void delivery_pushesByItself();
    void delivery_withoutAutoDeliver_pushesNothing();
    void destination_pushesWhatIsDeliveredFromThenOn_withoutBeingAsked();
    void answerLost_isAskedAgain_andNobodyIsAddedTwice_data();
    void answerLost_isAskedAgain_andNobodyIsAddedTwice();
    void answerLost_withoutDuplicateFlag_staysUnknown();
    void connectionLostBefore_isUnknownUntilRepeated();
    void tooManyCalls_waitAsAsked();
    void manyRequestsToWait_rejectNoLead();
    void retryAfterDate_isCountedFromTheAnswersOwn();
    void metrics_tellCallsAndLeads();
    void removedDestination_leavesNothingBehind();
    void refusedCredential_waitsUntilItIsChanged();
    void batchRefused_goesOnInSmallerOnes();
    void rejectedLead_isPushedAgainWhenAsked();
    void platformHangs_theLeadsAreUnknownAfterwards();
    void leadsThatCannotBeRead_areGivenBack();
    void outcomeThatCannotBeWritten_isWrittenLater();
    void databaseGoneAfterTheClaim_theLeadsAreSentLater();
    void twoServers_shareTheLedger();
    void platformOfANewerServer_isNotTakenForAnother();
    void secrets_areInNoLogAndNoReason();

private:
    static bool eachOnce(const FakePlatform& platform, std::size_t leads) {
        const auto added = platform.added();
        return added.size() == leads &&
               std::ranges::all_of(added, [](const auto& lead) { return lead.second == 1; });
    }
};

namespace {

constexpr int kPatience = 120'000; // ms

void addKinds() {
    QTest::addColumn<int>("kind");
    QTest::newRow("instantly") << 0;
    QTest::newRow("smartlead") << 1;
    QTest::newRow("lemlist") << 2;
}

FakePlatform::Kind fetchedKind() {
    QFETCH(int, kind);
    return static_cast<FakePlatform::Kind>(kind);
}

std::string pushOrder(OutreachScene& scene, const std::string& id, const std::string& order) {
    const auto pushed = scene.post(id, "/push", R"({"orderNumber":")" + order + "\"}");
    return pushed.status == 202 ? pushed.body : std::to_string(pushed.status) + pushed.body;
}

/// Somebody who changes rows behind the server's back.
class Meddler {
public:
    explicit Meddler(const std::string& path) {
        if (leadsheet::test::onPostgres()) {
            postgres_.emplace(leadsheet::test::databaseFor(path));
            postgres_->run("SET session_replication_role = replica"); // no foreign keys
            return;
        }
        if (sqlite3_open(path.c_str(), &sqlite_) != SQLITE_OK)
            qFatal("%s does not open", path.c_str());
        sqlite3_busy_timeout(sqlite_, kPatience);
    }
    ~Meddler() { sqlite3_close(sqlite_); }
    Meddler(const Meddler&) = delete;
    Meddler& operator=(const Meddler&) = delete;

    void run(const char* sql) { number(sql); }
    /// The first value of the last row; 0 without one.
    std::int64_t number(const char* sql) {
        std::int64_t found = 0;
        if (postgres_) {
            const auto rows = postgres_->rows(sql);
            return rows.empty() ? 0 : std::stoll(rows.back());
        }
        const int code = sqlite3_exec(
            sqlite_, sql,
            [](void* out, int, char** values, char**) {
                *static_cast<std::int64_t*>(out) = std::stoll(values[0]);
                return 0;
            },
            &found, nullptr);
        if (code != SQLITE_OK)
            qFatal("%s: %s", sql, sqlite3_errmsg(sqlite_));
        return found;
    }

private:
    sqlite3* sqlite_ = nullptr;
    std::optional<leadsheet::test::PostgresSession> postgres_;
};

} // namespace

void PushesTest::everyPlatform_getsEveryLeadOnce_data() {
    addKinds();
}

void PushesTest::everyPlatform_getsEveryLeadOnce() {
    OutreachScene scene(fetchedKind());
    const std::string id = scene.make();
    const std::string number = scene.orders().place(20);
    scene.orders().admin(number, "approve");
    const std::string rows = OutreachScene::goodLeads(1, 5) +
                             R"(,{"fullName":"X","email":"invalid@x.example","result":"good"})"
                             R"(,{"fullName":"Y","companyDomain":"y.example","result":"good"})"
                             R"(,{"fullName":"Z","email":"z@x.example","result":"risky"})";
    scene.orders().take(number, "first", rows);
    QCOMPARE(pushOrder(scene, id, number),
             std::string(R"({"queued":6,"alreadyPushed":0,"filtered":2})"));
    QVERIFY(scene.settle(id));
    QVERIFY(eachOnce(scene.platform(), 5));
    QCOMPARE(scene.outcome(id), std::string("5 0 1 0"));
    QCOMPARE(pushOrder(scene, id, number),
             std::string(R"({"queued":1,"alreadyPushed":5,"filtered":2})"));
    QVERIFY(scene.settle(id));
    QVERIFY(eachOnce(scene.platform(), 5));
    const auto list = scene.get(id, "/pushes?state=rejected");
    QCOMPARE(memberOf(list, "/data/0/orderNumber"), number);
    QCOMPARE(memberOf(list, "/data/0/attempts"), std::string("1")); // since it was queued anew
    QVERIFY(!memberOf(list, "/data/0/platformReason").empty());
}

void PushesTest::delivery_pushesByItself() {
    OutreachScene scene(FakePlatform::Kind::Instantly);
    const std::string id = scene.make(R"("autoDeliver":true)");
    const std::string other = scene.make();
    scene.deliver(3);
    QVERIFY(scene.awaitQueued(id, 3) && scene.settle(id));
    QVERIFY(eachOnce(scene.platform(), 3));
    QCOMPARE(scene.outcome(id), std::string("3 0 0 0"));
    QCOMPARE(scene.outcome(other), std::string("0 0 0 0"));
}

void PushesTest::delivery_withoutAutoDeliver_pushesNothing() {
    OutreachScene scene(FakePlatform::Kind::Instantly);
    const std::string id = scene.make(R"("autoDeliver":true)");
    std::string body = TestServer::orderBody(20);
    body.insert(1, R"("autoDeliver":false,)");
    const auto made = scene.server().createOrder("without", body);
    QCOMPARE(made.status, 201);
    const std::string number = memberOf(made, "/order_number");
    scene.orders().admin(number, "approve");
    scene.orders().ingest(number, "first", OutreachScene::goodLeads(1, 2));
    QCOMPARE(scene.orders().admin(number, "deliver").status, 200);
    QCOMPARE(scene.pushes(id, "pending"), 0);
    QVERIFY(scene.settle(id));
    QCOMPARE(scene.platform().pushes(), std::size_t{0});
}

void PushesTest::destination_pushesWhatIsDeliveredFromThenOn_withoutBeingAsked() {
    OutreachScene scene(FakePlatform::Kind::Instantly);
    scene.deliver(2);
    const auto made = scene.server().post(
        "/v1/destinations", R"({"platform":"instantly","campaignId":"c-1","credential":")" +
                                FakePlatform::key() + "\"}");
    const std::string id = memberOf(made, "/id");
    scene.deliver(3);
    QVERIFY(scene.awaitQueued(id, 3) && scene.settle(id));
    QCOMPARE(scene.outcome(id), std::string("3 0 0 0"));
}

void PushesTest::answerLost_isAskedAgain_andNobodyIsAddedTwice_data() {
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("what");
    const std::pair<const char*, What> faults[] = {{"reset", What::ResetAfterTaking},
                                                   {"odd answer", What::OddAnswerAfterTaking}};
    for (int kind = 0; kind < 3; ++kind) {
        for (const auto& [name, what] : faults)
            QTest::addRow("%d, %s", kind, name) << kind << static_cast<int>(what);
    }
}

void PushesTest::answerLost_isAskedAgain_andNobodyIsAddedTwice() {
    QFETCH(int, what);
    OutreachScene scene(fetchedKind());
    const std::string id = scene.make();
    scene.platform().next({static_cast<What>(what), 200, "[{\"odd\":1}]"});
    scene.platform().next({static_cast<What>(what), 502, "<html>"});
    pushOrder(scene, id, scene.deliver(3));
    QVERIFY(scene.settle(id));
    QVERIFY(eachOnce(scene.platform(), 3));
    const auto text = scene.outcome(id);
    QVERIFY2(text.ends_with(" 0 0"), text.c_str());
}

void PushesTest::answerLost_withoutDuplicateFlag_staysUnknown() {
    OutreachScene scene(FakePlatform::Kind::Instantly);
    const std::string id = scene.make(R"("duplicatePolicy":"send")");
    scene.platform().next({What::ResetAfterTaking});
    const std::string number = scene.deliver(2);
    pushOrder(scene, id, number);
    QVERIFY(scene.settle(id, 2));
    scene.clock().advance(std::chrono::hours(2));
    QCOMPARE(pushOrder(scene, id, number),
             std::string(R"({"queued":0,"alreadyPushed":2,"filtered":0})"));
    QCOMPARE(scene.platform().pushes(), std::size_t{1});
    // With the flag on it is safe, and goes on by itself.
    const auto changed = rawRequest(
        scene.server().port(), "PATCH", "/v1/destinations/" + id,
        {{"x-api-key", scene.server().customerKey()}, {"Content-Type", "application/json"}},
        R"({"duplicatePolicy":"skip_if_in_campaign"})");
    QCOMPARE(changed.status, 200);
    QVERIFY(scene.settle(id));
    QVERIFY(eachOnce(scene.platform(), 2));
    QCOMPARE(scene.outcome(id), std::string("0 2 0 0"));
}

void PushesTest::connectionLostBefore_isUnknownUntilRepeated() {
    OutreachScene scene(FakePlatform::Kind::Smartlead);
    const std::string id = scene.make();
    scene.platform().next({What::ResetBeforeTaking});
    pushOrder(scene, id, scene.deliver(2));
    QVERIFY(scene.settle(id));
    QVERIFY(eachOnce(scene.platform(), 2));
    QCOMPARE(scene.outcome(id), std::string("2 0 0 0"));
}

void PushesTest::tooManyCalls_waitAsAsked() {
    OutreachScene scene(FakePlatform::Kind::Lemlist);
    const std::string id = scene.make();
    scene.platform().next({What::Answer, 429, "", {{"Retry-After", "100"}}});
    const auto before = scene.clock().now();
    pushOrder(scene, id, scene.deliver(1));
    QVERIFY(scene.settle(id));
    QVERIFY(scene.clock().now() - before >= std::chrono::seconds(100));
    QCOMPARE(scene.outcome(id), std::string("1 0 0 0"));
    QCOMPARE(scene.platform().pushes(), std::size_t{2});
}

void PushesTest::manyRequestsToWait_rejectNoLead() {
    OutreachScene scene(FakePlatform::Kind::Lemlist);
    const std::string id = scene.make();
    for (int n = 0; n < 60; ++n)
        scene.platform().next({What::Answer, 429, "", {{"Retry-After", "1"}}});
    pushOrder(scene, id, scene.deliver(1));
    QVERIFY(scene.settle(id));
    QCOMPARE(scene.outcome(id), std::string("1 0 0 0"));
    QCOMPARE(scene.platform().pushes(), std::size_t{61});
    const auto pushes = jsonOf(scene.get(id, "/pushes"));
    QCOMPARE(memberOf(pushes, "/data/0/attempts"), std::string("1"));
}

void PushesTest::retryAfterDate_isCountedFromTheAnswersOwn() {
    OutreachScene scene(FakePlatform::Kind::Lemlist);
    const std::string id = scene.make();
    // Its server dates its answers by the real clock, long before or after the one of this test.
    const std::string date = QLocale::c()
                                 .toString(QDateTime::currentDateTimeUtc().addSecs(600),
                                           "ddd, dd MMM yyyy HH:mm:ss 'GMT'")
                                 .toStdString();
    scene.platform().next({What::Answer, 429, "", {{"Retry-After", date}}});
    const auto before = scene.clock().now();
    pushOrder(scene, id, scene.deliver(1));
    QVERIFY(scene.settle(id));
    QVERIFY(scene.clock().now() - before >= std::chrono::seconds(300));
    QCOMPARE(scene.platform().pushes(), std::size_t{2});
}

void PushesTest::metrics_tellCallsAndLeads() {
    OutreachScene scene(FakePlatform::Kind::Smartlead);
    const std::string id = scene.make();
    scene.platform().next({What::ResetBeforeTaking});
    pushOrder(scene, id, scene.deliver(2));
    QVERIFY(scene.settle(id));
    const std::string text = scene.server().get("/metrics").body;
    for (const char* line : {R"(outreach_calls_total{platform="smartlead",status="0"} 1)",
                             R"(outreach_calls_total{platform="smartlead",status="200"} 1)",
                             R"(outreach_leads_total{platform="smartlead",state="unknown"} 2)",
                             R"(outreach_leads_total{platform="smartlead",state="accepted"} 2)",
                             "outreach_calls_under_way 0"})
        QVERIFY2(text.find(line) != std::string::npos, text.c_str());
}

void PushesTest::removedDestination_leavesNothingBehind() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("server.db").toStdString();
    OutreachScene scene(FakePlatform::Kind::Instantly, false, path);
    const std::string id = scene.make();
    pushOrder(scene, id, scene.deliver(3));
    QVERIFY(scene.settle(id));
    QCOMPARE(rawRequest(scene.server().port(), "DELETE", "/v1/destinations/" + id,
                        {{"x-api-key", scene.server().customerKey()}})
                 .status,
             204);
    scene.server().stop();
    scene.another(path)->stop(); // its housekeeping begins before it answers
    const auto store = leadsheet::test::openTestStore(path);
    QVERIFY(store.has_value());
    const auto left = (*store)->writeAndWait(
        [](leadsheet::server::store::Tx& tx) { return tx.outreachWrites().purge(100); });
    QCOMPARE(left.value(), std::int64_t{0});
}

void PushesTest::refusedCredential_waitsUntilItIsChanged() {
    OutreachScene scene(FakePlatform::Kind::Instantly);
    const std::string id = scene.make();
    scene.platform().next({What::Answer, 401, R"({"message":"Unauthorized"})"});
    scene.platform().next({What::Answer, 403, R"({"message":"Forbidden"})"});
    pushOrder(scene, id, scene.deliver(2));
    QTRY_COMPARE_WITH_TIMEOUT(scene.platform().pushes(), std::size_t{1}, kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(scene.pushes(id, "pending"), 2, kPatience);
    QCOMPARE(memberOf(scene.get(id, "/pushes"), "/data/0/platformReason"),
             std::string("HTTP 401: Unauthorized"));
    const auto changed = rawRequest(
        scene.server().port(), "PATCH", "/v1/destinations/" + id,
        {{"x-api-key", scene.server().customerKey()}, {"Content-Type", "application/json"}},
        R"({"name":"again"})");
    QCOMPARE(changed.status, 200);
    QTRY_COMPARE_WITH_TIMEOUT(scene.platform().pushes(), std::size_t{2}, kPatience);
    QVERIFY(scene.settle(id));
    QCOMPARE(scene.outcome(id), std::string("2 0 0 0"));
}

void PushesTest::batchRefused_goesOnInSmallerOnes() {
    OutreachScene scene(FakePlatform::Kind::Smartlead);
    const std::string id = scene.make();
    scene.platform().next({What::Answer, 400, R"({"message":"lead_list is too odd"})"});
    pushOrder(scene, id, scene.deliver(40));
    QVERIFY(scene.settle(id));
    QVERIFY(eachOnce(scene.platform(), 40));
    const auto batches = scene.platform().batches();
    QCOMPARE(batches.front(), std::size_t{40});
    QCOMPARE(batches.size(), std::size_t{21});
    QCOMPARE(batches.back(), std::size_t{2});
}

void PushesTest::rejectedLead_isPushedAgainWhenAsked() {
    OutreachScene scene(FakePlatform::Kind::Lemlist);
    const std::string id = scene.make();
    scene.platform().next({What::Answer, 400, "Bad params"});
    const std::string number = scene.deliver(1);
    pushOrder(scene, id, number);
    QVERIFY(scene.settle(id));
    QCOMPARE(scene.outcome(id), std::string("0 0 1 0"));
    QCOMPARE(pushOrder(scene, id, number),
             std::string(R"({"queued":1,"alreadyPushed":0,"filtered":0})"));
    QVERIFY(scene.settle(id));
    QCOMPARE(scene.outcome(id), std::string("1 0 0 0"));
}

void PushesTest::platformHangs_theLeadsAreUnknownAfterwards() {
    OutreachScene scene(FakePlatform::Kind::Instantly, false, {},
                        [](leadsheet::server::Config& config) {
                            config.outreach.timeout = std::chrono::milliseconds(200);
                        });
    const std::string id = scene.make();
    scene.platform().next({What::HangAfterTaking});
    pushOrder(scene, id, scene.deliver(2));
    QTRY_COMPARE_WITH_TIMEOUT(scene.pushes(id, "unknown"), 2, kPatience);
    QVERIFY(scene.settle(id));
    QVERIFY(eachOnce(scene.platform(), 2));
    QCOMPARE(scene.outcome(id), std::string("0 2 0 0"));
}

void PushesTest::leadsThatCannotBeRead_areGivenBack() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("server.db").toStdString();
    OutreachScene scene(FakePlatform::Kind::Instantly, false, path);
    const std::string id = scene.make();
    Meddler meddler(path);
    meddler.run("UPDATE destinations SET quiet_until = 9000000000000");
    pushOrder(scene, id, scene.deliver(1));
    QCOMPARE(scene.pushes(id, "pending"), 1);
    meddler.run("DELETE FROM leads");
    meddler.run("UPDATE destinations SET quiet_until = 0");
    QTRY_COMPARE_WITH_TIMEOUT(
        meddler.number("SELECT COALESCE(MAX(attempts), 0) FROM pushes WHERE state = 'pending'"), 1,
        kPatience);
    QCOMPARE(scene.pushes(id, "sending"), 0);
    QCOMPARE(scene.platform().pushes(), std::size_t{0});
}

void PushesTest::outcomeThatCannotBeWritten_isWrittenLater() {
    constexpr int kDiskFull = 13; // SQLITE_FULL
    std::atomic<const FakePlatform*> platform{nullptr};
    std::atomic<int> refused{0};
    OutreachScene scene(FakePlatform::Kind::Instantly, false, {}, [&](auto& config) {
        config.databaseHook = [&](server::store::DbOp op, std::uint64_t) {
            const FakePlatform* asked = platform;
            if (op != server::store::DbOp::Commit || asked == nullptr || asked->pushes() == 0)
                return 0;
            ++refused;
            return kDiskFull;
        };
    });
    const std::string id = scene.make(R"("duplicatePolicy":"send")");
    const std::string number = scene.deliver(3);
    platform = &scene.platform(); // nothing can be written once it was called
    QCOMPARE(pushOrder(scene, id, number),
             std::string(R"({"queued":3,"alreadyPushed":0,"filtered":0})"));
    QTRY_VERIFY_WITH_TIMEOUT(refused >= 1, kPatience);
    platform = nullptr;
    QTRY_COMPARE_WITH_TIMEOUT(scene.outcome(id), std::string("3 0 0 0"), 5'000);
    QVERIFY(eachOnce(scene.platform(), 3));
}

void PushesTest::databaseGoneAfterTheClaim_theLeadsAreSentLater() {
    enum Phase { Usual, Armed, Gone };
    std::atomic<Phase> phase{Usual};
    std::atomic<int> refused{0};
    OutreachScene scene(FakePlatform::Kind::Instantly, false, {}, [&](auto& config) {
        config.databaseHook = [&](server::store::DbOp op, std::uint64_t) {
            if (phase == Armed && op == server::store::DbOp::Committed)
                phase = Gone;
            else if (phase == Gone && ++refused > 0)
                return 10; // SQLITE_IOERR
            return 0;
        };
    });
    const std::string id = scene.make(R"("duplicatePolicy":"send")");
    const std::string number = scene.deliver(3);
    scene.platform().next({What::Answer, 429, {}, {{"Retry-After", "60"}}});
    pushOrder(scene, id, number);
    QTRY_COMPARE_WITH_TIMEOUT(scene.platform().pushes(), std::size_t{1}, kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(scene.pushes(id, "sending"), 0, kPatience);
    phase = Armed;
    scene.clock().advance(std::chrono::seconds(90)); // the next commit is that of a claim
    QTRY_VERIFY_WITH_TIMEOUT(refused >= 10, kPatience);
    phase = Usual;
    QTRY_COMPARE_WITH_TIMEOUT(scene.pushes(id, "pending"), 3, 5'000);
    QCOMPARE(scene.platform().pushes(), std::size_t{1});
    QVERIFY(scene.settle(id));
    QCOMPARE(scene.outcome(id), std::string("3 0 0 0"));
    QVERIFY(eachOnce(scene.platform(), 3));
}

void PushesTest::twoServers_shareTheLedger() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("server.db").toStdString();
    OutreachScene scene(FakePlatform::Kind::Lemlist, true, path);
    const auto second = scene.another(path);
    const std::string id = scene.make();
    pushOrder(scene, id, scene.deliver(60));
    QVERIFY(scene.settle(id));
    QVERIFY(eachOnce(scene.platform(), 60));
    QCOMPARE(scene.platform().pushes(), std::size_t{60});
    QCOMPARE(scene.platform().overLimit(), std::size_t{0});
    QCOMPARE(scene.outcome(id), std::string("60 0 0 0"));
}

void PushesTest::platformOfANewerServer_isNotTakenForAnother() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("server.db").toStdString();
    OutreachScene scene(FakePlatform::Kind::Instantly, false, path);
    const std::string id = scene.make();
    Meddler newer(path);
    newer.run(leadsheet::test::onPostgres()
                  ? "ALTER TABLE destinations DROP CONSTRAINT destinations_platform_check"
                  : "PRAGMA ignore_check_constraints = ON");
    newer.run("UPDATE destinations SET platform = 'other'");
    QCOMPARE(scene.get(id, "/campaigns").status, 502);
    QCOMPARE(scene.post(id, "/test", "{}").status, 502);
}

void PushesTest::secrets_areInNoLogAndNoReason() {
    OutreachScene scene(FakePlatform::Kind::Smartlead);
    const std::string id = scene.make();
    const std::string key = FakePlatform::key();
    scene.platform().next({What::Answer, 403, R"({"message":"Key )" + key + R"( is blocked"})"});
    pushOrder(scene, id, scene.deliver(1));
    QTRY_COMPARE_WITH_TIMEOUT(memberOf(scene.get(id, "/pushes"), "/data/0/platformReason"),
                              std::string("HTTP 403: Key [credential] is blocked"), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(scene.server().errorLog().find(
                                 "/api/v1/campaigns/c-1/leads: HTTP 403") != std::string::npos,
                             kPatience);
    QVERIFY(scene.server().errorLog().find("platform") == std::string::npos);
}

LEADSHEET_TEST(tst_pushes, PushesTest);
#include "tst_pushes.moc"
