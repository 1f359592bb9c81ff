// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/run_results.hpp"

#include "leadsheet/app/problem_words.hpp"
#include "leadsheet/app/results_file.hpp"
#include "leadsheet/app/run_record.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/money.hpp"
#include "leadsheet/submit/results.hpp"
#include "leadsheet/try.hpp"
#include "run/kept_rows.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace leadsheet::app {

namespace say = messages::sheet;

namespace {

/// What became of the rows of a run, or of one of its tabs, in sheet order and in words; one page
/// of them is held at a time. The ledger must outlive it.
class OutcomeWalk {
public:
    /// `clock` spells times for the person.
    OutcomeWalk(const submit::Ledger& ledger, const submit::RunInfo& run,
                std::function<std::string(WallTime)> clock, submit::RowFilter rows);

    /// Of that row of the tab; must be asked in ascending order.
    std::optional<RowOutcome> of(std::uint32_t row);
    /// Of the next row of the run.
    std::optional<RowOutcome> next();

    /// Why the walk ended early, if it did.
    const std::optional<Error>& error() const { return error_; }

private:
    const submit::RowRecord* current();
    RowOutcome outcome(const submit::RowRecord& row) const;

    submit::RowReader reader_;
    std::string currency_;
    std::function<std::string(WallTime)> clock_;
    std::vector<submit::RowRecord> page_;
    std::size_t at_ = 0;
    bool ended_ = false;
    std::optional<Error> error_;
};

submit::RowFilter contentOf(std::optional<std::string> tab,
                            std::vector<submit::RowState> states = {}) {
    submit::RowFilter filter;
    filter.withContent = true;
    filter.tab = std::move(tab);
    filter.states = std::move(states);
    return filter;
}

OutcomeWalk::OutcomeWalk(const submit::Ledger& ledger, const submit::RunInfo& run,
                         std::function<std::string(WallTime)> clock, submit::RowFilter rows)
    : reader_(ledger, run.id, std::move(rows))
    , currency_(run.spec.currency)
    , clock_(std::move(clock)) {}

const submit::RowRecord* OutcomeWalk::current() {
    while (!ended_ && at_ >= page_.size()) {
        auto page = reader_.next();
        if (!page)
            error_ = page.error();
        ended_ = !page || page->empty();
        page_ = page ? *std::move(page) : std::vector<submit::RowRecord>{};
        at_ = 0;
    }
    return ended_ ? nullptr : &page_[at_];
}

std::optional<RowOutcome> OutcomeWalk::of(std::uint32_t row) {
    while (const submit::RowRecord* record = current()) {
        if (record->sourceRow == row)
            return outcome(*record);
        if (record->sourceRow > row)
            break;
        ++at_;
    }
    return std::nullopt;
}

std::optional<RowOutcome> OutcomeWalk::next() {
    const submit::RowRecord* record = current();
    if (record == nullptr)
        return std::nullopt;
    ++at_;
    return outcome(*record);
}

RowOutcome OutcomeWalk::outcome(const submit::RowRecord& row) const {
    RowOutcome outcome;
    outcome.status = row.state == submit::RowState::Ended ? endedName(row)
                                                          : std::string(submit::name(row.state));
    outcome.orderNumber = row.orderNumber;
    if (row.price) {
        outcome.price = formatPlain({*row.price, currency_});
        outcome.currency = currency_;
    }
    // Without a price, an order that ended has cost nothing.
    if (row.state == submit::RowState::Ended) {
        outcome.charged = formatPlain({row.price.value_or(0), currency_});
        outcome.currency = currency_;
    }
    outcome.code = row.code;
    outcome.message = row.message;
    outcome.key = row.key;
    // Which order a Reference or somebody else bought says more than the reason alone.
    const bool saysMore =
        row.isReferenceTaken() ||
        (!row.message.empty() && row.skipReason != submit::SkipReason::ChangedSinceOrdered);
    if (row.state == submit::RowState::Skipped && !saysMore)
        outcome.message = submit::name(row.skipReason);
    if (row.state == submit::RowState::WillRetry && row.waitUntil)
        outcome.message = "tried again at " + clock_(*row.waitUntil) + ": " + row.message;
    if (!row.problems.empty()) {
        outcome.code = row.problems.front().code;
        outcome.message.clear();
        for (const submit::RowProblem& problem : row.problems)
            outcome.message += (outcome.message.empty() ? "" : " ") + problemText(problem);
    }
    return outcome;
}

template <class T>
using Written = tl::expected<T, RunResultsError>;

tl::unexpected<RunResultsError> fail(SheetError error) {
    return tl::unexpected<RunResultsError>(RunResultsError{std::move(error), std::nullopt, false});
}

tl::unexpected<RunResultsError> fail(Error error) {
    return tl::unexpected<RunResultsError>(RunResultsError{std::nullopt, std::move(error), false});
}

bool hasResultColumns(const SheetOverview& overview) {
    for (const SampleRow& row : overview.head) {
        const auto ours = std::count_if(row.cells.begin(), row.cells.end(),
                                        [](const auto& cell) { return isResultHeader(cell); });
        if (ours >= static_cast<std::ptrdiff_t>(kOldestResultHeaders))
            return true;
    }
    return false;
}

/// Whether a file was written by an earlier run: one of the tabs has all our columns.
bool isResultsFile(const std::filesystem::path& file, const std::vector<std::size_t>& tabs) {
    CheckOptions look;
    for (const std::size_t tab : tabs) {
        look.sheetIndex = tab;
        if (const auto overview = inspectSheet(file, look); overview && hasResultColumns(*overview))
            return true;
    }
    return false;
}

template <class Options>
std::vector<std::size_t> tabsOf(const Options& options) {
    std::vector<std::size_t> tabs{options.sheetIndex};
    for (const auto& tab : options.moreTabs)
        tabs.push_back(tab.sheet);
    return tabs;
}

/// What was corrected in each row before it was ordered, in words.
using Corrections = std::map<std::pair<std::size_t, std::uint32_t>, std::string>;

void addCorrection(Corrections& corrections, const CellPlace& place, const std::string& before,
                   const std::string& after, const std::string& person) {
    std::string& words = corrections[{place.sheet, place.row}];
    words += (words.empty() ? "" : "; ") + columnLetter(place.column) + std::to_string(place.row) +
             ": \"" + before + "\" → \"" + after + "\"" +
             (person.empty() ? std::string() : " (corrected by " + person + ")");
}

/// With what the cells of the file held before.
SheetResult<Corrections> correctionsOf(const std::filesystem::path& sheet,
                                       const CheckOptions& options, const std::string& person,
                                       const std::stop_token& stop) {
    Corrections corrections;
    if (options.edits == nullptr)
        return corrections;
    LEADSHEET_TRY(const auto source, openSheet(sheet, options.sheet, stop));
    const auto& cells = options.edits->cells();
    for (auto edit = cells.begin(); edit != cells.end();) {
        const std::size_t tab = edit->first.sheet;
        if (tab >= source->sheets().size())
            break;
        LEADSHEET_TRY_DONE(source->open(tab));
        RowView row;
        while (edit != cells.end() && edit->first.sheet == tab) {
            LEADSHEET_TRY(const auto next, source->next(row));
            if (next == Next::End)
                break;
            for (; edit != cells.end() && edit->first.sheet == tab &&
                   edit->first.row < row.row + row.repeat;
                 ++edit)
                if (edit->first.row >= row.row)
                    addCorrection(corrections, edit->first,
                                  std::string(row.textAt(edit->first.column)), edit->second,
                                  person);
        }
        while (edit != cells.end() && edit->first.sheet == tab)
            ++edit; // below the last row, where they change nothing
    }
    return corrections;
}

/// The outcomes of a run, tab by tab.
class Outcomes {
public:
    virtual ~Outcomes() = default;
    virtual std::optional<RowOutcome> of(std::size_t sheet, std::uint32_t row) = 0;
    virtual const std::optional<Error>& error() const = 0;
};

/// For the sheet itself, whose tabs are written in an order of their own.
class SheetOutcomes final : public Outcomes {
public:
    SheetOutcomes(const submit::Ledger& ledger, const submit::RunInfo& run, const RunRecord& record,
                  const CheckOptions& sheet, const std::function<std::string(WallTime)>& clock,
                  Corrections corrections)
        : corrections_(std::move(corrections)) {
        const auto add = [&](std::size_t index, const RecordedTab& tab) {
            walks_.try_emplace(
                index, ledger, run, clock,
                contentOf(record.tabs.size() > 1 ? std::optional(tab.name) : std::nullopt));
        };
        add(sheet.sheetIndex, record.tabs.front());
        for (std::size_t i = 0; i < sheet.moreTabs.size(); ++i)
            add(sheet.moreTabs[i].sheet, record.tabs[i + 1]);
    }
    std::optional<RowOutcome> of(std::size_t sheet, std::uint32_t row) override {
        auto outcome = walks_.at(sheet).of(row);
        if (const auto found = corrections_.find({sheet, row});
            outcome && found != corrections_.end())
            outcome->corrections = found->second;
        return outcome;
    }
    const std::optional<Error>& error() const override {
        for (const auto& [sheet, walk] : walks_)
            if (walk.error())
                return walk.error();
        return walks_.begin()->second.error();
    }

private:
    std::map<std::size_t, OutcomeWalk> walks_;
    Corrections corrections_;
};

/// For the rows as the ledger kept them, one after the other.
class KeptOutcomes final : public Outcomes {
public:
    KeptOutcomes(const submit::Ledger& ledger, const submit::RunInfo& run,
                 const RunResultsOptions& wish)
        : walk_(ledger, run, wish.clock, contentOf({}, wish.states)) {}
    std::optional<RowOutcome> of(std::size_t, std::uint32_t) override { return walk_.next(); }
    const std::optional<Error>& error() const override { return walk_.error(); }

private:
    OutcomeWalk walk_;
};

Written<ResultsReport> copySheet(const std::filesystem::path& sheet, ResultsOptions options,
                                 const RunResultsOptions& wish, Outcomes& outcomes,
                                 const std::stop_token& stop) {
    const std::filesystem::path target =
        options.output.empty() ? resultsPathFor(sheet) : options.output;
    std::error_code ignored;
    options.inPlace = wish.inPlace;
    options.keepEdited = !wish.overwrite;
    options.fittingName = wish.fittingName;
    options.overwrite = wish.overwrite || (std::filesystem::exists(target, ignored) &&
                                           isResultsFile(target, tabsOf(options)));
    // Rows that the ledger cannot tell must not become rows without a result in the file.
    std::stop_source stopping;
    const std::stop_callback passOn(stop, [&] { stopping.request_stop(); });
    auto report = writeResults(
        sheet, options,
        [&](std::size_t tab, std::uint32_t row) {
            auto outcome = outcomes.of(tab, row);
            if (outcomes.error())
                stopping.request_stop();
            return outcome;
        },
        stopping.get_token());
    if (outcomes.error())
        return fail(*outcomes.error());
    if (!report)
        return fail(report.error());
    return *std::move(report);
}

std::optional<std::uint32_t> headerOf(std::optional<std::uint32_t> row) {
    return row.value_or(0) == 0 ? std::nullopt : row;
}

/// So that the sheet is known again with the results in it. Before it gets them: afterwards the
/// computer may stop. A ledger that can only be read keeps the results from nobody.
void noteWritten(const submit::Ledger& ledger, const submit::RunInfo& run, RunRecord record,
                 const std::string& sha256) {
    constexpr std::size_t kMostKept = 8;
    std::vector<std::string>& written = record.writtenSha256;
    std::erase(written, sha256);
    written.push_back(sha256);
    if (written.size() > kMostKept)
        written.erase(written.begin());
    [[maybe_unused]] const auto noted = ledger.setOptions(run.id, toJson(record));
}

Written<ResultsReport> copyOriginal(const submit::Ledger& ledger, const submit::RunInfo& run,
                                    const RunRecord& record, const RunResultsOptions& wish,
                                    const std::stop_token& stop) {
    const auto sheet = checkOptionsOf(record, stop);
    if (!sheet)
        return fail(sheet.error());
    ResultsOptions options;
    options.sheet = sheet->sheet;
    options.sheetIndex = sheet->sheetIndex;
    options.headerRow = headerOf(sheet->headerRow);
    for (const TabOptions& tab : sheet->moreTabs)
        options.moreTabs.push_back({tab.sheet, headerOf(tab.headerRow)});
    options.output = wish.output;
    options.expectedSha256 = run.spec.sourceSha256;
    if (const auto now = fileSha256(record.sheet, stop); now && isSheetOf(run, record, *now))
        options.expectedSha256 = *now;
    options.beforeReplacing = [&](const std::string& sha256) {
        noteWritten(ledger, run, record, sha256);
    };
    options.currency = run.spec.currency;
    auto corrections = correctionsOf(record.sheet, *sheet, record.correctedBy, stop);
    if (!corrections)
        return fail(corrections.error());
    SheetOutcomes outcomes(ledger, run, record, *sheet, wish.clock, *std::move(corrections));
    return copySheet(record.sheet, options, wish, outcomes, stop);
}

Written<ResultsReport> copyKeptRows(const submit::Ledger& ledger, const submit::RunInfo& run,
                                    const RunRecord& record, const RunResultsOptions& wish,
                                    const std::stop_token& stop) {
    auto kept = KeptRows::write(wish.workFolder, ledger, run, contentOf({}, wish.states));
    if (!kept)
        return fail(kept.error());
    ResultsOptions options;
    options.sheet.encoding = "utf-8";
    options.sheet.delimiter = ',';
    if (kept->hasHeader())
        options.headerRow = 1;
    options.output = !wish.output.empty()  ? wish.output
                     : wish.states.empty() ? keptResultsPathFor(record.sheet)
                                           : toFixResultsPathFor(record.sheet);
    KeptOutcomes outcomes(ledger, run, wish);
    return copySheet(kept->file(), options, wish, outcomes, stop);
}

enum class Loss { Gone, Unreadable, Changed };

/// What has become of the sheet; nothing when it is as it was ordered.
std::optional<Loss> lossOf(const submit::RunInfo& run, const RunRecord& record,
                           const std::stop_token& stop) {
    std::error_code ignored;
    if (!std::filesystem::exists(record.sheet, ignored))
        return Loss::Gone;
    const auto now = fileSha256(record.sheet, stop);
    if (stop.stop_requested())
        return std::nullopt;
    if (!now)
        return Loss::Unreadable;
    if (!isSheetOf(run, record, *now))
        return Loss::Changed;
    return std::nullopt;
}

Message nothingPutInto(const std::string& sheet, Loss loss) {
    return loss == Loss::Gone         ? say::lostSheetGone(sheet)
           : loss == Loss::Unreadable ? say::lostSheetUnreadable(sheet)
                                      : say::lostSheetChanged(sheet);
}

Message rowsFromLedger(const std::string& sheet, Loss loss) {
    return loss == Loss::Gone         ? say::orderedSheetGone(sheet)
           : loss == Loss::Unreadable ? say::orderedSheetUnreadable(sheet)
                                      : say::orderedSheetChanged(sheet);
}

SheetError noRecord(const submit::RunInfo& run) {
    SheetError error;
    error.code = SheetErrorCode::InvalidOption;
    error.reason = {say::runWithoutSheetRecord(static_cast<std::int64_t>(run.id.value))};
    return error;
}

/// The format of the results, and the tabs that they are in; CSV when the sheet is of no use.
std::pair<SheetFormat, std::vector<std::size_t>> shapeOf(const submit::RunInfo& run,
                                                         const std::stop_token& stop) {
    const auto record = recordOf(run);
    const auto sheet = record ? checkOptionsOf(*record, stop)
                              : SheetResult<CheckOptions>(tl::unexpected(noRecord(run)));
    if (sheet && !lossOf(run, *record, stop))
        if (const auto source = openSheet(record->sheet, sheet->sheet, stop))
            return {(*source)->format(), tabsOf(*sheet)};
    return {SheetFormat::DelimitedText, {0}};
}

} // namespace

std::filesystem::path keptResultsPathFor(std::filesystem::path sheet) {
    if (sheet.extension() == ".gz")
        sheet.replace_extension();
    return resultsPathFor(sheet.replace_extension(".csv"));
}

std::filesystem::path toFixResultsPathFor(std::filesystem::path sheet) {
    if (sheet.extension() == ".gz")
        sheet.replace_extension();
    return resultsPathFor(sheet.replace_extension(".to-fix.csv"));
}

std::optional<SheetError> resultsPlaceProblem(const std::filesystem::path& output,
                                              SheetFormat format,
                                              const std::vector<std::size_t>& tabs) {
    if (auto problem = resultsNameProblem(format, output))
        return problem;
    std::error_code ignored;
    if (!std::filesystem::exists(output, ignored) || isResultsFile(output, tabs))
        return std::nullopt;
    return SheetError{SheetErrorCode::OutputExists,
                      {},
                      {say::fileHoldsNoResults(output.string())},
                      {say::chooseOtherName()},
                      {}};
}

std::optional<SheetError> resultsPlaceProblem(const std::filesystem::path& output,
                                              const submit::RunInfo& run,
                                              const std::stop_token& stop) {
    const auto [format, tabs] = shapeOf(run, stop);
    return resultsPlaceProblem(output, format, tabs);
}

tl::expected<RunResults, RunResultsError> writeRunResults(const submit::Ledger& ledger,
                                                          const submit::RunInfo& run,
                                                          const RunResultsOptions& options,
                                                          std::stop_token stop) {
    const auto record = recordOf(run);
    if (!record)
        return fail(noRecord(run));
    if (!options.states.empty()) {
        LEADSHEET_TRY(auto some, copyKeptRows(ledger, run, *record, options, stop));
        return RunResults{std::move(some), {}};
    }
    auto copied = copyOriginal(ledger, run, *record, options, stop);
    if (copied)
        return RunResults{*std::move(copied), {}};
    const auto loss = lossOf(run, *record, stop);
    if (!loss)
        return tl::unexpected(copied.error());
    const std::string& name = run.spec.sourceName;
    if (options.inPlace) {
        SheetError error = copied.error().sheet.value_or(SheetError{});
        error.reason = {nothingPutInto(name, *loss)};
        error.wayOut = {say::doNotWriteInPlace()};
        return tl::unexpected(RunResultsError{std::move(error), std::nullopt, true});
    }
    LEADSHEET_TRY(auto kept, copyKeptRows(ledger, run, *record, options, stop));
    return RunResults{std::move(kept), rowsFromLedger(name, *loss)};
}

} // namespace leadsheet::app
