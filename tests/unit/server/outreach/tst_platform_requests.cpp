// SPDX-License-Identifier: Apache-2.0
#include "outreach/adapter.hpp"
#include "platform_scene.hpp"
#include "test_main.hpp"

#include <QtTest>
#include <boost/json.hpp>

namespace domain = leadsheet::server::domain;
namespace json = boost::json;
namespace contract = leadsheet::contract;
using namespace leadsheet::server::outreach;
using leadsheet::test::leadOf;

class PlatformRequestsTest : public QObject {
    Q_OBJECT

private slots:
    void push_ofEachPlatform_isAsDocumented_data();
    void push_ofEachPlatform_isAsDocumented();
    void duplicatePolicy_setsThePlatformsSwitches();
    void repeatedPush_isSafeOnlyWithADuplicateFlag();
    void fieldMap_replacesTheUsualFields();
    void columns_areWrittenAsText();
    void shownForm_holdsNoCredential();
    void names_readBack();
};

namespace {

PushTarget target(DuplicatePolicy policy = DuplicatePolicy::SkipIfInWorkspace) {
    return {"se cret/1", "cam 1", policy, {}};
}

domain::LeadDraft ada() {
    return leadOf({{"email", "ada@x.example"},
                   {"firstName", "Ada"},
                   {"companyName", "X \"Ltd\""},
                   {"jobTitle", "CTO"},
                   {"seniority", "c-level"}});
}

json::object bodyOf(Platform platform, DuplicatePolicy policy) {
    const std::vector leads{ada()};
    return json::parse(adapterFor(platform).pushRequest(target(policy), leads).body).as_object();
}

} // namespace

void PlatformRequestsTest::push_ofEachPlatform_isAsDocumented_data() {
    QTest::addColumn<int>("platform");
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("authorization");
    QTest::addColumn<QByteArray>("body");
    QTest::newRow("instantly")
        << 0 << QByteArray("/api/v2/leads/add") << QByteArray("Bearer se cret/1")
        << QByteArray(R"({"campaign_id":"cam 1","skip_if_in_workspace":true,)"
                      R"("skip_if_in_campaign":false,"skip_if_in_list":false,"leads":)"
                      R"([{"email":"ada@x.example","first_name":"Ada","company_name":"X 'Ltd'",)"
                      R"("custom_variables":{"job_title":"CTO"}}]})");
    QTest::newRow("smartlead")
        << 1 << QByteArray("/api/v1/campaigns/cam%201/leads?api_key=se%20cret%2F1") << QByteArray()
        << QByteArray(R"({"lead_list":[{"email":"ada@x.example","first_name":"Ada",)"
                      R"("company_name":"X 'Ltd'","custom_fields":{"job_title":"CTO"}}],)"
                      R"("settings":{"ignore_global_block_list":false,)"
                      R"("ignore_unsubscribe_list":false,)"
                      R"("ignore_duplicate_leads_in_other_campaign":false}})");
    QTest::newRow("lemlist")
        << 2 << QByteArray("/api/campaigns/cam%201/leads/?deduplicate=true")
        << QByteArray("Basic OnNlIGNyZXQvMQ==")
        << QByteArray(R"({"email":"ada@x.example","firstName":"Ada","companyName":"X 'Ltd'",)"
                      R"("jobTitle":"CTO"})");
}

void PlatformRequestsTest::push_ofEachPlatform_isAsDocumented() {
    QFETCH(int, platform);
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, authorization);
    QFETCH(QByteArray, body);
    const std::vector leads{ada()};
    const auto request = adapterFor(static_cast<Platform>(platform)).pushRequest(target(), leads);
    QCOMPARE(request.method, std::string("POST"));
    QCOMPARE(QByteArray::fromStdString(request.target), path);
    std::string sent;
    for (const auto& [name, value] : request.headers) {
        if (name == "Authorization")
            sent = value;
    }
    QCOMPARE(QByteArray::fromStdString(sent), authorization);
    json::value expected = json::parse(body.toStdString());
    std::string text = json::serialize(expected);
    std::string quoted = "X \\\"Ltd\\\"";
    text.replace(text.find("X 'Ltd'"), 7, quoted);
    QVERIFY(json::parse(request.body) == json::parse(text));
}

void PlatformRequestsTest::duplicatePolicy_setsThePlatformsSwitches() {
    using enum DuplicatePolicy;
    for (const DuplicatePolicy policy : {SkipIfInWorkspace, SkipIfInCampaign, SkipIfInList, Send}) {
        const json::object body = bodyOf(Platform::Instantly, policy);
        QCOMPARE(body.at("skip_if_in_workspace").as_bool(), policy == SkipIfInWorkspace);
        QCOMPARE(body.at("skip_if_in_campaign").as_bool(), policy == SkipIfInCampaign);
        QCOMPARE(body.at("skip_if_in_list").as_bool(), policy == SkipIfInList);
        const json::value settings = bodyOf(Platform::Smartlead, policy).at("settings");
        QCOMPARE(settings.at("ignore_duplicate_leads_in_other_campaign").as_bool(),
                 policy == SkipIfInCampaign || policy == Send);
        const std::vector leads{ada()};
        const auto request = lemlistAdapter().pushRequest(target(policy), leads);
        QCOMPARE(request.target.ends_with("?deduplicate=true"), policy != Send);
    }
}

void PlatformRequestsTest::repeatedPush_isSafeOnlyWithADuplicateFlag() {
    for (const contract::PlatformInfo& platform : contract::kPlatforms) {
        QVERIFY(reportsDuplicates(platform, DuplicatePolicy::SkipIfInWorkspace));
        QVERIFY(reportsDuplicates(platform, DuplicatePolicy::SkipIfInCampaign));
        QVERIFY(!reportsDuplicates(platform, DuplicatePolicy::Send));
    }
    QVERIFY(!reportsDuplicates(contract::info(Platform::Instantly), DuplicatePolicy::SkipIfInList));

    contract::PlatformInfo silent = contract::info(Platform::Smartlead);
    silent.reportsDuplicates = false;
    for (const DuplicatePolicy policy :
         {DuplicatePolicy::SkipIfInWorkspace, DuplicatePolicy::SkipIfInCampaign,
          DuplicatePolicy::SkipIfInList})
        QVERIFY(!reportsDuplicates(silent, policy));
}

void PlatformRequestsTest::fieldMap_replacesTheUsualFields() {
    PushTarget mapped = target();
    mapped.fields = {{domain::leadField("companyName"), "company_name"},
                     {domain::leadField("seniority"), "level"},
                     {domain::leadField("phone"), "phone"}};
    const std::vector leads{ada()};
    const json::value instantly =
        json::parse(instantlyAdapter().pushRequest(mapped, leads).body).at("leads").at(0);
    const json::value expected = {{"email", "ada@x.example"},
                                  {"company_name", "X \"Ltd\""},
                                  {"custom_variables", {{"level", "c-level"}}}};
    QVERIFY(instantly == expected);
    const json::value lemlist = json::parse(lemlistAdapter().pushRequest(mapped, leads).body);
    QVERIFY(lemlist == (json::value{{"email", "ada@x.example"},
                                    {"company_name", "X \"Ltd\""},
                                    {"level", "c-level"}}));
}

void PlatformRequestsTest::columns_areWrittenAsText() {
    domain::LeadDraft lead = leadOf({{"technologies", "[\"Qt\",\"C++\"]"}});
    lead.values[domain::leadField("rating")] = std::int64_t{450};
    lead.values[domain::leadField("reviewCount")] = std::int64_t{12};
    lead.values[domain::leadField("hasEmail")] = std::int64_t{1};
    lead.values[domain::leadField("deliveredAt")] = std::int64_t{0};
    QCOMPARE(leadText(lead, domain::leadField("technologies")), std::string("Qt, C++"));
    QCOMPARE(leadText(lead, domain::leadField("rating")), std::string("4.5"));
    QCOMPARE(leadText(lead, domain::leadField("reviewCount")), std::string("12"));
    QCOMPARE(leadText(lead, domain::leadField("hasEmail")), std::string("true"));
    QCOMPARE(leadText(lead, domain::leadField("deliveredAt")),
             std::string("1970-01-01T00:00:00.000Z"));
    QCOMPARE(leadText(lead, domain::leadField("city")), std::string());
    for (const auto& [value, text] : {std::pair{400, "4"}, std::pair{5, "0.05"}}) {
        lead.values[domain::leadField("rating")] = std::int64_t{value};
        QCOMPARE(leadText(lead, domain::leadField("rating")), std::string(text));
    }
}

void PlatformRequestsTest::shownForm_holdsNoCredential() {
    const std::vector leads{ada()};
    for (const Platform platform : {Platform::Instantly, Platform::Smartlead, Platform::Lemlist}) {
        const Adapter& adapter = adapterFor(platform);
        for (const auto& request : {adapter.pushRequest(target(), leads),
                                    adapter.campaignsRequest("se cret/1", std::nullopt)}) {
            QVERIFY(!request.shown.empty());
            QVERIFY(request.shown.find("cret") == std::string::npos);
            QVERIFY(request.shown.find('?') == std::string::npos);
        }
    }
}

void PlatformRequestsTest::names_readBack() {
    for (const auto platform : {Platform::Instantly, Platform::Smartlead, Platform::Lemlist})
        QVERIFY(platformNamed(name(platform)) == platform);
    for (const auto policy : {DuplicatePolicy::SkipIfInWorkspace, DuplicatePolicy::SkipIfInCampaign,
                              DuplicatePolicy::SkipIfInList, DuplicatePolicy::Send})
        QVERIFY(duplicatePolicyNamed(name(policy)) == policy);
    QVERIFY(!platformNamed("Instantly"));
    QVERIFY(!duplicatePolicyNamed(""));
}

LEADSHEET_TEST(tst_platform_requests, PlatformRequestsTest);
#include "tst_platform_requests.moc"
