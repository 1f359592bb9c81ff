// SPDX-License-Identifier: Apache-2.0
#include "submit_command.hpp"

#include "common_arguments.hpp"
#include "registry.hpp"

#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/changed_rows.hpp"
#include "../session/results_writing.hpp"
#include "../session/row_groups.hpp"
#include "../session/run_choice.hpp"
#include "../session/run_execution.hpp"
#include "../session/spending.hpp"
#include "leadsheet/messages/cli.hpp"
#include "leadsheet/messages/clirun.hpp"
#include "leadsheet/messages/clisheet.hpp"
#include "leadsheet/try.hpp"

#include <boost/json/object.hpp>

#include <filesystem>

namespace leadsheet::cli {
namespace {

namespace say = messages::clirun;

/// Rows that were ordered before with other details: shown, and ordered only on request.
Outcome<void> showChanged(Context& context, RunSession& session, const PlannedRun& planned,
                          const work::LeftOut& left) {
    if (left.of(submit::SkipReason::ChangedSinceOrdered) == 0)
        return {};
    const std::int64_t changed = left.changed();
    Console& console = context.console;
    if (changed > 0)
        console.say(Text(say::changedSinceOrdered(changed), Style::Warn)
                        .add(" ")
                        .add(changed == 1 ? say::changedRowLeft() : say::changedRowsLeft()),
                    2);
    if (auto said = sayLeftOutChanges(console, *session.ledger, planned.id, left); !said)
        return said;
    submit::RowFilter filter;
    filter.states = {submit::RowState::Skipped};
    filter.finding = submit::Finding::Changed;
    return emitRows(console, *session.ledger, planned.id, filter,
                    session.connection.account.available.currency);
}

/// All rows are settled already: says so, refreshes the results file, spends nothing.
Outcome<ExitCode> nothingToDo(Context& context, PricedSheet& priced, const SpendOptions& spend,
                              const SheetToOrder& sheet) {
    Console& console = context.console;
    auto& [session, planned, price] = priced;
    if (!priced.isKnown())
        return fail({ExitCode::SheetRefused,
                     !sheet.rows.empty() ? say::noNamedRowOrderable()
                                         : messages::clisheet::noRowOrderable(),
                     messages::cli::nothingSpent(),
                     say::seeCheck(checkHint(context, sheet)),
                     "nothing_orderable",
                     {}});
    console.say(Text(price.quote.alreadyOrdered > 0
                         ? say::orderedNothingToDo(price.quote.alreadyOrdered)
                         : say::nothingToDo(),
                     price.quote.ended > 0 ? Style::Warn : Style::Good));
    if (price.quote.ended > 0)
        console.say(say::boughtEnded(price.quote.ended,
                                     spend.dryRun ? "RUN" : std::to_string(planned.id.value)));
    const auto info = session.ledger->run(planned.id);
    Outcome<std::optional<std::filesystem::path>> written = std::nullopt;
    if (const ResultsTarget results = spend.results(); info && results.write && !spend.dryRun)
        written = writeResultsOf(context, *session.ledger, *info, results.output);
    const bool hasFile = written && *written;
    if (hasFile)
        console.say(Text(say::results()).add(" ").add((*written)->string(), Style::Bold));
    boost::json::object summary = nothingToDoJson(
        context, {price.quote.alreadyOrdered, price.quote.orderedBefore, price.quote.ended,
                  price.leftOut.of(submit::SkipReason::ChangedSinceOrdered), price.quote.needsFix});
    if (hasFile)
        summary["results"] = (*written)->string();
    if (!written)
        summary["resultsFailed"] = written.error().what.english();
    console.emit(summary);
    if (spend.dryRun) {
        if (auto said = sayRehearsal(context, session, price, spend.limit()); !said)
            return said;
    } else {
        // Rows of these kinds can be ordered again by the number of the run that has them.
        const bool named = price.quote.ended + price.quote.orderedBefore > 0;
        const std::int64_t known = planned.plan.alreadyOrdered + planned.plan.ended;
        LEADSHEET_TRY_DONE(
            keepFoundOrders(session, price, named ? std::nullopt : std::optional(known)));
    }
    if (!written) {
        Failure failure = written.error();
        failure.meaning = say::settledBefore();
        failure.fix = say::resultsElsewhere();
        return fail(std::move(failure));
    }
    return priced.hasProblems() || price.quote.ended > 0 ? ExitCode::SomeRefused : ExitCode::Done;
}

} // namespace

Outcome<ExitCode> submitSheet(Context& context, const SubmitArguments& arguments) {
    std::int64_t changed = 0;
    return submitCounting(context, arguments, changed);
}

Outcome<ExitCode> submitCounting(Context& context, const SubmitArguments& arguments,
                                 std::int64_t& changed) {
    std::error_code ignored;
    if (std::filesystem::equivalent(arguments.spend.results_, arguments.sheet.sheet.path, ignored))
        return fail(usageFailure(say::resultsIsSheet(), say::resultsNotSheet()));
    LEADSHEET_TRY(auto priced, priceSheet(context, arguments.sheet,
                                          {arguments.spend.patience(), arguments.spend.results(),
                                           arguments.spend.limit().firstRows}));
    auto& [session, planned, price] = priced;
    changed = price.leftOut.changed();
    // A rehearsal refuses what the real run would, and so does one that finds nothing to do.
    if (const auto& maxTotal = arguments.spend.limit().maxTotal; maxTotal) {
        const std::string& currency = session.connection.account.available.currency;
        LEADSHEET_TRY_DONE(maxTotalOf(*maxTotal, currency));
    }
    LEADSHEET_TRY_DONE(showChanged(context, session, planned, price.leftOut));
    if (price.quote.rows == 0 || arguments.spend.dryRun) // a run tells all of its rows
        LEADSHEET_TRY_DONE(emitOrderedBefore(context.console, *session.ledger, planned.id,
                                             session.connection.account.available.currency));
    if (price.quote.rows == 0)
        LEADSHEET_TRY_DONE(checkReplaced(context, *session.ledger, arguments.replaces));
    if (price.quote.rows == 0)
        return nothingToDo(context, priced, arguments.spend, arguments.sheet);
    if (arguments.spend.dryRun) {
        SpendLimit rehearsed = arguments.spend.limit();
        auto replaced =
            replaceEarlier(context, session, price, arguments.replaces, rehearsed, true);
        auto said = replaced ? sayRehearsal(context, session, price, rehearsed)
                             : Outcome<ExitCode>(fail(replaced.error()));
        if (!said)
            return said;
        return priced.hasProblems() || price.quote.ended > 0 ? ExitCode::SomeRefused
                                                             : ExitCode::Done;
    }
    SpendLimit limit = arguments.spend.limit();
    LEADSHEET_TRY_DONE(replaceEarlier(context, session, price, arguments.replaces, limit));
    LEADSHEET_TRY_DONE(authorise(context, session, price, limit));
    auto done = execute(context, session, planned.id, arguments.spend.results());
    return done && *done == ExitCode::Done && priced.hasProblems() ? ExitCode::SomeRefused : done;
}

void addSubmitCommand(Registry& registry) {
    Command command = registry.root.addCommand("submit", help::submit());
    auto arguments = std::make_shared<SubmitArguments>();
    addSheetToOrder(command, arguments->sheet);
    addSpendOptions(command, arguments->spend);
    command.addOption("--replaces", arguments->replaces, help::replaces())
        .valueName("RUN")
        .oneValueEach();
    registry.bind(command, submitSheet, arguments);
}

} // namespace leadsheet::cli
