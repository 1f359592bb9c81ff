// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "act_run.hpp"

#include <QAbstractTableModel>

namespace leadsheet::desktop {

/// What became of each order of an act, with the reason where it was not done.
class OutcomeModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Number, Outcome, Reason, Columns };

    /// `run` must live as long as the model.
    explicit OutcomeModel(const ActRun& run, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    const ActRun& run_;
};

QString outcomeWord(ActState state);
/// Why it was not done, or not yet.
QString outcomeReason(const ActOutcome& outcome, const Connected& at);

} // namespace leadsheet::desktop
