// SPDX-License-Identifier: Apache-2.0
#include "run_session.hpp"

#include "../interrupts.hpp"
#include "../output/clock_words.hpp"
#include "../output/console.hpp"
#include "../output/words.hpp"
#include "leadsheet/messages/clirun.hpp"
#include "leadsheet/try.hpp"
#include "row_groups.hpp"
#include "run_execution.hpp"
#include "sheet_meaning.hpp"

#include <boost/json.hpp>

namespace leadsheet::cli {
namespace {

namespace json = boost::json;
namespace say = messages::clirun;

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
        console.progress(step.unknown > 0
                             ? said(say::lookingForLostOrders(step.unknown, step.atMost.count()))
                             : said(say::askingPrices(step.done, step.of)));
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
    const auto placed = work::limitedQuote(*session.ledger, run, quote, firstRows);
    if (!placed)
        return fail(explain(placed.error(), {}));
    price.meant = {placed->rows, placed->amount};
    if (placed->rows < quote.rows) {
        auto first = work::overviewOf(*session.ledger, run, placed->rows);
        if (!first)
            return fail(explain(first.error(), {}));
        price.meaning = *std::move(first);
    }
    const std::string& currency = account.available.currency;
    const std::int64_t spent = price.sentWith(price.meant).amount;
    json::object object = quoteJson(context, account, quote, *placed, spent);
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
        if (auto said = saySimilar(console, *session.ledger, run, quote, context.now()); !said)
            return fail(said.error());
    if (placed->rows < quote.rows)
        console.say(Text(say::onlyFirst(orders(placed->rows), leads(leadsOf(*placed)),
                                        Money{placed->amount, currency}),
                         Style::Bold));
    if (price.waiting.rows > 0)
        console.say(say::approvedGoToo(price.waiting.rows, Money{price.waiting.amount, currency}));
    if (quote.rows > 0)
        sayOutlook(context, session.connection, *placed, spent);
    return price;
}

} // namespace leadsheet::cli
