// SPDX-License-Identifier: Apache-2.0
#include "sheet_meaning.hpp"

#include "../output/console.hpp"
#include "../output/words.hpp"
#include "leadsheet/app/fields.hpp"
#include "leadsheet/text/render.hpp"

#include <algorithm>
#include <boost/json.hpp>

namespace leadsheet::cli {
namespace {

namespace json = boost::json;

constexpr std::uint64_t kFirstRows = 3;
constexpr std::size_t kMaxKinds = 20;
constexpr std::size_t kMaxColumns = 20; ///< of each kind that are named

/// As --map takes it.
std::string mapName(const app::ColumnMap& map, const app::UnusedColumn& column) {
    const bool unique = !column.header.empty() &&
                        std::count(map.headers.begin(), map.headers.end(), column.header) == 1 &&
                        column.header.find_first_of(",=|\"") == std::string::npos;
    return unique ? column.header : "@" + app::columnLetter(column.column);
}

void sayNarrowing(Console& console, const app::ColumnMap& map, const app::UnusedColumn& column) {
    const std::string name = mapName(map, column);
    const bool offered =
        std::any_of(map.suggestions.begin(), map.suggestions.end(),
                    [&](const auto& suggestion) { return suggestion.column == column.column; });
    if (column.reason == app::UnusedReason::Ambiguous && offered) {
        console.say(Text("Not used: ", Style::Warn)
                        .add(app::columnTitle(column.column, column.header), Style::Bold)
                        .add(" could be " + column.field + " (" + text::render(column.why) +
                             "). Accept it with --map " + shellQuoted(column.field + "=" + name)),
                    2);
        return;
    }
    // What was stated, or that no field can take, needs no way out.
    const bool mappable = (column.reason == app::UnusedReason::CellsContradict && offered) ||
                          column.reason == app::UnusedReason::Unknown;
    const std::string field = column.field.empty() ? "FIELD" : column.field;
    console.say(
        Text("Not used: ", Style::Warn)
            .add(app::columnTitle(column.column, column.header), Style::Bold)
            .add(", although it looks as if it narrows who is meant: " + text::render(column.why) +
                 "." +
                 (mappable ? " Map it with --map " + shellQuoted(field + "=" + name) +
                                 ", or leave it out with --map " + shellQuoted("ignore=" + name)
                           : std::string())),
        2);
}

/// The others, by why.
void sayOthers(Console& console, const app::ColumnMap& map) {
    std::vector<std::pair<Message, std::vector<std::string>>> reasons;
    for (const app::UnusedColumn& column : map.unused) {
        if (column.narrows || column.reason == app::UnusedReason::Ambiguous)
            continue;
        const auto known = std::find_if(reasons.begin(), reasons.end(), [&](const auto& entry) {
            return entry.first == column.why;
        });
        if (known != reasons.end())
            known->second.push_back(app::columnTitle(column.column, column.header));
        else
            reasons.push_back({column.why, {app::columnTitle(column.column, column.header)}});
    }
    std::size_t named = 0;
    std::size_t hidden = 0;
    for (const auto& [why, names] : reasons) {
        std::string list;
        for (const std::string& name : names)
            if (++named > kMaxColumns)
                ++hidden;
            else
                list += (list.empty() ? "" : ", ") + name;
        if (!list.empty())
            console.say(Text("Not used: " + list + " (" + text::render(why) + ")", Style::Dim), 2);
    }
    if (hidden > 0)
        console.say(Text("Not used: " + app::displayNumber(static_cast<std::int64_t>(hidden)) +
                             " more columns; see all with --json",
                         Style::Dim));
}

json::array texts(const std::vector<std::string>& lines) {
    return json::array(lines.begin(), lines.end());
}

} // namespace

void sayUnused(Console& console, const app::ColumnMap& map) {
    std::size_t shown = 0;
    std::size_t hidden = 0;
    for (const app::UnusedColumn& column : map.unused)
        if (!column.narrows && column.reason != app::UnusedReason::Ambiguous)
            continue;
        else if (++shown > kMaxColumns)
            ++hidden;
        else
            sayNarrowing(console, map, column);
    if (hidden > 0)
        console.say(Text("Not used: ", Style::Warn)
                        .add(app::displayNumber(static_cast<std::int64_t>(hidden)) +
                             " more columns that look as if they narrow; see all with --json"));
    sayOthers(console, map);
}

void sayNotes(Console& console, const std::vector<app::SheetNote>& notes) {
    for (const app::SheetNote& note : notes)
        console.say(
            Text("Not ordered by: ", Style::Warn)
                .add("row " + std::to_string(note.row) + " says \"" + note.text + "\"", Style::Bold)
                .add(". Nothing above the columns is part of an order; say it in columns."),
            2);
}

json::array unusedJson(const app::ColumnMap& map) {
    json::array columns;
    for (const app::UnusedColumn& column : map.unused)
        columns.push_back({{"column", app::columnLetter(column.column)},
                           {"header", column.header},
                           {"reason", app::unusedReasonWord(column.reason)},
                           {"field", column.field},
                           {"narrows", column.narrows},
                           {"why", text::render(column.why)}});
    return columns;
}

void sayOverview(Console& console, const app::OrderOverview& overview) {
    if (overview.orders() == 0)
        return;
    console.say(Text(overview.common()), 2);
    for (const std::string& line : overview.warnings())
        console.say(Text("Not narrowed: ", Style::Warn).add(line, Style::Bold), 2);
    for (const std::string& line : overview.remarks())
        console.say(Text(line, Style::Dim), 2);
}

json::object overviewJson(const app::OrderOverview& overview) {
    json::array gaps;
    for (const app::OrderOverview::Gap& gap : overview.gaps())
        gaps.push_back({{"field", gap.field}, {"rows", gap.without}, {"of", gap.of}});
    return {{"common", overview.common()},
            {"warnings", texts(overview.warnings())},
            {"remarks", texts(overview.remarks())},
            {"notNarrowed", std::move(gaps)}};
}

void RowsInWords::add(const app::CheckedRow& row, bool repeated) {
    if (!row.input || row.blocked)
        return;
    OrderRequest withReference;
    if (!row.input->reference.empty()) {
        withReference = row.input->request;
        withReference.fields[std::string(app::kReferenceField)] = row.input->reference;
    }
    const OrderRequest& order = row.input->reference.empty() ? row.input->request : withReference;
    const auto words = [&] {
        return app::rowWords(severalTabs_ ? row.input->tab : std::string(), row.row, order);
    };
    if (console_.json()) {
        json::object object{{"type", "row"},
                            {"row", row.row},
                            {"product", order.product},
                            {"leadCount", order.leadCount},
                            {"repeated", repeated},
                            {"words", words()}};
        if (severalTabs_)
            object["tab"] = row.input->tab;
        console_.emit(object);
    }
    if (repeated)
        return;
    overview_.add(order);
    ++rows_;
    if (all_) {
        console_.say(Text(words()), 2);
        return;
    }
    std::string shape = app::orderShape(order);
    const bool fresh = ++shapes_[shape] == 1;
    if (rows_ <= kFirstRows || (fresh && lines_.size() < kMaxKinds))
        lines_.push_back({words(), fresh ? std::move(shape) : std::string()});
}

void RowsInWords::say() const {
    if (console_.json()) {
        json::object object = overviewJson(overview_);
        object["type"] = "overview";
        console_.emit(object);
        return;
    }
    if (rows_ == 0)
        return;
    console_.say();
    for (const Line& line : lines_) {
        Text text(line.words);
        if (const auto kind = shapes_.find(line.shape); kind != shapes_.end() && shapes_.size() > 1)
            text.add(kind->second == 1 ? std::string(" (no other row sets these fields)")
                                       : " (" + rows(static_cast<std::int64_t>(kind->second)) +
                                             " set these fields)",
                     Style::Dim);
        console_.say(text, 2);
    }
    if (rows_ > lines_.size() && !all_)
        console_.say(Text("… and " + rows(static_cast<std::int64_t>(rows_ - lines_.size())) +
                              " more; every row in words: --words",
                          Style::Dim));
    if (rows_ > 1)
        sayOverview(console_, overview_);
    else
        for (const std::string& line : overview_.warnings())
            console_.say(Text("Not narrowed: ", Style::Warn).add(line, Style::Bold), 2);
}

} // namespace leadsheet::cli
