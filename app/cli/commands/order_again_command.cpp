// SPDX-License-Identifier: Apache-2.0
#include "dry_run.hpp"
#include "registry.hpp"

#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/command_hint.hpp"
#include "../session/priced_sheet.hpp"
#include "../session/results_writing.hpp"
#include "../session/row_groups.hpp"
#include "../session/row_words.hpp"
#include "../session/run_choice.hpp"
#include "../session/run_execution.hpp"
#include "leadsheet/messages/cli.hpp"
#include "leadsheet/messages/clirun.hpp"
#include "spend_options.hpp"

namespace leadsheet::cli {
namespace {

namespace say = messages::clirun;

using submit::RowState;

struct OrderAgainWishes {
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
    auto read = forEachRow(ledger, run, {}, [&](const submit::RowRecord& row) {
        if (hasOrder(row) && wanted.remove(row.tab, row.sourceRow))
            ordinals.push_back(row.ref.ordinal);
    });
    if (!read)
        return fail(read.error());
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
    auto price = quoteAndReport(context, session, run, spend.limit().firstRows);
    if (!price)
        return fail(price.error());
    if (auto meant = checkAllowed(*session.ledger, run, allowed); !meant)
        return fail(meant.error());
    if (spend.dryRun)
        return sayRehearsal(context, session, *price, spend.limit());
    if (auto said = sayFoundOrders(context, session, run); !said)
        return fail(said.error());
    if (price->quote.rows == 0) {
        const auto kept = keepFoundOrders(session, *price, 0);
        if (!kept)
            return fail(kept.error());
        if (!*kept)
            return fail({ExitCode::SheetRefused,
                         say::noneOrderableAgain(),
                         messages::cli::nothingSpent(),
                         {},
                         "nothing_orderable",
                         {}});
        context.console.say(say::nothingSpent());
        return price->quote.ended > 0 ? ExitCode::SomeRefused : ExitCode::Done;
    }
    if (auto yes = authorise(context, session, *price, spend.limit()); !yes)
        return fail(yes.error());
    return execute(context, session, run, spend.results());
}

Outcome<ExitCode> orderAgain(Context& context, const OrderAgainWishes& wishes) {
    auto held = lockLedger(context);
    if (!held)
        return fail(held.error());
    auto run = chooseRun(*held->ledger, wishes.run, {}, {});
    if (!run)
        return fail(run.error());
    auto wanted = parseRows(wishes.rows, tabsOf(*run));
    if (!wanted)
        return fail(wanted.error());
    auto ordinals = orderedRows(context, *held->ledger, run->id, *std::move(wanted));
    if (!ordinals)
        return fail(ordinals.error());
    if (auto place = checkResultsPlace(context, wishes.spend.results(), *run); !place)
        return fail(place.error());
    auto session = openRunSession(context, *std::move(held), wishes.spend.patience());
    if (!session)
        return fail(session.error());
    if (auto same = checkAccount(*run, session->connection.ref()); !same)
        return fail(same.error());
    const submit::AllowedDuplicates allowed = allowedOf(wishes.allowDuplicates);
    const auto again = session->ledger->orderAgain(run->id, *ordinals, session->lock(), allowed);
    if (!again)
        return fail(explain(again.error(), session->circumstances(true)));
    const work::PendingPlan pending(*session, *again);
    context.console.say(Text(say::secondOrder(), Style::Warn)
                            .add(" ")
                            .add(say::forRowsOfRun(
                                rows(static_cast<std::int64_t>(ordinals->size())), run->id.value)));
    if (auto said = sayAgainBefore(context, *session, *again); !said)
        return fail(said.error());
    return place(context, *session, *again, allowed, wishes.spend);
}

} // namespace

void addOrderAgainCommand(Registry& registry) {
    Command command = registry.root.addCommand("order-again", help::orderAgain());
    auto wishes = std::make_shared<OrderAgainWishes>();
    command.addOption("RUN", wishes->run, help::orderAgainRun()).required().positive();
    command.addOption("--rows", wishes->rows, help::orderAgainRows())
        .required()
        .valueName("LIST")
        .oneValueEach();
    addAllowOption(command, wishes->allowDuplicates);
    addSpendOptions(command, wishes->spend);
    registry.bind(command, orderAgain, wishes);
}

} // namespace leadsheet::cli
