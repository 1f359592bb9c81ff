// SPDX-License-Identifier: Apache-2.0
// One wish, one order: across spellings, edits, runs and computers.
#include "desk.hpp"

#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet;
using namespace leadsheet::submit;
using namespace leadsheet::submit::test;

namespace {

constexpr std::chrono::hours kDay{24};

/// Approves the rows and pauses after `sent` of them.
RunId pausedAfter(Desk& desk, const std::vector<RowInput>& rows, int sent) {
    Ledger ledger = desk.open();
    desk.options.maxInFlight = 1;
    Submission submission = desk.submission(ledger, ledger.lock().value());
    const RunId run = desk.approved(ledger, submission, rows);
    RunControl control;
    desk.service->onCreate = [&](int call) {
        if (call + 1 >= sent)
            control.pause();
    };
    static_cast<void>(submission.run(run, control).value());
    desk.service->onCreate = {};
    return run;
}

} // namespace

class WishesTest : public QObject {
    Q_OBJECT

private slots:
    void submit_correctedRestOfAPausedRun_isOrderedOnceAndTheOldRestRetired() {
        Desk desk;
        const RunId old = pausedAfter(desk, differentRows(10), 3);
        const std::size_t before = orderCount(desk);
        QVERIFY(before >= 3 && before < 10);
        auto corrected = differentRows(10);
        for (std::size_t i = before; i < corrected.size(); ++i)
            corrected[i].request.fields["locations"] = std::vector<std::string>{"Berlin"};
        const Sent sent = send(desk, corrected);
        QCOMPARE(sent.earlier.size(), std::size_t{1});
        QCOMPARE(sent.earlier[0].unsent, static_cast<std::int64_t>(10 - before));
        QVERIFY(sent.earlier[0].sure);
        QCOMPARE(orderCount(desk), std::size_t{10});
        const RunInfo left = desk.open().run(old).value();
        QCOMPARE(left.state, RunState::Finished);
        QCOMPARE(left.newer.value(), sent.run);
        const auto rows = desk.rows(old);
        QCOMPARE(rows.back().skipReason, SkipReason::Retired);
        QVERIFY(rows.back().message.find("never sent") != std::string::npos);
        desk.resume(old);
        QCOMPARE(orderCount(desk), std::size_t{10});
    }

    void submit_respelledRestOfAPausedRun_isOrderedOnce() {
        Desk desk;
        pausedAfter(desk, differentRows(4), 2);
        const std::size_t before = orderCount(desk);
        auto respelled = differentRows(4);
        for (std::size_t i = before; i < respelled.size(); ++i)
            respelled[i] =
                rowOf("  INDUSTRY   " + std::to_string(i), 100, static_cast<std::int64_t>(i) + 2);
        send(desk, respelled);
        QCOMPARE(orderCount(desk), std::size_t{4});
    }

    void retire_otherTabsOfTheSheet_areLeftAlone() {
        Desk desk;
        auto rows = differentRows(8);
        rows[6].tab = rows[7].tab = "Q4";
        const RunId old = pausedAfter(desk, rows, 1);
        auto one = differentRows(6);
        one[5] = rowOf("Corrected", 100, 7);
        RunSpec oneTab = desk.spec();
        oneTab.unreadTabs = {"Q4"};
        send(desk, one, oneTab);
        const auto left = desk.rows(old);
        QCOMPARE(left[6].state, RowState::Queued);
        QCOMPARE(left[7].state, RowState::Queued);
        QCOMPARE(left[5].state, RowState::Skipped);
    }

    void retire_runOfAnotherSheet_isLeftAlone() {
        Desk desk;
        const RunId old = pausedAfter(desk, differentRows(4), 1);
        RunSpec other = desk.spec("other.csv");
        other.sourcePath = "/sheets/other.csv";
        other.sourceSha256 = std::string(64, 'b');
        const Sent sent = send(desk, {rowOf("Elsewhere", 100)}, other);
        QVERIFY(sent.earlier.empty());
        QCOMPARE(desk.rows(old).back().state, RowState::Queued);
    }

    void earlierRuns_sameNameElsewhere_isUnsureAndRetiredOnlyWhenNamed() {
        for (const bool named : {false, true}) {
            Desk desk;
            const RunId old = pausedAfter(desk, differentRows(10), 1);
            RunSpec other = desk.spec();
            other.sourceSha256 = std::string(64, 'b');
            other.sourcePath = "/elsewhere/ICP list.csv";
            auto rows = differentRows(3);
            rows.push_back(rowOf("Else", 100, 9));
            Ledger ledger = desk.open();
            Submission submission = desk.submission(ledger, ledger.lock().value());
            const RunId run = desk.plan(ledger, submission.lock(), rows, other).run;
            static_cast<void>(submission.quote(run).value());
            const auto earlier = ledger.earlierRuns(run).value();
            QCOMPARE(earlier.size(), std::size_t{1});
            QVERIFY(!earlier[0].sure);
            Approval approval;
            approval.retire = true;
            if (named)
                approval.alsoRetire = {old};
            static_cast<void>(submission.approve(run, approval).value());
            QCOMPARE(ledger.row({old.value, 9}).value().state,
                     named ? RowState::Skipped : RowState::Queued);
        }
    }

    void giveUp_restOfARun_isNeverSent() {
        Desk desk;
        const RunId run = pausedAfter(desk, differentRows(5), 2);
        const std::size_t before = orderCount(desk);
        {
            Ledger ledger = desk.open();
            const RunLock lock = ledger.lock().value();
            const auto given = ledger.giveUp(run, lock).value();
            QCOMPARE(given.rows, static_cast<std::int64_t>(5 - before));
            QCOMPARE(given.amount, given.rows * 2000);
            QCOMPARE(ledger.run(run).value().state, RunState::Finished);
            const std::int64_t last[] = {4};
            QCOMPARE(ledger.include(run, last, lock).value(), 0);
        }
        desk.resume(run);
        QCOMPARE(orderCount(desk), before);
        const auto rows = desk.rows(run);
        QCOMPARE(rows.back().skipReason, SkipReason::GivenUp);
        QVERIFY(rows.back().message.starts_with("Given up on 20"));
    }

    void settle_lostAnswers_findsWhatWasOrdered() {
        Desk desk;
        desk.service->faults = [](int call, const std::string&) {
            return call == 0 ? Fault::LostAnswer : call == 1 ? Fault::LostRequest : Fault::None;
        };
        desk.options.maxOutage = std::chrono::seconds(0);
        desk.options.maxInFlight = 1;
        Ledger ledger = desk.open();
        Submission submission = desk.submission(ledger, ledger.lock().value());
        const RunId run = desk.approved(ledger, submission, differentRows(2));
        for (int i = 0; i < 2; ++i) {
            RunControl control;
            if (i == 1)
                desk.service->faults = [](int, const std::string& body) {
                    return body.find("Industry 1") != std::string::npos ? Fault::LostRequest
                                                                        : Fault::Unavailable;
                };
            static_cast<void>(submission.run(run, control).value());
        }
        QVERIFY(ledger.run(run).value().totals.of(RowState::Unknown) > 0);
        const Settled settled = submission.settle(run).value();
        QCOMPARE(ledger.run(run).value().totals.of(RowState::Unknown), 0);
        QCOMPARE(static_cast<std::size_t>(settled.placed), orderCount(desk));
    }

    /// That the service knows no order yet is no proof while it may still be at work on one.
    void settle_orderThatIsSeenLate_isFound_data() {
        QTest::addColumn<int>("lateness"); // ms
        QTest::addColumn<bool>("refusedNow");
        QTest::addColumn<int>("longest"); // of the wait, ms
        QTest::newRow("at once") << 0 << false << 3'000;
        QTest::newRow("soon") << 5'000 << false << 6'000;
        QTest::newRow("after a lock and a standby") << 15'000 << false << 24'000;
        QTest::newRow("at the very end") << 29'999 << false << 30'000;
        QTest::newRow("refused if it were asked for now") << 15'000 << true << 24'000;
    }
    void settle_orderThatIsSeenLate_isFound() {
        QFETCH(const int, lateness);
        QFETCH(const bool, refusedNow);
        QFETCH(const int, longest);
        Desk desk;
        desk.service->faults = [](int, const std::string&) {
            return Fault::LateOrder;
        };
        desk.service->lateness = std::chrono::milliseconds(lateness);
        desk.options.maxOutage = std::chrono::seconds(0);
        Ledger ledger = desk.open();
        Submission submission = desk.submission(ledger, ledger.lock().value());
        const RunId run = desk.approved(ledger, submission, {rowOf("Dentists", 100)});
        RunControl control;
        static_cast<void>(submission.run(run, control).value());
        QCOMPARE(desk.rows(run)[0].state, RowState::Unknown);
        if (refusedNow)
            desk.service->refusedCounts[100] = "Too few now.";
        const auto begin = desk.clock->now();
        const Settled settled = submission.settle(run).value();
        QCOMPARE(settled.placed, 1);
        QCOMPARE(settled.notPlaced, 0);
        QCOMPARE(desk.rows(run)[0].state, RowState::Placed);
        QVERIFY(desk.clock->now() - begin <= std::chrono::milliseconds(longest));
    }

    /// One whose clock was set back since, too, is decided some time.
    void settle_rowThatNeverArrived_isDecidedAfterTheLongestTime() {
        for (const bool clockSetBack : {false, true}) {
            Desk desk;
            desk.service->faults = [](int, const std::string&) {
                return Fault::LostRequest;
            };
            desk.options.maxOutage = std::chrono::seconds(0);
            Ledger ledger = desk.open();
            Submission submission = desk.submission(ledger, ledger.lock().value());
            const RunId run = desk.approved(ledger, submission, differentRows(3));
            RunControl control;
            static_cast<void>(submission.run(run, control).value());
            const auto unknown = ledger.run(run).value().totals.of(RowState::Unknown);
            QVERIFY(unknown > 0);
            if (clockSetBack)
                desk.clock->setWall(desk.clock->wallNow() - std::chrono::hours(1));
            const auto begin = desk.clock->now();
            struct Told : RunObserver {
                void onQuoting(const QuoteProgress& progress) override {
                    seconds.push_back(progress.atMost.count());
                    unknown = progress.unknown;
                }
                std::vector<std::int64_t> seconds;
                std::int64_t unknown = 0;
            } told;
            const Settled settled = submission.settle(run, {}, &told).value();
            QCOMPARE(settled.notPlaced, unknown);
            QCOMPARE(settled.placed, 0);
            QCOMPARE(desk.clock->now() - begin, desk.options.settleAfter);
            // A person who waits is told for how long.
            QCOMPARE(told.unknown, unknown);
            QCOMPARE(told.seconds, (std::vector<std::int64_t>{30, 27, 24, 18, 6}));
        }
    }

    void settle_rowThatIsRefusedNow_isJudgedByItsOrder() {
        for (const bool ordered : {false, true}) {
            Desk desk;
            desk.service->faults = [ordered](int, const std::string&) {
                return ordered ? Fault::LostAnswer : Fault::LostRequest;
            };
            desk.options.maxOutage = std::chrono::seconds(0);
            Ledger ledger = desk.open();
            Submission submission = desk.submission(ledger, ledger.lock().value());
            const RunId run = desk.approved(ledger, submission, {rowOf("Dentists", 100)});
            RunControl control;
            static_cast<void>(submission.run(run, control).value());
            desk.service->refusedCounts[100] = "Too few now.";
            const Settled settled = submission.settle(run).value();
            QCOMPARE(settled.placed, ordered ? 1 : 0);
            QCOMPARE(settled.notPlaced, ordered ? 0 : 1);
            QCOMPARE(desk.rows(run)[0].state, ordered ? RowState::Placed : RowState::WillRetry);
        }
    }

    void quote_unknownRowsOfAnEarlierRun_areSettledFirst() {
        Desk desk;
        desk.service->faults = [](int, const std::string&) {
            return Fault::LostAnswer;
        };
        desk.options.maxOutage = std::chrono::seconds(0);
        RunId old;
        {
            Ledger ledger = desk.open();
            Submission submission = desk.submission(ledger, ledger.lock().value());
            old = desk.approved(ledger, submission, {rowOf("A", 100)});
            RunControl control;
            static_cast<void>(submission.run(old, control).value());
        }
        QCOMPARE(desk.rows(old)[0].state, RowState::Unknown);
        desk.service->faults = {};
        const Sent sent = send(desk, {rowOf("a ", 100)});
        QCOMPARE(desk.rows(old)[0].state, RowState::Placed);
        QCOMPARE(orderCount(desk), std::size_t{1});
        QCOMPARE(sent.quote.orderedBefore, 1);
    }

    void submit_secondComputer_finds_data() {
        QTest::addColumn<QString>("industry");
        QTest::addColumn<int>("count");
        QTest::addColumn<QString>("reference");
        QTest::addColumn<QString>("firstReference");
        QTest::newRow("same bytes") << "Dentists" << 100 << ""
                                    << "";
        QTest::newRow("other case") << "DENTISTS" << 100 << ""
                                    << "";
        QTest::newRow("blanks") << "  Dentists " << 100 << ""
                                << "";
        QTest::newRow("full width") << QString::fromUtf8("Ｄｅｎｔｉｓｔｓ") << 100 << ""
                                    << "";
        QTest::newRow("other count") << "Dentists" << 150 << ""
                                     << "";
        QTest::newRow("Reference there only") << "Dentists" << 100 << ""
                                              << "R-1";
        QTest::newRow("Reference here only") << "Dentists" << 100 << "R-1"
                                             << "";
        QTest::newRow("Reference, respelled") << "dentists" << 100 << "R-1"
                                              << "R-1";
        QTest::newRow("Reference, another wish") << "Doctors" << 100 << "R-1"
                                                 << "R-1";
    }
    void submit_secondComputer_finds() {
        QFETCH(QString, industry);
        QFETCH(int, count);
        QFETCH(QString, reference);
        QFETCH(QString, firstReference);
        Desk desk;
        auto first = rowOf("Dentists", 100);
        first.reference = firstReference.toStdString();
        send(desk, {first});
        QCOMPARE(orderCount(desk), std::size_t{1});
        moveToAnotherComputer(desk);
        auto second = rowOf(industry.toStdString(), count);
        second.reference = reference.toStdString();
        const Sent sent = send(desk, {second});
        QCOMPARE(orderCount(desk), std::size_t{1});
        QCOMPARE(sent.totals.of(RowState::Placed), 0);
        const auto row = desk.rows(sent.run)[0];
        QVERIFY(row.state != RowState::Ready);
        QVERIFY(!row.orderNumber.empty());
    }

    void submit_secondComputerOtherWish_isOrdered_data() {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("value");
        QTest::newRow("place") << "locations"
                               << "Berlin";
        QTest::newRow("title") << "jobTitles"
                               << "CTO";
        QTest::newRow("keyword") << "keywords"
                                 << "logistics";
        QTest::newRow("domains") << "excludeDomains"
                                 << "example.com";
    }
    void submit_secondComputerOtherWish_isOrdered() {
        QFETCH(QString, field);
        QFETCH(QString, value);
        Desk desk;
        send(desk, {rowOf("Dentists", 100)});
        moveToAnotherComputer(desk);
        auto other = rowOf("Dentists", 100);
        other.request.fields[field.toStdString()] = std::vector<std::string>{value.toStdString()};
        send(desk, {other});
        QCOMPARE(orderCount(desk), std::size_t{2});
    }

    void quote_orderedBefore_saysWhatInWords() {
        Desk desk;
        send(desk, {rowOf("Dentists", 100)});
        moveToAnotherComputer(desk);
        desk.clock->advance(12 * kDay);
        const Sent sent = send(desk, {rowOf("dentists", 100)});
        QCOMPARE(sent.quote.orderedBefore, 1);
        const auto row = desk.rows(sent.run)[0];
        QCOMPARE(row.state, RowState::Skipped);
        QCOMPARE(row.skipReason, SkipReason::OrderedBefore);
        QCOMPARE(row.earlier.orders.size(), std::size_t{1});
        QCOMPARE(inWords(row.earlier, desk.clock->wallNow()),
                 std::string("The same companies and people as LS-1, ordered 12 days ago by key "
                             "…x7Qa (100 leads, $20.00)."));
        QVERIFY(row.message.find("ordered on 20") != std::string::npos);
    }

    void consent_toTheNamedOrder_ordersOnceMore_data() {
        QTest::addColumn<QString>("how");
        for (const char* how : {"include", "number", "all"})
            QTest::newRow(how) << how;
    }
    void consent_toTheNamedOrder_ordersOnceMore() {
        QFETCH(QString, how);
        Desk desk;
        send(desk, {rowOf("Dentists", 100)});
        moveToAnotherComputer(desk);
        RunSpec spec = desk.spec();
        if (how == "all")
            spec.allowed.all = true;
        if (how == "number")
            spec.allowed.orderNumbers = {"LS-1"};
        const Sent sent =
            send(desk, {rowOf("dentists", 100)}, spec,
                 [&](Ledger& ledger, Submission& submission, RunId run) {
                     const std::int64_t row[] = {0};
                     if (how == "include")
                         QCOMPARE(ledger.include(run, row, submission.lock()).value(), 1);
                 });
        QCOMPARE(sent.totals.of(RowState::Placed), 1);
        QCOMPARE(orderCount(desk), std::size_t{2});
    }

    void include_rowOrderedBefore_isPricedAndGuardedAgain() {
        Desk desk;
        send(desk, {rowOf("Dentists", 100)});
        moveToAnotherComputer(desk);
        Ledger ledger = desk.open();
        Submission submission = desk.submission(ledger, ledger.lock().value());
        const RunId run = desk.plan(ledger, submission.lock(), {rowOf("dentists", 100)}).run;
        static_cast<void>(submission.quote(run).value());
        const std::int64_t row[] = {0};
        QCOMPARE(ledger.include(run, row, submission.lock()).value(), 1);
        QVERIFY2(!submission.approve(run, {}), "it has no price of its own yet");
        QCOMPARE(submission.quote(run).value().rows, 1);
        QVERIFY(submission.approve(run, {}));
        // Consent was to the order that was named, not to one that came since.
        desk.service->makeOrder("another-key", canonicalBody(rowOf("DENTISTS", 300).request), 6000);
        RunControl control;
        QCOMPARE(submission.run(run, control).value().totals.of(RowState::Placed), 0);
        QCOMPARE(desk.rows(run)[0].skipReason, SkipReason::OrderedBefore);
        QCOMPARE(orderCount(desk), std::size_t{2});
    }

    void consent_toAnotherNumber_buysNothing() {
        Desk desk;
        send(desk, {rowOf("Dentists", 100)});
        moveToAnotherComputer(desk);
        RunSpec spec = desk.spec();
        spec.allowed.orderNumbers = {"LS-99"};
        send(desk, {rowOf("dentists", 100)}, spec);
        QCOMPARE(orderCount(desk), std::size_t{1});
    }

    void run_orderedElsewhereAfterTheApproval_isLeftOut() {
        Desk desk;
        Ledger ledger = desk.open();
        Submission submission = desk.submission(ledger, ledger.lock().value());
        const RunId run =
            desk.approved(ledger, submission, {rowOf("Dentists", 100), rowOf("Doctors", 100, 3)});
        desk.service->makeOrder("another-key", canonicalBody(rowOf("dentists", 300).request), 6000);
        RunControl control;
        const RunReport report = submission.run(run, control).value();
        QCOMPARE(report.state, RunState::Finished);
        QCOMPARE(report.totals.of(RowState::Placed), 1);
        QCOMPARE(report.totals.of(RowState::Skipped), 1);
        const RowRecord row = ledger.row({run.value, 0}).value();
        QCOMPARE(row.skipReason, SkipReason::OrderedBefore);
        QVERIFY(row.message.find("LS-OTHER") != std::string::npos);
        QCOMPARE(orderCount(desk), std::size_t{2});
    }

    void reference_isSentWithTheOrder() {
        Desk desk;
        auto row = rowOf("Dentists", 100);
        row.reference = " R-1 ";
        send(desk, {row});
        const std::string body = desk.service->orders().begin()->second.body;
        QVERIFY(body.find("\"externalRef\":\"R-1\"") != std::string::npos);
        QVERIFY(body.find("\"duplicates\":\"refuse\"") != std::string::npos);
    }

    void account_underAnyAddress_isOne() {
        Desk desk;
        const RunSpec old = desk.spec();
        send(desk, {rowOf("A", 100)}, old);
        RunSpec local = old;
        local.account.baseUrl = "http://127.0.0.1/api";
        RunSpec moved = old;
        moved.account.baseUrl = "https://moved.example.com";
        moved.account.instanceId = "ins_1";
        {
            Ledger ledger = desk.open();
            const RunLock lock = ledger.lock().value();
            QCOMPARE(desk.plan(ledger, lock, {rowOf("A", 100)}, local).fresh, 1);
            QVERIFY(ledger.identify(moved.account, lock));
            QCOMPARE(desk.plan(ledger, lock, {rowOf("A", 100)}, moved).alreadyOrdered, 1);
            local.account.instanceId = "ins_1";
            QCOMPARE(desk.plan(ledger, lock, {rowOf("A", 100)}, local).alreadyOrdered, 1);
            RunSpec other = moved;
            other.account.instanceId = "ins_2";
            QCOMPARE(desk.plan(ledger, lock, {rowOf("A", 100)}, other).alreadyOrdered, 0);
        }
        QVERIFY(isSameAccount(moved.account, local.account));
        QVERIFY(isSameAccount(moved.account, old.account));
    }
};

LEADSHEET_TEST(tst_wishes, WishesTest);
#include "tst_wishes.moc"
