// SPDX-License-Identifier: Apache-2.0
#include "results_writing.hpp"

#include "../interrupts.hpp"
#include "../output/clock_words.hpp"
#include "../output/console.hpp"
#include "sheet_arguments.hpp"

#include "leadsheet/app/sheet_check.hpp"
#include "leadsheet/money.hpp"

#include <algorithm>

namespace leadsheet::cli {
namespace {

/// The rows of a run beside the rows of its sheet: both ascend, so one page is held at a time.
class OutcomeWalk {
public:
    OutcomeWalk(const submit::Ledger& ledger, const submit::RunInfo& run, WallTime now)
        : reader_(ledger, run.id, filter())
        , currency_(run.spec.currency)
        , now_(now) {}

    std::optional<app::RowOutcome> of(std::uint32_t row) {
        while (!ended_) {
            while (at_ < page_.size() && page_[at_].sourceRow < row)
                ++at_;
            if (at_ < page_.size())
                break;
            auto next = reader_.next();
            if (!next)
                error_ = next.error();
            ended_ = !next || next->empty();
            page_ = next ? *std::move(next) : std::vector<submit::RowRecord>{};
            at_ = 0;
        }
        if (ended_ || page_[at_].sourceRow != row)
            return std::nullopt;
        return outcome(page_[at_]);
    }

    const std::optional<Error>& error() const { return error_; }

private:
    static submit::RowFilter filter() {
        submit::RowFilter filter;
        filter.withContent = true;
        return filter;
    }

    app::RowOutcome outcome(const submit::RowRecord& row) const {
        app::RowOutcome outcome;
        outcome.status = submit::name(row.state);
        outcome.orderNumber = row.orderNumber;
        if (row.price)
            outcome.price = formatPlain({*row.price, currency_});
        outcome.code = row.code;
        outcome.message = row.message;
        outcome.key = row.key;
        if (row.state == submit::RowState::Skipped)
            outcome.message = submit::name(row.skipReason);
        if (row.state == submit::RowState::WillRetry && row.waitUntil)
            outcome.message =
                "tried again at " + clockTime(*row.waitUntil, now_) + ": " + row.message;
        if (!row.problems.empty()) {
            outcome.code = row.problems.front().code;
            outcome.message.clear();
            for (const submit::RowProblem& problem : row.problems)
                outcome.message += (outcome.message.empty() ? "" : " ") +
                                   (problem.column.empty() ? "" : problem.column + ": ") +
                                   problem.message;
        }
        return outcome;
    }

    submit::RowReader reader_;
    std::string currency_;
    WallTime now_;
    std::vector<submit::RowRecord> page_;
    std::size_t at_ = 0;
    bool ended_ = false;
    std::optional<Error> error_;
};

/// Whether a file was written by an earlier writeResults: all our columns are in its header.
bool isResultsFile(const std::filesystem::path& file) {
    const auto overview = app::inspectSheet(file);
    if (!overview)
        return false;
    for (const app::SampleRow& row : overview->head) {
        const auto ours = std::count_if(row.cells.begin(), row.cells.end(),
                                        [](const auto& cell) { return app::isResultHeader(cell); });
        if (ours == static_cast<std::ptrdiff_t>(app::kResultHeaders.size()))
            return true;
    }
    return false;
}

} // namespace

void noteBackup(Context& context, const app::ResultsReport& report, bool inPlace) {
    if (!report.backup.empty())
        context.console.note((inPlace
                                  ? "The sheet as it was: "
                                  : "The earlier results file held other cells; it was kept: ") +
                             report.backup.string());
}

Outcome<app::ResultsReport> writeResults(Context& context, const submit::Ledger& ledger,
                                         const submit::RunInfo& run, const ResultsChoice& choice) {
    const auto arguments = sheetArgumentsFromJson(run.spec.options);
    if (!arguments)
        return fail(usageFailure("Run " + std::to_string(run.id.value) +
                                 " does not say which sheet it was made from."));
    auto file = openForInspection(context, *arguments);
    if (!file)
        return fail(file.error());
    app::ResultsOptions options;
    options.sheet = file->options.sheet;
    options.sheetIndex = file->options.sheetIndex;
    if (arguments->headerRow.value_or(0) != 0)
        options.headerRow = arguments->headerRow;
    options.output = choice.output;
    options.inPlace = choice.inPlace;
    options.expectedSha256 = run.spec.sourceSha256;
    const std::filesystem::path target =
        choice.output.empty() ? app::resultsPathFor(file->path) : choice.output;
    std::error_code ignored;
    options.keepEdited = !choice.overwrite;
    options.overwrite =
        choice.overwrite || (std::filesystem::exists(target, ignored) && isResultsFile(target));
    OutcomeWalk walk(ledger, run, context.now());
    auto report = app::writeResults(
        file->path, options, [&walk](std::uint32_t row) { return walk.of(row); },
        context.interrupts.token());
    if (!report)
        return fail(explain(report.error()));
    if (walk.error())
        return fail(explain(*walk.error(), {}));
    return *std::move(report);
}

std::optional<std::filesystem::path> writeResultsOf(Context& context, const submit::Ledger& ledger,
                                                    const submit::RunInfo& run,
                                                    const std::filesystem::path& output) {
    const auto arguments = sheetArgumentsFromJson(run.spec.options);
    const bool piped = run.spec.sourceName == "standard input";
    if (!arguments || (piped && output.empty()))
        return std::nullopt;
    auto report = writeResults(context, ledger, run, {output, false, false});
    if (report) {
        noteBackup(context, *report, false);
        return report->output;
    }
    context.console.note("The results file was not written. " + report.error().what + " " +
                         report.error().fix);
    context.console.note("Write it with: leadsheet results " + std::to_string(run.id.value) +
                         (context.options.sandbox ? " --sandbox" : "") + " --output FILE");
    return std::nullopt;
}

} // namespace leadsheet::cli
