// SPDX-License-Identifier: Apache-2.0
#include "spending.hpp"

#include "../interrupts.hpp"
#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../terminal.hpp"
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
            return fail(usageFailure("--max-total is in " + named + ", but this account pays in " +
                                     currency + "."));
        amount = withoutBlankEnds(amount.substr(0, blank));
    }
    auto money = parseMoney(amount, currency);
    if (!money)
        return fail(
            usageFailure("--max-total '" + text + "' is not an amount. " + money.error().message,
                         "For example: --max-total 500 or --max-total '500 " + currency + "'"));
    return *std::move(money);
}

namespace {

constexpr const char* kUnspent = "No order was sent and nothing was spent.";

Failure guard(std::string what, std::string fix, const char* code) {
    return {ExitCode::MoneyGuard, std::move(what), kUnspent, std::move(fix), code, {}};
}

/// Rows that were approved before are sent together with new ones, so they count too.
Outcome<void> withinMaxTotal(const Account& account, const SpendLimit& limit, std::int64_t amount,
                             const char* fix) {
    if (!limit.maxTotal)
        return {};
    const std::string& currency = account.available.currency;
    const auto most = maxTotalOf(*limit.maxTotal, currency);
    if (!most)
        return fail(most.error());
    if (amount > most->amount)
        return fail(guard("The rows cost " + money(amount, currency) + ", more than --max-total " +
                              format(*most) + ".",
                          fix, "max_total_exceeded"));
    return {};
}

std::int64_t approvedBefore(const submit::RunTotals& totals) {
    return totals.queued + totals.atRisk + totals.retrying;
}

Outcome<void> askToSpend(Context& context, const std::string& deed) {
    const Text question = Text(deed + "? Type ").add("place", Style::Bold).add(" (or y) to do it:");
    const auto line = askOnTerminal(context.console, context.interrupts, question, Echo::On);
    if (!line && context.interrupts.happened()) {
        Failure interrupted = interruptedFailure();
        interrupted.meaning = kUnspent;
        return fail(interrupted);
    }
    // The end of input (Ctrl+D) is an answer, too, and no yes.
    std::string answer = withoutBlankEnds(line.value_or(std::string()));
    std::transform(answer.begin(), answer.end(), answer.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    if (answer == "place" || answer == "y" || answer == "yes")
        return {};
    return fail(guard("Not placed, as you chose.", {}, "declined"));
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
    if (auto within =
            withinMaxTotal(account, limit, spending.most,
                           "Raise --max-total, or order fewer rows with --first N or --rows.");
        !within)
        return fail(within.error());
    if (spending.amount > account.available.amount)
        return fail(guard("The rows cost " + money(spending.amount, account.available.currency) +
                              ", and the balance is " + format(account.available) + ".",
                          "Top up the account, or order fewer rows with --first N.",
                          "insufficient_credit"));
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
    const std::string total = money(spending->amount, currency);
    const std::string deed = "Place " + app::displayCount(spending->rows, "Order", "Orders") +
                             " for " + total +
                             (session.connection.isSandbox() ? " of play money" : "");
    if (!limit.maxTotal) {
        if (!context.console.canAsk())
            return fail(
                guard("There is no terminal to ask on, and no limit was given for spending " +
                          total + ".",
                      "Set the most that may be spent: --max-total " +
                          formatPlain({spending->most, currency}),
                      "max_total_required"));
        if (auto asked = askToSpend(context, deed); !asked)
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
        return fail(usageFailure(
            "--first cannot leave out rows of a run that was approved already.",
            "Continue without it. Pausing with Ctrl+C ends a run early, and nothing is lost."));
    return withinMaxTotal(session.connection.account, limit, approvedBefore(run.totals),
                          "Raise --max-total, or leave it out: these rows were approved before.");
}

} // namespace leadsheet::cli
