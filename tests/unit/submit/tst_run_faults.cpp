// SPDX-License-Identifier: Apache-2.0
#include "desk.hpp"
#include "test_main.hpp"

#include <QtTest>

#include <barrier>
#include <set>

using namespace leadsheet;
using namespace leadsheet::submit;
using namespace leadsheet::submit::test;

class RunFaultsTest : public QObject {
    Q_OBJECT

private slots:
    void run_everyThirdCallFails_placesEveryRowOnce_data() {
        QTest::addColumn<int>("fault");
        const std::pair<const char*, Fault> faults[] = {
            {"reset before send", Fault::ResetBeforeSend},
            {"request lost", Fault::LostRequest},
            {"answer lost", Fault::LostAnswer},
            {"answer cut", Fault::CutAnswer},
            {"201 unreadable", Fault::Unreadable},
            {"503", Fault::Unavailable},
            {"503 with Retry-After", Fault::UnavailableLater},
            {"500 before the commit", Fault::ServerError},
            {"500 after the commit", Fault::ErrorAfterCommit},
            {"429", Fault::RateLimited},
            {"429 without a time", Fault::LimitUntold},
            {"409 in progress", Fault::InProgress},
            {"quote expired", Fault::QuoteExpired},
        };
        for (const auto& [name, fault] : faults)
            QTest::newRow(name) << static_cast<int>(fault);
    }
    void run_everyThirdCallFails_placesEveryRowOnce() {
        QFETCH(int, fault);
        Desk desk;
        desk.service->faults = [fault](int call, const std::string&) {
            return call % 3 == 0 ? static_cast<Fault>(fault) : Fault::None;
        };
        const auto report = desk.submit(differentRows(40));
        QCOMPARE(report.state, RunState::Finished);
        QCOMPARE(report.totals.of(RowState::Placed), 40);
        QCOMPARE(desk.discrepancy(report.run, 40), std::string());
    }

    void run_answerLost_sendsTheSameKeyAndBytesAgain() {
        Desk desk;
        std::vector<std::string> bodies;
        desk.service->faults = [&bodies](int call, const std::string& body) {
            bodies.push_back(body);
            return call == 0 ? Fault::LostAnswer : Fault::None;
        };
        const auto report = desk.submit(differentRows(1));
        QCOMPARE(bodies.size(), std::size_t{2});
        QCOMPARE(bodies[0], bodies[1]);
        const auto rows = desk.rows(report.run);
        QCOMPARE(rows[0].state, RowState::Placed);
        QCOMPARE(rows[0].attempts, 2);
        Ledger ledger = desk.open();
        const auto attempts = attemptsOf(ledger, rows[0].ref).value();
        QCOMPARE(attempts.size(), std::size_t{2});
        QCOMPARE(attempts[0].outcomeKnown, false);
        QCOMPARE(attempts[1].httpStatus, 201);
    }

    void run_retryAfter_isWaitedInFull() {
        Desk desk;
        SteadyTime first{};
        SteadyTime second{};
        desk.service->faults = [&](int call, const std::string&) {
            (call == 0 ? first : second) = desk.clock->now();
            return call == 0 ? Fault::RateLimited : Fault::None;
        };
        desk.submit(differentRows(1));
        QVERIFY(second - first >= std::chrono::seconds(7));
        QVERIFY(second - first < std::chrono::seconds(9));
    }

    void resume_waitThatTheServiceAskedFor_isNotShortened() {
        for (const bool clockSetBack : {false, true}) {
            Desk desk;
            desk.options.maxLimitWait = std::chrono::minutes(1);
            desk.service->limitPause = std::chrono::hours(5);
            desk.service->faults = [&](int call, const std::string&) {
                return call == 0 ? Fault::RateLimited : Fault::None;
            };
            const auto paused = desk.submit(differentRows(1));
            QCOMPARE(paused.reason, PauseReason::LimitReached);
            const WallTime asked = desk.clock->wallNow();
            if (clockSetBack)
                desk.clock->setWall(asked - std::chrono::hours(48));
            desk.options.maxLimitWait.reset();
            const SteadyTime begin = desk.clock->now();
            QCOMPARE(desk.resume(paused.run).state, RunState::Finished);
            const auto waited = desk.clock->now() - begin;
            if (clockSetBack)
                QVERIFY(waited > std::chrono::minutes(60) && waited < std::chrono::minutes(70));
            else
                QVERIFY(waited >= std::chrono::hours(4) && waited < std::chrono::hours(6));
        }
    }

    void run_limitUntoldForEveryRow_backsOffAndSaysWhatItIs() {
        struct Seen final : RunObserver {
            void onProgress(const RunProgress& progress) override {
                if (progress.waiting != Waiting::No)
                    waits.insert(progress.waiting);
            }
            std::set<Waiting> waits;
        } seen;
        Desk desk;
        desk.service->faults = [](int, const std::string&) {
            return Fault::LimitUntold;
        };
        Ledger ledger = desk.open();
        Submission submission = desk.submission(ledger, ledger.lock().value());
        const RunId run = desk.approved(ledger, submission, differentRows(30));
        RunControl control;
        const SteadyTime begin = desk.clock->now();
        const auto report = submission.run(run, control, &seen).value();
        QCOMPARE(report.reason, PauseReason::ServerUnreachable);
        QVERIFY(report.detail.find("without saying how long") != std::string::npos);
        QVERIFY(desk.clock->now() - begin < std::chrono::minutes(20));
        QVERIFY(desk.service->creates() < 100);
        QVERIFY(seen.waits.contains(Waiting::ForUntoldLimit));
        QVERIFY(!seen.waits.contains(Waiting::ForLimit));
        QCOMPARE(report.totals.of(RowState::Unknown), 0);
    }

    void run_cancelled_tellsRowsToRetryFromRowsWithoutAnAnswer_data() {
        QTest::addColumn<int>("fault");
        QTest::addColumn<bool>("unknown");
        QTest::newRow("503 of the service") << static_cast<int>(Fault::Unavailable) << false;
        QTest::newRow("not sent") << static_cast<int>(Fault::ResetBeforeSend) << false;
        QTest::newRow("answer lost") << static_cast<int>(Fault::LostAnswer) << true;
    }
    void run_cancelled_tellsRowsToRetryFromRowsWithoutAnAnswer() {
        QFETCH(int, fault);
        QFETCH(bool, unknown);
        Desk desk;
        desk.options.maxInFlight = 1;
        Ledger ledger = desk.open();
        Submission submission = desk.submission(ledger, ledger.lock().value());
        const RunId run = desk.approved(ledger, submission, differentRows(10));
        RunControl control;
        desk.service->faults = [fault](int, const std::string&) {
            return static_cast<Fault>(fault);
        };
        struct Canceller final : RunObserver {
            void onRows(const std::vector<RowChange>& rows) override {
                for (const RowChange& row : rows)
                    settled += row.state == RowState::WillRetry || row.state == RowState::Unknown;
                if (settled >= 2)
                    control->cancel();
            }
            RunControl* control = nullptr;
            int settled = 0;
        } canceller;
        canceller.control = &control;
        const auto report = submission.run(run, control, &canceller).value();
        QCOMPARE(report.reason, PauseReason::Cancelled);
        const RunTotals& totals = report.totals;
        QVERIFY(totals.of(RowState::WillRetry) + totals.unanswered() >= 2);
        QCOMPARE(totals.unanswered() > 0, unknown);
        QCOMPARE(totals.of(RowState::WillRetry) > 0, !unknown);
        QCOMPARE(totals.atRisk, totals.unanswered() * 2000);
        QCOMPARE(totals.retrying, totals.of(RowState::WillRetry) * 2000);
        QCOMPARE(totals.committed(), totals.held + totals.atRisk + totals.retrying);
        QCOMPARE(report.detail.find("Unknown Outcome") != std::string::npos, unknown);
        QCOMPARE(ledger.run(run).value().totals.atRisk, totals.atRisk);
    }

    void run_mixedFaults_convergeForManySeeds() {
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            Desk desk;
            auto dice = std::make_shared<testing::SeededRng>(seed);
            desk.service->faults = [dice](int, const std::string&) {
                const Fault faults[] = {Fault::None,        Fault::None,
                                        Fault::LostRequest, Fault::LostAnswer,
                                        Fault::Unavailable, Fault::ErrorAfterCommit,
                                        Fault::CutAnswer,   Fault::QuoteExpired,
                                        Fault::RateLimited, Fault::ResetBeforeSend};
                return faults[dice->uniform(0, 9)];
            };
            const auto report = desk.submit(differentRows(25));
            QCOMPARE(report.state, RunState::Finished);
            QCOMPARE(desk.discrepancy(report.run, 25), std::string());
        }
    }

    void run_quotesExpiredMeanwhile_pricesTheRestInOneCall_data() {
        QTest::addColumn<int>("maxInFlight");
        QTest::newRow("one") << 1;
        QTest::newRow("sixteen") << 16;
    }
    void run_quotesExpiredMeanwhile_pricesTheRestInOneCall() {
        QFETCH(int, maxInFlight);
        Desk desk;
        desk.options.maxInFlight = maxInFlight;
        desk.service->onCreate = [&](int call) {
            if (call == 50)
                desk.service->expireQuotes();
        };
        const auto report = desk.submit(differentRows(300));
        QCOMPARE(report.state, RunState::Finished);
        QCOMPARE(desk.discrepancy(report.run, 300), std::string());
        // Rows under way beside the first refused one may come back after the call for the rest.
        QVERIFY(desk.service->creates() <= 300 + maxInFlight);
        QVERIFY(desk.service->quoteCalls() <= 1 + maxInFlight);
    }

    void run_quotesExpireTwiceUnderManyRows_goesOn() {
        constexpr int kWaves = 2;
        Desk desk;
        desk.options.maxInFlight = 16;
        std::barrier wave(16, [&]() noexcept {
            desk.clock->advance(std::chrono::minutes(1));
            desk.service->expireQuotes();
        });
        desk.service->onCreate = [&](int call) {
            if (call < kWaves * 16)
                wave.arrive_and_wait();
        };
        const auto report = desk.submit(differentRows(40));
        QCOMPARE(report.reason, PauseReason::None);
        QCOMPARE(report.state, RunState::Finished);
        QCOMPARE(desk.service->creates(), kWaves * 16 + 40);
        QCOMPARE(desk.discrepancy(report.run, 40), std::string());
    }

    void run_newPricesAlwaysRefused_pauses() {
        Desk desk;
        desk.service->faults = [](int, const std::string&) {
            return Fault::QuoteExpired;
        };
        const auto report = desk.submit(differentRows(40));
        QCOMPARE(report.reason, PauseReason::SameRefusal);
        QCOMPARE(report.code, std::string("quote_expired"));
        QCOMPARE(report.totals.of(RowState::Queued), 40);
        QVERIFY(desk.service->quoteCalls() >= kSameRefusalLimit);
    }

    void run_quotesExpiredAndDearer_pausesInsteadOfPayingMore() {
        Desk desk;
        desk.service->onCreate = [&](int call) {
            if (call == 20) {
                desk.service->expireQuotes();
                desk.service->centsPerLead = 25;
            }
        };
        const auto report = desk.submit(differentRows(100));
        QCOMPARE(report.state, RunState::Paused);
        QCOMPARE(report.reason, PauseReason::PriceRose);
        QCOMPARE(report.totals.held, report.totals.of(RowState::Placed) * 2000);
        QCOMPARE(report.totals.held, desk.service->moneyTaken());
        const std::int64_t left = report.totals.of(RowState::Ready);
        QVERIFY(left > 0);
        // Until there is a new price, they are said to cost what they did.
        QCOMPARE(report.totals.ready, left * 2000);
        QCOMPARE(desk.open().run(report.run).value().totals.ready, left * 2000);
    }

    void run_quotesExpiredInAnotherCurrency_pausesInsteadOfPayingIt() {
        Desk desk;
        desk.service->onCreate = [&](int call) {
            if (call == 20) {
                desk.service->expireQuotes();
                desk.service->centsPerLead = 8;
                desk.service->currency = "BHD";
            }
        };
        const auto report = desk.submit(differentRows(100));
        QCOMPARE(report.state, RunState::Paused);
        QCOMPARE(report.reason, PauseReason::PriceRose);
        QVERIFY(report.detail.find("BHD") != std::string::npos);
        QCOMPARE(report.totals.held, report.totals.of(RowState::Placed) * 2000);
        QCOMPARE(report.totals.held, desk.service->moneyTaken());
        QVERIFY(report.totals.of(RowState::Ready) > 0);
    }

    void run_quotesExpiredAndReferencesBoughtElsewhere_areJudgedAsWhenSent() {
        Desk desk;
        desk.options.maxInFlight = 1;
        Ledger ledger = desk.open();
        Submission submission = desk.submission(ledger, ledger.lock().value());
        auto rows = differentRows(100);
        rows[98].reference = "R98";
        rows[99].reference = "R99";
        const RunId run = desk.approved(ledger, submission, rows);
        const auto stored = desk.rows(run);
        desk.service->onCreate = [&](int call) {
            if (call != 20)
                return;
            // Another machine was faster; with the second Reference it bought something else.
            desk.service->makeOrder(stored[98].key, stored[98].request, 2000);
            desk.service->makeOrder(stored[99].key, canonicalBody(rowOf("Z", 999).request), 19980);
            desk.service->expireQuotes();
        };
        RunControl control;
        const auto report = submission.run(run, control).value();
        QCOMPARE(report.state, RunState::Finished);
        QCOMPARE(report.totals.of(RowState::Placed), 98);
        QCOMPARE(ledger.row(stored[98].ref).value().state, RowState::AlreadyOrdered);
        const RowRecord other = ledger.row(stored[99].ref).value();
        QCOMPARE(other.state, RowState::Refused);
        QVERIFY(other.message.find("999 leads") != std::string::npos);
        QCOMPARE(report.totals.held, std::int64_t{98 * 2000});
    }

    void run_quotesExpiredAndCheaper_paysLess() {
        Desk desk;
        desk.service->onCreate = [&](int call) {
            if (call == 20) {
                desk.service->expireQuotes();
                desk.service->centsPerLead = 15;
            }
        };
        const auto report = desk.submit(differentRows(100));
        QCOMPARE(report.state, RunState::Finished);
        QCOMPARE(desk.discrepancy(report.run, 100), std::string());
        QVERIFY(report.totals.held < 200'000);
    }

    void run_keyUsedByAnotherRequest_isLookedUp() {
        Desk desk;
        Ledger ledger = desk.open();
        Submission submission = desk.submission(ledger, ledger.lock().value());
        auto rows = differentRows(2);
        rows[1].reference = "R2";
        const RunId run = desk.plan(ledger, submission.lock(), rows).run;
        QVERIFY(submission.quote(run).has_value());
        QVERIFY(submission.approve(run, {}).has_value());
        // Another machine was faster, with a quote of its own; the second with other content.
        const auto stored = desk.rows(run);
        desk.service->makeOrder(stored[0].key, stored[0].request, 2000);
        desk.service->makeOrder(stored[1].key, canonicalBody(rowOf("Z", 999).request), 19980);
        RunControl control;
        const auto report = submission.run(run, control).value();
        QCOMPARE(report.state, RunState::Finished);
        QCOMPARE(ledger.row(stored[0].ref).value().state, RowState::AlreadyOrdered);
        const RowRecord other = ledger.row(stored[1].ref).value();
        QCOMPARE(other.state, RowState::Refused);
        QCOMPARE(other.code, std::string("idempotency_key_reused"));
        QVERIFY(other.message.find("999 leads") != std::string::npos);
        QCOMPARE(report.totals.held, 0);
    }

    void run_requestLostAndBoughtElsewhereMeanwhile_isNotItsOwn() {
        for (const bool givesUp : {false, true}) {
            Desk desk;
            Ledger ledger = desk.open();
            Submission submission = desk.submission(ledger, ledger.lock().value());
            const RunId run = desk.approved(ledger, submission, differentRows(1));
            const RowRecord row = desk.rows(run)[0];
            // Another machine orders the same, at a price that rose meanwhile.
            std::string elsewhere = row.request;
            elsewhere.insert(elsewhere.size() - 1, R"(,"quoteId":"q-of-another-machine")");
            RunControl control;
            desk.service->faults = [&](int call, const std::string&) {
                if (givesUp)
                    control.pause();
                return call == 0 ? Fault::LostRequest : Fault::None;
            };
            desk.service->onCreate = [&](int call) {
                if (call == 1)
                    desk.service->makeOrder(row.key, elsewhere, 2500);
            };
            static_cast<void>(submission.run(run, control).value());
            if (givesUp) {
                desk.service->makeOrder(row.key, elsewhere, 2500);
                static_cast<void>(submission.settle(run, {}).value());
            }
            const RunInfo after = ledger.run(run).value();
            QCOMPARE(ledger.row(row.ref).value().state, RowState::AlreadyOrdered);
            QCOMPARE(after.pauseReason, givesUp ? after.pauseReason : PauseReason::None);
            QCOMPARE(after.totals.held, 0);
        }
    }

    void run_wallClockJumps_neitherDuplicatesNorLoses_data() {
        QTest::addColumn<int>("days");
        QTest::newRow("forward") << 400;
        QTest::newRow("backward") << -400;
    }
    void run_wallClockJumps_neitherDuplicatesNorLoses() {
        QFETCH(int, days);
        Desk desk;
        const SteadyTime begin = desk.clock->now();
        desk.service->faults = [&](int call, const std::string&) {
            if (call == 10)
                desk.clock->setWall(desk.clock->wallNow() + std::chrono::hours(24 * days));
            return call % 4 == 0 ? Fault::LostAnswer : Fault::None;
        };
        const auto report = desk.submit(differentRows(60));
        QCOMPARE(report.state, RunState::Finished);
        QCOMPARE(desk.discrepancy(report.run, 60), std::string());
        QVERIFY(desk.clock->now() - begin < std::chrono::hours(1));
    }

    void run_wallClockIsSet_rowsAreStampedWithTheTimeThatItShows() {
        Desk desk;
        desk.service->faults = [&](int call, const std::string&) {
            if (call == 2)
                desk.clock->setWall(desk.clock->wallNow() + std::chrono::hours(8));
            return Fault::None;
        };
        const WallTime begun = desk.clock->wallNow();
        const auto report = desk.submit(differentRows(5));
        QCOMPARE(report.state, RunState::Finished);
        Ledger ledger = desk.open();
        QVERIFY(ledger.run(report.run)->updatedAt >= begun + std::chrono::hours(8));
        WallTime newest{};
        for (std::int64_t row = 0; row < 5; ++row)
            newest = std::max(newest, ledger.row({report.run.value, row})->updatedAt);
        QVERIFY(newest >= begun + std::chrono::hours(8));
    }

    void run_wallClockIsSetWhileASameWishIsUnderWay_waitsAMoment() {
        for (const auto jump : {std::chrono::hours(8), std::chrono::hours(-8)}) {
            Desk desk;
            desk.service->faults = [&](int call, const std::string&) {
                if (call == 0)
                    desk.clock->setWall(desk.clock->wallNow() + jump);
                return Fault::None;
            };
            Ledger ledger = desk.open();
            Submission submission = desk.submission(ledger, ledger.lock().value());
            RunSpec spec = desk.spec();
            spec.orderDuplicates = true;
            const std::vector<RowInput> twice{rowOf("Steel", 100, 2), rowOf("Steel", 100, 3)};
            const RunId id = desk.plan(ledger, submission.lock(), twice, spec).run;
            QVERIFY(submission.quote(id).has_value());
            QVERIFY(submission.approve(id, {}).has_value());
            const SteadyTime begin = desk.clock->now();
            RunControl control;
            QCOMPARE(submission.run(id, control).value().totals.of(RowState::Placed), 2);
            QVERIFY(desk.clock->now() - begin < std::chrono::hours(1));
        }
    }

    void resume_clockSetBackMeanwhile_doesNotWaitForDays() {
        Desk desk;
        desk.options.maxOutage = std::chrono::seconds(1);
        desk.service->faults = [](int, const std::string&) {
            return Fault::LostAnswer;
        };
        const auto report = desk.submit(differentRows(5));
        QCOMPARE(report.reason, PauseReason::ServerUnreachable);
        desk.service->faults = nullptr;
        desk.clock->setWall(desk.clock->wallNow() - std::chrono::hours(24 * 30));
        const SteadyTime begin = desk.clock->now();
        QCOMPARE(desk.resume(report.run).state, RunState::Finished);
        QVERIFY(desk.clock->now() - begin < std::chrono::hours(3));
        QCOMPARE(desk.discrepancy(report.run, 5), std::string());
    }

    void run_refusedBehindALostAnswer_staysUnknownUntilProven() {
        Desk desk;
        desk.service->faults = [](int call, const std::string&) {
            if (call == 0)
                return Fault::LostAnswer;
            return call == 1 ? Fault::RouteNotFound : Fault::None;
        };
        const auto report = desk.submit(differentRows(1));
        QCOMPARE(report.totals.of(RowState::Placed), 1);
        QCOMPARE(desk.discrepancy(report.run, 1), std::string());
    }
};

LEADSHEET_TEST(tst_run_faults, RunFaultsTest);
#include "tst_run_faults.moc"
