// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/row_spool.hpp"

#include "sheet_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>

#include <atomic>
#include <csignal>
#include <deque>
#include <sys/resource.h>
#include <thread>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

namespace {

/// Rows without a file behind them: `text(row, column)` for each cell.
class MadeSource final : public RowSource {
public:
    MadeSource(std::uint32_t rows, std::uint32_t columns)
        : rows_(rows)
        , columns_(columns) {}

    static std::string text(std::uint32_t row, std::uint32_t column) {
        return std::to_string(row) + ":" + std::to_string(column);
    }

    SheetFormat format() const override { return SheetFormat::Xlsx; }
    std::span<const SheetInfo> sheets() const override { return {}; }
    SheetResult<void> open(std::size_t) override { return {}; }
    SheetStats stats() const override {
        SheetStats stats;
        stats.rows = at_;
        stats.bytesRead = at_;
        stats.bytesTotal = rows_;
        return stats;
    }
    const TextDialect* dialect() const override { return nullptr; }
    const InputDigests& digests() const override { return none_; }

    SheetResult<Next> next(RowView& row) override {
        if (at_ == rows_)
            return Next::End;
        ++at_;
        texts_.clear();
        cells_.clear();
        for (std::uint32_t column = 0; column < columns_; ++column) {
            texts_.push_back(text(at_, column));
            Cell cell;
            cell.kind = CellKind::Text;
            cell.column = column;
            cell.text = texts_.back();
            cells_.push_back(cell);
        }
        row = {};
        row.row = at_;
        row.cells = cells_;
        return Next::Row;
    }

private:
    std::uint32_t rows_;
    std::uint32_t columns_;
    std::uint32_t at_ = 0;
    std::deque<std::string> texts_;
    std::vector<Cell> cells_;
    InputDigests none_;
};

std::vector<Cell> cellsOf(const std::vector<std::pair<std::uint32_t, std::string_view>>& texts) {
    std::vector<Cell> cells;
    for (const auto& [column, text] : texts) {
        Cell cell;
        cell.kind = CellKind::Text;
        cell.column = column;
        cell.text = text;
        cells.push_back(cell);
    }
    return cells;
}

RowView rowView(std::uint32_t number, std::span<const Cell> cells, std::uint32_t repeat = 1) {
    RowView row;
    row.row = number;
    row.repeat = repeat;
    row.cells = cells;
    return row;
}

/// No file of this process may grow beyond `bytes` while it lives.
class FileSizeLimit {
public:
    explicit FileSizeLimit(rlim_t bytes) {
        ::getrlimit(RLIMIT_FSIZE, &before_);
        handler_ = std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{bytes, before_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;

private:
    rlimit before_{};
    void (*handler_)(int) = nullptr;
};

SpoolLimits tinyLimits() {
    SpoolLimits limits;
    limits.memoryBytes = 1024;
    limits.decodedBytes = 16 << 10;
    limits.blockBytes = 512;
    limits.blockRows = 8;
    limits.firstBlockRows = 2;
    return limits;
}

} // namespace

class RowSpoolTest : public QObject {
    Q_OBJECT

private slots:
    void row_anyIndex_readsAsWritten_data();
    void row_anyIndex_readsAsWritten();
    void rows_millionRows_stayInBoundedMemory();
    void rows_veryWideOnes_areWhole();
    void repeatedRows_eachHasItsNumber();
    void numbers_gapsBetweenRows_areNoRows();
    void blankRows_atTheEnd_areLeftOut();
    void file_largeSheet_hasNoNameAndIsGoneWithTheProcess();
    void diskFull_whileAppending_keepsWhatWasThere();
    void firstRows_whileTheRestStreams_canBeRead();
    void stop_whileReading_keepsTheRowsSoFar();
    void readersAndWriter_atTheSameTime_seeWholeRows();
};

void RowSpoolTest::row_anyIndex_readsAsWritten_data() {
    QTest::addColumn<bool>("inFile");
    QTest::newRow("in memory") << false;
    QTest::newRow("in a file") << true;
}

void RowSpoolTest::row_anyIndex_readsAsWritten() {
    QFETCH(bool, inFile);
    SheetFolder folder;
    RowSpool spool(folder.path(""), inFile ? tinyLimits() : SpoolLimits{});
    MadeSource source(1000, 5);
    QVERIFY(spoolRows(source, spool));
    QCOMPARE(spool.rows(), std::uint64_t{1000});
    QCOMPARE(spool.columns(), 5U);
    QCOMPARE(spool.lastNumber(), 1000U);
    for (std::uint32_t step = 0; step < 1000; ++step) {
        const std::uint32_t index = step * 617 % 1000; // to and fro
        const auto row = spool.row(index);
        QVERIFY(row);
        QCOMPARE(row->number(), index + 1);
        QVERIFY(!row->hidden());
        QCOMPARE(std::string(row->textAt(3)), MadeSource::text(index + 1, 3));
        QCOMPARE(std::string(row->textAt(99)), std::string());
        QVERIFY(spool.indexOf(index + 1) == std::optional<std::uint64_t>(index));
    }
    QVERIFY(!spool.indexOf(1001));
    QVERIFY(!spool.indexOf(0));
}

void RowSpoolTest::rows_millionRows_stayInBoundedMemory() {
    SheetFolder folder;
    RowSpool spool(folder.path(""));
    MadeSource source(1'000'000, 8);
    QVERIFY(spoolRows(source, spool));
    for (std::uint32_t index = 0; index < 1'000'000; index += 9973)
        QCOMPARE(spool.row(index)->number(), index + 1);
    QCOMPARE(std::string(spool.row(999'999)->textAt(7)), MadeSource::text(1'000'000, 7));
    const SpoolLimits limits;
    QVERIFY(spool.memoryUsed() < limits.memoryBytes + limits.decodedBytes + (1U << 20));
}

void RowSpoolTest::rows_veryWideOnes_areWhole() {
    SheetFolder folder;
    RowSpool spool(folder.path(""));
    const std::string huge(1 << 20, 'x');
    MadeSource wide(4, 16'384);
    QVERIFY(spoolRows(wide, spool));
    const auto cells = cellsOf({{0, huge}, {16'383, "end"}});
    QVERIFY(spool.append(rowView(5, cells)));
    QVERIFY(spool.flush());
    QCOMPARE(spool.columns(), 16'384U);
    QCOMPARE(std::string(spool.row(3)->textAt(16'383)), MadeSource::text(4, 16'383));
    QCOMPARE(spool.row(4)->textAt(0).size(), huge.size());
    QCOMPARE(std::string(spool.row(4)->textAt(16'383)), std::string("end"));
}

void RowSpoolTest::repeatedRows_eachHasItsNumber() {
    SheetFolder folder;
    RowSpool spool(folder.path(""), tinyLimits());
    const auto cells = cellsOf({{2, "same"}});
    QVERIFY(spool.append(rowView(3, cells, 500)));
    QVERIFY(spool.append(rowView(503, cells)));
    QVERIFY(spool.flush());
    QCOMPARE(spool.rows(), std::uint64_t{501});
    QCOMPARE(spool.row(250)->number(), 253U);
    QCOMPARE(std::string(spool.row(499)->textAt(2)), std::string("same"));
    QVERIFY(spool.indexOf(502) == std::optional<std::uint64_t>(499));
    QVERIFY(spool.indexOf(503) == std::optional<std::uint64_t>(500));
}

void RowSpoolTest::numbers_gapsBetweenRows_areNoRows() {
    SheetFolder folder;
    RowSpool spool(folder.path(""));
    const auto cells = cellsOf({{0, "a"}});
    for (const std::uint32_t number : {2U, 3U, 10U})
        QVERIFY(spool.append(rowView(number, cells)));
    QVERIFY(spool.flush());
    QCOMPARE(spool.rows(), std::uint64_t{3});
    QCOMPARE(spool.row(2)->number(), 10U);
    QVERIFY(!spool.indexOf(1));
    QVERIFY(!spool.indexOf(7));
    QVERIFY(spool.indexOf(10) == std::optional<std::uint64_t>(2));
}

void RowSpoolTest::blankRows_atTheEnd_areLeftOut() {
    SheetFolder folder;
    RowSpool spool(folder.path(""));
    const auto cells = cellsOf({{0, "a"}});
    QVERIFY(spool.append(rowView(1, cells)));
    QVERIFY(spool.append(rowView(2, {}, 3)));
    QVERIFY(spool.append(rowView(5, cells)));
    QVERIFY(spool.append(rowView(6, {}, 1'000'000)));
    QVERIFY(spool.flush());
    QCOMPARE(spool.rows(), std::uint64_t{5});
    QVERIFY(spool.row(3)->blank());
    QCOMPARE(spool.row(3)->number(), 4U);
}

void RowSpoolTest::file_largeSheet_hasNoNameAndIsGoneWithTheProcess() {
    SheetFolder folder;
    RowSpool spool(folder.path(""), tinyLimits());
    MadeSource source(1000, 5);
    QVERIFY(spoolRows(source, spool));
    QVERIFY(folder.fileNames().empty());
}

void RowSpoolTest::diskFull_whileAppending_keepsWhatWasThere() {
    SheetFolder folder;
    RowSpool spool(folder.path(""), tinyLimits());
    MadeSource source(10'000, 5);
    const FileSizeLimit limit(64 << 10);
    const auto result = spoolRows(source, spool);
    QVERIFY(!result);
    QCOMPARE(sheetErrorName(result.error().code), sheetErrorName(SheetErrorCode::StorageFull));
    QVERIFY(!result.error().wayOut.empty());
    QVERIFY(spool.rows() > 500);
    const auto last = spool.row(spool.rows() - 1);
    QVERIFY(last);
    QCOMPARE(std::string(last->textAt(4)), MadeSource::text(last->number(), 4));
    QVERIFY(!spool.flush());
    QVERIFY(!spool.append(rowView(99'999, {})));
}

void RowSpoolTest::firstRows_whileTheRestStreams_canBeRead() {
    SheetFolder folder;
    RowSpool spool(folder.path(""));
    MadeSource source(5000, 3);
    std::uint64_t first = 0;
    QVERIFY(spoolRows(source, spool, [&](const SpoolProgress& progress) {
        if (first != 0)
            return;
        first = progress.rows;
        QVERIFY(progress.bytesRead < progress.bytesTotal);
        QCOMPARE(std::string(spool.row(first - 1)->textAt(0)),
                 MadeSource::text(static_cast<std::uint32_t>(first), 0));
    }));
    QCOMPARE(first, std::uint64_t{SpoolLimits{}.firstBlockRows});
}

void RowSpoolTest::stop_whileReading_keepsTheRowsSoFar() {
    SheetFolder folder;
    RowSpool spool(folder.path(""));
    MadeSource source(1'000'000, 3);
    std::stop_source stop;
    const auto result = spoolRows(
        source, spool, [&](const SpoolProgress&) { stop.request_stop(); }, stop.get_token());
    QVERIFY(!result);
    QCOMPARE(sheetErrorName(result.error().code), sheetErrorName(SheetErrorCode::Cancelled));
    QVERIFY(spool.rows() >= SpoolLimits{}.firstBlockRows);
    QVERIFY(spool.rows() < 1000);
}

void RowSpoolTest::readersAndWriter_atTheSameTime_seeWholeRows() {
    SheetFolder folder;
    RowSpool spool(folder.path(""), tinyLimits());
    std::atomic<bool> done{false};
    std::atomic<bool> wrong{false};
    std::vector<std::jthread> readers;
    for (unsigned reader = 0; reader < 2; ++reader)
        readers.emplace_back([&, reader] {
            std::uint64_t at = reader;
            while (!done) {
                const std::uint64_t rows = spool.rows();
                if (rows == 0)
                    continue;
                at = (at * 31 + 7) % rows;
                const auto row = spool.row(at);
                if (!row || std::string(row->textAt(1)) != MadeSource::text(row->number(), 1))
                    wrong = true;
            }
        });
    MadeSource source(20'000, 3);
    QVERIFY(spoolRows(source, spool));
    done = true;
    readers.clear();
    QVERIFY(!wrong);
}

LEADSHEET_TEST(tst_row_spool, RowSpoolTest);
#include "tst_row_spool.moc"
