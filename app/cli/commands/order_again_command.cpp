// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/context.hpp"
#include "../session/priced_sheet.hpp"
#include "../session/results_writing.hpp"
#include "../session/row_groups.hpp"
#include "../session/row_words.hpp"
#include "../session/run_choice.hpp"
#include "../session/run_execution.hpp"
#include "common_arguments.hpp"
#include "leadsheet/messages/cli.hpp"
#include "leadsheet/messages/clirun.hpp"
#include "leadsheet/try.hpp"

namespace leadsheet::cli {
namespace {

namespace say = messages::clirun;

using submit::RowState;

struct OrderAgainArguments {
    std::int64_t run = 0;
    std::vector<std::string> rows;
    std::vector<std::string> allowDuplicates; ///< order numbers, or "all"
    SpendOptions spend;
};

/// By its own key, or as what the account ordered before.
bool hasOrder(const submit::RowRecord& row) {
    return submit::isOrdered(row.state) ||
           (row.state == RowState::Skipped &&
            (row.skipReason == submit::SkipReason::ChangedSinceOrdered ||
             row.skipReason == submit::SkipReason::OrderedBefore));
}

/// The named rows by their place in the run; each of them has to be ordered already.
Outcome<std::vector<std::int64_t>> orderedRows(const Context& context, const submit::Ledger& ledger,
                                               submit::RunId run, RowSet wanted) {
    std::vector<std::int64_t> ordinals;
    LEADSHEET_TRY_DONE(forEachRow(ledger, run, {}, [&](const submit::RowRecord& row) {
        if (hasOrder(row) && wanted.remove(row.tab, row.sourceRow))
            ordinals.push_back(row.ref.ordinal);
    }));
    if (!wanted.empty())
        return fail(
            usageFailure(say::notOrderedInRun(run.value, wanted.text()),
                         say::onlyOrderedAgain(ledgerCommandHint(
                             context.options, "status " + std::to_string(run.value) + " --rows"))));
    return ordinals;
}

/// Rows whose next order exists already, made from another computer or before the ledger was lost.
Outcome<void> sayFoundOrders(Context& context, RunSession& session, submit::RunId run) {
    const auto info = session.ledger->run(run);
    const bool severalTabs = info && hasSeveralTabs(*info);
    submit::RowFilter filter;
    filter.states = {RowState::AlreadyOrdered};
    return forEachRow(*session.ledger, run, filter, [&](const submit::RowRecord& row) {
        context.console.say(Text(rowTitle(row, severalTabs), Style::Warn)
                                .add(" ")
                                .add(say::againBeforeLeftOut(row.orderNumber)),
                            2);
    });
}

/// Rows whose further order this computer has placed already: one more is not an accident.
Outcome<void> sayAgainBefore(Context& context, RunSession& session, submit::RunId again) {
    const auto info = session.ledger->run(again);
    const bool severalTabs = info && hasSeveralTabs(*info);
    return forEachRow(*session.ledger, again, {}, [&](const submit::RowRecord& row) {
        if (row.generation > 1 && !row.earlier.orders.empty())
            context.console.say(
                Text(rowTitle(row, severalTabs), Style::Warn)
                    .add(" ")
                    .add(say::againBeforeOneMore(row.earlier.orders.back().orderNumber)),
                2);
    });
}

Outcome<ExitCode> place(Context& context, RunSession& session, submit::RunId run,
                        const submit::AllowedDuplicates& allowed, const SpendOptions& spend) {
    LEADSHEET_TRY(auto price, quoteAndReport(context, session, run, spend.limit().firstRows));
    LEADSHEET_TRY_DONE(checkAllowed(*session.ledger, run, allowed));
    if (spend.dryRun)
        return sayRehearsal(context, session, price, spend.limit());
    LEADSHEET_TRY_DONE(sayFoundOrders(context, session, run));
    if (price.quote.rows == 0) {
        LEADSHEET_TRY(const auto kept, keepFoundOrders(session, price, 0));
        if (!kept)
            return fail({ExitCode::SheetRefused,
                         say::noneOrderableAgain(),
                         messages::cli::nothingSpent(),
                         {},
                         "nothing_orderable",
                         {}});
        context.console.say(say::nothingSpent());
        return price.quote.ended > 0 ? ExitCode::SomeRefused : ExitCode::Done;
    }
    LEADSHEET_TRY_DONE(authorise(context, session, price, spend.limit()));
    return execute(context, session, run, spend.results());
}

Outcome<ExitCode> orderAgain(Context& context, const OrderAgainArguments& arguments) {
    LEADSHEET_TRY(auto held, lockLedger(context));
    LEADSHEET_TRY(auto run, chooseRun(context, *held.ledger, arguments.run, {}, {}));
    LEADSHEET_TRY(auto wanted, parseRows(arguments.rows, tabsOf(run)));
    LEADSHEET_TRY(auto ordinals, orderedRows(context, *held.ledger, run.id, std::move(wanted)));
    LEADSHEET_TRY_DONE(checkResultsPlace(context, arguments.spend.results(), run));
    LEADSHEET_TRY(auto session,
                  openRunSession(context, std::move(held), arguments.spend.patience()));
    LEADSHEET_TRY_DONE(checkAccount(context, run, session.connection.ref()));
    const submit::AllowedDuplicates allowed = allowedOf(arguments.allowDuplicates);
    const auto again = session.ledger->orderAgain(run.id, ordinals, session.lock(), allowed);
    if (!again)
        return fail(explain(again.error(), session.circumstances(true)));
    const work::PendingPlan pending(session, *again);
    context.console.say(Text(say::secondOrder(), Style::Warn)
                            .add(" ")
                            .add(say::forRowsOfRun(rows(static_cast<std::int64_t>(ordinals.size())),
                                                   run.id.value)));
    LEADSHEET_TRY_DONE(sayAgainBefore(context, session, *again));
    return place(context, session, *again, allowed, arguments.spend);
}

} // namespace

void addOrderAgainCommand(Registry& registry) {
    Command command = registry.root.addCommand("order-again", help::orderAgain());
    auto arguments = std::make_shared<OrderAgainArguments>();
    command.addOption("RUN", arguments->run, help::orderAgainRun()).required().positive();
    command.addOption("--rows", arguments->rows, help::orderAgainRows())
        .required()
        .valueName("LIST")
        .oneValueEach();
    addAllowOption(command, arguments->allowDuplicates);
    addSpendOptions(command, arguments->spend);
    registry.bind(command, orderAgain, arguments);
}

} // namespace leadsheet::cli
