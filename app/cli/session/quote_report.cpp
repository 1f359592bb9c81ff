// SPDX-License-Identifier: Apache-2.0
#include "run_session.hpp"

#include "../interrupts.hpp"
#include "../output/clock_words.hpp"
#include "../output/console.hpp"
#include "../output/words.hpp"
#include "row_groups.hpp"

#include <boost/json.hpp>

namespace leadsheet::cli {
namespace {

namespace json = boost::json;

class QuoteProgress final : public submit::RunObserver {
public:
    explicit QuoteProgress(Console& console)
        : console_(console) {}
    void onQuoted(std::int64_t done, std::int64_t of) override {
        console_.progress("Asking for prices: " + app::displayNumber(done) + " of " +
                          app::displayNumber(of));
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
        table.row({product.product, orders(product.rows), leads(product.leads),
                   money(product.amount, currency)});
    table.print(console, 2);
}

/// Balance, validity and time, as far as they mean something.
void sayOutlook(Context& context, const Account& account, const submit::QuoteSummary& quote) {
    Console& console = context.console;
    const std::string& currency = account.available.currency;
    const std::int64_t after = account.available.amount - quote.amount;
    if (after >= 0)
        console.say("Balance " + money(account.available.amount, currency) + " → " +
                    money(after, currency));
    else
        console.say(Text("Balance ")
                        .add(money(account.available.amount, currency) + ": " +
                                 money(-after, currency) +
                                 " is missing. Top up, or order fewer rows with "
                                 "--first N.",
                             Style::Bad));
    if (quote.validUntil)
        console.say("These prices hold until " + clockTime(*quote.validUntil, context.now()));
    if (quote.timeToFinish)
        console.say("Sending takes about " + duration(*quote.timeToFinish) + " and ends about " +
                    clockTime(context.now() + *quote.timeToFinish, context.now()));
}

json::object quoteJson(const Context& context, const Account& account,
                       const submit::QuoteSummary& quote) {
    const std::string& currency = account.available.currency;
    json::array products;
    for (const submit::ProductTotal& product : quote.products)
        products.push_back({{"product", product.product},
                            {"orders", product.rows},
                            {"leads", product.leads},
                            {"price", moneyJson(product.amount, currency)}});
    json::object object{
        {"type", "quote"},
        {"sandbox", context.options.sandbox},
        {"accountId", account.id},
        {"orders", quote.rows},
        {"price", moneyJson(quote.amount, currency)},
        {"products", products},
        {"alreadyOrdered", quote.alreadyOrdered},
        {"needsFix", quote.needsFix},
        {"skipped", quote.skipped},
        {"balanceBefore", moneyJson(account.available)},
        {"balanceAfter", moneyJson(account.available.amount - quote.amount, currency)}};
    if (quote.validUntil)
        object["validUntil"] = utcTime(*quote.validUntil);
    if (quote.timeToFinish)
        object["secondsToFinish"] = quote.timeToFinish->count();
    return object;
}

} // namespace

Outcome<submit::QuoteSummary> quoteAndReport(Context& context, RunSession& session,
                                             submit::RunId run) {
    Console& console = context.console;
    const Account& account = session.connection.account;
    QuoteProgress progress(console);
    auto quote = session.submission->quote(run, context.interrupts.token(), &progress);
    console.endProgress();
    if (!quote)
        return fail(explain(quote.error(), session.circumstances(true)));

    console.emit(quoteJson(context, account, *quote));
    console.say();
    console.say(Text(session.connection.label(),
                     session.connection.isSandbox() ? Style::Warn : Style::Dim));
    std::int64_t leadCount = 0;
    for (const submit::ProductTotal& product : quote->products)
        leadCount += product.leads;
    if (quote->rows > 0)
        console.say(Text(orders(quote->rows) + ", " + leads(leadCount) + ", " +
                             money(quote->amount, account.available.currency),
                         Style::Bold));
    sayPrices(console, *quote, account.available.currency);
    if (auto said = reportLeftOut(console, *session.ledger, run, quote->rows > 0); !said)
        return fail(said.error());
    if (quote->rows > 0)
        sayOutlook(context, account, *quote);
    return *std::move(quote);
}

} // namespace leadsheet::cli
