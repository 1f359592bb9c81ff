// SPDX-License-Identifier: Apache-2.0
#include "run_choice.hpp"

#include "../interrupts.hpp"
#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../terminal.hpp"
#include "sheet_arguments.hpp"
#include "spending.hpp"

#include "leadsheet/messages/cli.hpp"
#include "leadsheet/messages/clirun.hpp"
#include "leadsheet/try.hpp"
#include "leadsheet/work/deeds.hpp"

#include <boost/json/object.hpp>
#include <charconv>
#include <set>

namespace leadsheet::cli {
namespace {

namespace say = messages::clirun;

/// Whether the person types `word`, which is asked for behind the question.
Outcome<bool> typed(Context& context, Text question, const std::string& word,
                    const Message& purpose) {
    question.add(" ").add(say::type()).add(" ").add(word, Style::Bold).add(" ").add(purpose);
    const auto answer = askOnTerminal(context.console, context.interrupts, question, Echo::On);
    if (!answer && context.interrupts.happened())
        return fail(interruptedFailure());
    return withoutBlankEnds(answer.value_or(std::string())) == word;
}

} // namespace

Outcome<submit::RunInfo> chooseRun(const Context& context, const submit::Ledger& ledger,
                                   std::int64_t number,
                                   const std::function<bool(const submit::RunInfo&)>& fits,
                                   Failure none) {
    if (number > 0) {
        auto run = ledger.run(submit::RunId{number});
        if (run)
            return *std::move(run);
        if (!run.error().is(ErrorCode::NotFound))
            return fail(explain(run.error(), {}));
        return fail(usageFailure(say::noSuchRun(number),
                                 say::seeRuns(ledgerCommandHint(context.options, "status"))));
    }
    LEADSHEET_TRY(auto run, explained(ledger.newestRun(fits)));
    if (!run)
        return fail(std::move(none));
    return *std::move(run);
}

Outcome<void> checkAccount(const Context& context, const submit::RunInfo& run,
                           const submit::AccountRef& account) {
    const auto why = work::notOfAccount(run, account);
    if (!why)
        return {};
    Failure failure;
    failure.exit = ExitCode::Key;
    failure.what = *why;
    failure.meaning = messages::cli::nothingSpent();
    failure.fix = run.spec.account.profile.empty()
                      ? say::nameRunOfAccount(ledgerCommandHint(context.options, "status"))
                      : say::useProfile(run.spec.account.profile);
    failure.code = "wrong_account";
    return fail(failure);
}

Outcome<void> checkBeside(const submit::RunInfo& run, std::int64_t beside) {
    if (beside > 0 && (!run.newer || run.newer->value != beside))
        return fail(usageFailure(say::besideNotNewest(beside, run.id.value),
                                 run.newer ? say::thatIsRun(run.newer->value) : say::noneNewer()));
    return {};
}

Outcome<void> allowOlderRun(Context& context, const submit::RunInfo& run, std::int64_t beside,
                            const std::string& command) {
    LEADSHEET_TRY_DONE(checkBeside(run, beside));
    const auto why = work::olderThanAnother(run, std::nullopt);
    if (!why)
        return {};
    const std::int64_t number = run.id.value;
    const std::int64_t newer = run.newer->value;
    const Message left = rows(run.totals.left());
    const Money amount{run.totals.leftAmount(), run.spec.currency};
    context.console.say(
        Text(*why, Style::Warn).add(" ").add(say::olderHasLeft(number, left, amount, number)), 2);
    context.console.emit({{"type", "newerRun"},
                          {"run", run.id.value},
                          {"newer", run.newer->value},
                          {"rows", run.totals.left()},
                          {"quoted", moneyJson(run.totals.leftAmount(), run.spec.currency)},
                          {"beside", beside > 0}});
    if (beside > 0)
        return {};
    Failure failure{ExitCode::MoneyGuard,
                    say::olderNotSent(number),
                    messages::cli::nothingSpent(),
                    say::discardOrBeside(number, command, newer),
                    "newer_run_exists",
                    {}};
    if (!context.console.canAsk())
        return fail(std::move(failure));
    LEADSHEET_TRY(const bool agreed,
                  typed(context, Text(say::orderOlder(left, amount)), "place", say::toDoIt()));
    if (agreed)
        return {};
    failure.code = "declined";
    return fail(std::move(failure));
}

std::vector<std::string> tabsOf(const submit::RunInfo& run) {
    std::vector<std::string> tabs;
    if (const auto arguments = sheetArgumentsFromJson(run.spec.options))
        for (const StoredTab& tab : arguments->stored)
            tabs.push_back(tab.name);
    return tabs;
}

bool hasSeveralTabs(const submit::RunInfo& run) {
    return tabsOf(run).size() > 1;
}

namespace {

Failure replacesNone(const Context& context, const std::string& number) {
    return usageFailure(say::replacesNoRun(number),
                        say::seeRunsDiscard(ledgerCommandHint(context.options, "status"),
                                            commandHint(context.options, "discard RUN")));
}

} // namespace

Outcome<void> checkReplaced(const Context& context, const submit::Ledger& ledger,
                            const std::vector<std::string>& named) {
    for (const std::string& text : named) {
        std::int64_t number = 0;
        const char* const end = text.data() + text.size();
        const auto read = std::from_chars(text.data(), end, number);
        const bool isNumber = read.ec == std::errc() && read.ptr == end;
        if (!isNumber || !ledger.run(submit::RunId{number}))
            return fail(replacesNone(context, text));
    }
    return {};
}

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
            LEADSHEET_TRY(goes, typed(context, Text(left).add(" ").add(say::wasItThisSheet()),
                                      "yes", say::toGiveUp()));
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
    return fail(replacesNone(context, *unknown.begin()));
}

} // namespace leadsheet::cli
