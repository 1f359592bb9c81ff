// SPDX-License-Identifier: Apache-2.0
// A row of a large sheet takes no more work than one of a small sheet, counted in SQLite's steps:
// times differ from machine to machine.
#include "desk.hpp"

#include "test_main.hpp"

#include <sqlite3.h>

#include <QtTest>

using namespace leadsheet::submit;
using namespace leadsheet::submit::test;

namespace {

constexpr int kStepsACall = 100;
std::int64_t calls = 0;

int count(void*) {
    ++calls;
    return 0;
}

int watch(sqlite3* database, char**, const sqlite3_api_routines*) {
    sqlite3_progress_handler(database, kStepsACall, count, nullptr);
    return SQLITE_OK;
}

/// Counts on every connection that is opened while it lives.
class Watch {
public:
    Watch() { sqlite3_auto_extension(entry()); }
    ~Watch() { sqlite3_cancel_auto_extension(entry()); }
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

private:
    static void (*entry())() { return reinterpret_cast<void (*)()>(watch); }
};

double stepsARow(int count, bool named) {
    std::vector<RowInput> rows = differentRows(count);
    for (std::size_t i = 0; named && i < rows.size(); ++i)
        rows[i].reference = "icp-" + std::to_string(i);
    const Watch watching;
    calls = 0;
    Desk desk;
    desk.submit(rows);
    return static_cast<double>(calls) * kStepsACall / count;
}

} // namespace

class LargeSheetsTest : public QObject {
    Q_OBJECT

private slots:
    void submit_largeSheet_takesNoMoreStepsARow_data() {
        QTest::addColumn<bool>("named");
        QTest::newRow("rows without a reference") << false;
        QTest::newRow("rows with a reference") << true;
    }
    void submit_largeSheet_takesNoMoreStepsARow() {
        QFETCH(bool, named);
        const double few = stepsARow(50, named);
        const double many = stepsARow(300, named);
        QVERIFY2(many < 1.3 * few,
                 qPrintable(QStringLiteral("%1 steps a row of 300, %2 of 50").arg(many).arg(few)));
    }

    void plan_moreRowsThanOneCommitHolds_keepsThemAll() {
        constexpr int kRows = 10'010;
        Desk desk;
        Ledger ledger = desk.open();
        const RunLock lock = ledger.lock().value();
        const PlanSummary plan = desk.plan(ledger, lock, differentRows(kRows));
        QCOMPARE(plan.fresh, std::int64_t{kRows});
        const auto rows = desk.rows(plan.run);
        QCOMPARE(rows.size(), std::size_t{kRows});
        QCOMPARE(rows.back().ref.ordinal, std::int64_t{kRows - 1});
    }
};

LEADSHEET_TEST(tst_large_sheets, LargeSheetsTest);
#include "tst_large_sheets.moc"
