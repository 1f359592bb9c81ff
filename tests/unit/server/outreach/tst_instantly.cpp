// SPDX-License-Identifier: Apache-2.0
#include "platform_scene.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet::server::outreach;
using leadsheet::test::readShown;

class InstantlyTest : public QObject {
    Q_OBJECT

private slots:
    void answer_ofEveryShape_isReadLeadByLead_data();
    void answer_ofEveryShape_isReadLeadByLead();
    void campaigns_arePaged();
    void campaigns_oddAnswer_saysSo();
};

void InstantlyTest::answer_ofEveryShape_isReadLeadByLead_data() {
    QTest::addColumn<int>("leads");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, int leads, QByteArray body, const char* expected) {
        QTest::newRow(name) << leads << body.replace('\'', '"') << QByteArray(expected);
    };
    row("all created, by names", 2,
        "{'status':'success','total_sent':2,'leads_uploaded':2,'created_leads':["
        "{'id':'1','email':'a0@x.example','index':0},{'id':'2','email':'A1@X.example','index':1}]}",
        "aa");
    row("created, known by place", 2,
        "{'leads_uploaded':2,'created_leads':[{'id':'1','email':'other','index':1},"
        "{'id':'2','email':'a0@x.example'}]}",
        "aa");
    row("all created, spelled otherwise and without a place", 2,
        "{'leads_uploaded':2,'created_leads':[{'id':'1','email':'x@x.example'},{'id':'2'}]}", "aa");
    row("one created, one skipped", 2,
        "{'leads_uploaded':1,'skipped_count':1,'created_leads':"
        "[{'id':'1','email':'a1@x.example','index':1}]}",
        "da");
    row("skips are counted twice", 2,
        "{'leads_uploaded':0,'skipped_count':2,'duplicated_leads':2,'created_leads':[]}", "dd");
    row("one invalid", 2,
        "{'leads_uploaded':1,'invalid_email_count':1,'created_leads':"
        "[{'id':'1','email':'a0@x.example'}]}",
        "ar");
    row("blocklist", 1, "{'leads_uploaded':0,'in_blocklist':1,'created_leads':[]}", "r");
    row("several causes", 3,
        "{'leads_uploaded':1,'skipped_count':1,'in_blocklist':1,'created_leads':"
        "[{'id':'1','email':'a2@x.example'}]}",
        "nna+narrow");
    row("plan is full", 2,
        "{'leads_uploaded':1,'remaining_in_plan':0,'created_leads':"
        "[{'id':'1','email':'a0@x.example'}]}",
        "an+attention");
    row("one skipped, plan is full", 3,
        "{'leads_uploaded':1,'skipped_count':1,'remaining_in_plan':0,'created_leads':"
        "[{'id':'1','email':'a0@x.example'}]}",
        "ann+attention");
    row("one skipped, nothing said of the other", 3,
        "{'leads_uploaded':1,'skipped_count':1,'created_leads':"
        "[{'id':'1','email':'a0@x.example'}]}",
        "ann+narrow");
    row("not created, no cause, alone", 1, "{'leads_uploaded':0,'created_leads':[]}", "r");
    row("counts alone, all created", 2, "{'status':'success','leads_uploaded':2}", "aa");
    row("counts alone, some created", 2, "{'leads_uploaded':1,'skipped_count':1}", "uu+narrow");
    row("counts alone, none created", 2, "{'leads_uploaded':0,'already_in_campaign':2}", "dd");
    row("a list of nonsense", 1, "{'created_leads':[1,null,{'index':-4},{'index':99}]}", "r");
    row("another document", 2, "{'ok':true}", "uu+narrow");
    row("no document", 2, "<html>", "uu");
    row("a list", 1, "[]", "u");
    row("nothing", 1, "", "u");
}

void InstantlyTest::answer_ofEveryShape_isReadLeadByLead() {
    QFETCH(int, leads);
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, expected);
    QCOMPARE(QByteArray::fromStdString(readShown(
                 instantlyAdapter(), static_cast<std::size_t>(leads), body.toStdString())),
             expected);
}

void InstantlyTest::campaigns_arePaged() {
    PlatformAnswer answer;
    answer.status = 200;
    answer.body = R"({"items":[{"id":"c-1","name":"Spring","status":1},{"id":"c-2"},{}],)"
                  R"("next_starting_after":"c-2"})";
    const auto page = instantlyAdapter().readCampaigns(answer);
    QVERIFY(page.ok);
    QCOMPARE(page.campaigns.size(), std::size_t{2});
    QVERIFY(page.campaigns[0] == (Campaign{"c-1", "Spring", "active"}));
    QVERIFY(page.campaigns[1] == (Campaign{"c-2", "c-2", std::nullopt}));
    QCOMPARE(page.next, std::optional<std::string>("c-2"));
    QCOMPARE(instantlyAdapter().campaignsRequest("k", page.next).target,
             std::string("/api/v2/campaigns?limit=100&starting_after=c-2"));
}

void InstantlyTest::campaigns_oddAnswer_saysSo() {
    PlatformAnswer answer;
    answer.status = 200;
    answer.body = R"({"data":7})";
    const auto page = instantlyAdapter().readCampaigns(answer);
    QVERIFY(!page.ok);
    QVERIFY(!page.refused);
    QVERIFY(!page.reason.empty());
}

LEADSHEET_TEST(tst_instantly, InstantlyTest);
#include "tst_instantly.moc"
