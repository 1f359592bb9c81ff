// SPDX-License-Identifier: Apache-2.0
// How prices are asked for, and what they add up to.
#include "changed_file.hpp"
#include "desk.hpp"
#include "test_main.hpp"
#include "verdict.hpp"

#include <QtTest>

#include <algorithm>
#include <array>
#include <atomic>
#include <thread>

using namespace leadsheet;
using namespace leadsheet::submit;
using namespace leadsheet::submit::test;

namespace {

constexpr std::array<std::int64_t, 1> kFirst{0};

} // namespace

class QuoteCallsTest : public QObject {
    Q_OBJECT

private slots:
    void quote_severalProducts_areSummedApart() {
        Desk desk;
        desk.service->refusedCounts[7] = "Not today.";
        OpenDesk open(desk);
        RowInput search = rowOf("A", 10, 4);
        search.request.product = "search_url";
        search.request.fields = {{"searchUrl", std::string("https://www.example.com/search")}};
        RowInput left = rowOf("D", 40, 6);
        left.skip = true;
        const RunId run =
            desk.plan(open.ledger, open.submission.lock(),
                      {rowOf("A", 100), rowOf("B", 50, 3), search, rowOf("C", 7, 5), left})
                .run;
        QuoteSummary summary = open.submission.quote(run).value();
        QCOMPARE(summary.rows, 3);
        QCOMPARE(summary.amount, 3'200);
        QCOMPARE(summary.needsFix, 1);
        QCOMPARE(summary.skipped, 1);
        QCOMPARE(summary.products.size(), std::size_t{2});
        QCOMPARE(summary.products[0].product, std::string("filters"));
        QCOMPARE(summary.products[0].rows, 2);
        QCOMPARE(summary.products[0].leads, 150);
        QCOMPARE(summary.products[0].amount, 3'000);
        QCOMPARE(summary.products[1].product, std::string("search_url"));
        QCOMPARE(summary.products[1].rows, 1);
        QCOMPARE(summary.products[1].amount, 200);
        const WallTime expiry = desk.clock->wallNow() + std::chrono::hours(24);
        QVERIFY(summary.validUntil == expiry);
        // It holds until the first of its prices ends.
        for (const char* product : {"search_url", "filters"}) {
            changeFile(desk, "UPDATE rows SET quote_expires = quote_expires - 1000"
                             " WHERE product = '" +
                                 std::string(product) + "'");
            const auto first = std::chrono::seconds(product[0] == 's' ? 1 : 2);
            if (product[0] == 'f')
                changeFile(desk, "UPDATE rows SET quote_expires = quote_expires - 1000"
                                 " WHERE product = 'filters'");
            summary = open.submission.quote(run).value();
            QVERIFY(summary.validUntil == expiry - first);
        }
    }

    void quote_periodWithoutTheServersTime_isAnErrorWhereThereAreRows() {
        Desk desk;
        desk.service->tellsTheTime = false;
        RunSpec spec = desk.spec();
        spec.againAfter = std::chrono::hours(24 * 30);
        OpenDesk open(desk);
        RunId run = desk.plan(open.ledger, open.submission.lock(), differentRows(1), spec).run;
        QVERIFY(open.submission.quote(run).error().is(ErrorCode::Unavailable));
        QCOMPARE(desk.service->quoteCalls(), 0);
        run = desk.plan(open.ledger, open.submission.lock(), {}, spec).run;
        QVERIFY(open.submission.quote(run).has_value());
    }

    void quote_progress_countsRowsOnce() {
        struct Told : RunObserver {
            void onQuoting(const QuoteProgress& progress) override {
                steps.emplace_back(progress.done, progress.of);
            }
            std::vector<std::pair<std::int64_t, std::int64_t>> steps;
        };
        Desk desk;
        RunSpec spec = desk.spec();
        spec.againAfter = std::chrono::hours(24 * 30);
        send(desk, {rowOf("Dentists", 100)}, spec);
        desk.clock->advance(std::chrono::hours(24 * 31));
        OpenDesk open(desk);
        const RunId again = desk.plan(open.ledger, open.submission.lock(),
                                      {rowOf("Dentists", 100), rowOf("Doctors", 100, 3)}, spec)
                                .run;
        Told twice; // the first is asked about once more, at the next period's key
        QVERIFY(open.submission.quote(again, {}, &twice).has_value());
        QCOMPARE(twice.steps, (decltype(twice.steps){{0, 2}, {1, 2}, {2, 2}}));
        const RunId many = desk.plan(open.ledger, open.submission.lock(), differentRows(501)).run;
        Told pages;
        QVERIFY(open.submission.quote(many, {}, &pages).has_value());
        QCOMPARE(pages.steps, (decltype(pages.steps){{0, 501}, {500, 501}, {501, 501}}));
    }

    void quote_ofARunWithoutThreads_asksInTheCallersThread_data() {
        QTest::addColumn<bool>("ownThreads");
        QTest::newRow("with") << true;
        QTest::newRow("without") << false;
    }
    void quote_ofARunWithoutThreads_asksInTheCallersThread() {
        QFETCH(bool, ownThreads);
        Desk desk;
        desk.options.ownThreads = ownThreads;
        const auto caller = std::this_thread::get_id();
        std::atomic<int> elsewhere = 0;
        desk.service->onQuoteCall = [&](int) {
            elsewhere += std::this_thread::get_id() == caller ? 0 : 1;
        };
        OpenDesk open(desk);
        const RunId run = desk.plan(open.ledger, open.submission.lock(), differentRows(1)).run;
        QVERIFY(open.submission.quote(run).has_value());
        QCOMPARE(elsewhere.load(), ownThreads ? 1 : 0);
    }

    void quote_followUpOfOnePage_waitsForTheCallOfTheNext() {
        Desk desk;
        const auto rows = differentRows(501);
        send(desk, {rows.front()});
        desk.service->setStatus(desk.service->orders().begin()->second.number, "cancelled");
        moveToAnotherComputer(desk);
        const int nextPage = desk.service->quoteCalls() + 1;
        std::atomic<int> underWay = 0;
        std::atomic<int> most = 0;
        desk.service->onQuoteCall = [&](int call) {
            most = std::max(most.load(), ++underWay);
            for (int i = 0; call == nextPage && i < 40 && underWay == 1; ++i)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            --underWay;
        };
        OpenDesk open(desk);
        const RunId run = desk.plan(open.ledger, open.submission.lock(), rows).run;
        QCOMPARE(open.submission.quote(run).value().rows, 500);
        QCOMPARE(desk.service->quoteCalls(), nextPage + 2);
        QCOMPARE(most.load(), 1);
    }

    void quote_rowsThatAskForTheSame_knowEachOthersOrders() {
        Desk desk;
        RunSpec both = desk.spec();
        both.orderDuplicates = true;
        send(desk, {rowOf("DENTISTS", 100)}, both);
        moveToAnotherComputer(desk);
        const Sent sent = send(desk, {rowOf("DENTISTS", 100), rowOf("Dentists", 100, 3)}, both);
        QCOMPARE(sent.totals.of(RowState::AlreadyOrdered), 1);
        QCOMPARE(sent.totals.of(RowState::Placed), 1);
        QCOMPARE(orderCount(desk), std::size_t{2});
    }

    void quote_allThatIsNamedIsAllowed_holdsForThesePricesAlone() {
        Desk desk;
        OpenDesk open(desk);
        const auto allowedAfterwards = [&](const AllowedDuplicates& allowed) {
            RunSpec spec = desk.spec();
            spec.allowed = allowed;
            const RunId run =
                desk.plan(open.ledger, open.submission.lock(), differentRows(1), spec).run;
            if (open.ledger.run(run).value().spec.allowed.all != allowed.all)
                qFatal("not as planned");
            static_cast<void>(open.submission.quote(run).value());
            return open.ledger.run(run).value().spec.allowed;
        };
        QVERIFY(!allowedAfterwards({true, {}}).all);
        const std::vector<std::string> numbers{"LS-7"};
        QCOMPARE(allowedAfterwards({false, numbers}).orderNumbers, numbers);
    }

    void quote_oneRow_saysHowLongItTakes() {
        Desk desk;
        OpenDesk open(desk);
        const RunId run = desk.plan(open.ledger, open.submission.lock(), differentRows(1)).run;
        QVERIFY(open.submission.quote(run).value().timeToFinish.has_value());
        QCOMPARE(open.ledger.exclude(run, kFirst, open.submission.lock()).value(), 1);
        const QuoteSummary none = open.submission.quote(run).value();
        QVERIFY(!none.timeToFinish && !none.validUntil);
        QCOMPARE(none.rows, 0);
    }

    void quote_similarOrder_isSaidAndOrdered() {
        Desk desk;
        desk.service->makeOrder("first", canonicalBody(rowOf("Doctors", 300).request), 6'000);
        desk.service->similar = {"LS-OTHER0"};
        const Sent sent = send(desk, {rowOf("Dentists", 100)});
        QCOMPARE(sent.quote.similar, 1);
        QCOMPARE(sent.totals.of(RowState::Placed), 1);
        desk.service->similar.clear();
        QCOMPARE(send(desk, {rowOf("Pharmacies", 100)}).quote.similar, 0);
    }

    void quote_answerWithFewerItems_isAnError() {
        Desk desk;
        desk.service->losesAnAnswer = true;
        OpenDesk open(desk);
        const RunId run = desk.plan(open.ledger, open.submission.lock(), differentRows(3)).run;
        QVERIFY(open.submission.quote(run).error().is(ErrorCode::InvalidResponse));
        QVERIFY(open.row(run).quoteId.empty());
    }

    void quote_failingCall_waitsAsLongAsIsWanted_data() {
        QTest::addColumn<int>("status");
        QTest::addColumn<int>("asked");  // Retry-After, ms; -1 = not said
        QTest::addColumn<int>("most");   // for a limit, s; -1 = as long as the server asks
        QTest::addColumn<int>("outage"); // s
        QTest::addColumn<bool>("waits");
        QTest::newRow("limited, however long") << 429 << 100'000 << -1 << 10 << true;
        QTest::newRow("limited, shortest") << 429 << 1 << -1 << 0 << true;
        QTest::newRow("limited for as long as wanted") << 429 << 60'000 << 60 << 10 << true;
        QTest::newRow("limited for longer") << 429 << 61'000 << 60 << 1'000 << false;
        QTest::newRow("limit that says no time") << 429 << -1 << -1 << 0 << false;
        QTest::newRow("limit that says none") << 429 << 0 << -1 << 0 << false;
        QTest::newRow("down for longer than wanted") << 503 << 100'000 << -1 << 10 << false;
        QTest::newRow("down for as long as wanted") << 503 << 10'000 << 1 << 10 << true;
        QTest::newRow("down, no time said") << 503 << -1 << -1 << 10 << true;
    }
    void quote_failingCall_waitsAsLongAsIsWanted() {
        QFETCH(int, status);
        QFETCH(int, asked);
        QFETCH(int, most);
        QFETCH(int, outage);
        QFETCH(bool, waits);
        Desk desk;
        desk.options.maxOutage = std::chrono::seconds(outage);
        if (most >= 0)
            desk.options.maxLimitWait = std::chrono::seconds(most);
        Error error =
            serverError(status, status == 429 ? ErrorCode::RateLimited : ErrorCode::Unavailable,
                        "No.", StopReason::AttemptsExhausted);
        if (asked >= 0)
            error.retryAfter = std::chrono::milliseconds(asked);
        desk.service->quoteErrors = {error};
        OpenDesk open(desk);
        const RunId run = desk.plan(open.ledger, open.submission.lock(), differentRows(1)).run;
        const SteadyTime begin = desk.clock->now();
        const auto priced = open.submission.quote(run);
        QCOMPARE(priced.has_value(), waits);
        if (!waits) {
            QVERIFY(desk.clock->now() == begin);
            QCOMPARE(priced.error().httpStatus, status);
            return;
        }
        const auto least = std::chrono::milliseconds(std::max(asked, 1));
        const auto longest =
            std::max<std::chrono::milliseconds>(least, detail::rowPolicy().baseDelay);
        QVERIFY(desk.clock->now() - begin >= least);
        QVERIFY(desk.clock->now() - begin <= longest);
    }

    void quote_cancelledWhileItWaits_endsAtOnce() {
        Desk desk;
        desk.service->quoteErrors = {
            serverError(503, ErrorCode::Unavailable, "Down.", StopReason::AttemptsExhausted)};
        OpenDesk open(desk);
        const RunId run = desk.plan(open.ledger, open.submission.lock(), differentRows(1)).run;
        std::stop_source stop;
        desk.clock->stopDuringWait(stop);
        QVERIFY(open.submission.quote(run, stop.get_token()).error().is(ErrorCode::Cancelled));
        QCOMPARE(desk.service->quoteCalls(), 1);
    }

    void quote_unknownRowsOfEarlierRuns_areToldWithThePrices_data() {
        QTest::addColumn<int>("fault");
        QTest::addColumn<int>("placed");
        QTest::newRow("ordered") << static_cast<int>(Fault::LostAnswer) << 1;
        QTest::newRow("not ordered") << static_cast<int>(Fault::LostRequest) << 0;
    }
    void quote_unknownRowsOfEarlierRuns_areToldWithThePrices() {
        QFETCH(int, fault);
        QFETCH(int, placed);
        Desk desk;
        desk.options.maxOutage = std::chrono::seconds(0);
        desk.service->faults = [fault](int, const std::string&) {
            return static_cast<Fault>(fault);
        };
        QCOMPARE(desk.submit(differentRows(1)).totals.of(RowState::Unknown), 1);
        desk.service->faults = nullptr;
        const Sent sent = send(desk, differentRows(2));
        QCOMPARE(sent.quote.settled.placed, placed);
        QCOMPARE(sent.quote.settled.notPlaced, 1 - placed);
        QCOMPARE(orderCount(desk), std::size_t{2});
    }
};

LEADSHEET_TEST(tst_quote_calls, QuoteCallsTest);
#include "tst_quote_calls.moc"
