// SPDX-License-Identifier: Apache-2.0
#include "outreach/adapter.hpp"
#include "platform_scene.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet::server::outreach;
using leadsheet::test::shown;

class PlatformStatusesTest : public QObject {
    Q_OBJECT

private slots:
    void status_ofAnyPlatform_saysWhatMayHaveHappened_data();
    void status_ofAnyPlatform_saysWhatMayHaveHappened();
    void refusalOfASingleLead_isReadByItsWords_data();
    void refusalOfASingleLead_isReadByItsWords();
    void refusalOfALeadThatIsThere_isNoFaultOfTheCampaign();
    void wait_isReadFromHeaderAndBody_data();
    void wait_isReadFromHeaderAndBody();
    void cutAnswer_isUnknown();
    void reason_isOneShortLine_data();
    void reason_isOneShortLine();
    void reason_neverRepeatsTheCredential();
};

void PlatformStatusesTest::status_ofAnyPlatform_saysWhatMayHaveHappened_data() {
    QTest::addColumn<int>("status");
    QTest::addColumn<int>("leads");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](int status, int leads, const char* expected) {
        QTest::addRow("%d for %d", status, leads) << status << leads << QByteArray(expected);
    };
    row(400, 2, "nn+narrow");
    row(400, 1, "r");
    row(422, 1, "r");
    row(413, 2, "nn+narrow");
    row(401, 2, "nn+attention");
    row(402, 1, "n+attention");
    row(403, 1, "n+attention");
    row(404, 1, "n+attention");
    row(408, 1, "n");
    row(429, 2, "nn+quiet 10000");
    row(302, 1, "u");
    row(500, 2, "uu");
    row(503, 1, "u");
}

void PlatformStatusesTest::status_ofAnyPlatform_saysWhatMayHaveHappened() {
    QFETCH(int, status);
    QFETCH(int, leads);
    QFETCH(QByteArray, expected);
    for (const Platform platform : {Platform::Instantly, Platform::Smartlead, Platform::Lemlist}) {
        if (leads > 1 && platform == Platform::Lemlist)
            continue;
        const std::string read = leadsheet::test::readShown(
            adapterFor(platform), static_cast<std::size_t>(leads), "{}", status);
        QCOMPARE(QByteArray::fromStdString(read), expected);
    }
}

void PlatformStatusesTest::refusalOfASingleLead_isReadByItsWords_data() {
    QTest::addColumn<QByteArray>("words");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* words, const char* expected) {
        QTest::newRow(words) << QByteArray(words) << QByteArray(expected);
    };
    row("Invalid API key", "n+attention");
    row("api_key is required", "n+attention");
    row("Your token has expired", "n+attention");
    row("Campaign not found", "n+attention");
    row("campaign_id must be a UUID", "n+attention");
    row("You have reached the lead limit of your plan", "n+attention");
    row("Rate limit exceeded, retry later", "n+quiet 10000");
    row("rate_limit_exceeded", "n+quiet 10000");
    row("Too many requests", "n+quiet 10000");
    row("Too many requests for this campaign", "n+quiet 10000");
    // What names something of a lead is about this lead.
    row("Email is not valid for this campaign", "r");
    row("The domain may not be used in this workspace", "r");
    row("first_name: the name is too long for this campaign", "r");
    row("Lead is not allowed in this campaign", "r");
    row("token@campaign.example is refused", "r");
    row("Prospect is not allowed in this campaign", "r");
    row("Recipients may not be in two campaigns", "r");
    row("This person may not be in your workspace", "r");
    // The plan's room is not.
    row("The contacts limit of your workspace is reached", "n+attention");
    row("Contact limit exceeded: upgrade your plan", "n+attention");
    row("User has no permission", "n+attention");
    // Parts of words are no words.
    row("Needs an explanation", "r");
    row("Bad request", "r");
}

void PlatformStatusesTest::refusalOfASingleLead_isReadByItsWords() {
    QFETCH(QByteArray, words);
    QFETCH(QByteArray, expected);
    const std::string text = words.toStdString();
    for (const Platform platform : {Platform::Instantly, Platform::Smartlead, Platform::Lemlist}) {
        const std::string body = R"({"ok":false,"error":")" + text + "\"}";
        for (const int status : {400, 422, 200})
            QCOMPARE(QByteArray::fromStdString(
                         leadsheet::test::readShown(adapterFor(platform), 1, body, status)),
                     expected);
        if (platform == Platform::Lemlist)
            continue;
        // Of several it says nothing yet: it may be one of them that is at fault.
        for (const int status : {400, 200})
            QCOMPARE(leadsheet::test::readShown(adapterFor(platform), 2, body, status),
                     std::string("nn+narrow"));
    }
}

void PlatformStatusesTest::refusalOfALeadThatIsThere_isNoFaultOfTheCampaign() {
    for (const char* words : {"Already in this campaign", "Duplicate entry in workspace",
                              "already_exists: workspace", "Already added to the campaign"}) {
        const std::string body = R"({"error":")" + std::string(words) + "\"}";
        for (const Platform platform : {Platform::Instantly, Platform::Smartlead})
            QCOMPARE(leadsheet::test::readShown(adapterFor(platform), 1, body, 400),
                     std::string("r"));
    }
    const std::string ended = R"({"error":"The campaign is already completed"})";
    QCOMPARE(leadsheet::test::readShown(adapterFor(Platform::Instantly), 1, ended, 400),
             std::string("n+attention"));
}

void PlatformStatusesTest::wait_isReadFromHeaderAndBody_data() {
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("millis");
    QTest::newRow("seconds") << QByteArray("2") << QByteArray() << 2'000;
    QTest::newRow("decimals, rounded up") << QByteArray("0.2504") << QByteArray() << 251;
    QTest::newRow("in the body") << QByteArray()
                                 << QByteArray(R"({"error":{"code":"X","retry_after":30}})")
                                 << 30'000;
    QTest::newRow("the header counts first")
        << QByteArray("4") << QByteArray(R"({"retry_after":30})") << 4'000;
    QTest::newRow("an hour at most")
        << QByteArray("99999999999999999999") << QByteArray() << 3'600'000;
    QTest::newRow("unreadable") << QByteArray("soon") << QByteArray("nor this") << 10'000;
    QTest::newRow("negative") << QByteArray("-5") << QByteArray() << 10'000;
}

void PlatformStatusesTest::wait_isReadFromHeaderAndBody() {
    QFETCH(QByteArray, header);
    QFETCH(QByteArray, body);
    QFETCH(int, millis);
    PlatformAnswer answer;
    answer.status = 429;
    if (!header.isEmpty())
        answer.retryAfter = header.toStdString();
    answer.body = body.toStdString();
    const auto reading = smartleadAdapter().readPush(leadsheet::test::emailsOf(1), answer);
    QCOMPARE(reading.quietFor, std::optional(std::chrono::milliseconds(millis)));
}

void PlatformStatusesTest::cutAnswer_isUnknown() {
    PlatformAnswer answer;
    answer.status = 200;
    answer.body = R"({"_id":"lea_1"})";
    answer.cut = true;
    QCOMPARE(shown(lemlistAdapter().readPush(leadsheet::test::emailsOf(1), answer)),
             std::string("u"));
}

void PlatformStatusesTest::reason_isOneShortLine_data() {
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("reason");
    QTest::newRow("text") << QByteArray(" Bad\r\n team\x01 ") << QByteArray("Bad team");
    QTest::newRow("message") << QByteArray(R"({"statusCode":400,"error":"E","message":"M"})")
                             << QByteArray("M");
    QTest::newRow("nested") << QByteArray(R"({"error":{"code":"C","message":"M"}})")
                            << QByteArray("M");
    QTest::newRow("list") << QByteArray(R"({"errors":["first","second"]})") << QByteArray("first");
    QTest::newRow("a page") << QByteArray("<!DOCTYPE html><p>x") << QByteArray();
    QTest::newRow("long") << QByteArray(9'000, 'x') << QByteArray(500, 'x');
    QTest::newRow("not UTF-8") << QByteArray("ok \xff\xfe") << QByteArray("ok ");
}

void PlatformStatusesTest::reason_isOneShortLine() {
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, reason);
    PlatformAnswer answer;
    answer.body = body.toStdString();
    QCOMPARE(QByteArray::fromStdString(answerReason(answer)), reason);
}

void PlatformStatusesTest::reason_neverRepeatsTheCredential() {
    QCOMPARE(withoutSecret("api_key=se%2Fcret or se/cret; se/cret", "se/cret"),
             std::string("api_key=[credential] or [credential]; [credential]"));
    // As lemlist gets it, with and without padding, and as JSON may write it.
    QCOMPARE(withoutSecret("Basic OnRvcHNlY3JldGtleS89K2FiYw==, OnRvcHNlY3JldGtleS89K2FiYw",
                           "topsecretkey/=+abc"),
             std::string("Basic [credential], [credential]"));
    QCOMPARE(withoutSecret(R"(bad topsecretkey\/=+abc)", "topsecretkey/=+abc"),
             std::string("bad [credential]"));
    QCOMPARE(withoutSecret(R"(bad se\"cret\\)", "se\"cret\\"), std::string("bad [credential]"));
    // As forms have it, and JSON of nothing but ASCII, whatever the case of the digits.
    QCOMPARE(withoutSecret("key=se+cr%26%C3%9F* or se+cr%26%c3%9f*, se%20cr%26%c3%9f%2a",
                           "se cr&\u00df*"),
             std::string("key=[credential] or [credential], [credential]"));
    QCOMPARE(withoutSecret(R"(bad secret\u00df\/\ud83d\ude00 secret\u00DF\/\uD83D\uDE00)",
                           "secret\u00df/\U0001F600"),
             std::string("bad [credential] [credential]"));
    // Also where the reason was cut within it, as far as it is long enough to be one.
    const std::string before(kMaxReasonBytes - 10, 'x');
    QCOMPARE(withoutSecret(before + "topsecretk", "topsecretkey/=+abc"), before + "[credential]");
    QCOMPARE(withoutSecret("bad topsecretk", "topsecretkey/=+abc"), std::string("bad topsecretk"));
    QCOMPARE(withoutSecret("nothing", ""), std::string("nothing"));
    // What is no secret is not looked for: it would be found inside of words.
    QCOMPARE(withoutSecret("nothing at all", "a"), std::string("nothing at all"));
}

LEADSHEET_TEST(tst_platform_statuses, PlatformStatusesTest);
#include "tst_platform_statuses.moc"
