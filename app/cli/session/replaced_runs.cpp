// SPDX-License-Identifier: Apache-2.0
#include "replaced_runs.hpp"

#include "../interrupts.hpp"
#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../terminal.hpp"
#include "spending.hpp"

#include <boost/json/object.hpp>

#include <algorithm>
#include <set>

namespace leadsheet::cli {
namespace {

Outcome<bool> askWhetherReplaced(Context& context, const std::string& left) {
    const auto answer =
        askOnTerminal(context.console, context.interrupts,
                      Text("The earlier " + left +
                           ". Was it a run of this sheet, and are they to be given up? Type ")
                          .add("yes", Style::Bold)
                          .add(" to give them up:"),
                      Echo::On);
    if (!answer && context.interrupts.happened())
        return fail(interruptedFailure());
    return withoutBlankEnds(answer.value_or(std::string())) == "yes";
}

} // namespace

Outcome<void> replaceEarlier(Context& context, RunSession& session, submit::RunId run,
                             const std::vector<std::string>& named, SpendLimit& limit,
                             bool rehearsal) {
    const auto earlier = session.ledger->earlierRuns(run);
    if (!earlier)
        return fail(explain(earlier.error(), session.circumstances(true)));
    limit.retire = true;
    Console& console = context.console;
    const std::string& currency = session.connection.account.available.currency;
    std::set<std::string> unknown(named.begin(), named.end());
    for (const submit::EarlierRun& before : *earlier) {
        const std::string number = std::to_string(before.id.value);
        const bool isNamed = unknown.erase(number) > 0;
        if (before.unsent == 0)
            continue;
        const std::string left = "run " + number + " '" + before.title + "' has " +
                                 rows(before.unsent) + " for " + money(before.amount, currency) +
                                 " left that this sheet no longer has as they were";
        bool goes = before.sure || isNamed;
        if (goes) {
            console.say(Text("Earlier " + left + ".", Style::Warn)
                            .add(before.unsent == 1
                                     ? " It is given up when this sheet is submitted."
                                     : " They are given up when this sheet is submitted."),
                        2);
        } else if (!rehearsal && console.canAsk()) {
            const auto answer = askWhetherReplaced(context, left);
            if (!answer)
                return fail(answer.error());
            goes = *answer;
        } else {
            console.say(Text("The earlier " + left + ".", Style::Warn)
                            .add(" It may have been of another sheet, so they stay. Give them up "
                                 "with: leadsheet discard " +
                                 number),
                        2);
        }
        if (goes && !before.sure)
            limit.replaces.push_back(before.id);
        console.emit({{"type", "replaced"},
                      {"run", before.id.value},
                      {"title", before.title},
                      {"rows", before.unsent},
                      {"quoted", moneyJson(before.amount, currency)},
                      {"givenUp", goes}});
    }
    if (unknown.empty())
        return {};
    return fail(
        usageFailure("--replaces " + *unknown.begin() +
                         " names no earlier run with rows left that could be of this sheet.",
                     "See the runs with: leadsheet status. To give up what one of them has "
                     "left: leadsheet discard RUN"));
}

} // namespace leadsheet::cli
