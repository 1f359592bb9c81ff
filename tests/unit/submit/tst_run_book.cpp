// SPDX-License-Identifier: Apache-2.0
// The rows and the money of a run while it is sent, as they are written down.
#include "open_book.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet;
using namespace leadsheet::submit;
using namespace leadsheet::submit::test;
using namespace leadsheet::submit::detail;

namespace {

QuoteOffer offerOf(std::int64_t amount, WallTime expires) {
    return {"qt_new", amount, "USD", expires};
}

} // namespace

class RunBookTest : public QObject {
    Q_OBJECT

private slots:
    void totals_whateverBecomesOfTheRows_areTheirSums() {
        OpenBook open(9);
        QCOMPARE(open.book.totals().queued, 18'000);
        const std::vector<SentRow> rows = open.take(8);
        QCOMPARE(rows.size(), std::size_t{8});
        QVERIFY(open.agrees());
        open.record(rows[0], RowState::Placed);
        QVERIFY(open.agrees());
        QCOMPARE(open.book.totals().held, 1'900);
        open.record(rows[1], RowState::Unknown, open.now + kMinute, false);
        QVERIFY(open.agrees());
        open.record(rows[2], RowState::WillRetry, open.now + kMinute);
        QVERIFY(open.agrees());
        open.record(rows[3], RowState::Refused);
        QVERIFY(open.agrees());
        open.record(rows[4], RowState::Sending);
        QVERIFY(open.agrees());
        open.book.putBack(rows[5], open.now);
        QVERIFY(open.agrees());
        Verdict requote;
        requote.state = RowState::Queued;
        requote.next = Verdict::Next::Requote;
        for (const std::size_t i : {6U, 7U})
            open.book.record(rows[i], requote, open.now);
        QVERIFY(open.agrees());
        const std::vector<SentRow> stale = open.book.staleRows(500);
        QCOMPARE(stale.size(), std::size_t{2});
        open.book.requote(stale[0], offerOf(1'500, open.now + kMinute), "{}", open.now);
        QVERIFY(open.agrees());
        QCOMPARE(open.book.totals().queued, 2 * 2'000 + 1'500 + 2'000);
        open.book.unqueue(stale[1], open.now);
        QVERIFY(open.agrees());
        QCOMPARE(open.book.totals().ready, 2'000);
        open.book.makeReady(open.now);
        QVERIFY(open.agrees());
        QCOMPARE(open.book.totals().of(RowState::Queued), 0);
    }

    void settleStale_orderOrRefusal_isWrittenAndCounted_data() {
        QTest::addColumn<RowState>("state");
        QTest::addColumn<bool>("priced");
        QTest::addColumn<int>("held");
        QTest::newRow("placed") << RowState::Placed << true << 1'700;
        QTest::newRow("placed, amount not told") << RowState::Placed << false << 0;
        QTest::newRow("bought elsewhere") << RowState::AlreadyOrdered << true << 0;
        QTest::newRow("refused") << RowState::Refused << false << 0;
    }
    void settleStale_orderOrRefusal_isWrittenAndCounted() {
        QFETCH(RowState, state);
        QFETCH(bool, priced);
        QFETCH(int, held);
        OpenBook open(2);
        open.book.expireQuotes(WallTime::max());
        const SentRow stale = open.book.staleRows(1).at(0);
        Verdict verdict;
        verdict.state = state;
        verdict.code = "some_code";
        verdict.orderNumber = "LS-9";
        verdict.httpStatus = 422;
        if (priced)
            verdict.price = 1'700;
        open.book.settleStale(stale, verdict, open.now + kMinute);
        QVERIFY(open.agrees());
        QCOMPARE(open.book.totals().held, held);
        const RowRecord row = open.row(stale.ordinal);
        QCOMPARE(row.state, state);
        QCOMPARE(row.code, std::string("some_code"));
        QCOMPARE(row.orderNumber, std::string("LS-9"));
        QCOMPARE(row.httpStatus, 422);
        QVERIFY(row.updatedAt == open.now + kMinute);
        const std::vector<RowChange> changes = open.book.takeChanges();
        QCOMPARE(changes.size(), std::size_t{1});
        QCOMPARE(changes[0].state, state);
        QCOMPARE(changes[0].orderNumber, std::string("LS-9"));
    }

    void takeDue_row_isMarkedSendingWithItsNextAttemptAndCarriesAllThatIsSent() {
        RowInput input = rowOf("Dentists", 100);
        input.reference = "R-1";
        OpenBook open({input, rowOf("Doctors", 50, 3)}, 1'000'000);
        const std::vector<SentRow> rows = open.take(10);
        QCOMPARE(rows.size(), std::size_t{2});
        const RowRecord row = open.row(0);
        QCOMPARE(row.state, RowState::Sending);
        QCOMPARE(row.attempts, 1);
        QCOMPARE(open.number("SELECT max(wait_until) FROM rows"), 0);
        QVERIFY(row.updatedAt == open.now);
        const SentRow& sent = rows[0];
        QCOMPARE(sent.ordinal, 0);
        QCOMPARE(sent.key, row.key);
        QCOMPARE(sent.product, std::string("filters"));
        QCOMPARE(sent.leadCount, 100);
        QCOMPARE(sent.attempts, 1);
        QCOMPARE(sent.quoted, 2'000);
        QVERIFY(sent.quoteExpires == row.quoteExpires.value());
        QVERIFY(sent.byReference);
        QCOMPARE(sent.request, row.request);
        QVERIFY(sent.body.starts_with(row.request.substr(0, row.request.size() - 1)));
        QVERIFY(!sent.mayHavePlaced);
        QVERIFY(!rows[1].byReference);
        QCOMPARE(rows[1].leadCount, 50);
        const std::vector<RowChange> changes = open.book.takeChanges();
        QCOMPARE(changes.size(), std::size_t{2});
        QCOMPARE(changes[0].ordinal, 0);
        QCOMPARE(changes[0].state, RowState::Sending);
        QVERIFY(open.book.takeChanges().empty());
        QVERIFY(open.take(10).empty());
    }

    void takeDue_rowsThatWait_comeFirstAndNotBeforeTheirTime() {
        OpenBook open(4);
        const std::vector<SentRow> rows = open.take(2);
        open.record(rows[0], RowState::WillRetry, open.now + kMinute);
        open.record(rows[1], RowState::Unknown, open.now + 2 * kMinute, false);
        QVERIFY(open.book.nextDue() == open.now + kMinute);
        std::vector<SentRow> taken =
            open.take(1, open.now + kMinute - std::chrono::milliseconds(1));
        QCOMPARE(taken.at(0).ordinal, 2);
        taken = open.take(1, open.now + kMinute);
        QCOMPARE(taken.at(0).ordinal, 0);
        QCOMPARE(taken.at(0).attempts, 2);
        QCOMPARE(taken.at(0).before, RowState::WillRetry);
        QVERIFY(open.book.nextDue() == open.now + 2 * kMinute);
        taken = open.take(10, open.now + 2 * kMinute);
        QCOMPARE(taken.size(), std::size_t{2});
        QCOMPARE(taken[0].ordinal, 1);
        QCOMPARE(taken[0].before, RowState::Unknown);
        QCOMPARE(taken[1].ordinal, 3);
        QVERIFY(!open.book.nextDue());
        QVERIFY(open.agrees());
    }

    void takeDue_rowsOfEachKind_areNoMoreThanThereIsRoomFor() {
        OpenBook open(6);
        const std::vector<SentRow> rows = open.take(2);
        open.record(rows[0], RowState::WillRetry, open.now);
        open.record(rows[1], RowState::Unknown, open.now, false);
        QCOMPARE(open.take(3).size(), std::size_t{3});
        QCOMPARE(open.book.totals().of(RowState::Queued), 3);
    }

    void record_orderWhoseAmountNobodyTold_holdsNothing() {
        OpenBook open(1);
        Verdict verdict;
        verdict.state = RowState::Placed;
        open.book.record(open.take(1).at(0), verdict, open.now);
        QCOMPARE(open.book.totals().held, 0);
        QVERIFY(open.agrees());
    }

    void nextDue_ofBothKinds_isTheEarlier() {
        for (const bool unknownFirst : {false, true}) {
            OpenBook open(2);
            const std::vector<SentRow> rows = open.take(2);
            const auto soon = open.now + kMinute;
            const auto later = open.now + 2 * kMinute;
            open.record(rows[0], RowState::WillRetry, unknownFirst ? later : soon);
            open.record(rows[1], RowState::Unknown, unknownFirst ? soon : later, false);
            QVERIFY(open.book.nextDue() == soon);
        }
    }

    void takeDue_cap_countsWhatMayBeHeldAndWhatIsTriedAgain() {
        for (const RowState first :
             {RowState::Placed, RowState::Unknown, RowState::WillRetry, RowState::Sending}) {
            OpenBook open(3, 3'999);
            const SentRow row = open.take(1).at(0);
            if (first != RowState::Sending)
                open.record(row, first, open.now + kMinute, first != RowState::Unknown);
            // An order that holds 19.00 leaves 20.99.
            QCOMPARE(open.take(2).size(), std::size_t{first == RowState::Placed ? 1U : 0U});
            QVERIFY(open.book.capReached());
            QVERIFY(open.agrees());
        }
    }

    void takeDue_roomUnderTheCapAgain_isNotReached() {
        OpenBook open(2, 2'000);
        const SentRow row = open.take(1).at(0);
        QVERIFY(!open.book.capReached());
        QVERIFY(open.take(1).empty());
        QVERIFY(open.book.capReached());
        open.record(row, RowState::Refused);
        QCOMPARE(open.take(1).size(), std::size_t{1});
        QVERIFY(!open.book.capReached());
    }

    void takeDue_rowsThatWaitForAPrice_haveNotReachedTheCap() {
        OpenBook open(2, 2'000);
        QCOMPARE(open.take(1).size(), std::size_t{1});
        QVERIFY(open.take(1).empty());
        QVERIFY(open.book.capReached());
        open.book.expireQuotes(WallTime::max());
        QVERIFY(open.take(1).empty());
        QVERIFY(!open.book.capReached());
    }

    void putBack_row_isAsIfItHadNotBeenTaken() {
        OpenBook open(2);
        const std::vector<SentRow> rows = open.take(2);
        open.record(rows[0], RowState::WillRetry, open.now + kMinute);
        open.book.putBack(rows[1], open.now);
        const RowRecord fresh = open.row(1);
        QCOMPARE(fresh.state, RowState::Queued);
        QCOMPARE(fresh.attempts, 0);
        const SentRow again = open.take(1, open.now + kMinute).at(0);
        QCOMPARE(again.ordinal, 0);
        static_cast<void>(open.book.takeChanges());
        open.book.putBack(again, open.now + 2 * kMinute);
        const RowRecord row = open.row(0);
        QCOMPARE(row.state, RowState::WillRetry);
        QCOMPARE(row.attempts, 1);
        QVERIFY(row.waitUntil == open.now + kMinute);
        QVERIFY(row.updatedAt == open.now + 2 * kMinute);
        const std::vector<RowChange> changes = open.book.takeChanges();
        QCOMPARE(changes.size(), std::size_t{1});
        QCOMPARE(changes[0].state, RowState::WillRetry);
        QVERIFY(open.agrees());
    }

    // Who has sent a row before and does not know what came of it may own the order of its key.
    void mayHavePlaced_goesByTheSendsOfBefore_data() {
        QTest::addColumn<RowState>("state"); // after the first send
        QTest::addColumn<bool>("noted");     // whether that send left a line
        QTest::addColumn<bool>("may");
        QTest::newRow("refused for now") << RowState::WillRetry << true << false;
        QTest::newRow("no answer") << RowState::Unknown << true << true;
        QTest::newRow("cut off") << RowState::WillRetry << false << true;
        QTest::newRow("queued once more") << RowState::Queued << true << false;
        QTest::newRow("queued, cut off before") << RowState::Queued << false << true;
    }
    void mayHavePlaced_goesByTheSendsOfBefore() {
        QFETCH(RowState, state);
        QFETCH(bool, noted);
        QFETCH(bool, may);
        OpenBook open(1);
        open.record(open.take(1).at(0), state, open.now, state != RowState::Unknown);
        if (!noted)
            open.database.run("DELETE FROM attempts");
        const SentRow row = open.take(1).at(0);
        QCOMPARE(row.mayHavePlaced, may);
        PlacedOrder order;
        QCOMPARE(open.book.mayHavePlaced(row, order), may);
        order.quoteId = open.row(0).quoteId;
        QCOMPARE(open.book.mayHavePlaced(row, order), may);
        order.quoteId = "qt_of_another_computer";
        QVERIFY(!open.book.mayHavePlaced(row, order));
    }

    void record_answer_isKeptWithItsAttempt() {
        OpenBook open(1);
        const SentRow sent = open.take(1).at(0);
        static_cast<void>(open.book.takeChanges());
        Verdict verdict;
        verdict.state = RowState::Ended;
        verdict.httpStatus = 201;
        verdict.code = "some_code";
        verdict.message.text = "Said.";
        verdict.requestId = "req-7";
        verdict.orderNumber = "LS-7";
        verdict.price = 700;
        verdict.orderedAt = open.now - kMinute;
        verdict.orderStatus = "failed";
        open.book.record(sent, verdict, open.now + kMinute);
        const RowRecord row = open.row(0);
        QCOMPARE(row.state, RowState::Ended);
        QCOMPARE(row.httpStatus, 201);
        QCOMPARE(row.code, std::string("some_code"));
        QCOMPARE(row.message, std::string("Said."));
        QCOMPARE(row.requestId, std::string("req-7"));
        QCOMPARE(row.orderNumber, std::string("LS-7"));
        QCOMPARE(row.price, std::optional<std::int64_t>(700));
        QCOMPARE(row.orderStatus, std::string("failed"));
        QVERIFY(row.orderedAt == open.now - kMinute);
        QVERIFY(row.updatedAt == open.now + kMinute);
        QCOMPARE(open.number("SELECT count(*) FROM attempts WHERE ordinal = 0 AND number = 1"
                             " AND http_status = 201 AND outcome_known = 1"),
                 1);
        const std::vector<RowChange> changes = open.book.takeChanges();
        QCOMPARE(changes.size(), std::size_t{1});
        QCOMPARE(changes[0].price, std::optional<std::int64_t>(700));
        QCOMPARE(open.book.totals().held, 0); // only what was placed
        // Written once more after a commit whose success was not reported.
        open.book.record(sent, verdict, open.now + kMinute);
        QCOMPARE(open.number("SELECT count(*) FROM attempts"), 1);
    }

    void expireQuotes_upToATime_leavesWhatHoldsLonger() {
        OpenBook open(2);
        const WallTime first = open.now + kMinute;
        open.database.use("UPDATE rows SET quote_expires = ?1 + ordinal")
            .bind(first.time_since_epoch().count())
            .run();
        open.book.expireQuotes(first);
        std::vector<SentRow> stale = open.book.staleRows(500);
        QCOMPARE(stale.size(), std::size_t{1});
        QCOMPARE(stale[0].ordinal, 0);
        QCOMPARE(stale[0].request, open.row(0).request); // what is priced again
        open.book.expireQuotes(first + std::chrono::milliseconds(1));
        QCOMPARE(open.book.staleRows(500).size(), std::size_t{2});
        QCOMPARE(open.book.staleRows(1).size(), std::size_t{1});
        QVERIFY(open.take(2).empty()); // not at a price that does not hold
    }

    void requote_newPrice_isWhatIsSentAndKept() {
        OpenBook open(1);
        open.book.expireQuotes(WallTime::max());
        const SentRow stale = open.book.staleRows(1).at(0);
        open.book.requote(stale, offerOf(1'500, open.now + kMinute), "{\"new\":1}",
                          open.now + kMinute);
        QVERIFY(open.book.staleRows(1).empty());
        const SentRow sent = open.take(1).at(0);
        QCOMPARE(sent.body, std::string("{\"new\":1}"));
        QCOMPARE(sent.quoted, 1'500);
        QVERIFY(sent.quoteExpires == open.now + kMinute);
        QCOMPARE(open.row(0).quoteId, std::string("qt_new"));
        QCOMPARE(open.number("SELECT amount FROM quotes WHERE quote_id = 'qt_new'"), 1'500);
        QVERIFY(open.agrees());
    }

    void unqueue_row_waitsForAnApprovalWithoutAPrice() {
        OpenBook open(1);
        open.book.expireQuotes(WallTime::max());
        open.book.unqueue(open.book.staleRows(1).at(0), open.now + kMinute);
        const RowRecord row = open.row(0);
        QCOMPARE(row.state, RowState::Ready);
        QVERIFY(row.quoteId.empty());
        QVERIFY(!row.quoteExpires);
        QCOMPARE(row.quoted, std::optional<std::int64_t>(2'000));
        QVERIFY(row.updatedAt == open.now + kMinute);
        const std::vector<RowChange> changes = open.book.takeChanges();
        QCOMPARE(changes.size(), std::size_t{1});
        QCOMPARE(changes[0].state, RowState::Ready);
    }

    void makeReady_restOfARun_needsAPriceOnlyWhereItEnded() {
        OpenBook open(3);
        const SentRow sent = open.take(1).at(0);
        open.record(sent, RowState::WillRetry, open.now + kMinute);
        open.database.run("UPDATE rows SET quote_expires = 1 WHERE ordinal = 1");
        open.book.expireQuotes(open.now);
        open.book.makeReady(open.now + kMinute);
        QCOMPARE(open.book.totals().of(RowState::Ready), 3);
        QVERIFY(!open.row(0).quoteId.empty());
        QVERIFY(open.row(1).quoteId.empty());
        QVERIFY(!open.row(2).quoteId.empty());
        QVERIFY(open.row(0).updatedAt == open.now + kMinute);
        QCOMPARE(open.number("SELECT count(*) FROM rows WHERE wait_until <> 0"), 0);
    }

    void shortenWaits_clockSetBackSince_waitsNoLongerThanThat() {
        OpenBook open(3);
        const std::vector<SentRow> rows = open.take(3);
        open.record(rows[0], RowState::WillRetry, open.now + 5 * kMinute);
        open.record(rows[1], RowState::Unknown, open.now + 5 * kMinute, false);
        open.record(rows[2], RowState::WillRetry, open.now + kMinute);
        const auto waits = [&](std::int64_t ordinal) {
            return open.row(ordinal).waitUntil.value() - open.now;
        };
        open.book.shortenWaits(open.now, open.now + 2 * kMinute); // written now, not later
        QVERIFY(waits(0) == 5 * kMinute);
        open.book.shortenWaits(open.now - kMinute, open.now + 2 * kMinute);
        QVERIFY(waits(0) == 2 * kMinute);
        QVERIFY(waits(1) == 2 * kMinute);
        QVERIFY(waits(2) == kMinute);
    }
};

LEADSHEET_TEST(tst_run_book, RunBookTest);
#include "tst_run_book.moc"
