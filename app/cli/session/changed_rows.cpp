// SPDX-License-Identifier: Apache-2.0
#include "changed_rows.hpp"

#include "../output/console.hpp"
#include "../output/words.hpp"
#include "row_words.hpp"
#include "run_choice.hpp"

#include "leadsheet/messages/clirun.hpp"
#include "leadsheet/try.hpp"

#include <boost/json.hpp>
#include <set>

namespace leadsheet::cli {
namespace {

namespace json = boost::json;
namespace say = messages::clirun;

constexpr std::size_t kMaxChangesShown = 50;

std::string cellText(const json::value& value) {
    const json::array* items = value.if_array();
    if (items == nullptr)
        return value.is_string() ? std::string(value.get_string()) : json::serialize(value);
    std::string text;
    for (const json::value& item : *items)
        text += (text.empty() ? "" : ", ") + cellText(item);
    return text;
}

/// Members of two canonical bodies that differ, as "leadCount 100 → 250".
std::vector<Message> differences(const std::string& before, const std::string& after) {
    json::error_code error;
    const json::value left = json::parse(before, error);
    const json::value right = json::parse(after, error);
    const json::object* a = left.if_object();
    const json::object* b = right.if_object();
    if (error || a == nullptr || b == nullptr)
        return {};
    std::set<std::string> names;
    for (const auto& member : *a)
        names.insert(std::string(member.key()));
    for (const auto& member : *b)
        names.insert(std::string(member.key()));
    std::vector<Message> changes;
    const auto text = [](const json::value* value) {
        return value == nullptr ? say::noValue() : say::someValue(cellText(*value));
    };
    for (const std::string& name : names) {
        const json::value* was = a->if_contains(name);
        const json::value* is = b->if_contains(name);
        if (was != nullptr && is != nullptr && *was == *is)
            continue;
        changes.push_back(say::fieldChanged(name, text(was), text(is)));
    }
    return changes;
}

} // namespace

Outcome<void> sayChanges(Console& console, const submit::Ledger& ledger, submit::RunId run,
                         submit::RowFilter filter, bool severalTabs) {
    filter.withContent = true;
    std::size_t shown = 0;
    return forEachRow(ledger, run, filter, [&](const submit::RowRecord& row) {
        if (row.isReferenceTaken() && !filter.states.empty())
            return; // said with the reasons why rows are left out
        std::string before;
        std::string order = row.orderNumber; // of a row that another computer ordered
        if (row.related) {
            if (const auto earlier = ledger.row(*row.related)) {
                before = earlier->request;
                order = earlier->orderNumber;
            }
        }
        auto changes = differences(before, row.request);
        if (before.empty())
            changes = {say::orderedElsewhere()};
        std::string text;
        json::array english;
        for (const Message& change : changes) {
            text += (text.empty() ? "" : "; ") + said(change);
            english.emplace_back(text::render(change));
        }
        if (++shown <= kMaxChangesShown)
            console.say(Text("  ")
                            .add("~ ", Style::Warn)
                            .add(say::rowChanged(rowTitle(row, severalTabs), order, text)),
                        4);
        console.emit({{"type", "changed"},
                      {"row", row.sourceRow},
                      {"tab", row.tab},
                      {"orderNumber", order},
                      {"changes", std::move(english)}});
    });
}

Outcome<void> sayLeftOutChanges(Console& console, const submit::Ledger& ledger, submit::RunId run,
                                const work::LeftOut& left) {
    if (left.changed() == 0)
        return {};
    LEADSHEET_TRY(const auto info, explained(ledger.run(run)));
    submit::RowFilter filter;
    filter.states = {submit::RowState::Skipped};
    filter.finding = submit::Finding::Changed;
    return sayChanges(console, ledger, run, filter, hasSeveralTabs(info));
}

} // namespace leadsheet::cli
