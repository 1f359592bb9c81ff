// SPDX-License-Identifier: Apache-2.0
#include "results_writing.hpp"

#include "../interrupts.hpp"
#include "../output/console.hpp"
#include "command_hint.hpp"
#include "kept_rows.hpp"
#include "open_sheet.hpp"
#include "outcome_walk.hpp"
#include "sheet_input.hpp"

#include "leadsheet/app/sheet_check.hpp"

#include <algorithm>
#include <map>

namespace leadsheet::cli {
namespace {

bool hasResultColumns(const app::SheetOverview& overview) {
    for (const app::SampleRow& row : overview.head) {
        const auto ours = std::count_if(row.cells.begin(), row.cells.end(),
                                        [](const auto& cell) { return app::isResultHeader(cell); });
        if (ours == static_cast<std::ptrdiff_t>(app::kResultHeaders.size()))
            return true;
    }
    return false;
}

/// Whether a file was written by an earlier writeResults: one of the tabs has all our columns.
bool isResultsFile(const std::filesystem::path& file, const app::ResultsOptions& options) {
    app::CheckOptions look;
    std::vector<std::size_t> tabs{options.sheetIndex};
    for (const app::ResultsTab& tab : options.moreTabs)
        tabs.push_back(tab.sheet);
    for (const std::size_t tab : tabs) {
        look.sheetIndex = tab;
        if (const auto overview = app::inspectSheet(file, look);
            overview && hasResultColumns(*overview))
            return true;
    }
    return false;
}

/// The outcomes of a run, tab by tab.
class Outcomes {
public:
    virtual ~Outcomes() = default;
    virtual std::optional<app::RowOutcome> of(std::size_t sheet, std::uint32_t row) = 0;
    virtual const std::optional<Error>& error() const = 0;
};

/// For the sheet itself, whose tabs are written in an order of their own.
class SheetOutcomes final : public Outcomes {
public:
    SheetOutcomes(const submit::Ledger& ledger, const submit::RunInfo& run, const SheetFile& file,
                  WallTime now) {
        const bool several = file.tabs.size() > 1;
        for (const InspectedTab& tab : file.tabs)
            walks_.try_emplace(tab.sheet, ledger, run, now,
                               several ? std::optional(tab.name) : std::nullopt);
    }
    std::optional<app::RowOutcome> of(std::size_t sheet, std::uint32_t row) override {
        return walks_.at(sheet).of(row);
    }
    const std::optional<Error>& error() const override {
        for (const auto& [sheet, walk] : walks_)
            if (walk.error())
                return walk.error();
        return walks_.begin()->second.error();
    }

private:
    std::map<std::size_t, OutcomeWalk> walks_;
};

/// For the rows as the ledger kept them, one after the other.
class KeptOutcomes final : public Outcomes {
public:
    KeptOutcomes(const submit::Ledger& ledger, const submit::RunInfo& run, WallTime now)
        : walk_(ledger, run, now) {}
    std::optional<app::RowOutcome> of(std::size_t, std::uint32_t) override { return walk_.next(); }
    const std::optional<Error>& error() const override { return walk_.error(); }

private:
    OutcomeWalk walk_;
};

Outcome<app::ResultsReport> copySheet(Context& context, const std::filesystem::path& sheet,
                                      app::ResultsOptions options, const ResultsChoice& choice,
                                      Outcomes& outcomes) {
    const std::filesystem::path target =
        options.output.empty() ? app::resultsPathFor(sheet) : options.output;
    std::error_code ignored;
    options.inPlace = choice.inPlace;
    options.keepEdited = !choice.overwrite;
    options.overwrite = choice.overwrite || (std::filesystem::exists(target, ignored) &&
                                             isResultsFile(target, options));
    auto report = app::writeResults(
        sheet, options, [&](std::size_t tab, std::uint32_t row) { return outcomes.of(tab, row); },
        context.interrupts.token());
    if (!report)
        return fail(explain(report.error()));
    if (outcomes.error())
        return fail(explain(*outcomes.error(), {}));
    return *std::move(report);
}

Outcome<app::ResultsReport> copyOriginal(Context& context, const submit::Ledger& ledger,
                                         const submit::RunInfo& run,
                                         const SheetArguments& arguments,
                                         const ResultsChoice& choice) {
    auto file = openForInspection(context, arguments);
    if (!file)
        return fail(file.error());
    app::ResultsOptions options;
    options.sheet = file->options.sheet;
    for (const InspectedTab& tab : file->tabs) {
        app::ResultsTab wanted{tab.sheet, std::nullopt};
        if (tab.stored->headerRow != 0)
            wanted.headerRow = tab.stored->headerRow;
        if (&tab == &file->tabs.front()) {
            options.sheetIndex = wanted.sheet;
            options.headerRow = wanted.headerRow;
        } else {
            options.moreTabs.push_back(wanted);
        }
    }
    options.output = choice.output;
    options.expectedSha256 = run.spec.sourceSha256;
    SheetOutcomes outcomes(ledger, run, *file, context.now());
    return copySheet(context, file->path, options, choice, outcomes);
}

/// "ICP list.xlsx" and "ICP list.csv.gz" -> "ICP list.results.csv"
std::filesystem::path csvResultsPathFor(std::filesystem::path sheet) {
    if (sheet.extension() == ".gz")
        sheet.replace_extension();
    return app::resultsPathFor(sheet.replace_extension(".csv"));
}

Outcome<app::ResultsReport> copyKeptRows(Context& context, const submit::Ledger& ledger,
                                         const submit::RunInfo& run,
                                         const SheetArguments& arguments,
                                         const ResultsChoice& choice) {
    auto kept = KeptRows::write(context, ledger, run);
    if (!kept)
        return fail(kept.error());
    app::ResultsOptions options;
    options.sheet.encoding = "utf-8";
    options.sheet.delimiter = ',';
    if (kept->hasHeader())
        options.headerRow = 1;
    options.output = choice.output.empty() ? csvResultsPathFor(arguments.path) : choice.output;
    KeptOutcomes outcomes(ledger, run, context.now());
    return copySheet(context, kept->file(), options, choice, outcomes);
}

/// What has become of the sheet, as the end of a sentence; nothing when it is as it was ordered.
std::optional<std::string> lossOf(Context& context, const submit::RunInfo& run,
                                  const std::filesystem::path& sheet) {
    std::error_code ignored;
    if (!std::filesystem::exists(sheet, ignored))
        return "is not there any more";
    const auto now = app::fileSha256(sheet, context.interrupts.token());
    if (context.interrupts.happened())
        return std::nullopt;
    if (!now)
        return "cannot be read any more";
    if (*now != run.spec.sourceSha256)
        return "has changed since it was ordered";
    return std::nullopt;
}

} // namespace

bool isPiped(const Context& context, const submit::RunInfo& run) {
    const auto arguments = sheetArgumentsFromJson(run.spec.options);
    return arguments &&
           std::filesystem::path(arguments->path).parent_path() == pipedFolder(context);
}

void noteResults(Context& context, const WrittenResults& written, bool inPlace) {
    if (!written.fromLedger.empty())
        context.console.note(written.fromLedger);
    if (!written.report.backup.empty())
        context.console.note((inPlace
                                  ? "The sheet as it was: "
                                  : "The earlier results file held other cells; it was kept: ") +
                             written.report.backup.string());
}

Outcome<WrittenResults> writeResults(Context& context, const submit::Ledger& ledger,
                                     const submit::RunInfo& run, const ResultsChoice& choice) {
    const auto arguments = sheetArgumentsFromJson(run.spec.options);
    if (!arguments)
        return fail(usageFailure("Run " + std::to_string(run.id.value) +
                                 " does not say which sheet it was made from."));
    auto copied = copyOriginal(context, ledger, run, *arguments, choice);
    if (copied)
        return WrittenResults{*std::move(copied), {}};
    const auto loss = lossOf(context, run, arguments->path);
    if (!loss)
        return fail(copied.error());
    const std::string& name = run.spec.sourceName;
    if (choice.inPlace) {
        Failure failure = copied.error();
        failure.what = "The sheet '" + name + "' " + *loss + ", so nothing can be put into it.";
        failure.fix = "Leave --in-place out: the rows are then taken from the ledger.";
        return fail(std::move(failure));
    }
    auto kept = copyKeptRows(context, ledger, run, *arguments, choice);
    if (!kept)
        return fail(kept.error());
    return WrittenResults{*std::move(kept),
                          "The sheet '" + name + "' " + *loss +
                              ", so the results hold its rows as the ledger kept them."};
}

std::optional<std::filesystem::path> writeResultsOf(Context& context, const submit::Ledger& ledger,
                                                    const submit::RunInfo& run,
                                                    const std::filesystem::path& output) {
    if (!sheetArgumentsFromJson(run.spec.options) || (isPiped(context, run) && output.empty()))
        return std::nullopt;
    auto written = writeResults(context, ledger, run, {output, false, false});
    if (written) {
        noteResults(context, *written, false);
        return written->report.output;
    }
    context.console.note("The results file was not written. " + written.error().what + " " +
                         written.error().fix);
    context.console.note(
        "Write it with: " +
        ledgerCommandHint(context.options,
                          "results " + std::to_string(run.id.value) + " --output FILE"));
    return std::nullopt;
}

} // namespace leadsheet::cli
