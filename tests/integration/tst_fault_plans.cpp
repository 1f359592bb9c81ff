// SPDX-License-Identifier: Apache-2.0
#include "submit_scene.hpp"
#include "test_main.hpp"

#include "leadsheet/server/fault_plan.hpp"

#include <QTemporaryDir>
#include <QtTest>

using namespace leadsheet;
using server::Fault;

/// The real client and submission against the real server that misbehaves on purpose: every row
/// ends placed exactly once, and none is reported as anything else.
class FaultPlansTest : public QObject {
    Q_OBJECT

private slots:
    void submission_serverMisbehaves_everyRowPlacedOnce_data();
    void submission_serverMisbehaves_everyRowPlacedOnce();
    void submission_everyKindOfFaultAtOnce_everyRowPlacedOnce();
    void submission_quotesFail_pricesInTheEnd();
    void submission_answersLostForEver_rowsStayUnknownAndAreRepaired();
};

namespace {

constexpr std::int64_t kBalance = 100'000'00;

struct Misbehaviour {
    Fault fault;
    int every = 0; ///< every n-th create; 0 = the first `times`
    int times = 1;
};

} // namespace
Q_DECLARE_METATYPE(Misbehaviour)

namespace {

struct FaultyScene {
    explicit FaultyScene(std::int64_t rows = 30) {
        server::Config config;
        config.faults = plan;
        scene = test::startScene(kBalance, std::move(config));
        job.baseUrl = scene.server->baseUrl();
        job.apiKey = scene.key;
        job.ledger = folder.filePath("ledger.db").toStdString();
        job.rows = rows;
    }
    std::shared_ptr<server::FaultPlan> plan = std::make_shared<server::FaultPlan>();
    test::Scene scene;
    QTemporaryDir folder;
    test::SubmitJob job;
};

server::FaultMatch creates() {
    server::FaultMatch match;
    match.operationId = "createOrder";
    return match;
}

} // namespace

void FaultPlansTest::submission_serverMisbehaves_everyRowPlacedOnce_data() {
    using std::chrono::seconds;
    QTest::addColumn<Misbehaviour>("how");
    for (const int status : {408, 425, 429, 500, 502, 503, 504})
        QTest::addRow("status %d", status) << Misbehaviour{Fault::answer(status), 5, 0};
    QTest::newRow("429 with seconds")
        << Misbehaviour{Fault::answerRetryAfter(429, seconds(2)), 7, 0};
    QTest::newRow("429 with a date") << Misbehaviour{
        Fault::answerRetryAfter(429, seconds(2), Fault::RetryAfterForm::HttpDate), 7, 0};
    QTest::newRow("503 with a date") << Misbehaviour{
        Fault::answerRetryAfter(503, seconds(1), Fault::RetryAfterForm::HttpDate), 7, 0};
    QTest::newRow("reset before commit") << Misbehaviour{Fault::resetBeforeCommit(), 3, 0};
    QTest::newRow("reset after commit") << Misbehaviour{Fault::resetAfterCommit(), 3, 0};
    QTest::newRow("every first answer lost") << Misbehaviour{Fault::resetAfterCommit(), 0, 30};
    QTest::newRow("cut after 0 bytes") << Misbehaviour{Fault::truncateBody(0), 3, 0};
    QTest::newRow("cut mid-body") << Misbehaviour{Fault::truncateBody(40), 3, 0};
    QTest::newRow("bad JSON") << Misbehaviour{Fault::badJson(), 4, 0};
    QTest::newRow("stall") << Misbehaviour{Fault::stall(std::chrono::minutes(10)), 0, 2};
}

void FaultPlansTest::submission_serverMisbehaves_everyRowPlacedOnce() {
    QFETCH(Misbehaviour, how);
    FaultyScene faulty;
    if (how.fault.kind == Fault::Kind::Stall)
        faulty.job.callTimeout = std::chrono::seconds(2); // long enough for any other answer
    if (how.every > 0)
        faulty.plan->everyNth(static_cast<std::uint64_t>(how.every), how.fault, creates());
    else
        faulty.plan->add(how.fault, creates(), static_cast<std::uint64_t>(how.times));
    const auto report = test::submitSheet(faulty.job);
    QVERIFY2(report.has_value(), report ? "" : report.error().message.c_str());
    QVERIFY2(report->state == submit::RunState::Finished, report->detail.c_str());
    QVERIFY(faulty.plan->consumed() > 0);
    QCOMPARE(faulty.plan->unconsumed(), std::uint64_t{0});
    const auto wrong = test::disagreement(faulty.job, kBalance);
    QVERIFY2(wrong.empty(), wrong.c_str());
}

void FaultPlansTest::submission_everyKindOfFaultAtOnce_everyRowPlacedOnce() {
    FaultyScene faulty(80);
    faulty.plan->everyNth(5, Fault::answer(503), creates());
    faulty.plan->everyNth(6, Fault::resetBeforeCommit(), creates());
    faulty.plan->everyNth(7, Fault::resetAfterCommit(), creates());
    faulty.plan->everyNth(8, Fault::truncateBody(25), creates());
    faulty.plan->everyNth(9, Fault::badJson(), creates());
    faulty.plan->everyNth(11, Fault::answerRetryAfter(429, std::chrono::seconds(1)), creates());
    const auto report = test::submitSheet(faulty.job);
    QVERIFY2(report.has_value(), report ? "" : report.error().message.c_str());
    QVERIFY2(report->state == submit::RunState::Finished, report->detail.c_str());
    const auto wrong = test::disagreement(faulty.job, kBalance);
    QVERIFY2(wrong.empty(), wrong.c_str());
}

void FaultPlansTest::submission_quotesFail_pricesInTheEnd() {
    FaultyScene faulty;
    server::FaultMatch quotes;
    quotes.operationId = "createQuote";
    faulty.plan->add(Fault::answer(503), quotes);
    faulty.plan->add(Fault::resetAfterCommit(), quotes);
    faulty.plan->add(Fault::truncateBody(100), quotes);
    const auto report = test::submitSheet(faulty.job);
    QVERIFY2(report.has_value(), report ? "" : report.error().message.c_str());
    QCOMPARE(faulty.plan->unconsumed(), std::uint64_t{0});
    const auto wrong = test::disagreement(faulty.job, kBalance);
    QVERIFY2(wrong.empty(), wrong.c_str());
}

void FaultPlansTest::submission_answersLostForEver_rowsStayUnknownAndAreRepaired() {
    FaultyScene faulty(6);
    faulty.job.maxOutage = std::chrono::seconds(20);
    const auto lost = faulty.plan->everyNth(1, Fault::resetAfterCommit(), creates());
    const auto first = test::submitSheet(faulty.job);
    QVERIFY2(first.has_value(), first ? "" : first.error().message.c_str());
    QCOMPARE(first->state, submit::RunState::Paused);
    QCOMPARE(first->totals.of(submit::RowState::Refused), std::int64_t{0});
    QCOMPARE(first->totals.of(submit::RowState::Placed), std::int64_t{0});
    QVERIFY(first->totals.of(submit::RowState::Unknown) > 0);
    faulty.plan->remove(lost);
    const auto second = test::submitSheet(faulty.job);
    QVERIFY2(second.has_value(), second ? "" : second.error().message.c_str());
    QCOMPARE(second->state, submit::RunState::Finished);
    const auto wrong = test::disagreement(faulty.job, kBalance);
    QVERIFY2(wrong.empty(), wrong.c_str());
}

LEADSHEET_TEST(tst_fault_plans, FaultPlansTest);
#include "tst_fault_plans.moc"
