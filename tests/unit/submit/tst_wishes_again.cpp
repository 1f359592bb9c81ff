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
            QCOMPARE(endedName(row.orderStatus), said.toStdString());
            QVERIFY(!row.price);
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
};

LEADSHEET_TEST(tst_wishes_again, WishesAgainTest);
#include "tst_wishes_again.moc"
