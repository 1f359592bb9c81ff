// SPDX-License-Identifier: Apache-2.0
#include "run_session.hpp"

#include "../interrupts.hpp"
#include "../output/clock_words.hpp"
#include "../output/console.hpp"
#include "../output/words.hpp"
#include "leadsheet/messages/clirun.hpp"
#include "row_groups.hpp"
#include "run_execution.hpp"
#include "sheet_meaning.hpp"

#include <boost/json.hpp>

namespace leadsheet::cli {
namespace {

namespace json = boost::json;
namespace say = messages::clirun;

class QuoteProgress final : public submit::RunObserver {
public:
    explicit QuoteProgress(Console& console)
        : console_(console) {}
    void onQuoted(std::int64_t done, std::int64_t of) override {
        console_.progress(said(say::askingPrices(done, of)));
    }

private:
    Console& console_;
};

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

/// Balance, validity and time, as far as they mean something.
void sayOutlook(Context& context, const Account& account, const submit::QuoteSummary& quote) {
    Console& console = context.console;
    const std::string& currency = account.available.currency;
    const std::int64_t after = account.available.amount - quote.amount;
    if (after >= 0)
        console.say(say::balance(account.available, Money{after, currency}));
    else
        console.say(
            Text(say::balanceWord())
                .add(" ")
                .add(say::balanceMissing(account.available, Money{-after, currency}), Style::Bad));
    if (quote.validUntil)
        console.say(say::pricesHold(clockTime(*quote.validUntil, context.now())));
    if (quote.timeToFinish)
        console.say(
            say::sendingTakes(duration(*quote.timeToFinish),
                              clockTime(context.now() + *quote.timeToFinish, context.now())));
}

/// `placed`: the part of the quote that is meant to be ordered.
json::object quoteJson(const Context& context, const Account& account,
                       const submit::QuoteSummary& quote, const submit::QuoteSummary& placed) {
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
        {"ended", quote.ended},
        {"needsFix", quote.needsFix},
        {"skipped", quote.skipped},
        {"balanceBefore", moneyJson(account.available)},
        {"balanceAfter", moneyJson(account.available.amount - placed.amount, currency)}};
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

Outcome<Quoted> quoteAndReport(Context& context, RunSession& session, submit::RunId run,
                               const std::optional<std::int64_t>& firstRows) {
    Console& console = context.console;
    const Account& account = session.connection.account;
    QuoteProgress progress(console);
    auto quote = session.submission->quote(run, context.interrupts.token(), &progress);
    console.endProgress();
    if (!quote)
        return fail(explain(quote.error(), session.circumstances(true)));

    const auto placed = work::limitedQuote(*session.ledger, run, *quote, firstRows);
    if (!placed)
        return fail(explain(placed.error(), {}));
    const std::string& currency = account.available.currency;

    const auto overview = work::overviewOf(*session.ledger, run, placed->rows);
    if (!overview)
        return fail(explain(overview.error(), {}));
    auto left = work::leftOutOf(*session.ledger, run);
    if (!left)
        return fail(explain(left.error(), {}));
    json::object object = quoteJson(context, account, *quote, *placed);
    object["meaning"] = overviewJson(*overview);
    console.emit(object);
    console.say();
    if (const submit::Settled& settled = quote->settled; settled.placed + settled.notPlaced > 0)
        console.say(say::unknownSettled(settled.placed + settled.notPlaced, settled.placed,
                                        settled.notPlaced));
    if (quote->missing > 0)
        console.say(Text(say::ordersMissing(quote->missing), Style::Warn)
                        .add(" ")
                        .add(say::rowsLeftAlone()),
                    2);
    console.say(Text(session.connection.label(),
                     session.connection.isSandbox() ? Style::Warn : Style::Dim));
    sayOverview(console, *overview);
    if (quote->rows > 0)
        console.say(Text(
            say::price(orders(quote->rows), leads(leadsOf(*quote)), Money{quote->amount, currency}),
            Style::Bold));
    sayPrices(console, *quote, currency);
    if (auto said =
            reportLeftOut(console, *session.ledger, run, *left, quote->rows > 0, context.now());
        !said)
        return fail(said.error());
    if (quote->similar > 0)
        if (auto said = saySimilar(console, *session.ledger, run, context.now()); !said)
            return fail(said.error());
    if (placed->rows < quote->rows)
        console.say(Text(say::onlyFirst(orders(placed->rows), leads(leadsOf(*placed)),
                                        Money{placed->amount, currency}),
                         Style::Bold));
    if (quote->rows > 0)
        sayOutlook(context, account, *placed);
    return Quoted{*std::move(quote), *std::move(left)};
}

} // namespace leadsheet::cli
