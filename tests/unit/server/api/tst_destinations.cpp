// SPDX-License-Identifier: Apache-2.0
#include "outreach_scene.hpp"
#include "test_main.hpp"

#include <QTest>
#include <future>

using namespace leadsheet::test;

/// Destinations: made, changed, tested and removed, and what their platforms say.
class DestinationsTest : public QObject {
    Q_OBJECT
private slots:
    void created_readsBack_withoutItsCredential();
    void createdTwice_withOneKey_isOne();
    void createdBeyondTheLimit_isRefusedUntilOneIsDeleted();
    void wrongBody_isNamed_data();
    void wrongBody_isNamed();
    void changed_byVersion();
    void removed_isGone();
    void foreign_isNotFound();
    void list_isPagedOldestFirst();
    void campaigns_areThePlatforms_data();
    void campaigns_areThePlatforms();
    void campaigns_platformInTrouble_isUpstreamError();
    void silentPlatform_keepsFewRequestsWaiting_data();
    void silentPlatform_keepsFewRequestsWaiting();
    void test_saysWhetherTheCredentialWorks();
    void test_pushesOneLead();
    void test_withAWrongLead_isRefused();
    void push_inTheWrongState_isRefused();
    void push_ofWhatIsNotThere_isRefused();
    void destination_thatSaysNothing_getsLeadsDeliveredFromThenOn();
    void pushes_areFilteredAndPaged();
    void loopback_withoutTheSetting_isRefused();
};

namespace {

std::string leadBody(const std::string& lead) {
    return "{\"leadId\":\"" + lead + "\"}";
}

std::string orderBody(const std::string& number) {
    return "{\"orderNumber\":\"" + number + "\"}";
}

RawResponse sendTo(OutreachScene& scene, const char* method, const std::string& id,
                   const std::string& body = {}, RawHeaders headers = {}) {
    headers.emplace_back("x-api-key", scene.server().customerKey());
    if (!body.empty())
        headers.emplace_back("Content-Type", "application/json");
    return rawRequest(scene.server().port(), method, "/v1/destinations/" + id, headers, body);
}

} // namespace

void DestinationsTest::created_readsBack_withoutItsCredential() {
    OutreachScene scene(FakePlatform::Kind::Instantly);
    const std::string id =
        scene.make(R"("name":"Outbound","fieldMap":{"email":"email","jobTitle":"role"},)"
                   R"("results":["good","risky"],"autoDeliver":true)");
    const auto read = scene.get(id);
    QCOMPARE(read.status, 200);
    QCOMPARE(read.header("ETag"), std::string("\"1\""));
    QCOMPARE(memberOf(read, "/platform"), std::string("instantly"));
    QCOMPARE(memberOf(read, "/fieldMap"), std::string(R"({"email":"email","jobTitle":"role"})"));
    QCOMPARE(memberOf(read, "/results"), std::string(R"(["good","risky"])"));
    QCOMPARE(memberOf(read, "/duplicatePolicy"), std::string("skip_if_in_workspace"));
    QCOMPARE(memberOf(read, "/autoDeliver"), std::string("true"));
    QVERIFY(read.body.find("credential") == std::string::npos);
    QVERIFY(read.body.find(FakePlatform::key()) == std::string::npos);
}

void DestinationsTest::createdTwice_withOneKey_isOne() {
    OutreachScene scene(FakePlatform::Kind::Lemlist);
    const std::string body = R"({"platform":"lemlist","credential":"k"})";
    const auto first = scene.server().post("/v1/destinations", body, {{"Idempotency-Key", "once"}});
    const auto second =
        scene.server().post("/v1/destinations", body, {{"Idempotency-Key", "once"}});
    QCOMPARE(first.status, 201);
    QCOMPARE(second.body, first.body);
    QCOMPARE(second.header("Idempotent-Replayed"), std::string("true"));
    QVERIFY(memberOf(scene.server().get("/v1/destinations"), "/data/1/id").empty());
}

void DestinationsTest::createdBeyondTheLimit_isRefusedUntilOneIsDeleted() {
    OutreachScene scene(FakePlatform::Kind::Lemlist);
    const std::string body = R"({"platform":"lemlist","credential":"k"})";
    std::string id;
    for (int made = 0; made < 50; ++made)
        id = scene.make();
    const auto refused = scene.server().post("/v1/destinations", body);
    QCOMPARE(refused.status, 422);
    QCOMPARE(codeOf(refused), std::string("validation_failed"));
    QVERIFY(memberOf(refused, "/detail").find("50 destinations") != std::string::npos);
    QCOMPARE(sendTo(scene, "DELETE", id).status, 204);
    QCOMPARE(scene.server().post("/v1/destinations", body).status, 201);
}

void DestinationsTest::wrongBody_isNamed_data() {
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("pointer");
    const auto row = [](const char* name, const char* members, const char* pointer) {
        QTest::newRow(name) << QByteArray("{\"platform\":\"lemlist\",\"credential\":\"k\"") +
                                   members + "}"
                            << QByteArray(pointer);
    };
    row("result", R"(,"results":["best"])", "/results");
    row("no result", R"(,"results":[])", "/results");
    row("policy", R"(,"duplicatePolicy":"skip")", "/duplicatePolicy");
    row("column", R"(,"fieldMap":{"salary":"x"})", "/fieldMap");
    row("empty name in the map", R"(,"fieldMap":{"city":""})", "/fieldMap");
    row("one field for two columns", R"(,"fieldMap":{"city":"place","region":"place"})",
        "/fieldMap");
    row("another column for the e-mail's field", R"(,"fieldMap":{"companyName":"email"})",
        "/fieldMap");
    row("map of numbers", R"(,"fieldMap":{"city":1})", "/fieldMap");
    row("campaign", R"(,"campaignId":"")", "/campaignId");
    row("campaign of the platform's path", R"(,"campaignId":"..")", "/campaignId");
    row("campaign of the path itself", R"(,"campaignId":".")", "/campaignId");
    row("unknown member", R"(,"campaign":"c")", "/campaign");
    QTest::newRow("platform") << QByteArray(R"({"platform":"x","credential":"k"})")
                              << QByteArray("/platform");
    QTest::newRow("no credential")
        << QByteArray(R"({"platform":"lemlist"})") << QByteArray("/credential");
}

void DestinationsTest::wrongBody_isNamed() {
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, pointer);
    OutreachScene scene(FakePlatform::Kind::Lemlist);
    const auto refused = scene.server().post("/v1/destinations", body.toStdString());
    QCOMPARE(refused.status, 422);
    QCOMPARE(memberOf(refused, "/errors/0/pointer"), pointer.toStdString());
}

void DestinationsTest::changed_byVersion() {
    OutreachScene scene(FakePlatform::Kind::Instantly);
    const std::string id = scene.make();
    const auto changed =
        sendTo(scene, "PATCH", id, R"({"enabled":false,"name":""})", {{"If-Match", "\"1\""}});
    QCOMPARE(changed.status, 200);
    QCOMPARE(memberOf(changed, "/version"), std::string("2"));
    QCOMPARE(memberOf(changed, "/enabled"), std::string("false"));
    QCOMPARE(codeOf(sendTo(scene, "PATCH", id, R"({"enabled":true})", {{"If-Match", "\"1\""}})),
             std::string("version_conflict"));
    QCOMPARE(sendTo(scene, "PATCH", id, R"({"enabled":true})", {{"If-Match", "1"}}).status, 400);
    QCOMPARE(sendTo(scene, "PATCH", id, "{}").status, 422);
    QCOMPARE(sendTo(scene, "PATCH", id, R"({"platform":"lemlist"})").status, 422);
    QCOMPARE(memberOf(scene.get(id), "/version"), std::string("2"));
}

void DestinationsTest::removed_isGone() {
    OutreachScene scene(FakePlatform::Kind::Instantly);
    const std::string id = scene.make();
    QCOMPARE(sendTo(scene, "DELETE", id, {}, {{"If-Match", "\"7\""}}).status, 409);
    QCOMPARE(sendTo(scene, "DELETE", id).status, 204);
    QCOMPARE(scene.get(id).status, 404);
    QCOMPARE(sendTo(scene, "DELETE", id).status, 404);
    QCOMPARE(scene.get(id, "/pushes").status, 404);
}

void DestinationsTest::foreign_isNotFound() {
    OutreachScene scene(FakePlatform::Kind::Instantly);
    const std::string id = scene.make();
    const std::string other = scene.server().addAccount(0);
    const RawHeaders key{{"x-api-key", other}, {"Content-Type", "application/json"}};
    const auto send = [&](const char* method, const std::string& what, const std::string& body) {
        return rawRequest(scene.server().port(), method, "/v1/destinations/" + id + what, key, body)
            .status;
    };
    QCOMPARE(send("GET", "", ""), 404);
    QCOMPARE(send("PATCH", "", R"({"name":"x"})"), 404);
    QCOMPARE(send("DELETE", "", ""), 404);
    QCOMPARE(send("POST", "/test", ""), 404);
    QCOMPARE(send("GET", "/campaigns", ""), 404);
    QCOMPARE(send("POST", "/push", R"({"leadIds":["ld_1"]})"), 404);
    QCOMPARE(send("GET", "/pushes", ""), 404);
}

void DestinationsTest::list_isPagedOldestFirst() {
    OutreachScene scene(FakePlatform::Kind::Instantly);
    const std::string first = scene.make();
    const std::string second = scene.make();
    const auto page = scene.server().get("/v1/destinations?limit=1");
    QCOMPARE(memberOf(page, "/data/0/id"), first);
    const std::string next = memberOf(page, "/meta/nextCursor");
    const auto rest = scene.server().get("/v1/destinations?limit=5&cursor=" + next);
    QCOMPARE(memberOf(rest, "/data/0/id"), second);
    QCOMPARE(memberOf(rest, "/meta/hasMore"), std::string("false"));
    QCOMPARE(scene.server().get("/v1/destinations?cursor=x").status, 400);
}

void DestinationsTest::campaigns_areThePlatforms_data() {
    QTest::addColumn<int>("kind");
    for (int kind = 0; kind < 3; ++kind)
        QTest::addRow("%d", kind) << kind;
}

void DestinationsTest::campaigns_areThePlatforms() {
    QFETCH(int, kind);
    OutreachScene scene(static_cast<FakePlatform::Kind>(kind));
    const auto listed = scene.get(scene.make(), "/campaigns");
    QCOMPARE(listed.status, 200);
    QCOMPARE(memberOf(listed, "/data"),
             std::string(R"([{"id":"c-1","name":"Spring","state":"active"}])"));
}

void DestinationsTest::campaigns_platformInTrouble_isUpstreamError() {
    OutreachScene scene(FakePlatform::Kind::Instantly);
    const std::string id = scene.make();
    QCOMPARE(sendTo(scene, "PATCH", id, R"({"credential":"another one"})").status, 200);
    const auto refused = scene.get(id, "/campaigns");
    QCOMPARE(refused.status, 502);
    QCOMPARE(codeOf(refused), std::string("upstream_error"));
    QVERIFY(refused.body.find("another one") == std::string::npos);
}

void DestinationsTest::silentPlatform_keepsFewRequestsWaiting_data() {
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("what");
    QTest::newRow("campaigns") << QByteArray("GET") << QByteArray("/campaigns");
    QTest::newRow("test") << QByteArray("POST") << QByteArray("/test");
}

void DestinationsTest::silentPlatform_keepsFewRequestsWaiting() {
    QFETCH(QByteArray, method);
    QFETCH(QByteArray, what);
    OutreachScene scene(FakePlatform::Kind::Lemlist);
    const std::string target = scene.make() + what.toStdString();
    scene.platform().holdCampaigns();
    const auto ask = [&] {
        return sendTo(scene, method, target).status;
    };
    // A quarter of the eight threads that run handlers in tests.
    auto first = std::async(std::launch::async, ask);
    auto second = std::async(std::launch::async, ask);
    QTRY_COMPARE(scene.platform().heldCampaigns(), std::size_t{2});
    auto third = std::async(std::launch::async, ask);
    QTRY_VERIFY(third.wait_for(std::chrono::seconds(0)) == std::future_status::ready ||
                scene.platform().heldCampaigns() == 3);
    scene.platform().releaseCampaigns();
    QCOMPARE(third.get(), 503);
    QCOMPARE(first.get(), 200);
    QCOMPARE(second.get(), 200);
    QCOMPARE(ask(), 200);
}

void DestinationsTest::test_saysWhetherTheCredentialWorks() {
    OutreachScene scene(FakePlatform::Kind::Lemlist);
    const std::string id = scene.make();
    QCOMPARE(scene.post(id, "/test", "").body,
             std::string(R"({"ok":true,"detail":null,"push":null})"));
    sendTo(scene, "PATCH", id, R"({"credential":"wrong"})");
    const auto wrong = scene.post(id, "/test", "{}");
    QCOMPARE(wrong.status, 200);
    QCOMPARE(memberOf(wrong, "/ok"), std::string("false"));
    QVERIFY(memberOf(wrong, "/detail").starts_with("HTTP 401"));
}

void DestinationsTest::test_pushesOneLead() {
    OutreachScene scene(FakePlatform::Kind::Smartlead);
    const std::string id = scene.make();
    scene.deliver(2);
    const std::string lead = memberOf(scene.server().get("/v1/leads"), "/data/1/id");
    const auto tested = scene.post(id, "/test", leadBody(lead));
    QCOMPARE(tested.status, 200);
    QCOMPARE(memberOf(tested, "/push/leadId"), lead);
    QVERIFY(scene.settle(id));
    QCOMPARE(scene.outcome(id), std::string("1 0 0 0"));
    QCOMPARE(scene.platform().pushes(), std::size_t{1});
    const auto again = scene.post(id, "/test", leadBody(lead));
    QCOMPARE(memberOf(again, "/push/state"), std::string("accepted"));
    QCOMPARE(scene.platform().pushes(), std::size_t{1});
}

void DestinationsTest::test_withAWrongLead_isRefused() {
    OutreachScene scene(FakePlatform::Kind::Smartlead);
    const std::string id = scene.make(R"("results":["risky"])");
    const auto none = scene.post(id, "/test", leadBody("ld_none"));
    QCOMPARE(memberOf(none, "/errors/0/pointer"), std::string("/leadId"));
    scene.deliver(1);
    const std::string lead = memberOf(scene.server().get("/v1/leads"), "/data/0/id");
    QCOMPARE(scene.post(id, "/test", leadBody(lead)).status, 422);
    QCOMPARE(scene.platform().pushes(), std::size_t{0});
}

void DestinationsTest::push_inTheWrongState_isRefused() {
    OutreachScene scene(FakePlatform::Kind::Instantly);
    const std::string body = orderBody(scene.deliver(1));
    const auto made =
        scene.server().post("/v1/destinations", R"({"platform":"instantly","credential":"k"})");
    const auto refused = scene.post(memberOf(made, "/id"), "/push", body);
    QCOMPARE(refused.status, 409);
    QCOMPARE(codeOf(refused), std::string("invalid_transition"));
    QCOMPARE(scene.post(scene.make(R"("enabled":false)"), "/push", body).status, 409);
}

void DestinationsTest::push_ofWhatIsNotThere_isRefused() {
    OutreachScene scene(FakePlatform::Kind::Instantly);
    const std::string id = scene.make();
    const auto pointer = [&](const std::string& body) {
        const auto refused = scene.post(id, "/push", body);
        return std::to_string(refused.status) + memberOf(refused, "/errors/0/pointer");
    };
    QCOMPARE(pointer(R"({"orderNumber":"LS-0000000000"})"), std::string("422/orderNumber"));
    QCOMPARE(pointer(R"({"orderNumber":"17"})"), std::string("422/orderNumber"));
    QCOMPARE(pointer(R"({"leadIds":["ld_none"]})"), std::string("422/leadIds"));
    // Of the body as a whole (RFC 6901).
    QCOMPARE(pointer("{}"), std::string("422"));
    QCOMPARE(pointer(R"({"orderNumber":"LS-0000000000","leadIds":["ld_1"]})"), std::string("422"));
}

// Auto-delivery fans out to every destination that was not told otherwise, from then on.
void DestinationsTest::destination_thatSaysNothing_getsLeadsDeliveredFromThenOn() {
    OutreachScene scene(FakePlatform::Kind::Instantly);
    scene.deliver(1);
    const std::string id =
        memberOf(scene.server().post("/v1/destinations",
                                     R"({"platform":"instantly","credential":")" +
                                         FakePlatform::key() + R"(","campaignId":"c-1"})"),
                 "/id");
    QCOMPARE(memberOf(scene.get(id, ""), "/autoDeliver"), std::string("true"));
    const std::string order = scene.deliver(2);
    QVERIFY(scene.awaitQueued(id, 2) && scene.settle(id));
    const auto pushes = scene.get(id, "/pushes?state=accepted");
    QCOMPARE(memberOf(pushes, "/data/0/orderNumber"), order);
    QCOMPARE(memberOf(pushes, "/data/1/orderNumber"), order);
    QCOMPARE(memberOf(pushes, "/data/2"), std::string());
}

void DestinationsTest::pushes_areFilteredAndPaged() {
    OutreachScene scene(FakePlatform::Kind::Instantly);
    const std::string id = scene.make(R"("autoDeliver":true)");
    const std::string first = scene.deliver(2);
    QVERIFY(scene.awaitQueued(id, 2));
    const std::string second = scene.deliver(1);
    QVERIFY(scene.awaitQueued(id, 3) && scene.settle(id));
    QCOMPARE(memberOf(scene.get(id, "/pushes?limit=1"), "/data/0/orderNumber"), second);
    const auto page = scene.get(id, "/pushes?state=accepted&limit=2&orderNumber=" + first);
    QCOMPARE(memberOf(page, "/data/1/orderNumber"), first);
    QCOMPARE(memberOf(page, "/meta/nextCursor"), std::string("null"));
    QCOMPARE(memberOf(scene.get(id, "/pushes?state=rejected"), "/data"), std::string("[]"));
    QCOMPARE(scene.get(id, "/pushes?state=lost").status, 400);
    QCOMPARE(scene.get(id, "/pushes?orderNumber=17").status, 400);
}

void DestinationsTest::loopback_withoutTheSetting_isRefused() {
    OutreachScene scene(
        FakePlatform::Kind::Instantly, false, {},
        [](leadsheet::server::Config& config) { config.outgoing.allowLoopback = false; });
    const auto refused = scene.get(scene.make(), "/campaigns");
    QCOMPARE(refused.status, 502);
    QCOMPARE(scene.platform().pushes(), std::size_t{0});
}

LEADSHEET_TEST(tst_destinations, DestinationsTest);
#include "tst_destinations.moc"
