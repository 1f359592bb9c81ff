// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

#include "../output/console.hpp"
#include "../session/priced_sheet.hpp"
#include "../session/replaced_runs.hpp"
#include "leadsheet/messages/clirun.hpp"
#include "leadsheet/messages/clisheet.hpp"
#include "leadsheet/try.hpp"

namespace leadsheet::cli {
namespace {

namespace say = messages::clirun;

Outcome<ExitCode> quote(Context& context, const SheetToOrder& arguments) {
    LEADSHEET_TRY(auto priced, priceSheet(context, arguments));
    auto said = emitOrderedBefore(context.console, *priced.session.ledger, priced.planned.id,
                                  priced.session.connection.account.available.currency);
    if (said && priced.price.quote.rows > 0) {
        SpendLimit none;
        said = replaceEarlier(context, priced.session, priced.price, {}, none, true);
    }
    if (!said)
        return fail(said.error());
    const submit::QuoteSummary& quote = priced.price.quote;
    if (quote.rows == 0 && !priced.isKnown())
        return fail({ExitCode::SheetRefused,
                     messages::clisheet::noRowOrderable(),
                     {},
                     say::seeCheck(),
                     "nothing_orderable",
                     {}});
    if (quote.rows == 0)
        context.console.say(say::nothingToOrder());
    return priced.hasProblems() || quote.ended > 0 ? ExitCode::SomeRefused : ExitCode::Done;
}

} // namespace

void addQuoteCommand(Registry& registry) {
    Command command = registry.root.addCommand("quote", help::quote());
    auto arguments = std::make_shared<SheetToOrder>();
    addSheetToOrder(command, *arguments);
    registry.bind(command, quote, arguments);
}

} // namespace leadsheet::cli
