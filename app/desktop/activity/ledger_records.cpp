// SPDX-License-Identifier: Apache-2.0
#include "ledger_records.hpp"

#include "../phrases/say.hpp"
#include "../run/run_rows_model.hpp"
#include "../shell/words.hpp"

#include "leadsheet/submit/ledger.hpp"
#include "leadsheet/try.hpp"
#include "leadsheet/work/run_ledger.hpp"
#include "leadsheet/work/run_summary.hpp"

#include <algorithm>

namespace leadsheet::desktop {
namespace {

using submit::RowState;
using submit::RunState;

constexpr std::size_t kMaxRuns = 10'000;

Look lookOf(const submit::RunInfo& run) {
    const QString word = runStateWord(run);
    if (run.interrupted)
        return {word, QLatin1String("warning"), Tone::Warn};
    switch (run.state) {
    case RunState::Running:
        return {word, QLatin1String("play"), Tone::Info};
    case RunState::Paused:
        return {word, QLatin1String("pause"), Tone::Warn};
    case RunState::Finished:
        return {word, QLatin1String("placed"), Tone::Good};
    case RunState::Stopped:
        return {word, QLatin1String("stop"), Tone::Muted};
    case RunState::Planning:
    case RunState::Planned:
    case RunState::Approved:
        break;
    }
    return {word, QLatin1String("queued"), Tone::Neutral};
}

/// Nothing when there is no file.
Result<std::optional<submit::Ledger>> opened(const std::filesystem::path& file) {
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored))
        return std::optional<submit::Ledger>();
    submit::LedgerOptions options;
    options.mode = submit::LedgerOptions::Mode::ReadOnly;
    options.checkIntegrity = false; // checked whenever it is opened for writing
    LEADSHEET_TRY(auto ledger, submit::Ledger::open(file, options));
    return std::optional(std::move(ledger));
}

} // namespace

RunModel::RunModel(QObject* parent)
    : RecordModel(parent) {
    const QString many = number(100'000);
    addNumber(tr("Run"), {{number(9'999)}},
              [](const submit::RunInfo& run) { return number(run.id.value); });
    add(tr("Sheet"), {{letters(20)}, false, letters(10)},
        [](const submit::RunInfo& run) { return text(run.spec.title); });
    add(tr("Started"), {{clockText(WallTime{}, wallNow())}},
        [](const submit::RunInfo& run) { return clockText(run.createdAt, wallNow()); });
    addState(tr("State"), {runStateWords(), true},
             [](const submit::RunInfo& run) { return lookOf(run); });
    addNumber(tr("Placed"), {{many}},
              [](const submit::RunInfo& run) { return number(run.totals.of(RowState::Placed)); });
    addNumber(tr("Still to send"), {{many}}, [](const submit::RunInfo& run) {
        return number(work::figuresOf(run.totals).left());
    });
    addNumber(tr("To fix"), {{many}},
              [](const submit::RunInfo& run) { return number(work::figuresOf(run.totals).toFix); });
    // It stands below the lists, too.
    addNumber(tr("Held when ordered"), {{money(99'999'99, "USD")}, false, {}, 1},
              [](const submit::RunInfo& run) { return money(run.totals.held, run.spec.currency); });
}

int RunModel::rowOf(std::int64_t run) const {
    const auto found = std::find_if(rows().begin(), rows().end(),
                                    [run](const auto& info) { return info.id.value == run; });
    return found == rows().end() ? -1 : static_cast<int>(found - rows().begin());
}

void RunModel::show(std::vector<submit::RunInfo> runs) {
    const bool same = std::equal(runs.begin(), runs.end(), rows().begin(), rows().end(),
                                 [](const auto& a, const auto& b) { return a.id == b.id; });
    if (same)
        refreshRows(std::move(runs));
    else
        setRows(std::move(runs));
}

bool canGoOn(const submit::RunInfo& run) {
    return run.interrupted || run.state == RunState::Paused || run.state == RunState::Approved ||
           run.state == RunState::Stopped || run.state == RunState::Planned;
}

RowModel::RowModel(QObject* parent)
    : RecordModel(parent) {
    addNumber(tr("Row"), {{number(100'000), letters(16)}, false, number(100'000)},
              [this](const submit::RowRecord& row) { return placeOf(row); });
    addState(tr("State"), stateColumn(), [](const submit::RowRecord& row) {
        const StateLook look = lookOf(row.state);
        return Look{stateWord(row), look.icon, look.tone};
    });
    add(tr("Product"), {sayProducts(), false, letters(6)},
        [](const submit::RowRecord& row) { return sayProduct(row.product); });
    addNumber(tr("Leads"), {{number(50'000)}}, [](const submit::RowRecord& row) {
        return row.leadCount == 0 ? QString() : number(row.leadCount);
    });
    add(tr("Order"), {{kSampleOrderNumber}},
        [](const submit::RowRecord& row) { return text(row.orderNumber); });
    addNumber(tr("Price"), {{money(9'999'99, "USD")}},
              [this](const submit::RowRecord& row) { return priceText(row, currency_); });
    addNumber(tr("Attempts"), {{number(99)}, false, {}, 1}, // which are listed below
              [](const submit::RowRecord& row) { return number(row.attempts); });
    add(tr("Why"), {{letters(60)}, false, letters(16)}, messageOf);
}

std::int64_t RowModel::lastOrdinal() const {
    return rows().empty() ? -1 : rows().back().ref.ordinal;
}

void RowModel::begin(const std::string& currency, RowPlaces places) {
    currency_ = currency;
    places_ = std::move(places);
    clear();
}

Result<std::vector<submit::RunInfo>> readRuns(const std::filesystem::path& file) {
    LEADSHEET_TRY(const auto ledger, opened(file));
    if (!ledger)
        return std::vector<submit::RunInfo>();
    auto runs = (ledger)->runs(kMaxRuns);
    if (runs)
        std::erase_if(*runs, work::isOnlyPlanned);
    return runs;
}

Result<std::vector<submit::RowRecord>> readRows(const std::filesystem::path& file,
                                                submit::RunId run, std::int64_t after) {
    LEADSHEET_TRY(const auto ledger, opened(file));
    if (!ledger)
        return std::vector<submit::RowRecord>();
    submit::RowFilter filter;
    filter.pageSize = kRowPage;
    filter.withContent = true; // for the problems
    submit::RowReader reader(*ledger, run, filter);
    reader.seek(after);
    LEADSHEET_TRY(auto rows, reader.next());
    for (submit::RowRecord& row : rows) { // which are kept
        row.snapshot = {};
        row.request = {};
    }
    return rows;
}

Result<std::vector<submit::AttemptRecord>> readAttempts(const std::filesystem::path& file,
                                                        submit::RowRef row) {
    LEADSHEET_TRY(const auto ledger, opened(file));
    return ledger ? submit::attemptsOf(*ledger, row) : std::vector<submit::AttemptRecord>();
}

} // namespace leadsheet::desktop
