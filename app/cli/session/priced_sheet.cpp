// SPDX-License-Identifier: Apache-2.0
#include "priced_sheet.hpp"

#include "results_writing.hpp"

#include <unistd.h>

namespace leadsheet::cli {

void addSheetWishes(const Command& command, SheetWishes& wishes) {
    addSheetArguments(command, wishes.sheet);
    command
        .addOption("--rows", wishes.rows,
                   "Only these rows, as the sheet numbers them: 3,7,10-20; with several tabs "
                   "TAB!3,7, once for each tab")
        .valueName("LIST")
        .oneValueEach();
    command.addFlag("--include-changed", wishes.includeChanged,
                    "Also take rows that were ordered before with other details");
}

Outcome<PricedSheet> priceSheet(Context& context, const SheetWishes& wishes,
                                const SpendWishes& spend) {
    RowChoice choice;
    choice.includeChanged = wishes.includeChanged;
    choice.rows = wishes.rows;
    auto sheet = openForOrder(context, wishes.sheet);
    if (!sheet)
        return fail(sheet.error());
    const auto failed = [&sheet](Failure failure) {
        if (sheet->piped)
            ::unlink(sheet->path.c_str());
        return fail(std::move(failure));
    };
    // What is typed wrong is said before anything is connected.
    if (!wishes.rows.empty())
        if (auto rows = parseRows(wishes.rows, sheet->tabNames()); !rows)
            return failed(rows.error());
    if (auto place = checkResultsPlace(spend.results, *sheet); !place)
        return failed(place.error());
    auto session = openRunSession(context, spend.patience);
    if (!session)
        return failed(session.error());
    auto planned = planSheet(context, *session, *sheet, wishes.sheet, choice);
    if (!planned)
        return failed(planned.error());
    auto quote = quoteAndReport(context, *session, planned->id, spend.firstRows);
    if (!quote) {
        discard(*session, *planned);
        return fail(quote.error());
    }
    auto changed = changedRows(*session->ledger, planned->id);
    if (!changed) {
        discard(*session, *planned);
        return fail(changed.error());
    }
    return PricedSheet{*std::move(session), *std::move(planned), *std::move(quote), *changed};
}

} // namespace leadsheet::cli
