// SPDX-License-Identifier: Apache-2.0
// One wish, one order: what stands in a sheet twice, what ended, and what is wanted once more.
#include "desk.hpp"

#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet;
using namespace leadsheet::submit;
using namespace leadsheet::submit::test;

namespace {

constexpr std::chrono::hours kDay{24};

} // namespace

class WishesAgainTest : public QObject {
    Q_OBJECT

private slots:
    void rowWrittenOtherwise_afterItsOrderEnded_isEnded() {
        for (const std::int64_t count : {100, 150}) {
            Desk desk;
            send(desk, {rowOf("Quarries", 100)});
            const RowInput now = rowOf("QUARRIES", count);
            QCOMPARE(desk.rows(send(desk, {now}).run)[0].state, RowState::Skipped);
            desk.service->setStatus("LS-1", "cancelled");
            const Sent sent = send(desk, {now});
            const RowRecord row = desk.rows(sent.run)[0];
            QCOMPARE(row.state, RowState::Ended);
            QCOMPARE(row.orderNumber, std::string("LS-1"));
            QCOMPARE(row.orderStatus, std::string("cancelled"));
            QCOMPARE(sent.quote.ended, 1);
            QCOMPARE(orderCount(desk), std::size_t{1});
        }
    }

    void retire_tabThatWasNotRead_isLeftAlone_data() {
        QTest::addColumn<QStringList>("unread");
        QTest::addColumn<bool>("shares");
        QTest::addColumn<bool>("goes");
        QTest::newRow("there, not read") << QStringList{"Q3"} << false << false;
        QTest::newRow("there, its first row moved") << QStringList{"Q3"} << true << false;
        QTest::newRow("perhaps one of those") << QStringList{"Q3 old"} << false << false;
        QTest::newRow("called otherwise now") << QStringList{"Notes"} << true << true;
        QTest::newRow("nowhere") << QStringList{} << false << true;
    }
    void retire_tabThatWasNotRead_isLeftAlone() {
        QFETCH(QStringList, unread);
        QFETCH(bool, shares);
        QFETCH(bool, goes);
        Desk desk;
        RunSpec spec = desk.spec("list.xlsx");
        spec.sourcePath = "/sheets/list.xlsx";
        const auto old = [&] {
            Ledger ledger = desk.open();
            Submission submission = desk.submission(ledger, ledger.lock().value());
            const RunId run = desk.plan(ledger, submission.lock(), differentRows(3), spec).run;
            static_cast<void>(submission.quote(run).value());
            static_cast<void>(submission.approve(run, {}).value());
            return run;
        }();
        RunSpec other = spec;
        other.sourceSha256 = std::string(64, 'b');
        for (const QString& tab : unread)
            other.unreadTabs.push_back(tab.toStdString());
        std::vector<RowInput> rows{shares ? differentRows(1).front() : rowOf("Elsewhere", 100)};
        rows.front().tab = "Q4";
        const Sent sent = send(desk, rows, other);
        QCOMPARE(sent.earlier.size(), std::size_t{goes ? 1U : 0U});
        QCOMPARE(desk.rows(old).back().state, goes ? RowState::Skipped : RowState::Queued);
        QCOMPARE(desk.open().run(old).value().newer.has_value(), goes);
        desk.resume(old);
        QCOMPARE(orderCount(desk), std::size_t{goes ? 1U : shares ? 3U : 4U});
    }

    void plan_sameWishTwiceInASheet_isHeldBackAndNamed_data() {
        QTest::addColumn<QString>("industry");
        QTest::addColumn<int>("count");
        QTest::addColumn<QString>("said");
        QTest::newRow("identical") << "Dentists" << 100 << "The same order as row 2.";
        QTest::newRow("case") << "DENTISTS" << 100
                              << "The same order as row 2, written differently.";
        QTest::newRow("count") << "Dentists" << 250
                               << "The same order as row 2, but for 250 leads instead of 100.";
    }
    void plan_sameWishTwiceInASheet_isHeldBackAndNamed() {
        QFETCH(QString, industry);
        QFETCH(int, count);
        QFETCH(QString, said);
        for (const bool both : {false, true}) {
            Desk desk;
            RunSpec spec = desk.spec();
            spec.orderDuplicates = both;
            const Sent sent =
                send(desk, {rowOf("Dentists", 100), rowOf(industry.toStdString(), count, 3)}, spec);
            QCOMPARE(orderCount(desk), both ? std::size_t{2} : std::size_t{1});
            const auto row = desk.rows(sent.run)[1];
            QCOMPARE(row.finding, Finding::InSheetTwice);
            QCOMPARE(row.message, both ? row.message : said.toStdString());
        }
    }

    void plan_repeatThatDiffersInAnUnusedColumn_saysSo() {
        Desk desk;
        RowInput unlike = rowOf("Dentists", 100, 3);
        unlike.differsIn = "City";
        const Sent sent = send(desk, {rowOf("Dentists", 100), unlike}, desk.spec());
        QCOMPARE(orderCount(desk), std::size_t{1});
        const auto row = desk.rows(sent.run)[1];
        QCOMPARE(row.skipReason, SkipReason::DuplicateInSheet);
        QCOMPARE(row.code, std::string(kDiffersInUnusedColumn));
        QCOMPARE(row.message, std::string("The same order as row 2. They differ in City, which no "
                                          "order contains."));
    }

    void run_manyEqualRowsWanted_areAllOrdered() {
        Desk desk;
        RunSpec spec = desk.spec();
        spec.orderDuplicates = true;
        std::vector<RowInput> rows;
        for (int i = 0; i < 24; ++i)
            rows.push_back(rowOf(i % 2 == 0 ? "Dentists" : "DENTISTS", 100 + i % 3, i + 2));
        desk.service->faults = [](int call, const std::string&) {
            return call % 5 == 0 ? Fault::LostAnswer : Fault::None;
        };
        const Sent sent = send(desk, rows, spec);
        QCOMPARE(sent.totals.of(RowState::Placed), 24);
        QCOMPARE(orderCount(desk), std::size_t{24});
    }

    void plan_respelledCopyAboveAnOrderedRow_isHeldBack() {
        Desk desk;
        send(desk, {rowOf("Dentists", 100)});
        const Sent sent = send(desk, {rowOf("DENTISTS", 100), rowOf("Dentists", 100, 3)});
        QCOMPARE(orderCount(desk), std::size_t{1});
        QCOMPARE(desk.rows(sent.run)[0].finding, Finding::InSheetTwice);
    }

    void quote_orderEnded_isSaidAndCostsNothing_data() {
        QTest::addColumn<QString>("status");
        QTest::addColumn<QString>("said");
        QTest::newRow("cancelled") << "cancelled"
                                   << "Ordered, Then Cancelled";
        QTest::newRow("rejected") << "rejected"
                                  << "Ordered, Then Rejected";
        QTest::newRow("failed") << "failed"
                                << "Ordered, Then Failed";
        QTest::newRow("refunded") << "refunded"
                                  << "Ordered, Then Refunded";
    }
    void quote_orderEnded_isSaidAndCostsNothing() {
        QFETCH(QString, status);
        QFETCH(QString, said);
        for (const bool elsewhere : {false, true}) {
            Desk desk;
            send(desk, {rowOf("Dentists", 100)});
            desk.service->setStatus("LS-1", status.toStdString());
            if (elsewhere)
                moveToAnotherComputer(desk);
            const Sent sent = send(desk, {rowOf("Dentists", 100)});
            QCOMPARE(orderCount(desk), std::size_t{1});
            QCOMPARE(sent.quote.ended, 1);
            QCOMPARE(sent.quote.alreadyOrdered, 0);
            const auto row = desk.rows(sent.run)[0];
            QCOMPARE(row.state, RowState::Ended);
            QCOMPARE(row.finding, Finding::Ended);
            QCOMPARE(endedName(row.orderStatus), said.toStdString());
            QVERIFY(!row.price);
            QVERIFY(!row.quoted && row.quoteId.empty() && row.code.empty());
        }
    }

    void quote_orderFailedAfterAPart_keepsWhatItCharged() {
        for (const bool elsewhere : {false, true}) {
            Desk desk;
            send(desk, {rowOf("Dentists", 100)});
            desk.service->setStatus("LS-1", "failed", 700);
            if (elsewhere)
                moveToAnotherComputer(desk);
            for (int i = 0; i < 2; ++i) { // from the service, then from the ledger
                const Sent sent = send(desk, {rowOf("Dentists", 100)});
                const auto row = desk.rows(sent.run)[0];
                QCOMPARE(row.state, RowState::Ended);
                QCOMPARE(row.price, std::optional<std::int64_t>(700));
                QCOMPARE(sent.totals.held, 0);
            }
        }
    }

    void quote_changedSincePeriodsOrder_isOrderedWhenThatIsSaid() {
        Desk desk;
        RunSpec spec = desk.spec();
        spec.againAfter = std::chrono::hours(24 * 30);
        send(desk, {rowOf("Dentists", 100)}, spec);
        send(desk, {rowOf("Dentists", 300)}, spec);
        QCOMPARE(orderCount(desk), std::size_t{1});
        spec.orderChanged = true;
        const Sent sent = send(desk, {rowOf("Dentists", 300)}, spec);
        QCOMPARE(sent.totals.of(RowState::Placed), 1);
        send(desk, {rowOf("DENTISTS", 300)}, spec);
        QCOMPARE(orderCount(desk), std::size_t{2});
    }

    void quote_correctedReferenceOfAnEndedOrder_isEndedHereToo() {
        for (const bool elsewhere : {false, true}) {
            Desk desk;
            RowInput row = rowOf("Dentists", 100);
            row.reference = "R-1";
            send(desk, {row});
            desk.service->setStatus("LS-1", "rejected");
            if (elsewhere)
                moveToAnotherComputer(desk);
            RowInput corrected = rowOf("Doctors", 100);
            corrected.reference = "R-1";
            const Sent sent = send(desk, {corrected});
            QCOMPARE(desk.rows(sent.run)[0].state, RowState::Ended);
            QCOMPARE(orderCount(desk), std::size_t{1});
        }
    }

    void orderAgain_endedOrder_isOrderedOnce() {
        Desk desk;
        send(desk, {rowOf("Dentists", 100)});
        desk.service->setStatus("LS-1", "cancelled");
        const Sent seen = send(desk, {rowOf("Dentists", 100)});
        Ledger ledger = desk.open();
        Submission submission = desk.submission(ledger, ledger.lock().value());
        const std::int64_t row[] = {0};
        const RunId again = ledger.orderAgain(seen.run, row, submission.lock()).value();
        static_cast<void>(submission.quote(again).value());
        static_cast<void>(submission.approve(again, {}).value());
        RunControl control;
        QCOMPARE(submission.run(again, control).value().totals.of(RowState::Placed), 1);
        QCOMPARE(orderCount(desk), std::size_t{2});
    }

    void orderAgain_standingOrder_acknowledgesIt() {
        Desk desk;
        const Sent first = send(desk, {rowOf("Dentists", 100)});
        Ledger ledger = desk.open();
        Submission submission = desk.submission(ledger, ledger.lock().value());
        const std::int64_t row[] = {0};
        const RunId again = ledger.orderAgain(first.run, row, submission.lock()).value();
        static_cast<void>(submission.quote(again).value());
        static_cast<void>(submission.approve(again, {}).value());
        RunControl control;
        QCOMPARE(submission.run(again, control).value().totals.of(RowState::Placed), 1);
        QCOMPARE(orderCount(desk), std::size_t{2});
    }

    void againAfter_everyMonth_isOrderedOncePerPeriodWhoeverRunsIt() {
        Desk desk;
        RunSpec spec = desk.spec();
        spec.againAfter = std::chrono::duration_cast<std::chrono::seconds>(30 * kDay);
        std::size_t expected = 0;
        for (int month = 0; month < 4; ++month) {
            send(desk, {rowOf("Dentists", 100), rowOf("Doctors", 100, 3)}, spec);
            expected += 2;
            QCOMPARE(orderCount(desk), expected);
            // Again within the period: here, and on another computer, spelled otherwise.
            desk.clock->advance(10 * kDay);
            send(desk, {rowOf("Dentists", 100), rowOf("Doctors", 100, 3)}, spec);
            moveToAnotherComputer(desk);
            send(desk, {rowOf("DENTISTS", 100), rowOf("doctors", 100, 3)}, spec);
            send(desk, {rowOf("Dentists", 100), rowOf("Doctors", 100, 3)}, spec);
            QCOMPARE(orderCount(desk), expected);
            desk.clock->advance(21 * kDay);
        }
    }

    void againAfter_withReferences_isOrderedOncePerPeriod() {
        Desk desk;
        RunSpec spec = desk.spec();
        spec.againAfter = std::chrono::duration_cast<std::chrono::seconds>(30 * kDay);
        auto row = rowOf("Dentists", 100);
        row.reference = "R-1";
        for (std::size_t month = 1; month < 4; ++month) {
            send(desk, {row}, spec);
            send(desk, {row}, spec);
            QCOMPARE(orderCount(desk), month);
            desk.clock->advance(31 * kDay);
        }
    }

    void consent_isSentWithTheOrder() {
        Desk desk;
        send(desk, {rowOf("Dentists", 100)});
        moveToAnotherComputer(desk);
        RunSpec spec = desk.spec();
        spec.allowed.orderNumbers = {"LS-1"};
        const Sent sent = send(desk, {rowOf("dentists", 100)}, spec);
        QCOMPARE(desk.service->creates(), 2);
        const auto row = desk.rows(sent.run)[0];
        const std::string body = desk.service->orders().at(row.key).body;
        QVERIFY(body.find(R"("acknowledgeDuplicateOf":["LS-1"])") != std::string::npos);
    }

    void service_thatNamesNoOrders_isSentNoGuard() {
        Desk desk;
        desk.service->knowsWishes = false;
        const Sent sent = send(desk, {rowOf("Dentists", 100)});
        QCOMPARE(sent.totals.of(RowState::Placed), 1);
        QVERIFY(desk.service->orders().begin()->second.body.find("duplicates") ==
                std::string::npos);
    }

    void quote_ordersThatAreOnlyCounted_areAgreedToAsWell_data() {
        QTest::addColumn<QString>("how");
        QTest::addColumn<int>("period"); // days, 0 = none
        QTest::addColumn<bool>("ordered");
        QTest::newRow("not at all") << "" << 0 << false;
        QTest::newRow("to the named one") << "number" << 0 << false;
        QTest::newRow("to all") << "all" << 0 << true;
        QTest::newRow("to the row") << "include" << 0 << true;
        QTest::newRow("all are past") << "" << 5 << true;
        QTest::newRow("the named one is not past") << "" << 15 << false;
        QTest::newRow("to the named one, others may be past") << "number" << 15 << false;
    }
    void quote_ordersThatAreOnlyCounted_areAgreedToAsWell() {
        QFETCH(QString, how);
        QFETCH(int, period);
        QFETCH(bool, ordered);
        Desk desk;
        desk.service->mostNamed = 1;
        for (const char* key : {"first", "second", "third"}) {
            desk.service->makeOrder(key, canonicalBody(rowOf("DENTISTS", 300).request), 6'000);
            desk.clock->advance(10 * kDay);
        }
        RunSpec spec = desk.spec();
        if (period > 0)
            spec.againAfter = std::chrono::duration_cast<std::chrono::seconds>(period * kDay);
        spec.allowed.all = how == "all";
        if (how == "number")
            spec.allowed.orderNumbers = {"LS-OTHER2"};
        const Sent sent = send(desk, {rowOf("Dentists", 100)}, spec,
                               [&](Ledger& ledger, Submission& submission, RunId run) {
                                   const std::int64_t row[] = {0};
                                   if (how == "include")
                                       QVERIFY(ledger.include(run, row, submission.lock()));
                               });
        QCOMPARE(sent.totals.of(RowState::Placed), ordered ? 1 : 0);
        QCOMPARE(orderCount(desk), std::size_t{ordered ? 4U : 3U});
        QCOMPARE(desk.rows(sent.run)[0].consented, ordered);
    }

    void quote_ordersOfTheSheetItself_areKnownAlthoughOnlyCounted_data() {
        QTest::addColumn<bool>("another"); // computer has ordered the same
        QTest::newRow("all are the sheet's") << false;
        QTest::newRow("one is not") << true;
    }
    void quote_ordersOfTheSheetItself_areKnownAlthoughOnlyCounted() {
        QFETCH(bool, another);
        Desk desk;
        desk.service->mostNamed = 1;
        desk.options.maxInFlight = 1;
        RunSpec spec = desk.spec();
        spec.orderDuplicates = true;
        Ledger ledger = desk.open();
        Submission submission = desk.submission(ledger, ledger.lock().value());
        std::vector<RowInput> rows;
        for (int i = 0; i < 6; ++i)
            rows.push_back(rowOf("Dentists", 100, i + 2));
        const RunId run = desk.plan(ledger, submission.lock(), rows, spec).run;
        QVERIFY(submission.quote(run));
        QVERIFY(submission.approve(run, {}));
        RunControl first;
        desk.service->onCreate = [&](int) {
            if (orderCount(desk) >= 3)
                first.stop();
        };
        const RunTotals stopped = submission.run(run, first).value().totals;
        QVERIFY(stopped.of(RowState::Placed) >= 3);
        const std::int64_t ready = stopped.of(RowState::Ready);
        QVERIFY(ready > 0);
        desk.service->onCreate = {};
        if (another) {
            const WallTime today = desk.clock->wallNow();
            desk.clock->setWall(today - kDay);
            desk.service->makeOrder("another", canonicalBody(rowOf("DENTISTS", 100).request),
                                    2'000);
            desk.clock->setWall(today);
        }
        desk.clock->advance(2 * kDay); // the prices are past
        QCOMPARE(submission.quote(run).value().rows, another ? 0 : ready);
    }

    void againAfter_sameWishTwice_isHeldBackInEveryPeriod_data() {
        QTest::addColumn<bool>("both"); // are wanted
        QTest::newRow("one of them") << false;
        QTest::newRow("both") << true;
    }
    void againAfter_sameWishTwice_isHeldBackInEveryPeriod() {
        QFETCH(bool, both);
        Desk desk;
        RunSpec spec = desk.spec();
        spec.againAfter = std::chrono::duration_cast<std::chrono::seconds>(30 * kDay);
        spec.orderDuplicates = true;
        const std::vector<RowInput> rows{rowOf("Doctors", 100), rowOf("Dentists", 100, 3),
                                         rowOf("DENTISTS", 100, 4)};
        send(desk, rows, spec);
        QCOMPARE(orderCount(desk), std::size_t{3});
        desk.clock->advance(31 * kDay);
        spec.orderDuplicates = both;
        const Sent sent = send(desk, rows, spec);
        QCOMPARE(orderCount(desk), std::size_t{both ? 6U : 5U});
        const auto records = desk.rows(sent.run);
        QCOMPARE(records[1].generation, 1);
        QCOMPARE(records[1].finding, Finding::New);
        QCOMPARE(records[1].skipReason, SkipReason::None);
        QVERIFY(!records[1].related);
        QCOMPARE(records[2].finding, Finding::InSheetTwice);
        QVERIFY(records[2].related == records[1].ref);
        QCOMPARE(records[2].skipReason, both ? SkipReason::None : SkipReason::DuplicateInSheet);
    }

    void againAfter_pricingCutOff_needsThePriceOfThePeriod() {
        Desk desk;
        RunSpec spec = desk.spec();
        spec.againAfter = std::chrono::duration_cast<std::chrono::seconds>(30 * kDay);
        Ledger ledger = desk.open();
        Submission submission = desk.submission(ledger, ledger.lock().value());
        const RunId run = desk.plan(ledger, submission.lock(), {rowOf("Dentists", 100)}, spec).run;
        QVERIFY(submission.quote(run));
        const RowRecord row = ledger.row({run.value, 0}).value();
        desk.service->makeOrder(row.key, canonicalBody(rowOf("Dentists", 100).request), 2'000);
        desk.clock->advance(31 * kDay);
        std::stop_source stop;
        struct Cancel : RunObserver {
            explicit Cancel(std::stop_source& source)
                : stop(source) {}
            void onQuoting(const QuoteProgress&) override {
                if (++told == 2) // the first answer has come
                    stop.request_stop();
            }
            std::stop_source& stop;
            int told = 0;
        } cancel(stop);
        QVERIFY(!submission.quote(run, stop.get_token(), &cancel));
        QVERIFY(!ledger.row(row.ref).value().quoted);
        QVERIFY(submission.approve(run, {}).error().is(ErrorCode::InvalidArgument));
        QCOMPARE(submission.quote(run).value().amount, 2'000);
        QVERIFY(submission.approve(run, {}));
    }

    void quote_endedOrderThatWasOrderedAgain_isFoundElsewhere() {
        Desk desk;
        const Sent first = send(desk, {rowOf("Dentists", 100)});
        desk.service->setStatus("LS-1", "cancelled");
        {
            Ledger ledger = desk.open();
            Submission submission = desk.submission(ledger, ledger.lock().value());
            const std::int64_t row[] = {0};
            const RunId again = ledger.orderAgain(first.run, row, submission.lock()).value();
            QVERIFY(submission.quote(again));
            QVERIFY(submission.approve(again, {}));
            RunControl control;
            QCOMPARE(submission.run(again, control).value().totals.of(RowState::Placed), 1);
        }
        moveToAnotherComputer(desk);
        const auto standing = desk.rows(send(desk, {rowOf("Dentists", 100)}).run)[0];
        QCOMPARE(standing.state, RowState::AlreadyOrdered);
        QCOMPARE(standing.orderNumber, std::string("LS-2"));
        QCOMPARE(standing.generation, 1);
        QVERIFY(desk.service->orders().contains(standing.key));
        desk.service->setStatus("LS-2", "rejected");
        moveToAnotherComputer(desk);
        const auto ended = desk.rows(send(desk, {rowOf("Dentists", 100)}).run)[0];
        QCOMPARE(ended.state, RowState::Ended);
        QCOMPARE(ended.orderNumber, std::string("LS-2"));
        QCOMPARE(orderCount(desk), std::size_t{2});
    }

    void quote_orderThatTheServiceDoesNotHave_isSaidAndNotOrderedAgain() {
        Desk desk;
        send(desk, {rowOf("Dentists", 100)});
        desk.service = std::make_shared<FakeService>(desk.clock);
        const Sent sent = send(desk, {rowOf("Dentists", 100)});
        QCOMPARE(orderCount(desk), std::size_t{0});
        QCOMPARE(sent.quote.missing, 1);
        const auto row = desk.rows(sent.run)[0];
        QCOMPARE(row.state, RowState::AlreadyOrdered);
        QCOMPARE(row.code, std::string("order_not_found"));
        QVERIFY(row.message.find("LS-1") != std::string::npos);
    }
};

LEADSHEET_TEST(tst_wishes_again, WishesAgainTest);
#include "tst_wishes_again.moc"
