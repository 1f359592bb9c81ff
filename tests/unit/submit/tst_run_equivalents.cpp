// SPDX-License-Identifier: Apache-2.0
// What becomes of a row when the service names orders of before instead of making one.
#include "open_book.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet;
using namespace leadsheet::submit;
using namespace leadsheet::submit::test;
using namespace leadsheet::submit::detail;

namespace {

EquivalentOrders naming(const std::string& number) {
    EquivalentOrders orders;
    EquivalentOrder order;
    order.orderNumber = number;
    order.match = "same";
    orders.orders.push_back(order);
    return orders;
}

} // namespace

class RunEquivalentsTest : public QObject {
    Q_OBJECT

private slots:
    // Sent once more at the price that was agreed to, whatever its id.
    void weighEquivalents_agreedTo_isSentAgainAtItsPrice_data() {
        QTest::addColumn<QString>("quote");
        QTest::newRow("plain") << "qt_1";
        QTest::newRow("with what JSON escapes") << "q\"\\t_1";
    }
    void weighEquivalents_agreedTo_isSentAgainAtItsPrice() {
        QFETCH(QString, quote);
        OpenBook open(2);
        // Agreed to when the run was planned.
        RunInfo info = loadRun(open.database, open.run.value);
        info.spec.allowed.orderNumbers = {"LS-1"};
        RunBook book(open.database, info);
        SentRow sent = book.takeDue(1, open.now, open.now).at(0);
        sent.body = withQuote(sent.body.substr(0, sent.body.find(",\"quoteId\"")) + "}",
                              quote.toStdString(), ",\"duplicates\":\"refuse\"");
        Verdict verdict;
        verdict.next = Verdict::Next::Weigh;
        verdict.equivalents = naming("LS-1");
        book.weighEquivalents(sent, verdict, open.now + kMinute, open.now);
        QCOMPARE(open.row(0).state, RowState::WillRetry);
        QVERIFY(open.row(0).waitUntil == open.now + kMinute);
        SentRow again = book.takeDue(1, open.now + kMinute, open.now).at(0);
        QCOMPARE(again.ordinal, 0);
        const std::string canonical = sent.body.substr(0, sent.body.find(",\"quoteId\"")) + "}";
        const std::string expected =
            withQuote(canonical, quote.toStdString(),
                      ",\"duplicates\":\"refuse\",\"acknowledgeDuplicateOf\":[\"LS-1\"]");
        QCOMPARE(again.body, expected);
        // Refused although it was named: asking again would not end.
        book.weighEquivalents(again, verdict, open.now, open.now);
        QCOMPARE(open.row(0).state, RowState::Skipped);
        QCOMPARE(open.row(0).skipReason, SkipReason::OrderedBefore);
    }

    void weighEquivalents_notAgreedTo_isLeftOut_data() {
        QTest::addColumn<QString>("match");
        QTest::addColumn<int>("more");
        QTest::addColumn<RowState>("state");
        QTest::newRow("the same") << "same" << 0 << RowState::Skipped;
        QTest::newRow("only similar, nothing else") << "similar" << 0 << RowState::Skipped;
        QTest::newRow("only similar, others not named") << "similar" << 1 << RowState::WillRetry;
    }
    void weighEquivalents_notAgreedTo_isLeftOut() {
        QFETCH(QString, match);
        QFETCH(int, more);
        QFETCH(RowState, state);
        OpenBook open(1);
        const SentRow sent = open.take(1).at(0);
        Verdict verdict;
        verdict.next = Verdict::Next::Weigh;
        verdict.equivalents = naming("LS-1");
        verdict.equivalents.orders[0].match = match.toStdString();
        verdict.equivalents.more = more;
        open.book.weighEquivalents(sent, verdict, open.now, open.now);
        QCOMPARE(open.row(0).state, state);
    }

    // The other one's order may be the one that is meant, once it is known.
    void weighEquivalents_sameWishOfTheSheetUnderWay_waitsAMoment() {
        OpenBook open(2);
        open.database.run("UPDATE rows SET mark = 'one and the same'");
        const std::vector<SentRow> rows = open.take(2);
        Verdict verdict;
        verdict.next = Verdict::Next::Weigh;
        verdict.equivalents = naming("LS-1");
        open.book.weighEquivalents(rows[1], verdict, open.now + kMinute, open.now);
        QCOMPARE(open.row(1).state, RowState::WillRetry);
        QVERIFY(open.row(1).waitUntil == open.now + kMinute + std::chrono::seconds(1));
    }

    // Of many orders the person was shown the newest and agreed to all up to that time.
    void weighEquivalents_olderThanWhatWasShown_wasAgreedToWithIt_data() {
        QTest::addColumn<int>("after"); // ms after the time of the agreement
        QTest::addColumn<int>("more");  // that were shown as a number only
        QTest::addColumn<bool>("consented");
        QTest::addColumn<RowState>("state");
        QTest::newRow("older") << -1'000 << 1 << true << RowState::WillRetry;
        QTest::newRow("of that moment") << 0 << 1 << true << RowState::WillRetry;
        QTest::newRow("newer") << 1'000 << 1 << true << RowState::Skipped;
        QTest::newRow("of nobody knows when") << 0 << 2 << true << RowState::Skipped;
        QTest::newRow("agreed to nobody knows when") << 0 << 3 << true << RowState::Skipped;
        QTest::newRow("all were shown") << -1'000 << 0 << true << RowState::Skipped;
        QTest::newRow("shown, not agreed to") << -1'000 << 1 << false << RowState::Skipped;
    }
    void weighEquivalents_olderThanWhatWasShown_wasAgreedToWithIt() {
        QFETCH(int, after);
        QFETCH(int, more);
        QFETCH(bool, consented);
        QFETCH(RowState, state);
        OpenBook open(1);
        const SentRow sent = open.take(1).at(0);
        const WallTime agreed = open.now - kMinute;
        const std::string shown =
            R"({"orders":[{"number":"LS-9","match":"same"}],"more":)" + std::to_string(more) + "}";
        open.database.use("UPDATE rows SET consented = ?1, earlier = ?2, earlier_at = ?3")
            .bind(consented ? 1 : 0, shown, toStored(agreed))
            .run();
        if (more == 3)
            open.database.run("UPDATE rows SET earlier_at = NULL");
        Verdict verdict;
        verdict.next = Verdict::Next::Weigh;
        verdict.equivalents = naming("LS-1");
        if (more != 2)
            verdict.equivalents.orders[0].createdAt =
                timestamp(agreed + std::chrono::milliseconds(after));
        open.book.weighEquivalents(sent, verdict, open.now, open.now);
        QCOMPARE(open.row(0).state, state);
    }
};

LEADSHEET_TEST(tst_run_equivalents, RunEquivalentsTest);
#include "tst_run_equivalents.moc"
