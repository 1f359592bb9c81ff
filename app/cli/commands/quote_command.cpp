// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

#include "../output/console.hpp"
#include "../session/priced_sheet.hpp"
#include "../session/replaced_runs.hpp"
#include "leadsheet/messages/clirun.hpp"
#include "leadsheet/messages/clisheet.hpp"

namespace leadsheet::cli {
namespace {

namespace say = messages::clirun;

Outcome<ExitCode> quote(Context& context, const SheetWishes& wishes) {
    auto priced = priceSheet(context, wishes);
    if (!priced)
        return fail(priced.error());
    auto said = emitOrderedBefore(context.console, *priced->session.ledger, priced->planned.id,
                                  priced->session.connection.account.available.currency);
    if (said && priced->price.quote.rows > 0) {
        SpendLimit none;
        said = replaceEarlier(context, priced->session, priced->price, {}, none, true);
    }
    if (!said)
        return fail(said.error());
    const submit::QuoteSummary& quote = priced->price.quote;
    if (quote.rows == 0 && !priced->isKnown())
        return fail({ExitCode::SheetRefused,
                     messages::clisheet::noRowOrderable(),
                     {},
                     say::seeCheck(),
                     "nothing_orderable",
                     {}});
    if (quote.rows == 0)
        context.console.say(say::nothingToOrder());
    return priced->hasProblems() || quote.ended > 0 ? ExitCode::SomeRefused : ExitCode::Done;
}

} // namespace

void addQuoteCommand(Registry& registry) {
    Command command = registry.root.addCommand("quote", help::quote());
    auto wishes = std::make_shared<SheetWishes>();
    addSheetWishes(command, *wishes);
    registry.bind(command, quote, wishes);
}

} // namespace leadsheet::cli
