// SPDX-License-Identifier: Apache-2.0
#include "sandbox_scene.hpp"
#include "test_main.hpp"

#include "leadsheet/app/sandbox/sandbox.hpp"
#include "leadsheet/client.hpp"
#include "leadsheet/contract/platforms.hpp"
#include "leadsheet/model/destination.hpp"
#include "leadsheet/model/order_request.hpp"
#include "leadsheet/resource/destinations.hpp"
#include "leadsheet/resource/orders.hpp"

#include <QtTest>

using namespace leadsheet;
using leadsheet::test::kPatienceMs;

namespace {

struct Expected {
    const char* campaign;
    std::int64_t PushCounts::*all; ///< where every lead ends
};
constexpr Expected kExpected[] = {{"accept", &PushCounts::accepted},
                                  {"duplicate", &PushCounts::skippedDuplicate},
                                  {"reject", &PushCounts::rejected}};

const contract::PlatformInfo& platformAt(int at) {
    return contract::kPlatforms[static_cast<std::size_t>(at)];
}

NewDestination destinationAt(const contract::PlatformInfo& platform, const std::string& campaign,
                             const std::string& key = "any key") {
    NewDestination made{std::string(platform.id), *PlatformCredential::parse(key)};
    made.campaignId = campaign;
    made.results = {"good", "risky", "unknown", "invalid"};
    return made;
}

} // namespace

/// The platforms that the sandbox pretends, reached through the adapters of the real ones.
class PretendPlatformsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        (void)leadsheet::test::application();
        auto sandbox = app::Sandbox::start(folder_.path().toStdString());
        QVERIFY(sandbox.has_value());
        sandbox_ = *std::move(sandbox);
        auto made = leadsheet::Client::create(ClientOptions(sandbox_->baseUrl(), sandbox_->key()));
        QVERIFY(made.has_value());
        client_ = std::make_unique<leadsheet::Client>(*std::move(made));
        OrderRequest request;
        request.product = "filters";
        request.leadCount = 3;
        request.fields["industries"] = std::vector<std::string>{"Software"};
        const auto order = client().orders().create(OrderBody::of(request), nextKey());
        QVERIFY2(order, order ? "" : order.error().message.c_str());
        order_ = order->order.number;
        QTRY_VERIFY_WITH_TIMEOUT(client().orders().get(*order_)->status == OrderStatus::Delivered,
                                 kPatienceMs);
    }

    void campaign_decidesWhatBecomesOfTheLeads_data() {
        QTest::addColumn<int>("platform");
        QTest::addColumn<int>("campaign");
        for (int platform = 0; platform < int(contract::kPlatforms.size()); ++platform)
            for (int campaign = 0; campaign < int(std::size(kExpected)); ++campaign)
                QTest::addRow("%s %s", platformAt(platform).id.data(), kExpected[campaign].campaign)
                    << platform << campaign;
    }
    void campaign_decidesWhatBecomesOfTheLeads() {
        QFETCH(int, platform);
        QFETCH(int, campaign);
        const Expected& expected = kExpected[campaign];
        const auto at = push(platformAt(platform), expected.campaign);
        QTRY_COMPARE_WITH_TIMEOUT(countsOf(at).*expected.all, queued_, kPatienceMs);
    }

    void campaign_thatIsDown_takesNothingAndSaysWhose_data() { eachPlatform(); }
    void campaign_thatIsDown_takesNothingAndSaysWhose() {
        QFETCH(int, platform);
        const auto at = push(platformAt(platform), "down");
        const auto said = [&] {
            const auto pushes = client().destinations().pushes(at);
            return pushes && !pushes->items.empty() && pushes->items.front().platformReason &&
                   pushes->items.front().platformReason->find("pretend platform is down") !=
                       std::string::npos;
        };
        QTRY_VERIFY_WITH_TIMEOUT(said(), kPatienceMs);
        QCOMPARE(countsOf(at).accepted, std::int64_t{0});
    }

    // All platforms at once, as each takes its seconds.
    void campaign_thatIsSlow_keepsNothingElseWaitingAndTakesTheLeads() {
        std::vector<DestinationId> slow;
        for (const contract::PlatformInfo& platform : contract::kPlatforms)
            slow.push_back(push(platform, "slow"));
        for (const contract::PlatformInfo& platform : contract::kPlatforms) {
            const auto quick = push(platform, "accept");
            QTRY_COMPARE_WITH_TIMEOUT(countsOf(quick).accepted, queued_, kPatienceMs);
        }
        QCOMPARE(countsOf(slow.back()).accepted, std::int64_t{0});
        for (const DestinationId& at : slow)
            QTRY_COMPARE_WITH_TIMEOUT(countsOf(at).accepted, queued_, kPatienceMs);
    }

    void key_wrong_isRefusedByEveryPlatformAndAnyOtherListsTheCampaigns() {
        for (const contract::PlatformInfo& platform : contract::kPlatforms) {
            const auto wrong = client().destinations().create(
                destinationAt(platform, "accept", "wrong"), nextKey());
            QVERIFY(wrong.has_value());
            const auto check = client().destinations().test(wrong->id, {}, nextKey());
            QVERIFY2(check && !check->ok, platform.id.data());
            const auto right =
                client().destinations().create(destinationAt(platform, "accept"), nextKey());
            const auto campaigns = client().destinations().campaigns(right->id);
            QVERIFY2(campaigns && campaigns->size() == 5, platform.id.data());
        }
    }

private:
    static void eachPlatform() {
        QTest::addColumn<int>("platform");
        for (int platform = 0; platform < int(contract::kPlatforms.size()); ++platform)
            QTest::newRow(platformAt(platform).id.data()) << platform;
    }
    const leadsheet::Client& client() { return *client_; }
    IdempotencyKey nextKey() {
        return *IdempotencyKey::parse("pretend-" + std::to_string(++keys_));
    }
    /// Sends the order's leads there.
    DestinationId push(const contract::PlatformInfo& platform, const char* campaign) {
        const auto made =
            client().destinations().create(destinationAt(platform, campaign), nextKey());
        if (!made)
            qFatal("%s", made.error().message.c_str());
        const auto sent = client().destinations().push(made->id, {order_, {}}, nextKey());
        if (!sent || sent->queued == 0)
            qFatal("nothing was sent");
        queued_ = sent->queued;
        return made->id;
    }
    PushCounts countsOf(const DestinationId& id) {
        const auto found = client().destinations().get(id);
        return found ? found->pushes : PushCounts();
    }

    QTemporaryDir folder_;
    std::unique_ptr<app::Sandbox> sandbox_;
    std::unique_ptr<leadsheet::Client> client_;
    std::optional<OrderNumber> order_;
    std::int64_t queued_ = 0;
    int keys_ = 0;
};

LEADSHEET_TEST(tst_pretend_platforms, PretendPlatformsTest);
#include "tst_pretend_platforms.moc"
