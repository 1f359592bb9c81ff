// SPDX-License-Identifier: Apache-2.0
#include "outcome_model.hpp"

#include "../account/trouble.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"

namespace leadsheet::desktop {
namespace {

QIcon outcomeIcon(ActState state) {
    switch (state) {
    case ActState::Sending:
        return icon(QLatin1String("play"), Tone::Info);
    case ActState::Done:
        return icon(QLatin1String("placed"), Tone::Good);
    case ActState::Refused:
        return icon(QLatin1String("error"), Tone::Bad);
    case ActState::Unknown:
        return icon(QLatin1String("unknown"), Tone::Warn);
    case ActState::Waiting:
        break;
    }
    return icon(QLatin1String("queued"), Tone::Neutral);
}

} // namespace

QString outcomeWord(ActState state) {
    switch (state) {
    case ActState::Sending:
        return OutcomeModel::tr("Sending");
    case ActState::Done:
        return OutcomeModel::tr("Done");
    case ActState::Refused:
        return OutcomeModel::tr("Refused");
    case ActState::Unknown:
        return OutcomeModel::tr("Unknown Outcome");
    case ActState::Waiting:
        break;
    }
    return OutcomeModel::tr("Not Sent");
}

QString outcomeReason(const ActOutcome& outcome, const Connected& at) {
    if (!outcome.error || outcome.state == ActState::Done || outcome.state == ActState::Sending)
        return {};
    if (outcome.state == ActState::Unknown)
        return OutcomeModel::tr("No answer came, so it may have been done. Sent again, it is done "
                                "once at most.");
    if (outcome.error->is(ErrorCode::VersionConflict) ||
        outcome.error->is(ErrorCode::InvalidTransition))
        return OutcomeModel::tr("The order changed since it was shown. Look at it again.");
    if (outcome.error->is(ErrorCode::NotFound))
        return OutcomeModel::tr("There is no such order any more.");
    return callTrouble(*outcome.error, at);
}

OutcomeModel::OutcomeModel(const ActRun& run, QObject* parent)
    : QAbstractTableModel(parent)
    , run_(run) {
    connect(&run, &ActRun::changed, this,
            [this](int row) { emit dataChanged(index(row, 0), index(row, Columns - 1)); });
}

int OutcomeModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(run_.outcomes().size());
}

int OutcomeModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : Columns;
}

QVariant OutcomeModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    const ActOutcome& outcome = run_.outcomes()[static_cast<std::size_t>(index.row())];
    if (role == Qt::DecorationRole && index.column() == Outcome)
        return outcomeIcon(outcome.state);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    switch (index.column()) {
    case Number:
        return text(outcome.order.order.number.str());
    case Outcome:
        return outcomeWord(outcome.state);
    case Reason:
        return outcomeReason(outcome, run_.connection());
    default:
        return {};
    }
}

QVariant OutcomeModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Number:
        return tr("Order");
    case Outcome:
        return tr("Outcome");
    case Reason:
        return tr("Reason");
    default:
        return {};
    }
}

} // namespace leadsheet::desktop
