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
#include "spend_options.hpp"

namespace leadsheet::cli {
namespace {

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

/// After a stopped price guard, too, although nothing may be left to approve.
bool needsApproval(const submit::RunInfo& run) {
    return run.pauseReason == PauseReason::PriceRose || work::needsApproval(run);
}

void sayWhere(Context& context, const submit::RunInfo& run) {
    std::string line = "Run " + std::to_string(run.id.value) + " '" + run.spec.title + "'";
    line += run.interrupted ? " was interrupted at " : " stopped at ";
    line += clockTime(run.updatedAt, context.now()) + ". " +
            app::displayNumber(run.totals.of(RowState::Placed)) + " placed";
    const auto add = [&line](std::int64_t count, const char* what) {
        if (count > 0)
            line += ", " + app::displayNumber(count) + what;
    };
    add(run.totals.unanswered(), " unknown");
    add(run.totals.of(RowState::WillRetry), " to retry");
    line += ", " +
            app::displayNumber(run.totals.of(RowState::Queued) + run.totals.of(RowState::Ready)) +
            " not sent (" + money(run.totals.queued + run.totals.ready, run.spec.currency) + ").";
    context.console.say(line, 2);
}

/// What is left of a run costs money although a newer run of its sheet exists: that is a new
/// question.
Outcome<void> allowOlderRun(Context& context, const submit::RunInfo& run, std::int64_t beside) {
    if (beside > 0 && (!run.newer || run.newer->value != beside))
        return fail(usageFailure(
            "--beside " + std::to_string(beside) + " is not the newest run of the sheet of run " +
                std::to_string(run.id.value) + ".",
            run.newer ? "That is run " + std::to_string(run.newer->value) + "."
                      : std::string("There is none that is newer: leave the option out.")));
    if (!run.newer)
        return {};
    const std::string number = std::to_string(run.id.value);
    const std::string newer = std::to_string(run.newer->value);
    const std::string left =
        rows(run.totals.left()) + " for " + money(run.totals.leftAmount(), run.spec.currency);
    const std::string discard = "Give them up with: leadsheet discard " + number;
    context.console.say(
        Text("Run " + newer + " of the same sheet is newer than run " + number + ".", Style::Warn)
            .add(" Run " + number + " has " + left + " left. " + discard),
        2);
    context.console.emit({{"type", "newerRun"},
                          {"run", run.id.value},
                          {"newer", run.newer->value},
                          {"rows", run.totals.left()},
                          {"quoted", moneyJson(run.totals.leftAmount(), run.spec.currency)},
                          {"beside", beside > 0}});
    if (beside > 0)
        return {};
    Failure failure{ExitCode::MoneyGuard,
                    "Run " + number + " was not resumed: a newer run of its sheet exists.",
                    "No order was sent and nothing was spent.",
                    discard + ", or order them all the same: leadsheet resume " + number +
                        " --beside " + newer,
                    "newer_run_exists",
                    {}};
    if (!context.console.canAsk())
        return fail(std::move(failure));
    const auto answer = askOnTerminal(context.console, context.interrupts,
                                      Text("Order " + left + " of the older run anyway? Type ")
                                          .add("place", Style::Bold)
                                          .add(" to do it:"),
                                      Echo::On);
    if (!answer && context.interrupts.happened())
        return fail(interruptedFailure());
    if (withoutBlankEnds(answer.value_or(std::string())) == "place")
        return {};
    failure.code = "declined";
    return fail(std::move(failure));
}

Outcome<ExitCode> resume(Context& context, const ResumeWishes& wishes) {
    auto look = openLedger(context, true, submit::LedgerOptions::Mode::ReadWrite);
    if (!look)
        return fail(look.error());
    auto run = chooseRun(**look, wishes.run, canResume,
                         {ExitCode::Done, "No run is waiting to be resumed.", {}, {}, {}, {}});
    if (!run && run.error().exit == ExitCode::Done) {
        context.console.say(run.error().what);
        context.console.emit({{"type", "summary"}, {"run", nullptr}, {"state", "Nothing to do"}});
        return ExitCode::Done;
    }
    if (!run)
        return fail(run.error());
    if (!canResume(*run)) {
        context.console.say("Run " + std::to_string(run->id.value) +
                            " has nothing left to send. Nothing to do, nothing spent.");
        context.console.emit(
            {{"type", "summary"}, {"run", run->id.value}, {"state", "Nothing to do"}});
        return ExitCode::Done;
    }
    if (auto place = checkResultsPlace(context, wishes.spend.results(), *run); !place)
        return fail(place.error());
    sayWhere(context, *run);
    look->reset();
    if (wishes.spend.dryRun)
        return sayDryRun(context, {}, rows(run->totals.left()) + " would be sent");
    auto session = openRunSession(context, wishes.spend.patience());
    if (!session)
        return fail(session.error());
    if (auto same = checkAccount(*run, session->connection.ref()); !same)
        return fail(same.error());
    if (auto allowed = allowApproved(*session, *run, wishes.spend.limit()); !allowed)
        return fail(allowed.error());
    context.console.note(session->connection.label());
    if (auto allowed = allowOlderRun(context, *run, wishes.beside); !allowed)
        return fail(allowed.error());
    if (needsApproval(*run)) {
        auto quote = quoteAndReport(context, *session, run->id, wishes.spend.limit().firstRows);
        if (!quote)
            return fail(quote.error());
        const bool capped =
            run->pauseReason == PauseReason::SpendCap && run->totals.of(RowState::Queued) > 0;
        if (quote->rows > 0 || capped)
            if (auto allowed = authorise(context, *session, run->id, *quote, wishes.spend.limit());
                !allowed)
                return fail(allowed.error());
        if (quote->rows == 0 && run->totals.unsettled() == 0)
            if (auto kept = keepFoundOrders(*session, run->id); !kept)
                return fail(kept.error());
    }
    return execute(context, *session, run->id, wishes.spend.results());
}

} // namespace

void addResumeCommand(Registry& registry) {
    Command command = registry.root.addCommand(
        "resume",
        "Continue a paused or interrupted run, with the same keys: nothing is sent twice");
    auto wishes = std::make_shared<ResumeWishes>();
    command
        .addOption("RUN", wishes->run, "Number of the run; the newest unfinished one if left out")
        .positive();
    command
        .addOption("--beside", wishes->beside,
                   "The newer run of the same sheet: what the older one has left is ordered anyway")
        .valueName("RUN")
        .positive();
    addSpendOptions(command, wishes->spend);
    registry.bind(command, resume, wishes);
}

} // namespace leadsheet::cli
