// SPDX-License-Identifier: Apache-2.0
#include "check_report.hpp"

#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/open_sheet.hpp"

#include <boost/json.hpp>

namespace leadsheet::cli {
namespace {

namespace json = boost::json;

constexpr std::size_t kMaxGroupsShown = 20;

/// Rows that repeat an order have a line of their own.
bool isListed(const app::ProblemGroup& group, app::ProblemLevel level) {
    return group.level == level && group.code != app::ProblemCode::DuplicateRow;
}

void listGroups(Console& console, const app::CheckSummary& summary, app::ProblemLevel level,
                Style style) {
    std::size_t shown = 0;
    std::uint64_t hidden = 0;
    for (const app::ProblemGroup& group : summary.groups) {
        if (!isListed(group, level))
            continue;
        if (++shown > kMaxGroupsShown)
            ++hidden;
        else
            console.say(Text("  ").add("· ", style).add(group.text()), 4);
    }
    if (hidden > 0)
        console.say("  … and " + app::displayNumber(static_cast<std::int64_t>(hidden)) +
                    " more kinds; see all with --json");
}

bool has(const app::CheckSummary& summary, app::ProblemLevel level) {
    for (const app::ProblemGroup& group : summary.groups)
        if (isListed(group, level))
            return true;
    return false;
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

json::object tabJson(const app::CheckedTab& tab) {
    json::array columns;
    for (const app::ColumnRule& rule : tab.map.columns)
        columns.push_back({{"target", rule.target},
                           {"column", app::columnLetter(rule.column)},
                           {"header", rule.header},
                           {"confidence", app::confidenceWord(rule.confidence)},
                           {"why", rule.why}});
    json::array values;
    for (const app::ValueRule& rule : tab.map.values)
        values.push_back(
            {{"target", rule.target}, {"value", rule.value}, {"fillOnly", rule.fillOnly}});
    json::object object{{"columns", std::move(columns)}, {"values", std::move(values)}};
    if (tab.header.row)
        object["headerRow"] = *tab.header.row;
    return object;
}

std::string columnsText(const app::ColumnMap& map) {
    std::string line;
    for (const app::ColumnRule& rule : map.columns) {
        const std::string name =
            rule.header.empty() ? "column " + app::columnLetter(rule.column) : rule.header;
        line +=
            (line.empty() ? "" : ", ") + (name == rule.target ? name : name + " → " + rule.target);
    }
    for (const app::ValueRule& rule : map.values)
        line += (line.empty() ? "" : ", ") + rule.target + (rule.fillOnly ? " ?= " : " := ") +
                rule.value;
    return line;
}

void advise(Console& console, const app::ColumnMap& map) {
    for (const app::Suggestion& suggestion : map.suggestions) {
        const bool sameName =
            std::count(map.headers.begin(), map.headers.end(), suggestion.header) > 1;
        console.say(Text("Not used: ", Style::Warn)
                        .add(suggestion.header + " could be " + suggestion.target + " (" +
                             suggestion.why + "). Take it with --map " +
                             shellQuoted(suggestion.target + "=" +
                                         (sameName ? "@" + app::columnLetter(suggestion.column)
                                                   : suggestion.header))),
                    2);
    }
}

} // namespace

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
        unread.push_back({{"name", tab.name}, {"hidden", tab.hidden}, {"fits", tab.fits}});
    object["tabReason"] = choice.reason;
    object["unreadTabs"] = std::move(unread);
}

void reportSheet(Console& console, const OpenSheet& sheet, SheetReport when) {
    const app::SheetCheck& check = sheet.check;
    const bool several = check.tabs().size() > 1;
    app::SourceState state = check.state();
    if (sheet.piped)
        state.file = sheet.name;
    if (when == SheetReport::BeforeReading)
        state.counts.reset();
    addTabChoice(state, sheet.choice);
    const std::string strip = app::stripText(app::sourceStrip(state));
    console.say(Text(strip, Style::Bold));
    sayTabChoice(console, sheet.choice);
    json::array tabs;
    for (std::size_t i = 0; i < check.tabs().size(); ++i) {
        const app::CheckedTab& tab = check.tabs()[i];
        if (several)
            console.say(Text("Tab " + tab.name));
        console.say(Text("Columns: " + columnsText(tab.map), Style::Dim), 9);
        if (!sheet.mapOrigins[i].empty())
            console.say(Text("Mapped by " + sheet.mapOrigins[i], Style::Dim));
        if (when != SheetReport::AfterReading)
            advise(console, tab.map);
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

void reportCheck(Console& console, const app::SheetCheck& check, const app::CheckSummary& summary,
                 std::uint64_t repeated, const std::vector<std::string>& named) {
    const auto number = [](std::uint64_t value) {
        return static_cast<std::int64_t>(value);
    };
    console.say();
    console.say(
        Text(orders(number(summary.ready)) + " ready", summary.ready > 0 ? Style::Good : Style::Bad)
            .add(", " + leads(summary.leads)));
    for (const auto& [product, count] : summary.readyByProduct)
        if (summary.readyByProduct.size() > 1)
            console.say("  " + product + ": " + orders(number(count)));
    if (summary.blocked > 0)
        console.say(Text(rows(number(summary.blocked)) + " left out", Style::Bad).add(":"));
    listGroups(console, summary, app::ProblemLevel::Blocks, Style::Bad);
    if (repeated > 0)
        console.say(
            rows(number(repeated)) +
            (repeated == 1 ? " repeats an earlier one and is" : " repeat earlier ones and are") +
            " not ordered again; --keep-duplicates orders " + (repeated == 1 ? "it" : "them") +
            " too:");
    for (const std::string& name : named)
        console.say(Text("  ").add("= ", Style::Warn).add(name), 4);
    if (repeated > named.size())
        console.say("  … and " + rows(number(repeated - named.size())) + " more");
    if (has(summary, app::ProblemLevel::Odd))
        console.say(
            Text("Worth a look", Style::Warn).add(" (these rows are ordered as they are):"));
    listGroups(console, summary, app::ProblemLevel::Odd, Style::Warn);
    listGroups(console, summary, app::ProblemLevel::Info, Style::Dim);
    if (summary.hidden > 0)
        console.say(rows(number(summary.hidden)) +
                    " hidden and skipped; --hidden-rows keep takes them");

    json::array groups;
    for (const app::ProblemGroup& group : summary.groups)
        groups.push_back({{"level", app::problemLevelWord(group.level)},
                          {"code", app::problemCodeName(group.code)},
                          {"field", group.field},
                          {"value", group.value},
                          {"rows", group.rows},
                          {"first", placeJson(group.example)},
                          {"reason", group.example.reason},
                          {"fix", group.example.fix}});
    json::object products;
    for (const auto& [product, count] : summary.readyByProduct)
        products[product] = count;
    console.emit({{"type", "check"},
                  {"rows", summary.rows},
                  {"ready", summary.ready},
                  {"blocked", summary.blocked},
                  {"repeated", repeated},
                  {"blank", summary.blank},
                  {"hidden", summary.hidden},
                  {"leads", summary.leads},
                  {"reading", readingJson(check.state())},
                  {"products", products},
                  {"problems", groups}});
}

void emitProblem(Console& console, const app::Problem& problem) {
    json::object object{{"type", "problem"},
                        {"level", app::problemLevelWord(problem.level)},
                        {"code", app::problemCodeName(problem.code)},
                        {"field", problem.field},
                        {"header", problem.header},
                        {"value", problem.value},
                        {"reason", problem.reason},
                        {"fix", problem.fix}};
    for (const auto& member : placeJson(problem))
        object[member.key()] = member.value();
    console.emit(object);
}

} // namespace leadsheet::cli
