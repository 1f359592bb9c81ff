// SPDX-License-Identifier: Apache-2.0
#include "check_report.hpp"

#include "../output/console.hpp"
#include "../output/words.hpp"
#include "open_sheet.hpp"
#include "row_groups.hpp"
#include "sheet_meaning.hpp"

#include "leadsheet/app/problem_index.hpp"
#include "leadsheet/messages/clisheet.hpp"
#include "leadsheet/text/render.hpp"

#include <algorithm>
#include <boost/json.hpp>
#include <cstdint>

namespace leadsheet::cli {
namespace {

namespace json = boost::json;
namespace say = messages::clisheet;

constexpr std::size_t kMaxGroupsShown = 20;

std::int64_t signedOf(std::uint64_t value) {
    return static_cast<std::int64_t>(value);
}

/// Rows that repeat an order have a line of their own.
bool isListed(const app::ProblemGroup& group, app::ProblemLevel level) {
    return group.level == level && group.code != app::ProblemCode::DuplicateRow;
}

void listGroup(Console& console, const app::ProblemGroup& group, Style style) {
    console.say(Text("  ").add("· ", style).add(group.text(wording())), 4);
    for (const app::ProblemFix& fix : group.example.fixes)
        console.say(Text("      ")
                        .add(fix.words, Style::Dim)
                        .add(" --fix " + shellQuoted(group.field + "|" + fix.step)),
                    8);
}

bool hasLikelyFix(const app::CheckSummary& summary) {
    return std::any_of(summary.groups.begin(), summary.groups.end(), [](const auto& group) {
        return std::any_of(group.example.fixes.begin(), group.example.fixes.end(),
                           [](const app::ProblemFix& fix) { return fix.likely; });
    });
}

json::array fixesJson(const app::Problem& problem) {
    json::array fixes;
    for (const app::ProblemFix& fix : problem.fixes)
        fixes.push_back({{"fix", problem.field + "|" + fix.step},
                         {"does", text::render(fix.words)},
                         {"likely", fix.likely}});
    return fixes;
}

/// What a person said that cells of a column mean.
std::string meaningsText(const app::ColumnRule& rule) {
    std::string text;
    for (const app::Transform& step : rule.transforms) {
        if (!step.saysMeaning())
            continue;
        text += (text.empty() ? "" : ", ") + said(step.second.empty()
                                                      ? say::readsAsEmpty(step.first)
                                                      : say::readsAs(step.first, step.second));
    }
    return text;
}

void listGroups(Console& console, const std::vector<app::ProblemGroup>& groups,
                app::ProblemLevel level, Style style) {
    std::size_t shown = 0;
    std::uint64_t hidden = 0;
    for (const app::ProblemGroup& group : groups) {
        if (!isListed(group, level))
            continue;
        if (++shown > kMaxGroupsShown)
            ++hidden;
        else
            listGroup(console, group, style);
    }
    if (hidden > 0)
        console.say(Text("  ").add(say::moreKinds(static_cast<std::int64_t>(hidden))));
}

json::object placeJson(const app::Problem& problem) {
    json::object object{{"row", problem.place.row}};
    if (!problem.tab.empty())
        object["tab"] = problem.tab;
    if (problem.place.line != 0)
        object["line"] = problem.place.line;
    if (problem.place.column != 0)
        object["column"] = app::columnLetter(problem.place.column - 1);
    return object;
}

json::array stepsJson(const app::ColumnRule& rule) {
    json::array steps;
    for (const app::Transform& step : rule.transforms)
        steps.emplace_back(step.text());
    return steps;
}

json::object tabJson(const app::CheckedTab& tab) {
    json::array columns;
    for (const app::ColumnRule& rule : tab.map.columns)
        columns.push_back(ruleJson(rule));
    json::array values;
    for (const app::ValueRule& rule : tab.map.values)
        values.push_back(
            {{"target", rule.target}, {"value", rule.value}, {"fillOnly", rule.fillOnly}});
    json::object object{{"columns", std::move(columns)},
                        {"values", std::move(values)},
                        {"unused", unusedJson(tab.map)}};
    if (!tab.map.commas.empty())
        object["commas"] = commasJson(tab.map);
    json::array notes;
    for (const app::SheetNote& note : app::notesAbove(tab.head, tab.header))
        notes.push_back({{"row", note.row}, {"text", note.text}});
    if (!notes.empty())
        object["notes"] = std::move(notes);
    putIf(object, "headerRow", tab.header.row);
    return object;
}

app::SourceState stateOf(const OpenSheet& sheet, SheetReport when) {
    app::SourceState state = sheet.check.state();
    if (sheet.piped)
        state.file = sheet.name;
    if (when == SheetReport::BeforeReading)
        state.counts.reset();
    addTabChoice(state, sheet.choice);
    return state;
}

/// What is said of how commas are read, where one column does it, or several that are joined.
Message commasMessage(const app::ColumnRule& rule, const app::CommaReading& commas,
                      const std::string& other) {
    using Words = Message (*)(Message columns, std::string_view example, std::string_view map);
    const bool joined = !rule.with.empty();
    const Words words =
        commas.mixed
            ? (commas.whole
                   ? (joined ? say::keepCommasMostly : say::keepsCommasMostly)
                   : (joined ? say::bothDividedAtCommasMostly : say::dividedAtCommasMostly))
            : (commas.whole ? (joined ? say::keepCommas : say::keepsCommas)
                            : (joined ? say::bothDividedAtCommas : say::dividedAtCommas));
    return words(namesOf(rule), commas.example, other);
}

std::string columnsText(const app::ColumnMap& map) {
    std::string line;
    for (const app::ColumnRule& rule : map.columns) {
        line += line.empty() ? "" : ", ";
        if (rule.names() == rule.target)
            line += rule.target;
        else
            line += said(rule.with.empty() ? say::columnTo(namesOf(rule), rule.target)
                                           : say::joinedTo(namesOf(rule), rule.target));
    }
    for (const app::ValueRule& rule : map.values)
        line += (line.empty() ? "" : ", ") + rule.target + (rule.fillOnly ? " ?= " : " := ") +
                rule.value;
    return line;
}

} // namespace

Message namesOf(const app::ColumnRule& rule) {
    std::vector<std::string> names{columnName(rule.column, rule.header)};
    for (const app::JoinedColumn& joined : rule.with)
        names.push_back(columnName(joined.column, joined.header));
    return say::joined(std::move(names));
}

void sayCommas(Console& console, const app::ColumnMap& map) {
    for (const app::CommaReading& commas : map.commas) {
        const auto rule =
            std::find_if(map.columns.begin(), map.columns.end(), [&](const app::ColumnRule& each) {
                return each.column == commas.column && each.target == commas.target;
            });
        if (rule == map.columns.end())
            continue;
        app::ColumnMap other;
        other.headers = map.headers;
        other.columns = {*rule};
        std::erase_if(other.columns.front().transforms, [](const app::Transform& step) {
            return step.kind == app::TransformKind::Whole;
        });
        other.columns.front().transforms.push_back(
            commas.whole ? app::Transform{app::TransformKind::Split, ",", {}, {}}
                         : app::Transform{app::TransformKind::Whole, {}, {}, {}});
        console.say(Text(say::commas(), commas.mixed ? Style::Warn : Style::Dim)
                        .add(" ")
                        .add(commasMessage(*rule, commas, shellQuoted(app::mapSpecText(other)))),
                    2);
    }
}

json::object ruleJson(const app::ColumnRule& rule) {
    json::object object{
        {"target", rule.target},    {"column", app::columnLetter(rule.column)},
        {"header", rule.header},    {"confidence", app::confidenceWord(rule.confidence)},
        {"steps", stepsJson(rule)}, {"why", text::render(rule.why)}};
    json::array with;
    for (const app::JoinedColumn& joined : rule.with)
        with.push_back({{"column", app::columnLetter(joined.column)}, {"header", joined.header}});
    if (!with.empty())
        object["with"] = std::move(with);
    return object;
}

json::array commasJson(const app::ColumnMap& map) {
    json::array list;
    for (const app::CommaReading& commas : map.commas)
        list.push_back({{"column", app::columnLetter(commas.column)},
                        {"target", commas.target},
                        {"reading", commas.whole ? "whole" : "items"},
                        {"mixed", commas.mixed},
                        {"example", commas.example}});
    return list;
}

json::object readingJson(const app::SourceState& state) {
    json::object reading;
    for (const app::SourceMatterInfo& info : app::sourceMatters()) {
        json::object matter{{"choice", state.decisions.word(info.matter)}};
        if (state.counts)
            matter["count"] = state.counts->of(info.matter);
        reading[info.name] = std::move(matter);
    }
    return reading;
}

void addTabChoice(json::object& object, const app::TabChoice& choice) {
    if (choice.unread.empty())
        return;
    json::array unread;
    for (const app::UnreadTab& tab : choice.unread)
        unread.push_back({{"name", tab.name},
                          {"hidden", tab.hidden},
                          {"fits", tab.fits},
                          {"says", text::render(app::tabNameMessage(tab.says))}});
    object["tabReason"] = text::render(choice.reason);
    object["unreadTabs"] = std::move(unread);
}

std::string sayStrip(Console& console, const OpenSheet& sheet, SheetReport when) {
    const app::SourceState state = stateOf(sheet, when);
    console.say(Text(app::stripText(app::sourceStrip(state, wording())), Style::Bold));
    return app::stripText(app::sourceStrip(state)); // for JSON
}

void reportSheet(Console& console, const OpenSheet& sheet, SheetReport when) {
    const app::SheetCheck& check = sheet.check;
    const bool several = check.tabs().size() > 1;
    const app::SourceState state = stateOf(sheet, when);
    const std::string strip = sayStrip(console, sheet, when);
    sayTabChoice(console, sheet.choice);
    json::array tabs;
    for (std::size_t i = 0; i < check.tabs().size(); ++i) {
        const app::CheckedTab& tab = check.tabs()[i];
        if (several)
            console.say(say::tab(tab.name));
        console.say(Text(say::columns(columnsText(tab.map)), Style::Dim), 9);
        sayProductOf(console, tab.map);
        sayCommas(console, tab.map);
        for (const app::ColumnRule& rule : tab.map.columns)
            if (const std::string meanings = meaningsText(rule); !meanings.empty())
                console.say(say::readIn(rule.target, meanings), 9);
        if (!sheet.mapOrigins[i].empty())
            console.say(Text(say::mappedBy(sheet.mapOrigins[i]), Style::Dim));
        sayNotes(console, app::notesAbove(tab.head, tab.header));
        sayUnused(console, tab.map);
        json::object object = tabJson(tab);
        object["name"] = tab.name;
        tabs.push_back(std::move(object));
    }
    json::object object = tabJson(check.tabs().front());
    object["type"] = "sheet";
    object["description"] = strip;
    object["reading"] = readingJson(state);
    addTabChoice(object, sheet.choice);
    if (several)
        object["tabs"] = std::move(tabs);
    console.emit(object);
}

void sayRepeats(Console& console, std::uint64_t repeated, const std::vector<app::Problem>& named) {
    if (repeated > 0)
        console.say(say::rowsRepeat(signedOf(repeated)));
    for (const app::Problem& problem : named)
        console.say(Text("  ").add("= ", Style::Warn).add(problem.message(wording())), 4);
    if (repeated > named.size())
        console.say(Text("  ").add(say::moreRows(signedOf(repeated - named.size()))));
}

void sayOdd(Console& console, const std::vector<app::ProblemGroup>& groups) {
    const bool any = std::any_of(groups.begin(), groups.end(), [](const auto& group) {
        return isListed(group, app::ProblemLevel::Odd);
    });
    if (any)
        console.say(Text(say::worthALook(), Style::Warn).add(" ").add(say::noneHoldsBack()));
    listGroups(console, groups, app::ProblemLevel::Odd, Style::Warn);
}

namespace {

void sayCheck(Console& console, const work::CheckFigures& figures, bool told) {
    const app::CheckSummary& summary = figures.summary;
    console.say();
    console.say(Text(say::ordersReady(signedOf(summary.ready)),
                     summary.ready > 0 ? Style::Good : Style::Bad)
                    .add(say::andLeads(leads(summary.leads))));
    for (const auto& [product, count] : summary.readyByProduct)
        if (summary.readyByProduct.size() > 1)
            console.say(Text("  ").add(say::ordersOfProduct(product, orders(signedOf(count)))));
    if (summary.blocked > 0)
        console.say(Text(say::rowsLeftOut(signedOf(summary.blocked)), Style::Bad).add(":"));
    listGroups(console, summary.groups, app::ProblemLevel::Blocks, Style::Bad);
    sayRepeats(console, figures.repeated, figures.named);
    if (figures.known.all() > 0)
        console.say(leftOutMessage(figures.known));
    if (figures.notCompared)
        console.say(
            Text(say::notCompared(), Style::Warn).add(" ").add(Sentences(*figures.notCompared)));
    else if (!told)
        console.say(Text(say::notToldApart(), Style::Dim));
    sayOdd(console, summary.groups);
    listGroups(console, summary.groups, app::ProblemLevel::Info, Style::Dim);
    if (hasLikelyFix(summary))
        console.say(say::fixAll());
    if (summary.hidden > 0)
        console.say(say::hiddenSkipped(signedOf(summary.hidden)));
}

} // namespace

void reportCheck(Console& console, const app::SheetCheck& check, const work::CheckFigures& figures,
                 bool told) {
    const app::CheckSummary& summary = figures.summary;
    sayCheck(console, figures, told);
    json::array groups;
    for (const app::ProblemGroup& group : summary.groups)
        groups.push_back({{"level", app::problemLevelWord(group.level)},
                          {"code", app::problemCodeName(group.code)},
                          {"field", group.field},
                          {"value", group.value},
                          {"rows", group.rows},
                          {"first", placeJson(group.example)},
                          {"reason", text::render(group.reason())},
                          {"fix", text::render(group.example.fix)},
                          {"fixes", fixesJson(group.example)}});
    // Those too that were empty in the rows that the sheet was mapped by.
    json::array unused;
    for (const app::CheckedTab& tab : check.tabs())
        for (json::value& column : unusedJson(tab.map)) {
            if (check.tabs().size() > 1)
                column.as_object()["tab"] = tab.name;
            unused.push_back(std::move(column));
        }
    json::object products;
    for (const auto& [product, count] : summary.readyByProduct)
        products[product] = count;
    console.emit({{"type", "check"},
                  {"rows", summary.rows},
                  {"ready", summary.ready},
                  {"blocked", summary.blocked},
                  {"repeated", figures.repeated},
                  {"alreadyOrdered", figures.known.alreadyOrdered},
                  {"ended", figures.known.allEnded()},
                  {"changed", figures.known.of(submit::SkipReason::ChangedSinceOrdered)},
                  {"orderedBefore", figures.known.of(submit::SkipReason::OrderedBefore)},
                  {"compared", told && !figures.notCompared},
                  {"blank", summary.blank},
                  {"hidden", summary.hidden},
                  {"leads", summary.leads},
                  {"reading", readingJson(check.state())},
                  {"products", products},
                  {"unused", std::move(unused)},
                  {"problems", groups}});
}

void emitProblem(Console& console, const app::Problem& problem) {
    json::object object{{"type", "problem"},
                        {"level", app::problemLevelWord(problem.level)},
                        {"code", app::problemCodeName(problem.code)},
                        {"field", problem.field},
                        {"header", problem.header},
                        {"value", problem.value},
                        {"reason", text::render(problem.reason)},
                        {"fix", text::render(problem.fix)},
                        {"fixes", fixesJson(problem)}};
    for (const auto& member : placeJson(problem))
        object[member.key()] = member.value();
    console.emit(object);
}

namespace {

constexpr std::size_t kMaxKept = 20'000; // problems

} // namespace

void OddRows::note(const app::CheckedRow& row, bool duplicatesKept) {
    if (row.blocked || !row.input || row.input->skip)
        return;
    if (tabs_.empty() || tabs_.back() != row.input->tab)
        tabs_.push_back(row.input->tab);
    if (!duplicatesKept && repeated_.note(row))
        repeats_.emplace_back(tabs_.size() - 1, row.row);
    bool counted = false;
    for (const app::Problem& problem : row.problems) {
        if (problem.level != app::ProblemLevel::Odd ||
            problem.code == app::ProblemCode::DuplicateRow)
            continue;
        if (kept_ < kMaxKept) {
            ++kept_;
            rows_[{row.input->tab, row.row}].push_back(problem);
        } else if (!counted) {
            counted = true;
            ++uncounted_;
        }
    }
}

std::size_t OddRows::tabOf(const std::string& name) const {
    return static_cast<std::size_t>(std::find(tabs_.begin(), tabs_.end(), name) - tabs_.begin());
}

Outcome<void> OddRows::say(Console& console, const submit::Ledger& ledger, submit::RunId run,
                           const std::optional<std::int64_t>& firstRows) const {
    if (rows_.empty() && repeated_.rows() == 0)
        return {};
    app::ProblemIndex odd(0);
    bool any = false;
    Order last{SIZE_MAX, INT64_MAX};
    submit::RowFilter priced;
    priced.states = {submit::RowState::Ready};
    std::int64_t left = firstRows.value_or(INT64_MAX);
    auto walked = forRowsWhile(ledger, run, priced, [&](const submit::RowRecord& row) {
        any = true;
        if (firstRows && --left == 0)
            last = {tabOf(row.tab), row.sourceRow};
        if (const auto found = rows_.find({row.tab, row.sourceRow}); found != rows_.end()) {
            app::CheckedRow checked;
            checked.row = static_cast<std::uint32_t>(row.sourceRow);
            checked.problems = found->second;
            for (const app::Problem& problem : checked.problems)
                emitProblem(console, problem);
            odd.add(checked);
        }
        return left > 0 && (firstRows || !rows_.empty());
    });
    if (!walked)
        return walked;
    // In the order of the sheet, as the named ones are.
    const auto count = static_cast<std::size_t>(
        std::upper_bound(repeats_.begin(), repeats_.end(), last) - repeats_.begin());
    auto named = repeated_.named();
    named.resize(std::min(named.size(), count));
    if (any)
        sayRepeats(console, count, named);
    std::vector<app::ProblemGroup> groups;
    for (const std::size_t group : odd.groupsByWeight())
        groups.push_back(odd.groups()[group]);
    sayOdd(console, groups);
    if (!groups.empty() && uncounted_ > 0)
        console.say(Text("  ").add(messages::clisheet::moreRows(uncounted_)));
    return {};
}

} // namespace leadsheet::cli
