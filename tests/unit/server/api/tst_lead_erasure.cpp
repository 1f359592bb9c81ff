// SPDX-License-Identifier: Apache-2.0
#include "order_scene.hpp"
#include "outreach_scene.hpp"
#include "schema_check.hpp"
#include "test_main.hpp"

#include <QTest>

#include <algorithm>
#include <array>

using namespace leadsheet::test;
using namespace leadsheet;

namespace {

constexpr const char* kAda =
    R"({"result":"good","resultReason":"seen","firstName":"Ada","lastName":"Example",)"
    R"("fullName":"Ada Example","jobTitle":"Owner","email":"ada@ada.example","phone":"+49 30 1",)"
    R"("linkedinUrl":"https://www.linkedin.com/in/ada","companyName":"Ada Ltd",)"
    R"("companyDomain":"ada.example","city":"Bonn","country":"DE","rating":4.5})";

/// What a lead that was erased still shows.
constexpr std::array kStays = {"id",      "orderNumber",  "product",  "deliveredAt",
                               "result",  "resultReason", "hasEmail", "hasPhone",
                               "country", "externalRef"};

} // namespace

/// Erasing the person of a lead over real sockets.
class LeadErasureTest : public QObject {
    Q_OBJECT
private slots:
    void init();
    void erased_saysNothingAboutThePerson();
    void erased_again_isTheSame();
    void erased_keepsItsPlaceInCountsPagesAndFiles();
    void foreignOrAbsent_isNotFoundAndStays();
    void laterDelivery_doesNotBringThePersonBack();
    void stagedElsewhereMeanwhile_isNotCharged();
    void feed_tellsWhatWasErasedOnceAndInOrder();
    void erased_isPushedNowhere();

private:
    RawResponse erase(const std::string& id, RawHeaders headers = {});
    std::string idOf(int row);

    std::unique_ptr<TestServer> server_;
    std::unique_ptr<OrderScene> scene_;
    std::string order_;
};

// Ada between two others.
void LeadErasureTest::init() {
    scene_.reset();
    server_ = std::make_unique<TestServer>();
    scene_ = std::make_unique<OrderScene>(*server_);
    order_ = scene_->placeIn("in_progress");
    const std::string leads = OrderScene::lead(1) + "," + kAda + "," + OrderScene::lead(2);
    QCOMPARE(memberOf(scene_->take(order_, "a", leads), "/accepted"), std::string("3"));
}

RawResponse LeadErasureTest::erase(const std::string& id, RawHeaders headers) {
    if (headers.empty())
        headers = {{"x-api-key", server_->customerKey()}};
    return rawRequest(server_->port(), "DELETE", "/v1/leads/" + id, headers);
}

std::string LeadErasureTest::idOf(int row) {
    return memberOf(server_->get("/v1/leads"), "/data/" + std::to_string(row) + "/id");
}

void LeadErasureTest::erased_saysNothingAboutThePerson() {
    const std::string id = idOf(1);
    QCOMPARE(erase(id).status, 204);
    const auto answer = server_->get("/v1/leads/" + id);
    QVERIFY2(!mentions(answer.body, "ada"), answer.body.c_str());
    const auto lead = jsonOf(answer);
    for (const auto& member : lead.as_object()) {
        if (std::ranges::find(kStays, std::string_view(member.key())) == kStays.end())
            QVERIFY2(member.value().is_null(), std::string(member.key()).c_str());
    }
    QCOMPARE(memberOf(answer, "/id"), id);
    QCOMPARE(memberOf(answer, "/orderNumber"), order_);
    QCOMPARE(memberOf(answer, "/result"), std::string("good"));
    QCOMPARE(memberOf(answer, "/resultReason"), std::string("erased"));
    QCOMPARE(memberOf(answer, "/hasEmail"), std::string("true"));
    QCOMPARE(memberOf(answer, "/hasPhone"), std::string("true"));
    QCOMPARE(memberOf(answer, "/country"), std::string("DE"));
}

void LeadErasureTest::erased_again_isTheSame() {
    const std::string id = idOf(1);
    const auto first = erase(id);
    const auto lead = server_->get("/v1/leads/" + id).body;
    const auto second = erase(id);
    QCOMPARE(second.status, first.status);
    QCOMPARE(second.body, first.body);
    QCOMPARE(server_->get("/v1/leads/" + id).body, lead);
}

void LeadErasureTest::erased_keepsItsPlaceInCountsPagesAndFiles() {
    const std::string others = idOf(0) + "," + idOf(2);
    const auto before = jsonOf(server_->get("/v1/leads?limit=1"));
    const std::string ada = idOf(1);
    QCOMPARE(erase(ada).status, 204);
    QCOMPARE(memberOf(server_->get("/v1/leads/count"), "/count"), std::string("3"));
    QCOMPARE(memberOf(server_->get("/v1/leads/count?hasEmail=true&result=good&country=DE"
                                   "&hasPhone=true"),
                      "/count"),
             std::string("1"));
    const auto rest =
        jsonOf(server_->get("/v1/leads?limit=2&cursor=" + memberOf(before, "/meta/nextCursor")));
    QCOMPARE(memberOf(rest, "/data/0/id"), ada);
    QCOMPARE(idOf(0) + "," + memberOf(rest, "/data/1/id"), others);
    for (const char* path : {"/v1/leads/export?format=csv", "/v1/leads/export?format=ndjson"}) {
        const std::string file = server_->get(path).body;
        QVERIFY(file.find(ada) != std::string::npos);
        QVERIFY(file.find("ada@") == std::string::npos && file.find("Ada ") == std::string::npos);
    }
    const auto sheet =
        rawRequest(server_->port(), "GET", "/v1/admin/orders/" + order_ + "/export?format=csv",
                   scene_->adminHeaders());
    QCOMPARE(sheet.status, 200);
    QVERIFY(sheet.body.find("ada@") == std::string::npos);
}

void LeadErasureTest::foreignOrAbsent_isNotFoundAndStays() {
    const std::string id = idOf(1);
    const auto absent = erase("ld_none");
    const auto foreign = erase(id, {{"x-api-key", server_->addAccount(1'000)}});
    QCOMPARE(foreign.status, 404);
    QCOMPARE(codeOf(foreign), std::string("not_found"));
    QCOMPARE(memberOf(foreign, "/detail"), memberOf(absent, "/detail"));
    QCOMPARE(memberOf(server_->get("/v1/leads/" + id), "/email"), std::string("ada@ada.example"));
}

void LeadErasureTest::laterDelivery_doesNotBringThePersonBack() {
    QCOMPARE(erase(idOf(1)).status, 204);
    const std::string money = scene_->money();
    const std::string later = scene_->placeIn("in_progress");
    const std::string held = scene_->money();
    QVERIFY(held != money);
    int part = 0;
    for (const char* person :
         {kAda, R"({"email":"ADA@ada.example"})",
          R"({"linkedinUrl":"http://de.linkedin.com/in/ada/","fullName":"A. Example"})"}) {
        const auto answer = scene_->ingest(later, "later-" + std::to_string(++part), person);
        QCOMPARE(memberOf(answer, "/accepted"), std::string("0"));
        QCOMPARE(memberOf(answer, "/duplicate"), std::string("1"));
    }
    QCOMPARE(scene_->money(), held);
    QCOMPARE(memberOf(server_->get("/v1/leads/count"), "/count"), std::string("3"));
}

void LeadErasureTest::stagedElsewhereMeanwhile_isNotCharged() {
    const std::string later = scene_->placeIn("in_progress");
    // Of an order of its own before the account has the person.
    const auto bea = R"({"fullName":"Bea Example","email":"bea@bea.example"})";
    QCOMPARE(memberOf(scene_->ingest(later, "b", bea), "/accepted"), std::string("1"));
    QCOMPARE(memberOf(scene_->take(order_, "b", bea), "/accepted"), std::string("1"));
    QCOMPARE(erase(idOf(3)).status, 204);
    QCOMPARE(scene_->admin(later, "deliver").status, 200);
    QCOMPARE(memberOf(scene_->record(later), "/deliveredLeads"), std::string("0"));
    QCOMPARE(memberOf(server_->get("/v1/leads/count"), "/count"), std::string("4"));
}

void LeadErasureTest::feed_tellsWhatWasErasedOnceAndInOrder() {
    const auto none = jsonOf(server_->get("/v1/leads/erasures"));
    QCOMPARE(none.at("data").as_array().size(), std::size_t{0});
    const std::string start = memberOf(none, "/meta/resumeCursor");
    const std::vector<std::string> ids{idOf(2), idOf(0), idOf(1)};
    for (const std::string& id : ids)
        QCOMPARE(erase(id).status, 204);
    QCOMPARE(erase(ids[0]).status, 204);
    const SchemaCheck schemas(jsonOf(rawRequest(server_->port(), "GET", "/v1/openapi.json")));
    std::vector<std::string> told;
    std::string cursor = start;
    for (bool more = true; more;) {
        const auto page = jsonOf(server_->get("/v1/leads/erasures?limit=2&cursor=" + cursor));
        const auto faults = schemas.faults(*schemas.answerSchema("listLeadErasures", 200), page);
        QVERIFY2(faults.empty(), faults.empty() ? "" : faults.front().c_str());
        for (const auto& erasure : page.at("data").as_array())
            told.push_back(memberOf(erasure, "/leadId"));
        cursor = memberOf(page, "/meta/resumeCursor");
        more = memberOf(page, "/meta/hasMore") == "true";
    }
    QCOMPARE(told, ids);
    const auto rest = server_->get("/v1/leads/erasures?cursor=" + cursor);
    QCOMPARE(jsonOf(rest).at("data").as_array().size(), std::size_t{0});
    const auto whole = server_->get("/v1/leads/erasures");
    QCOMPARE(memberOf(whole, "/data/2/reason"), std::string("requested"));
    QVERIFY2(whole.body.find("ada.example") == std::string::npos, whole.body.c_str());
    const RawHeaders stranger{{"x-api-key", server_->addAccount(1'000)}};
    QCOMPARE(jsonOf(server_->get("/v1/leads/erasures", stranger)).at("data").as_array().size(),
             std::size_t{0});
    QCOMPARE(codeOf(server_->get("/v1/leads/erasures?cursor=" + cursor, stranger)),
             std::string("invalid_cursor"));
}

void LeadErasureTest::erased_isPushedNowhere() {
    OutreachScene scene(FakePlatform::Kind::Instantly);
    const std::string id = scene.make();
    const std::string order = scene.deliver(2);
    const std::string push = R"({"orderNumber":")" + order + "\"}";
    scene.platform().next({FakePlatform::Fault::What::Answer, 429, {}, {{"Retry-After", "60"}}});
    QCOMPARE(scene.post(id, "/push", push).status, 202);
    QTRY_COMPARE(scene.platform().pushes(), std::size_t{1});
    QTRY_COMPARE(scene.pushes(id, "pending"), 2);
    TestServer& server = scene.server();
    const std::string lead = memberOf(server.get("/v1/leads"), "/data/0/id");
    QCOMPARE(rawRequest(server.port(), "DELETE", "/v1/leads/" + lead,
                        {{"x-api-key", server.customerKey()}})
                 .status,
             204);
    QCOMPARE(scene.pushes(id, "rejected"), 1);
    QVERIFY(scene.settle(id));
    QCOMPARE(scene.platform().added().size(), std::size_t{1});
    QCOMPARE(scene.outcome(id), std::string("1 0 1 0"));
    QCOMPARE(scene.post(id, "/push", push).body,
             std::string(R"({"queued":0,"alreadyPushed":1,"filtered":1})"));
}

LEADSHEET_TEST(tst_lead_erasure, LeadErasureTest);
#include "tst_lead_erasure.moc"
