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
#include "leadsheet/work/run_summary.hpp"
#include "spend_options.hpp"

namespace leadsheet::cli {
namespace {

namespace say = messages::clirun;

using submit::PauseReason;
using submit::RowState;
using submit::RunState;

struct ResumeWishes {
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

Outcome<ExitCode> resume(Context& context, const ResumeWishes& wishes) {
    auto held = lockLedger(context);
    if (!held)
        return fail(held.error());
    auto run = chooseRun(*held->ledger, wishes.run, canResume,
                         {ExitCode::Done, say::noRunWaits(), {}, {}, {}, {}});
    if (!run && run.error().exit == ExitCode::Done) {
        context.console.say(run.error().what);
        context.console.emit({{"type", "summary"}, {"run", nullptr}, {"state", "Nothing to do"}});
        return ExitCode::Done;
    }
    if (!run)
        return fail(run.error());
    if (!canResume(*run)) {
        context.console.say(say::nothingLeftToSend(run->id.value));
        context.console.emit(
            {{"type", "summary"}, {"run", run->id.value}, {"state", "Nothing to do"}});
        return ExitCode::Done;
    }
    if (auto place = checkResultsPlace(context, wishes.spend.results(), *run); !place)
        return fail(place.error());
    sayWhere(context, *run);
    if (wishes.spend.dryRun)
        return sayDryRun(context, {}, say::wouldSend(run->totals.left()));
    auto session = openRunSession(context, *std::move(held), wishes.spend.patience());
    if (!session)
        return fail(session.error());
    if (auto same = checkAccount(*run, session->connection.ref()); !same)
        return fail(same.error());
    if (auto allowed = allowApproved(*session, *run, wishes.spend.limit()); !allowed)
        return fail(allowed.error());
    context.console.note(session->connection.label());
    if (auto allowed =
            allowOlderRun(context, *run, wishes.beside, "resume " + std::to_string(run->id.value));
        !allowed)
        return fail(allowed.error());
    if (work::needsApproval(*run)) {
        auto price = quoteAndReport(context, *session, run->id, wishes.spend.limit().firstRows);
        if (!price)
            return fail(price.error());
        const bool capped =
            run->pauseReason == PauseReason::SpendCap && run->totals.of(RowState::Queued) > 0;
        if (price->quote.rows > 0 || capped)
            if (auto allowed = authorise(context, *session, *price, wishes.spend.limit()); !allowed)
                return fail(allowed.error());
        if (price->quote.rows == 0)
            if (auto kept = keepFoundOrders(*session, *price, std::nullopt); !kept)
                return fail(kept.error());
    }
    return execute(context, *session, run->id, wishes.spend.results());
}

} // namespace

void addResumeCommand(Registry& registry) {
    Command command = registry.root.addCommand("resume", help::resume());
    auto wishes = std::make_shared<ResumeWishes>();
    command.addOption("RUN", wishes->run, help::resumeRun()).positive();
    command.addOption("--beside", wishes->beside, help::beside()).valueName("RUN").positive();
    addSpendOptions(command, wishes->spend);
    registry.bind(command, resume, wishes);
}

} // namespace leadsheet::cli
