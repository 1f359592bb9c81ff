// SPDX-License-Identifier: Apache-2.0
#include "platform_scene.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet::server::outreach;
using leadsheet::test::readShown;

class LemlistTest : public QObject {
    Q_OBJECT

private slots:
    void answer_ofEveryShape_isRead_data();
    void answer_ofEveryShape_isRead();
    void campaigns_ofBothVersions_areRead();
};

void LemlistTest::answer_ofEveryShape_isRead_data() {
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, int status, QByteArray body, const char* expected) {
        QTest::newRow(name) << status << body.replace('\'', '"') << QByteArray(expected);
    };
    row("the lead", 200, "{'_id':'lea_1','email':'a0@x.example','campaignId':'cam_1'}", "a");
    row("the lead in a list", 200, "[{'_id':'lea_1'}]", "a");
    row("the lead under data", 201, "{'data':{'_id':'lea_1'}}", "a");
    row("there already, as text", 400, "Lead already exists in the campaign", "d");
    row("there already, as document", 400, "{'error':'Lead already in the campaign'}", "d");
    row("there already, as conflict", 409, "", "d");
    row("there already, as an error of theirs", 500, "{'message':'Duplicate lead'}", "d");
    row("there already, as success", 200, "{'message':'Lead already exists in another campaign'}",
        "d");
    row("bad parameters", 400, "Bad params", "r");
    row("a refusal as success", 200, "{'error':'Invalid email'}", "r");
    row("no such campaign", 404, "Campaign not found", "n+attention");
    row("their fault", 500, "Internal Server Error", "u");
    row("an empty list", 200, "[]", "u");
    row("another document", 200, "{'hello':1}", "u");
    row("nothing", 200, "", "u");
}

void LemlistTest::answer_ofEveryShape_isRead() {
    QFETCH(int, status);
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, expected);
    QCOMPARE(QByteArray::fromStdString(readShown(lemlistAdapter(), 1, body.toStdString(), status)),
             expected);
}

void LemlistTest::campaigns_ofBothVersions_areRead() {
    PlatformAnswer answer;
    answer.status = 200;
    answer.body = R"([{"_id":"cam_1","name":"Spring"}])";
    const auto old = lemlistAdapter().readCampaigns(answer);
    QVERIFY(old.ok);
    QVERIFY(old.campaigns.at(0) == (Campaign{"cam_1", "Spring", std::nullopt}));
    QVERIFY(!old.next);
    answer.body = R"({"campaigns":[{"_id":"cam_1","name":"Spring","status":"running"}],)"
                  R"("pagination":{"currentPage":1,"totalPage":2,"nextPage":2}})";
    const auto page = lemlistAdapter().readCampaigns(answer);
    QVERIFY(page.campaigns.at(0) == (Campaign{"cam_1", "Spring", "running"}));
    QCOMPARE(page.next, std::optional<std::string>("2"));
    answer.body.replace(answer.body.find("\"currentPage\":1"), 15, "\"currentPage\":2");
    QVERIFY(!lemlistAdapter().readCampaigns(answer).next);
}

LEADSHEET_TEST(tst_lemlist, LemlistTest);
#include "tst_lemlist.moc"
