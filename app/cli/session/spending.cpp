// SPDX-License-Identifier: Apache-2.0
#include "spending.hpp"

#include "../interrupts.hpp"
#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../terminal.hpp"
#include "leadsheet/messages/cli.hpp"
#include "leadsheet/messages/clihelp.hpp"
#include "leadsheet/messages/clirun.hpp"
#include "leadsheet/try.hpp"
#include "row_groups.hpp"
#include "run_execution.hpp"

#include <algorithm>

namespace leadsheet::cli {

std::string withoutBlankEnds(std::string text) {
    const auto blank = [](char c) {
        return c == ' ' || c == '\t' || c == '\r';
    };
    while (!text.empty() && blank(text.back()))
        text.pop_back();
    text.erase(text.begin(), std::find_if_not(text.begin(), text.end(), blank));
    return text;
}

namespace {

/// "500 USD" -> "500", "USD"; "1 500" is an amount alone
std::pair<std::string, std::string> amountAndCurrency(const std::string& text) {
    const std::string words = withoutBlankEnds(text);
    const std::size_t blank = words.find_last_of(' ');
    const auto isLetter = [](char c) {
        return c >= 'A' && c <= 'Z';
    };
    if (blank == std::string::npos ||
        !std::all_of(words.begin() + static_cast<std::ptrdiff_t>(blank) + 1, words.end(), isLetter))
        return {words, {}};
    return {withoutBlankEnds(words.substr(0, blank)), words.substr(blank + 1)};
}

} // namespace

std::optional<Message> maxTotalProblem(const std::string& text) {
    auto [amount, currency] = amountAndCurrency(text);
    // What the account pays in is not known yet, so the currency with the most digits is allowed.
    if (currency.empty())
        currency = amount.starts_with('$') ? "USD" : "KWD";
    return typedMoney(amount, currency) ? std::nullopt
                                        : std::optional(messages::clihelp::noAmount(text));
}

Outcome<Money> maxTotalOf(const std::string& text, const std::string& currency) {
    const auto [amount, named] = amountAndCurrency(text);
    if (!named.empty() && named != currency)
        return fail(usageFailure(messages::clirun::maxTotalCurrency(named, currency)));
    auto money = typedMoney(amount, currency);
    if (!money)
        return fail(
            usageFailure(Sentences(messages::clirun::maxTotalNoAmount(text)).add(money.error()),
                         messages::clirun::maxTotalExample(currency)));
    return *std::move(money);
}

namespace {

namespace say = messages::clirun;

Failure guard(Message what, Message fix, const char* code) {
    return {ExitCode::MoneyGuard,
            std::move(what),
            messages::cli::nothingSpent(),
            std::move(fix),
            code,
            {}};
}

/// Rows that were approved before are sent together with new ones, so they count too.
Outcome<void> withinMaxTotal(const RunSession& session, const SpendLimit& limit, submit::RunId run,
                             std::int64_t amount, Message fix) {
    if (!limit.maxTotal)
        return {};
    const std::string& currency = session.connection.account.available.currency;
    LEADSHEET_TRY(const auto maxTotal, maxTotalOf(*limit.maxTotal, currency));
    // Beyond it alone, no day has room for it.
    if (amount > maxTotal.amount)
        return fail(guard(say::overMaxTotal(Money{amount, currency}, maxTotal), std::move(fix),
                          "max_total_exceeded"));
    std::int64_t before = 0;
    if (limit.day) {
        const auto spent = work::spentIn(*session.ledger, *limit.day, currency, run);
        if (!spent)
            return fail(explain(spent.error(), session.circumstances(true)));
        before = *spent;
    }
    if (before > 0 && amount > maxTotal.amount - before)
        return fail(
            guard(say::overDayTotal(Money{amount, currency}, Money{before, currency}, maxTotal),
                  say::raiseDayTotal(), "day_total_exceeded"));
    return {};
}

Outcome<void> askToSpend(Context& context, const Message& deed) {
    const Text question = Text(deed)
                              .add(" ")
                              .add(say::type())
                              .add(" ")
                              .add("place", Style::Bold)
                              .add(" ")
                              .add(say::placeOrY());
    const auto line = askOnTerminal(context.console, context.interrupts, question, Echo::On);
    if (!line && context.interrupts.happened()) {
        Failure interrupted = interruptedFailure();
        interrupted.meaning = messages::cli::nothingSpent();
        return fail(interrupted);
    }
    // The end of input (Ctrl+D) is an answer, too, and no yes.
    std::string answer = withoutBlankEnds(line.value_or(std::string()));
    std::transform(answer.begin(), answer.end(), answer.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    if (answer == "place" || answer == "y" || answer == "yes")
        return {};
    return fail(guard(say::notPlaced(), {}, "declined"));
}

/// Refuses what neither --max-total nor the balance covers.
Outcome<void> affordable(const RunSession& session, const Quoted& price, const SpendLimit& limit) {
    const Account& account = session.connection.account;
    if (auto within = withinMaxTotal(session, limit, price.run, price.spentWith(price.meant),
                                     say::raiseMaxTotal());
        !within)
        return within;
    const std::int64_t amount = price.sentWith(price.meant).amount;
    if (amount > account.available.amount)
        return fail(
            guard(say::overBalance(Money{amount, account.available.currency}, account.available),
                  messages::cli::fixNoCredit(), "insufficient_credit"));
    return {};
}

} // namespace

Outcome<void> checkSpending(const RunSession& session, const Quoted& price,
                            const SpendLimit& limit) {
    return price.quote.rows == 0 ? Outcome<void>() : affordable(session, price, limit);
}

Outcome<void> authorise(Context& context, RunSession& session, const Quoted& price,
                        const SpendLimit& limit) {
    if (auto spending = affordable(session, price, limit); !spending)
        return spending;
    const std::string& currency = session.connection.account.available.currency;
    const work::PartPrice sent = price.sentWith(price.meant);
    const Money total{sent.amount, currency};
    if (!limit.maxTotal) {
        if (!context.console.canAsk())
            return fail(
                guard(say::nobodyToAsk(total),
                      say::giveMaxTotal(formatPlain({price.spentWith(price.meant), currency})),
                      "max_total_required"));
        if (auto asked = askToSpend(context, session.connection.isSandbox()
                                                 ? say::placePlayOrders(sent.rows, total)
                                                 : say::placeOrders(sent.rows, total));
            !asked)
            return asked;
    }
    submit::Approval approval = work::approvalOf(price, price.meant);
    approval.retire = limit.retire;
    approval.alsoRetire = limit.replaces;
    LEADSHEET_TRY_DONE(
        explained(session.submission->approve(price.run, approval), session.circumstances(true)));
    return {};
}

Outcome<void> allowApproved(const RunSession& session, const submit::RunInfo& run,
                            const SpendLimit& limit) {
    if (limit.firstRows && run.totals.unsettled() > 0)
        return fail(usageFailure(say::firstOfApproved(), say::goOnWithoutFirst()));
    return withinMaxTotal(session, limit, run.id, work::approvedBefore(run.totals),
                          say::raiseOrLeaveMaxTotal());
}

} // namespace leadsheet::cli
