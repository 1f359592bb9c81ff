// SPDX-License-Identifier: Apache-2.0
#include "run_model.hpp"

#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/table_look.hpp"

#include <algorithm>

namespace leadsheet::desktop {
namespace {

using submit::RowState;
using submit::RunState;

struct Look {
    QLatin1String icon;
    Tone tone;
};

Look lookOf(const submit::RunInfo& run) {
    if (run.interrupted)
        return {QLatin1String("warning"), Tone::Warn};
    switch (run.state) {
    case RunState::Running:
        return {QLatin1String("play"), Tone::Info};
    case RunState::Paused:
        return {QLatin1String("pause"), Tone::Warn};
    case RunState::Finished:
        return {QLatin1String("placed"), Tone::Good};
    case RunState::Stopped:
        return {QLatin1String("stop"), Tone::Muted};
    default:
        return {QLatin1String("queued"), Tone::Neutral};
    }
}

bool isRunNumber(int column) {
    return column == RunModel::Number || column >= RunModel::Placed;
}

QString amount(const submit::RunInfo& run, std::int64_t minor) {
    return money(minor, run.spec.currency);
}

} // namespace

bool canGoOn(const submit::RunInfo& run) {
    return run.interrupted || run.state == RunState::Paused || run.state == RunState::Approved ||
           run.state == RunState::Stopped || run.state == RunState::Planned;
}

int RunModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(runs_.size());
}

int RunModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : Columns;
}

const submit::RunInfo* RunModel::at(int row) const {
    return row >= 0 && row < rowCount() ? &runs_[static_cast<std::size_t>(row)] : nullptr;
}

int RunModel::rowOf(std::int64_t run) const {
    const auto found = std::find_if(runs_.begin(), runs_.end(),
                                    [run](const auto& info) { return info.id.value == run; });
    return found == runs_.end() ? -1 : static_cast<int>(found - runs_.begin());
}

QVariant RunModel::data(const QModelIndex& index, int role) const {
    const submit::RunInfo* run = at(index.row());
    if (run == nullptr)
        return {};
    if (role == Qt::TextAlignmentRole && isRunNumber(index.column()))
        return kNumberAlignment;
    if (role == Qt::DecorationRole && index.column() == State)
        return icon(lookOf(*run).icon, lookOf(*run).tone);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    switch (index.column()) {
    case Number:
        return number(run->id.value);
    case Title:
        return text(run->spec.title);
    case Started:
        return clockText(run->createdAt, std::chrono::time_point_cast<WallTime::duration>(
                                             std::chrono::system_clock::now()));
    case State:
        return runStateWord(*run);
    case Placed:
        return number(run->totals.of(RowState::Placed));
    case Open:
        return number(run->totals.unsettled());
    case Refused:
        return number(run->totals.of(RowState::Refused));
    case Held:
        return amount(*run, run->totals.held);
    default:
        return {};
    }
}

QVariant RunModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole && isRunNumber(section))
        return kNumberAlignment;
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Number:
        return tr("Run");
    case Title:
        return tr("Sheet");
    case Started:
        return tr("Begun");
    case State:
        return tr("State");
    case Placed:
        return tr("Placed");
    case Open:
        return tr("Still to send");
    case Refused:
        return tr("Refused");
    case Held:
        return tr("Held at order");
    default:
        return {};
    }
}

void RunModel::show(std::vector<submit::RunInfo> runs) {
    const bool same = runs.size() == runs_.size() &&
                      std::equal(runs.begin(), runs.end(), runs_.begin(),
                                 [](const auto& a, const auto& b) { return a.id == b.id; });
    if (same) {
        runs_ = std::move(runs);
        if (!runs_.empty())
            emit dataChanged(index(0, 0), index(rowCount() - 1, Columns - 1));
        return;
    }
    beginResetModel();
    runs_ = std::move(runs);
    endResetModel();
}

} // namespace leadsheet::desktop
