// SPDX-License-Identifier: Apache-2.0
#include "run_execution.hpp"

#include "../interrupts.hpp"
#include "../output/console.hpp"
#include "../output/words.hpp"
#include "context.hpp"
#include "leadsheet/messages/clirun.hpp"
#include "leadsheet/messages/ledger.hpp"
#include "leadsheet/try.hpp"
#include "leadsheet/work/deeds.hpp"
#include "results_writing.hpp"
#include "row_groups.hpp"
#include "row_words.hpp"

#include <boost/json.hpp>

namespace leadsheet::cli {
namespace {

namespace json = boost::json;
namespace say = messages::clirun;
using submit::PauseReason;
using submit::RowState;

/// Longer waits are worth a line of their own where no progress is shown.
constexpr std::chrono::seconds kLongWait{15};

Message waitMessage(const submit::RunProgress& progress, WallTime now) {
    using submit::Waiting;
    const std::string until =
        progress.waitingUntil ? clockTime(*progress.waitingUntil, now) : std::string();
    switch (progress.waiting) {
    case Waiting::No:
        break;
    case Waiting::ForBudget:
        return until.empty() ? say::waitBudget() : say::waitBudgetUntil(until);
    case Waiting::ForLimit:
        return until.empty() ? say::waitAsked() : say::waitAskedUntil(until);
    case Waiting::ForServer:
        return until.empty() ? say::waitFailing() : say::waitFailingUntil(until);
    case Waiting::ForUntoldLimit:
        return until.empty() ? say::waitUntold() : say::waitUntoldUntil(until);
    case Waiting::ForRequests:
        return until.empty() ? say::waitRequests() : say::waitRequestsUntil(until);
    case Waiting::ForRetry:
        return until.empty() ? say::waitLast() : say::waitLastUntil(until);
    case Waiting::ForInFlight:
        return say::waitInFlight();
    }
    return {};
}

/// One line: "217 placed · 3 refused · 16 in flight · 176 to go · $4,340.00 · done about 14:09".
std::string progressLine(const submit::RunProgress& progress, const std::string& currency,
                         WallTime now) {
    const submit::RunTotals& totals = progress.totals;
    std::string line;
    const auto add = [&line](std::int64_t count, Message (*words)(std::int64_t)) {
        if (count > 0)
            line += (line.empty() ? "" : " · ") + said(words(count));
    };
    add(totals.of(RowState::Placed), say::placed);
    add(totals.of(RowState::Refused), say::refused);
    add(progress.inFlight, say::inFlight);
    add(totals.of(RowState::WillRetry), say::toRetry);
    add(totals.of(RowState::Unknown), say::unknownOutcome);
    add(totals.of(RowState::Queued), say::toGo);
    line += (line.empty() ? "" : " · ") + money(totals.committed(), currency);
    if (const Message wait = waitMessage(progress, now); !wait.empty())
        line += " · " + said(wait);
    else if (progress.eta)
        line += " · " + said(say::doneAbout(clockTime(*progress.eta, now)));
    return line;
}

class LiveProgress final : public submit::RunObserver {
public:
    LiveProgress(Context& context, std::string currency)
        : context_(context)
        , currency_(std::move(currency)) {}

    void onProgress(const submit::RunProgress& progress) override {
        context_.console.progress(progressLine(progress, currency_, context_.now()));
        noteLongWait(progress);
    }

private:
    /// Where no progress is shown, a run that waits for an hour would look like one that hangs.
    void noteLongWait(const submit::RunProgress& progress) {
        if (context_.console.showsProgress() || !progress.waitingUntil)
            return;
        const WallTime until = *progress.waitingUntil;
        if (until - context_.now() < kLongWait || (noted_ && until - *noted_ < kLongWait))
            return;
        noted_ = until;
        context_.console.note(progressLine(progress, currency_, context_.now()));
    }

    Context& context_;
    std::string currency_;
    std::optional<WallTime> noted_;
};

json::object totalsJson(const submit::RunTotals& totals, const std::string& currency) {
    return {{"placed", totals.of(RowState::Placed)},
            {"alreadyOrdered", totals.of(RowState::AlreadyOrdered)},
            {"refused", totals.of(RowState::Refused)},
            {"needsFix", totals.of(RowState::NeedsFix)},
            {"skipped", totals.of(RowState::Skipped)},
            {"ended", totals.of(RowState::Ended)},
            {"unknown", totals.unanswered()},
            {"willRetry", totals.of(RowState::WillRetry)},
            {"queued", totals.of(RowState::Queued)},
            {"ready", totals.of(RowState::Ready)},
            {"held", moneyJson(totals.held, currency)},
            {"charged", moneyJson(totals.held, currency)}, // as it was called before
            {"atRisk", moneyJson(totals.atRisk, currency)}};
}

std::string resumeCommand(const Context& context, const submit::RunReport& report) {
    const std::string words = "resume " + std::to_string(report.run.value);
    if (report.reason != PauseReason::KeyRejected || context.options.keyFile.empty())
        return commandHint(context.options, words);
    // The file that was named holds the key that is no good.
    GlobalOptions options = context.options;
    options.keyFile.clear();
    return commandHint(options, words) + " --key-file FILE";
}

/// What a pause means for the person, after the counts.
Failure pauseFailure(const Context& context, const submit::RunReport& report) {
    Failure failure;
    failure.exit = exitCodeOf(report);
    const std::int64_t left = report.totals.left();
    failure.what = report.reason == PauseReason::ByPerson || report.reason == PauseReason::Cancelled
                       ? Sentences(messages::ledger::runPaused())
                       : Sentences(say::pausedBecause()).add({report.said, report.detail});
    if (report.reason == PauseReason::ByPerson)
        failure.what.add(say::pausedNoneInFlight());
    failure.code = report.code.empty() ? "paused" : report.code;
    if (left == 0)
        return failure; // the run has nothing more to send
    failure.meaning = say::rowsLeft(left);
    if (const std::int64_t open = report.totals.unanswered(); open > 0)
        failure.meaning.add(say::answerUnknown(open));
    if (report.waitUntil)
        failure.meaning.add(say::goOnFrom(clockTime(*report.waitUntil, context.now())));
    const std::string command = resumeCommand(context, report);
    failure.fix = report.reason == PauseReason::KeyRejected ? say::goOnWithKey(command)
                                                            : say::goOnWith(command);
    return failure;
}

} // namespace

json::object figuresJson(const work::RunSummary& summary) {
    return {{"placed", summary.placed},
            {"toFix", summary.toFix},
            {"toAnswer", summary.toAnswer},
            {"leftOut", summary.leftOut},
            {"unknown", summary.unknown},
            {"toRetry", summary.toRetry},
            {"notSent", summary.notSent},
            {"committed", moneyJson(summary.committed, summary.currency)}};
}

ExitCode exitCodeOf(const submit::RunReport& report) {
    switch (report.reason) {
    case PauseReason::None:
        break;
    case PauseReason::ByPerson:
    case PauseReason::Cancelled:
        return ExitCode::Interrupted;
    case PauseReason::SameRefusal:
        return ExitCode::SomeRefused;
    case PauseReason::KeyRejected:
    case PauseReason::AccountSuspended:
        return ExitCode::Key;
    case PauseReason::NoCredit:
    case PauseReason::SpendCap:
    case PauseReason::ServerSpendCap:
    case PauseReason::HeldOtherThanQuoted:
    case PauseReason::PriceRose:
        return ExitCode::MoneyGuard;
    case PauseReason::LocalStorage:
        return ExitCode::Storage;
    case PauseReason::ServerUnreachable:
    case PauseReason::Deadline:
        return ExitCode::Server;
    case PauseReason::LimitReached:
        return ExitCode::LimitReached;
    }
    const bool left =
        work::figuresOf(report.totals).toFix > 0 || report.totals.of(RowState::Ended) > 0;
    return left ? ExitCode::SomeRefused : ExitCode::Done;
}

Outcome<void> reportRun(Context& context, const submit::Ledger& ledger,
                        const submit::RunInfo& run) {
    Console& console = context.console;
    const submit::RunTotals& totals = run.totals;
    const std::string& currency = run.spec.currency;
    LEADSHEET_TRY(const auto summary, explained(work::summaryOf(ledger, run)));
    const std::int64_t unknown = summary.unknown;
    LEADSHEET_TRY(const auto left, explained(work::leftOutOf(ledger, run.id)));
    const std::int64_t before = left.of(submit::SkipReason::OrderedBefore);
    Text line(say::ordersPlaced(summary.placed), Style::Good);
    line.add(", ", Style::Bold).add(say::heldForThem(Money{totals.held, currency}), Style::Bold);
    const auto add = [&line](std::int64_t count, Message (*words)(std::int64_t), Style style) {
        if (count > 0)
            line.add(", ").add(words(count), style);
    };
    add(totals.of(RowState::Refused), say::refused, Style::Bad);
    add(unknown, say::unknownOutcome, Style::Warn);
    add(summary.toRetry, say::toRetry, Style::Warn);
    add(summary.notSent, say::notSentYet, Style::Plain);
    add(totals.of(RowState::AlreadyOrdered), say::alreadyOrdered, Style::Plain);
    add(before, say::orderedBefore, Style::Plain);
    if (const std::int64_t changed = left.changed(); changed > 0)
        line.add(", ").add(skipCount(submit::SkipReason::ChangedSinceOrdered, changed),
                           Style::Warn);
    add(totals.of(RowState::Skipped) - before - left.changed(), say::skippedCount, Style::Plain);
    for (const Message& ended : endedRows(left))
        line.add(", ").add(ended, Style::Warn);
    if (const std::int64_t count = totals.of(RowState::NeedsFix); count > 0)
        line.add(", ").add(needFix(count), Style::Bad);
    console.say(line, 2);
    if (totals.atRisk > 0)
        console.say(
            Text("  ").add(say::moreMayBeHeld(Money{totals.atRisk, currency}, rows(unknown))));
    if (summary.toRetry > 0)
        console.say(Text("  ").add(say::toRetryNotOrdered(summary.toRetry)));
    // Somebody else was faster, after the prices were shown.
    if (auto said = sayOrderedBefore(console, ledger, run.id, context.now(), Moment::WhileSending);
        !said)
        return said;
    return reportReasons(console, ledger, run.id, {RowState::Refused});
}

Outcome<bool> keepFoundOrders(RunSession& session, const work::Pricing& price,
                              std::optional<std::int64_t> known) {
    LEADSHEET_TRY(auto kept, explained(work::keepFoundOrders(session, price, known),
                                       session.circumstances(true)));
    return kept;
}

Outcome<ExitCode> execute(Context& context, RunSession& session, submit::RunId run,
                          const ResultsTarget& results) {
    Console& console = context.console;
    const std::string currency = session.connection.account.available.currency;
    submit::RunControl control;
    Outcome<submit::RunReport> report = [&]() -> Outcome<submit::RunReport> {
        const Interrupts::Handler handler(context.interrupts, [&](int count) {
            if (count == 1)
                control.pause();
            else
                control.cancel();
        });
        LiveProgress progress(context, currency);
        auto ran = session.submission->run(run, control, &progress);
        console.endProgress();
        if (!ran)
            return fail(explain(ran.error(), session.circumstances(false)));
        return *std::move(ran);
    }();
    if (!report)
        return fail(report.error());

    LEADSHEET_TRY(const auto info, explained(session.ledger->run(run)));
    submit::RowFilter all;
    all.withContent = true;
    LEADSHEET_TRY_DONE(emitRows(console, *session.ledger, run, all, currency));
    console.say();
    LEADSHEET_TRY_DONE(reportRun(context, *session.ledger, info));

    Outcome<std::optional<std::filesystem::path>> written = std::nullopt;
    if (results.write)
        written = writeResultsOf(context, *session.ledger, info, results.output);
    const bool hasFile = written && *written;
    if (hasFile)
        console.say(Text(say::results()).add(" ").add((*written)->string(), Style::Bold));
    json::object summary{{"type", "summary"},
                         {"run", run.value},
                         {"sandbox", context.options.sandbox},
                         {"state", submit::name(report->state)},
                         {"totals", totalsJson(info.totals, currency)}};
    if (const auto figures = work::summaryOf(*session.ledger, info))
        summary["figures"] = figuresJson(*figures);
    if (const auto left = work::leftOutOf(*session.ledger, run))
        summary["changed"] = left->changed();
    if (hasFile)
        summary["results"] = (*written)->string();
    if (!written)
        summary["resultsFailed"] = written.error().what.english();
    if (report->reason != PauseReason::None) {
        summary["pauseReason"] = submit::name(report->reason);
        summary["resume"] = resumeCommand(context, *report);
    }
    console.emit(summary);
    if (report->reason != PauseReason::None) {
        Failure failure = pauseFailure(context, *report);
        if (!written) {
            console.note(Sentences(written.error().what).add(written.error().fix));
            if (failure.exit == ExitCode::SomeRefused)
                failure.exit = written.error().exit;
        }
        return fail(std::move(failure));
    }
    if (info.totals.of(RowState::Refused) > 0)
        console.say(
            say::afterFix(commandHint(context.options, "retry " + std::to_string(run.value))));
    if (!written)
        return fail(written.error());
    return exitCodeOf(*report);
}

boost::json::object nothingToDoJson(const Context& context, const NothingToDo& counts) {
    return {{"type", "summary"},
            {"run", nullptr},
            {"sandbox", context.options.sandbox},
            {"state", "Nothing to do"},
            {"alreadyOrdered", counts.alreadyOrdered},
            {"orderedBefore", counts.orderedBefore},
            {"ended", counts.ended},
            {"changed", counts.changed},
            {"needsFix", counts.needsFix}};
}

} // namespace leadsheet::cli
