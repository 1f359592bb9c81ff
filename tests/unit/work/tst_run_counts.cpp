// SPDX-License-Identifier: Apache-2.0
#include "desk.hpp"
#include "test_main.hpp"

#include "run/run_words.hpp"
#include "session/row_groups.hpp"
#include "session/run_execution.hpp"
#include "submit/recent_sheets.hpp"

#include "leadsheet/text/render.hpp"
#include "leadsheet/work/checked_rows.hpp"
#include "leadsheet/work/run_ledger.hpp"
#include "leadsheet/work/run_rows.hpp"
#include "leadsheet/work/run_summary.hpp"

#include <QFile>
#include <QtTest>

#include <stop_token>

using namespace leadsheet;
using namespace leadsheet::submit;
using namespace leadsheet::submit::test;

class RunCountsTest : public QObject {
    Q_OBJECT

    /// Five rows of which two can be ordered.
    static std::vector<RowInput> mixedRows() {
        std::vector<RowInput> rows = differentRows(3);
        rows.push_back(rowOf("Industry 1", 100, 9)); // as the second
        rows.push_back(rowOf("Industry 7", 100, 10));
        rows[2].skip = true;
        rows[4].problems.push_back({});
        return rows;
    }

private slots:
    void leftOut_isOneCountForBothPrograms() {
        Desk desk;
        Ledger ledger = desk.open();
        const RunLock lock = ledger.lock().value();
        const RunId run = desk.plan(ledger, lock, mixedRows()).run;
        const work::LeftOut left = work::leftOutOf(ledger, run).value();
        QCOMPARE(left.of(SkipReason::DuplicateInSheet), 1);
        QCOMPARE(left.of(SkipReason::ByPerson), 1);
        QCOMPARE(left.needsFix, 1);
        QCOMPARE(left.all(), 3);
        const QString terminal = QString::fromStdString(text::render(cli::leftOutMessage(left)));
        const QString window = desktop::leftOutWords(left);
        QVERIFY2(terminal.startsWith(QLatin1String("3 rows skipped: ")), qPrintable(terminal));
        QVERIFY2(window.startsWith(QLatin1String("3 ")), qPrintable(window));
        QCOMPARE(terminal.count(QLatin1Char('1')), 3);
        QCOMPARE(window.count(QLatin1Char('1')), 3);
    }

    void check_thatIsStopped_hasNoFigures() {
        Desk desk;
        desk.submit(differentRows(3));
        const std::filesystem::path sheet = desk.file().parent_path() / "sheet.csv";
        QFile file(QString::fromStdString(sheet.string()));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write("Product,Leads,Industries\nfilters,100,Industry 0\nfilters,100,Industry 9\n");
        file.close();
        auto check = app::SheetCheck::open(sheet, {}, {}).value();
        work::SheetPlan plan;
        plan.path = sheet;
        const work::OrdersOf orders{desk.file(), {desk.spec().account, "USD"}};
        std::stop_source stop;
        work::CheckedRows counted(orders, plan, check, desk.clock->wallNow(), stop.get_token());
        QVERIFY(counted.isCompared());
        app::CheckedRow row;
        while (check.next(row).value() != app::Next::End)
            counted.note(row);
        stop.request_stop();
        const auto figures = counted.finish(check.summary());
        QVERIFY(!figures && figures.error().is(ErrorCode::Cancelled));
    }

    void repeats_costWhatTheRowsTheyRepeatDo() {
        Desk desk;
        Ledger ledger = desk.open();
        RunLock lock = ledger.lock().value();
        std::vector<RowInput> rows = mixedRows();
        rows.push_back(rowOf("Industry 1", 100, 11));
        const RunId run = desk.plan(ledger, lock, rows).run;
        QVERIFY(!work::priceOfRepeats(ledger, run).value());
        const RunId clean = desk.plan(ledger, lock, differentRows(1)).run;
        QCOMPARE(work::priceOfRepeats(ledger, clean).value(), std::optional(std::int64_t{0}));
        Submission submission = desk.submission(ledger, std::move(lock));
        const QuoteSummary all = submission.quote(run).value();
        QCOMPARE(all.rows, 2);
        QCOMPARE(work::priceOfRepeats(ledger, run).value(), std::optional(all.amount));
    }

    void quote_ofTheFirstRows_isTheirSum() {
        Desk desk;
        Ledger ledger = desk.open();
        RunLock lock = ledger.lock().value();
        const RunId run = desk.plan(ledger, lock, mixedRows()).run;
        Submission submission = desk.submission(ledger, std::move(lock));
        const QuoteSummary all = submission.quote(run).value();
        QCOMPARE(all.rows, 2);
        const QuoteSummary first = work::limitedQuote(ledger, run, all, 1).value();
        QCOMPARE(first.rows, 1);
        QCOMPARE(first.amount, all.amount / 2);
        QCOMPARE(first.products.size(), std::size_t{1});
        QCOMPARE(first.products.front().leads, 100);
        const QuoteSummary part = work::priceOfFirst(ledger, run, 1).value();
        QCOMPARE(part.amount, first.amount);
        QCOMPARE(work::limitedQuote(ledger, run, all, 5).value().rows, 2);
    }

    void summary_isOneForBothPrograms() {
        Desk desk;
        Ledger ledger = desk.open();
        std::vector<RowInput> rows = mixedRows();
        RunSpec spec = desk.spec();
        const QString sheet = desk.directory.filePath(QStringLiteral("icps.csv"));
        spec.sourcePath = sheet.toStdString();
        const Sent sent = send(desk, rows, spec);
        const RunInfo info = ledger.run(sent.run).value();
        const work::RunSummary summary = work::summaryOf(ledger, info).value();
        QCOMPARE(summary.placed, 2);
        QCOMPARE(summary.toFix, 1);
        QCOMPARE(summary.toAnswer, 0);
        QCOMPARE(summary.committed, info.totals.committed());
        QVERIFY(summary.committed > 0);
        QVERIFY(summary.next == work::NextStep::Fix);
        rows[0] = rowOf("Industry 0", 500); // changed since it was ordered
        const Sent again = send(desk, rows, spec);
        const work::RunSummary changed =
            work::summaryOf(ledger, ledger.run(again.run).value()).value();
        QCOMPARE(changed.placed, 0);
        QCOMPARE(changed.toAnswer, 1);
        QCOMPARE(changed.alreadyOrdered, 1);
        QVERIFY(desktop::pastWords({again.run, info.createdAt, changed}, info.createdAt)
                    .startsWith(QStringLiteral("Today, 0 placed, 1 already ordered, ")));
        const std::vector<std::string> sheets{"/other.csv", spec.sourcePath};
        const auto past = work::pastOf(ledger, info.spec.account, sheets).value();
        QVERIFY(!past.at(0));
        QVERIFY(past.at(1) && past.at(1)->run == again.run && past.at(1)->summary == changed);
        QCOMPARE(summary.placed + summary.toFix + summary.toAnswer + summary.leftOut,
                 info.totals.all());
        const auto figures = cli::figuresJson(summary);
        QCOMPARE(figures.at("placed").as_int64(), 2);
        QCOMPARE(figures.at("toFix").as_int64(), 1);
        const work::SheetPast first{sent.run, info.createdAt, summary};
        QCOMPARE(desktop::pastWords(first, info.createdAt),
                 QStringLiteral("Today, 2 placed, 1 to fix"));
        const std::chrono::hours later(24 * 400);
        QVERIFY(desktop::pastWords(first, info.createdAt + later)
                    .endsWith(QStringLiteral(", 2 placed, 1 to fix")));
    }

    void everyRow_isCountedOnce() {
        RunTotals totals;
        std::int64_t rows = 1;
        for (std::int64_t& count : totals.rows)
            count = std::exchange(rows, rows * 2);
        const work::RunFigures figures = work::figuresOf(totals);
        QCOMPARE(figures.toRetry, totals.of(RowState::WillRetry));
        QCOMPARE(figures.toRetry + figures.notSent, totals.unsent());
        QCOMPARE(figures.left(), totals.left());
        QCOMPARE(figures.placed + figures.toFix + figures.unknown + figures.toRetry +
                     figures.notSent,
                 totals.all() - totals.of(RowState::Skipped) - totals.of(RowState::AlreadyOrdered) -
                     totals.of(RowState::Ended));
    }

    void run_withRowsToApprove_needsAWord() {
        Desk desk;
        Ledger ledger = desk.open();
        const RunLock lock = ledger.lock().value();
        const RunId run = desk.plan(ledger, lock, mixedRows()).run;
        const RunInfo info = ledger.run(run).value();
        QVERIFY(work::needsApproval(info));
        QVERIFY(!work::isOnlyPlanned(info)); // its record does not say so
        work::removeLeftoverPlans(ledger, lock);
        QVERIFY(ledger.run(run).has_value());
    }
};

LEADSHEET_TEST(tst_run_counts, RunCountsTest);
#include "tst_run_counts.moc"
