// SPDX-License-Identifier: Apache-2.0
#include "run_execution.hpp"

#include "../interrupts.hpp"
#include "../output/clock_words.hpp"
#include "../output/console.hpp"
#include "../output/words.hpp"
#include "command_hint.hpp"
#include "results_writing.hpp"
#include "row_groups.hpp"

#include <boost/json.hpp>

namespace leadsheet::cli {
namespace {

namespace json = boost::json;
using submit::PauseReason;
using submit::RowState;

/// Longer waits are worth a line of their own where no progress is shown.
constexpr std::chrono::seconds kLongWait{15};

std::string waitText(const submit::RunProgress& progress, WallTime now) {
    using submit::Waiting;
    const std::string until =
        progress.waitingUntil ? " until " + clockTime(*progress.waitingUntil, now) : "";
    switch (progress.waiting) {
    case Waiting::No:
        return {};
    case Waiting::ForBudget:
        return "waiting for the key's order budget" + until;
    case Waiting::ForLimit:
        return "the server asked to wait" + until;
    case Waiting::ForServer:
        return "the server is failing, trying again" + until;
    case Waiting::ForUntoldLimit:
        return "the server answered 429 without saying how long, trying again" + until;
    case Waiting::ForRetry:
        return "last rows are tried again" + until;
    case Waiting::ForInFlight:
        return "pausing, last answers on their way";
    }
    return {};
}

/// One line: "217 placed · 3 refused · 16 in flight · 176 to go · $4,340.00 · done about 14:09".
std::string progressLine(const submit::RunProgress& progress, const std::string& currency,
                         WallTime now) {
    const submit::RunTotals& totals = progress.totals;
    std::string line;
    const auto add = [&line](std::int64_t count, const char* what) {
        if (count > 0)
            line += (line.empty() ? "" : " · ") + app::displayNumber(count) + " " + what;
    };
    add(totals.of(RowState::Placed), "placed");
    add(totals.of(RowState::Refused), "refused");
    add(progress.inFlight, "in flight");
    add(totals.of(RowState::WillRetry), "to retry");
    add(totals.of(RowState::Unknown), "with unknown outcome");
    add(totals.of(RowState::Queued), "to go");
    line += (line.empty() ? "" : " · ") + money(totals.committed(), currency);
    if (const std::string wait = waitText(progress, now); !wait.empty())
        line += " · " + wait;
    else if (progress.eta)
        line += " · done about " + clockTime(*progress.eta, now);
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
                       ? "Paused."
                       : "Paused: " + report.detail;
    if (report.reason == PauseReason::ByPerson)
        failure.what += " 0 in flight.";
    failure.meaning = rows(left) + (left == 1 ? " is" : " are") + " left; nothing is lost.";
    if (const std::int64_t open = report.totals.unanswered(); open > 0)
        failure.meaning += " The answer for " + rows(open) +
                           " is unknown: a resume asks again with the same key, so nothing is "
                           "ordered twice.";
    if (report.waitUntil)
        failure.meaning +=
            " It makes sense to continue from " + clockTime(*report.waitUntil, context.now()) + ".";
    failure.fix = (report.reason == PauseReason::KeyRejected ? "Continue with a valid key: "
                                                             : "Continue with: ") +
                  resumeCommand(context, report);
    failure.code = report.code.empty() ? "paused" : report.code;
    return failure;
}

} // namespace

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
    const bool left = report.totals.of(RowState::Refused) > 0 ||
                      report.totals.of(RowState::NeedsFix) > 0 ||
                      report.totals.of(RowState::Ended) > 0;
    return left ? ExitCode::SomeRefused : ExitCode::Done;
}

Outcome<void> reportRun(Context& context, const submit::Ledger& ledger,
                        const submit::RunInfo& run) {
    Console& console = context.console;
    const submit::RunTotals& totals = run.totals;
    const std::string& currency = run.spec.currency;
    const std::int64_t unknown = totals.unanswered();
    const auto left = work::leftOutOf(ledger, run.id);
    if (!left)
        return fail(explain(left.error(), {}));
    const std::int64_t before = left->of(submit::SkipReason::OrderedBefore);
    Text line(orders(totals.of(RowState::Placed)) + " placed", Style::Good);
    line.add(", " + money(totals.held, currency) + " held for them", Style::Bold);
    const auto add = [&line](std::int64_t count, const std::string& what, Style style) {
        if (count > 0)
            line.add(", ").add(app::displayNumber(count) + " " + what, style);
    };
    add(totals.of(RowState::Refused), "refused", Style::Bad);
    add(unknown, "with unknown outcome", Style::Warn);
    add(totals.of(RowState::WillRetry), "to retry", Style::Warn);
    add(totals.of(RowState::Queued) + totals.of(RowState::Ready), "not sent yet", Style::Plain);
    add(totals.of(RowState::AlreadyOrdered), "already ordered", Style::Plain);
    add(before, "ordered before", Style::Plain);
    add(totals.of(RowState::Skipped) - before, "skipped", Style::Plain);
    for (const auto& [how, count] : endedRows(*left))
        add(count, how, Style::Warn);
    if (const std::int64_t count = totals.of(RowState::NeedsFix); count > 0)
        line.add(", ").add(needFix(count), Style::Bad);
    console.say(line, 2);
    if (totals.atRisk > 0)
        console.say("  " + money(totals.atRisk, currency) + " more may be held for " +
                    rows(unknown) + " with unknown outcome");
    if (const std::int64_t again = totals.of(RowState::WillRetry); again > 0)
        console.say("  " + rows(again) + " to retry: certainly not ordered, nothing is held");
    // Somebody else was faster, after the prices were shown.
    if (auto said = sayOrderedBefore(console, ledger, run.id, context.now(), Moment::WhileSending);
        !said)
        return said;
    return reportReasons(console, ledger, run.id, {RowState::Refused});
}

Outcome<void> keepFoundOrders(RunSession& session, submit::RunId run) {
    submit::Approval nothing;
    nothing.expectedAmount = nothing.cap = 0;
    if (auto approved = session.submission->approve(run, nothing); !approved)
        return fail(explain(approved.error(), session.circumstances(true)));
    submit::RunControl control;
    if (auto finished = session.submission->run(run, control); !finished)
        return fail(explain(finished.error(), session.circumstances(true)));
    return {};
}

Outcome<ExitCode> execute(Context& context, RunSession& session, submit::RunId run,
                          const ResultsWish& results) {
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

    const auto info = session.ledger->run(run);
    if (!info)
        return fail(explain(info.error(), {}));
    submit::RowFilter all;
    all.withContent = true;
    if (auto said = emitRows(console, *session.ledger, run, all, currency); !said)
        return fail(said.error());
    console.say();
    if (auto said = reportRun(context, *session.ledger, *info); !said)
        return fail(said.error());

    Outcome<std::optional<std::filesystem::path>> written = std::nullopt;
    if (results.write)
        written = writeResultsOf(context, *session.ledger, *info, results.output);
    const bool hasFile = written && *written;
    if (hasFile)
        console.say(Text("Results: ").add((*written)->string(), Style::Bold));
    json::object summary{{"type", "summary"},
                         {"run", run.value},
                         {"sandbox", context.options.sandbox},
                         {"state", submit::name(report->state)},
                         {"totals", totalsJson(info->totals, currency)}};
    if (hasFile)
        summary["results"] = (*written)->string();
    if (!written)
        summary["resultsFailed"] = written.error().what;
    if (report->reason != PauseReason::None) {
        summary["pauseReason"] = submit::name(report->reason);
        summary["resume"] = resumeCommand(context, *report);
    }
    console.emit(summary);
    if (report->reason != PauseReason::None) {
        Failure failure = pauseFailure(context, *report);
        if (!written) {
            console.note(written.error().what + " " + written.error().fix);
            if (failure.exit == ExitCode::SomeRefused)
                failure.exit = written.error().exit;
        }
        return fail(std::move(failure));
    }
    if (info->totals.of(RowState::Refused) > 0)
        console.say("After a fix: " +
                    commandHint(context.options, "retry " + std::to_string(run.value)));
    if (!written)
        return fail(written.error());
    return exitCodeOf(*report);
}

} // namespace leadsheet::cli
