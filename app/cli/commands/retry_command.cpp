// SPDX-License-Identifier: Apache-2.0
#include "../interrupts.hpp"
#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/results_writing.hpp"
#include "../session/row_groups.hpp"
#include "../session/row_set.hpp"
#include "../session/row_words.hpp"
#include "../session/run_choice.hpp"
#include "../session/run_execution.hpp"
#include "../session/spending.hpp"
#include "../terminal.hpp"
#include "common_arguments.hpp"
#include "registry.hpp"

#include "leadsheet/app/run_record.hpp"
#include "leadsheet/messages/cli.hpp"
#include "leadsheet/messages/clirun.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"
#include "leadsheet/work/run_summary.hpp"

#include <map>

namespace leadsheet::cli {
namespace {

namespace say = messages::clirun;

using submit::RowState;

struct RetryArguments {
    std::int64_t run = 0;
    SpendOptions spend;
    bool withoutSheet = false;
    std::int64_t beside = 0; ///< the newer run of its sheet
};

bool hasOpenRows(const submit::RunInfo& run) {
    return work::figuresOf(run.totals).toFix + run.totals.left() > 0;
}

Outcome<OpenRows> openRowsOf(const submit::Ledger& ledger, const submit::RunInfo& run) {
    OpenRows open(hasSeveralTabs(run));
    LEADSHEET_TRY_DONE(forEachRow(ledger, run.id, {}, [&](const auto& row) { open.add(row); }));
    return open;
}

Outcome<void> leaveOutOthers(Context& context, RunSession& session, submit::RunId plan,
                             OpenRows& open) {
    const submit::Ledger& ledger = *session.ledger;
    if (auto read = forEachRow(ledger, plan, {}, [&](const auto& row) { open.look(row); }); !read)
        return read;
    std::vector<std::int64_t> others;
    std::int64_t doubtful = 0;
    const auto sort = [&](const submit::RowRecord& row) {
        if (row.skipReason == submit::SkipReason::ChangedSinceOrdered)
            ++doubtful;
        if (row.state != RowState::Ready || open.has(row))
            return;
        others.push_back(row.ref.ordinal);
        doubtful += open.isDoubtful(row) ? 1 : 0;
    };
    if (auto read = forEachRow(ledger, plan, {}, sort); !read)
        return read;
    if (doubtful > 0)
        context.console.say(
            Text(say::leftOutSorted(doubtful), Style::Warn).add(" ").add(say::orderNewWith()), 2);
    if (others.empty())
        return {};
    LEADSHEET_TRY_DONE(explained(session.ledger->exclude(plan, others, session.lock())));
    return {};
}

/// Prices may find that rows that were ordered are past, and to be ordered once more: that is for a
/// new submit, not for a retry of what was left.
Outcome<void> leaveOutRevived(Context& context, RunSession& session, submit::RunId plan,
                              const OpenRows& open) {
    LEADSHEET_TRY_DONE(
        explained(session.submission->quote(plan, context.interrupts.token(), nullptr),
                  session.circumstances(true)));
    std::vector<std::int64_t> revived;
    auto read = forEachRow(*session.ledger, plan, {}, [&](const auto& row) {
        if (row.state == RowState::Ready && !open.has(row))
            revived.push_back(row.ref.ordinal);
    });
    if (!read || revived.empty())
        return read;
    LEADSHEET_TRY_DONE(explained(session.ledger->exclude(plan, revived, session.lock())));
    return {};
}

/// Corrections name cells of the content that they were made in.
Outcome<void> checkCorrections(const submit::RunInfo& run, const SheetArguments& arguments,
                               const OpenSheet& sheet) {
    const auto record = app::recordOf(run);
    if (arguments.editsJson.empty() || sheet.check.sha256() == run.spec.sourceSha256 ||
        (record && app::isSheetOf(run, *record, sheet.check.sha256())))
        return {};
    return fail({ExitCode::SheetRefused,
                 say::sheetChangedCorrections(run.id.value),
                 messages::cli::nothingSpent(),
                 say::correctInSheet(),
                 "corrections_of_another_content",
                 {}});
}

/// Why none of the rows that were open is ordered now: "1 already ordered, 2 need a fix".
struct Settled {
    std::int64_t ordered = 0;
    std::map<submit::SkipReason, std::int64_t> leftOut;
    std::int64_t needsFix = 0;
    std::int64_t ended = 0;
    std::int64_t waiting = 0; ///< approved before, or sent without an answer yet

    void add(const submit::RowRecord& row) {
        if (row.state == RowState::NeedsFix)
            ++needsFix;
        else if (row.state == RowState::Queued || row.state == RowState::WillRetry ||
                 row.state == RowState::Sending || row.state == RowState::Unknown)
            ++waiting;
        else if (row.state == RowState::Ended)
            ++ended;
        else if (submit::isOrdered(row.state))
            ++ordered;
        else if (row.state == RowState::Skipped)
            ++leftOut[row.skipReason];
    }
    std::string words() const {
        std::string text;
        const auto add = [&text](std::int64_t count, const Message& reason) {
            if (count > 0)
                text += (text.empty() ? "" : ", ") + said(reason);
        };
        add(ordered, say::alreadyOrdered(ordered));
        for (const auto& [reason, count] : leftOut)
            add(count, say::leftOutAs(count, skipMessage(reason)));
        add(ended, say::endedSince(ended));
        add(waiting, say::approvedWaiting(waiting));
        add(needsFix, say::needFixCheck(needFix(needsFix)));
        return text.empty() ? said(say::openRowsGone()) : text;
    }
    ExitCode exit() const {
        return waiting > 0                 ? ExitCode::Server
               : needsFix > 0 || ended > 0 ? ExitCode::SomeRefused
                                           : ExitCode::Done;
    }
};

/// Refused rows of a run that are to be sent again: refused as they were, unless that is approved.
class RefusedRows {
public:
    RefusedRows(RunSession& session, submit::RunId run)
        : session_(session)
        , run_(run) {}
    RefusedRows(const RefusedRows&) = delete;
    RefusedRows& operator=(const RefusedRows&) = delete;
    ~RefusedRows() {
        // They are Ready where that fails: a resume asks for their price again.
        if (!ordinals_.empty()) {
            [[maybe_unused]] const auto left =
                session_.ledger->leaveRefused(run_, ordinals_, session_.lock());
        }
    }

    Outcome<void> makeReady() {
        submit::RowFilter refused;
        refused.states = {RowState::Refused};
        LEADSHEET_TRY_DONE(forEachRow(*session_.ledger, run_, refused, [&](const auto& row) {
            ordinals_.push_back(row.ref.ordinal);
        }));
        if (ordinals_.empty())
            return {};
        LEADSHEET_TRY_DONE(
            explained(session_.ledger->retryRefused(run_, ordinals_, session_.lock()),
                      session_.circumstances(true)));
        return {};
    }
    void approved() { ordinals_.clear(); }

private:
    RunSession& session_;
    submit::RunId run_;
    std::vector<std::int64_t> ordinals_;
};

/// Nothing of run `run` is ordered now: says what became of the rows, counted in `why`.
ExitCode sayNothingToRetry(Context& context, const submit::RunInfo& run, const Settled& why) {
    context.console.say(say::nothingToRetry(run.id.value, why.words()));
    NothingToDo counts;
    counts.alreadyOrdered = why.ordered;
    counts.ended = why.ended;
    counts.needsFix = why.needsFix;
    const auto leftOut = [&why](submit::SkipReason reason) {
        const auto found = why.leftOut.find(reason);
        return found == why.leftOut.end() ? 0 : found->second;
    };
    counts.orderedBefore = leftOut(submit::SkipReason::OrderedBefore);
    counts.changed = leftOut(submit::SkipReason::ChangedSinceOrdered);
    context.console.emit(nothingToDoJson(context, counts));
    return why.exit();
}

/// The rows of the run itself, with their keys: no later run of the sheet has given them up.
Outcome<void> allowAsItWas(Context& context, const RunSession& session, submit::RunId run,
                           std::int64_t beside) {
    LEADSHEET_TRY(const auto now, explained(session.ledger->run(run)));
    return allowOlderRun(context, now, beside,
                         "retry " + std::to_string(run.value) + " --without-sheet");
}

Outcome<ExitCode> place(Context& context, RunSession& session, submit::RunId run,
                        const submit::RunInfo& of, const OpenRows& open, const PlannedRun* planned,
                        const RetryArguments& given, RefusedRows* refused = nullptr) {
    const SpendOptions& spend = given.spend;
    auto price = quoteAndReport(context, session, run, spend.limit().firstRows);
    const bool stop = !price || price->quote.rows == 0 || spend.dryRun;
    Outcome<void> allowed;
    if (price && planned != nullptr)
        allowed = planned->odd.say(context.console, *session.ledger, run, spend.limit().firstRows);
    Outcome<ExitCode> rehearsed = ExitCode::Done;
    if (price && spend.dryRun)
        rehearsed = sayRehearsal(context, session, *price, spend.limit());
    SpendLimit limit = spend.limit();
    if (!stop && allowed && planned != nullptr)
        allowed = replaceEarlier(context, session, *price, {}, limit);
    else if (!stop && allowed)
        allowed = allowAsItWas(context, session, run, given.beside);
    if (!stop && allowed)
        allowed = authorise(context, session, *price, limit);
    Settled why;
    Outcome<void> told;
    if (price && price->quote.rows == 0)
        told = forEachRow(*session.ledger, run, {}, [&](const auto& row) {
            if (open.has(row))
                why.add(row);
        });
    if (!price)
        return fail(price.error());
    if (!allowed)
        return fail(allowed.error());
    if (spend.dryRun)
        return rehearsed;
    if (refused != nullptr && price->quote.rows > 0)
        refused->approved();
    if (price->quote.rows > 0)
        return execute(context, session, run, spend.results());
    if (!told)
        return fail(told.error());
    return sayNothingToRetry(context, of, why);
}

Outcome<void> connectOnce(Context& context, const RetryArguments& given, const submit::RunInfo& run,
                          LockedLedger& held, std::optional<RunSession>& session) {
    if (session)
        return {};
    LEADSHEET_TRY(auto opened, openRunSession(context, std::move(held), given.spend.patience()));
    session.emplace(std::move(opened));
    return checkAccount(context, run, session->connection.ref());
}

/// A row that was edited after its answer was lost may be ordered as it was: that is found out
/// before anything else is decided.
Outcome<void> settleFirst(Context& context, RunSession& session, const submit::RunInfo& run) {
    const work::PricingProgress progress = pricingProgress(context.console);
    work::QuoteObserver observer(progress);
    const auto settled = session.submission->settle(run.id, context.interrupts.token(), &observer);
    context.console.endProgress();
    if (!settled)
        return fail(explain(settled.error(), session.circumstances(true)));
    const std::int64_t all = settled->placed + settled->notPlaced;
    context.console.say(
        say::runUnknownSettled(all, run.id.value, settled->placed, settled->notPlaced), 2);
    return {};
}

/// The run as chooseRun() finds it. Where none waits that is said, and is all there is to do.
Outcome<std::optional<submit::RunInfo>>
waitingRun(Context& context, const submit::Ledger& ledger, std::int64_t number,
           const std::function<bool(const submit::RunInfo&)>& fits, const Message& none) {
    auto run = chooseRun(context, ledger, number, fits, {ExitCode::Done, none, {}, {}, {}, {}});
    if (run)
        return *std::move(run);
    if (run.error().exit != ExitCode::Done)
        return fail(run.error());
    context.console.say(none);
    context.console.emit(nothingToDoJson(context, {}));
    return std::nullopt;
}

Outcome<ExitCode> retry(Context& context, const RetryArguments& given) {
    LEADSHEET_TRY(auto held, lockLedger(context));
    LEADSHEET_TRY(auto run,
                  waitingRun(context, *held.ledger, given.run, hasOpenRows, say::noRowsToRetry()));
    if (!run)
        return ExitCode::Done;
    LEADSHEET_TRY(auto open, openRowsOf(*held.ledger, *run));
    std::optional<RunSession> session;
    if (run->totals.unanswered() > 0) {
        LEADSHEET_TRY_DONE(connectOnce(context, given, *run, held, session));
        LEADSHEET_TRY_DONE(settleFirst(context, *session, *run));
        LEADSHEET_TRY(open, openRowsOf(*session->ledger, *run));
    }
    if (open.empty()) {
        Settled why;
        const submit::Ledger& ledger = session ? *session->ledger : *held.ledger;
        LEADSHEET_TRY_DONE(forEachRow(ledger, run->id, {}, [&](const auto& row) { why.add(row); }));
        return sayNothingToRetry(context, *run, why);
    }
    if (given.withoutSheet) {
        LEADSHEET_TRY_DONE(checkBeside(*run, given.beside));
        LEADSHEET_TRY_DONE(checkResultsPlace(context, given.spend.results(), *run));
        LEADSHEET_TRY_DONE(connectOnce(context, given, *run, held, session));
        if (given.spend.dryRun)
            return sayDryRun(context, {},
                             say::wouldSendAgain(run->totals.of(RowState::Refused) +
                                                 run->totals.of(RowState::Ready)));
        RefusedRows refused(*session, run->id);
        LEADSHEET_TRY_DONE(refused.makeReady());
        return place(context, *session, run->id, *run, open, nullptr, given, &refused);
    }
    auto arguments = sheetArgumentsFromJson(run->spec.options);
    if (!arguments)
        return fail(usageFailure(messages::sheet::runWithoutSheetRecord(run->id.value),
                                 say::sendWithoutSheet()));
    LEADSHEET_TRY(auto sheet, openForOrder(context, *arguments));
    LEADSHEET_TRY_DONE(checkCorrections(*run, *arguments, sheet));
    LEADSHEET_TRY_DONE(checkResultsPlace(given.spend.results(), sheet));
    LEADSHEET_TRY_DONE(connectOnce(context, given, *run, held, session));
    RowChoice choice;
    choice.allowed = run->spec.allowed;
    choice.againAfter = run->spec.againAfter;
    choice.includeChanged = run->spec.orderChanged;
    LEADSHEET_TRY(auto planned, planSheet(context, *session, sheet, *arguments, choice));
    planned.pending.keepCopy(); // a further retry reads it
    LEADSHEET_TRY_DONE(leaveOutOthers(context, *session, planned.id, open));
    LEADSHEET_TRY_DONE(leaveOutRevived(context, *session, planned.id, open));
    return place(context, *session, planned.id, *run, open, &planned, given);
}

} // namespace

void addRetryCommand(Registry& registry) {
    Command command = registry.root.addCommand("retry", help::retry());
    auto given = std::make_shared<RetryArguments>();
    command.addOption("RUN", given->run, help::retryRun()).positive();
    addSpendOptions(command, given->spend);
    command.addFlag("--without-sheet", given->withoutSheet, help::withoutSheet());
    command.addOption("--beside", given->beside, help::beside()).valueName("RUN").positive();
    registry.bind(command, retry, given);
}

namespace {

using submit::PauseReason;
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
    LEADSHEET_TRY(auto run,
                  waitingRun(context, *held.ledger, arguments.run, canResume, say::noRunWaits()));
    if (!run)
        return ExitCode::Done;
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
    LEADSHEET_TRY_DONE(checkAccount(context, *run, session.connection.ref()));
    LEADSHEET_TRY_DONE(allowApproved(session, *run, arguments.spend.limit()));
    context.console.note(session.connection.label());
    std::optional<Quoted> price;
    const bool capped =
        run->pauseReason == PauseReason::SpendCap && run->totals.of(RowState::Queued) > 0;
    if (work::needsApproval(*run)) {
        LEADSHEET_TRY(price,
                      quoteAndReport(context, session, run->id, arguments.spend.limit().firstRows));
        // Rows that were never priced have a price now, and what is asked names it.
        LEADSHEET_TRY(run, chooseRun(context, *session.ledger, run->id.value, {}, {}));
    }
    LEADSHEET_TRY_DONE(
        allowOlderRun(context, *run, arguments.beside, "resume " + std::to_string(run->id.value)));
    if (price) {
        if (price->quote.rows > 0 || capped)
            LEADSHEET_TRY_DONE(authorise(context, session, *price, arguments.spend.limit()));
        if (price->quote.rows == 0)
            LEADSHEET_TRY_DONE(keepFoundOrders(session, *price, std::nullopt));
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
