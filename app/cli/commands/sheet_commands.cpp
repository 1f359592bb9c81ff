// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

#include "../interrupts.hpp"
#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/check_report.hpp"
#include "../session/command_hint.hpp"
#include "../session/open_sheet.hpp"
#include "../session/run_session.hpp"
#include "../session/sheet_meaning.hpp"
#include "leadsheet/messages/clisheet.hpp"
#include "leadsheet/text/render.hpp"
#include "leadsheet/try.hpp"

#include <algorithm>
#include <boost/json.hpp>
#include <string>
#include <unistd.h>
#include <vector>

namespace leadsheet::cli {
namespace {

namespace json = boost::json;
namespace say = messages::clisheet;

constexpr std::size_t kCellWidth = 24;
constexpr std::size_t kRowsShown = 8;
constexpr std::size_t kColumnsShown = 100;

json::array showHead(Console& console, const app::SheetOverview& sheet) {
    const std::size_t width = app::widthOf(sheet.head);
    std::vector<Table::Column> columns{{said(say::row()), Table::Align::Right}};
    const std::size_t left = width - std::min(width, kColumnsShown);
    for (std::size_t i = 0; i < width - left; ++i)
        columns.push_back({app::columnLetter(static_cast<std::uint32_t>(i)), {}});
    Table table(columns);
    json::array head;
    for (const app::SampleRow& row : sheet.head) {
        json::array cells(row.cells.begin(), row.cells.end());
        head.push_back({{"row", row.row}, {"cells", cells}});
        if (head.size() > kRowsShown)
            continue;
        std::vector<std::string> shown{std::to_string(row.row)};
        for (const std::string& cell : row.cells)
            shown.push_back(fitText(cleanText(cell), kCellWidth));
        table.row(shown);
    }
    console.say();
    table.print(console);
    if (left > 0)
        console.say(Text(say::moreColumns(static_cast<std::int64_t>(left)), Style::Dim));
    return head;
}

/// A matter with the words that are not in force: "--merged-cells fill or first".
Message otherWords(const app::SourceMatterInfo& info, std::string_view taken) {
    std::vector<std::string_view> words;
    for (const std::string_view word : {info.standard, info.other, info.third})
        if (!word.empty() && word != taken)
            words.push_back(word);
    return words.size() == 1 ? say::optionTwo(info.option, words.front())
                             : say::optionThree(info.option, words[0], words[1]);
}

/// What came up and could be decided otherwise.
void sayChoices(Console& console, const app::SourceState& state) {
    for (const app::SourceMatterInfo& info : app::sourceMatters())
        if (state.counts->of(info.matter) > 0)
            console.say(Text(otherWords(info, state.decisions.word(info.matter)), Style::Bold)
                            .add(" ")
                            .add(say::decidesOtherwise(info.about()), Style::Dim),
                        4);
}

Outcome<void> inspectTab(Context& context, const SheetFile& file, const InspectedTab& tab) {
    Console& console = context.console;
    const app::SheetOverview& sheet = tab.overview;
    app::CheckOptions options = file.options;
    options.sheetIndex = tab.sheet;
    options.headerRow = sheet.header.row;
    const auto counts = app::countSource(file.path, options, context.interrupts.token());
    if (!counts)
        return fail(explain(counts.error()));
    app::SourceState state = sheet.state;
    state.counts = *counts;
    if (file.piped)
        state.file = file.name;
    addTabChoice(state, file.choice);
    const std::string strip = app::stripText(app::sourceStrip(state));
    if (&tab != &file.tabs.front())
        console.say();
    console.say(Text(app::stripText(app::sourceStrip(state, wording())), Style::Bold));
    if (&tab == &file.tabs.front())
        sayTabChoice(console, file.choice);
    console.say(Text(Sentences(sheet.header.reason), Style::Dim));
    sayChoices(console, state);
    const json::array head = showHead(console, sheet);
    json::array tabs;
    for (const app::SheetInfo& info : sheet.sheets)
        tabs.push_back(
            {{"name", info.name}, {"visible", info.visibility == app::SheetVisibility::Visible}});
    json::object object{{"type", "sheet"},
                        {"description", strip},
                        {"tab", tab.name()},
                        {"tabs", tabs},
                        {"encoding", sheet.dialect.encoding},
                        {"delimiter", std::string(1, sheet.dialect.delimiter)},
                        {"headerReason", text::render(sheet.header.reason)},
                        {"rows", state.counts->rows},
                        {"blankRows", state.counts->blankRows},
                        {"reading", readingJson(state)},
                        {"head", head}};
    if (sheet.header.row)
        object["headerRow"] = *sheet.header.row;
    addTabChoice(object, file.choice);
    console.emit(object);
    return {};
}

Outcome<ExitCode> inspect(Context& context, const SheetArguments& arguments) {
    LEADSHEET_TRY(auto file, openForInspection(context, arguments));
    Outcome<void> shown;
    for (const InspectedTab& tab : file.tabs)
        if (shown)
            shown = inspectTab(context, file, tab);
    if (file.piped)
        ::unlink(file.path.c_str());
    if (!shown)
        return fail(shown.error());
    return ExitCode::Done;
}

struct CheckArguments {
    SheetArguments sheet;
    bool words = false; ///< of every row
};

Failure noneReady(const app::CheckSummary& summary) {
    Failure failure{ExitCode::SheetRefused, say::noRowOrderable(), {},
                    say::fixListed(),       "nothing_orderable",   {}};
    if (summary.rows == 0)
        failure.what = say::noRowsBelowHeader(), failure.fix = {};
    return failure;
}

Outcome<ExitCode> check(Context& context, const CheckArguments& given) {
    const SheetArguments& arguments = given.sheet;
    LEADSHEET_TRY(auto sheet, openForCheck(context, arguments, SheetUse::Look));
    Console& console = context.console;
    // Words of every row are said as it is read, and how it is read before that.
    const bool before = console.json() || given.words;
    if (before)
        reportSheet(console, sheet, SheetReport::BeforeReading);
    if (given.words && !console.json())
        console.say();
    work::CheckedRows counted(ordersOfChosen(context), planOf(sheet, arguments), sheet.check,
                              context.now());
    RowsInWords inWords(console, sheet.check.tabs().size() > 1, given.words);
    const bool compared = counted.isCompared();
    app::CheckedRow row;
    for (;;) {
        const auto next = sheet.check.next(row);
        if (!next)
            return fail(explain(next.error()));
        if (*next == app::Next::End)
            break;
        for (const app::Problem& problem : row.problems)
            emitProblem(console, problem);
        const bool repeated = counted.note(row);
        if (!compared)
            inWords.add(row, repeated);
    }
    const work::CheckFigures figures =
        counted.finish(sheet.check.summary(), context.interrupts.token());
    if (counted.isCompared())
        if (auto said = counted.forEachOrderable([&](const work::KnownRow& known) {
                inWords.add(known, context.now());
                return !console.outputLost();
            });
            !said)
            return fail(explain(said.error(), {}));
    const app::CheckSummary& summary = figures.summary;
    if (!before) {
        reportSheet(console, sheet, SheetReport::AfterReading);
    } else if (!console.json()) {
        console.say();
        sayStrip(console, sheet, SheetReport::AfterReading);
    }
    reportCheck(console, sheet.check, figures);
    inWords.say();
    if (summary.ready == 0 && figures.known.all() > 0)
        console.say(say::allOrdered());
    else if (summary.ready == 0)
        return fail(noneReady(summary));
    if (!sheet.piped) {
        console.say();
        console.say(Text(say::next(), Style::Dim)
                        .add(" ")
                        .add(commandHint(context.options, "quote " + sheetWords(arguments))));
    }
    return summary.blocked > 0 ? ExitCode::SomeRefused : ExitCode::Done;
}

} // namespace

void addSheetCommands(Registry& registry) {
    Command sheet = registry.root.addCommand("sheet", help::sheet());
    sheet.needsCommand();
    Command look = sheet.addCommand("inspect", help::sheetInspect());
    auto seen = std::make_shared<SheetArguments>();
    addSheetArguments(look, *seen);
    registry.bind(look, inspect, seen);
    addDumpCommand(registry, sheet);

    Command checking = registry.root.addCommand("check", help::check());
    auto checked = std::make_shared<CheckArguments>();
    addSheetArguments(checking, checked->sheet);
    checking.addFlag("--words", checked->words, help::words());
    registry.bind(checking, check, checked);
}

} // namespace leadsheet::cli
