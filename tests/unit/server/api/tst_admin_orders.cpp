// SPDX-License-Identifier: Apache-2.0
#include "order_scene.hpp"
#include "test_main.hpp"

#include <QTest>

#include <map>

using namespace leadsheet::test;
using namespace leadsheet;
using namespace std::chrono_literals;

namespace {

constexpr std::array kStatuses = {"pending_review", "in_progress", "info_requested", "delivered",
                                  "cancelled",      "rejected",    "failed",         "refunded"};
constexpr std::array kSteps = {"approve", "request-info", "reply", "cancel",
                               "reject",  "deliver",      "fail",  "refund"};

/// Contract section 6, once more: what may be done where, and what it leads to.
const std::map<std::pair<std::string, std::string>, std::string> kAllowed{
    {{"pending_review", "approve"}, "in_progress"},
    {{"pending_review", "request-info"}, "info_requested"},
    {{"pending_review", "cancel"}, "cancelled"},
    {{"pending_review", "reject"}, "rejected"},
    {{"pending_review", "refund"}, "refunded"},
    {{"in_progress", "request-info"}, "info_requested"},
    {{"in_progress", "deliver"}, "delivered"},
    {{"in_progress", "fail"}, "failed"},
    {{"in_progress", "refund"}, "refunded"},
    {{"info_requested", "reply"}, "pending_review"},
    {{"info_requested", "cancel"}, "cancelled"},
    {{"info_requested", "reject"}, "rejected"},
    {{"info_requested", "refund"}, "refunded"},
};

} // namespace

/// The order life cycle over real sockets: admin steps, the customer's reply, the work queue.
class AdminOrdersTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void cleanupTestCase();
    void step_inEveryStatus_followsTheContract_data();
    void step_inEveryStatus_followsTheContract();
    void step_leavesAnEventWithActorAndText();
    void ending_givesTheHoldBack_data();
    void ending_givesTheHoldBack();
    void question_isAnsweredAndAskedAgain();
    void step_ofAnOldVersion_conflicts_data();
    void step_ofAnOldVersion_conflicts();
    void step_withKey_replaysSuccessAndFinalRefusal();
    void step_withWrongBody_isNamed_data();
    void step_withWrongBody_isNamed();
    void step_ofAbsentOrder_isNotFound();
    void queue_isOldestFirstOverAllAccounts();
    void queue_filters_data();
    void queue_filters();
    void record_tellsAccountKeyAndIngest();

private:
    std::unique_ptr<TestServer> server_;
    std::unique_ptr<OrderScene> scene_;
};

void AdminOrdersTest::initTestCase() {
    server_ = std::make_unique<TestServer>(TestServer::Options{.configure = [](auto& config) {
        config.limits.defaultRate.quota = 1'000'000;
    }});
    scene_ = std::make_unique<OrderScene>(*server_);
}

void AdminOrdersTest::cleanupTestCase() {
    scene_.reset();
    server_.reset();
}

void AdminOrdersTest::step_inEveryStatus_followsTheContract_data() {
    QTest::addColumn<QString>("status");
    QTest::addColumn<QString>("step");
    for (const char* status : kStatuses) {
        for (const char* step : kSteps)
            QTest::addRow("%s %s", status, step) << status << step;
    }
}

void AdminOrdersTest::step_inEveryStatus_followsTheContract() {
    QFETCH(QString, status);
    QFETCH(QString, step);
    const std::string number = scene_->placeIn(status.toStdString());
    const auto before = scene_->record(number);
    QCOMPARE(memberOf(before, "/status"), status.toStdString());
    const std::string money = scene_->money();
    const auto answer = scene_->perform(number, step.toStdString());
    const auto after = scene_->record(number);
    const auto allowed = kAllowed.find({status.toStdString(), step.toStdString()});
    if (allowed != kAllowed.end()) {
        QCOMPARE(answer.status, 200);
        QCOMPARE(memberOf(answer, "/status"), allowed->second);
        QCOMPARE(answer.header("ETag"), after.header("ETag"));
        QVERIFY(after.header("ETag") != before.header("ETag"));
        return;
    }
    QCOMPARE(answer.status, 409);
    QCOMPARE(codeOf(answer), std::string("invalid_transition"));
    QVERIFY2(memberOf(answer, "/detail").find(status.toStdString()) != std::string::npos,
             answer.body.c_str());
    QCOMPARE(after.body, before.body);
    QCOMPARE(scene_->money(), money);
}

void AdminOrdersTest::step_leavesAnEventWithActorAndText() {
    const std::string number = scene_->place();
    for (const char* step : {"request-info", "reply", "approve", "fail"})
        QCOMPARE(scene_->perform(number, step).status, 200);
    const auto events = jsonOf(server_->get("/v1/orders/" + number + "/events"));
    std::string told;
    for (const auto& event : events.at("data").as_array())
        told += memberOf(event, "/version") + " " + memberOf(event, "/type") + " " +
                memberOf(event, "/actor") + " " + memberOf(event, "/message") + "\n";
    QCOMPARE(told, std::string("1 order.created customer null\n"
                               "2 order.info_requested admin Austria as well?\n"
                               "3 order.replied customer Yes.\n"
                               "4 order.approved admin null\n"
                               "5 order.failed admin because\n"));
}

void AdminOrdersTest::ending_givesTheHoldBack_data() {
    QTest::addColumn<QString>("status");
    QTest::addColumn<QString>("payment");
    QTest::newRow("cancelled") << "cancelled"
                               << "released";
    QTest::newRow("rejected") << "rejected"
                              << "released";
    QTest::newRow("failed") << "failed"
                            << "released";
    QTest::newRow("refunded before delivery") << "refunded"
                                              << "released";
    QTest::newRow("delivered without a lead") << "delivered"
                                              << "captured";
}

void AdminOrdersTest::ending_givesTheHoldBack() {
    QFETCH(QString, status);
    QFETCH(QString, payment);
    const std::string before = scene_->money();
    const auto order = scene_->record(scene_->placeIn(status.toStdString()));
    QCOMPARE(scene_->money(), before);
    QCOMPARE(memberOf(order, "/paymentStatus"), payment.toStdString());
    QCOMPARE(memberOf(order, "/captured/amount"), std::string("0"));
}

void AdminOrdersTest::question_isAnsweredAndAskedAgain() {
    const std::string number = scene_->placeIn("in_progress");
    for (const char* question : {"Austria?", "And Switzerland?"}) {
        const auto asked = scene_->admin(number, "request-info",
                                         std::string("{\"question\":\"  ") + question + " \"}");
        QCOMPARE(memberOf(asked, "/question"), std::string(question));
        QCOMPARE(memberOf(server_->get("/v1/orders/" + number), "/question"),
                 std::string(question));
        QCOMPARE(memberOf(scene_->customer(number, "reply"), "/status"),
                 std::string("pending_review"));
    }
    QCOMPARE(scene_->admin(number, "approve").status, 200);
}

void AdminOrdersTest::step_ofAnOldVersion_conflicts_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("match");
    QTest::addColumn<QString>("code");
    QTest::newRow("body") << R"({"expectedVersion":1})"
                          << ""
                          << "version_conflict";
    QTest::newRow("header") << ""
                            << "\"1\""
                            << "version_conflict";
    QTest::newRow("both, different") << R"({"expectedVersion":2})"
                                     << "\"1\""
                                     << "validation_failed";
    QTest::newRow("not a tag") << ""
                               << "2"
                               << "invalid_parameter";
    QTest::newRow("right") << R"({"expectedVersion":2})"
                           << "\"2\""
                           << "";
    QTest::newRow("any") << ""
                         << "*"
                         << "";
}

void AdminOrdersTest::step_ofAnOldVersion_conflicts() {
    QFETCH(QString, body);
    QFETCH(QString, match);
    QFETCH(QString, code);
    const std::string number = scene_->placeIn("in_progress"); // version 2
    RawHeaders headers;
    if (!match.isEmpty())
        headers.emplace_back("If-Match", match.toStdString());
    const auto answer = scene_->admin(number, "deliver", body.toStdString(), headers);
    QCOMPARE(codeOf(answer), code.toStdString());
    QCOMPARE(memberOf(scene_->record(number), "/version"), std::string(code.isEmpty() ? "3" : "2"));
}

void AdminOrdersTest::step_withKey_replaysSuccessAndFinalRefusal() {
    const std::string number = scene_->place();
    const RawHeaders key{{"Idempotency-Key", "approve once"}};
    QCOMPARE(codeOf(scene_->admin(number, "approve", {}, key)),
             std::string("idempotency_key_invalid"));
    const RawHeaders good{{"Idempotency-Key", "approve-once"}};
    const auto first = scene_->admin(number, "approve", {}, good);
    QCOMPARE(first.status, 200);
    const auto again = scene_->admin(number, "approve", {}, good);
    QCOMPARE(again.status, 200);
    QCOMPARE(again.body, first.body);
    QCOMPARE(again.header("Idempotent-Replayed"), std::string("true"));
    QCOMPARE(again.header("ETag"), first.header("ETag"));
    const RawHeaders other{{"Idempotency-Key", "cancel-too-late"}};
    const auto refused = scene_->admin(number, "reject", {}, other);
    QCOMPARE(codeOf(refused), std::string("invalid_transition"));
    // The order could be rejected by now, but the key stands for its first answer.
    QCOMPARE(scene_->admin(number, "request-info").status, 200);
    const auto repeated = scene_->admin(number, "reject", {}, other);
    QCOMPARE(repeated.status, 409);
    QCOMPARE(repeated.body, refused.body);
    QCOMPARE(repeated.header("Content-Type"), std::string("application/problem+json"));
    QVERIFY(repeated.header("X-Request-Id") != refused.header("X-Request-Id"));
}

void AdminOrdersTest::step_withWrongBody_isNamed_data() {
    QTest::addColumn<QString>("step");
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("field");
    const auto row = [](const char* step, const char* body, const char* pointer,
                        const char* field) {
        QTest::addRow("%s %s", step, body) << step << body << pointer << field;
    };
    row("approve", R"({"reason":"x"})", "/reason", "unknown_member");
    row("approve", R"({"":"x"})", "/", "unknown_member");
    row("approve", "[]", "", "wrong_type");
    row("reject", "{}", "/reason", "required");
    row("reject", R"({"reason":"   "})", "/reason", "required");
    row("reject", R"({"reason":7})", "/reason", "wrong_type");
    row("reject", R"({"reason":"a\u0001"})", "/reason", "invalid_characters");
    row("request-info", R"({"reason":"x"})", "/reason", "unknown_member");
    row("request-info", R"({"question":""})", "/question", "required");
    row("fail", R"({"reason":"x","expectedVersion":0})", "/expectedVersion", "out_of_range");
    row("refund", R"({"amount":{"amount":5,"currency":"USD"}})", "/reason", "required");
    row("refund", R"({"reason":"x","amount":5})", "/amount", "wrong_type");
    row("refund", R"({"reason":"x","amount":{"amount":0,"currency":"USD"}})", "/amount/amount",
        "out_of_range");
    row("refund", R"({"reason":"x","amount":{"amount":-3,"currency":"USD"}})", "/amount/amount",
        "out_of_range");
    row("refund", R"({"reason":"x","amount":{"amount":1.5,"currency":"USD"}})", "/amount/amount",
        "out_of_range");
    row("refund", R"({"reason":"x","amount":{"amount":5,"currency":"EUR"}})", "/amount/currency",
        "not_allowed");
    row("refund", R"({"reason":"x","amount":{"amount":5,"currency":"USD"}})", "/amount",
        "not_allowed"); // nothing is captured yet
}

void AdminOrdersTest::step_withWrongBody_isNamed() {
    QFETCH(QString, step);
    QFETCH(QString, body);
    QFETCH(QString, pointer);
    QFETCH(QString, field);
    const std::string number = scene_->place();
    const auto before = scene_->record(number);
    const auto answer = scene_->admin(number, step.toStdString(), body.toStdString());
    QCOMPARE(answer.status, 422);
    QCOMPARE(codeOf(answer), std::string("validation_failed"));
    QCOMPARE(memberOf(answer, "/errors/0/pointer"), pointer.toStdString());
    QCOMPARE(memberOf(answer, "/errors/0/code"), field.toStdString());
    QCOMPARE(scene_->record(number).body, before.body);
}

void AdminOrdersTest::step_ofAbsentOrder_isNotFound() {
    for (const char* number : {"LS-0000000000", "LS-0", "nonsense"}) {
        QCOMPARE(codeOf(scene_->admin(number, "approve")), std::string("not_found"));
        QCOMPARE(codeOf(scene_->record(number)), std::string("not_found"));
    }
}

void AdminOrdersTest::queue_isOldestFirstOverAllAccounts() {
    const auto clock = std::make_shared<ManualClock>();
    TestServer server({.clock = clock});
    OrderScene scene(server);
    const std::string other = server.addAccount(1'000'000);
    std::vector<std::string> made;
    for (int i = 0; i < 7; ++i) {
        made.push_back(scene.place(10, i % 2 == 0 ? other : std::string()));
        if (i % 3 == 0)
            clock->advance(1s); // the others share a moment
    }
    std::vector<std::string> seen;
    for (std::string target = "/v1/admin/orders?limit=3"; !target.empty();) {
        const auto page = jsonOf(server.get(target, scene.adminHeaders()));
        for (const auto& order : page.at("data").as_array())
            seen.push_back(memberOf(order, "/order_number"));
        const bool more = memberOf(page, "/meta/hasMore") == "true";
        target =
            more ? "/v1/admin/orders?limit=2&cursor=" + memberOf(page, "/meta/nextCursor") : "";
    }
    QCOMPARE(seen, made);
}

void AdminOrdersTest::queue_filters_data() {
    QTest::addColumn<QString>("query");
    QTest::addColumn<int>("count");
    QTest::newRow("none") << "" << 4;
    QTest::newRow("status") << "?status=in_progress" << 1;
    QTest::newRow("account") << "?accountId=%1" << 3;
    QTest::newRow("account and status") << "?accountId=%1&status=pending_review" << 2;
    QTest::newRow("unknown account") << "?accountId=acc_none" << 0;
    QTest::newRow("created after") << "?createdAfter=2026-03-01T12:00:01.000Z" << 2;
    QTest::newRow("wrong status") << "?status=open" << -1;
    QTest::newRow("wrong time") << "?createdAfter=yesterday" << -1;
    QTest::newRow("empty account") << "?accountId=" << -1;
    QTest::newRow("unknown parameter") << "?externalRef=x" << -1;
}

void AdminOrdersTest::queue_filters() {
    QFETCH(QString, query);
    QFETCH(int, count);
    const auto clock = std::make_shared<ManualClock>();
    TestServer server({.clock = clock});
    OrderScene scene(server);
    const std::string other = server.addAccount(1'000'000);
    for (const std::string& key : {server.customerKey(), other, server.customerKey()}) {
        scene.place(10, key);
        clock->advance(1s);
    }
    scene.placeIn("in_progress");
    const std::string target =
        "/v1/admin/orders" +
        query.replace("%1", QString::fromStdString(server.accountId())).toStdString();
    const auto answer = server.get(target, scene.adminHeaders());
    if (count < 0) {
        QCOMPARE(codeOf(answer), std::string("invalid_parameter"));
        return;
    }
    QCOMPARE(answer.status, 200);
    QCOMPARE(jsonOf(answer).at("data").as_array().size(), static_cast<std::size_t>(count));
}

void AdminOrdersTest::record_tellsAccountKeyAndIngest() {
    const auto order = scene_->record(scene_->place());
    QCOMPARE(memberOf(order, "/accountId"), server_->accountId());
    QCOMPARE(memberOf(order, "/accountName"), std::string("Test account"));
    QCOMPARE(memberOf(order, "/keyId"), server_->customerKeyId());
    QCOMPARE(memberOf(order, "/ingested"),
             std::string(R"({"accepted":0,"staged":0,"duplicate":0,"rejected":0,"final":false})"));
}

LEADSHEET_TEST(tst_admin_orders, AdminOrdersTest);
#include "tst_admin_orders.moc"
