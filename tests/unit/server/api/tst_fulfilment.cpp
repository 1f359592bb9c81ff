// SPDX-License-Identifier: Apache-2.0
#include "order_scene.hpp"
#include "test_main.hpp"

#include "domain/lead.hpp"
#include "worker/fulfilment.hpp"
#include "worker/lead_words.hpp"

#include <QTest>

#include <set>

using namespace leadsheet::test;
using namespace leadsheet;
using namespace std::chrono_literals;
namespace json = boost::json;

namespace {

TestServer::Options simulated(const std::shared_ptr<ManualClock>& clock,
                              const std::string& path = {}) {
    return {.databasePath = path,
            .configure =
                [](server::Config& config) {
                    config.fulfilment = server::SimulatedFulfilment{2s, 4s, 5ms, 7};
                    config.limits.defaultRate.quota = 1'000'000;
                },
            .clock = clock};
}

/// Waits until the order has this status; moves the clock on only before.
std::string statusOf(TestServer& server, const std::string& number, const std::string& wanted) {
    std::string status;
    for (const QDeadlineTimer patience(120'000); status != wanted && !patience.hasExpired();) {
        status = memberOf(server.get("/v1/orders/" + number), "/status");
        QTest::qWait(1);
    }
    return status;
}

} // namespace

/// The sandbox's simulated fulfilment: approves, asks, delivers made-up leads.
class FulfilmentTest : public QObject {
    Q_OBJECT
private slots:
    void order_isApprovedAndDeliveredInItsTime();
    void order_withAQuestion_isAskedAboutOnce();
    void bigOrder_isDeliveredInParts();
    void twoServers_onOneDatabase_deliverOnce();
    void cancelledOrder_isLeftAlone();
    void liveEnvironment_refusesIt();
    void leads_areTheSameForTheSameSeed();
    void leads_fitTheOrder_data();
    void leads_fitTheOrder();
    void leads_agreeInThemselves();
    void leads_belongToNobody();
};

void FulfilmentTest::order_isApprovedAndDeliveredInItsTime() {
    const auto clock = std::make_shared<ManualClock>();
    TestServer server(simulated(clock));
    OrderScene scene(server);
    const std::string number = scene.place(50);
    QTest::qWait(20);
    QCOMPARE(memberOf(server.get("/v1/orders/" + number), "/status"),
             std::string("pending_review"));
    clock->advance(2s);
    QCOMPARE(statusOf(server, number, "in_progress"), std::string("in_progress"));
    clock->advance(4s);
    QCOMPARE(statusOf(server, number, "delivered"), std::string("delivered"));
    const auto order = jsonOf(scene.record(number));
    const std::int64_t delivered = order.at("deliveredLeads").as_int64();
    QVERIFY(delivered >= 40 && delivered <= 50);
    QCOMPARE(order.at_pointer("/captured/amount").as_int64(), 8 * delivered);
    QCOMPARE(memberOf(server.get("/v1/leads/count"), "/count"), std::to_string(delivered));
    const auto events = jsonOf(server.get("/v1/orders/" + number + "/events"));
    QCOMPARE(memberOf(events, "/data/1/actor"), std::string("system"));
}

void FulfilmentTest::order_withAQuestion_isAskedAboutOnce() {
    const auto clock = std::make_shared<ManualClock>();
    TestServer server(simulated(clock));
    OrderScene scene(server);
    const std::string number =
        memberOf(server.createOrder("k", R"({"scrapingOption":"filters","leadCount":3,)"
                                         R"("notes":"Does this include Austria?"})"),
                 "/order_number");
    clock->advance(2s);
    QCOMPARE(statusOf(server, number, "info_requested"), std::string("info_requested"));
    QVERIFY(memberOf(server.get("/v1/orders/" + number), "/question") != "null");
    QCOMPARE(scene.customer(number, "reply").status, 200);
    clock->advance(2s);
    QCOMPARE(statusOf(server, number, "in_progress"), std::string("in_progress"));
    clock->advance(4s);
    QCOMPARE(statusOf(server, number, "delivered"), std::string("delivered"));
}

void FulfilmentTest::bigOrder_isDeliveredInParts() {
    const auto clock = std::make_shared<ManualClock>();
    TestServer server(simulated(clock));
    OrderScene scene(server);
    const std::string number = scene.place(2'300);
    clock->advance(2s);
    QCOMPARE(statusOf(server, number, "in_progress"), std::string("in_progress"));
    clock->advance(4s);
    QCOMPARE(statusOf(server, number, "delivered"), std::string("delivered"));
    const auto order = jsonOf(scene.record(number));
    QVERIFY(order.at("deliveredLeads").as_int64() > 2'000);
    QCOMPARE(memberOf(order, "/ingested/rejected"), std::string("0"));
    QCOMPARE(memberOf(order, "/ingested/final"), std::string("true"));
}

void FulfilmentTest::twoServers_onOneDatabase_deliverOnce() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("server.db").toStdString();
    const auto clock = std::make_shared<ManualClock>();
    TestServer one(simulated(clock, path));
    TestServer two(simulated(clock, path));
    OrderScene scene(one);
    std::vector<std::string> numbers;
    for (int i = 0; i < 6; ++i)
        numbers.push_back(scene.place(20));
    clock->advance(2s);
    for (const std::string& number : numbers)
        QCOMPARE(statusOf(one, number, "in_progress"), std::string("in_progress"));
    clock->advance(4s);
    std::int64_t delivered = 0;
    for (const std::string& number : numbers) {
        QCOMPARE(statusOf(one, number, "delivered"), std::string("delivered"));
        const auto events = jsonOf(one.get("/v1/orders/" + number + "/events"));
        QCOMPARE(events.at("data").as_array().size(), 4u); // created, approved, ingested, delivered
        delivered += jsonOf(scene.record(number)).at("deliveredLeads").as_int64();
    }
    QCOMPARE(memberOf(one.get("/v1/leads/count"), "/count"), std::to_string(delivered));
}

void FulfilmentTest::cancelledOrder_isLeftAlone() {
    const auto clock = std::make_shared<ManualClock>();
    TestServer server(simulated(clock));
    OrderScene scene(server);
    const std::string cancelled = scene.placeIn("cancelled");
    const std::string other = scene.place(1);
    clock->advance(2s);
    QCOMPARE(statusOf(server, other, "in_progress"), std::string("in_progress"));
    QCOMPARE(memberOf(scene.record(cancelled), "/status"), std::string("cancelled"));
}

void FulfilmentTest::liveEnvironment_refusesIt() {
    server::Config config;
    config.environment = "live";
    config.fulfilment.emplace();
    const auto started = server::Server::start(std::move(config));
    QVERIFY(!started);
    QVERIFY(started.error().message.find("sandbox") != std::string::npos);
}

void FulfilmentTest::leads_areTheSameForTheSameSeed() {
    const json::object request{{"scrapingOption", "filters"}, {"leadCount", 10}};
    const server::worker::LeadFactory one(7, "LS-7Q2M9K4T6W", request);
    const server::worker::LeadFactory same(7, "LS-7Q2M9K4T6W", request);
    const server::worker::LeadFactory other(8, "LS-7Q2M9K4T6W", request);
    QVERIFY(one.lead(3) == same.lead(3));
    QVERIFY(one.lead(3) != one.lead(4));
    QVERIFY(one.lead(3) != other.lead(3));
    QCOMPARE(one.found(), same.found());
}

void FulfilmentTest::leads_fitTheOrder_data() {
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<QByteArray>("column");
    QTest::addColumn<QByteArray>("value");
    const auto row = [](const char* name, const char* request, const char* column,
                        const char* value) {
        QTest::newRow(name) << QByteArray(request) << QByteArray(column) << QByteArray(value);
    };
    row("industry", R"({"scrapingOption":"filters","leadCount":9,"industries":["Beekeeping"]})",
        "industry", "Beekeeping");
    row("title", R"({"scrapingOption":"filters","leadCount":9,"jobTitles":["Chief Bee"]})",
        "jobTitle", "Chief Bee");
    row("country", R"({"scrapingOption":"filters","leadCount":9,"locations":["austria"]})",
        "country", "AT");
    row("city", R"({"scrapingOption":"filters","leadCount":9,"locations":["Leipzig"]})", "city",
        "Leipzig");
    row("unknown place", R"({"scrapingOption":"filters","leadCount":9,"locations":["Atlantis"]})",
        "city", "Atlantis");
    const char* munich =
        R"({"scrapingOption":"filters","leadCount":9,"locations":["Munich, Bavaria, Germany"]})";
    row("city of a whole place", munich, "city", "Munich");
    row("region of a whole place", munich, "region", "Bavaria");
    row("country of a whole place", munich, "country", "DE");
    row("unknown city of a country",
        R"({"scrapingOption":"filters","leadCount":9,"locations":["Bad Ems, Deutschland"]})",
        "country", "DE");
    row("time zone of a city",
        R"({"scrapingOption":"filters","leadCount":9,"locations":["Denver"]})", "timezone",
        "America/Denver");
    row("no country of an unknown place",
        R"({"scrapingOption":"filters","leadCount":9,"locations":["Atlantis"]})", "country", "");
    const char* titled = R"({"scrapingOption":"filters","leadCount":9,"jobTitles":["CTO"]})";
    row("seniority of a title", titled, "seniority", "c_suite");
    row("department of a title", titled, "department", "engineering");
    row("assistant of a director",
        R"({"scrapingOption":"filters","leadCount":9,"jobTitles":["Assistant to the Director"]})",
        "seniority", "entry");
    row("title that says nothing",
        R"({"scrapingOption":"filters","leadCount":9,"jobTitles":["Beekeeper"]})", "seniority", "");
    row("title and seniorities",
        R"({"scrapingOption":"filters","leadCount":9,"jobTitles":["Head of Sales"],"seniorities":["vp","head"]})",
        "seniority", "head");
    row("seniority and department",
        R"({"scrapingOption":"filters","leadCount":9,"seniorities":["vp"],"departments":["sales"]})",
        "jobTitle", "VP Sales");
    row("domain",
        R"({"scrapingOption":"company_domains","leadCount":9,"domains":["Shop.Brand.com"]})",
        "companyDomain", "shop-brand.example");
    row("odd domain", R"({"scrapingOption":"company_domains","leadCount":9,"domains":["ü.de"]})",
        "companyDomain", "company.example");
    row("result", R"({"scrapingOption":"filters","leadCount":9,"requireEmail":true})", "result",
        "good");
}

void FulfilmentTest::leads_fitTheOrder() {
    QFETCH(QByteArray, request);
    QFETCH(QByteArray, column);
    QFETCH(QByteArray, value);
    const server::worker::LeadFactory factory(1, "LS-7Q2M9K4T6W",
                                              json::parse(request.toStdString()).as_object());
    for (int n = 0; n < 50; ++n) {
        const json::object lead = factory.lead(n);
        QCOMPARE(memberOf(lead, "/" + column.toStdString()), value.toStdString());
        QVERIFY(server::domain::checkLead(lead).has_value());
        if (request.contains("requireEmail"))
            QVERIFY(lead.contains("email"));
    }
}

void FulfilmentTest::leads_agreeInThemselves() {
    const server::worker::LeadFactory factory(1, "LS-7Q2M9K4T6W",
                                              json::object{{"scrapingOption", "filters"},
                                                           {"leadCount", 500},
                                                           {"locations", {"DACH", "Europe"}}});
    for (int n = 0; n < 500; ++n) {
        const json::object lead = factory.lead(n);
        const auto role = server::worker::roleOfTitle(memberOf(lead, "/jobTitle"));
        QCOMPARE(role.seniority, memberOf(lead, "/seniority"));
        const auto spot = server::worker::spotIn(memberOf(lead, "/city"), 0);
        QVERIFY(spot.country != nullptr);
        QCOMPARE(std::string(spot.country->code), memberOf(lead, "/country"));
        QVERIFY(memberOf(lead, "/timezone").starts_with("Europe/"));
        if (!lead.contains("email"))
            QCOMPARE(memberOf(lead, "/result"), std::string("unknown"));
    }
}

void FulfilmentTest::leads_belongToNobody() {
    const server::worker::LeadFactory factory(
        1, "LS-7Q2M9K4T6W", json::object{{"scrapingOption", "local_business"}, {"leadCount", 500}});
    std::set<std::string> names;
    for (int n = 0; n < 500; ++n) {
        const json::object lead = factory.lead(n);
        QVERIFY(server::domain::checkLead(lead).has_value());
        names.insert(memberOf(lead, "/fullName") + memberOf(lead, "/companyDomain"));
        QVERIFY(memberOf(lead, "/companyDomain").ends_with(".example"));
        QVERIFY(memberOf(lead, "/email").empty() || memberOf(lead, "/email").ends_with(".example"));
        QVERIFY(memberOf(lead, "/linkedinUrl").starts_with("https://linkedin.example/"));
    }
    QVERIFY(names.size() > 490);
}

LEADSHEET_TEST(tst_fulfilment, FulfilmentTest);
#include "tst_fulfilment.moc"
