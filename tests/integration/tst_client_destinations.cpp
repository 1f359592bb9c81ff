// SPDX-License-Identifier: Apache-2.0
#include "outreach_scene.hpp"
#include "test_main.hpp"

#include "leadsheet/client.hpp"
#include "leadsheet/resource/destinations.hpp"
#include "leadsheet/resource/leads.hpp"

#include <QtTest>

using namespace leadsheet;
using namespace leadsheet::test;

#define OK_OR_FAIL(result)                                                                         \
    QVERIFY2((result).has_value(), (result) ? "" : (result).error().message.c_str())
#define FAILS_WITH(result, what)                                                                   \
    QVERIFY2(!(result).has_value() && (result).error().is(ErrorCode::what),                        \
             (result) ? "it did not fail" : (result).error().message.c_str())

/// Every operation of outreach destinations by the client library, typed, against the real server
/// and fakes of the platforms.
class ClientDestinationsTest : public QObject {
    Q_OBJECT

private slots:
    void init() { start(FakePlatform::Kind::Instantly); }
    void cleanup() {
        client_.reset();
        scene_.reset();
    }

    void destination_isMadeReadChangedAndRemoved() {
        const Destinations destinations = client_->destinations();
        NewDestination wanted{"instantly", credential(), "Outbound", {}, {}, {}, {}, {}, {}};
        wanted.fieldMap = {{"companyName", "company"}};
        wanted.duplicatePolicy = "skip_if_in_campaign";
        wanted.results = {"good", "risky"};
        wanted.autoDeliver = true;
        wanted.enabled = false;
        const auto made = destinations.create(wanted, key("make"));
        OK_OR_FAIL(made);
        const auto again = destinations.create(wanted, key("make"));
        OK_OR_FAIL(again);
        QCOMPARE(again->id, made->id);
        const auto got = destinations.get(made->id);
        OK_OR_FAIL(got);
        QCOMPARE(got->platform, std::string("instantly"));
        QCOMPARE(got->name, std::string("Outbound"));
        QVERIFY(!got->campaignId && got->autoDeliver && !got->enabled);
        QCOMPARE(got->fieldMap.at("companyName"), std::string("company"));
        QCOMPARE(got->duplicatePolicy, std::string("skip_if_in_campaign"));
        QCOMPARE(got->results, (std::vector<std::string>{"good", "risky"}));

        DestinationChange change;
        change.credential = credential();
        change.campaignId = "c-1";
        change.enabled = true;
        change.fieldMap = FieldMap{{"jobTitle", "position"}};
        change.results = {"good"};
        const auto changed = destinations.update(made->id, change, got->version);
        OK_OR_FAIL(changed);
        QCOMPARE(changed->campaignId, std::optional<std::string>("c-1"));
        QCOMPARE(changed->fieldMap.size(), std::size_t{1});
        QCOMPARE(changed->version, std::int64_t{2});
        FAILS_WITH(destinations.update(made->id, change, got->version), VersionConflict);
        FAILS_WITH(destinations.update(made->id, {}), InvalidArgument);
        FAILS_WITH(destinations.remove(made->id, got->version), VersionConflict);
        OK_OR_FAIL(destinations.remove(made->id, changed->version));
        FAILS_WITH(destinations.get(made->id), NotFound);
    }

    void list_goesOverItsPages() {
        for (int n = 0; n < 3; ++n)
            scene_->make();
        auto all = client_->destinations().all({2, {}});
        const auto taken = all.take(10);
        OK_OR_FAIL(taken);
        QCOMPARE(taken->size(), std::size_t{3});
        FAILS_WITH(client_->destinations().list({10, "no-cursor"}), InvalidCursor);
    }

    void platform_isAsked_data() {
        QTest::addColumn<int>("kind");
        QTest::newRow("instantly") << 0;
        QTest::newRow("smartlead") << 1;
        QTest::newRow("lemlist") << 2;
    }
    void platform_isAsked() {
        QFETCH(int, kind);
        start(static_cast<FakePlatform::Kind>(kind));
        const DestinationId id = *DestinationId::parse(scene_->make());
        const Destinations destinations = client_->destinations();
        const auto campaigns = destinations.campaigns(id);
        OK_OR_FAIL(campaigns);
        QCOMPARE(campaigns->size(), std::size_t{1});
        QCOMPARE(campaigns->at(0).id, std::string("c-1"));
        QCOMPARE(campaigns->at(0).name, std::string("Spring"));
        const auto check = destinations.test(id, {}, key("test"));
        OK_OR_FAIL(check);
        QVERIFY(check->ok && !check->push);
        scene_->deliver(1);
        const LeadId lead = onlyLead();
        const auto pushed = destinations.test(id, lead, key("lead"));
        OK_OR_FAIL(pushed);
        QVERIFY(pushed->ok && pushed->push);
        QCOMPARE(pushed->push->lead, lead);
        // The sender may have been faster, and still be waiting for the platform's answer.
        QVERIFY(scene_->settle(id.str()));
        QCOMPARE(scene_->outcome(id.str()), std::string("1 0 0 0"));
        QCOMPARE(scene_->platform().added().size(), std::size_t{1});
    }

    void credential_ofAnyFormOfTheDocument_isTaken() {
        const Destinations destinations = client_->destinations();
        const auto longest = PlatformCredential::parse("two words " + std::string(990, 'k'));
        OK_OR_FAIL(longest);
        const auto made =
            destinations.create({"lemlist", *longest, {}, "c-1", {}, {}, {}, {}, {}}, key("make"));
        OK_OR_FAIL(made);
        DestinationChange change;
        change.credential = *PlatformCredential::parse("Schl\xc3\xbcssel der Plattform");
        OK_OR_FAIL(destinations.update(made->id, change));
    }

    void wrongCredential_isSaid() {
        const Destinations destinations = client_->destinations();
        const auto made = destinations.create(
            {"instantly", *PlatformCredential::parse("wrong"), {}, "c-1", {}, {}, {}, {}, {}},
            key("make"));
        OK_OR_FAIL(made);
        const auto check = destinations.test(made->id, {}, key("test"));
        OK_OR_FAIL(check);
        QVERIFY(!check->ok && check->detail);
        FAILS_WITH(destinations.campaigns(made->id), UpstreamError);
    }

    void leads_arePushedAndTold() {
        const Destinations destinations = client_->destinations();
        const DestinationId id = *DestinationId::parse(scene_->make());
        const OrderNumber order = *OrderNumber::parse(scene_->deliver(3));
        const auto queued = destinations.push(id, {order, {}}, key("push"));
        OK_OR_FAIL(queued);
        QCOMPARE(queued->queued, std::int64_t{3});
        const auto replayed = destinations.push(id, {order, {}}, key("push"));
        OK_OR_FAIL(replayed);
        QCOMPARE(replayed->queued, std::int64_t{3});
        QVERIFY(scene_->settle(id.str()));
        const auto again = destinations.push(id, {order, {}}, key("again"));
        OK_OR_FAIL(again);
        QCOMPARE(again->alreadyPushed, std::int64_t{3});
        auto pushes = destinations.allPushes(id, {PushState::Accepted, order}, {2, {}});
        const auto taken = pushes.take(10);
        OK_OR_FAIL(taken);
        QCOMPARE(taken->size(), std::size_t{3});
        QCOMPARE(taken->at(0).orderNumber, order);
        QCOMPARE(taken->at(0).attempts, std::int64_t{1});
        const auto single = destinations.push(id, {{}, {taken->at(0).lead}}, key("one"));
        OK_OR_FAIL(single);
        QCOMPARE(single->alreadyPushed, std::int64_t{1});
        const auto rejected = destinations.pushes(id, {PushState::Rejected, {}});
        OK_OR_FAIL(rejected);
        QVERIFY(rejected->items.empty());
        const auto destination = destinations.get(id);
        OK_OR_FAIL(destination);
        QCOMPARE(destination->pushes.accepted, std::int64_t{3});
    }

    void refusals_areTyped() {
        const Destinations destinations = client_->destinations();
        const DestinationId none = *DestinationId::parse("dst_none");
        const OrderNumber order = *OrderNumber::parse(scene_->deliver(1));
        const LeadId lead = onlyLead();
        DestinationChange change;
        change.name = "x";
        FAILS_WITH(destinations.update(none, change), NotFound);
        FAILS_WITH(destinations.remove(none), NotFound);
        FAILS_WITH(destinations.test(none, {}, key("a")), NotFound);
        FAILS_WITH(destinations.campaigns(none), NotFound);
        FAILS_WITH(destinations.push(none, {order, {}}, key("b")), NotFound);
        FAILS_WITH(destinations.pushes(none), NotFound);
        FAILS_WITH(
            destinations.create({"mailer", credential(), {}, {}, {}, {}, {}, {}, {}}, key("c")),
            ValidationFailed);
        const DestinationId id = *DestinationId::parse(scene_->make());
        FAILS_WITH(destinations.push(id, {}, key("d")), InvalidArgument);
        FAILS_WITH(destinations.push(id, {order, {lead}}, key("e")), InvalidArgument);
        const OrderNumber gone = *OrderNumber::parse("LS-0000000000");
        FAILS_WITH(destinations.push(id, {gone, {}}, key("f")), ValidationFailed);
        change = {};
        change.enabled = false;
        OK_OR_FAIL(destinations.update(id, change));
        FAILS_WITH(destinations.push(id, {order, {}}, key("g")), InvalidTransition);
        const auto reader = scene_->server().addKey(
            {"reader", server::KeyType::Customer, {"destinations:read"}, {}});
        FAILS_WITH(clientOf(reader.secret).destinations().push(id, {order, {}}, key("h")),
                   MissingScope);
        const Client stranger = clientOf(scene_->server().addAccount(1'000));
        FAILS_WITH(stranger.destinations().get(id), NotFound);
    }

private:
    void start(FakePlatform::Kind kind) {
        client_.reset();
        scene_ = std::make_unique<OutreachScene>(kind);
        client_ = std::make_unique<Client>(clientOf(scene_->server().customerKey()));
    }
    Client clientOf(const std::string& secret) const {
        return *Client::create(ClientOptions(scene_->server().baseUrl(), *ApiKey::parse(secret)));
    }
    LeadId onlyLead() const {
        return *LeadId::parse(memberOf(scene_->server().get("/v1/leads"), "/data/0/id"));
    }
    static PlatformCredential credential() {
        return *PlatformCredential::parse(FakePlatform::plainKey());
    }
    static IdempotencyKey key(const std::string& text) { return *IdempotencyKey::parse(text); }

    std::unique_ptr<OutreachScene> scene_;
    std::unique_ptr<Client> client_;
};

LEADSHEET_TEST(tst_client_destinations, ClientDestinationsTest);
#include "tst_client_destinations.moc"
