// SPDX-License-Identifier: Apache-2.0
#include "common_arguments.hpp"
#include "registry.hpp"

#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/results_writing.hpp"
#include "../session/run_choice.hpp"
#include "../session/run_session.hpp"
#include "leadsheet/messages/clirun.hpp"
#include "leadsheet/try.hpp"
#include "leadsheet/work/run_summary.hpp"

#include <boost/json/object.hpp>

namespace leadsheet::cli {
namespace {

namespace say = messages::clirun;

struct ResultsArguments {
    std::int64_t run = 0;
    work::ResultsRequest choice;
    bool dryRun = false;
};

Outcome<ExitCode> results(Context& context, const ResultsArguments& arguments) {
    LEADSHEET_TRY(auto ledger, openLedgerToLook(context));
    const auto sent = [](const submit::RunInfo& run) {
        return run.cap || run.state > submit::RunState::Planned;
    };
    LEADSHEET_TRY(auto run,
                  chooseRun(context, *ledger, arguments.run, sent, usageFailure(say::noRuns())));
    if (arguments.dryRun)
        return sayDryRun(
            context, {},
            say::wouldWriteResults(run.id.value, rows(arguments.choice.onlyToFix
                                                          ? work::figuresOf(run.totals).toFix
                                                          : run.totals.all())));
    if (work::isOfCopy(run, context.folders) && arguments.choice.output.empty())
        return fail(usageFailure(say::sheetWasNoFile(run.id.value, run.spec.sourceName),
                                 say::nameOutput()));
    auto written = writeResults(context, *ledger, run, arguments.choice);
    if (!written) {
        Failure failure = written.error();
        failure.meaning = say::ordersAndLedgerUntouched();
        return fail(std::move(failure));
    }
    const app::ResultsReport& report = written->report;
    context.console.say(Text(say::resultsOf(rows(static_cast<std::int64_t>(report.rows))))
                            .add(" ")
                            .add(report.output.string(), Style::Bold));
    noteResults(context, *written, arguments.choice.inPlace);
    boost::json::object object{
        {"type", "results"},
        {"run", run.id.value},
        {"file", report.output.string()},
        {"from", written->fromLedger.empty() && !arguments.choice.onlyToFix ? "sheet" : "ledger"},
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
    auto arguments = std::make_shared<ResultsArguments>();
    command.addOption("RUN", arguments->run, help::resultsRun()).positive();
    const Option output =
        command.addOption("--output,-o", arguments->choice.output, help::resultsOutput())
            .valueName("FILE")
            .check(standardOutputProblem);
    command.addFlag("--overwrite", arguments->choice.overwrite, help::resultsOverwrite());
    const Option inPlace =
        command.addFlag("--in-place", arguments->choice.inPlace, help::inPlace()).excludes(output);
    command.addFlag("--only-refused", arguments->choice.onlyToFix, help::resultsOnlyRefused())
        .excludes(inPlace);
    command.addFlag("--dry-run", arguments->dryRun, help::writeNothing());
    registry.bind(command, results, arguments);
}

} // namespace leadsheet::cli
