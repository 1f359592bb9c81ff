// SPDX-License-Identifier: Apache-2.0
// What prices say besides the price: orders of before, orders that ended, and refusals.
#include "changed_file.hpp"
#include "desk.hpp"
#include "test_main.hpp"

#include <QtTest>

#include <array>

using namespace leadsheet;
using namespace leadsheet::submit;
using namespace leadsheet::submit::test;

namespace {

constexpr std::array<std::int64_t, 1> kFirst{0};
constexpr std::chrono::hours kDay{24};

} // namespace

class QuoteAnswersTest : public QObject {
    Q_OBJECT

private slots:
    void quote_refusedWithoutFields_isAProblemOfTheRow() {
        Desk desk;
        desk.service->refusedCounts[7] = "Not today.";
        desk.service->namesRefusedFields = false;
        OpenDesk open(desk);
        const RunId run = desk.plan(open.ledger, open.submission.lock(), {rowOf("A", 7)}).run;
        QCOMPARE(open.submission.quote(run).value().needsFix, 1);
        const RowRecord row = open.row(run);
        QCOMPARE(row.code, std::string("lead_count_out_of_range"));
        QCOMPARE(row.problems.size(), std::size_t{1});
        QCOMPARE(row.problems.at(0).column, std::string());
        QCOMPARE(row.problems.at(0).code, std::string("lead_count_out_of_range"));
        QCOMPARE(row.problems.at(0).message, std::string("Not today."));
    }

    void quote_ordersThatAreOnlyCounted_holdARowBack() {
        Desk desk;
        desk.service->mostNamed = 0;
        desk.service->makeOrder("first", canonicalBody(rowOf("DENTISTS", 300).request), 6'000);
        const Sent sent = send(desk, {rowOf("Dentists", 100)});
        QCOMPARE(sent.totals.of(RowState::Skipped), 1);
        QCOMPARE(orderCount(desk), std::size_t{1});
    }

    // Which orders are named may change between the price and the order.
    void run_olderOrdersThanThoseNamed_areAgreedToWithThem() {
        Desk desk;
        desk.service->mostNamed = 1;
        for (const char* key : {"first", "second"}) {
            desk.service->makeOrder(key, canonicalBody(rowOf("DENTISTS", 300).request), 6'000);
            desk.clock->advance(kDay);
        }
        OpenDesk open(desk);
        const RunId run =
            desk.plan(open.ledger, open.submission.lock(), {rowOf("Dentists", 100)}).run;
        static_cast<void>(open.submission.quote(run).value());
        QCOMPARE(open.ledger.include(run, kFirst, open.submission.lock()).value(), 1);
        static_cast<void>(open.submission.quote(run).value());
        static_cast<void>(open.submission.approve(run, {}).value());
        desk.service->setStatus("LS-OTHER1", "cancelled");
        QCOMPARE(open.send(run).totals.of(RowState::Placed), 1);
    }

    void quote_agreedToAndNotNamedNow_staysAgreedTo() {
        Desk desk;
        desk.service->makeOrder("first", canonicalBody(rowOf("DENTISTS", 300).request), 6'000);
        OpenDesk open(desk);
        const RunId run =
            desk.plan(open.ledger, open.submission.lock(), {rowOf("Dentists", 100)}).run;
        static_cast<void>(open.submission.quote(run).value());
        QCOMPARE(open.ledger.include(run, kFirst, open.submission.lock()).value(), 1);
        desk.service->setStatus("LS-OTHER0", "cancelled");
        static_cast<void>(open.submission.quote(run).value());
        QVERIFY(open.row(run).consented);
        QCOMPARE(open.row(run).earlier.orders.size(), std::size_t{1});
        desk.service->setStatus("LS-OTHER0", "pending_review");
        static_cast<void>(open.submission.approve(run, {}).value());
        QCOMPARE(open.send(run).totals.of(RowState::Placed), 1);
    }

    void quote_requestOfAnotherContentUnderTheReference_costsTheNewPrice() {
        Desk desk;
        desk.options.maxOutage = std::chrono::seconds(0);
        OpenDesk open(desk);
        RunSpec other = desk.spec("other.csv");
        other.sourceSha256 = std::string(64, 'b');
        RowInput now = rowOf("Dentists", 150);
        now.reference = "R-1";
        const RunId here = desk.plan(open.ledger, open.submission.lock(), {now}, other).run;
        RowInput sent = rowOf("Dentists", 100);
        sent.reference = "R-1";
        const RunId elsewhere = desk.approved(open.ledger, open.submission, {sent});
        desk.service->faults = [](int, const std::string&) {
            return Fault::LostRequest;
        };
        QCOMPARE(open.send(elsewhere).totals.of(RowState::Unknown), 1);
        QCOMPARE(open.submission.quote(here).value().amount, 3'000);
        QVERIFY(open.row(here).quoteId != open.row(elsewhere).quoteId);
        QVERIFY(!open.row(here).quoteId.empty());
    }

    void quote_existingOrderWhoseRequestIsNotTold_isComparedByProductAndCount_data() {
        QTest::addColumn<QByteArray>("bought");
        QTest::addColumn<bool>("same");
        QTest::newRow("the same") << QByteArray(R"({"leadCount":100,"scrapingOption":"filters"})")
                                  << true;
        QTest::newRow("another count")
            << QByteArray(R"({"leadCount":150,"scrapingOption":"filters"})") << false;
        QTest::newRow("another product")
            << QByteArray(R"({"leadCount":100,"scrapingOption":"search_url"})") << false;
    }
    void quote_existingOrderWhoseRequestIsNotTold_isComparedByProductAndCount() {
        QFETCH(QByteArray, bought);
        QFETCH(bool, same);
        Desk desk;
        desk.service->tellsRequests = false;
        OpenDesk open(desk);
        RowInput row = rowOf("Dentists", 100);
        row.reference = "R-1";
        const RunId run = desk.plan(open.ledger, open.submission.lock(), {row}).run;
        desk.service->makeOrder(open.row(run).key, bought.toStdString(), 2'000);
        static_cast<void>(open.submission.quote(run).value());
        QCOMPARE(open.row(run).state, same ? RowState::AlreadyOrdered : RowState::Skipped);
    }

    // Sent with an earlier price of the run, and seen by the service long after.
    void settle_orderOfAnEarlierPrice_isTheRunsOwn() {
        Desk desk;
        desk.options.maxOutage = std::chrono::seconds(0);
        desk.service->lateness = std::chrono::hours(30);
        desk.service->knowsWishes = false;
        OpenDesk open(desk);
        const RunId run = desk.approved(open.ledger, open.submission, differentRows(1));
        Fault fault = Fault::LateOrder;
        desk.service->faults = [&](int, const std::string&) {
            return fault;
        };
        QCOMPARE(open.send(run).totals.of(RowState::Unknown), 1);
        QCOMPARE(open.submission.settle(run).value().notPlaced, 1);
        RunControl stopped;
        stopped.stop();
        static_cast<void>(open.submission.run(run, stopped).value());
        QCOMPARE(open.row(run).state, RowState::Ready);
        const std::string first = open.row(run).quoteId;
        desk.clock->advance(std::chrono::hours(25));
        static_cast<void>(open.submission.quote(run).value());
        QVERIFY(open.row(run).quoteId != first);
        static_cast<void>(open.submission.approve(run, {}).value());
        fault = Fault::LostRequest;
        QCOMPARE(open.send(run).totals.of(RowState::Unknown), 1);
        desk.clock->advance(std::chrono::hours(6));
        QCOMPARE(open.submission.settle(run).value().placed, 1);
        QCOMPARE(open.row(run).state, RowState::Placed);
    }

    void quote_orderedAgainElsewhereAndEnded_isOrderedOnceMoreOnPurpose_data() {
        QTest::addColumn<bool>("ended");
        QTest::newRow("ended") << true;
        QTest::newRow("standing") << false;
    }
    void quote_orderedAgainElsewhereAndEnded_isOrderedOnceMoreOnPurpose() {
        QFETCH(bool, ended);
        Desk desk;
        const Sent first = send(desk, {rowOf("Dentists", 100)});
        {
            OpenDesk open(desk);
            const RunId again =
                open.ledger.orderAgain(first.run, kFirst, open.submission.lock()).value();
            QCOMPARE(open.order(again).totals.of(RowState::Placed), 1);
        }
        if (ended)
            desk.service->setStatus("LS-2", "cancelled");
        moveToAnotherComputer(desk);
        const Sent here = send(desk, {rowOf("Dentists", 100)});
        OpenDesk open(desk);
        // It stays with the order of its own key while that stands.
        QCOMPARE(open.row(here.run).orderNumber, std::string("LS-1"));
        QCOMPARE(open.row(here.run).generation, 0);
        const RunId again =
            open.ledger.orderAgain(here.run, kFirst, open.submission.lock()).value();
        const RunTotals totals = open.order(again).totals;
        QCOMPARE(totals.of(RowState::Placed), ended ? 1 : 0);
        QCOMPARE(totals.of(RowState::AlreadyOrdered), ended ? 0 : 1);
        QCOMPARE(open.row(again).generation, ended ? 2 : 1);
        QCOMPARE(orderCount(desk), std::size_t{ended ? 3U : 2U});
    }

    void quote_includedRowWhoseOwnOrderEnded_isNotOrderedAgain() {
        Desk desk;
        desk.service->makeOrder("first", canonicalBody(rowOf("DENTISTS", 300).request), 6'000);
        OpenDesk open(desk);
        const RunId run =
            desk.plan(open.ledger, open.submission.lock(), {rowOf("Dentists", 100)}).run;
        static_cast<void>(open.submission.quote(run).value());
        QCOMPARE(open.ledger.include(run, kFirst, open.submission.lock()).value(), 1);
        const RowRecord row = open.row(run);
        desk.service->makeOrder(row.key, row.request, 2'000);
        desk.service->setStatus("LS-OTHER1", "cancelled");
        QCOMPARE(open.submission.quote(run).value().ended, 1);
        QCOMPARE(open.row(run).state, RowState::Ended);
        QCOMPARE(open.row(run).generation, 0);
    }

    void quote_orderedRowThatTheServiceRefusesNow_isNotCalledMissing_data() {
        QTest::addColumn<bool>("refused");
        QTest::newRow("refused now") << true;
        QTest::newRow("not known") << false;
    }
    void quote_orderedRowThatTheServiceRefusesNow_isNotCalledMissing() {
        QFETCH(bool, refused);
        Desk desk;
        send(desk, {rowOf("Dentists", 100)});
        desk.service = std::make_shared<FakeService>(desk.clock);
        if (refused)
            desk.service->refusedCounts[100] = "Too few now.";
        const Sent sent = send(desk, {rowOf("Dentists", 100)});
        const RowRecord row = desk.rows(sent.run)[0];
        QCOMPARE(row.state, RowState::AlreadyOrdered);
        QCOMPARE(row.code, std::string(refused ? "" : "order_not_found"));
        QCOMPARE(sent.quote.missing, refused ? 0 : 1);
        QCOMPARE(row.message.find("LS-1") != std::string::npos, !refused);
        QCOMPARE(orderCount(desk), std::size_t{0});
    }

    // Its own order of before ended, and another one stands.
    void quote_heldBackForAnotherStandingOrder_staysSo_data() {
        QTest::addColumn<int>("mostNamed");
        QTest::newRow("named") << 20;
        QTest::newRow("only counted") << 0;
    }
    void quote_heldBackForAnotherStandingOrder_staysSo() {
        QFETCH(int, mostNamed);
        Desk desk;
        send(desk, {rowOf("Dentists", 100)});
        desk.service->setStatus("LS-1", "cancelled");
        desk.service->makeOrder("other", canonicalBody(rowOf("DENTISTS", 300).request), 6'000);
        desk.service->mostNamed = static_cast<std::size_t>(mostNamed);
        const Sent sent = send(desk, {rowOf("dentists", 100)});
        const RowRecord row = desk.rows(sent.run)[0];
        QCOMPARE(row.state, RowState::Skipped);
        QCOMPARE(row.skipReason, SkipReason::OrderedBefore);
        QCOMPARE(row.orderNumber, std::string(mostNamed > 0 ? "LS-OTHER1" : ""));
        QCOMPARE(orderCount(desk), std::size_t{2});
    }

    // The service does not name its orders; this computer knows their keys.
    void quote_heldBackForOwnOrders_endsWhenAllOfThemEnded_data() {
        QTest::addColumn<QStringList>("ended");
        QTest::addColumn<RowState>("state");
        QTest::newRow("none") << QStringList{} << RowState::Skipped;
        QTest::newRow("the first") << QStringList{"LS-1"} << RowState::Skipped;
        QTest::newRow("the second") << QStringList{"LS-2"} << RowState::Skipped;
        QTest::newRow("both") << QStringList{"LS-1", "LS-2"} << RowState::Ended;
    }
    void quote_heldBackForOwnOrders_endsWhenAllOfThemEnded() {
        QFETCH(QStringList, ended);
        QFETCH(RowState, state);
        Desk desk;
        desk.service->knowsWishes = false;
        RunSpec both = desk.spec();
        both.orderDuplicates = true;
        send(desk, {rowOf("Dentists", 100), rowOf("DENTISTS", 100, 3)}, both);
        QCOMPARE(orderCount(desk), std::size_t{2});
        for (const QString& number : ended)
            desk.service->setStatus(number.toStdString(), "cancelled");
        std::vector<std::string> bodies;
        desk.service->onQuote = [&](const QuoteAsk& ask) {
            bodies.push_back(ask.body);
        };
        const Sent sent = send(desk, {rowOf("dentists ", 150)});
        QCOMPARE(desk.rows(sent.run)[0].state, state);
        QCOMPARE(orderCount(desk), std::size_t{2});
        for (const std::string& body : bodies)
            QVERIFY2(body.find("\"scrapingOption\":\"filters\"") != std::string::npos,
                     body.c_str());
    }

    void quote_periodOfRowsThatStandTwice_ordersEachOnceMore() {
        Desk desk;
        RunSpec spec = desk.spec();
        spec.orderDuplicates = true;
        spec.againAfter = std::chrono::duration_cast<std::chrono::seconds>(30 * kDay);
        const std::vector<RowInput> rows{rowOf("Dentists", 100), rowOf("Dentists", 100, 3)};
        for (std::size_t month = 1; month <= 3; ++month) {
            QCOMPARE(send(desk, rows, spec).totals.of(RowState::Placed), 2);
            QCOMPARE(orderCount(desk), 2 * month);
            desk.clock->advance(31 * kDay);
        }
    }

    void quote_rowsOrderedWithinThePeriod_areAskedAboutOnce() {
        Desk desk;
        RunSpec spec = desk.spec();
        spec.againAfter = std::chrono::duration_cast<std::chrono::seconds>(30 * kDay);
        send(desk, {rowOf("Dentists", 100)}, spec);
        desk.clock->advance(20 * kDay);
        const std::vector<RowInput> rows{rowOf("Dentists", 100), rowOf("Doctors", 100, 3)};
        send(desk, rows, spec);
        desk.clock->advance(20 * kDay); // the first is past, the second is not
        OpenDesk open(desk);
        const RunId run = desk.plan(open.ledger, open.submission.lock(), rows, spec).run;
        std::map<std::string, int> asked;
        desk.service->onQuote = [&](const QuoteAsk& ask) {
            ++asked[ask.body.find("Doctors") == std::string::npos ? "past" : "not past"];
        };
        QCOMPARE(open.submission.quote(run).value().rows, 1);
        QCOMPARE(asked["past"], 2);
        QCOMPARE(asked["not past"], 1);
    }

    void quote_rowChangedSinceOrdered_staysSo() {
        Desk desk;
        send(desk, {rowOf("Dentists", 100)});
        const Sent sent = send(desk, {rowOf("Dentists", 300)});
        const RowRecord row = desk.rows(sent.run)[0];
        QCOMPARE(row.state, RowState::Skipped);
        QCOMPARE(row.skipReason, SkipReason::ChangedSinceOrdered);
    }

    void quote_keyThatIsNone_isAnError_data() {
        QTest::addColumn<bool>("behind");
        QTest::newRow("of the row") << false;
        QTest::newRow("of an order behind it") << true;
    }
    void quote_keyThatIsNone_isAnError() {
        QFETCH(bool, behind);
        Desk desk;
        desk.service->knowsWishes = false;
        RunId run;
        if (behind)
            send(desk, {rowOf("Dentists", 100)});
        {
            OpenDesk open(desk);
            run = desk.plan(open.ledger, open.submission.lock(), {rowOf("dentists", 150)}).run;
        }
        changeFile(desk, "UPDATE rows SET order_key = 'not a key' WHERE run " +
                             std::string(behind ? "<> " : "= ") + std::to_string(run.value));
        OpenDesk open(desk);
        QVERIFY(!open.submission.quote(run).has_value());
    }

    void settle_keyThatIsNone_isAnError() {
        Desk desk;
        desk.options.maxOutage = std::chrono::seconds(0);
        desk.service->faults = [](int, const std::string&) {
            return Fault::LostAnswer;
        };
        const RunId run = desk.submit(differentRows(1)).run;
        changeFile(desk, "UPDATE rows SET order_key = 'not a key'");
        OpenDesk open(desk);
        QVERIFY(!open.submission.settle(run).has_value());
        QCOMPARE(open.row(run).state, RowState::Unknown);
    }
};

LEADSHEET_TEST(tst_quote_answers, QuoteAnswersTest);
#include "tst_quote_answers.moc"
