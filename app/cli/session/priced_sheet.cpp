// SPDX-License-Identifier: Apache-2.0
#include "priced_sheet.hpp"

#include "../output/clock_words.hpp"
#include "leadsheet/messages/cli.hpp"
#include "leadsheet/messages/clirun.hpp"
#include "leadsheet/try.hpp"
#include "results_writing.hpp"
#include "spending.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <unistd.h>

namespace leadsheet::cli {
namespace {

namespace say = messages::clirun;

constexpr std::string_view kNumberPrefix = "LS-";
constexpr std::size_t kNumberCharacters = 10;
constexpr std::size_t kMaxSaid = 5;

std::vector<std::string> numbersIn(const std::string& text) {
    std::vector<std::string> numbers;
    for (std::size_t start = 0; start <= text.size();) {
        const std::size_t end = std::min(text.find(',', start), text.size());
        numbers.emplace_back(withoutBlankEnds(text.substr(start, end - start)));
        start = end + 1;
    }
    return numbers;
}

/// As the contract writes them; in any other spelling one would never be found.
bool isOrderNumber(std::string_view text) {
    constexpr std::string_view kDigits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    return text.starts_with(kNumberPrefix) &&
           text.size() == kNumberPrefix.size() + kNumberCharacters &&
           text.find_first_not_of(kDigits, kNumberPrefix.size()) == std::string_view::npos;
}

std::optional<Message> orderNumbersProblem(const std::string& text) {
    if (text == "all")
        return std::nullopt;
    std::set<std::string> seen;
    for (const std::string& number : numbersIn(text)) {
        if (!isOrderNumber(number))
            return help::noOrderNumber(number);
        if (!seen.insert(number).second)
            return help::namedTwice(number);
    }
    return std::nullopt;
}

/// Takes the order numbers that the row names out of `wanted`; those that it may be allowed beside
/// go into `named`.
void strike(const submit::RowRecord& row, std::set<std::string>& wanted,
            std::set<std::string>& named) {
    wanted.erase(row.orderNumber);
    for (const EquivalentOrder& order : row.earlier.orders) {
        wanted.erase(order.orderNumber);
        if (!order.isSimilarOnly())
            named.insert(order.orderNumber);
    }
}

} // namespace

submit::AllowedDuplicates allowedOf(const std::vector<std::string>& texts) {
    submit::AllowedDuplicates allowed;
    for (const std::string& text : texts) {
        if (text == "all") {
            allowed.all = true;
            continue;
        }
        for (std::string& number : numbersIn(text))
            allowed.orderNumbers.push_back(std::move(number));
    }
    return allowed;
}

Outcome<void> checkAllowed(const submit::Ledger& ledger, submit::RunId run,
                           const submit::AllowedDuplicates& allowed) {
    std::set<std::string> wanted(allowed.orderNumbers.begin(), allowed.orderNumbers.end());
    if (wanted.empty())
        return {};
    std::set<std::string> named;
    bool open = false;
    LEADSHEET_TRY_DONE(forRowsWhile(ledger, run, {}, [&](const submit::RowRecord& row) {
        open = open || row.state == submit::RowState::Ready ||
               row.skipReason == submit::SkipReason::OrderedBefore;
        strike(row, wanted, named);
        // What the same command agreed to when it was given before, and what the ledger knows of
        // while the service does not name it any more.
        if ((row.state == submit::RowState::AlreadyOrdered ||
             row.state == submit::RowState::Ready) &&
            row.related)
            if (const auto before = ledger.row(*row.related))
                strike(*before, wanted, named);
        return !wanted.empty();
    }));
    if (wanted.empty() || !open)
        return {};
    std::string some;
    for (const std::string& number : named)
        if (some.size() < kMaxSaid * (kNumberPrefix.size() + kNumberCharacters))
            some += (some.empty() ? "" : ", ") + number;
    Failure failure =
        usageFailure(say::notAllowedOrder(*wanted.begin()),
                     some.empty() ? say::noEarlierOrder() : say::nameShownOrders(some));
    failure.meaning = messages::cli::nothingSpent();
    return fail(std::move(failure));
}

void addAllowOption(const Command& command, std::vector<std::string>& orders) {
    command.addOption("--allow-duplicates", orders, help::allowDuplicates())
        .valueName("ORDERS|all")
        .check(orderNumbersProblem)
        .oneValueEach();
}

void addSheetToOrder(const Command& command, SheetToOrder& arguments) {
    addSheetArguments(command, arguments.sheet);
    command.addOption("--rows", arguments.rows, help::quoteRows()).valueName("LIST").oneValueEach();
    command.addFlag("--include-changed", arguments.includeChanged, help::includeChanged());
    addAllowOption(command, arguments.allowDuplicates);
    command.addOption("--again-after", arguments.againAfter, help::againAfter())
        .valueName("DURATION")
        .check([](const std::string& text) {
            return app::parsePeriod(text) ? std::nullopt : std::optional(help::noPeriod(text));
        });
}

Outcome<PricedSheet> priceSheet(Context& context, const SheetToOrder& arguments,
                                const SpendChoice& spend) {
    RowChoice choice;
    choice.includeChanged = arguments.includeChanged;
    choice.rows = arguments.rows;
    choice.folderId = arguments.folderId;
    choice.allowed = allowedOf(arguments.allowDuplicates);
    choice.againAfter = app::parsePeriod(arguments.againAfter);
    auto sheet = openForOrder(context, arguments.sheet);
    if (!sheet)
        return fail(sheet.error());
    const auto failed = [&sheet](Failure failure) {
        if (sheet->piped)
            ::unlink(sheet->path.c_str());
        return fail(std::move(failure));
    };
    // What is typed wrong is said before anything is connected.
    if (!arguments.rows.empty())
        if (auto rows = parseRows(arguments.rows, sheet->tabNames()); !rows)
            return failed(rows.error());
    if (auto place = checkResultsPlace(spend.results, *sheet); !place)
        return failed(place.error());
    auto session = openRunSession(context, spend.patience);
    if (!session)
        return failed(session.error());
    auto planned = planSheet(context, *session, *sheet, arguments.sheet, choice);
    if (!planned)
        return failed(planned.error());
    LEADSHEET_TRY(auto price, quoteAndReport(context, *session, planned->id, spend.firstRows));
    LEADSHEET_TRY_DONE(
        planned->odd.say(context.console, *session->ledger, planned->id, spend.firstRows));
    LEADSHEET_TRY_DONE(checkAllowed(*session->ledger, planned->id, choice.allowed));
    return PricedSheet{*std::move(session), *std::move(planned), std::move(price)};
}

} // namespace leadsheet::cli
