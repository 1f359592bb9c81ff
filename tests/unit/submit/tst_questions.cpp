// SPDX-License-Identifier: Apache-2.0
// What a person was told of a row that may stand for an order, after a plan that ordered nothing.
#include "sheet_lines.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet;
using namespace leadsheet::submit;
using namespace leadsheet::submit::test;

namespace {

RunSpec specOf(const Desk& desk) {
    RunSpec spec = desk.spec();
    spec.sourcePath = "/data/icp.csv";
    return spec;
}

/// Rows held as changed in a plan that is dropped, as `submit` does where nothing is left to order.
std::int64_t asked(Desk& desk, const std::vector<RowInput>& rows, const RunSpec& spec) {
    Ledger ledger = desk.open();
    const RunLock lock = ledger.lock().value();
    const PlanSummary plan = desk.plan(ledger, lock, rows, spec);
    if (!ledger.discard(plan.run, lock))
        qFatal("the plan stays");
    return plan.changed;
}
std::int64_t asked(Desk& desk, const QStringList& lines) {
    return asked(desk, sheet(lines), specOf(desk));
}

Sent sendRows(Desk& desk, const QStringList& lines) {
    return send(desk, sheet(lines), specOf(desk));
}

const QString kElsewhere = QStringLiteral("Retail / COO / Portugal");

/// In another order, in which the row that was changed has lost its place.
const QStringList kSorted{kOrdered[3], kOrdered[4], kElsewhere, kOrdered[1], kOrdered[0]};

/// Five rows are ordered, one of which is changed then; the person was told.
struct Told : Desk {
    Told() {
        first = sendRows(*this, kOrdered).run;
        if (asked(*this, with(kOrdered, 2, kElsewhere)) != 1)
            qFatal("not asked");
    }
    RunId first;
    QStringList sorted = kSorted;
};

} // namespace

class QuestionsTest : public QObject {
    Q_OBJECT

private slots:
    void rowsToldOf_areHeldWhereverTheyStandThen() {
        Desk desk;
        sendRows(desk, kOrdered);
        QStringList now{"Sofware / CEO|Owner / Germany", "Banking / CFO|Owner / Munich",
                        "Retail / COO|Owner / Spain", "Food / Founder|Owner / Italy",
                        "Toys / CTO|Owner / Poland"};
        QCOMPARE(asked(desk, now), 5);
        now.prepend(QStringLiteral("Steel / CEO / Peru"));
        QCOMPARE(asked(desk, now), 5);
        QCOMPARE(sendRows(desk, now).totals.of(RowState::Placed), 1);
        QCOMPARE(orderCount(desk), std::size_t{6});
    }

    void rowToldOf_isHeldInASortedSheet() {
        Told desk;
        QCOMPARE(asked(desk, desk.sorted), 1);
        QCOMPARE(sendRows(desk, desk.sorted).totals.of(RowState::Placed), 0);
        QCOMPARE(orderCount(desk), std::size_t{5});
    }

    void rowToldOf_beforeTheServiceSaidWhoItIs_isHeld() {
        Told desk;
        RunSpec spec = specOf(desk);
        spec.account.instanceId = "ins_1";
        QCOMPARE(asked(desk, sheet(desk.sorted), spec), 1);
        QCOMPARE(asked(desk, sheet(desk.sorted), spec), 1); // the account's number has changed
    }

    void question_withoutBeingAsked_isNone() {
        Desk desk;
        sendRows(desk, kOrdered);
        QCOMPARE(asked(desk, kSorted), 0);
    }

    void question_whoseOrderStandsInTheSheetAgain_ends() {
        Told desk;
        desk.sorted << kOrdered[2];
        QCOMPARE(asked(desk, desk.sorted), 0);
        QCOMPARE(sendRows(desk, desk.sorted).totals.of(RowState::Placed), 1);
    }

    void question_whoseOrderHasEnded_ends() {
        Told desk;
        desk.service->setStatus(desk.rows(desk.first)[2].orderNumber, "cancelled");
        QCOMPARE(sendRows(desk, desk.sorted).totals.of(RowState::Placed), 1);
        QCOMPARE(asked(desk, desk.sorted), 0);
        QCOMPARE(orderCount(desk), std::size_t{6});
    }

    void question_thatWasAnsweredByOrderingTheRow_ends() {
        Told desk;
        RunSpec agreed = specOf(desk);
        agreed.orderChanged = true;
        QCOMPARE(send(desk, sheet(desk.sorted), agreed).totals.of(RowState::Placed), 1);
        std::reverse(desk.sorted.begin(), desk.sorted.end());
        const Sent sent = sendRows(desk, desk.sorted);
        QCOMPARE(sent.totals.of(RowState::AlreadyOrdered), 5);
        QCOMPARE(orderCount(desk), std::size_t{6});
    }

    void question_ofAnOrderOfLongAgo_ends() {
        Told desk;
        desk.clock->advance(std::chrono::hours(24 * 89));
        QCOMPARE(asked(desk, desk.sorted), 1);
        desk.clock->advance(std::chrono::hours(24 * 2));
        QCOMPARE(asked(desk, desk.sorted), 0);
    }

    void question_withinAPeriodOnly_endsWithIt() {
        Told desk;
        RunSpec monthly = specOf(desk);
        monthly.againAfter = std::chrono::hours(24 * 30);
        QCOMPARE(asked(desk, sheet(desk.sorted), monthly), 1);
        desk.clock->advance(std::chrono::hours(24 * 31));
        QCOMPARE(asked(desk, sheet(desk.sorted), monthly), 0);
    }

    void question_ofAnotherSheet_isNotAsked() {
        Told desk;
        RunSpec other = desk.spec("other.csv");
        other.sourcePath = "/data/other.csv";
        QCOMPARE(asked(desk, sheet({kElsewhere, QStringLiteral("Steel / CEO / Peru")}), other), 0);
    }

    void orderMadeAgain_holdsTheRowThatIsChangedThen() {
        Desk desk;
        const RunId first = sendRows(desk, kOrdered).run;
        desk.service->setStatus(desk.rows(first)[2].orderNumber, "cancelled");
        QStringList now = kOrdered;
        now << QStringLiteral("Mining / CEO / Chile");
        const RunId heard = sendRows(desk, now).run;
        QCOMPARE(desk.rows(heard)[2].state, RowState::Ended);
        now[2] = QStringLiteral("Retale / COO / Spain");
        QCOMPARE(asked(desk, now), 0);
        std::string number;
        {
            OpenDesk open(desk);
            const std::int64_t chosen[] = {2};
            const RunId again =
                open.ledger.orderAgain(heard, chosen, open.submission.lock()).value();
            QCOMPARE(open.order(again).totals.of(RowState::Placed), 1);
            number = open.row(again).orderNumber;
        }
        const RunId plan = sendRows(desk, now).run;
        QCOMPARE(desk.rows(plan)[2].finding, Finding::Changed);
        QCOMPARE(desk.open().row(*desk.rows(plan)[2].related).value().orderNumber, number);
        QCOMPARE(orderCount(desk), std::size_t{7});
        desk.service->setStatus(number, "cancelled");
        QCOMPARE(sendRows(desk, now).totals.of(RowState::Placed), 1);
    }

    void rowWithAReference_standsForAnOrderWithoutOne() {
        const auto named = [](const QStringList& lines, const std::string& prefix) {
            auto rows = sheet(lines);
            for (RowInput& row : rows)
                row.reference = prefix + std::to_string(row.sourceRow);
            return rows;
        };
        const auto now = with(kOrdered, 2, QStringLiteral("Retale / COO / Spain"));
        Desk desk;
        sendRows(desk, kOrdered);
        {
            Ledger ledger = desk.open();
            Submission submission = desk.submission(ledger, ledger.lock().value());
            const auto plan = desk.plan(ledger, submission.lock(), named(now, "R-"), specOf(desk));
            QCOMPARE(plan.changed, 1);
            QCOMPARE(plan.orderedBefore, 4);
            static_cast<void>(submission.quote(plan.run).value());
            QCOMPARE(ledger.row({plan.run.value, 2}).value().skipReason,
                     SkipReason::ChangedSinceOrdered);
            const std::int64_t chosen[] = {2};
            QCOMPARE(ledger.include(plan.run, chosen, submission.lock()).value(), 1);
            static_cast<void>(submission.quote(plan.run).value());
            static_cast<void>(submission.approve(plan.run, {}).value());
            RunControl control;
            QCOMPARE(submission.run(plan.run, control).value().totals.of(RowState::Placed), 1);
        }
        // Of two References each names its own.
        Desk other;
        send(other, named(kOrdered, "R-"), specOf(other));
        QCOMPARE(asked(other, named(now, "S-"), specOf(other)), 0);
    }
};

LEADSHEET_TEST(tst_questions, QuestionsTest);
#include "tst_questions.moc"
