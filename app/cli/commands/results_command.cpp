// SPDX-License-Identifier: Apache-2.0
#include "common_arguments.hpp"
#include "dry_run.hpp"
#include "registry.hpp"

#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/results_writing.hpp"
#include "../session/run_choice.hpp"
#include "../session/run_session.hpp"

#include <boost/json/object.hpp>

namespace leadsheet::cli {
namespace {

struct ResultsWishes {
    std::int64_t run = 0;
    ResultsChoice choice;
    bool dryRun = false;
};

Outcome<ExitCode> results(Context& context, const ResultsWishes& wishes) {
    auto ledger = openLedgerToLook(context);
    if (!ledger)
        return fail(ledger.error());
    const auto sent = [](const submit::RunInfo& run) {
        return run.state != submit::RunState::Planning && run.state != submit::RunState::Planned;
    };
    auto run = chooseRun(**ledger, wishes.run, sent, usageFailure("No runs yet."));
    if (!run)
        return fail(run.error());
    if (wishes.dryRun)
        return sayDryRun(context, {},
                         "the results of run " + std::to_string(run->id.value) + ", " +
                             rows(run->totals.all()) + ", would be written");
    if (isPiped(context, *run) && wishes.choice.output.empty())
        return fail(usageFailure("The sheet of run " + std::to_string(run->id.value) + ", '" +
                                     run->spec.sourceName +
                                     "', was not a file, so there is no place beside it.",
                                 "Name the file: --output FILE"));
    auto written = writeResults(context, **ledger, *run, wishes.choice);
    if (!written) {
        Failure failure = written.error();
        failure.meaning = "The orders of this run and the ledger are not touched by this; "
                          "leadsheet status shows every row.";
        return fail(std::move(failure));
    }
    const app::ResultsReport& report = written->report;
    context.console.say(Text("Results of ")
                            .add(rows(static_cast<std::int64_t>(report.rows)))
                            .add(": ")
                            .add(report.output.string(), Style::Bold));
    noteResults(context, *written, wishes.choice.inPlace);
    boost::json::object object{{"type", "results"},
                               {"run", run->id.value},
                               {"file", report.output.string()},
                               {"from", written->fromLedger.empty() ? "sheet" : "ledger"},
                               {"rows", report.rows},
                               {"unmatched", report.unmatched}};
    if (!report.backup.empty())
        object["backup"] = report.backup.string();
    context.console.emit(object);
    return ExitCode::Done;
}

} // namespace

void addResultsCommand(Registry& registry) {
    Command command = registry.root.addCommand(
        "results", "Write a copy of a run's sheet with status, order number, price and reasons");
    auto wishes = std::make_shared<ResultsWishes>();
    command.addOption("RUN", wishes->run, "Number of the run; the newest if left out").positive();
    const Option output = command
                              .addOption("--output,-o", wishes->choice.output,
                                         "Write here instead of beside the sheet")
                              .valueName("FILE")
                              .check(standardOutputProblem);
    command.addFlag("--overwrite", wishes->choice.overwrite, "Replace a file that already exists");
    command
        .addFlag("--in-place", wishes->choice.inPlace,
                 "Put the columns into the sheet itself; a backup is made")
        .excludes(output);
    command.addFlag("--dry-run", wishes->dryRun, "Write nothing");
    registry.bind(command, results, wishes);
}

} // namespace leadsheet::cli
