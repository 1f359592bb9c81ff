// SPDX-License-Identifier: Apache-2.0
// What approval reads of a run, and what the orders that it queues acknowledge.
#include "changed_file.hpp"
#include "database.hpp"
#include "desk.hpp"
#include "test_main.hpp"

#include <QtTest>

#include <utility>

using namespace leadsheet;
using namespace leadsheet::submit;
using namespace leadsheet::submit::test;

namespace {

/// Two rows of the same wish, both wanted.
const std::vector<RowInput> kTwice{rowOf("DENTISTS", 100), rowOf("Dentists", 100, 3)};

RunSpec wanted(const Desk& desk, const std::string& source) {
    RunSpec spec = desk.spec(source);
    spec.orderDuplicates = true;
    return spec;
}

/// A run with two rows that have their price, the ledger's file closed.
RunId priced(Desk& desk) {
    OpenDesk open(desk);
    const RunId run = desk.plan(open.ledger, open.submission.lock(), differentRows(2)).run;
    static_cast<void>(open.submission.quote(run).value());
    return run;
}

/// What approving the run says with a ledger that was not checked when it was opened.
std::optional<Error> approvalError(Desk& desk, RunId run) {
    LedgerOptions unchecked;
    unchecked.checkIntegrity = false;
    Ledger ledger = Ledger::open(desk.file(), unchecked).value();
    Submission submission = desk.submission(ledger, ledger.lock().value());
    const auto approved = submission.approve(run, {});
    return approved ? std::nullopt : std::optional(approved.error());
}

} // namespace

class ApprovalTest : public QObject {
    Q_OBJECT

private slots:
    void approve_requestThatHasLostItsText_isDamage() {
        Desk desk;
        const RunId run = priced(desk);
        changeFile(desk, "UPDATE contents SET request = '{\"a\":\"' || char(0) || '\"}'"
                         " WHERE ordinal = 1");
        const auto error = approvalError(desk, run);
        QVERIFY(error && error->is(ErrorCode::LedgerDamaged));
        QVERIFY(error->message.find("row 1 of run 1 has lost its text") != std::string::npos);
    }

    // A search passes by what stands in another's place, as a page of the file does that was lost.
    void approve_rowsOutOfOrder_isDamage() {
        Desk desk;
        const RunId run = priced(desk);
        std::string backwards;
        {
            detail::Database database(desk.file(), false, {});
            detail::Statement made =
                database.prepare("SELECT replace(sql, 'ordinal)', 'ordinal DESC)')"
                                 " FROM sqlite_schema WHERE type = 'table' AND name = 'rows'");
            QVERIFY(made.next());
            backwards = made.text(0);
        }
        changeFile(desk, "CREATE TABLE copy AS SELECT * FROM rows; DROP TABLE rows; " + backwards +
                             "; INSERT INTO rows SELECT * FROM copy; DROP TABLE copy;"
                             " PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql ="
                             " replace(sql, 'ordinal DESC)', 'ordinal)') WHERE name = 'rows'");
        const auto error = approvalError(desk, run);
        QVERIFY(error && error->is(ErrorCode::LedgerDamaged));
        QVERIFY(error->message.find("the rows of run 1 are out of order") != std::string::npos);
    }

    void approve_rowOfAWishThatTheRunHasOrdered_acknowledgesItsOrder() {
        Desk desk;
        send(desk, {kTwice.front()});
        const std::size_t named = std::exchange(desk.service->mostNamed, 0); // it only counts them
        OpenDesk open(desk);
        const RunId run =
            desk.plan(open.ledger, open.submission.lock(), kTwice, wanted(desk, "ICP list.csv"))
                .run;
        static_cast<void>(open.submission.quote(run).value());
        QVERIFY(open.submission.approve(run, {}).has_value());
        desk.service->mostNamed = named;
        const int before = desk.service->creates();
        const RunReport report = open.send(run);
        QCOMPARE(report.totals.of(RowState::AlreadyOrdered), 1);
        QCOMPARE(report.totals.of(RowState::Placed), 1);
        QCOMPARE(desk.service->creates() - before, 1); // else it is refused first
    }

    void approve_rowOfAWishThatWasOrderedSinceThePrice_acknowledgesItsOrder_data() {
        QTest::addColumn<bool>("ended");
        QTest::newRow("order stands") << false;
        QTest::newRow("order has ended") << true;
    }
    void approve_rowOfAWishThatWasOrderedSinceThePrice_acknowledgesItsOrder() {
        QFETCH(bool, ended);
        Desk desk;
        OpenDesk open(desk);
        const RunId run =
            desk.plan(open.ledger, open.submission.lock(), kTwice, wanted(desk, "ICP list.csv"))
                .run;
        static_cast<void>(open.submission.quote(run).value());
        const RunId other = desk.plan(open.ledger, open.submission.lock(), {kTwice.front()},
                                      wanted(desk, "Other list.csv"))
                                .run;
        QCOMPARE(open.order(other).totals.of(RowState::Placed), 1);
        if (ended)
            changeFile(desk,
                       "UPDATE rows SET state = 10, order_status = 'cancelled' WHERE run = 2");
        desk.service->setStatus(open.row(other).orderNumber,
                                ended ? "cancelled" : "pending_review");
        const int before = desk.service->creates();
        QVERIFY(open.submission.approve(run, {}).has_value());
        const RunReport report = open.send(run);
        QCOMPARE(report.totals.of(ended ? RowState::Ended : RowState::AlreadyOrdered), 1);
        QCOMPARE(report.totals.of(RowState::Placed), 1);
        QCOMPARE(desk.service->creates() - before, 1);
    }
};

LEADSHEET_TEST(tst_approval, ApprovalTest);
#include "tst_approval.moc"
