// SPDX-License-Identifier: Apache-2.0
#include "open_rows.hpp"

#include <utility>

namespace leadsheet::cli {
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
