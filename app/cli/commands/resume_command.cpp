// SPDX-License-Identifier: Apache-2.0
#include "dry_run.hpp"
#include "registry.hpp"

#include "../interrupts.hpp"
#include "../output/clock_words.hpp"
#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/results_writing.hpp"
#include "../session/run_choice.hpp"
#include "../session/run_execution.hpp"
#include "../session/spending.hpp"
#include "../terminal.hpp"
#include "leadsheet/messages/cli.hpp"
#include "leadsheet/messages/clirun.hpp"
#include "leadsheet/try.hpp"
#include "leadsheet/work/run_summary.hpp"
#include "spend_options.hpp"

namespace leadsheet::cli {
namespace {

namespace say = messages::clirun;

using submit::PauseReason;
using submit::RowState;
using submit::RunState;

struct ResumeArguments {
    std::int64_t run = 0;
    std::int64_t beside = 0; ///< the newer run of its sheet
    SpendOptions spend;
};

bool canResume(const submit::RunInfo& run) {
    return run.totals.left() > 0 && run.state != RunState::Planning && !work::isOnlyPlanned(run);
}

void sayWhere(Context& context, const submit::RunInfo& run) {
    const work::RunFigures figures = work::figuresOf(run.totals);
    std::string counts = said(say::placed(figures.placed));
    const auto add = [&counts](std::int64_t count, Message (*words)(std::int64_t)) {
        if (count > 0)
            counts += ", " + said(words(count));
    };
    add(figures.unknown, say::unknown);
    add(figures.toRetry, say::toRetry);
    counts += ", " + said(say::notSent(figures.notSent, Money{run.totals.queued + run.totals.ready,
                                                              run.spec.currency}));
    const std::string time = clockTime(run.updatedAt, context.now());
    // This command holds the lock, so nobody else is sending.
    context.console.say(run.state == RunState::Running
                            ? say::wasInterrupted(run.id.value, run.spec.title, time, counts)
                            : say::stoppedAt(run.id.value, run.spec.title, time, counts),
                        2);
}

Outcome<ExitCode> resume(Context& context, const ResumeArguments& arguments) {
    LEADSHEET_TRY(auto held, lockLedger(context));
    auto run = chooseRun(*held.ledger, arguments.run, canResume,
                         {ExitCode::Done, say::noRunWaits(), {}, {}, {}, {}});
    if (!run && run.error().exit == ExitCode::Done) {
        context.console.say(run.error().what);
        context.console.emit(nothingToDoJson(context, {}));
        return ExitCode::Done;
    }
    if (!run)
        return fail(run.error());
    if (!canResume(*run)) {
        context.console.say(say::nothingLeftToSend(run->id.value));
        NothingToDo counts;
        counts.alreadyOrdered =
            run->totals.of(RowState::Placed) + run->totals.of(RowState::AlreadyOrdered);
        counts.ended = run->totals.of(RowState::Ended);
        counts.needsFix = run->totals.of(RowState::NeedsFix);
        context.console.emit(nothingToDoJson(context, counts));
        return ExitCode::Done;
    }
    LEADSHEET_TRY_DONE(checkBeside(*run, arguments.beside));
    LEADSHEET_TRY_DONE(checkResultsPlace(context, arguments.spend.results(), *run));
    sayWhere(context, *run);
    if (arguments.spend.dryRun)
        return sayDryRun(context, {}, say::wouldSend(run->totals.left()));
    LEADSHEET_TRY(auto session,
                  openRunSession(context, std::move(held), arguments.spend.patience()));
    LEADSHEET_TRY_DONE(checkAccount(*run, session.connection.ref()));
    LEADSHEET_TRY_DONE(allowApproved(session, *run, arguments.spend.limit()));
    context.console.note(session.connection.label());
    std::optional<Quoted> price;
    const bool capped =
        run->pauseReason == PauseReason::SpendCap && run->totals.of(RowState::Queued) > 0;
    if (work::needsApproval(*run)) {
        LEADSHEET_TRY(price,
                      quoteAndReport(context, session, run->id, arguments.spend.limit().firstRows));
        // Rows that were never priced have a price now, and what is asked names it.
        run = chooseRun(*session.ledger, run->id.value, {}, {});
        if (!run)
            return fail(run.error());
    }
    if (auto allowed = allowOlderRun(context, *run, arguments.beside,
                                     "resume " + std::to_string(run->id.value));
        !allowed)
        return fail(allowed.error());
    if (price) {
        if (price->quote.rows > 0 || capped)
            if (auto allowed = authorise(context, session, *price, arguments.spend.limit());
                !allowed)
                return fail(allowed.error());
        if (price->quote.rows == 0)
            if (auto kept = keepFoundOrders(session, *price, std::nullopt); !kept)
                return fail(kept.error());
    }
    return execute(context, session, run->id, arguments.spend.results());
}

} // namespace

void addResumeCommand(Registry& registry) {
    Command command = registry.root.addCommand("resume", help::resume());
    auto arguments = std::make_shared<ResumeArguments>();
    command.addOption("RUN", arguments->run, help::resumeRun()).positive();
    command.addOption("--beside", arguments->beside, help::beside()).valueName("RUN").positive();
    addSpendOptions(command, arguments->spend);
    registry.bind(command, resume, arguments);
}

} // namespace leadsheet::cli
