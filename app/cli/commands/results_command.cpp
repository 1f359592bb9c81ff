// SPDX-License-Identifier: Apache-2.0
#include "common_arguments.hpp"
#include "dry_run.hpp"
#include "registry.hpp"

#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/results_writing.hpp"
#include "../session/run_choice.hpp"
#include "../session/run_session.hpp"
#include "leadsheet/messages/clirun.hpp"
#include "leadsheet/work/run_summary.hpp"

#include <boost/json/object.hpp>

namespace leadsheet::cli {
namespace {

namespace say = messages::clirun;

struct ResultsWishes {
    std::int64_t run = 0;
    work::ResultsWish choice;
    bool dryRun = false;
};

Outcome<ExitCode> results(Context& context, const ResultsWishes& wishes) {
    auto ledger = openLedgerToLook(context);
    if (!ledger)
        return fail(ledger.error());
    const auto sent = [](const submit::RunInfo& run) {
        return run.state != submit::RunState::Planning && run.state != submit::RunState::Planned;
    };
    auto run = chooseRun(**ledger, wishes.run, sent, usageFailure(say::noRuns()));
    if (!run)
        return fail(run.error());
    if (wishes.dryRun)
        return sayDryRun(
            context, {},
            say::wouldWriteResults(run->id.value,
                                   rows(wishes.choice.onlyToFix ? work::figuresOf(run->totals).toFix
                                                                : run->totals.all())));
    if (work::isOfCopy(*run, context.folders) && wishes.choice.output.empty())
        return fail(usageFailure(say::sheetWasNoFile(run->id.value, run->spec.sourceName),
                                 say::nameOutput()));
    auto written = writeResults(context, **ledger, *run, wishes.choice);
    if (!written) {
        Failure failure = written.error();
        failure.meaning = say::ordersAndLedgerUntouched();
        return fail(std::move(failure));
    }
    const app::ResultsReport& report = written->report;
    context.console.say(Text(say::resultsOf(rows(static_cast<std::int64_t>(report.rows))))
                            .add(" ")
                            .add(report.output.string(), Style::Bold));
    noteResults(context, *written, wishes.choice.inPlace);
    boost::json::object object{
        {"type", "results"},
        {"run", run->id.value},
        {"file", report.output.string()},
        {"from", written->fromLedger.empty() && !wishes.choice.onlyToFix ? "sheet" : "ledger"},
        {"rows", report.rows},
        {"unmatched", report.unmatched}};
    if (!report.backup.empty())
        object["backup"] = report.backup.string();
    context.console.emit(object);
    return ExitCode::Done;
}

} // namespace

void addResultsCommand(Registry& registry) {
    Command command = registry.root.addCommand("results", help::resultsCommand());
    auto wishes = std::make_shared<ResultsWishes>();
    command.addOption("RUN", wishes->run, help::resultsRun()).positive();
    const Option output =
        command.addOption("--output,-o", wishes->choice.output, help::resultsOutput())
            .valueName("FILE")
            .check(standardOutputProblem);
    command.addFlag("--overwrite", wishes->choice.overwrite, help::resultsOverwrite());
    const Option inPlace =
        command.addFlag("--in-place", wishes->choice.inPlace, help::inPlace()).excludes(output);
    command.addFlag("--only-refused", wishes->choice.onlyToFix, help::resultsOnlyRefused())
        .excludes(inPlace);
    command.addFlag("--dry-run", wishes->dryRun, help::writeNothing());
    registry.bind(command, results, wishes);
}

} // namespace leadsheet::cli
