// SPDX-License-Identifier: Apache-2.0
#include "run_session.hpp"

#include "../interrupts.hpp"
#include "../output/console.hpp"
#include "../output/words.hpp"
#include "check_report.hpp"
#include "context.hpp"
#include "leadsheet/messages/cli.hpp"
#include "leadsheet/messages/clirun.hpp"
#include "leadsheet/try.hpp"

#include <unistd.h>

namespace leadsheet::cli {
namespace {

namespace say = messages::clirun;

bool isWritable(const std::filesystem::path& ledger) {
    return ::access(ledger.c_str(), W_OK) == 0 && ::access(ledger.parent_path().c_str(), W_OK) == 0;
}

} // namespace

Outcome<std::unique_ptr<submit::Ledger>> openLedger(const Context& context, bool mustExist,
                                                    submit::LedgerOptions::Mode mode) {
    const std::filesystem::path file = context.ledgerFile();
    std::error_code ignored;
    if (mustExist && !std::filesystem::exists(file, ignored))
        return fail(usageFailure(context.options.sandbox ? say::nothingOrderedYetSandbox()
                                                         : say::nothingOrderedYet(),
                                 say::startWithCheck()));
    submit::LedgerOptions options;
    options.mode = mode;
    auto ledger = submit::Ledger::open(file, options);
    if (!ledger) {
        Failure failure = explain(ledger.error(), {"", "", context.options.sandbox, true});
        if (ledger.error().is(ErrorCode::LedgerDamaged))
            failure.fix = messages::cli::fixLedgerDamaged(
                ledgerCommandHint(context.options, "ledger set-aside"));
        return fail(std::move(failure));
    }
    return std::make_unique<submit::Ledger>(*std::move(ledger));
}

Outcome<std::unique_ptr<submit::Ledger>> openLedgerToLook(const Context& context) {
    using Mode = submit::LedgerOptions::Mode;
    // One of an earlier version is brought up to date where that is possible.
    return openLedger(context, true,
                      isWritable(context.ledgerFile()) ? Mode::ReadWrite : Mode::ReadOnly);
}

namespace {

/// One of an earlier version is brought up to date where that is possible: nobody would know how to
/// do it before a check.
Result<submit::Ledger> openCurrent(const std::filesystem::path& file) {
    auto ledger = work::openToRead(file);
    if (ledger || !ledger.error().is(ErrorCode::StorageError) || !isWritable(file))
        return ledger;
    submit::LedgerOptions options;
    options.checkIntegrity = false; // checked whenever a run begins
    return submit::Ledger::open(file, options) ? work::openToRead(file) : std::move(ledger);
}

} // namespace

SoughtOrders ordersOfChosen(const Context& context) {
    const std::filesystem::path file = context.ledgerFile();
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored))
        return {};
    Target target{"sandbox", std::nullopt};
    if (!context.options.sandbox) {
        auto chosen = chooseTarget(context);
        // Whose account a key alone is, only the service knows.
        if (!chosen || !chosen->profile || chosen->profile->accountId.empty())
            return {std::nullopt, false};
        target = *std::move(chosen);
    }
    const std::string id = target.profile ? target.profile->accountId : std::string();
    const auto ledger = openCurrent(file);
    const auto account = ledger
                             ? ledger->accountAt(target.baseUrl, id)
                             : Result<std::optional<submit::AccountRef>>(failure(ledger.error()));
    // What keeps the ledger from being read is said by who compares.
    if (!account)
        return {work::OrdersOf{file, {{target.baseUrl, id}, "USD"}}};
    if (*account)
        return {work::OrdersOf{file, {**account, "USD"}}};
    // Without its id one of several accounts is not told from the others.
    const auto runs = ledger->runs(1);
    return {std::nullopt, !id.empty() || (runs && runs->empty())};
}

namespace {

Outcome<LockedLedger> locked(const Context& context, bool mustExist) {
    LEADSHEET_TRY(auto ledger,
                  openLedger(context, mustExist, submit::LedgerOptions::Mode::ReadWrite));
    LEADSHEET_TRY(auto lock, explained(ledger->lock(), {"", "", context.options.sandbox, true}));
    return LockedLedger{std::move(ledger), std::move(lock)};
}

} // namespace

Outcome<LockedLedger> lockLedger(const Context& context) {
    return locked(context, true);
}

Outcome<RunSession> openRunSession(Context& context, const Patience& patience) {
    LEADSHEET_TRY(auto held, locked(context, false));
    return openRunSession(context, std::move(held), patience);
}

Outcome<RunSession> openRunSession(Context& context, LockedLedger held, const Patience& patience) {
    work::removeLeftoverPlans(*held.ledger, held.lock);
    LEADSHEET_TRY(auto connection, connect(context, true));
    submit::SubmissionOptions options;
    options.maxLimitWait = patience.maxWait;
    options.maxOutage = patience.maxOutage.value_or(options.maxOutage);
    auto runs = work::beginRuns(std::move(held.ledger), std::move(held.lock), *connection.client,
                                connection.ref(), options);
    if (!runs)
        return fail(explain(runs.error(), connection.circumstances(true)));
    return RunSession{{std::move(connection)}, *std::move(runs)};
}

Outcome<OpenSheet> openForOrder(Context& context, const SheetArguments& arguments) {
    return openForCheck(context, arguments, SheetUse::Order);
}

work::SheetPlan planOf(const OpenSheet& sheet, const SheetArguments& arguments) {
    work::SheetPlan plan;
    plan.path = sheet.path;
    plan.isCopy = sheet.piped;
    plan.title = sheet.piped ? sheet.name : sheet.path.stem().string();
    plan.sourceName = sheet.piped ? sheet.name : sheet.path.filename().string();
    plan.options = sheet.options;
    plan.orderDuplicates = arguments.keepDuplicates;
    return plan;
}

Outcome<PlannedRun> planSheet(Context& context, RunSession& session, OpenSheet& sheet,
                              const SheetArguments& arguments, const RowChoice& choice) {
    RowSet chosen;
    if (!choice.rows.empty()) {
        LEADSHEET_TRY(chosen, parseRows(choice.rows, sheet.tabNames()));
    }
    RowSet unmet = chosen;
    work::SheetPlan plan = planOf(sheet, arguments);
    plan.orderChanged = choice.includeChanged;
    plan.allowed = choice.allowed;
    plan.againAfter = choice.againAfter;
    plan.folderId = choice.folderId;
    OddRows odd;
    plan.takes = [&](const app::CheckedRow& row) {
        unmet.remove(row.input->tab, row.row);
        const bool taken = chosen.empty() || chosen.contains(row.input->tab, row.row);
        if (taken)
            odd.note(row, arguments.keepDuplicates);
        return taken;
    };
    const Connection& at = session.connection;
    const auto planned = work::planSheet(
        *session.ledger, session.lock(), {at.ref(), at.account.available.currency}, plan,
        sheet.check,
        [&context](std::int64_t count) {
            context.console.progress(said(say::readingRows(rows(count))));
        },
        context.interrupts.token());
    if (!planned) {
        const auto* refused = std::get_if<app::SheetError>(&planned.error());
        return fail(refused != nullptr
                        ? explain(*refused)
                        : explain(std::get<Error>(planned.error()), session.circumstances(true)));
    }
    context.console.endProgress();
    work::PendingPlan pending(session, planned->run,
                              sheet.piped ? sheet.path : std::filesystem::path());
    // A number that was mistyped must not order less, or other rows, than was meant.
    unmet.forgetGaps(chosen);
    if (!unmet.empty())
        return fail(
            usageFailure(say::rowsNotRead(plan.sourceName, unmet.text()), say::rowsAsShown()));
    reportSheet(context.console, sheet, SheetReport::AfterReading);
    return PlannedRun{planned->run, *planned, std::move(pending), std::move(odd)};
}

} // namespace leadsheet::cli
