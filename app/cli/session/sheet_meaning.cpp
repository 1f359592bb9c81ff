// SPDX-License-Identifier: Apache-2.0
#include "sheet_meaning.hpp"

#include "../output/console.hpp"
#include "../output/words.hpp"
#include "leadsheet/app/fields.hpp"
#include "leadsheet/messages/clisheet.hpp"
#include "leadsheet/text/render.hpp"
#include "row_words.hpp"

#include <algorithm>
#include <boost/json.hpp>

namespace leadsheet::cli {
namespace {

namespace json = boost::json;
namespace sheetSay = messages::clisheet;

constexpr std::uint64_t kFirstRows = 3;
constexpr std::size_t kMaxKinds = 20;
constexpr std::size_t kMaxColumns = 20; ///< of each kind that are named

Text notUsed() {
    return Text(sheetSay::notUsed(), Style::Warn).add(" ");
}

void sayWarnings(Console& console, const app::OrderOverview& overview) {
    for (const std::string& line : overview.warnings(wording()))
        console.say(Text(sheetSay::notNarrowed(), Style::Warn).add(" ").add(line, Style::Bold), 2);
}

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
        console.say(notUsed()
                        .add(columnName(column.column, column.header), Style::Bold)
                        .add(" ")
                        .add(sheetSay::couldBe(column.field, column.why,
                                               shellQuoted(column.field + "=" + name))),
                    2);
        return;
    }
    // What was stated, or that no field can take, needs no way out.
    using enum app::UnusedReason;
    const bool mappable = (column.reason == CellsContradict && offered) ||
                          column.reason == Unknown ||
                          (column.reason == NotOfTheProfile && !column.field.empty());
    const std::string field = column.field.empty() ? "FIELD" : column.field;
    console.say(notUsed()
                    .add(columnName(column.column, column.header), Style::Bold)
                    .add(mappable
                             ? sheetSay::narrowsMapIt(column.why, shellQuoted(field + "=" + name),
                                                      shellQuoted("ignore=" + name))
                             : sheetSay::narrows(column.why)),
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
            known->second.push_back(columnName(column.column, column.header));
        else
            reasons.push_back({column.why, {columnName(column.column, column.header)}});
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
            console.say(Text(sheetSay::unusedFor(list, why), Style::Dim), 2);
    }
    if (hidden > 0)
        console.say(Text(sheetSay::unusedMore(static_cast<std::int64_t>(hidden)), Style::Dim));
}

json::array texts(const std::vector<std::string>& lines) {
    return json::array(lines.begin(), lines.end());
}

} // namespace

std::string columnName(std::uint32_t column, const std::string& header) {
    return header.empty() ? said(sheetSay::column(app::columnLetter(column))) : header;
}

void sayProductOf(Console& console, const app::ColumnMap& map) {
    const app::ValueRule* rule = map.valueFor(app::kProductTarget);
    if (rule == nullptr)
        return;
    const Message words = rule->fillOnly ? sheetSay::productWhereEmpty(rule->value)
                          : rule->why == app::given()
                              ? sheetSay::productOfEveryRow(rule->value)
                              : sheetSay::productByColumns(rule->value, rule->why);
    console.say(Text(words, Style::Dim), 9);
}

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
        console.say(notUsed().add(sheetSay::narrowsMore(static_cast<std::int64_t>(hidden))));
    sayOthers(console, map);
}

void sayNotes(Console& console, const std::vector<app::SheetNote>& notes) {
    for (const app::SheetNote& note : notes)
        console.say(Text(sheetSay::notOrderedBy(), Style::Warn)
                        .add(" ")
                        .add(sheetSay::rowSays(note.row, note.text), Style::Bold)
                        .add(sheetSay::nothingAboveColumns()),
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
    console.say(Text(overview.common(wording())), 2);
    sayWarnings(console, overview);
    for (const std::string& line : overview.remarks(wording()))
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
    OrderRequest order = row.input->request;
    if (!row.input->reference.empty())
        order.fields[std::string(app::kReferenceField)] = row.input->reference;
    add(row.input->tab, row.row, order, repeated);
}

void RowsInWords::add(const std::string& tab, std::uint32_t row, const OrderRequest& order,
                      bool repeated) {
    addRow(tab, row, order, {repeated});
}

void RowsInWords::add(const work::KnownRow& known, WallTime now) {
    const submit::RowRecord& row = known.row;
    const auto order = app::orderOfBody(row.request);
    if (!order)
        return;
    Standing standing;
    standing.repeated = row.skipReason == submit::SkipReason::DuplicateInSheet;
    if (row.state != submit::RowState::Ready && !standing.repeated) {
        const bool skipped = row.state == submit::RowState::Skipped;
        standing.known = {{"state", submit::name(row.state)}, {"orderNumber", known.orderNumber}};
        if (skipped)
            standing.known["skipReason"] = submit::name(row.skipReason);
        const Message state = skipped ? skipMessage(row.skipReason) : stateMessage(row.state);
        if (known.orderNumber.empty())
            standing.words = sheetSay::knownRowWithoutOrder(state);
        else if (known.orderedAt)
            standing.words =
                sheetSay::knownRow(state, known.orderNumber, clockTime(*known.orderedAt, now));
        else
            standing.words = sheetSay::knownRowOfOrder(state, known.orderNumber);
    }
    addRow(row.tab, static_cast<std::uint32_t>(row.sourceRow), *order, standing);
}

void RowsInWords::addRow(const std::string& tab, std::uint32_t row, const OrderRequest& order,
                         const Standing& standing) {
    const auto words = [&](const text::Wording& language) {
        return app::rowWords(severalTabs_ ? tab : std::string(), row, order, language);
    };
    if (console_.json()) {
        json::object object{{"type", "row"},
                            {"row", row},
                            {"product", order.product},
                            {"leadCount", order.leadCount},
                            {"repeated", standing.repeated},
                            {"words", words(text::english())}};
        if (severalTabs_)
            object["tab"] = tab;
        for (const auto& member : standing.known)
            object[member.key()] = member.value();
        console_.emit(object);
    }
    if (standing.repeated)
        return;
    if (!standing.known.empty()) {
        if (all_)
            console_.say(Text(words(wording())).add(" ").add(standing.words, Style::Dim), 2);
        return;
    }
    overview_.add(order);
    ++rows_;
    if (all_) {
        console_.say(Text(words(wording())), 2);
        return;
    }
    std::string shape = app::orderShape(order);
    const bool fresh = ++shapes_[shape] == 1;
    if (rows_ <= kFirstRows || (fresh && lines_.size() < kMaxKinds))
        lines_.push_back({words(wording()), fresh ? std::move(shape) : std::string()});
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
            text.add(" ").add(sheetSay::sameFields(static_cast<std::int64_t>(kind->second)),
                              Style::Dim);
        console_.say(text, 2);
    }
    if (rows_ > lines_.size() && !all_)
        console_.say(Text(sheetSay::moreRowsWords(static_cast<std::int64_t>(rows_ - lines_.size())),
                          Style::Dim));
    if (rows_ > 1)
        sayOverview(console_, overview_);
    else
        sayWarnings(console_, overview_);
}

} // namespace leadsheet::cli
