// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

#include "../interrupts.hpp"
#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/check_report.hpp"
#include "../session/context.hpp"
#include "../session/open_sheet.hpp"
#include "../session/run_session.hpp"
#include "../session/sheet_meaning.hpp"
#include "leadsheet/app/fields.hpp"
#include "leadsheet/app/order_words.hpp"
#include "leadsheet/app/row_spool.hpp"
#include "leadsheet/messages/clisheet.hpp"
#include "leadsheet/text/render.hpp"
#include "leadsheet/try.hpp"
#include "leadsheet/work/opening.hpp"

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <filesystem>
#include <optional>
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
    LEADSHEET_TRY(const auto counts,
                  explained(app::countSource(file.path, options, context.interrupts.token())));
    app::SourceState state = sheet.state;
    state.counts = counts;
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
    putIf(object, "headerRow", sheet.header.row);
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

/// The rows of a check in words: each as it is read, and where they are compared with a ledger,
/// once all of them were.
class CheckedWords {
public:
    CheckedWords(Context& context, bool severalTabs, bool all)
        : context_(context)
        , words_(context.console, severalTabs, all) {}

    /// From now on rows are kept for finish().
    void keep() {
        const auto folder = work::copiesFolder(context_.folders);
        std::error_code unusable; // then large sheets have fewer words
        std::filesystem::create_directories(folder, unusable);
        kept_.emplace(folder);
    }
    void add(const app::CheckedRow& row, bool repeated);
    /// After the last row.
    Outcome<work::CheckFigures> finish(work::CheckedRows& counted,
                                       const app::CheckSummary& summary);
    const RowsInWords& words() const { return words_; }

private:
    void sayKept(const std::string& lastTab, std::int64_t lastRow);

    Context& context_;
    RowsInWords words_;
    std::optional<app::RowSpool> kept_; ///< tab, row, body, and whether it repeats another one
    std::uint32_t rows_ = 0;
};

void CheckedWords::add(const app::CheckedRow& row, bool repeated) {
    if (!kept_)
        return words_.add(row, repeated);
    if (!row.input || row.blocked)
        return;
    OrderRequest order = row.input->request;
    if (!row.input->reference.empty())
        order.fields[std::string(app::kReferenceField)] = row.input->reference;
    const std::array<std::string, 4> texts{row.input->tab, std::to_string(row.row),
                                           canonicalBody(order), repeated ? "repeated" : ""};
    std::array<app::Cell, texts.size()> cells;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        cells[i].kind = app::CellKind::Text;
        cells[i].column = static_cast<std::uint32_t>(i);
        cells[i].text = texts[i];
    }
    app::RowView view;
    view.row = ++rows_;
    view.cells = cells;
    // Without room for it only its words are missing, should the ledger fail as well.
    [[maybe_unused]] const auto added = kept_->append(view);
}

Outcome<work::CheckFigures> CheckedWords::finish(work::CheckedRows& counted,
                                                 const app::CheckSummary& summary) {
    auto figures = counted.finish(summary);
    std::string lastTab;
    std::int64_t lastRow = 0; // none
    if (figures && counted.isCompared()) {
        const auto said = counted.forEachOrderable([&](const work::KnownRow& known) {
            words_.add(known, context_.now());
            lastTab = known.row.tab;
            lastRow = known.row.sourceRow;
            return !context_.console.outputLost();
        });
        if (!said) {
            counted.giveUpComparing(said.error());
            figures = counted.finish(summary);
        }
    }
    if (context_.interrupts.token().stop_requested())
        return fail(interruptedFailure());
    if (!figures)
        return fail(explain(figures.error(), {}));
    if (kept_ && !counted.isCompared())
        sayKept(lastTab, lastRow);
    return *std::move(figures);
}

void CheckedWords::sayKept(const std::string& lastTab, std::int64_t lastRow) {
    [[maybe_unused]] const auto flushed = kept_->flush();
    bool said = lastRow != 0;
    for (std::uint64_t i = 0; i < kept_->rows() && !context_.console.outputLost(); ++i) {
        const auto kept = kept_->row(i);
        const auto order = kept ? app::orderOfBody(kept->textAt(2)) : std::nullopt;
        if (!order)
            continue;
        const std::string tab(kept->textAt(0));
        const std::int64_t row = std::stoll(std::string(kept->textAt(1)));
        if (!said)
            words_.add(tab, static_cast<std::uint32_t>(row), *order, !kept->textAt(3).empty());
        said = said && (tab != lastTab || row != lastRow);
    }
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
    const SoughtOrders sought = ordersOfChosen(context);
    work::CheckedRows counted(sought.of, planOf(sheet, arguments), sheet.check, context.now(),
                              context.interrupts.token());
    CheckedWords inWords(context, sheet.check.tabs().size() > 1, given.words);
    if (counted.isCompared())
        inWords.keep();
    app::CheckedRow row;
    for (;;) {
        LEADSHEET_TRY(const auto next, explained(sheet.check.next(row)));
        if (next == app::Next::End)
            break;
        for (const app::Problem& problem : row.problems)
            emitProblem(console, problem);
        inWords.add(row, counted.note(row));
    }
    LEADSHEET_TRY(const auto figures, inWords.finish(counted, sheet.check.summary()));
    const app::CheckSummary& summary = figures.summary;
    if (!before) {
        reportSheet(console, sheet, SheetReport::AfterReading);
    } else if (!console.json()) {
        console.say();
        sayStrip(console, sheet, SheetReport::AfterReading);
    }
    reportCheck(console, sheet.check, figures, sought.known);
    inWords.words().say();
    if (figures.isAllKnown())
        console.say(figures.known.areAllOrdered() ? say::allOrdered() : say::noneIsNew());
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
