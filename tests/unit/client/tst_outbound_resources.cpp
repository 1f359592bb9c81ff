// SPDX-License-Identifier: Apache-2.0
#include "client_fixture.hpp"
#include "test_main.hpp"

#include "leadsheet/resource/destinations.hpp"
#include "leadsheet/resource/webhooks.hpp"

#include <QtTest>

using namespace leadsheet;
using namespace leadsheet::test;
using leadsheet::testing::headerOf;

namespace {

constexpr const char* kSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLSw";

// The examples of the contract document.
std::string webhook(const std::string& more = {}) {
    return R"({"id":"wh_1","url":"https://hooks.example.com/leads","name":"Warehouse",
        "events":["order.delivered","leads.delivered"],"enabled":false,"autoDeliver":true,
        "disabledReason":"gone","health":{"pending":3,"held":5,"delivered24h":12,"failed24h":1,
        "lastSuccessAt":"2026-03-01T12:34:56.789Z","lastFailureAt":null},"version":7,
        "createdAt":"2026-02-01T08:00:00.000Z","updatedAt":"2026-02-02T08:00:00.000Z")" +
           more + "}";
}

std::string delivery(const std::string& more = {}) {
    return R"({"id":"whd_1","messageId":"msg_1","webhookId":"wh_1","eventType":"order.delivered",
        "state":"failed","orderNumber":"LS-7Q2M9K4T6W","attempts":2,"nextAttemptAt":null,
        "lastStatus":503,"lastError":"The answer was 503.","createdAt":"2026-02-01T08:00:00.000Z",
        "deliveredAt":null)" +
           more + "}";
}

const std::string kDestination = R"({"id":"dst_1","platform":"instantly","name":"Outbound",
    "campaignId":null,"fieldMap":{"jobTitle":"position"},"duplicatePolicy":"skip_if_in_workspace",
    "results":["good"],"autoDeliver":false,"enabled":true,"pushes":{"pending":1,"sending":2,
    "accepted":3,"skippedDuplicate":4,"rejected":5,"unknown":6},"version":2,
    "createdAt":"2026-02-01T08:00:00.000Z","updatedAt":"2026-02-01T08:00:00.000Z"})";

const std::string kPush = R"({"id":"psh_1","destinationId":"dst_1","leadId":"ld_1",
    "orderNumber":"LS-7Q2M9K4T6W","state":"skipped_duplicate","platformReason":"known",
    "attempts":1,"createdAt":"2026-02-01T08:00:00.000Z","updatedAt":"2026-02-01T08:00:00.000Z"})";

std::string pageOf(const std::string& item) {
    return R"({"data":[)" + item + R"(],"meta":{"nextCursor":null,"hasMore":false,"limit":100}})";
}

const WebhookId kWebhookId = *WebhookId::parse("wh_1");
const DestinationId kDestinationId = *DestinationId::parse("dst_1");
const std::string kBase = "https://api.example.com/api/v1/";

} // namespace

/// Webhooks and destinations: what is sent and what is read.
class OutboundResourcesTest : public QObject {
    Q_OBJECT

private slots:
    void webhook_created_isReadWithItsSecret() {
        ClientFixture f;
        f.wire->answer(201, webhook(", \"secret\": \"" + std::string(kSecret) +
                                    "\", \"previousSecretValidUntil\": null"));
        NewWebhook wanted;
        wanted.url = "https://hooks.example.com/leads";
        wanted.events = {"order.delivered"};
        wanted.autoDeliver = false;
        const auto made = f.client().webhooks().create(wanted, f.key());
        QVERIFY(made.has_value());
        QCOMPARE(made->webhook.id.str(), std::string("wh_1"));
        QCOMPARE(made->webhook.disabledReason, std::optional<std::string>("gone"));
        QCOMPARE(made->webhook.health.pending, 3);
        QCOMPARE(made->webhook.health.held, 5);
        QVERIFY(!made->webhook.health.lastFailureAt);
        QVERIFY(!made->made.previousValidUntil);
        QCOMPARE(made->made.secret.reveal(), std::string(kSecret) + "="); // padded
        const auto sent = f.wire->requests()[0];
        QCOMPARE(sent.url, kBase + "webhooks");
        QCOMPARE(sent.body, std::string(R"({"url":"https://hooks.example.com/leads",)"
                                        R"("events":["order.delivered"],"autoDeliver":false})"));
        QCOMPARE(headerOf(sent, "Idempotency-Key"), f.key().str());
    }

    void webhook_secretThatIsNone_isNoAnswer() {
        ClientFixture f;
        for (int i = 0; i < 4; ++i)
            f.wire->answer(200, R"({"secret":"whsec_short","previousSecretValidUntil":null})");
        const auto made = f.client().webhooks().rotateSecret(kWebhookId, f.key());
        QVERIFY(!made.has_value() && made.error().is(ErrorCode::InvalidResponse));
        QVERIFY(made.error().message.find("whsec_short") == std::string::npos);
    }

    void webhook_changedAndRemoved_namesTheVersionItExpects() {
        ClientFixture f;
        f.wire->answer(200, webhook()).answer(204, "").answer(204, "");
        WebhookChange change;
        change.enabled = true;
        QCOMPARE(f.client().webhooks().update(kWebhookId, change, 6)->version, 7);
        QVERIFY(f.client().webhooks().remove(kWebhookId, 7).has_value());
        QVERIFY(f.client().webhooks().remove(kWebhookId).has_value());
        const auto sent = f.wire->requests();
        QCOMPARE(sent[0].method, std::string("PATCH"));
        QCOMPARE(sent[0].body, std::string(R"({"enabled":true})"));
        QCOMPARE(headerOf(sent[0], "If-Match"), std::string("\"6\""));
        QCOMPARE(sent[1].method, std::string("DELETE"));
        QCOMPARE(headerOf(sent[1], "If-Match"), std::string("\"7\""));
        QCOMPARE(headerOf(sent[2], "If-Match"), std::string());
    }

    void change_ofNothing_isNotSent() {
        ClientFixture f;
        QVERIFY(
            f.client().webhooks().update(kWebhookId, {}).error().is(ErrorCode::InvalidArgument));
        QVERIFY(f.client()
                    .destinations()
                    .update(kDestinationId, {})
                    .error()
                    .is(ErrorCode::InvalidArgument));
        QVERIFY(f.wire->requests().empty());
    }

    void webhook_deliveries_areListedReadAndSentAgain() {
        ClientFixture f;
        f.wire->answer(200, pageOf(delivery()));
        f.wire->answer(200, delivery(R"(,"requestHeaders":{"webhook-id":"msg_1"},
            "requestBody":"{}","attemptLog":[{"at":"2026-02-01T08:00:00.000Z","status":null,
            "durationMs":15000,"error":"No answer in time.","responseBody":null}])"));
        f.wire->answer(202, delivery()).answer(202, delivery()).answer(202, R"({"queued":14})");
        const auto webhooks = f.client().webhooks();
        WebhookDeliveryFilter failed{WebhookDeliveryState::Failed, "2026-02-01T00:00:00Z"};
        const auto listed = webhooks.allDeliveries(kWebhookId, failed).take(10);
        QCOMPARE(listed->at(0).lastStatus, std::optional<std::int64_t>(503));
        QCOMPARE(listed->at(0).orderNumber->str(), std::string("LS-7Q2M9K4T6W"));
        const auto detail = webhooks.delivery(listed->at(0).id);
        QCOMPARE(detail->requestHeaders.at("webhook-id"), std::string("msg_1"));
        QCOMPARE(detail->attempts.at(0).durationMs, 15'000);
        QVERIFY(!detail->attempts.at(0).status);
        QVERIFY(webhooks.resend(listed->at(0).id, f.key()).has_value());
        QVERIFY(webhooks.test(kWebhookId, f.key()).has_value());
        QCOMPARE(*webhooks.recover(kWebhookId, "2026-02-20T00:00:00Z", f.key()), 14);
        const auto sent = f.wire->requests();
        QCOMPARE(sent[0].url, kBase + "webhooks/wh_1/deliveries?state=failed&"
                                      "createdAfter=2026-02-01T00%3A00%3A00Z");
        QCOMPARE(sent[1].url, kBase + "webhook-deliveries/whd_1");
        QCOMPARE(sent[2].url, kBase + "webhook-deliveries/whd_1/resend");
        QCOMPARE(sent[3].url, kBase + "webhooks/wh_1/test");
        QCOMPARE(sent[4].body, std::string(R"({"since":"2026-02-20T00:00:00Z"})"));
    }

    void webhook_deliver_takesEitherAnOrderOrAMoment() {
        ClientFixture f;
        f.wire->answer(202, R"({"leads":250,"queued":3})");
        const auto webhooks = f.client().webhooks();
        LeadsToDeliver leads;
        QVERIFY(
            webhooks.deliver(kWebhookId, leads, f.key()).error().is(ErrorCode::InvalidArgument));
        leads.orderNumber = *OrderNumber::parse("LS-7Q2M9K4T6W");
        leads.result = LeadResult::Good;
        QCOMPARE(webhooks.deliver(kWebhookId, leads, f.key())->messages, 3);
        QCOMPARE(
            f.wire->requests()[0].body,
            std::string(R"({"webhookId":"wh_1","orderNumber":"LS-7Q2M9K4T6W","result":"good"})"));
        leads.deliveredAfter = "2026-02-01T00:00:00Z";
        QVERIFY(
            webhooks.deliver(kWebhookId, leads, f.key()).error().is(ErrorCode::InvalidArgument));
        QCOMPARE(f.wire->requests().size(), std::size_t{1});
    }

    void destination_itsLife_isSentAndRead() {
        ClientFixture f;
        f.wire->answer(201, kDestination).answer(200, kDestination);
        f.wire->answer(200, R"({"ok":true,"detail":null,"push":)" + kPush + "}");
        f.wire->answer(200, R"({"data":[{"id":"c-1","name":"Spring","state":null}]})");
        f.wire->answer(202, R"({"queued":248,"alreadyPushed":1,"filtered":2})");
        f.wire->answer(200, pageOf(kPush)).answer(204, "");
        const auto destinations = f.client().destinations();
        NewDestination wanted{"instantly",
                              *PlatformCredential::parse("platform-key"),
                              "Outbound",
                              {},
                              {{"jobTitle", "position"}},
                              {},
                              {},
                              {},
                              {}};
        const auto made = destinations.create(wanted, f.key());
        QVERIFY(made.has_value());
        QCOMPARE(made->fieldMap.at("jobTitle"), std::string("position"));
        QCOMPARE(made->pushes.unknown, 6);
        QVERIFY(!made->campaignId);
        DestinationChange change;
        change.fieldMap = FieldMap();
        QVERIFY(destinations.update(made->id, change, made->version).has_value());
        const auto check = destinations.test(made->id, LeadId::parse("ld_1").value(), f.key());
        QCOMPARE(check->push->state, std::string("skipped_duplicate"));
        QCOMPARE(destinations.campaigns(made->id)->at(0).name, std::string("Spring"));
        LeadsToPush leads;
        leads.leads = {*LeadId::parse("ld_1")};
        QCOMPARE(destinations.push(made->id, leads, f.key())->queued, 248);
        PushFilter rejected{PushState::Rejected, *OrderNumber::parse("LS-1")};
        QCOMPARE(destinations.allPushes(made->id, rejected).take(5)->size(), std::size_t{1});
        QVERIFY(destinations.remove(made->id).has_value());
        const auto sent = f.wire->requests();
        QCOMPARE(sent[0].body,
                 std::string(R"({"platform":"instantly","credential":"platform-key",)"
                             R"("fieldMap":{"jobTitle":"position"},"name":"Outbound"})"));
        QCOMPARE(sent[1].body, std::string(R"({"fieldMap":{}})"));
        QCOMPARE(headerOf(sent[1], "If-Match"), std::string("\"2\""));
        QCOMPARE(sent[2].body, std::string(R"({"leadId":"ld_1"})"));
        QCOMPARE(sent[4].body, std::string(R"({"leadIds":["ld_1"]})"));
        QCOMPARE(sent[5].url, kBase + "destinations/dst_1/pushes?state=rejected&orderNumber=LS-1");
    }

    void push_takesEitherAnOrderOrAFewLeads() {
        ClientFixture f;
        const auto destinations = f.client().destinations();
        LeadsToPush leads;
        QVERIFY(destinations.push(kDestinationId, leads, f.key())
                    .error()
                    .is(ErrorCode::InvalidArgument));
        leads.leads.assign(1'001, *LeadId::parse("ld_1"));
        QVERIFY(destinations.push(kDestinationId, leads, f.key())
                    .error()
                    .is(ErrorCode::InvalidArgument));
        leads.leads.resize(1, *LeadId::parse("ld_1"));
        leads.orderNumber = *OrderNumber::parse("LS-1");
        QVERIFY(destinations.push(kDestinationId, leads, f.key())
                    .error()
                    .is(ErrorCode::InvalidArgument));
        QVERIFY(f.wire->requests().empty());
    }
};

LEADSHEET_TEST(tst_outbound_resources, OutboundResourcesTest);
#include "tst_outbound_resources.moc"
