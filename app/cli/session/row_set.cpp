// SPDX-License-Identifier: Apache-2.0
#include "row_set.hpp"

#include "../output/words.hpp"

#include "leadsheet/messages/clirun.hpp"
#include "leadsheet/try.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

namespace leadsheet::cli {
namespace {

namespace say = messages::clirun;

constexpr std::int64_t kMaxRowNumber = 10'000'000;
constexpr std::size_t kMaxListed = 10;

Failure unreadable(const std::string& argument) {
    return usageFailure(say::rowsUnreadable(argument), say::writeRows());
}

Outcome<void> addRows(const std::string& argument, std::string_view list, const std::string& tab,
                      RowSet& rows) {
    const auto number = [&list](std::int64_t& value) {
        const auto [end, error] = std::from_chars(list.data(), list.data() + list.size(), value);
        if (error != std::errc() || value < 1 || value > kMaxRowNumber)
            return false;
        list.remove_prefix(static_cast<std::size_t>(end - list.data()));
        return true;
    };
    if (list.empty())
        return fail(unreadable(argument));
    while (!list.empty()) {
        std::int64_t first = 0;
        bool good = number(first);
        std::int64_t last = first;
        if (good && list.starts_with('-')) {
            list.remove_prefix(1);
            good = number(last) && last >= first;
        }
        if (good && !list.empty()) {
            good = list.starts_with(',') && list.size() > 1;
            list.remove_prefix(1);
        }
        if (!good)
            return fail(unreadable(argument));
        for (std::int64_t row = first; row <= last; ++row)
            rows.add(tab, row);
    }
    return {};
}

} // namespace

std::pair<std::string, std::string> splitTab(std::string_view text) {
    const auto mark = text.rfind('!');
    if (mark == std::string_view::npos)
        return {{}, std::string(text)};
    std::string_view tab = text.substr(0, mark);
    if (tab.size() >= 2 && tab.starts_with('\'') && tab.ends_with('\''))
        tab = tab.substr(1, tab.size() - 2);
    return {std::string(tab), std::string(text.substr(mark + 1))};
}

void RowSet::forgetGaps(const RowSet& all) {
    for (auto first = rows_.begin(); first != rows_.end();) {
        auto last = first;
        auto end = std::next(first);
        while (end != rows_.end() && end->first == last->first && end->second == last->second + 1)
            last = end++;
        const bool between = all.rows_.contains({first->first, first->second - 1}) &&
                             all.rows_.contains({last->first, last->second + 1});
        first = between ? rows_.erase(first, end) : end;
    }
}

std::string RowSet::text() const {
    std::string text;
    std::size_t count = 0;
    for (const auto& [tab, row] : rows_) {
        if (++count > kMaxListed)
            return text + ", ...";
        text += (text.empty() ? "" : ", ") + (tab.empty() ? "" : tab + "!") + std::to_string(row);
    }
    return text;
}

Outcome<RowSet> parseRows(const std::vector<std::string>& arguments,
                          const std::vector<std::string>& tabs) {
    RowSet rows(tabs.size() > 1);
    for (const std::string& argument : arguments) {
        const auto [tab, list] = splitTab(argument);
        if (tab.empty() && tabs.size() > 1)
            return fail(usageFailure(say::rowsWithoutTab(argument, joined(tabs)),
                                     say::nameTabBeforeRows(tabs.front())));
        if (!tab.empty() && std::find(tabs.begin(), tabs.end(), tab) == tabs.end())
            return fail(usageFailure(say::rowsOfOtherTab(argument, joined(tabs))));
        LEADSHEET_TRY_DONE(addRows(argument, list, tab, rows));
    }
    if (rows.empty())
        return fail(usageFailure(say::rowsEmpty(), say::rowsExample()));
    return rows;
}

namespace {

using submit::RowState;

bool isOpen(RowState state) {
    return state == RowState::Refused || state == RowState::NeedsFix ||
           state == RowState::Unknown || state == RowState::Sending ||
           state == RowState::WillRetry || state == RowState::Queued || state == RowState::Ready;
}

} // namespace

OpenRows::OpenRows(bool severalTabs)
    : severalTabs_(severalTabs)
    , places_(severalTabs) {}

void OpenRows::add(const submit::RowRecord& row) {
    const bool open = isOpen(row.state);
    if (open)
        places_.add(row.tab, row.sourceRow);
    if (!row.reference.empty())
        byReference_[row.reference] = open;
    if (row.key.empty())
        return;
    const std::string mark = submit::isOrdered(row.state) ? row.mark : std::string();
    if (byKey_.try_emplace(row.key, Known{row.tab, row.sourceRow, mark, open}).second &&
        !mark.empty())
        ++vanished_[mark];
}

void OpenRows::look(const submit::RowRecord& row) {
    const auto known = byKey_.find(row.key);
    if (row.key.empty() || known == byKey_.end())
        return;
    Known& before = known->second;
    moved_ = moved_ || before.sourceRow != row.sourceRow || (severalTabs_ && before.tab != row.tab);
    if (!before.mark.empty())
        --vanished_[std::exchange(before.mark, {})];
}

bool OpenRows::isKnown(const submit::RowRecord& row) const {
    return byKey_.contains(row.key) ||
           (!row.reference.empty() && byReference_.contains(row.reference));
}

bool OpenRows::has(const submit::RowRecord& row) const {
    if (const auto known = byKey_.find(row.key); known != byKey_.end())
        return known->second.open;
    if (const auto known = byReference_.find(row.reference);
        !row.reference.empty() && known != byReference_.end())
        return known->second;
    const auto vanished = vanished_.find(row.mark);
    const bool mayBeOrdered = vanished != vanished_.end() && vanished->second > 0;
    return !moved_ && !mayBeOrdered && places_.contains(row.tab, row.sourceRow);
}

bool OpenRows::isDoubtful(const submit::RowRecord& row) const {
    return !isKnown(row) && !has(row) && places_.contains(row.tab, row.sourceRow);
}

} // namespace leadsheet::cli
