// SPDX-License-Identifier: Apache-2.0
// A ledger as it was written before accounts had an instance id and orders a mark;
// ledger_v1/make_ledger_v1.sh says what is in it.
#include "desk.hpp"
#include "leadsheet/submit/row_identity.hpp"

#include "test_main.hpp"

#include <QtTest>

#include <map>
#include <sqlite3.h>

using namespace leadsheet;
using namespace leadsheet::submit;
using namespace leadsheet::submit::test;

namespace {

constexpr std::int64_t kRows = 21;
constexpr RunId kUnknown{3};
constexpr RunId kPaused{4};
constexpr RunId kSecondAddress{5};

/// All values that a query finds, a row a line.
std::string read(const std::filesystem::path& file, const char* sql) {
    sqlite3* raw = nullptr;
    std::string text;
    const auto add = [](void* out, int count, char** values, char**) {
        for (int i = 0; i < count; ++i)
            *static_cast<std::string*>(out) += std::string(values[i] ? values[i] : "NULL") + '|';
        *static_cast<std::string*>(out) += '\n';
        return 0;
    };
    if (sqlite3_open(file.c_str(), &raw) != SQLITE_OK ||
        sqlite3_exec(raw, sql, add, &text, nullptr) != SQLITE_OK)
        qFatal("%s: %s", sql, sqlite3_errmsg(raw));
    sqlite3_close(raw);
    return text;
}

constexpr const char* kEveryRow =
    "SELECT rows.run, rows.ordinal, rows.account, source_row, tab, order_key, reference,"
    " generation, occurrence, product, lead_count, finding, state, skip_reason, attempts, code,"
    " order_number, price, quoted, snapshot, request, body FROM rows LEFT JOIN contents"
    " ON contents.run = rows.run AND contents.ordinal = rows.ordinal ORDER BY 1, 2";

/// A desk with a copy of the old ledger, on a later day.
struct OldDesk : Desk {
    OldDesk() {
        std::filesystem::create_directories(file().parent_path());
        std::filesystem::copy_file(qEnvironmentVariable("LEADSHEET_LEDGER_V1").toStdString(),
                                   file());
        clock->setWall(std::chrono::sys_days(std::chrono::year(2026) / 12 / 1));
        service->centsPerLead = 8;
    }

    /// The account as a service of today names it, under yet another address.
    AccountRef identified(Ledger& ledger) const {
        return {"https://api.example.com", ledger.run(kPaused).value().spec.account.accountId,
                "Work", "ins_1"};
    }
};

OrderRequest requestOf(const std::vector<std::string>& industries, std::int64_t count,
                       const std::string& place) {
    OrderRequest request;
    request.product = "filters";
    request.leadCount = count;
    request.fields["industries"] = industries;
    if (!place.empty())
        request.fields["locations"] = std::vector<std::string>{place};
    return request;
}

std::vector<RowInput> firstSheet() {
    std::vector<RowInput> rows(3);
    rows[0].request = requestOf({"Dentists"}, 100, "Berlin");
    rows[1].request = requestOf({"Law Firms", "Notaries"}, 50, "");
    rows[2].request = requestOf({"Bäckereien"}, 25, "München");
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].sourceRow = static_cast<std::int64_t>(i) + 2;
        rows[i].tab = "q1.csv";
        rows[i].reference = "R-" + std::to_string(i + 1);
    }
    return rows;
}

std::vector<RowInput> thirdSheet() {
    std::vector<RowInput> rows;
    for (const char* industry :
         {"Plumbers", "Roofers", "Painters", "Glaziers", "Tilers", "Joiners", "Tilers"})
        rows.push_back(rowOf(industry, 10, static_cast<std::int64_t>(rows.size()) + 2));
    return rows;
}

} // namespace

class LedgerV1Test : public QObject {
    Q_OBJECT

private slots:
    void open_ledgerOfSchema1_losesNoRowAndNoKey() {
        OldDesk desk;
        QCOMPARE(read(desk.file(), "PRAGMA user_version"), std::string("1|\n"));
        const std::string before = read(desk.file(), kEveryRow);
        QCOMPARE(std::count(before.begin(), before.end(), '\n'), kRows);
        { Ledger ledger = desk.open(); }
        QCOMPARE(read(desk.file(), "PRAGMA user_version"), std::string("7|\n"));
        QCOMPARE(read(desk.file(), kEveryRow), before);
    }

    void open_ledgerOfSchema1_makesMarksAsTheyAreMadeToday() {
        OldDesk desk;
        std::map<std::string, std::string> marks;
        for (const RunId run : {RunId{1}, RunId{2}, kUnknown, kPaused, kSecondAddress}) {
            for (const RowRecord& row : desk.rows(run)) {
                if (row.state == RowState::NeedsFix)
                    continue;
                QVERIFY2(row.mark.starts_with("m1-"), row.mark.c_str());
                QCOMPARE(row.mark, markOfBody(row.request));
                marks[row.reference] = row.mark;
            }
        }
        for (const RowInput& row : firstSheet())
            QCOMPARE(marks[row.reference], orderMark(row.request));
    }

    void open_ledgerOfSchema1_knowsWhatSheetARunIsOf() {
        OldDesk desk;
        Ledger ledger = desk.open();
        QCOMPARE(ledger.run(kPaused).value().spec.sourcePath,
                 std::string("/srv/leadsheet-demo/q3.csv"));
        // The second order on purpose is none of the whole sheet.
        QCOMPARE(read(desk.file(), "SELECT id FROM runs WHERE whole_sheet = 0"),
                 std::string("2|\n"));
    }

    void identify_threeAddresses_areOneAccount() {
        OldDesk desk;
        Ledger ledger = desk.open();
        const RunLock lock = ledger.lock().value();
        QCOMPARE(read(desk.file(), "SELECT count(*) FROM accounts"), std::string("3|\n"));
        QVERIFY(ledger.identify(desk.identified(ledger), lock));
        QCOMPARE(read(desk.file(), "SELECT service FROM accounts"), std::string("ins_1|\n"));
        QCOMPARE(read(desk.file(), "SELECT count(*), count(DISTINCT account) FROM rows"),
                 std::to_string(kRows) + "|1|\n");
        QCOMPARE(read(desk.file(), "SELECT count(DISTINCT account) FROM runs"),
                 std::string("1|\n"));
        // What was queued under one address and ordered under the other is not ordered again.
        const RunTotals totals = ledger.run(kPaused).value().totals;
        QCOMPARE(totals.of(RowState::Placed), 3);
        QCOMPARE(totals.of(RowState::AlreadyOrdered), 2);
        QCOMPARE(totals.of(RowState::Queued), 1);
        QCOMPARE(ledger.run(kSecondAddress).value().totals.of(RowState::Placed), 2);
    }

    void plan_sheetsOfBefore_asksForNoNewOrder() {
        OldDesk desk;
        Ledger ledger = desk.open();
        const RunLock lock = ledger.lock().value();
        RunSpec spec = desk.spec("q1.csv");
        spec.account = desk.identified(ledger);
        QVERIFY(ledger.identify(spec.account, lock));
        const PlanSummary first = desk.plan(ledger, lock, firstSheet(), spec);
        QCOMPARE(first.alreadyOrdered, 3);
        QCOMPARE(first.fresh + first.changed + first.unfinished, 0);

        spec.sourceName = "q2.csv";
        const PlanSummary second =
            desk.plan(ledger, lock, {rowOf("Logistics", 100), rowOf("Shipping", 40, 3)}, spec);
        QCOMPARE(second.unfinished, 2);
        QCOMPARE(second.fresh, 0);

        spec.sourceName = "q3.csv";
        const PlanSummary third = desk.plan(ledger, lock, thirdSheet(), spec);
        QCOMPARE(third.alreadyOrdered, 5);
        QCOMPARE(third.unfinished, 1);
        QCOMPARE(third.inSheetTwice, 1);
        QCOMPARE(third.fresh, 0);
    }

    void plan_rowsOfBeforeRespelled_areOrderedBefore() {
        OldDesk desk;
        Ledger ledger = desk.open();
        const RunLock lock = ledger.lock().value();
        RunSpec spec = desk.spec("new.csv");
        spec.account = desk.identified(ledger);
        QVERIFY(ledger.identify(spec.account, lock));
        std::vector<RowInput> rows{rowOf(" PLUMBERS ", 10), rowOf("x", 25, 3), rowOf("y", 50, 4)};
        rows[1].request = requestOf({"BÄCKEREIEN"}, 25, "münchen");
        rows[2].request = requestOf({"Notaries", "law firms"}, 50, "");
        const PlanSummary plan = desk.plan(ledger, lock, rows, spec);
        QCOMPARE(plan.orderedBefore, 3);
        QCOMPARE(plan.fresh, 0);
    }

    void resume_rowOfUnknownOutcome_findsItsOrder() {
        OldDesk desk;
        const auto rows = desk.rows(kUnknown);
        QCOMPARE(rows[0].state, RowState::Unknown);
        const std::string body =
            read(desk.file(), "SELECT body FROM contents WHERE run = 3 AND ordinal = 0");
        desk.service->makeOrder(rows[0].key, body.substr(0, body.rfind('|')), 800);
        const RunReport report = desk.resume(kUnknown);
        QCOMPARE(report.state, RunState::Finished);
        QCOMPARE(report.totals.of(RowState::Placed), 2);
        QCOMPARE(desk.service->orders().size(), std::size_t{2});
        QCOMPARE(desk.service->moneyTaken(), 800 + 320);
    }
};

LEADSHEET_TEST(tst_ledger_v1, LedgerV1Test);
#include "tst_ledger_v1.moc"
