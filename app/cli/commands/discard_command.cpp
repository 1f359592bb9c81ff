// SPDX-License-Identifier: Apache-2.0
#include "common_arguments.hpp"
#include "registry.hpp"

#include "../interrupts.hpp"
#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/priced_sheet.hpp"
#include "../session/run_choice.hpp"
#include "../session/run_session.hpp"
#include "leadsheet/messages/clirun.hpp"
#include "leadsheet/try.hpp"
#include "leadsheet/work/deeds.hpp"

#include <boost/json/object.hpp>

namespace leadsheet::cli {
namespace {

namespace words = messages::clirun;

struct DiscardArguments {
    std::int64_t run = 0;
    bool dryRun = false;
};

Outcome<ExitCode> say(Context& context, const submit::RunInfo& run, std::int64_t count,
                      std::int64_t amount, std::int64_t unknown) {
    if (unknown > 0)
        context.console.say(Text(words::maybeOrderedStay(unknown, run.id.value), Style::Warn)
                                .add(" ")
                                .add(words::repeatToFindOut()),
                            2);
    context.console.say(
        count == 0 ? words::nothingLeftToDo(run.id.value)
                   : words::rowsGivenUp(count, run.id.value, Money{amount, run.spec.currency}));
    context.console.emit({{"type", "summary"},
                          {"run", run.id.value},
                          {"state", count == 0 ? "Nothing to do" : "Given up"},
                          {"givenUp", count},
                          {"quoted", moneyJson(amount, run.spec.currency)}});
    return ExitCode::Done;
}

Outcome<ExitCode> discardRest(Context& context, const DiscardArguments& arguments) {
    LEADSHEET_TRY(auto held, lockLedger(context));
    LEADSHEET_TRY(auto run, chooseRun(context, *held.ledger, arguments.run, {}, {}));
    if (arguments.dryRun)
        return sayDryRun(context, {}, words::wouldGiveUp(run.totals.unsent(), run.id.value));
    if (run.totals.unanswered() > 0) {
        LEADSHEET_TRY(auto session, openRunSession(context, std::move(held)));
        LEADSHEET_TRY_DONE(checkAccount(context, run, session.connection.ref()));
        const work::PricingProgress progress = pricingProgress(context.console);
        work::QuoteObserver observer(progress);
        const auto given = work::giveUpRest(session, run.id, context.interrupts.token(), &observer);
        context.console.endProgress();
        if (!given)
            return fail(explain(given.error(), session.circumstances(true)));
        if (given->turnedOutOrdered > 0)
            context.console.say(words::turnedOutOrdered(given->turnedOutOrdered));
        return say(context, run, given->rows, given->amount, given->unknown);
    }
    LEADSHEET_TRY(const auto given, explained(held.ledger->giveUp(run.id, held.lock)));
    return say(context, run, given.rows, given.amount, given.unknown);
}

} // namespace

void addDiscardCommand(Registry& registry) {
    Command command = registry.root.addCommand("discard", help::discard());
    auto arguments = std::make_shared<DiscardArguments>();
    command.addOption("RUN", arguments->run, help::discardRun()).required().positive();
    addDryRunOption(command, arguments->dryRun, help::discardNothing());
    registry.bind(command, discardRest, arguments);
}

} // namespace leadsheet::cli
