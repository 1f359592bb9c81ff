// SPDX-License-Identifier: Apache-2.0
// When a run waits, for how long, and what it marks and writes down meanwhile.
#include "changed_file.hpp"
#include "desk.hpp"
#include "test_main.hpp"

#include <QtTest>

#include <barrier>
#include <semaphore>

using namespace leadsheet;
using namespace leadsheet::submit;
using namespace leadsheet::submit::test;
using std::chrono::milliseconds;

namespace {

constexpr std::chrono::seconds kPatience{10}; ///< with another thread, in a test that fails

/// Time passes only where the run waits for it.
struct QuietDesk : Desk {
    QuietDesk() { options.ownThreads = false; }
};

/// An approved run whose prices the service no longer knows.
RunId expired(Desk& desk, OpenDesk& open, int rows) {
    const RunId run = desk.approved(open.ledger, open.submission, differentRows(rows));
    desk.service->expireQuotes();
    return run;
}

Error unavailable() {
    return serverError(503, ErrorCode::Unavailable, "No.", StopReason::AttemptsExhausted);
}

/// What of the order budget is left, as the ledger keeps it; -1 = it does not.
std::int64_t budgetKept(const Desk& desk) {
    sqlite3* raw = nullptr;
    sqlite3_open(desk.file().c_str(), &raw);
    sqlite3_stmt* found = nullptr;
    sqlite3_prepare_v2(raw, "SELECT remaining FROM pacing", -1, &found, nullptr);
    const std::int64_t kept =
        sqlite3_step(found) == SQLITE_ROW ? sqlite3_column_int64(found, 0) : -1;
    sqlite3_finalize(found);
    sqlite3_close(raw);
    return kept;
}

} // namespace

class RunWaitsTest : public QObject {
    Q_OBJECT

private slots:
    void budgetUsedUpBeforeTheFirstRow_isWaitedForAsLongAsIsWanted_data() {
        QTest::addColumn<int>("left"); // ms
        QTest::addColumn<bool>("pauses");
        QTest::newRow("as long") << 60'000 << false;
        QTest::newRow("longer") << 60'001 << true;
    }
    void budgetUsedUpBeforeTheFirstRow_isWaitedForAsLongAsIsWanted() {
        QFETCH(int, left);
        QFETCH(bool, pauses);
        QuietDesk desk;
        desk.options.maxLimitWait = std::chrono::minutes(1);
        desk.service->budget = 0;
        desk.service->budgetPause = milliseconds(left);
        const SteadyTime begin = desk.clock->now();
        const WallTime due = desk.clock->wallNow() + milliseconds(left);
        const RunReport report = desk.submit(differentRows(3));
        QCOMPARE(report.reason, pauses ? PauseReason::LimitReached : PauseReason::None);
        QCOMPARE(report.totals.of(RowState::Queued), pauses ? 3 : 0);
        QCOMPARE(report.totals.of(RowState::Placed), pauses ? 0 : 3);
        QCOMPARE(desk.service->creates(), pauses ? 0 : 3);
        QCOMPARE(report.waitUntil.has_value(), pauses);
        if (pauses)
            QCOMPARE(report.waitUntil->time_since_epoch(), due.time_since_epoch());
        QCOMPARE(desk.clock->now() - begin, pauses ? milliseconds(0) : milliseconds(left));
        QCOMPARE(desk.rows(report.run)[0].attempts, pauses ? 0 : 1);
    }

    // Marked rows are in doubt after a crash, which is not worth it for an hour.
    void wait_forTheBudget_keepsRowsMarkedOnlyForAMoment_data() {
        QTest::addColumn<int>("left"); // ms
        QTest::addColumn<bool>("marked");
        QTest::newRow("a moment") << 2'000 << true;
        QTest::newRow("longer") << 2'001 << false;
    }
    void wait_forTheBudget_keepsRowsMarkedOnlyForAMoment() {
        struct Seen final : RunObserver {
            void onProgress(const RunProgress& progress) override {
                if (progress.waiting == Waiting::ForBudget)
                    sending.push_back(progress.totals.of(RowState::Sending));
            }
            std::vector<std::int64_t> sending;
        } seen;
        QFETCH(int, left);
        QFETCH(bool, marked);
        QuietDesk desk;
        desk.options.maxInFlight = 1;
        OpenDesk open(desk);
        const RunId run = desk.approved(open.ledger, open.submission, differentRows(5));
        desk.service->budget = 0;
        desk.service->budgetPause = milliseconds(left);
        RunControl control;
        QCOMPARE(open.submission.run(run, control, &seen).value().state, RunState::Finished);
        QVERIFY(!seen.sending.empty());
        QCOMPARE(seen.sending.front(), marked ? 2 : 0);
        QCOMPARE(desk.discrepancy(run, 5), std::string());
    }

    void budget_ofWhichNothingIsKnown_isAskedForUntilItIs() {
        QuietDesk desk;
        desk.service->waitsUntold = 3;
        const SteadyTime begin = desk.clock->now();
        const RunReport report = desk.submit(differentRows(5));
        QCOMPARE(report.state, RunState::Finished);
        QCOMPARE(desk.discrepancy(report.run, 5), std::string());
        QVERIFY(desk.clock->now() - begin <= std::chrono::seconds(1));
    }

    // So that a run that is killed and begun again at once sends no more than the server allows.
    void budget_isWrittenDownAtFirstEveryFiveSecondsAndAtLast() {
        QuietDesk desk;
        desk.options.maxInFlight = 1;
        std::vector<std::int64_t> kept;
        desk.service->remembered = 100;
        desk.service->onCreate = [&](int call) {
            kept.push_back(budgetKept(desk));
            desk.service->remembered = 99 - call;
            desk.clock->advance(std::chrono::seconds(1));
        };
        QCOMPARE(desk.submit(differentRows(13)).state, RunState::Finished);
        const std::vector<std::int64_t> wanted{100, 100, 100, 100, 100, 95, 95,
                                               95,  95,  95,  90,  90,  90};
        QCOMPARE(kept, wanted);
        QCOMPARE(budgetKept(desk), 87);
    }

    void pricesThatCannotBeHad_areAskedForAfterEverLongerWaits() {
        QuietDesk desk;
        OpenDesk open(desk);
        const RunId run = expired(desk, open, 1);
        std::vector<SteadyTime> asked;
        desk.service->onQuoteCall = [&](int) {
            asked.push_back(desk.clock->now());
        };
        desk.service->onCreate = [&](int call) {
            if (call != 1)
                return;
            // The new prices are refused as well, and cannot be had again.
            desk.service->expireQuotes();
            desk.service->quoteErrors = {unavailable(), unavailable()};
        };
        desk.service->quoteErrors = std::vector<Error>(5, unavailable());
        QCOMPARE(open.send(run).state, RunState::Finished);
        QCOMPARE(desk.discrepancy(run, 1), std::string());
        std::vector<SteadyTime::duration> waits;
        for (std::size_t i = 1; i < asked.size(); ++i)
            waits.push_back(asked[i] - asked[i - 1]);
        QCOMPARE(waits.size(), std::size_t{8});
        for (const std::size_t i : std::initializer_list<std::size_t>{0, 1, 2, 3, 4, 6, 7}) {
            const milliseconds longest(50 << (i % 6)); // the last ones are first ones again
            QVERIFY(waits[i] >= longest / 2 && waits[i] <= longest);
        }
    }

    void pricesThatAreThereAgain_endTheOutage() {
        QuietDesk desk;
        desk.options.maxOutage = std::chrono::minutes(1);
        OpenDesk open(desk);
        const RunId run = expired(desk, open, 1);
        desk.service->faults = [](int call, const std::string&) {
            return call == 1 ? Fault::Unavailable : Fault::None;
        };
        desk.service->quoteErrors = {unavailable()};
        desk.service->onQuote = [&](const QuoteAsk&) {
            desk.clock->advance(std::chrono::minutes(2));
        };
        const RunReport report = open.send(run);
        QVERIFY2(report.state == RunState::Finished, report.detail.c_str());
        QCOMPARE(desk.service->creates(), 3);
    }

    void pricesUnderWay_areNotAskedForTwice() {
        Desk desk;
        desk.options.maxInFlight = 2;
        OpenDesk open(desk);
        const RunId run = desk.approved(open.ledger, open.submission, differentRows(2));
        const int before = desk.service->quoteCalls();
        std::barrier both(2);
        std::counting_semaphore<> asked{0};
        std::counting_semaphore<> sentAgain{0};
        desk.service->onCreate = [&](int call) {
            if (call < 2)
                both.arrive_and_wait();
            // The failure comes while prices are asked for.
            if (call == 1 && !asked.try_acquire_for(kPatience))
                qWarning("no prices are asked for");
            if (call == 2)
                sentAgain.release();
        };
        desk.service->faults = [](int call, const std::string&) {
            return call == 0 ? Fault::QuoteExpired : call == 1 ? Fault::Unavailable : Fault::None;
        };
        desk.service->onQuoteCall = [&](int call) {
            asked.release();
            if (call == before && !sentAgain.try_acquire_for(kPatience))
                qWarning("the other row is not sent again");
        };
        QCOMPARE(open.send(run).state, RunState::Finished);
        QCOMPARE(desk.service->quoteCalls() - before, 1);
        QCOMPARE(desk.discrepancy(run, 2), std::string());
    }

    void keyThatIsNone_pausesInsteadOfAsking_data() {
        QTest::addColumn<QByteArray>("what");
        QTest::newRow("for its price") << QByteArray("wait_until = 1 << 60");
        QTest::newRow("for its order")
            << "state = " + QByteArray::number(static_cast<int>(RowState::Unknown)) +
                   ", code = 'idempotency_key_reused'";
    }
    void keyThatIsNone_pausesInsteadOfAsking() {
        QFETCH(QByteArray, what);
        QuietDesk desk;
        OpenDesk open(desk);
        const RunId run = desk.approved(open.ledger, open.submission, differentRows(1));
        changeFile(desk, "UPDATE rows SET order_key = '', " + what.toStdString());
        const int before = desk.service->quoteCalls();
        const RunReport report = open.send(run);
        QCOMPARE(report.state, RunState::Paused);
        QCOMPARE(report.reason, PauseReason::LocalStorage);
        QVERIFY(!report.detail.empty());
        QCOMPARE(desk.service->quoteCalls(), before);
        QCOMPARE(desk.service->creates(), 0);
    }

    void outage_isLookedAtWithOneRowAtATime() {
        QuietDesk desk;
        desk.options.maxInFlight = 4;
        desk.options.maxOutage = std::chrono::minutes(1);
        std::vector<SteadyTime> sent;
        desk.service->onCreate = [&](int) {
            sent.push_back(desk.clock->now());
        };
        desk.service->faults = [](int, const std::string&) {
            return Fault::ResetBeforeSend;
        };
        QCOMPARE(desk.submit(differentRows(20)).reason, PauseReason::ServerUnreachable);
        QVERIFY(sent.size() > 12);
        for (std::size_t i = 8; i < sent.size(); ++i)
            QVERIFY(sent[i] > sent[i - 1]);
    }

    void outage_whileARowIsUnderWay_sendsNoOther() {
        Desk desk;
        desk.options.maxInFlight = 2;
        desk.options.maxOutage = std::chrono::minutes(1);
        std::atomic<int> underWay = 0;
        std::atomic<int> most = 0;
        desk.service->onCreate = [&](int call) {
            if (call < 14)
                return;
            most = std::max(most.load(), ++underWay);
            QThread::msleep(5); // in which another one would come
            --underWay;
        };
        desk.service->faults = [](int, const std::string&) {
            return Fault::ResetBeforeSend;
        };
        QCOMPARE(desk.submit(differentRows(20)).reason, PauseReason::ServerUnreachable);
        QCOMPARE(most.load(), 1);
    }

    void pause_whileTheLastRowIsUnderWay_waitsForItsAnswer() {
        struct Seen final : RunObserver {
            void onProgress(const RunProgress& progress) override {
                if (progress.waiting == Waiting::ForInFlight)
                    waits.release();
            }
            std::counting_semaphore<> waits{0};
        } seen;
        Desk desk;
        desk.options.maxInFlight = 1;
        OpenDesk open(desk);
        const RunId run = desk.approved(open.ledger, open.submission, differentRows(1));
        RunControl control;
        desk.service->onCreate = [&](int) {
            control.pause();
            if (!seen.waits.try_acquire_for(kPatience))
                qWarning("nobody waits for the row under way");
        };
        const RunReport report = open.submission.run(run, control, &seen).value();
        QCOMPARE(report.state, RunState::Finished);
        QCOMPARE(report.reason, PauseReason::None);
        QVERIFY(report.detail.empty());
        QCOMPARE(report.totals.of(RowState::Placed), 1);
        QCOMPARE(open.ledger.run(run).value().pauseDetail, std::string());
        QCOMPARE(desk.discrepancy(run, 1), std::string());
    }
};

LEADSHEET_TEST(tst_run_waits, RunWaitsTest);
#include "tst_run_waits.moc"
