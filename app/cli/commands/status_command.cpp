// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/connection.hpp"
#include "../session/row_groups.hpp"
#include "../session/row_words.hpp"
#include "../session/run_choice.hpp"
#include "../session/run_execution.hpp"
#include "leadsheet/app/order_money.hpp"
#include "leadsheet/app/problem_words.hpp"
#include "leadsheet/messages/clirun.hpp"
#include "leadsheet/messages/clisheet.hpp"
#include "leadsheet/try.hpp"

#include <boost/json.hpp>

namespace leadsheet::cli {
namespace {

namespace json = boost::json;
namespace say = messages::clirun;
using submit::RowState;

struct StatusArguments {
    std::int64_t run = 0;
    bool rows = false;
    bool refresh = false;
    std::string state;
    std::size_t limit = 20;
};

std::string lowerWord(std::string_view text) {
    std::string word;
    for (const char c : text)
        if (c != ',')
            word += c == ' ' ? '-' : c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    return word;
}

std::vector<std::pair<std::string, RowState>> stateWords() {
    std::vector<std::pair<std::string, RowState>> words;
    for (std::size_t i = 0; i < submit::kRowStateCount; ++i) {
        const auto state = static_cast<RowState>(i);
        words.emplace_back(lowerWord(submit::name(state)), state);
    }
    return words;
}

std::string stateText(const submit::RunInfo& run) {
    if (run.interrupted)
        return said(say::runInterrupted());
    if (run.pauseReason == submit::PauseReason::None)
        return said(stateMessage(run.state));
    return said(say::runStateBecause(stateMessage(run.state), pauseMessage(run.pauseReason)));
}

json::object runJson(const submit::RunInfo& run) {
    json::object rows;
    for (const auto& [word, state] : stateWords())
        if (run.totals.of(state) > 0)
            rows[word] = run.totals.of(state);
    json::object object{
        {"type", "run"},
        {"run", run.id.value},
        {"title", run.spec.title},
        {"source", run.spec.sourceName},
        {"accountId", run.spec.account.accountId},
        {"profile", run.spec.account.profile},
        {"state", submit::name(run.state)},
        {"interrupted", run.interrupted},
        {"createdAt", utcTime(run.createdAt)},
        {"updatedAt", utcTime(run.updatedAt)},
        {"rows", rows},
        {"held", moneyJson(run.totals.held, run.spec.currency)},
        {"charged", moneyJson(run.totals.held, run.spec.currency)}, // as it was called before
        {"atRisk", moneyJson(run.totals.atRisk, run.spec.currency)}};
    if (const auto tabs = tabsOf(run); tabs.size() > 1)
        object["tabs"] = json::array(tabs.begin(), tabs.end());
    if (run.pauseReason != submit::PauseReason::None) {
        object["pauseReason"] = submit::name(run.pauseReason);
        object["pauseDetail"] = run.pauseDetail;
    }
    return object;
}

Outcome<ExitCode> listRuns(Context& context, const submit::Ledger& ledger, std::size_t limit) {
    LEADSHEET_TRY(const auto runs, explained(ledger.runs(limit)));
    Table table({{said(say::columnRun()), Table::Align::Right},
                 {said(say::columnStarted()), {}},
                 {said(say::columnSheet()), {}},
                 {said(say::columnPlaced()), Table::Align::Right},
                 {said(say::columnToFix()), Table::Align::Right},
                 {said(say::columnOpen()), Table::Align::Right},
                 {said(say::columnHeldAtOrder()), Table::Align::Right},
                 {said(say::columnState()), {}}});
    for (const submit::RunInfo& run : runs) {
        if (work::isOnlyPlanned(run))
            continue;
        LEADSHEET_TRY(const auto summary, explained(work::summaryOf(ledger, run)));
        json::object object = runJson(run);
        object["figures"] = figuresJson(summary);
        context.console.emit(object);
        table.row({std::to_string(run.id.value), clockTime(run.createdAt, context.now()),
                   fitText(run.spec.sourceName, 30), number(summary.placed), number(summary.toFix),
                   number(summary.left()), money(run.totals.held, run.spec.currency),
                   stateText(run)});
    }
    table.printOr(context.console, say::noRuns());
    return ExitCode::Done;
}

/// What the row's order held when it was made. Of one that ended the row has what was charged.
std::optional<std::int64_t> heldAtOrder(const submit::Ledger& ledger,
                                        const submit::RowRecord& row) {
    if (row.state != RowState::Ended)
        return row.price;
    const auto placed = row.related ? ledger.row(*row.related) : Result<submit::RowRecord>(row);
    return placed && placed->state == RowState::Placed ? placed->price : std::nullopt;
}

Outcome<void> sayRows(Context& context, const submit::Ledger& ledger, const submit::RunInfo& run,
                      const submit::RowFilter& filter) {
    const bool severalTabs = hasSeveralTabs(run);
    Table table(
        {{said(severalTabs ? say::columnTabRow() : messages::clisheet::row()), Table::Align::Right},
         {said(say::columnState()), {}},
         {said(say::columnOrder()), {}},
         {said(say::columnHeldAtOrder()), Table::Align::Right},
         {"", {}}});
    auto read = forRowsWhile(ledger, run.id, filter, [&](const submit::RowRecord& row) {
        Sentences why(row.said, row.message);
        if (row.state == RowState::Skipped && !row.isReferenceTaken())
            why = skipMessage(row.skipReason);
        else if (!row.problems.empty())
            why = problemSentences(row.problems.front());
        if (!row.code.empty())
            why.add(say::code(row.code));
        const auto held = heldAtOrder(ledger, row);
        table.row({(severalTabs ? row.tab + ", " : std::string()) + std::to_string(row.sourceRow),
                   said(stateMessage(row.state)), row.orderNumber,
                   held ? money(*held, run.spec.currency) : "", said(why)});
        return !context.console.outputLost();
    });
    if (!read)
        return read;
    table.print(context.console);
    return {};
}

json::object nowJson(const app::RunMoney& now) {
    json::object states;
    for (const auto& [state, count] : now.states)
        states[state] = count;
    return {{"askedAt", utcTime(now.askedAt)},
            {"orders", now.orders},
            {"missing", now.missing},
            {"states", states},
            {"held", moneyJson(now.sums.held, now.currency)},
            {"charged", moneyJson(now.sums.charged, now.currency)},
            {"released", moneyJson(now.sums.released, now.currency)},
            {"refunded", moneyJson(now.sums.refunded, now.currency)}};
}

void sayNow(Console& console, const app::RunMoney& now) {
    console.say(say::nowByService());
    Table table({{"", {}}, {"", Table::Align::Right}});
    table.row({said(say::held()), money(now.sums.held, now.currency)});
    table.row({said(say::charged()), money(now.sums.charged, now.currency)});
    table.row({said(say::released()), money(now.sums.released, now.currency)});
    table.row({said(say::refunded()), money(now.sums.refunded, now.currency)});
    table.print(console, 2);
    std::string states;
    for (const auto& [state, count] : now.states)
        states += (states.empty() ? "" : ", ") + number(count) + " " + state;
    if (!states.empty())
        console.say(Text("  ").add(say::ordersInStates(orders(now.orders), states)), 2);
    if (now.missing > 0)
        console.say(Text("  ").add(say::ordersUnknown(now.missing), Style::Warn), 2);
}

/// What became of the run's orders; only with --refresh, because the ledger cannot know it.
Outcome<app::RunMoney> askAbout(Context& context, const submit::Ledger& ledger,
                                const submit::RunInfo& run) {
    LEADSHEET_TRY(auto connection, connect(context));
    LEADSHEET_TRY_DONE(checkAccount(context, run, connection.ref()));
    auto now = app::askForMoney(*connection.client, ledger, run, patientCallOf(context),
                                [&console = context.console](std::int64_t done, std::int64_t all) {
                                    console.progress(said(say::askingOrders(done, orders(all))));
                                });
    context.console.endProgress();
    if (now)
        return *std::move(now);
    Failure failure = explain(now.error(), connection.circumstances(false));
    if (now.error().is(ErrorCode::InvalidResponse) && now.error().httpStatus == 0) {
        failure.what = now.error();
        failure.fix = {};
    }
    return fail(std::move(failure));
}

Outcome<ExitCode> status(Context& context, const StatusArguments& arguments) {
    auto ledger = openLedgerToLook(context);
    if (!ledger && ledger.error().exit == ExitCode::Usage && arguments.run == 0) {
        context.console.say(say::noRuns());
        return ExitCode::Done;
    }
    if (!ledger)
        return fail(ledger.error());
    if (context.options.sandbox)
        context.console.say(Text(say::sandbox(), Style::Warn));
    if (arguments.run == 0 && !arguments.rows && arguments.state.empty() && !arguments.refresh)
        return listRuns(context, **ledger, arguments.limit);
    LEADSHEET_TRY(auto run, chooseRun(
                                context, **ledger, arguments.run,
                                [](const submit::RunInfo& candidate) {
                                    return !work::isOnlyPlanned(candidate);
                                },
                                usageFailure(say::noRuns())));
    submit::RowFilter filter;
    filter.withContent = true;
    for (const auto& [word, state] : stateWords())
        if (word == arguments.state)
            filter.states = {state};
    std::optional<app::RunMoney> now;
    if (arguments.refresh) {
        LEADSHEET_TRY(now, askAbout(context, **ledger, run));
    }
    json::object object = runJson(run);
    if (const auto summary = work::summaryOf(**ledger, run))
        object["figures"] = figuresJson(*summary);
    if (now)
        object["now"] = nowJson(*now);
    context.console.emit(object);
    context.console.say(
        Text(say::runOf(run.id.value, run.spec.sourceName), Style::Bold)
            .add(" · " + clockTime(run.createdAt, context.now()) + " · " + stateText(run)));
    if (hasSeveralTabs(run))
        context.console.say(say::tabs(joined(tabsOf(run))));
    if (!run.pauseDetail.empty())
        context.console.say(Sentences(run.pauseSaid, run.pauseDetail));
    LEADSHEET_TRY_DONE(reportRun(context, **ledger, run));
    if (now)
        sayNow(context.console, *now);
    if (!arguments.rows && arguments.state.empty())
        return ExitCode::Done;
    LEADSHEET_TRY_DONE(emitRows(context.console, **ledger, run.id, filter, run.spec.currency));
    if (!context.console.json())
        LEADSHEET_TRY_DONE(sayRows(context, **ledger, run, filter));
    return ExitCode::Done;
}

} // namespace

void addStatusCommand(Registry& registry) {
    Command command = registry.root.addCommand("status", help::status());
    auto arguments = std::make_shared<StatusArguments>();
    command.addOption("RUN", arguments->run, help::statusRun()).positive();
    command.addFlag("--rows", arguments->rows, help::statusWithRows());
    command.addFlag("--refresh", arguments->refresh, help::refresh());
    std::vector<std::string> words;
    for (const auto& [word, state] : stateWords())
        words.push_back(word);
    command.addOption("--state", arguments->state, help::statusState())
        .oneOf(words)
        .valueName("STATE");
    command.addOption("--limit", arguments->limit, help::statusLimit())
        .showDefault()
        .between(1, 10000)
        .valueName("N");
    registry.bind(command, status, arguments);
}

} // namespace leadsheet::cli
