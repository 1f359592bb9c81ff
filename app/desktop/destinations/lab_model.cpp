// SPDX-License-Identifier: Apache-2.0
#include "lab_model.hpp"

#include "../phrases/say.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "webhook_words.hpp"

#include <QDateTime>
#include <QGuiApplication>

#include <algorithm>

namespace leadsheet::desktop {

int LabModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int LabModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : Columns;
}

const LabRow* LabModel::at(int row) const {
    return row >= 0 && row < rowCount() ? &rows_[static_cast<std::size_t>(row)] : nullptr;
}

QVariant LabModel::data(const QModelIndex& index, int role) const {
    const LabRow* row = at(index.row());
    if (row == nullptr)
        return {};
    const app::LabMessage& message = row->message;
    if (role == Qt::DecorationRole && index.column() == Genuine) {
        const Tone tone = message.problem ? Tone::Bad : message.checked ? Tone::Good : Tone::Muted;
        const char* picture = message.problem ? "error" : message.checked ? "placed" : "unknown";
        return icon(QLatin1String(picture), coloursOf(tone, QGuiApplication::palette()).mark);
    }
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    switch (index.column()) {
    case Time:
        return QDateTime::fromMSecsSinceEpoch(row->at.time_since_epoch().count())
            .toString(QStringLiteral("HH:mm:ss"));
    case Message:
        return message.eventType.empty() ? tr("No kind of message")
                                         : messageWord(message.eventType);
    case Genuine:
        return genuineWord(message);
    case Attempt:
        return number(message.attempt);
    case Answered:
        return QString::number(message.status);
    case Forwarded:
        return row->forwarded ? forwardWord(*row->forwarded) : QString();
    default:
        return {};
    }
}

QVariant LabModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Time:
        return tr("Came");
    case Message:
        return tr("Message");
    case Genuine:
        return tr("Signature");
    case Attempt:
        return tr("Came so often");
    case Answered:
        return tr("Answered");
    case Forwarded:
        return tr("Passed on");
    default:
        return {};
    }
}

void LabModel::add(std::vector<LabRow> rows) {
    if (rows.empty())
        return;
    const int room = kMostRows - static_cast<int>(rows.size());
    if (rowCount() > std::max(room, 0)) {
        beginRemoveRows({}, std::max(room, 0), rowCount() - 1);
        rows_.resize(static_cast<std::size_t>(std::max(room, 0)));
        endRemoveRows();
    }
    beginInsertRows({}, 0, static_cast<int>(rows.size()) - 1);
    for (LabRow& row : rows)
        rows_.push_front(std::move(row));
    endInsertRows();
}

void LabModel::forwarded(const app::ForwardOutcome& outcome) {
    const auto found = std::find_if(rows_.begin(), rows_.end(), [&](const LabRow& row) {
        return row.message.id == outcome.id && !row.forwarded;
    });
    if (found == rows_.end())
        return;
    found->forwarded = outcome;
    const int row = static_cast<int>(found - rows_.begin());
    emit dataChanged(index(row, 0), index(row, Columns - 1));
}

void LabModel::clear() {
    beginResetModel();
    rows_.clear();
    endResetModel();
}

QString genuineWord(const app::LabMessage& message) {
    if (!message.checked)
        return LabModel::tr("Not checked");
    return message.problem ? say(std::string(toString(*message.problem))) : LabModel::tr("Genuine");
}

QString forwardWord(const app::ForwardOutcome& outcome) {
    if (outcome.dropped)
        return LabModel::tr("Left out: too many wait");
    if (outcome.delivered)
        return LabModel::tr("Taken after %Ln attempt(s)", "", outcome.attempts);
    return outcome.status != 0 ? LabModel::tr("Not taken: answered %1").arg(outcome.status)
                               : LabModel::tr("Not taken: %1").arg(say(outcome.reason));
}

} // namespace leadsheet::desktop
