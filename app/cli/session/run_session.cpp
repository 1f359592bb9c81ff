// SPDX-License-Identifier: Apache-2.0
#include "run_session.hpp"

#include "../commands/check_report.hpp"
#include "../interrupts.hpp"
#include "../output/console.hpp"
#include "../output/words.hpp"
#include "command_hint.hpp"

#include <unistd.h>

namespace leadsheet::cli {
namespace {

/// Plans that a killed process or a full disk left behind. Nobody is working on one: the lock is
/// held here.
void removeLeftoverPlans(submit::Ledger& ledger, const submit::RunLock& lock) {
    const auto runs = ledger.runs();
    if (!runs)
        return;
    for (const submit::RunInfo& run : *runs)
        if (isOnlyPlanned(run)) {
            [[maybe_unused]] const auto removed = ledger.discard(run.id, lock);
        }
}

Outcome<void> addRows(Context& context, OpenSheet& sheet, submit::RunPlanner& planner,
                      const RowSet& chosen, const Circumstances& at) {
    app::CheckedRow row;
    for (std::int64_t count = 0;; ++count) {
        if (context.interrupts.happened())
            return fail(interruptedFailure());
        const auto next = sheet.check.next(row);
        if (!next)
            return fail(explain(next.error()));
        if (*next == app::Next::End)
            return {};
        if (!row.input)
            continue;
        submit::RowInput input = *std::move(row.input);
        input.skip = input.skip || (!chosen.empty() && !chosen.contains(input.tab, row.row));
        if (auto added = planner.add(input); !added)
            return fail(explain(added.error(), at));
        if (count % 1000 == 999)
            context.console.progress("Reading " + rows(count + 1));
    }
}

} // namespace

bool isOnlyPlanned(const submit::RunInfo& run) {
    return run.state == submit::RunState::Planned && !run.cap && isForOneCommand(run.spec.options);
}

Outcome<std::unique_ptr<submit::Ledger>> openLedger(const Context& context, bool mustExist,
                                                    submit::LedgerOptions::Mode mode) {
    const std::filesystem::path file = context.ledgerFile();
    std::error_code ignored;
    if (mustExist && !std::filesystem::exists(file, ignored))
        return fail(
            usageFailure("Nothing was ordered from this computer yet" +
                             std::string(context.options.sandbox ? " in the sandbox." : "."),
                         "Start with: leadsheet check SHEET"));
    submit::LedgerOptions options;
    options.mode = mode;
    auto ledger = submit::Ledger::open(file, options);
    if (!ledger) {
        Failure failure = explain(ledger.error(), {"", "", context.options.sandbox, true});
        if (ledger.error().is(ErrorCode::LedgerDamaged))
            failure.fix =
                "Set it aside with: " + ledgerCommandHint(context.options, "ledger set-aside");
        return fail(std::move(failure));
    }
    return std::make_unique<submit::Ledger>(*std::move(ledger));
}

Outcome<std::unique_ptr<submit::Ledger>> openLedgerToLook(const Context& context) {
    using Mode = submit::LedgerOptions::Mode;
    const std::filesystem::path file = context.ledgerFile();
    // One of an earlier version is brought up to date where that is possible.
    const bool writable =
        ::access(file.c_str(), W_OK) == 0 && ::access(file.parent_path().c_str(), W_OK) == 0;
    return openLedger(context, true, writable ? Mode::ReadWrite : Mode::ReadOnly);
}

Outcome<RunSession> openRunSession(Context& context, const Patience& patience) {
    RunSession session;
    auto ledger = openLedger(context, false, submit::LedgerOptions::Mode::ReadWrite);
    if (!ledger)
        return fail(ledger.error());
    session.ledger = *std::move(ledger);
    auto lock = session.ledger->lock();
    if (!lock)
        return fail(explain(lock.error(), {"", "", context.options.sandbox, true}));
    removeLeftoverPlans(*session.ledger, *lock);
    auto connection = connect(context, true);
    if (!connection)
        return fail(connection.error());
    session.connection = *std::move(connection);
    if (auto known = session.ledger->identify(session.connection.ref(), *lock); !known)
        return fail(explain(known.error(), session.circumstances(true)));
    submit::SubmissionOptions options;
    options.maxLimitWait = patience.maxWait;
    options.maxOutage = patience.maxOutage.value_or(options.maxOutage);
    session.submission = std::make_unique<submit::Submission>(
        *session.ledger, *std::move(lock), submit::serviceOver(*session.connection.client),
        systemClock(), systemRng(), options);
    return session;
}

Outcome<OpenSheet> openForOrder(Context& context, const SheetArguments& arguments) {
    return openForCheck(context, arguments, SheetUse::Order);
}

Outcome<PlannedRun> planSheet(Context& context, RunSession& session, OpenSheet& sheet,
                              const SheetArguments& arguments, const RowChoice& choice) {
    const Circumstances at = session.circumstances(true);
    RowSet chosen;
    if (!choice.rows.empty()) {
        auto rows = parseRows(choice.rows, sheet.tabNames());
        if (!rows)
            return fail(rows.error());
        chosen = *std::move(rows);
    }
    submit::RunSpec spec;
    spec.title = sheet.piped ? sheet.name : sheet.path.stem().string();
    spec.sourceName = sheet.piped ? sheet.name : sheet.path.filename().string();
    spec.account = session.connection.ref();
    spec.currency = session.connection.account.available.currency;
    spec.orderDuplicates = arguments.keepDuplicates;
    spec.orderChanged = choice.includeChanged;
    spec.options = toJson(arguments, sheet.path, sheet.check, sheet.options.edits.get());
    app::describeSheet(spec, sheet.check, sheet.piped ? std::filesystem::path() : sheet.path);
    spec.allowed = choice.allowed;
    spec.againAfter = choice.againAfter;

    auto planner = submit::RunPlanner::begin(*session.ledger, session.lock(), spec);
    if (!planner)
        return fail(explain(planner.error(), at));
    if (auto added = addRows(context, sheet, *planner, chosen, at); !added)
        return fail(added.error());
    auto plan = planner->finish();
    if (!plan)
        return fail(explain(plan.error(), at));
    context.console.endProgress();
    reportSheet(context.console, sheet, SheetReport::AfterReading);
    return PlannedRun{plan->run, *plan, sheet.check.summary(), sheet.path, sheet.piped};
}

void discard(RunSession& session, const PlannedRun& planned) {
    // Without it the plan would only be clutter in `status`; failing to remove it harms nobody.
    [[maybe_unused]] const auto removed = session.ledger->discard(planned.id, session.lock());
    if (planned.piped)
        ::unlink(planned.sheetPath.c_str());
}

} // namespace leadsheet::cli
