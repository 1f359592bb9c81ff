// SPDX-License-Identifier: Apache-2.0
#include "test_main.hpp"
#include "webhook_scene.hpp"

#include "leadsheet/client.hpp"
#include "leadsheet/resource/webhooks.hpp"

#include <QtTest>

using namespace leadsheet;
using namespace leadsheet::test;

#define OK_OR_FAIL(result)                                                                         \
    QVERIFY2((result).has_value(), (result) ? "" : (result).error().message.c_str())
#define FAILS_WITH(result, what)                                                                   \
    QVERIFY2(!(result).has_value() && (result).error().is(ErrorCode::what),                        \
             (result) ? "it did not fail" : (result).error().message.c_str())

/// Every operation of webhooks by the client library, typed, against the real server.
class ClientWebhooksTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        scene_ = std::make_unique<WebhookScene>();
        client_ = std::make_unique<Client>(clientOf(scene_->server().customerKey()));
    }
    void cleanup() {
        client_.reset();
        scene_.reset();
    }

    void webhook_isMadeReadChangedAndRemoved() {
        const Webhooks webhooks = client_->webhooks();
        const auto made = webhooks.create({scene_->receiver().url(),
                                           "Warehouse",
                                           {"order.delivered", "webhook.test"},
                                           true,
                                           false},
                                          key("make"));
        OK_OR_FAIL(made);
        QCOMPARE(made->webhook.name, std::string("Warehouse"));
        QVERIFY(made->webhook.enabled && !made->webhook.autoDeliver);
        QVERIFY(!made->made.previousValidUntil);
        const auto again = webhooks.create({scene_->receiver().url(),
                                            "Warehouse",
                                            {"order.delivered", "webhook.test"},
                                            true,
                                            false},
                                           key("make"));
        OK_OR_FAIL(again);
        QCOMPARE(again->made.secret.reveal(), made->made.secret.reveal());

        const WebhookId id = made->webhook.id;
        const auto got = webhooks.get(id);
        OK_OR_FAIL(got);
        QCOMPARE(got->events, (std::vector<std::string>{"order.delivered", "webhook.test"}));
        QCOMPARE(got->version, std::int64_t{1});

        WebhookChange change;
        change.name = "Two";
        change.enabled = false;
        change.events = {"order.created"};
        const auto changed = webhooks.update(id, change, got->version);
        OK_OR_FAIL(changed);
        QCOMPARE(changed->name, std::string("Two"));
        QCOMPARE(changed->disabledReason, std::optional<std::string>("owner"));
        QCOMPARE(changed->events, std::vector<std::string>{"order.created"});
        QCOMPARE(changed->version, std::int64_t{2});
        FAILS_WITH(webhooks.update(id, change, got->version), VersionConflict);
        FAILS_WITH(webhooks.update(id, {}), InvalidArgument);
        FAILS_WITH(webhooks.remove(id, got->version), VersionConflict);
        OK_OR_FAIL(webhooks.remove(id, changed->version));
        FAILS_WITH(webhooks.get(id), NotFound);
    }

    void list_goesOverItsPages() {
        for (int n = 0; n < 5; ++n)
            scene_->add();
        auto all = client_->webhooks().all({2, {}});
        const auto taken = all.take(10);
        OK_OR_FAIL(taken);
        QCOMPARE(taken->size(), std::size_t{5});
        const auto page = client_->webhooks().list({2, {}});
        OK_OR_FAIL(page);
        QCOMPARE(page->items.size(), std::size_t{2});
        QVERIFY(page->nextCursor.has_value());
    }

    void secret_isRotated() {
        const WebhookId id = *WebhookId::parse(scene_->add().id);
        const auto rotated = client_->webhooks().rotateSecret(id, key("rotate"));
        OK_OR_FAIL(rotated);
        QVERIFY(rotated->previousValidUntil.has_value());
        const auto again = client_->webhooks().rotateSecret(id, key("rotate"));
        OK_OR_FAIL(again);
        QCOMPARE(again->secret.reveal(), rotated->secret.reveal());
    }

    void message_isSentListedShownAndSentAgain() {
        const Webhooks webhooks = client_->webhooks();
        const auto made = scene_->add();
        const WebhookId id = *WebhookId::parse(made.id);
        scene_->receiver().answerStatus(500);
        const auto queued = webhooks.test(id, key("test"));
        OK_OR_FAIL(queued);
        QCOMPARE(queued->eventType, std::string("webhook.test"));
        scene_->settled(made.id, "pending", 1);
        const auto detail = webhooks.delivery(queued->id);
        OK_OR_FAIL(detail);
        QCOMPARE(detail->attempts.size(), std::size_t{1});
        QCOMPARE(detail->attempts[0].status, std::optional<std::int64_t>(500));
        QCOMPARE(detail->delivery.lastStatus, std::optional<std::int64_t>(500));
        QCOMPARE(detail->requestBody, scene_->messages().at(0).body);
        QCOMPARE(detail->requestHeaders.at("webhook-id"), queued->messageId);
        scene_->receiver().answerStatus(204);
        const auto again = webhooks.resend(queued->id, key("again"));
        OK_OR_FAIL(again);
        QCOMPARE(again->messageId, queued->messageId);
        scene_->settled(made.id, "delivered", 2);
        WebhookDeliveryFilter filter;
        filter.state = WebhookDeliveryState::Delivered;
        filter.createdAfter = "2026-03-01T11:59:59Z";
        const auto page = webhooks.deliveries(id, filter);
        OK_OR_FAIL(page);
        QCOMPARE(page->items.size(), std::size_t{1});
        QVERIFY(page->items[0].deliveredAt.has_value());
        filter.state = WebhookDeliveryState::Failed;
        auto none = webhooks.allDeliveries(id, filter);
        const auto taken = none.take(5);
        OK_OR_FAIL(taken);
        QVERIFY(taken->empty());
        const auto webhook = webhooks.get(id);
        OK_OR_FAIL(webhook);
        QCOMPARE(webhook->health.delivered24h, std::int64_t{1});
        QCOMPARE(webhook->health.failed24h, std::int64_t{1});
        QVERIFY(webhook->health.lastSuccessAt && webhook->health.lastFailureAt);
    }

    void heldMessages_areRecovered() {
        const Webhooks webhooks = client_->webhooks();
        const auto made = scene_->add(R"("enabled":false)");
        const WebhookId id = *WebhookId::parse(made.id);
        const std::string order = scene_->orders().place();
        auto held = webhooks.deliveries(id);
        OK_OR_FAIL(held);
        QCOMPARE(held->items.at(0).state, std::string("held"));
        QCOMPARE(held->items.at(0).orderNumber->str(), order);
        FAILS_WITH(webhooks.recover(id, "2026-03-01T11:00:00Z", key("off")), InvalidTransition);
        FAILS_WITH(webhooks.resend(held->items.at(0).id, key("off-too")), InvalidTransition);
        WebhookChange change;
        change.enabled = true;
        const auto enabled = webhooks.update(id, change);
        OK_OR_FAIL(enabled);
        const auto queued = webhooks.recover(id, "2026-03-01T11:00:00Z", key("recover"));
        OK_OR_FAIL(queued);
        QCOMPARE(*queued, std::int64_t{1});
        FAILS_WITH(webhooks.recover(id, "2026-01-01T00:00:00Z", key("early")), ValidationFailed);
    }

    void leads_areDelivered() {
        const Webhooks webhooks = client_->webhooks();
        const WebhookId id = *WebhookId::parse(scene_->add(R"("autoDeliver":false)").id);
        const OrderNumber order = *OrderNumber::parse(scene_->orders().placeWithLeads(3));
        const LeadsToDeliver ofOrder{order, {}, {}};
        FAILS_WITH(webhooks.deliver(id, ofOrder, key("early")), InvalidTransition);
        QCOMPARE(scene_->orders().admin(order.str(), "deliver").status, 200);
        const auto sent = webhooks.deliver(id, ofOrder, key("send"));
        OK_OR_FAIL(sent);
        QCOMPARE(sent->leads, std::int64_t{3});
        QCOMPARE(sent->messages, std::int64_t{1});
        scene_->awaitMessage("leads.delivered");
        const auto later =
            webhooks.deliver(id, {{}, "2026-03-01T11:00:00Z", LeadResult::Risky}, key("r"));
        OK_OR_FAIL(later);
        QCOMPARE(later->leads, std::int64_t{0});
        FAILS_WITH(webhooks.deliver(id, {}, key("none")), InvalidArgument);
        const OrderNumber none = *OrderNumber::parse("LS-0000000000");
        FAILS_WITH(webhooks.deliver(id, {none, {}, {}}, key("gone")), NotFound);
    }

    void refusals_areTyped() {
        const Webhooks webhooks = client_->webhooks();
        const WebhookId none = *WebhookId::parse("wh_none");
        const WebhookDeliveryId noDelivery = *WebhookDeliveryId::parse("dlv_none");
        WebhookChange change;
        change.enabled = true;
        FAILS_WITH(webhooks.update(none, change), NotFound);
        FAILS_WITH(webhooks.remove(none), NotFound);
        FAILS_WITH(webhooks.test(none, key("a")), NotFound);
        FAILS_WITH(webhooks.rotateSecret(none, key("b")), NotFound);
        FAILS_WITH(webhooks.recover(none, "2026-03-01T11:00:00Z", key("c")), NotFound);
        FAILS_WITH(webhooks.deliveries(none), NotFound);
        FAILS_WITH(webhooks.delivery(noDelivery), NotFound);
        FAILS_WITH(webhooks.resend(noDelivery, key("d")), NotFound);
        FAILS_WITH(webhooks.create({"http://10.1.2.3/", {}, {}, {}, {}}, key("e")),
                   DestinationBlocked);
        FAILS_WITH(webhooks.create({"nowhere", {}, {}, {}, {}}, key("f")), ValidationFailed);
        change = {};
        change.url = "http://192.168.0.1/";
        const WebhookId id = *WebhookId::parse(scene_->add().id);
        FAILS_WITH(webhooks.update(id, change), DestinationBlocked);
        FAILS_WITH(webhooks.list({10, "no-cursor"}), InvalidCursor);
        WebhookDeliveryFilter filter;
        filter.createdAfter = "eaten";
        FAILS_WITH(webhooks.deliveries(id, filter), InvalidParameter);
        const auto reader =
            scene_->server().addKey({"reader", server::KeyType::Customer, {"webhooks:read"}, {}});
        const Client second = clientOf(reader.secret);
        OK_OR_FAIL(second.webhooks().get(id));
        FAILS_WITH(second.webhooks().test(id, key("g")), MissingScope);
        const Client stranger = clientOf(scene_->server().addAccount(1'000));
        FAILS_WITH(stranger.webhooks().get(id), NotFound);
    }

private:
    Client clientOf(const std::string& secret) const {
        return *Client::create(ClientOptions(scene_->server().baseUrl(), *ApiKey::parse(secret)));
    }
    static IdempotencyKey key(const std::string& text) { return *IdempotencyKey::parse(text); }

    std::unique_ptr<WebhookScene> scene_;
    std::unique_ptr<Client> client_;
};

LEADSHEET_TEST(tst_client_webhooks, ClientWebhooksTest);
#include "tst_client_webhooks.moc"
