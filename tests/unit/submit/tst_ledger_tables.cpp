// SPDX-License-Identifier: Apache-2.0
// What is written into the tables of a ledger, and what is read back.
#include "changed_file.hpp"
#include "open_book.hpp"
#include "test_main.hpp"

#include <QtTest>

#include <limits>

using namespace leadsheet;
using namespace leadsheet::submit;
using namespace leadsheet::submit::test;
using namespace leadsheet::submit::detail;

namespace {

std::int64_t count(Database& database, const std::string& what) {
    Statement found = database.prepare("SELECT count(*) FROM " + what);
    return found.next() ? found.integer(0) : -1;
}

std::string numberOf(RowState state) {
    return std::to_string(static_cast<int>(state));
}

/// The run that knows most of a key which three runs know, in these states; and if that one is
/// left out.
std::array<std::int64_t, 2> furthest(const std::array<RowState, 3>& states) {
    Desk desk;
    {
        OpenDesk open(desk);
        for (std::size_t i = 0; i < states.size(); ++i)
            desk.plan(open.ledger, open.submission.lock(), differentRows(1));
    }
    for (std::size_t i = 0; i < states.size(); ++i)
        changeFile(desk, "UPDATE rows SET state = " + numberOf(states.at(i)) +
                             " WHERE run = " + std::to_string(i + 1));
    Database database(desk.file(), false, {});
    const std::string key = findRow(database, {1, 0}).value().key;
    const std::int64_t account = accountOfRun(database, 1);
    const std::int64_t run = findByKey(database, account, key, 0).value().ref.run;
    return {run, findByKey(database, account, key, run).value().ref.run};
}

} // namespace

class LedgerTablesTest : public QObject {
    Q_OBJECT

private slots:
    void run_whatWasGivenOfIt_isReadBack() {
        for (const bool set : {false, true}) {
            Desk desk;
            OpenDesk open(desk);
            RunSpec spec = desk.spec("list.xlsx");
            spec.sourcePath = "/sheets/list.xlsx";
            spec.sheetShape = "shape";
            spec.account.instanceId = set ? "ins_1" : "";
            spec.currency = set ? "EUR" : "USD";
            spec.orderDuplicates = set;
            spec.orderChanged = !set;
            spec.allowed.all = set;
            spec.options = "{\"map\":2}";
            if (set)
                spec.againAfter = std::chrono::seconds(77);
            const WallTime begun = desk.clock->wallNow();
            const RunId run =
                desk.plan(open.ledger, open.submission.lock(), differentRows(1), spec).run;
            const RunInfo info = open.ledger.run(run).value();
            QCOMPARE(info.id, run);
            QCOMPARE(info.spec.title, spec.title);
            QCOMPARE(info.spec.sourceName, spec.sourceName);
            QCOMPARE(info.spec.sourceSha256, spec.sourceSha256);
            QCOMPARE(info.spec.sourcePath, spec.sourcePath);
            QCOMPARE(info.spec.sheetShape, spec.sheetShape);
            QCOMPARE(info.spec.currency, spec.currency);
            QCOMPARE(info.spec.options, spec.options);
            QCOMPARE(info.spec.account.baseUrl, spec.account.baseUrl);
            QCOMPARE(info.spec.account.accountId, spec.account.accountId);
            QCOMPARE(info.spec.account.profile, spec.account.profile);
            QCOMPARE(info.spec.account.instanceId, spec.account.instanceId);
            QCOMPARE(info.spec.orderDuplicates, set);
            QCOMPARE(info.spec.orderChanged, !set);
            QCOMPARE(info.spec.allowed.all, set);
            QCOMPARE(info.spec.againAfter.has_value(), set);
            QVERIFY(!set || *info.spec.againAfter == std::chrono::seconds(77));
            QVERIFY(info.wholeSheet);
            QVERIFY(!info.cap);
            QVERIFY(!info.interrupted);
            QVERIFY(info.createdAt == begun);
            QVERIFY(info.updatedAt == begun);
        }
    }

    void identify_serviceThatMoved_isKnownByItsNewAddress() {
        Desk desk;
        OpenDesk open(desk);
        RunSpec spec = desk.spec();
        spec.account.instanceId = "ins_1";
        const RunId run =
            desk.plan(open.ledger, open.submission.lock(), differentRows(1), spec).run;
        spec.account.baseUrl = "https://moved.example.com/";
        QVERIFY(open.ledger.identify(spec.account, open.submission.lock()).has_value());
        QCOMPARE(open.ledger.run(run).value().spec.account.baseUrl,
                 std::string("https://moved.example.com"));
        QVERIFY(open.ledger.accountAt("https://moved.example.com", "").value().has_value());
        Database database(desk.file(), true, {});
        QVERIFY(accountOfRun(database, run.value) > 0);
        QCOMPARE(accountOfRun(database, 99), 0);
    }

    // Planning looks first without writing, which has to find the same.
    void plan_serviceThatTellsWhoItIsSince_knowsItsOrders() {
        Desk desk;
        send(desk, {rowOf("A", 100)});
        OpenDesk open(desk);
        RunSpec spec = desk.spec();
        spec.account.instanceId = "ins_1";
        const PlanSummary plan =
            desk.plan(open.ledger, open.submission.lock(), {rowOf("A", 100)}, spec);
        QCOMPARE(plan.alreadyOrdered, 1);
    }

    void setRunState_why_isReadBackWithItsTime() {
        OpenBook open(1);
        Said why({messages::ledger::runCancelled()});
        setRunState(open.database, open.run.value, RunState::Paused, PauseReason::Cancelled, why,
                    open.now + kMinute);
        const RunInfo info = loadRun(open.database, open.run.value);
        QCOMPARE(info.state, RunState::Paused);
        QCOMPARE(info.pauseReason, PauseReason::Cancelled);
        QCOMPARE(info.pauseDetail, why.text);
        QCOMPARE(info.pauseSaid.size(), std::size_t{1});
        QVERIFY(info.updatedAt == open.now + kMinute);
        QVERIFY(info.createdAt == open.now);
        QCOMPARE(info.cap, std::optional<std::int64_t>(1'000'000));
        QVERIFY(!info.interrupted);
    }

    void pacing_ofAnAccount_isWhatWasKeptLast() {
        OpenBook open(1);
        const std::int64_t account = accountOfRun(open.database, open.run.value);
        const PacerMemory first{{{"orders", 5'000, std::chrono::hours(1), 4'000, open.now},
                                 {"burst", 10, std::chrono::seconds(1), 3, open.now}}};
        savePacing(open.database, account, first);
        const PacerMemory later{{{"orders", 6'000, std::chrono::hours(2), 17, open.now + kMinute}}};
        savePacing(open.database, account, later);
        const PacerMemory read = loadPacing(open.database, account);
        QCOMPARE(read.windows.size(), std::size_t{2});
        for (const PacerMemory::Window& window : read.windows) {
            const auto& kept = window.policy == "orders" ? later.windows[0] : first.windows[1];
            QCOMPARE(window.policy, kept.policy);
            QCOMPARE(window.quota, kept.quota);
            QVERIFY(window.length == kept.length);
            QCOMPARE(window.remaining, kept.remaining);
            QVERIFY(window.ends == kept.ends);
        }
        QVERIFY(loadPacing(open.database, account + 1).windows.empty());
    }

    void discard_run_leavesNothingOfIt() {
        Desk desk;
        OpenDesk open(desk);
        RowInput bad = rowOf("A", 1);
        bad.problems.push_back({"Leads", "too_few", "Too few.", {}});
        const RunId kept = desk.plan(open.ledger, open.submission.lock(), {rowOf("B", 7), bad}).run;
        QVERIFY(open.submission.quote(kept).has_value());
        Database database(desk.file(), true, {});
        std::map<std::string, std::int64_t> before;
        for (const char* table : {"runs", "rows", "contents", "problems", "quotes", "attempts"})
            before[table] = count(database, table);
        const RunId run = desk.plan(open.ledger, open.submission.lock(), {rowOf("C", 7), bad}).run;
        QVERIFY(open.submission.quote(run).has_value());
        changeFile(desk, "INSERT INTO attempts(run, ordinal, number, at, http_status, code,"
                         " message, request_id, outcome_known) VALUES(" +
                             std::to_string(run.value) + ", 0, 1, 0, 500, '', '', '', 0)");
        QVERIFY(open.ledger.discard(run, open.submission.lock()).has_value());
        for (const auto& [table, rows] : before) {
            QVERIFY2(rows > 0 || table == "attempts", table.c_str());
            QVERIFY2(count(database, table) == rows, table.c_str());
        }
    }

    void lock_afterACrash_doubtsWhatWasUnderWay() {
        Desk desk;
        const RunId run = desk.submit(differentRows(3)).run;
        changeFile(desk, "UPDATE rows SET state = 4, wait_until = 99 WHERE ordinal = 0;"
                         "UPDATE rows SET state = 9, wait_until = 99 WHERE ordinal = 1;"
                         "UPDATE runs SET state = 3, pause_reason = 2");
        desk.clock->advance(kMinute);
        OpenDesk open(desk);
        const RowRecord sending = open.row(run, 0);
        QCOMPARE(sending.state, RowState::Unknown);
        QVERIFY(sending.updatedAt == desk.clock->wallNow());
        QCOMPARE(sending.message, Said({messages::ledger::programEndedWhileSending()}).text);
        QCOMPARE(sending.said.size(), std::size_t{1});
        QVERIFY(!sending.waitUntil);
        const RowRecord waiting = open.row(run, 1);
        QCOMPARE(waiting.state, RowState::WillRetry);
        QVERIFY(waiting.waitUntil.has_value());
        QVERIFY(waiting.updatedAt != desk.clock->wallNow());
        QCOMPARE(open.row(run, 2).state, RowState::Placed);
        const RunInfo info = open.ledger.run(run).value();
        QCOMPARE(info.state, RunState::Running);
        QVERIFY(info.interrupted);
        QCOMPARE(info.pauseReason, PauseReason::None);
    }

    void findByKey_ofSeveral_isTheOneThatIsFurthest_data() {
        QTest::addColumn<int>("first");
        QTest::addColumn<int>("second");
        QTest::addColumn<int>("third");
        QTest::addColumn<int>("found"); // the run
        using S = RowState;
        const auto row = [](const char* name, S first, S second, S third, int found) {
            QTest::newRow(name) << static_cast<int>(first) << static_cast<int>(second)
                                << static_cast<int>(third) << found;
        };
        row("placed before bought", S::AlreadyOrdered, S::Placed, S::AlreadyOrdered, 2);
        row("bought before ended", S::Ended, S::AlreadyOrdered, S::Ended, 2);
        row("ended before live", S::Ended, S::Queued, S::Refused, 1);
        row("live before the others", S::Refused, S::Unknown, S::Skipped, 2);
        row("sending before the others", S::Refused, S::Sending, S::Ready, 2);
        row("to retry before the others", S::Refused, S::WillRetry, S::NeedsFix, 2);
        row("the first of them", S::Placed, S::Ended, S::AlreadyOrdered, 1);
        row("the newest of equals", S::Ended, S::Ended, S::Ended, 3);
        row("the newest of the others", S::Refused, S::Skipped, S::Ready, 3);
    }
    void findByKey_ofSeveral_isTheOneThatIsFurthest() {
        QFETCH(int, first);
        QFETCH(int, second);
        QFETCH(int, third);
        QFETCH(int, found);
        const std::array<RowState, 3> states{static_cast<RowState>(first),
                                             static_cast<RowState>(second),
                                             static_cast<RowState>(third)};
        const auto runs = furthest(states);
        QCOMPARE(runs[0], found);
        QVERIFY(runs[1] != found);
    }

    // A service may say which it is only since the account was first written down.
    void account_ofAServiceThatTellsWhichItIs_isAlsoTheOneOfItsAddress() {
        Desk desk;
        OpenDesk open(desk);
        desk.plan(open.ledger, open.submission.lock(), differentRows(1));
        Database database(desk.file(), false, {});
        AccountRef account = desk.spec().account;
        QCOMPARE(accountNumbers(database, account), std::vector<std::int64_t>{1});
        account.instanceId = "ins_1";
        QCOMPARE(accountNumbers(database, account), std::vector<std::int64_t>{1});
        account.accountId = "acc_2";
        QVERIFY(accountNumbers(database, account).empty());
    }

    void hearOfEnd_ofTheSameOrder_isTakenOver_data() {
        QTest::addColumn<QByteArray>("number");
        QTest::addColumn<bool>("heard");
        QTest::newRow("the same order") << QByteArray("LS-1") << true;
        QTest::newRow("another order of the key") << QByteArray("LS-2") << false;
    }
    void hearOfEnd_ofTheSameOrder_isTakenOver() {
        QFETCH(QByteArray, number);
        QFETCH(bool, heard);
        Desk desk;
        {
            OpenDesk open(desk);
            for (int i = 0; i < 2; ++i)
                desk.plan(open.ledger, open.submission.lock(), differentRows(1));
        }
        changeFile(desk, "UPDATE rows SET state = 10, order_status = 'failed', price = 300,"
                         " order_number = 'LS-1' WHERE run = 1");
        Database database(desk.file(), false, {});
        const std::int64_t account = accountOfRun(database, 2);
        RowRecord row = findRow(database, {2, 0}).value();
        row.orderNumber = number.toStdString();
        hearOfEnd(database, account, 1, row); // of the run that is asked for itself
        QCOMPARE(row.state, RowState::Ready);
        hearOfEnd(database, account, 2, row);
        QCOMPARE(row.state, heard ? RowState::Ended : RowState::Ready);
        QCOMPARE(row.orderStatus, std::string(heard ? "failed" : ""));
        QCOMPARE(row.price, heard ? std::optional<std::int64_t>(300) : std::nullopt);
    }

    void isLive_isWhatMayStillBecomeAnOrder() {
        for (int state = 0; state <= static_cast<int>(RowState::Ended); ++state) {
            const auto of = static_cast<RowState>(state);
            QCOMPARE(isLive(of), of == RowState::Queued || of == RowState::Sending ||
                                     of == RowState::Unknown || of == RowState::WillRetry);
        }
    }

    void refuseDisorder_anotherRunOrAnEarlierRow_isDamage() {
        OpenBook open(1);
        const auto refused = [&](RowRef row, RowRef after) {
            const auto done = guarded([&] { refuseDisorder(open.database, row, after); });
            return !done.has_value() && done.error().is(ErrorCode::LedgerDamaged);
        };
        QVERIFY(!refused({1, 0}, {1, -1}));
        QVERIFY(!refused({1, 7}, {1, 6}));
        QVERIFY(refused({1, 6}, {1, 6}));
        QVERIFY(refused({1, 5}, {1, 6}));
        QVERIFY(refused({2, 7}, {1, 6}));
    }

    void row_times_areThoseOfItsState() {
        OpenBook open(1);
        open.database.run("UPDATE rows SET wait_until = 5000, quote_expires = 6000,"
                          " ordered_at = 7000");
        for (int state = 0; state <= static_cast<int>(RowState::Ended); ++state) {
            open.database.use("UPDATE rows SET state = ?1").bind(state).run();
            const RowRecord row = open.row(0);
            const bool waits = row.state == RowState::Unknown || row.state == RowState::WillRetry;
            QCOMPARE(row.waitUntil.has_value(), waits);
            QVERIFY(!waits || row.waitUntil == fromStored(5'000));
            QVERIFY(row.quoteExpires == fromStored(6'000));
            QVERIFY(row.orderedAt == fromStored(7'000));
        }
        open.database.run("UPDATE rows SET state = 8, wait_until = 0, quote_expires = NULL,"
                          " ordered_at = NULL");
        QVERIFY(!open.row(0).waitUntil);
        QVERIFY(!open.row(0).quoteExpires);
        QVERIFY(!open.row(0).orderedAt);
    }

    void insertRow_everything_isReadBack() {
        for (const bool set : {false, true}) {
            OpenBook open(1);
            RowRecord row;
            row.ref = {open.run.value, 7};
            row.sourceRow = 9;
            row.tab = "Q3";
            row.key = set ? "key-7" : "";
            row.mark = set ? "mark-7" : "";
            row.reference = set ? "R-7" : "";
            row.generation = 2;
            row.occurrence = 3;
            row.product = "filters";
            row.leadCount = 40;
            row.finding = Finding::Changed;
            if (set)
                row.related = RowRef{open.run.value, 0};
            row.state = RowState::Skipped;
            row.skipReason = SkipReason::ChangedSinceOrdered;
            row.message = "Said.";
            row.said = {messages::ledger::runCancelled()};
            row.code = "a_code";
            row.orderNumber = "LS-7";
            row.orderStatus = "failed";
            if (set) {
                row.price = 11;
                row.orderedAt = open.now;
            }
            row.updatedAt = open.now + kMinute;
            row.consented = set;
            row.earlier.orders = {EquivalentOrder{}};
            row.earlier.orders[0].orderNumber = "LS-6";
            row.snapshot = "[1]";
            row.request = "{\"a\":1}";
            row.problems = {{"One", "first", "First.", {}},
                            {"Two", "second", "Second.", {messages::ledger::runPaused()}}};
            insertRow(open.database, accountOfRun(open.database, open.run.value), row);
            const RowRecord read = open.row(7);
            QVERIFY(read.ref == row.ref);
            QCOMPARE(read.sourceRow, 9);
            QCOMPARE(read.tab, row.tab);
            QCOMPARE(read.key, row.key);
            QCOMPARE(read.mark, row.mark);
            QCOMPARE(read.reference, row.reference);
            QCOMPARE(read.generation, 2);
            QCOMPARE(read.occurrence, 3);
            QCOMPARE(read.product, row.product);
            QCOMPARE(read.leadCount, 40);
            QCOMPARE(read.finding, row.finding);
            QVERIFY(read.related == row.related);
            QCOMPARE(read.state, row.state);
            QCOMPARE(read.skipReason, row.skipReason);
            QCOMPARE(read.message, row.message);
            QCOMPARE(read.said.size(), std::size_t{1});
            QCOMPARE(read.code, row.code);
            QCOMPARE(read.orderNumber, row.orderNumber);
            QCOMPARE(read.orderStatus, row.orderStatus);
            QCOMPARE(read.price, row.price);
            QVERIFY(read.orderedAt == row.orderedAt);
            QVERIFY(read.updatedAt == row.updatedAt);
            QCOMPARE(read.consented, set);
            QCOMPARE(read.earlier.orders.at(0).orderNumber, std::string("LS-6"));
            QCOMPARE(read.snapshot, row.snapshot);
            QCOMPARE(read.request, row.request);
            QCOMPARE(read.problems.size(), std::size_t{2});
            QCOMPARE(read.problems[0].column, std::string("One"));
            QCOMPARE(read.problems[0].code, std::string("first"));
            QCOMPARE(read.problems[1].message, std::string("Second."));
            QCOMPARE(read.problems[1].said.size(), std::size_t{1});
            QCOMPARE(count(open.database, "rows WHERE ordinal = 7 AND (order_key IS NULL"
                                          " OR mark IS NULL OR reference IS NULL)"),
                     set ? 0 : 1);
        }
    }

    // A search passes by what stands in another's place, as a page of the file does that was lost.
    void pageOfRows_outOfOrder_isDamage() {
        Desk desk;
        desk.submit(differentRows(2));
        std::string backwards;
        {
            Database database(desk.file(), false, {});
            Statement made =
                database.prepare("SELECT replace(sql, 'ordinal)', 'ordinal DESC)')"
                                 " FROM sqlite_schema WHERE type = 'table' AND name = 'rows'");
            QVERIFY(made.next());
            backwards = made.text(0);
        }
        changeFile(desk, "CREATE TABLE copy AS SELECT * FROM rows; DROP TABLE rows; " + backwards +
                             "; INSERT INTO rows SELECT * FROM copy;"
                             " PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql ="
                             " replace(sql, 'ordinal DESC)', 'ordinal)') WHERE name = 'rows'");
        Database database(desk.file(), false, {});
        const auto read = guarded([&] { return pageOfRows(database, 1, RowFilter{}, -1); });
        QVERIFY(!read.has_value());
        QVERIFY(read.error().is(ErrorCode::LedgerDamaged));
    }

    void pageOfRows_statesAndPages_areThose() {
        OpenBook open(5);
        open.database.run("UPDATE rows SET state = CASE ordinal WHEN 1 THEN 7 WHEN 3 THEN 9"
                          " ELSE 5 END");
        const auto ordinals = [&](const RowFilter& filter, std::int64_t after) {
            std::vector<std::int64_t> found;
            for (const RowRecord& row : pageOfRows(open.database, open.run.value, filter, after))
                found.push_back(row.ref.ordinal);
            return found;
        };
        using Ordinals = std::vector<std::int64_t>;
        RowFilter filter;
        QCOMPARE(ordinals(filter, -1), (Ordinals{0, 1, 2, 3, 4}));
        QCOMPARE(ordinals(filter, 2), (Ordinals{3, 4}));
        filter.states = {RowState::Refused, RowState::WillRetry};
        QCOMPARE(ordinals(filter, -1), (Ordinals{1, 3}));
        filter.states = {RowState::Placed};
        filter.pageSize = 2;
        QCOMPARE(ordinals(filter, -1), (Ordinals{0, 2}));
        QVERIFY(pageOfRows(open.database, open.run.value, filter, -1)[0].request.empty());
        filter.withContent = true;
        QVERIFY(!pageOfRows(open.database, open.run.value, filter, -1)[0].request.empty());
    }

    void loadTotals_amountOfEveryState_isInItsSum() {
        OpenBook open(5);
        open.database.run("UPDATE rows SET price = 100, quoted = 10,"
                          " state = CASE ordinal WHEN 0 THEN 5 WHEN 1 THEN 8 WHEN 2 THEN 9"
                          " WHEN 3 THEN 3 ELSE 0 END");
        RunTotals totals = loadTotals(open.database, open.run.value);
        QCOMPARE(totals.held, 100);
        QCOMPARE(totals.atRisk, 10);
        QCOMPARE(totals.retrying, 10);
        QCOMPARE(totals.queued, 10);
        QCOMPARE(totals.ready, 10);
        QCOMPARE(totals.all(), 5);
        open.database.run("UPDATE rows SET state = 4 WHERE ordinal > 1");
        QCOMPARE(loadTotals(open.database, open.run.value).atRisk, 40);
        // As much as a sum can be, and one more.
        constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
        open.database
            .use("UPDATE rows SET state = 5, price = CASE ordinal WHEN 0 THEN ?1"
                 " ELSE 0 END")
            .bind(most)
            .run();
        QCOMPARE(loadTotals(open.database, open.run.value).held, most);
        open.database.run("UPDATE rows SET state = 8, quoted = 1 WHERE ordinal = 4");
        QVERIFY_THROWS_EXCEPTION(StorageFailure, loadTotals(open.database, open.run.value));
        open.database.run("UPDATE rows SET state = 7, quoted = 0 WHERE ordinal = 4");
        QCOMPARE(loadTotals(open.database, open.run.value).held, most);
    }
};

LEADSHEET_TEST(tst_ledger_tables, LedgerTablesTest);
#include "tst_ledger_tables.moc"
