// SPDX-License-Identifier: Apache-2.0
#include "client_scene.hpp"
#include "test_main.hpp"

#include "leadsheet/app/lead_fill.hpp"
#include "leadsheet/resource/admin_deliveries.hpp"

#include <QTemporaryDir>
#include <QtTest>

#include <fstream>

using namespace leadsheet;
using namespace leadsheet::test;
using app::LeadCache;

namespace {

constexpr int kFillPage = 10;

std::vector<std::string> idsOf(const std::vector<Lead>& leads) {
    std::vector<std::string> ids;
    for (const Lead& lead : leads)
        ids.push_back(lead.text(LeadField::Id));
    return ids;
}

} // namespace

/// The copy of an account's leads, filled from the real server.
class LeadFillTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        scene_ = std::make_unique<ClientScene>();
        folder_ = std::make_unique<QTemporaryDir>();
    }

    void filled_isTheWholeListInOrder() {
        scene_->ownLeads(0, 57);
        const auto fill = filled();
        QVERIFY2(fill.has_value(), fill ? "" : fill.error().message.c_str());
        QVERIFY(fill->state.whole && !fill->startedOver && !fill->rest);
        QCOMPARE(fill->state.leads, std::int64_t{57});
        QCOMPARE(cachedIds({}), serversIds({}));
    }

    void filledAgain_fetchesWhatIsNewOnly() {
        scene_->ownLeads(0, 25);
        QVERIFY(filled().has_value());
        const auto before = requests("listLeads");
        const OrderNumber second = scene_->ownLeads(100, 5);
        const auto fill = filled();
        QVERIFY(fill && fill->state.whole);
        QCOMPARE(fill->state.leads, std::int64_t{30});
        QCOMPARE(requests("listLeads") - before, 1);
        QCOMPARE(cachedIds({}), serversIds({}));
        LeadFilter filter;
        filter.orderNumber = second;
        QCOMPARE(cachedIds(filter), serversIds(filter));
        QCOMPARE(cachedIds(filter).size(), std::size_t{5});
    }

    void accountWithoutLeads_isWholeAtOnce() {
        const auto fill = filled();
        QVERIFY(fill && fill->state.whole);
        QCOMPARE(fill->state.leads, std::int64_t{0});
    }

    void brokenOff_goesOnBehindTheLastPage() {
        scene_->ownLeads(0, 57);
        server::FaultMatch lists;
        lists.operationId = "listLeads";
        scene_->server.faults().everyNth(3, server::Fault::answer(400, "invalid_parameter"), lists);
        QVERIFY(!filled().has_value());
        const auto half = app::LeadCache::open(file(), owner())->state();
        QVERIFY(half && !half->whole);
        QCOMPARE(half->leads, std::int64_t{2 * kFillPage});
        scene_->server.faults().clear();
        const auto fill = filled();
        QVERIFY(fill && fill->state.whole && !fill->startedOver);
        QCOMPARE(cachedIds({}), serversIds({}));
    }

    void filters_findWhatTheServerFinds() {
        const OrderNumber order = scene_->placeApproved(100);
        DeliveryPart part(order, *DeliveryId::parse("mixed"));
        for (int n = 0; n < 40; ++n)
            part.leads +=
                "{\"result\":\"" + std::string(n % 3 == 0 ? "good" : "risky") +
                "\",\"fullName\":\"Person " + std::to_string(n) + "\"" +
                (n % 4 == 0 ? "" : ",\"email\":\"m" + std::to_string(n) + "@x.example\"") +
                (n % 5 == 0 ? ",\"phone\":\"+4930" + std::to_string(n + 1000) + "\"" : "") +
                ",\"companyDomain\":\"x" + std::to_string(n) + ".example\",\"country\":\"" +
                (n % 2 == 0 ? "DE" : "FR") + "\"}\n";
        const auto accepted = scene_->admin().deliveries().ingest(part);
        QVERIFY2(accepted.has_value(), accepted ? "" : accepted.error().message.c_str());
        QVERIFY(scene_->admin().orders().deliverPart({order, scene_->nextKey()}).has_value());
        QVERIFY(filled().has_value());
        const auto all = scene_->customer().leads().list();
        QVERIFY(all && all->items.size() == 40);
        LeadFilter result;
        result.result = LeadResult::Good;
        LeadFilter both;
        both.hasEmail = false;
        both.country = "DE";
        LeadFilter phone;
        phone.hasPhone = true;
        phone.orderNumber = order;
        LeadFilter since;
        since.deliveredAfter = all->items.front().text(LeadField::DeliveredAt);
        LeadFilter ever;
        ever.deliveredAfter = "2020-01-01T00:00:00+02:00";
        for (const LeadFilter& filter : {result, both, phone, since, ever})
            QCOMPARE(cachedIds(filter), serversIds(filter));
        QVERIFY(!cachedIds(both).empty() && cachedIds(since).empty());
    }

    void copyOfAnotherList_isFetchedAnew() {
        scene_->ownLeads(0, 12);
        {
            auto cache = LeadCache::open(file(), owner());
            const std::vector<Lead> old(3);
            QVERIFY(*cache->add({old, std::nullopt, "a cursor of old", true, {}}));
        }
        const auto fill = filled();
        QVERIFY2(fill.has_value(), fill ? "" : fill.error().message.c_str());
        QVERIFY(fill->startedOver && fill->state.whole);
        QCOMPARE(cachedIds({}), serversIds({}));
    }

    void damagedFile_isFetchedAnew() {
        scene_->ownLeads(0, 12);
        QVERIFY(filled().has_value());
        std::ofstream(file(), std::ios::binary | std::ios::trunc) << "no database at all, but text";
        QVERIFY(filled().has_value());
        QCOMPARE(cachedIds({}), serversIds({}));
    }

    void erased_leavesTheCopy() {
        scene_->ownLeads(0, 57);
        QVERIFY(filled().has_value());
        const auto leads = scene_->customer().leads();
        const auto id = LeadId::parse(serversIds({})[30]);
        const std::string email = leads.get(*id)->text(LeadField::Email);
        QVERIFY(!email.empty());
        QVERIFY(leads.erase(*id).has_value());
        const auto fill = filled();
        QVERIFY(fill && !fill->startedOver);
        QCOMPARE(fill->erased, std::int64_t{1});
        QCOMPARE(cachedIds({}), serversIds({}));
        auto cache = LeadCache::open(file(), owner());
        const std::array<app::LeadPlace, 1> place{31};
        const auto copied = cache->leads(place);
        const auto served = leads.get(*id);
        for (std::size_t field = 0; field < kLeadFieldCount; ++field)
            QVERIFY2(copied->front()[static_cast<LeadField>(field)] ==
                         (*served)[static_cast<LeadField>(field)],
                     std::string(toString(static_cast<LeadField>(field))).c_str());
        QVERIFY(filled()->erased == 0);
        for (const auto& entry :
             std::filesystem::directory_iterator(folder_->path().toStdString() + "/leads")) {
            std::ifstream in(entry.path(), std::ios::binary);
            const std::string bytes(std::istreambuf_iterator<char>(in), {});
            if (entry.path().extension() == ".sqlite")
                QVERIFY2(bytes.find(email) == std::string::npos, entry.path().c_str());
        }
    }

    void budget_thatRunsLow_letsTheFillingRest() {
        TestServer::Options options;
        options.configure = [](server::Config& config) {
            config.limits.defaultRate.quota = 8;
        };
        scene_ = std::make_unique<ClientScene>(options);
        scene_->ownLeads(0, 57);
        const auto fill = filled(50);
        QVERIFY2(fill.has_value(), fill ? "" : fill.error().message.c_str());
        QVERIFY(fill->rest && fill->rest->count() > 0);
        QVERIFY(!fill->state.whole && fill->state.leads < 57);
    }

private:
    app::LeadOwner owner() const { return {scene_->server.baseUrl(), scene_->server.accountId()}; }
    std::filesystem::path file() const {
        return app::leadCacheFile(folder_->path().toStdString(), owner());
    }
    Result<app::LeadFill> filled(int spare = 0) const {
        app::LeadFillOptions options;
        options.pageSize = kFillPage;
        options.spare = spare;
        return app::fillLeadCache(scene_->customer(), file(), owner(), options);
    }
    std::vector<std::string> cachedIds(const LeadFilter& filter) const {
        auto cache = LeadCache::open(file(), owner());
        const auto places = cache->find(filter, 0, 1'000'000);
        return idsOf(*cache->leads(*places));
    }
    std::vector<std::string> serversIds(const LeadFilter& filter) const {
        auto pages = scene_->customer().leads().all(filter);
        return idsOf(*pages.take(1000));
    }
    int requests(const std::string& operation) const {
        int count = 0;
        for (const auto& record : scene_->server.accessRecords())
            count += record.operationId == operation ? 1 : 0;
        return count;
    }

    std::unique_ptr<ClientScene> scene_;
    std::unique_ptr<QTemporaryDir> folder_;
};

LEADSHEET_TEST(tst_lead_fill, LeadFillTest);
#include "tst_lead_fill.moc"
