// SPDX-License-Identifier: Apache-2.0
#include "replaced_runs.hpp"

#include "../interrupts.hpp"
#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../terminal.hpp"
#include "leadsheet/messages/clirun.hpp"
#include "leadsheet/try.hpp"
#include "spending.hpp"

#include <boost/json/object.hpp>

#include <algorithm>
#include <set>

namespace leadsheet::cli {
namespace {

namespace say = messages::clirun;

Outcome<bool> askWhetherReplaced(Context& context, const Message& left) {
    const auto answer = askOnTerminal(context.console, context.interrupts,
                                      Text(left)
                                          .add(" ")
                                          .add(say::wasItThisSheet())
                                          .add(" ")
                                          .add(say::type())
                                          .add(" ")
                                          .add("yes", Style::Bold)
                                          .add(" ")
                                          .add(say::toGiveUp()),
                                      Echo::On);
    if (!answer && context.interrupts.happened())
        return fail(interruptedFailure());
    return withoutBlankEnds(answer.value_or(std::string())) == "yes";
}

} // namespace

Outcome<void> replaceEarlier(Context& context, const RunSession& session,
                             const work::Pricing& price, const std::vector<std::string>& named,
                             SpendLimit& limit, bool rehearsal) {
    limit.retire = true;
    Console& console = context.console;
    const std::string& currency = session.connection.account.available.currency;
    std::set<std::string> unknown(named.begin(), named.end());
    for (const submit::EarlierRun& before : price.earlier) {
        const std::string number = std::to_string(before.id.value);
        const bool isNamed = unknown.erase(number) > 0;
        if (before.unsent == 0)
            continue;
        const Message left = say::earlierRunLeft(before.id.value, before.title, rows(before.unsent),
                                                 Money{before.amount, currency});
        bool goes = before.sure || isNamed;
        if (goes) {
            console.say(Text(left, Style::Warn)
                            .add(" ")
                            .add(before.unsent == 1 ? say::rowGivenUpAtSubmit()
                                                    : say::rowsGivenUpAtSubmit()),
                        2);
        } else if (!rehearsal && console.canAsk()) {
            LEADSHEET_TRY(goes, askWhetherReplaced(context, left));
        } else {
            console.say(Text(left, Style::Warn).add(" ").add(say::maybeOtherSheet(before.id.value)),
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
    return fail(usageFailure(say::replacesNoRun(*unknown.begin()), say::seeRunsDiscard()));
}

} // namespace leadsheet::cli
