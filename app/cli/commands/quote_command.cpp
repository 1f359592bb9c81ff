// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/run_session.hpp"

#include <CLI/CLI.hpp>

namespace leadsheet::cli {
namespace {

struct Wishes {
    SheetArguments sheet;
    std::string rows;
    bool includeChanged = false;
};

Outcome<ExitCode> quote(Context& context, const Wishes& wishes) {
    RowChoice choice;
    choice.includeChanged = wishes.includeChanged;
    if (!wishes.rows.empty()) {
        auto chosen = parseRows(wishes.rows);
        if (!chosen)
            return fail(chosen.error());
        choice.rows = *std::move(chosen);
    }
    auto sheet = openForOrder(context, wishes.sheet);
    if (!sheet)
        return fail(sheet.error());
    auto session = openRunSession(context);
    if (!session)
        return fail(session.error());
    auto planned = planSheet(context, *session, *sheet, wishes.sheet, choice);
    if (!planned)
        return fail(planned.error());
    auto price = quoteAndReport(context, *session, planned->id);
    discard(*session, *planned);
    if (!price)
        return fail(price.error());
    if (price->rows == 0 && price->alreadyOrdered == 0)
        return fail({ExitCode::SheetRefused,
                     "No row of this sheet can be ordered.",
                     {},
                     "See what is wrong with: leadsheet check SHEET",
                     "nothing_orderable",
                     {}});
    if (price->rows == 0)
        context.console.say("Nothing to order.");
    return price->needsFix > 0 ? ExitCode::SomeRefused : ExitCode::Done;
}

} // namespace

void addQuoteCommand(Registry& registry) {
    CLI::App* command = registry.app.add_subcommand(
        "quote", "Ask the server what the sheet would cost; spends nothing");
    auto wishes = std::make_shared<Wishes>();
    addSheetArguments(*command, wishes->sheet);
    command
        ->add_option("--rows", wishes->rows,
                     "Only these rows, as the sheet numbers them: 3,7,10-20")
        ->type_name("LIST");
    command->add_flag("--include-changed", wishes->includeChanged,
                      "Also price rows that were ordered before with other details");
    command->callback([&registry, wishes] {
        registry.chosen = [wishes](Context& context) {
            return quote(context, *wishes);
        };
    });
}

} // namespace leadsheet::cli
