// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/sandbox/webhook_forwarder.hpp"

#include <QAbstractTableModel>

#include <deque>

namespace leadsheet::desktop {

/// A message that came to the lab, and what became of it on its way on.
struct LabRow {
    app::LabMessage message;
    WallTime at;
    std::optional<app::ForwardOutcome> forwarded;
};

/// What came to the lab, newest first; the oldest are forgotten.
class LabModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Time, Message, Genuine, Attempt, Answered, Forwarded, Columns };
    static constexpr int kMostRows = 1000;

    using QAbstractTableModel::QAbstractTableModel;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    const LabRow* at(int row) const;
    void add(std::vector<LabRow> rows); ///< oldest first
    /// Of the newest message with that id.
    void forwarded(const app::ForwardOutcome& outcome);
    void clear();

private:
    std::deque<LabRow> rows_;
};

/// Whether a message is genuine, in a word; with the reason where it is not.
QString genuineWord(const app::LabMessage& message);
QString forwardWord(const app::ForwardOutcome& outcome);

} // namespace leadsheet::desktop
