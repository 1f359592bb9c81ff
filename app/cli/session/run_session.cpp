// SPDX-License-Identifier: Apache-2.0
#include "run_session.hpp"

#include "../commands/check_report.hpp"
#include "../interrupts.hpp"
#include "../output/console.hpp"
#include "../output/words.hpp"
#include "command_hint.hpp"

#include <charconv>
#include <unistd.h>

namespace leadsheet::cli {
namespace {

constexpr std::int64_t kMaxRowNumber = 10'000'000;

std::string tabName(const OpenSheet& sheet) {
    const auto sheets = sheet.check.source().sheets();
    return sheets.size() > 1 && sheet.options.sheetIndex < sheets.size()
               ? sheets[sheet.options.sheetIndex].name
               : std::string();
}

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
                      const RowChoice& choice, const Circumstances& at) {
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
        input.skip = input.skip || (!choice.rows.empty() && !choice.rows.contains(row.row));
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
    SheetArguments stored = arguments;
    stored.path = sheet.path.string();
    stored.headerRow = sheet.options.headerRow;

    submit::RunSpec spec;
    spec.title = sheet.piped ? sheet.name : sheet.path.stem().string();
    spec.sourceName = sheet.piped ? sheet.name : sheet.path.filename().string();
    spec.account = session.connection.ref();
    spec.currency = session.connection.account.available.currency;
    spec.orderDuplicates = arguments.keepDuplicates;
    spec.orderChanged = choice.includeChanged;
    spec.options = toJson(stored, sheet.check.map(), sheet.options.edits.get());
    const auto sha = app::fileSha256(sheet.path, context.interrupts.token());
    if (!sha)
        return fail(explain(sha.error()));
    spec.sourceSha256 = *sha;

    auto planner = submit::RunPlanner::begin(*session.ledger, session.lock(), spec);
    if (!planner)
        return fail(explain(planner.error(), at));
    if (auto added = addRows(context, sheet, *planner, choice, at); !added)
        return fail(added.error());
    auto plan = planner->finish();
    if (!plan)
        return fail(explain(plan.error(), at));
    context.console.endProgress();
    reportSheet(context.console, sheet.check, sheet.mapOrigin, false);
    return PlannedRun{plan->run,  *plan,       sheet.check.summary(),
                      sheet.path, sheet.piped, tabName(sheet)};
}

void discard(RunSession& session, const PlannedRun& planned) {
    // Without it the plan would only be clutter in `status`; failing to remove it harms nobody.
    [[maybe_unused]] const auto removed = session.ledger->discard(planned.id, session.lock());
    if (planned.piped)
        ::unlink(planned.sheetPath.c_str());
}

Outcome<std::set<std::int64_t>> parseRows(const std::string& text) {
    std::set<std::int64_t> chosen;
    std::string_view rest = text;
    const auto number = [&rest](std::int64_t& value) {
        const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
        if (error != std::errc() || value < 1 || value > kMaxRowNumber)
            return false;
        rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
        return true;
    };
    while (!rest.empty()) {
        std::int64_t first = 0;
        bool good = number(first);
        std::int64_t last = first;
        if (good && rest.starts_with('-')) {
            rest.remove_prefix(1);
            good = number(last) && last >= first;
        }
        if (good && !rest.empty()) {
            good = rest.starts_with(',') && rest.size() > 1;
            rest.remove_prefix(1);
        }
        if (!good)
            return fail(usageFailure("--rows '" + text + "' cannot be read.",
                                     "Write row numbers as the sheet shows them: 3,7,10-20"));
        for (std::int64_t row = first; row <= last; ++row)
            chosen.insert(row);
    }
    if (chosen.empty())
        return fail(usageFailure("--rows names no row.", "For example: --rows 3,7,10-20"));
    return chosen;
}

} // namespace leadsheet::cli
