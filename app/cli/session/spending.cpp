// SPDX-License-Identifier: Apache-2.0
#include "spending.hpp"

#include "../interrupts.hpp"
#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../terminal.hpp"
#include "leadsheet/messages/cli.hpp"
#include "leadsheet/messages/clirun.hpp"
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

Outcome<Money> maxTotalOf(const std::string& text, const std::string& currency) {
    std::string amount = withoutBlankEnds(text);
    const std::size_t blank = amount.find_last_of(' ');
    if (blank != std::string::npos) {
        const std::string named = amount.substr(blank + 1);
        if (named != currency)
            return fail(usageFailure(messages::clirun::maxTotalCurrency(named, currency)));
        amount = withoutBlankEnds(amount.substr(0, blank));
    }
    auto money = parseMoney(amount, currency);
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
Outcome<void> withinMaxTotal(const Account& account, const SpendLimit& limit, std::int64_t amount,
                             Message fix) {
    if (!limit.maxTotal)
        return {};
    const std::string& currency = account.available.currency;
    const auto most = maxTotalOf(*limit.maxTotal, currency);
    if (!most)
        return fail(most.error());
    if (amount > most->amount)
        return fail(guard(say::overMaxTotal(Money{amount, currency}, *most), std::move(fix),
                          "max_total_exceeded"));
    return {};
}

std::int64_t approvedBefore(const submit::RunTotals& totals) {
    return totals.queued + totals.atRisk + totals.retrying;
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

/// What an approval would spend.
struct Spending {
    std::int64_t rows = 0;   ///< with those that an earlier approval left queued
    std::int64_t amount = 0; ///< of all these rows
    std::int64_t fresh = 0;  ///< of those that are approved now
    std::int64_t most = 0;   ///< what --max-total has to cover
};

/// Refuses what neither --max-total nor the balance covers.
Outcome<Spending> affordable(const RunSession& session, submit::RunId run,
                             const submit::QuoteSummary& quote, const SpendLimit& limit) {
    const Account& account = session.connection.account;
    auto limited = work::limitedQuote(*session.ledger, run, quote, limit.firstRows);
    if (!limited)
        return fail(explain(limited.error(), {}));
    const auto info = session.ledger->run(run);
    if (!info)
        return fail(explain(info.error(), session.circumstances(true)));
    // Rows that stay queued from an earlier approval are sent under the new cap, too.
    const Spending spending{limited->rows + info->totals.of(submit::RowState::Queued),
                            limited->amount + info->totals.queued, limited->amount,
                            limited->amount + approvedBefore(info->totals)};
    if (auto within = withinMaxTotal(account, limit, spending.most, say::raiseMaxTotal()); !within)
        return fail(within.error());
    if (spending.amount > account.available.amount)
        return fail(guard(
            say::overBalance(Money{spending.amount, account.available.currency}, account.available),
            messages::cli::fixNoCredit(), "insufficient_credit"));
    return spending;
}

} // namespace

Outcome<void> checkSpending(const RunSession& session, submit::RunId run,
                            const submit::QuoteSummary& quote, const SpendLimit& limit) {
    if (quote.rows == 0)
        return {};
    if (auto spending = affordable(session, run, quote, limit); !spending)
        return fail(spending.error());
    return {};
}

Outcome<void> authorise(Context& context, RunSession& session, submit::RunId run,
                        const submit::QuoteSummary& quote, const SpendLimit& limit) {
    const auto spending = affordable(session, run, quote, limit);
    if (!spending)
        return fail(spending.error());
    const std::string& currency = session.connection.account.available.currency;
    const Money total{spending->amount, currency};
    if (!limit.maxTotal) {
        if (!context.console.canAsk())
            return fail(guard(say::nobodyToAsk(total),
                              say::giveMaxTotal(formatPlain({spending->most, currency})),
                              "max_total_required"));
        if (auto asked = askToSpend(context, session.connection.isSandbox()
                                                 ? say::placePlayOrders(spending->rows, total)
                                                 : say::placeOrders(spending->rows, total));
            !asked)
            return asked;
    }
    submit::Approval approval;
    approval.expectedAmount = spending->fresh;
    approval.cap = spending->amount;
    approval.firstRows = limit.firstRows;
    approval.retire = limit.retire;
    approval.alsoRetire = limit.replaces;
    if (auto approved = session.submission->approve(run, approval); !approved)
        return fail(explain(approved.error(), session.circumstances(true)));
    return {};
}

Outcome<void> allowApproved(const RunSession& session, const submit::RunInfo& run,
                            const SpendLimit& limit) {
    if (limit.firstRows && run.totals.unsettled() > 0)
        return fail(usageFailure(say::firstOfApproved(), say::goOnWithoutFirst()));
    return withinMaxTotal(session.connection.account, limit, approvedBefore(run.totals),
                          say::raiseOrLeaveMaxTotal());
}

} // namespace leadsheet::cli
