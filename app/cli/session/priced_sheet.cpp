// SPDX-License-Identifier: Apache-2.0
#include "priced_sheet.hpp"

#include "../interrupts.hpp"
#include "../output/console.hpp"
#include "../output/words.hpp"
#include "results_writing.hpp"
#include "row_groups.hpp"
#include "run_execution.hpp"
#include "run_session.hpp"
#include "sheet_meaning.hpp"
#include "spending.hpp"

#include "leadsheet/messages/cli.hpp"
#include "leadsheet/messages/clirun.hpp"
#include "leadsheet/try.hpp"

#include <algorithm>
#include <boost/json.hpp>
#include <set>
#include <string_view>

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

std::string checkHint(const Context& context, const SheetToOrder& arguments) {
    return ledgerCommandHint(context.options, "check " + shellQuoted(arguments.sheet.path));
}

namespace {

Outcome<PricedSheet> readAndPrice(Context& context, const SheetToOrder& arguments,
                                  const SpendChoice& spend) {
    RowChoice choice;
    choice.includeChanged = arguments.includeChanged;
    choice.rows = arguments.rows;
    choice.folderId = arguments.folderId;
    choice.allowed = allowedOf(arguments.allowDuplicates);
    choice.againAfter = app::parsePeriod(arguments.againAfter);
    LEADSHEET_TRY(auto sheet, openForOrder(context, arguments.sheet));
    PipedCopy copy(sheet);
    // What is typed wrong is said before anything is connected.
    if (!arguments.rows.empty())
        LEADSHEET_TRY_DONE(parseRows(arguments.rows, sheet.tabNames()));
    LEADSHEET_TRY_DONE(checkResultsPlace(spend.results, sheet));
    LEADSHEET_TRY(auto session, openRunSession(context, spend.patience));
    LEADSHEET_TRY(auto planned, planSheet(context, session, sheet, arguments.sheet, choice));
    copy.keep();
    LEADSHEET_TRY(auto price, quoteAndReport(context, session, planned.id, spend.firstRows));
    LEADSHEET_TRY_DONE(
        planned.odd.say(context.console, *session.ledger, planned.id, spend.firstRows));
    LEADSHEET_TRY_DONE(checkAllowed(*session.ledger, planned.id, choice.allowed));
    return PricedSheet{std::move(session), std::move(planned), std::move(price)};
}

} // namespace

Outcome<PricedSheet> priceSheet(Context& context, const SheetToOrder& arguments,
                                const SpendChoice& spend) {
    auto priced = readAndPrice(context, arguments, spend);
    if (!priced && priced.error().exit == ExitCode::Interrupted && priced.error().meaning.empty())
        priced.error().meaning = messages::cli::nothingSpent();
    return priced;
}

namespace {

namespace json = boost::json;

void sayPrices(Console& console, const submit::QuoteSummary& quote, const std::string& currency) {
    if (quote.products.size() < 2)
        return;
    Table table({{"", {}},
                 {"", Table::Align::Right},
                 {"", Table::Align::Right},
                 {"", Table::Align::Right}});
    for (const submit::ProductTotal& product : quote.products)
        table.row({product.product, said(orders(product.rows)), said(leads(product.leads)),
                   money(product.amount, currency)});
    table.print(console, 2);
}

std::int64_t leadsOf(const submit::QuoteSummary& quote) {
    std::int64_t count = 0;
    for (const submit::ProductTotal& product : quote.products)
        count += product.leads;
    return count;
}

/// Balance, validity and time, as far as they mean something. `spent`: all that would go out.
void sayOutlook(Context& context, const Connection& at, const submit::QuoteSummary& quote,
                std::int64_t spent) {
    Console& console = context.console;
    const Account& account = at.account;
    const std::string& currency = account.available.currency;
    const std::int64_t after = account.available.amount - spent;
    if (after >= 0)
        console.say(say::balance(account.available, Money{after, currency}));
    else
        console.say(
            Text(say::balanceWord())
                .add(" ")
                .add(say::balanceMissing(account.available, Money{-after, currency}), Style::Bad));
    if (quote.validUntil)
        console.say(say::pricesHold(clockTime(*quote.validUntil - at.clockAhead, context.now())));
    if (quote.timeToFinish)
        console.say(
            say::sendingTakes(duration(*quote.timeToFinish),
                              clockTime(context.now() + *quote.timeToFinish, context.now())));
}

/// `placed`: the part of the quote that is meant to be ordered.
json::object quoteJson(const Context& context, const Account& account,
                       const submit::QuoteSummary& quote, const submit::QuoteSummary& placed,
                       std::int64_t spent) {
    const std::string& currency = account.available.currency;
    json::array products;
    for (const submit::ProductTotal& product : quote.products)
        products.push_back({{"product", product.product},
                            {"orders", product.rows},
                            {"leads", product.leads},
                            {"quoted", moneyJson(product.amount, currency)},
                            {"price", moneyJson(product.amount, currency)}});
    json::object object{
        {"type", "quote"},
        {"sandbox", context.options.sandbox},
        {"accountId", account.id},
        {"orders", quote.rows},
        {"quoted", moneyJson(quote.amount, currency)},
        {"price", moneyJson(quote.amount, currency)}, // as it was called before, here and below
        {"products", products},
        {"alreadyOrdered", quote.alreadyOrdered},
        {"orderedBefore", quote.orderedBefore},
        {"similar", quote.similar},
        {"ended", quote.ended},
        {"needsFix", quote.needsFix},
        {"skipped", quote.skipped},
        {"balanceBefore", moneyJson(account.available)},
        {"balanceAfter", moneyJson(account.available.amount - spent, currency)}};
    if (placed.rows < quote.rows)
        object["first"] = {{"orders", placed.rows},
                           {"leads", leadsOf(placed)},
                           {"quoted", moneyJson(placed.amount, currency)},
                           {"price", moneyJson(placed.amount, currency)}};
    if (placed.validUntil)
        object["validUntil"] = utcTime(*placed.validUntil);
    if (placed.timeToFinish)
        object["secondsToFinish"] = placed.timeToFinish->count();
    return object;
}

} // namespace

work::PricingProgress pricingProgress(Console& console) {
    return [&console](const submit::QuoteProgress& step) {
        console.progress(
            step.unknown == 0 ? said(say::askingPrices(step.done, step.of))
            : step.again.count() > 0
                ? said(say::lookingForLostOrdersAgain(step.unknown, duration(step.again)))
                : said(say::lookingForLostOrders(step.unknown, step.atMost.count())));
    };
}

Outcome<Quoted> quoteAndReport(Context& context, RunSession& session, submit::RunId run,
                               const std::optional<std::int64_t>& firstRows) {
    Console& console = context.console;
    const Account& account = session.connection.account;
    auto priced =
        work::priceRun(session, run, {}, pricingProgress(console), context.interrupts.token());
    console.endProgress();
    if (!priced)
        return fail(explain(priced.error(), session.circumstances(true)));
    Quoted price{*std::move(priced), {}};
    const submit::QuoteSummary& quote = price.quote;
    LEADSHEET_TRY(const auto placed,
                  explained(work::limitedQuote(*session.ledger, run, quote, firstRows)));
    price.meant = {placed.rows, placed.amount};
    if (placed.rows < quote.rows) {
        LEADSHEET_TRY(auto first, explained(work::overviewOf(*session.ledger, run, placed.rows)));
        price.meaning = std::move(first);
    }
    const std::string& currency = account.available.currency;
    const std::int64_t spent = price.sentWith(price.meant).amount;
    json::object object = quoteJson(context, account, quote, placed, spent);
    object["meaning"] = overviewJson(price.meaning);
    console.emit(object);
    console.say();
    if (const submit::Settled& settled = quote.settled; settled.placed + settled.notPlaced > 0)
        console.say(say::unknownSettled(settled.placed + settled.notPlaced, settled.placed,
                                        settled.notPlaced));
    if (quote.missing > 0)
        console.say(
            Text(say::ordersMissing(quote.missing), Style::Warn).add(" ").add(say::rowsLeftAlone()),
            2);
    console.say(Text(session.connection.label(),
                     session.connection.isSandbox() ? Style::Warn : Style::Dim));
    sayOverview(console, price.meaning);
    if (quote.rows > 0)
        console.say(Text(
            say::price(orders(quote.rows), leads(leadsOf(quote)), Money{quote.amount, currency}),
            Style::Bold));
    sayPrices(console, quote, currency);
    LEADSHEET_TRY_DONE(reportLeftOut(console, *session.ledger, run, price.leftOut, context.now()));
    if (quote.similar > 0)
        LEADSHEET_TRY_DONE(saySimilar(console, *session.ledger, run, quote, context.now()));
    if (placed.rows < quote.rows)
        console.say(Text(say::onlyFirst(orders(placed.rows), leads(leadsOf(placed)),
                                        Money{placed.amount, currency}),
                         Style::Bold));
    if (price.waiting.rows > 0)
        console.say(say::approvedGoToo(price.waiting.rows, Money{price.waiting.amount, currency}));
    if (quote.rows > 0)
        sayOutlook(context, session.connection, placed, spent);
    return price;
}

} // namespace leadsheet::cli
