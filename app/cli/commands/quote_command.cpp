// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

#include "../interrupts.hpp"
#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/changed_rows.hpp"
#include "../session/priced_sheet.hpp"
#include "../session/row_groups.hpp"
#include "../session/row_words.hpp"
#include "../session/run_choice.hpp"
#include "../session/run_session.hpp"

#include "leadsheet/messages/clirun.hpp"
#include "leadsheet/messages/clisheet.hpp"
#include "leadsheet/try.hpp"

#include <boost/json.hpp>

namespace leadsheet::cli {
namespace {

namespace say = messages::clirun;

Outcome<ExitCode> quote(Context& context, const SheetToOrder& arguments) {
    LEADSHEET_TRY(auto priced, priceSheet(context, arguments));
    auto said = sayLeftOutChanges(context.console, *priced.session.ledger, priced.planned.id,
                                  priced.price.leftOut);
    if (said)
        said = emitOrderedBefore(context.console, *priced.session.ledger, priced.planned.id,
                                 priced.session.connection.account.available.currency);
    if (said && priced.price.quote.rows > 0) {
        SpendLimit none;
        said = replaceEarlier(context, priced.session, priced.price, {}, none, true);
    }
    if (!said)
        return fail(said.error());
    const submit::QuoteSummary& quote = priced.price.quote;
    if (quote.rows == 0 && !priced.isKnown())
        return fail({ExitCode::SheetRefused,
                     messages::clisheet::noRowOrderable(),
                     {},
                     say::seeCheck(checkHint(context, arguments)),
                     "nothing_orderable",
                     {}});
    if (quote.rows == 0)
        context.console.say(say::nothingToOrder());
    return priced.hasProblems() || quote.ended > 0 ? ExitCode::SomeRefused : ExitCode::Done;
}

} // namespace

void addQuoteCommand(Registry& registry) {
    Command command = registry.root.addCommand("quote", help::quote());
    auto arguments = std::make_shared<SheetToOrder>();
    addSheetToOrder(command, *arguments);
    registry.bind(command, quote, arguments);
}

namespace {

namespace json = boost::json;

constexpr std::size_t kMaxGoneShown = 50;

Outcome<void> sayGone(Context& context, const RunSession& session, submit::RunId run,
                      bool severalTabs) {
    submit::GoneReader reader(*session.ledger, run);
    std::size_t shown = 0;
    for (;;) {
        LEADSHEET_TRY(const auto page, explained(reader.next()));
        if (page.empty())
            return {};
        for (const submit::RowRecord& row : page) {
            if (++shown <= kMaxGoneShown)
                context.console.say(
                    Text("  ")
                        .add("- ", Style::Bad)
                        .add(say::orderWasRow(row.orderNumber, rowPlace(row, severalTabs))),
                    4);
            context.console.emit({{"type", "gone"},
                                  {"row", row.sourceRow},
                                  {"tab", row.tab},
                                  {"orderNumber", row.orderNumber}});
        }
    }
}

json::object diffJson(const submit::PlanSummary& plan) {
    json::object object{{"type", "diff"},
                        {"new", plan.fresh},
                        {"changed", plan.changed},
                        {"alreadyOrdered", plan.alreadyOrdered},
                        {"orderedBefore", plan.orderedBefore},
                        {"ended", plan.ended},
                        {"unfinished", plan.unfinished},
                        {"inSheetTwice", plan.inSheetTwice},
                        {"gone", plan.gone},
                        {"needsFix", plan.needsFix}};
    if (plan.comparedWith)
        object["comparedWith"] = plan.comparedWith->value;
    return object;
}

Outcome<ExitCode> diff(Context& context, const SheetArguments& arguments) {
    LEADSHEET_TRY(auto sheet, openForOrder(context, arguments));
    PipedCopy copy(sheet);
    LEADSHEET_TRY(auto session, openRunSession(context));
    LEADSHEET_TRY(auto planned, planSheet(context, session, sheet, arguments, {}));
    copy.keep();
    // What the account knows and this computer does not: orders of others, and what became of ours.
    LEADSHEET_TRY_DONE(explained(session.submission->quote(planned.id, context.interrupts.token()),
                                 session.circumstances(false)));
    LEADSHEET_TRY(const auto compared, explained(submit::planSummary(*session.ledger, planned.id)));
    const submit::PlanSummary& plan = compared;
    Console& console = context.console;
    console.say();
    console.say(Text(session.connection.label(),
                     session.connection.isSandbox() ? Style::Warn : Style::Dim));
    const auto line = [&](std::int64_t count, Message (*words)(std::int64_t), Style style) {
        if (count > 0)
            console.say(Text(words(count), style));
    };
    line(plan.fresh, say::fresh, Style::Good);
    line(plan.changed, say::changed, Style::Warn);
    const bool severalTabs = sheet.check.tabs().size() > 1;
    submit::RowFilter changed;
    changed.finding = submit::Finding::Changed;
    auto said = sayChanges(console, *session.ledger, planned.id, changed, severalTabs);
    line(plan.alreadyOrdered, say::alreadyOrdered, Style::Plain);
    line(plan.orderedBefore, say::orderedByOthers, Style::Warn);
    if (said)
        said = sayOrderedBefore(console, *session.ledger, planned.id, context.now(),
                                Moment::AtThePrice);
    if (said)
        said = emitOrderedBefore(console, *session.ledger, planned.id,
                                 session.connection.account.available.currency);
    const auto left = work::leftOutOf(*session.ledger, planned.id);
    if (said && !left)
        said = fail(explain(left.error(), {}));
    for (const Message& ended : endedRows(left.value_or(work::LeftOut{})))
        console.say(Text(ended, Style::Warn));
    line(plan.unfinished, say::unfinished, Style::Warn);
    line(plan.inSheetTwice, say::inSheetTwice, Style::Plain);
    line(plan.gone, say::gone, Style::Bad);
    if (said)
        said = sayGone(context, session, planned.id, severalTabs);
    line(plan.needsFix, needFix, Style::Bad);
    console.emit(diffJson(plan));
    if (!said)
        return fail(said.error());
    return ExitCode::Done;
}

} // namespace

void addDiffCommand(Registry& registry) {
    Command command = registry.root.addCommand("diff", help::diff());
    auto arguments = std::make_shared<SheetArguments>();
    addSheetArguments(command, *arguments);
    registry.bind(command, diff, arguments);
}

} // namespace leadsheet::cli
