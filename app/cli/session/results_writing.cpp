// SPDX-License-Identifier: Apache-2.0
#include "results_writing.hpp"

#include "../interrupts.hpp"
#include "../output/console.hpp"
#include "../output/words.hpp"
#include "context.hpp"

#include "leadsheet/app/run_record.hpp"
#include "leadsheet/messages/cli.hpp"
#include "leadsheet/messages/clirun.hpp"
#include "leadsheet/text/render.hpp"

namespace leadsheet::cli {
namespace {

namespace say = messages::clirun;

Outcome<void> refusePlace(const std::optional<app::SheetError>& problem) {
    if (!problem)
        return {};
    const Sentences what = Sentences(say::resultsOption()).add(problem->reason);
    const bool ofStorage = problem->code == app::SheetErrorCode::StorageError ||
                           problem->code == app::SheetErrorCode::StorageFull;
    Failure failure = ofStorage ? explain(*problem) : usageFailure(what, problem->wayOut);
    failure.what = what;
    failure.meaning = messages::cli::nothingSpent();
    return fail(std::move(failure));
}

bool isNamed(const ResultsTarget& results) {
    return results.write && !results.output.empty();
}

} // namespace

Outcome<void> checkResultsPlace(const ResultsTarget& results, const OpenSheet& sheet) {
    if (!isNamed(results))
        return {};
    return refusePlace(app::resultsPlaceProblem(results.output, sheet.check.source().format()));
}

Outcome<void> checkResultsPlace(Context& context, const ResultsTarget& results,
                                const submit::RunInfo& run) {
    if (!isNamed(results))
        return {};
    return refusePlace(app::resultsPlaceProblem(results.output, run, context.interrupts.token()));
}

void noteResults(Context& context, const app::RunResults& written, bool inPlace) {
    if (!written.fromLedger.empty())
        context.console.note(written.fromLedger);
    if (!written.report.backup.empty())
        context.console.note(inPlace ? say::sheetAsItWas(written.report.backup.string())
                                     : say::earlierResultsKept(written.report.backup.string()));
}

Outcome<app::RunResults> writeResults(Context& context, const submit::Ledger& ledger,
                                      const submit::RunInfo& run,
                                      const work::ResultsRequest& request) {
    auto written = work::writeResults(
        ledger, run, request, context.folders,
        [now = context.now()](WallTime time) { return clockTime(time, now, text::english()); },
        context.interrupts.token());
    if (written)
        return *std::move(written);
    const app::RunResultsError& error = written.error();
    if (error.ledger)
        return fail(explain(*error.ledger, {}));
    Failure failure = explain(*error.sheet);
    if (error.sheet->code == app::SheetErrorCode::InvalidOption)
        failure = usageFailure(error.sheet->reason, error.sheet->wayOut);
    if (error.sheetIsLost)
        failure.fix = say::leaveInPlaceOut();
    return fail(std::move(failure));
}

Outcome<std::optional<std::filesystem::path>> writeResultsOf(Context& context,
                                                             const submit::Ledger& ledger,
                                                             const submit::RunInfo& run,
                                                             const std::filesystem::path& output) {
    if (!app::recordOf(run) || (work::isOfCopy(run, context.folders) && output.empty()))
        return std::nullopt;
    auto written = writeResults(context, ledger, run, {output});
    if (written) {
        noteResults(context, *written, false);
        return written->report.output;
    }
    Failure failure = std::move(written.error());
    if (failure.exit != ExitCode::Interrupted)
        failure.exit = ExitCode::Storage;
    failure.what = Sentences(say::resultsNotWritten()).add(failure.what);
    const std::int64_t placed = run.totals.of(submit::RowState::Placed);
    failure.meaning = say::placedNothingLost(placed);
    const std::string command = ledgerCommandHint(
        context.options, "results " + std::to_string(run.id.value) + " --output FILE");
    failure.fix.add(failure.fix.empty() ? say::writeResultsWith(command)
                                        : say::thenWriteResults(command));
    return fail(std::move(failure));
}

} // namespace leadsheet::cli
