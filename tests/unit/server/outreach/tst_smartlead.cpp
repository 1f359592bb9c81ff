// SPDX-License-Identifier: Apache-2.0
#include "platform_scene.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet::server::outreach;
using leadsheet::test::readShown;

class SmartleadTest : public QObject {
    Q_OBJECT

private slots:
    void answer_ofEveryShape_isReadLeadByLead_data();
    void answer_ofEveryShape_isReadLeadByLead();
    void campaigns_ofEveryShape_areRead_data();
    void campaigns_ofEveryShape_areRead();
};

void SmartleadTest::answer_ofEveryShape_isReadLeadByLead_data() {
    QTest::addColumn<int>("leads");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, int leads, QByteArray body, const char* expected) {
        QTest::newRow(name) << leads << body.replace('\'', '"') << QByteArray(expected);
    };
    row("all added", 2,
        "{'ok':true,'upload_count':2,'total_leads':2,'block_count':0,'duplicate_count':0,"
        "'invalid_email_count':0,'invalid_emails':[],'already_added_to_campaign':0,"
        "'unsubscribed_leads':[],'is_lead_limit_exhausted':false,'lead_import_stopped_count':0}",
        "aa");
    row("all there already", 2,
        "{'ok':true,'upload_count':0,'total_leads':0,'already_added_to_campaign':2}", "dd");
    row("upload_count counts known ones, total_leads does not", 2,
        "{'ok':true,'upload_count':2,'total_leads':0,'already_added_to_campaign':2}", "dd");
    row("in another campaign", 1, "{'ok':true,'total_leads':0,'duplicate_count':1}", "d");
    row("some were there: all are now", 3,
        "{'ok':true,'total_leads':2,'already_added_to_campaign':1}", "aaa");
    row("invalid e-mails are named", 3,
        "{'ok':true,'total_leads':2,'invalid_email_count':1,'invalid_emails':['A1@x.example']}",
        "ara");
    row("counts as texts and lists", 2,
        "{'ok':true,'total_leads':'1','unsubscribed_leads':['a0@x.example']}", "ra");
    row("unsubscribed, counted only", 1, "{'ok':true,'total_leads':0,'unsubscribed_leads':1}", "r");
    row("one of three is blocked: which?", 3, "{'ok':true,'total_leads':2,'block_count':1}",
        "uuu+narrow");
    row("blocked, alone", 1, "{'ok':true,'total_leads':0,'block_count':1}", "r");
    row("plan exhausted", 2,
        "{'ok':true,'total_leads':0,'is_lead_limit_exhausted':true,'lead_import_stopped_count':2}",
        "nn+attention");
    row("plan exhausted, one named as invalid", 3,
        "{'ok':true,'total_leads':0,'is_lead_limit_exhausted':true,'lead_import_stopped_count':2,"
        "'invalid_email_count':1,'invalid_emails':['a1@x.example']}",
        "nrn+attention");
    row("plan exhausted, and all were there already", 2,
        "{'ok':true,'total_leads':0,'already_added_to_campaign':2,'is_lead_limit_exhausted':true}",
        "dd");
    row("plan exhausted, and the lead is invalid", 1,
        "{'ok':true,'total_leads':0,'invalid_email_count':1,'is_lead_limit_exhausted':true}", "r");
    row("plan exhausted by these: one added, one invalid", 2,
        "{'ok':true,'total_leads':1,'invalid_email_count':1,'is_lead_limit_exhausted':true}",
        "uu+narrow");
    row("plan ran out in the middle", 3,
        "{'ok':true,'upload_count':1,'total_leads':1,'is_lead_limit_exhausted':true}",
        "nnn+attention");
    row("numbers that do not add up", 3, "{'ok':true,'upload_count':1,'total_leads':1}",
        "uuu+narrow");
    row("newer shape", 2, "{'success':true,'added_count':2,'skipped_count':0}", "aa");
    row("newer shape, reasons", 3,
        "{'success':true,'data':{'added_count':1,'skipped_count':2,'skipped_leads':["
        "{'email':'a0@x.example','reason':'duplicate lead'},"
        "{'email':'a2@x.example','reason':'blocked domain'}]}}",
        "dar");
    row("newer shape, counts only", 2, "{'added_count':0,'skipped_count':2}", "dd");
    row("only a word", 2, "{'ok':true}", "aa");
    row("a refusal of several", 2, "{'ok':false,'error':'lead_list is required'}", "nn+narrow");
    row("a refusal of one", 1, "{'success':false,'message':'email is not allowed'}", "r");
    row("a refusal of one that is there", 1, "{'ok':false,'message':'Lead already exists'}", "d");
    row("another document", 2, "{'hello':1}", "uu");
    row("a list", 1, "[]", "u");
    row("no document", 2, "upload ok", "uu");
}

void SmartleadTest::answer_ofEveryShape_isReadLeadByLead() {
    QFETCH(int, leads);
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, expected);
    QCOMPARE(QByteArray::fromStdString(readShown(
                 smartleadAdapter(), static_cast<std::size_t>(leads), body.toStdString())),
             expected);
}

void SmartleadTest::campaigns_ofEveryShape_areRead_data() {
    QTest::addColumn<QByteArray>("body");
    QTest::newRow("a list") << QByteArray(R"([{"id":372,"name":"Spring","status":"ACTIVE"}])");
    QTest::newRow("under data") << QByteArray(
        R"({"data":[{"id":372,"name":"Spring","status":"ACTIVE"}]})");
    QTest::newRow("under both") << QByteArray(
        R"({"data":{"campaigns":[{"id":"372","name":"Spring","status":"ACTIVE"}]}})");
}

void SmartleadTest::campaigns_ofEveryShape_areRead() {
    QFETCH(QByteArray, body);
    PlatformAnswer answer;
    answer.status = 200;
    answer.body = body.toStdString();
    const auto page = smartleadAdapter().readCampaigns(answer);
    QVERIFY(page.ok);
    QCOMPARE(page.campaigns.size(), std::size_t{1});
    QVERIFY(page.campaigns[0] == (Campaign{"372", "Spring", "ACTIVE"}));
    QVERIFY(!page.next);
}

LEADSHEET_TEST(tst_smartlead, SmartleadTest);
#include "tst_smartlead.moc"
