// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/run_choice.hpp"
#include "../session/run_execution.hpp"
#include "../session/run_tabs.hpp"
#include "spend_options.hpp"

#include <algorithm>
#include <unordered_set>

namespace leadsheet::cli {
namespace {

using submit::RowState;

struct RetryWishes {
    std::int64_t run = 0;
    SpendOptions spend;
    bool withoutSheet = false;
};

bool isOpen(RowState state) {
    return state == RowState::Refused || state == RowState::NeedsFix ||
           state == RowState::Unknown || state == RowState::Sending ||
           state == RowState::WillRetry || state == RowState::Queued;
}

bool hasOpenRows(const submit::RunInfo& run) {
    return run.totals.of(RowState::Refused) + run.totals.of(RowState::NeedsFix) +
               run.totals.unsettled() >
           0;
}

/// The rows of a run that are worth another try, and those that are not.
struct OpenRows {
    RowSet places;
    std::unordered_set<std::string> keys;
    std::unordered_set<std::string> settledKeys;

    /// A row of the sheet as it is now. An unchanged row is known by its key wherever it stands; a
    /// repaired one has a new key and is known by its tab and number.
    bool has(const submit::RowRecord& row) const {
        if (keys.contains(row.key))
            return true;
        return places.contains(row.tab, row.sourceRow) && !settledKeys.contains(row.key);
    }
};

Outcome<OpenRows> openRowsOf(const submit::Ledger& ledger, const submit::RunInfo& run) {
    OpenRows open{RowSet(hasSeveralTabs(run)), {}, {}};
    submit::RowReader reader(ledger, run.id);
    for (;;) {
        const auto page = reader.next();
        if (!page)
            return fail(explain(page.error(), {}));
        if (page->empty())
            return open;
        for (const submit::RowRecord& row : *page) {
            if (isOpen(row.state))
                open.places.add(row.tab, row.sourceRow);
            if (!row.key.empty())
                (isOpen(row.state) ? open.keys : open.settledKeys).insert(row.key);
        }
    }
}

Outcome<void> leaveOutOthers(RunSession& session, submit::RunId plan, const OpenRows& open) {
    std::vector<std::int64_t> others;
    submit::RowFilter ready;
    ready.states = {RowState::Ready};
    submit::RowReader reader(*session.ledger, plan, ready);
    for (;;) {
        const auto page = reader.next();
        if (!page)
            return fail(explain(page.error(), {}));
        if (page->empty())
            break;
        for (const submit::RowRecord& row : *page)
            if (!open.has(row))
                others.push_back(row.ref.ordinal);
    }
    const auto left = session.ledger->exclude(plan, others, session.lock());
    if (!left)
        return fail(explain(left.error(), {}));
    return {};
}

Outcome<ExitCode> place(Context& context, RunSession& session, submit::RunId run,
                        const PlannedRun* planned, const SpendOptions& spend) {
    auto quote = quoteAndReport(context, session, run);
    const bool stop = !quote || quote->rows == 0 || spend.dryRun;
    Outcome<void> allowed;
    if (!stop)
        allowed = authorise(context, session, run, *quote, spend.limit());
    if ((stop || !allowed) && planned != nullptr)
        discard(session, *planned);
    if (!quote)
        return fail(quote.error());
    if (!allowed)
        return fail(allowed.error());
    if (spend.dryRun) {
        context.console.say("Dry run: nothing was ordered and nothing was spent.");
        return ExitCode::Done;
    }
    if (quote->rows > 0)
        return execute(context, session, run, spend.results());
    context.console.say("Nothing to retry yet: the rows are as they were. Nothing spent.");
    context.console.emit({{"type", "summary"},
                          {"run", nullptr},
                          {"state", "Nothing to do"},
                          {"needsFix", quote->needsFix}});
    return quote->needsFix > 0 ? ExitCode::SomeRefused : ExitCode::Done;
}

Outcome<ExitCode> retry(Context& context, const RetryWishes& wishes) {
    auto look = openLedger(context, true, submit::LedgerOptions::Mode::ReadWrite);
    if (!look)
        return fail(look.error());
    auto run =
        chooseRun(**look, wishes.run, hasOpenRows, usageFailure("No run has rows to retry."));
    if (!run)
        return fail(run.error());
    auto open = openRowsOf(**look, *run);
    if (!open)
        return fail(open.error());
    look->reset();
    if (open->places.empty()) {
        context.console.say("Run " + std::to_string(run->id.value) +
                            " has no row to retry. Nothing spent.");
        return ExitCode::Done;
    }
    if (wishes.withoutSheet) {
        auto session = openRunSession(context, wishes.spend.patience());
        if (!session)
            return fail(session.error());
        if (auto same = checkAccount(*run, session->connection.ref()); !same)
            return fail(same.error());
        if (wishes.spend.dryRun) {
            context.console.say("Dry run: " + rows(run->totals.of(RowState::Refused)) +
                                " would be sent again as they were.");
            return ExitCode::Done;
        }
        if (auto ready = session->ledger->retryRefused(run->id, {}, session->lock()); !ready)
            return fail(explain(ready.error(), session->circumstances(true)));
        return place(context, *session, run->id, nullptr, wishes.spend);
    }
    auto arguments = sheetArgumentsFromJson(run->spec.options);
    if (!arguments)
        return fail(usageFailure("Run " + std::to_string(run->id.value) +
                                     " does not say which sheet it was made from.",
                                 "Send its rows as they were with --without-sheet."));
    auto sheet = openForOrder(context, *arguments);
    if (!sheet)
        return fail(sheet.error());
    auto session = openRunSession(context, wishes.spend.patience());
    if (!session)
        return fail(session.error());
    if (auto same = checkAccount(*run, session->connection.ref()); !same)
        return fail(same.error());
    RowChoice choice;
    choice.includeChanged = true; // a repaired row may resemble one that was ordered
    auto planned = planSheet(context, *session, *sheet, *arguments, choice);
    if (!planned)
        return fail(planned.error());
    planned->piped = false; // the kept copy is what a further retry reads
    if (auto others = leaveOutOthers(*session, planned->id, *open); !others)
        return fail(others.error());
    return place(context, *session, planned->id, &*planned, wishes.spend);
}

} // namespace

void addRetryCommand(Registry& registry) {
    Command command = registry.root.addCommand(
        "retry",
        "Read the sheet again and order the rows of a run that were refused, needed a fix, or "
        "have an unknown outcome");
    auto wishes = std::make_shared<RetryWishes>();
    command
        .addOption("RUN", wishes->run, "Number of the run; the newest with such rows if left out")
        .positive();
    addSpendOptions(command, wishes->spend);
    command.addFlag("--without-sheet", wishes->withoutSheet,
                    "Send refused rows as they were, for causes mended elsewhere");
    registry.bind(command, retry, wishes);
}

} // namespace leadsheet::cli
