// SPDX-License-Identifier: Apache-2.0
#include "order_scene.hpp"
#include "test_database.hpp"
#include "test_main.hpp"
#include "test_store.hpp"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <functional>
#include <map>
#include <set>
#include <thread>

using namespace leadsheet::test;
using namespace leadsheet;

namespace {

constexpr std::int64_t kBalance = 100'000;

/// Runs `act(0)` to `act(count - 1)` on threads of their own that begin together; their answers.
std::vector<RawResponse> atOnce(int count, const std::function<RawResponse(int)>& act) {
    std::vector<RawResponse> answers(static_cast<std::size_t>(count));
    std::barrier start(count);
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < count; ++i)
            threads.emplace_back([&, i] {
                start.arrive_and_wait();
                answers[static_cast<std::size_t>(i)] = act(i);
            });
    }
    return answers;
}

/// How often each status, with its code when it is a problem, was answered.
std::map<std::string, int> countsOf(const std::vector<RawResponse>& answers) {
    std::map<std::string, int> counts;
    for (const RawResponse& answer : answers)
        ++counts[std::to_string(answer.status) + " " + codeOf(answer)];
    return counts;
}

std::string textOf(const std::map<std::string, int>& counts) {
    std::string text;
    for (const auto& [answer, count] : counts)
        text += answer + " x " + std::to_string(count) + "; ";
    return text;
}

} // namespace

/// Calls that contradict each other, or are the same, and arrive together over connections of their
/// own: one of them counts, and the money adds up.
class AtOnceTest : public QObject {
    Q_OBJECT
private slots:
    void init();
    void cleanup();
    void samePart_manyTimes_isTakenInOnce();
    void differentParts_numberLeadsWithoutGaps();
    void contradictingSteps_oneIsDone();
    void sameStepWithOneKey_isDoneOnce();
    void refunds_neverExceedWhatWasCaptured();
    void orders_neverExceedTheBalance();
    void orders_neverExceedTheCapOfTheKey();
    void rotations_makeOneSuccessor();
    void policyThatGetsStricterMeanwhile_decides();

private:
    RawResponse post(const std::string& target, const std::string& secret, const std::string& body,
                     RawHeaders headers = {});
    /// available + held + captured - refunded; the credit never changes.
    std::int64_t allMoney();

    QTemporaryDir folder_;
    std::unique_ptr<TestServer> server_;
    std::unique_ptr<OrderScene> scene_;
    int databases_ = 0;
};

void AtOnceTest::init() {
    TestServer::Options options;
    // A file, so that readers and the writer really are apart.
    options.databasePath = folder_.filePath(QString("%1.db").arg(++databases_)).toStdString();
    options.balance = kBalance;
    options.configure = [](auto& config) {
        config.limits.defaultRate.quota = 1'000'000;
        config.limits.orderRate.quota = 1'000'000;
    };
    server_ = std::make_unique<TestServer>(options);
    scene_ = std::make_unique<OrderScene>(*server_);
}

void AtOnceTest::cleanup() {
    scene_.reset();
    server_.reset();
}

RawResponse AtOnceTest::post(const std::string& target, const std::string& secret,
                             const std::string& body, RawHeaders headers) {
    headers.emplace_back("x-api-key", secret);
    headers.emplace_back("Content-Type", "application/json");
    return rawRequest(server_->port(), "POST", target, headers, body);
}

std::int64_t AtOnceTest::allMoney() {
    const QStringList parts = QString::fromStdString(scene_->money()).split(' ');
    return parts[0].toLongLong() + parts[1].toLongLong() + parts[2].toLongLong() -
           parts[3].toLongLong();
}

void AtOnceTest::samePart_manyTimes_isTakenInOnce() {
    const std::string number = scene_->placeIn("in_progress");
    const std::string leads = OrderScene::leads(0, 50);
    const auto answers = atOnce(12, [&](int) { return scene_->ingest(number, "part", leads); });
    const auto counts = countsOf(answers);
    QVERIFY2(counts.size() == 1 && counts.begin()->first == "200 ", textOf(counts).c_str());
    for (const RawResponse& answer : answers)
        QCOMPARE(answer.body, answers.front().body);
    QCOMPARE(memberOf(answers.front(), "/accepted"), std::string("50"));
    QCOMPARE(memberOf(scene_->record(number), "/ingested/accepted"), std::string("50"));
    QCOMPARE(scene_->admin(number, "deliver").status, 200);
    QCOMPARE(memberOf(server_->get("/v1/leads/count"), "/count"), std::string("50"));
}

void AtOnceTest::differentParts_numberLeadsWithoutGaps() {
    constexpr int kParts = 8;
    constexpr int kLeads = 40;
    const std::string number = scene_->placeIn("in_progress", kParts * kLeads);
    const auto answers = atOnce(kParts, [&](int part) {
        // Every part brings ten leads of its neighbour: whoever comes second has duplicates.
        return scene_->ingest(number, "part-" + std::to_string(part),
                              OrderScene::leads(part * kLeads, kLeads + 10));
    });
    std::int64_t accepted = 0;
    for (const RawResponse& answer : answers) {
        QCOMPARE(answer.status, 200);
        accepted += std::stoll(memberOf(answer, "/accepted"));
    }
    QCOMPARE(accepted, kParts * kLeads + 10);
    QCOMPARE(scene_->admin(number, "deliver").status, 200);
    std::set<std::string> seen;
    std::string cursor;
    for (;;) {
        const auto page = server_->get("/v1/leads?limit=33&fields=email" +
                                       (cursor.empty() ? "" : "&cursor=" + cursor));
        const auto body = jsonOf(page);
        for (const auto& lead : body.at("data").as_array())
            QVERIFY(seen.insert(memberOf(lead, "/email")).second);
        cursor = memberOf(page, "/meta/nextCursor");
        if (memberOf(page, "/meta/hasMore") != "true")
            break;
    }
    QCOMPARE(static_cast<std::int64_t>(seen.size()), accepted);
    QCOMPARE(memberOf(server_->get("/v1/leads/count"), "/count"), std::to_string(accepted));
}

void AtOnceTest::contradictingSteps_oneIsDone() {
    const std::vector<std::string> ends = {"deliver", "fail", "refund",
                                           "deliver", "fail", "refund"};
    for (int round = 0; round < 10; ++round) {
        const std::string number = scene_->placeWithLeads(20);
        const auto answers = atOnce(static_cast<int>(ends.size()), [&](int i) {
            return scene_->admin(number, ends[static_cast<std::size_t>(i)]);
        });
        const std::string status = memberOf(scene_->record(number), "/status");
        // A delivered order may be refunded afterwards, which is no contradiction.
        auto counts = countsOf(answers);
        const int done = counts["200 "];
        counts.erase("200 ");
        QVERIFY2(status == "failed" || status == "refunded" || status == "delivered",
                 status.c_str());
        QVERIFY2(done == 1 || (done == 2 && status == "refunded"),
                 (status + ": " + textOf(countsOf(answers))).c_str());
        for (const auto& [answer, count] : counts)
            QVERIFY2(answer == "409 invalid_transition", answer.c_str());
        QCOMPARE(allMoney(), kBalance);
        QCOMPARE(QString::fromStdString(scene_->money()).section(' ', 1, 1), QString("0")); // held
    }
}

void AtOnceTest::sameStepWithOneKey_isDoneOnce() {
    const std::string number = scene_->placeWithLeads(20);
    const auto answers = atOnce(10, [&](int) {
        return scene_->admin(number, "deliver", {}, {{"Idempotency-Key", "deliver-1"}});
    });
    auto counts = countsOf(answers);
    QVERIFY2(counts["200 "] >= 1, textOf(counts).c_str());
    counts.erase("200 ");
    counts.erase("409 idempotency_in_progress");
    QVERIFY2(counts.empty(), textOf(counts).c_str());
    const auto events = jsonOf(server_->get("/v1/orders/" + number + "/events"));
    int delivered = 0;
    for (const auto& event : events.at("data").as_array())
        delivered += memberOf(event, "/type") == "order.delivered" ? 1 : 0;
    QCOMPARE(delivered, 1);
    QCOMPARE(allMoney(), kBalance);
}

// 100 leads are 8.00, of which three refunds of 2.50 can be given back.
void AtOnceTest::refunds_neverExceedWhatWasCaptured() {
    const std::string number = scene_->placeWithLeads(100);
    QCOMPARE(scene_->admin(number, "deliver").status, 200);
    const auto answers = atOnce(10, [&](int) {
        return scene_->admin(number, "refund",
                             R"({"reason":"x","amount":{"amount":250,"currency":"USD"}})");
    });
    const auto counts = countsOf(answers);
    QVERIFY2(counts.at("200 ") == 3 && counts.size() == 2, textOf(counts).c_str());
    QCOMPARE(memberOf(scene_->record(number), "/refunded/amount"), std::string("750"));
    QCOMPARE(allMoney(), kBalance);
}

// 1,250 orders of 0.80 would fit; of 80.00 it is twelve.
void AtOnceTest::orders_neverExceedTheBalance() {
    const auto answers = atOnce(20, [&](int i) {
        return server_->createOrder("order-" + std::to_string(i), TestServer::orderBody(1'000));
    });
    const auto counts = countsOf(answers);
    const auto price = std::stoll(
        memberOf(*std::ranges::find(answers, 201, &RawResponse::status), "/price/amount"));
    const int fit = static_cast<int>(kBalance / price);
    QVERIFY2(fit > 1 && fit < 20, std::to_string(price).c_str());
    QVERIFY2(counts.at("201 ") == fit && counts.at("402 insufficient_credit") == 20 - fit,
             textOf(counts).c_str());
    QCOMPARE(allMoney(), kBalance);
}

void AtOnceTest::orders_neverExceedTheCapOfTheKey() {
    server::BootstrapKey capped{"capped", server::KeyType::Customer, {"orders:write"}, {}};
    capped.dailySpendCap = 2'500; // three orders of 8.00
    const std::string secret = server_->addKey(capped).secret;
    const auto answers = atOnce(12, [&](int i) {
        return server_->createOrder("capped-" + std::to_string(i), TestServer::orderBody(), secret);
    });
    const auto counts = countsOf(answers);
    QVERIFY2(counts.at("201 ") == 3 && counts.at("402 spend_cap_reached") == 9,
             textOf(counts).c_str());
    QCOMPARE(allMoney(), kBalance);
}

void AtOnceTest::rotations_makeOneSuccessor() {
    const std::string target = "/v1/keys/" + server_->customerKeyId() + "/rotate";
    const auto answers = atOnce(10, [&](int i) {
        return post(target, server_->customerKey(), {},
                    {{"Idempotency-Key", "rotate-" + std::to_string(i)}});
    });
    const auto counts = countsOf(answers);
    QVERIFY2(counts.at("201 ") == 1 && counts.at("409 invalid_transition") == 9,
             textOf(counts).c_str());
    const auto listed = jsonOf(server_->get("/v1/keys")).at("data").as_array();
    QCOMPARE(listed.size(), std::size_t{2});
}

void AtOnceTest::policyThatGetsStricterMeanwhile_decides() {
    namespace store = server::store;
    const std::string path = folder_.filePath("policy.db").toStdString();
    std::unique_ptr<store::Store> other;
    store::AccountId account;
    std::atomic<bool> armed{false};
    std::atomic<std::thread::id> writer;
    TestServer server({.databasePath = path, .configure = [&](server::Config& config) {
                           config.databaseHook = [&](store::DbOp op, std::uint64_t) {
                               const auto self = std::this_thread::get_id();
                               if (op == store::DbOp::Committed)
                                   writer = self;
                               // SQLite asks before reads, too.
                               const bool writes = onPostgres() || writer.load() == self;
                               if (op == store::DbOp::Begin && writes && armed.exchange(false))
                                   (void)other->writeAndWait([&](store::Tx& tx) {
                                       tx.setDuplicates(account,
                                                        server::domain::DuplicatePolicy::Refuse, 0);
                                   });
                               return 0;
                           };
                       }});
    other = std::move(*openTestStore(path));
    account = store::AccountId(server.accountId());
    const std::string body = TestServer::orderBody();
    QCOMPARE(server.createOrder("a", body).status, 201);
    armed = true;
    QCOMPARE(codeOf(server.createOrder("b", body)), std::string("equivalent_order"));
    QVERIFY(!armed);
}

LEADSHEET_TEST(tst_at_once, AtOnceTest);
#include "tst_at_once.moc"
