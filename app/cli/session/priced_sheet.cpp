// SPDX-License-Identifier: Apache-2.0
#include "priced_sheet.hpp"

#include "../output/clock_words.hpp"
#include "max_total.hpp"
#include "results_writing.hpp"

#include <algorithm>
#include <unistd.h>

namespace leadsheet::cli {
namespace {

std::vector<std::string> numbersIn(const std::string& text) {
    std::vector<std::string> numbers;
    for (std::size_t start = 0; start <= text.size();) {
        const std::size_t end = std::min(text.find(',', start), text.size());
        const std::string number(withoutBlankEnds(text.substr(start, end - start)));
        if (!number.empty())
            numbers.push_back(number);
        start = end + 1;
    }
    return numbers;
}

std::optional<std::string> orderNumbersProblem(const std::string& text) {
    if (text == "all")
        return std::nullopt;
    const auto numbers = numbersIn(text);
    for (const std::string& number : numbers)
        if (!OrderNumber::parse(number))
            return "'" + number + "' is not an order number. Write all, or numbers such as " +
                   "LS-7Q2M9K4T6W";
    return numbers.empty() ? std::optional<std::string>("name orders, or write all") : std::nullopt;
}

} // namespace

submit::AllowedDuplicates allowedOf(const std::vector<std::string>& texts) {
    submit::AllowedDuplicates allowed;
    for (const std::string& text : texts) {
        allowed.all = allowed.all || text == "all";
        for (std::string& number : numbersIn(text))
            allowed.orderNumbers.push_back(std::move(number));
    }
    return allowed;
}

void addAllowOption(const Command& command, std::vector<std::string>& orders) {
    command
        .addOption(
            "--allow-duplicates", orders,
            "Also take rows that ask for the same as these orders of the account: "
            "LS-7Q2M9K4T6W, several separated by commas, or all for every one that the prices name")
        .valueName("ORDERS|all")
        .check(orderNumbersProblem)
        .oneValueEach();
}

void addSheetWishes(const Command& command, SheetWishes& wishes) {
    addSheetArguments(command, wishes.sheet);
    command
        .addOption("--rows", wishes.rows,
                   "Only these rows, as the sheet numbers them: 3,7,10-20; with several tabs "
                   "TAB!3,7, once for each tab")
        .valueName("LIST")
        .oneValueEach();
    command.addFlag("--include-changed", wishes.includeChanged,
                    "Also take changed rows: ordered from this computer with other details");
    addAllowOption(command, wishes.allowDuplicates);
    command
        .addOption(
            "--again-after", wishes.againAfter,
            "Orders older than this no longer count: their rows are ordered once more, once a "
            "period, for example 30d")
        .valueName("DURATION")
        .check(app::periodProblem);
}

Outcome<PricedSheet> priceSheet(Context& context, const SheetWishes& wishes,
                                const SpendWishes& spend) {
    RowChoice choice;
    choice.includeChanged = wishes.includeChanged;
    choice.rows = wishes.rows;
    choice.allowed = allowedOf(wishes.allowDuplicates);
    choice.againAfter = app::parsePeriod(wishes.againAfter);
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
