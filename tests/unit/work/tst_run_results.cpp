// SPDX-License-Identifier: Apache-2.0
#include "desk.hpp"
#include "test_main.hpp"

#include "leadsheet/app/row_source.hpp"
#include "leadsheet/app/run_record.hpp"
#include "leadsheet/app/run_results.hpp"

#include <QFile>
#include <QtTest>

#include <filesystem>
#include <memory>
#include <sqlite3.h>

using namespace leadsheet;
using namespace leadsheet::submit;
using namespace leadsheet::submit::test;

namespace {

constexpr int kRows = 3;

void write(const std::filesystem::path& path, const QByteArray& bytes) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

QByteArray read(const std::filesystem::path& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// A planned run of a sheet on the disk.
RunId planned(Desk& desk, Ledger& ledger, const std::filesystem::path& sheet) {
    QByteArray text = "scrapingOption,leadCount,industries\n";
    for (int row = 0; row < kRows; ++row)
        text += "filters,100,Industry " + QByteArray::number(row) + "\n";
    write(sheet, text);
    const auto check = app::SheetCheck::open(sheet, {}).value();
    RunSpec spec = desk.spec("list.csv");
    spec.sourceSha256 = app::fileSha256(sheet).value();
    spec.options = app::toJson(app::recordOf(sheet, check, nullptr));
    std::vector<RowInput> rows = differentRows(kRows);
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i].sourceRow = static_cast<std::int64_t>(i) + 2;
    return desk.plan(ledger, ledger.lock().value(), rows, spec).run;
}

} // namespace

class RunResultsTest : public QObject {
    Q_OBJECT

private slots:
    void write_whileTheLedgerFails_leavesWhatWasThere_data() {
        QTest::addColumn<bool>("isThere");
        QTest::addColumn<bool>("inPlace");
        QTest::newRow("earlier results") << true << false;
        QTest::newRow("nothing") << false << false;
        QTest::newRow("into the sheet itself") << true << true;
    }

    void write_whileTheLedgerFails_leavesWhatWasThere() {
        QFETCH(bool, isThere);
        QFETCH(bool, inPlace);
        Desk desk;
        auto left = std::make_shared<int>(-1); // operations until one fails
        Ledger ledger = desk.open([left](DbOp, std::uint64_t) {
            return *left >= 0 && (*left)-- == 0 ? SQLITE_IOERR_READ : 0;
        });
        const std::filesystem::path folder = desk.file().parent_path();
        const RunInfo run = ledger.run(planned(desk, ledger, folder / "list.csv")).value();
        app::RunResultsOptions options;
        options.output = inPlace ? folder / "list.csv" : folder / "out.csv";
        options.inPlace = inPlace;
        options.workFolder = folder;
        options.clock = [](WallTime) {
            return std::string();
        };
        if (isThere && !inPlace)
            QVERIFY(app::writeRunResults(ledger, run, options));
        const QByteArray before = read(options.output);
        QCOMPARE(before.isEmpty(), !isThere);
        int failures = 0;
        for (bool written = false; !written; ++failures) {
            QVERIFY2(failures < 100, "the sweep does not end");
            *left = failures;
            const auto results = app::writeRunResults(ledger, run, options);
            *left = -1;
            written = results.has_value();
            if (written)
                continue;
            QVERIFY(results.error().ledger);
            QVERIFY2(read(options.output) == before, read(options.output));
        }
        QVERIFY(failures > 1);
        QCOMPARE(read(options.output).count(",Ready,"), kRows);
    }
};

LEADSHEET_TEST(tst_run_results, RunResultsTest);
#include "tst_run_results.moc"
