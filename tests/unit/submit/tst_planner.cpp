// SPDX-License-Identifier: Apache-2.0
#include "database.hpp"
#include "desk.hpp"
#include "test_main.hpp"

#include <QtTest>

#include <stop_token>

#include <algorithm>

using namespace leadsheet;
using namespace leadsheet::submit;
using namespace leadsheet::submit::test;

namespace {

/// Runs, and all that belongs to runs.
std::int64_t recordsIn(const Desk& desk) {
    detail::Database database(desk.file(), false, {});
    std::int64_t all = 0;
    for (const char* table : {"runs", "rows", "contents", "problems", "quotes", "attempts"}) {
        detail::Statement count = database.prepare(std::string("SELECT count(*) FROM ") + table);
        count.next();
        all += count.integer(0);
    }
    return all;
}

} // namespace

class PlannerTest : public QObject {
    Q_OBJECT

private:
    static std::vector<std::string> keysOf(Desk& desk, RunId run) {
        std::vector<std::string> keys;
        for (const RowRecord& row : desk.rows(run))
            keys.push_back(row.key);
        std::sort(keys.begin(), keys.end());
        return keys;
    }

    PlanSummary planOnly(Desk& desk, const std::vector<RowInput>& rows, RunSpec spec) {
        Ledger ledger = desk.open();
        const RunLock lock = ledger.lock().value();
        return desk.plan(ledger, lock, rows, spec);
    }
    PlanSummary planOnly(Desk& desk, const std::vector<RowInput>& rows) {
        return planOnly(desk, rows, desk.spec());
    }

private slots:
    void preview_bringsNoRowsThatWereOnlyPlanned_andEndsOnceStopped() {
        Desk desk;
        const RunId planned = planOnly(desk, differentRows(3)).run;
        const RunId ordered = desk.submit(differentRows(2)).run;
        LedgerOptions options;
        options.mode = LedgerOptions::Mode::ReadOnly;
        std::stop_source stop;
        auto preview = PlanPreview::begin(Ledger::open(desk.file(), options).value(), desk.spec(),
                                          stop.get_token())
                           .value();
        for (const RowInput& row : differentRows(3))
            QVERIFY(preview->add(row));
        const auto summary = preview->finish();
        QVERIFY(summary && summary->alreadyOrdered == 2 && summary->fresh == 1);
        QVERIFY(preview->ledger().row({ordered.value, 0}));
        QVERIFY(!preview->ledger().row({planned.value, 0}));
        auto stopped = PlanPreview::begin(Ledger::open(desk.file(), options).value(), desk.spec(),
                                          stop.get_token())
                           .value();
        stop.request_stop();
        bool added = true;
        for (const RowInput& row : differentRows(500))
            added = added && stopped->add(row);
        QVERIFY(!added || !stopped->finish());
    }

    void plan_freshRows_areReady() {
        Desk desk;
        const PlanSummary plan = planOnly(desk, differentRows(3));
        QCOMPARE(plan.rows, 3);
        QCOMPARE(plan.fresh, 3);
        const auto rows = desk.rows(plan.run);
        QCOMPARE(rows.size(), std::size_t{3});
        QCOMPARE(rows[1].state, RowState::Ready);
        QCOMPARE(rows[1].sourceRow, 3);
        QCOMPARE(rows[1].snapshot, std::string("[\"Industry 1\",\"100\"]"));
    }

    void plan_renamedAndSortedSheet_keepsKeys() {
        Desk desk;
        auto rows = differentRows(5);
        rows.push_back(rowOf("Industry 2", 100, 9));
        RunSpec spec = desk.spec();
        spec.orderDuplicates = true;
        const auto first = planOnly(desk, rows, spec);
        std::reverse(rows.begin(), rows.end());
        spec.sourceName = "copy of list.xlsx";
        const auto second = planOnly(desk, rows, spec);
        QCOMPARE(keysOf(desk, first.run), keysOf(desk, second.run));
    }

    void plan_identicalRows_skipAllButTheFirst() {
        Desk desk;
        const auto plan = planOnly(desk, {rowOf("A", 10, 2), rowOf("A", 10, 3), rowOf("A", 10, 4)});
        QCOMPARE(plan.fresh, 1);
        QCOMPARE(plan.inSheetTwice, 2);
        const auto rows = desk.rows(plan.run);
        QCOMPARE(rows[2].skipReason, SkipReason::DuplicateInSheet);
        QCOMPARE(rows[2].related->ordinal, 0);
        QVERIFY(rows[2].message.find("row 2") != std::string::npos);
        QVERIFY(rows[0].key != rows[1].key);
    }

    void plan_skippedIdenticalRow_doesNotMakeTheOtherADuplicate() {
        Desk desk;
        RowInput hidden = rowOf("A", 10, 2);
        hidden.skip = true;
        const auto plan = planOnly(desk, {hidden, rowOf("A", 10, 3)});
        const auto rows = desk.rows(plan.run);
        QCOMPARE(rows[0].state, RowState::Skipped);
        QCOMPARE(rows[1].state, RowState::Ready);
        QCOMPARE(rows[1].occurrence, 0);
        QCOMPARE(rows[0].occurrence, 1);
        QVERIFY(!rows[0].key.empty());
    }

    void plan_skippedRows_areNotLookedAtAsNew() {
        Desk desk;
        send(desk, differentRows(2));
        auto rows = differentRows(4);
        rows[0].skip = rows[3].skip = true;
        const auto plan = planOnly(desk, rows);
        QCOMPARE(plan.rows, 4);
        QCOMPARE(plan.fresh, 1);
        QCOMPARE(plan.alreadyOrdered, 1);
    }

    void plan_rowWithProblems_needsFix() {
        Desk desk;
        RowInput bad = rowOf("A", 0, 2);
        bad.problems.push_back({"Leads", "out_of_range", "Must be 1 to 50,000."});
        const auto plan = planOnly(desk, {bad});
        QCOMPARE(plan.needsFix, 1);
        const auto rows = desk.rows(plan.run);
        QCOMPARE(rows[0].state, RowState::NeedsFix);
        QCOMPARE(rows[0].problems.at(0).message, std::string("Must be 1 to 50,000."));
    }

    void plan_repeatedReference_refusesAllItsRows() {
        Desk desk;
        auto rows = differentRows(4);
        rows[0].reference = "R1";
        rows[1].reference = "R2";
        rows[2].reference = " R1 ";
        rows[3].reference = "R3";
        const auto plan = planOnly(desk, rows);
        QCOMPARE(plan.needsFix, 2);
        const auto stored = desk.rows(plan.run);
        QCOMPARE(stored[0].state, RowState::NeedsFix);
        QCOMPARE(stored[2].state, RowState::NeedsFix);
        QVERIFY(stored[0].problems.at(0).message.find("2, 4") != std::string::npos);
        QCOMPARE(stored[1].state, RowState::Ready);
    }

    void plan_orderedRows_areAlreadyOrdered() {
        Desk desk;
        QCOMPARE(desk.submit(differentRows(3)).totals.of(RowState::Placed), 3);
        const auto plan = planOnly(desk, differentRows(5), desk.spec("renamed.xlsx"));
        QCOMPARE(plan.alreadyOrdered, 3);
        QCOMPARE(plan.fresh, 2);
        const auto rows = desk.rows(plan.run);
        QVERIFY(rows[0].orderNumber.starts_with("LS-"));
        QCOMPARE(rows[0].price.value(), 2000);
    }

    void plan_otherAccount_isNew() {
        Desk desk;
        desk.submit(differentRows(2));
        RunSpec spec = desk.spec();
        spec.account.accountId = "acc_2";
        QCOMPARE(planOnly(desk, differentRows(2), spec).fresh, 2);
    }

    void plan_editedRow_isChangedAndNotSelected() {
        Desk desk;
        const auto first = desk.submit({rowOf("A", 100), rowOf("B", 100)});
        const auto plan = planOnly(desk, {rowOf("A", 250), rowOf("B", 100), rowOf("C", 100)});
        QCOMPARE(plan.changed, 1);
        QCOMPARE(plan.alreadyOrdered, 1);
        QCOMPARE(plan.fresh, 1);
        QCOMPARE(plan.gone, 0);
        const auto rows = desk.rows(plan.run);
        QCOMPARE(rows[0].skipReason, SkipReason::ChangedSinceOrdered);
        QCOMPARE(rows[0].related.value(), (RowRef{first.run.value, 0}));
        Ledger ledger = desk.open();
        QCOMPARE(ledger.row(*rows[0].related).value().leadCount, 100);
        const RunLock lock = ledger.lock().value();
        const std::int64_t chosen[] = {0};
        QCOMPARE(ledger.include(plan.run, chosen, lock).value(), 1);
        QCOMPARE(ledger.row({plan.run.value, 0}).value().state, RowState::Ready);
    }

    static RowInput rowIn(const char* place, const char* title, std::int64_t sourceRow) {
        RowInput row = rowOf("A", 100, sourceRow);
        row.request.fields["locations"] = std::vector<std::string>{place};
        row.request.fields["jobTitles"] = std::vector<std::string>{title};
        return row;
    }

    void plan_rowWithTheKeyOfAnOrder_isChangedWhereverItStands() {
        Desk desk;
        const auto first = desk.submit({rowIn("Spain", "CEO", 2), rowIn("Italy", "CFO", 3)});
        const auto ordered = desk.rows(first.run);
        RowInput edited = rowIn("Peru", "CTO", 7);
        edited.formerKey = ordered[0].key;
        RowInput again = rowIn("Peru", "COO", 9); // a copy of the edited row, edited too
        again.formerKey = ordered[0].key;
        RowInput other = rowOf("B", 50, 10); // another profile in the place of the row
        other.formerKey = ordered[0].key;
        RowInput copied = rowIn("Chile", "COO", 8);
        copied.formerKey = ordered[1].key; // whose row is still there
        const auto plan = planOnly(desk, {rowIn("Italy", "CFO", 3), edited, copied, again, other},
                                   desk.spec("ICP list.results.csv"));
        QCOMPARE(plan.changed, 1);
        QCOMPARE(plan.fresh, 3);
        QCOMPARE(plan.gone, 0);
        const auto rows = desk.rows(plan.run);
        QCOMPARE(rows[1].finding, Finding::Changed);
        QCOMPARE(rows[1].related.value(), (RowRef{first.run.value, 0}));
        QCOMPARE(rows[2].finding, Finding::New);
        RunSpec spec = desk.spec("ICP list.results.csv");
        spec.orderChanged = true;
        const auto agreed = planOnly(desk, {edited}, spec);
        QCOMPARE(desk.rows(agreed.run)[0].state, RowState::Ready);
        edited.orderAgain = true;
        const auto wanted = planOnly(desk, {edited}, desk.spec("ICP list.results.csv"));
        QCOMPARE(desk.rows(wanted.run)[0].finding, Finding::New);
    }

    void plan_secondCountOfAnIcpStillInTheSheet_isHeldBack() {
        Desk desk;
        desk.submit({rowOf("A", 100)});
        const auto plan = planOnly(desk, {rowOf("A", 100), rowOf("A", 200)});
        QCOMPARE(plan.alreadyOrdered, 1);
        QCOMPARE(plan.inSheetTwice, 1);
    }

    void plan_removedRow_isGone() {
        Desk desk;
        const auto first = desk.submit(differentRows(4));
        auto rows = differentRows(4);
        rows.erase(rows.begin() + 1);
        const auto plan = planOnly(desk, rows);
        QCOMPARE(plan.gone, 1);
        QCOMPARE(plan.comparedWith.value(), first.run);
        Ledger ledger = desk.open();
        GoneReader reader(ledger, plan.run);
        const auto gone = reader.next().value();
        QCOMPARE(gone.size(), std::size_t{1});
        QCOMPARE(gone[0].ref.ordinal, 1);
        QVERIFY(reader.next().value().empty());
    }

    void plan_severalEarlierRuns_goneIsFoundInAllOfThem() {
        Desk desk;
        auto rows = differentRows(5);
        desk.submit({rows[0], rows[1], rows[2]});
        desk.submit({rows[0], rows[2], rows[3], rows[4]});
        const auto plan = planOnly(desk, {rows[0], rows[3]});
        QCOMPARE(plan.gone, 3); // the 2nd and 3rd of the first run, the 5th of the second
        Ledger ledger = desk.open();
        GoneReader reader(ledger, plan.run, 2);
        std::vector<std::int64_t> sourceRows;
        for (;;) {
            const auto page = reader.next().value();
            if (page.empty())
                break;
            for (const RowRecord& row : page)
                sourceRows.push_back(row.sourceRow);
        }
        std::sort(sourceRows.begin(), sourceRows.end());
        QVERIFY(
            (sourceRows == std::vector{rows[1].sourceRow, rows[2].sourceRow, rows[4].sourceRow}));
    }

    void plan_otherSheetWithAnEqualRow_isNotComparedWith() {
        Desk desk;
        desk.submit(differentRows(3));
        RunSpec other = desk.spec("other.csv");
        {
            Ledger ledger = desk.open();
            Submission submission = desk.submission(ledger, ledger.lock().value());
            const auto planned =
                desk.plan(ledger, submission.lock(),
                          {rowOf("Industry 0", 100), rowOf("Elsewhere", 5)}, other);
            QVERIFY(submission.quote(planned.run).has_value());
            QVERIFY(submission.approve(planned.run, {}).has_value());
            RunControl control;
            QVERIFY(submission.run(planned.run, control).has_value());
        }
        QCOMPARE(planOnly(desk, differentRows(3)).gone, 0);
    }

    void plan_afterOrderAgain_isComparedWithTheSheetsOwnRuns() {
        Desk desk;
        const auto first = desk.submit(differentRows(3));
        {
            Ledger ledger = desk.open();
            Submission submission = desk.submission(ledger, ledger.lock().value());
            const std::int64_t chosen[] = {1};
            const RunId again = ledger.orderAgain(first.run, chosen, submission.lock()).value();
            QVERIFY(submission.quote(again).has_value());
            QVERIFY(submission.approve(again, {}).has_value());
            RunControl control;
            QCOMPARE(submission.run(again, control).value().totals.of(RowState::Placed), 1);
        }
        // Every row edited: nothing but the name says which run it was.
        auto edited = differentRows(3);
        for (RowInput& row : edited)
            row.request.leadCount = 70;
        auto plan = planOnly(desk, edited);
        QCOMPARE(plan.comparedWith.value(), first.run);
        QCOMPARE(plan.changed, 3);
        QCOMPARE(plan.gone, 0);
        // The row that was ordered twice stands in the sheet, so another count of it is a repeat.
        auto rows = differentRows(3);
        rows.push_back(rows[1]);
        rows.back().request.leadCount = 70;
        plan = planOnly(desk, rows);
        QCOMPARE(plan.alreadyOrdered, 3);
        QCOMPARE(plan.inSheetTwice, 1);
        QCOMPARE(plan.gone, 0);
        rows.erase(rows.begin() + 1);
        rows.pop_back();
        plan = planOnly(desk, rows);
        QCOMPARE(plan.gone, 1);
    }

    void plan_identicalRowsInTwoTabs_nameTheTab() {
        Desk desk;
        RowInput one = rowOf("A", 10, 2);
        RowInput two = rowOf("A", 10, 5);
        one.tab = "Q3";
        two.tab = "Q4";
        auto plan = planOnly(desk, {one, two});
        QCOMPARE(plan.inSheetTwice, 1);
        QCOMPARE(desk.rows(plan.run)[1].message,
                 std::string("The same order as row 2 of tab \"Q3\"."));
        one.tab = "Renamed";
        plan = planOnly(desk, {rowOf("B", 10, 2), one});
        const auto key = desk.rows(plan.run)[1].key;
        one.tab = "Q3";
        QCOMPARE(desk.rows(planOnly(desk, {one}).run)[0].key, key);
        one.reference = two.reference = "R1";
        plan = planOnly(desk, {one, two});
        const std::string message = desk.rows(plan.run)[0].problems.at(0).message;
        QVERIFY2(message.find("(2 of tab \"Q3\", 5 of tab \"Q4\")") != std::string::npos,
                 message.c_str());
    }

    void reader_ofOneTab_leavesOutTheOthers() {
        Desk desk;
        auto rows = differentRows(4);
        for (std::size_t i = 0; i < rows.size(); ++i)
            rows[i].tab = i < 3 ? "Q3" : "Q4";
        const auto plan = planOnly(desk, rows);
        Ledger ledger = desk.open();
        RowFilter filter;
        filter.tab = "Q4";
        RowReader reader(ledger, plan.run, filter);
        const auto page = reader.next().value();
        QCOMPARE(page.size(), std::size_t{1});
        QCOMPARE(page[0].sourceRow, rows[3].sourceRow);
        QVERIFY(reader.next().value().empty());
    }

    void plan_referenceWithOtherContent_isChanged() {
        Desk desk;
        RowInput row = rowOf("A", 100);
        row.reference = "R1";
        desk.submit({row});
        row.request.leadCount = 300;
        const auto plan = planOnly(desk, {row});
        QCOMPARE(plan.changed, 1);
        Ledger ledger = desk.open();
        const RunLock lock = ledger.lock().value();
        const std::int64_t chosen[] = {0};
        QCOMPARE(ledger.include(plan.run, chosen, lock).value(), 0);
        const RunId again = ledger.orderAgain(plan.run, chosen, lock).value();
        const RowRecord copy = ledger.row({again.value, 0}).value();
        QCOMPARE(copy.generation, 1);
        QCOMPARE(copy.leadCount, 300);
    }

    void plan_orderAgainFlag_takesTheNextGeneration() {
        Desk desk;
        desk.submit(differentRows(1));
        auto rows = differentRows(1);
        rows[0].orderAgain = true;
        const auto plan = planOnly(desk, rows);
        QCOMPARE(plan.fresh, 1);
        QCOMPARE(plan.changed, 0);
        QCOMPARE(desk.rows(plan.run)[0].generation, 1);
        QCOMPARE(desk.rows(plan.run)[0].state, RowState::Ready);
    }

    void orderAgain_placedRows_makesASecondOrder() {
        Desk desk;
        const auto first = desk.submit(differentRows(2));
        Ledger ledger = desk.open();
        RunLock lock = ledger.lock().value();
        const std::int64_t chosen[] = {1};
        const RunId again = ledger.orderAgain(first.run, chosen, lock).value();
        Submission submission = desk.submission(ledger, std::move(lock));
        QCOMPARE(submission.quote(again).value().rows, 1);
        QVERIFY(submission.approve(again, {}).has_value());
        RunControl control;
        QCOMPARE(submission.run(again, control).value().totals.of(RowState::Placed), 1);
        QCOMPARE(desk.service->orders().size(), std::size_t{3});
        const RunId third = ledger.orderAgain(first.run, chosen, submission.lock()).value();
        QCOMPARE(ledger.row({third.value, 0}).value().generation, 2);
    }

    void plan_notFinished_leavesNothing() {
        Desk desk;
        Ledger ledger = desk.open();
        const RunLock lock = ledger.lock().value();
        {
            auto planner = RunPlanner::begin(ledger, lock, desk.spec()).value();
            QVERIFY(planner.add(rowOf("A", 1)).has_value());
        }
        QVERIFY(ledger.runs().value().empty());
    }

    void plan_withoutAccount_isRefused() {
        Desk desk;
        Ledger ledger = desk.open();
        const RunLock lock = ledger.lock().value();
        QVERIFY(RunPlanner::begin(ledger, lock, {}).error().is(ErrorCode::InvalidArgument));
    }

    void discard_approvedRun_isRefused() {
        Desk desk;
        const auto done = desk.submit(differentRows(1));
        const auto plan = planOnly(desk, differentRows(2));
        Ledger ledger = desk.open();
        const RunLock lock = ledger.lock().value();
        QVERIFY(ledger.discard(done.run, lock).error().is(ErrorCode::InvalidArgument));
        QVERIFY(ledger.discard(plan.run, lock).has_value());
        QVERIFY(ledger.run(plan.run).error().is(ErrorCode::NotFound));
    }

    void discard_pricedPlan_leavesNothingOfItAndAllOfOthers() {
        Desk desk;
        desk.submit(differentRows(2));
        auto rows = differentRows(4);
        rows.back().problems.push_back({"leads", "too_few", "Too few.", {}});
        std::int64_t left = 0;
        {
            Ledger ledger = desk.open();
            RunLock lock = ledger.lock().value();
            const std::int64_t before = recordsIn(desk);
            const auto plan = desk.plan(ledger, lock, rows);
            Submission submission = desk.submission(ledger, std::move(lock));
            QVERIFY(submission.quote(plan.run).has_value());
            // The run, its rows, their contents, one problem and the two new prices.
            QCOMPARE(recordsIn(desk) - before, std::int64_t{1 + 4 + 4 + 1 + 1});
            QVERIFY(ledger.discard(plan.run, submission.lock()).has_value());
            left = recordsIn(desk) - before;
        }
        QCOMPARE(left, std::int64_t{0});
        detail::Database database(desk.file(), false, {});
        detail::Statement faults = database.prepare("PRAGMA foreign_key_check");
        QVERIFY(!faults.next());
    }
};

LEADSHEET_TEST(tst_planner, PlannerTest);
#include "tst_planner.moc"
