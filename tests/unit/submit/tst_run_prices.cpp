// SPDX-License-Identifier: Apache-2.0
// Prices that run out while a run is sent.
#include "changed_file.hpp"
#include "desk.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet;
using namespace leadsheet::submit;
using namespace leadsheet::submit::test;

namespace {

/// An approved run whose prices the service no longer knows.
RunId expired(Desk& desk, OpenDesk& open, int rows) {
    const RunId run = desk.approved(open.ledger, open.submission, differentRows(rows));
    desk.service->expireQuotes();
    return run;
}

} // namespace

class RunPricesTest : public QObject {
    Q_OBJECT

private slots:
    void newPrice_isTakenWhereItIsNotHigher_data() {
        QTest::addColumn<int>("cents");
        QTest::addColumn<QString>("currency");
        QTest::addColumn<bool>("taken");
        QTest::newRow("the same") << 20 << "USD" << true;
        QTest::newRow("lower") << 15 << "USD" << true;
        QTest::newRow("nothing") << 0 << "USD" << true;
        QTest::newRow("below nothing") << -1 << "USD" << false;
        QTest::newRow("higher") << 21 << "USD" << false;
        QTest::newRow("of another currency") << 20 << "EUR" << false;
    }
    void newPrice_isTakenWhereItIsNotHigher() {
        QFETCH(int, cents);
        QFETCH(QString, currency);
        QFETCH(bool, taken);
        Desk desk;
        OpenDesk open(desk);
        const int rows = taken ? 5 : 1;
        const RunId run = expired(desk, open, rows);
        desk.service->centsPerLead = cents;
        desk.service->currency = currency.toStdString();
        const RunReport report = open.send(run);
        QCOMPARE(report.state, taken ? RunState::Finished : RunState::Paused);
        QCOMPARE(report.reason, taken ? PauseReason::None : PauseReason::PriceRose);
        QCOMPARE(report.totals.of(RowState::Placed), taken ? rows : 0);
        QCOMPARE(report.totals.held, taken ? 5 * 100 * cents : 0);
        QCOMPARE(desk.service->moneyTaken(), report.totals.held);
    }

    void priceThatIsRefused_isTheRowsFault() {
        Desk desk;
        OpenDesk open(desk);
        const RunId run = expired(desk, open, 2);
        desk.service->refusedCounts[100] = "At most 50.";
        const RunReport report = open.send(run);
        QCOMPARE(report.totals.of(RowState::Refused), 2);
        const RowRecord row = open.row(run);
        QCOMPARE(row.code, std::string("lead_count_out_of_range"));
        QCOMPARE(row.httpStatus, 422);
        QCOMPARE(row.message, std::string("At most 50."));
    }

    // A send that was cut off left no line: the order of the key may be its own, where it was made
    // at the price of the row.
    void orderThatAKeyHasBought_whenItIsPricedAgain_isJudgedBySendsAndPrice_data() {
        QTest::addColumn<int>("sends"); // of which nothing is known
        QTest::addColumn<bool>("ownPrice");
        QTest::addColumn<bool>("own");
        QTest::newRow("never sent") << 0 << true << false;
        QTest::newRow("cut off") << 1 << true << true;
        QTest::newRow("cut off, bought elsewhere") << 1 << false << false;
    }
    void orderThatAKeyHasBought_whenItIsPricedAgain_isJudgedBySendsAndPrice() {
        QFETCH(int, sends);
        QFETCH(bool, ownPrice);
        QFETCH(bool, own);
        Desk desk;
        OpenDesk open(desk);
        const RunId run = expired(desk, open, 1);
        const RowRecord row = open.row(run);
        std::string bought = row.request;
        bought.insert(bought.size() - 1,
                      ",\"quoteId\":\"" + (ownPrice ? row.quoteId : "qt_elsewhere") + "\"");
        desk.service->makeOrder(row.key, bought, 2'500);
        // It needs another price before it is sent.
        changeFile(desk, "UPDATE rows SET wait_until = 1152921504606846976, attempts = " +
                             std::to_string(sends));
        const RunReport report = open.send(run);
        QCOMPARE(report.reason, own ? PauseReason::HeldOtherThanQuoted : PauseReason::None);
        QCOMPARE(open.row(run).state, own ? RowState::Placed : RowState::AlreadyOrdered);
        QCOMPARE(report.totals.held, own ? 2'500 : 0);
        QCOMPARE(desk.service->creates(), 0);
    }

    void newPrice_ofAServiceThatNamesOrders_isSentWithTheGuard_data() {
        QTest::addColumn<bool>("before");
        QTest::addColumn<bool>("after");
        QTest::addColumn<bool>("guarded");
        QTest::newRow("never") << false << false << false;
        QTest::newRow("since") << false << true << true;
        QTest::newRow("not since") << true << false << true;
    }
    void newPrice_ofAServiceThatNamesOrders_isSentWithTheGuard() {
        QFETCH(bool, before);
        QFETCH(bool, after);
        QFETCH(bool, guarded);
        Desk desk;
        desk.service->knowsWishes = before;
        OpenDesk open(desk);
        const RunId run = expired(desk, open, 1);
        desk.service->knowsWishes = after;
        QCOMPARE(open.send(run).totals.of(RowState::Placed), 1);
        const std::string body = desk.service->orders().begin()->second.body;
        QCOMPARE(body.find("\"duplicates\":\"refuse\"") != std::string::npos, guarded);
    }

    void pricesThatComeWhileTheRunIsPaused_areKept() {
        Desk desk;
        OpenDesk open(desk);
        const RunId run = expired(desk, open, 1);
        RunControl control;
        desk.service->onQuoteCall = [&](int) {
            control.pause();
        };
        QCOMPARE(open.submission.run(run, control).value().reason, PauseReason::ByPerson);
        const int asked = desk.service->quoteCalls();
        QCOMPARE(open.send(run).totals.of(RowState::Placed), 1);
        QCOMPARE(desk.service->quoteCalls(), asked);
    }

    void pricesThatCannotBeHadForLong_pauseTheRun_data() {
        QTest::addColumn<int>("status");
        QTest::addColumn<int>("retryAfter"); // s, -1 = not said
        QTest::addColumn<int>("maxOutage");  // s
        QTest::addColumn<int>("maxLimitWait");
        QTest::addColumn<PauseReason>("reason");
        QTest::addColumn<int>("calls"); // at most
        using P = PauseReason;
        QTest::newRow("down") << 503 << -1 << 180 << 60 << P::ServerUnreachable << 40;
        QTest::newRow("down, time said") << 503 << 40 << 0 << 60 << P::ServerUnreachable << 1;
        QTest::newRow("limited for long") << 429 << 7'200 << 0 << 60 << P::LimitReached << 1;
        QTest::newRow("limited, no time") << 429 << 0 << 0 << 60 << P::ServerUnreachable << 1;
        QTest::newRow("limited, time not said")
            << 429 << -1 << 0 << 60 << P::ServerUnreachable << 1;
    }
    void pricesThatCannotBeHadForLong_pauseTheRun() {
        QFETCH(int, status);
        QFETCH(int, retryAfter);
        QFETCH(int, maxOutage);
        QFETCH(int, maxLimitWait);
        QFETCH(PauseReason, reason);
        QFETCH(int, calls);
        Desk desk;
        desk.options.maxOutage = std::chrono::seconds(maxOutage);
        desk.options.maxLimitWait = std::chrono::seconds(maxLimitWait);
        OpenDesk open(desk);
        const RunId run = expired(desk, open, 3);
        Error error =
            serverError(status, status == 429 ? ErrorCode::RateLimited : ErrorCode::Unavailable,
                        "No.", StopReason::AttemptsExhausted);
        if (retryAfter >= 0)
            error.retryAfter = std::chrono::seconds(retryAfter);
        desk.service->quoteErrors = std::vector<Error>(1'000, error);
        const int before = desk.service->quoteCalls();
        const SteadyTime begin = desk.clock->now();
        const RunReport report = open.send(run);
        QCOMPARE(report.reason, reason);
        QCOMPARE(report.totals.of(RowState::Queued), 3);
        QVERIFY(desk.clock->now() - begin >= std::chrono::seconds(maxOutage));
        QVERIFY(desk.clock->now() - begin <= std::chrono::seconds(maxOutage + 31));
        QVERIFY(desk.service->quoteCalls() - before <= calls);
    }

    void pricesThatCannotBeHad_pauseOrAreAskedForAgain_data() {
        QTest::addColumn<int>("status");
        QTest::addColumn<int>("code");
        QTest::addColumn<bool>("permanent");
        QTest::addColumn<int>("retryAfter"); // s, 0 = not said
        QTest::addColumn<PauseReason>("reason");
        const auto row = [](const char* name, int status, ErrorCode code, bool permanent,
                            int retryAfter, PauseReason reason) {
            QTest::newRow(name) << status << static_cast<int>(code) << permanent << retryAfter
                                << reason;
        };
        using P = PauseReason;
        row("key revoked", 401, ErrorCode::RevokedApiKey, true, 0, P::KeyRejected);
        row("not understood", 400, ErrorCode::MalformedJson, true, 0, P::ServerUnreachable);
        row("down", 503, ErrorCode::Unavailable, false, 0, P::None);
        row("down, time said", 503, ErrorCode::Unavailable, false, 40, P::None);
        row("limited", 429, ErrorCode::RateLimited, false, 40, P::None);
        row("limited, no time", 429, ErrorCode::RateLimited, false, 0, P::None);
    }
    void pricesThatCannotBeHad_pauseOrAreAskedForAgain() {
        QFETCH(int, status);
        QFETCH(int, code);
        QFETCH(bool, permanent);
        QFETCH(int, retryAfter);
        QFETCH(PauseReason, reason);
        Desk desk;
        OpenDesk open(desk);
        const RunId run = expired(desk, open, 3);
        Error error =
            serverError(status, static_cast<ErrorCode>(code), "No.",
                        permanent ? StopReason::Permanent : StopReason::AttemptsExhausted);
        if (retryAfter > 0)
            error.retryAfter = std::chrono::seconds(retryAfter);
        desk.service->quoteErrors = {error};
        const SteadyTime begin = desk.clock->now();
        const RunReport report = open.send(run);
        QCOMPARE(report.reason, reason);
        QCOMPARE(report.state, permanent ? RunState::Paused : RunState::Finished);
        QCOMPARE(report.totals.of(RowState::Placed), permanent ? 0 : 3);
        QVERIFY(desk.clock->now() - begin >= std::chrono::seconds(retryAfter));
        if (permanent)
            QCOMPARE(open.send(run).state, RunState::Finished);
        QCOMPARE(desk.discrepancy(run, 3), std::string());
    }
};

LEADSHEET_TEST(tst_run_prices, RunPricesTest);
#include "tst_run_prices.moc"
