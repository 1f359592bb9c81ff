// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "run_words.hpp"

#include <QFrame>

class QCheckBox;
class QLabel;
class QPushButton;
class QTreeWidget;

namespace leadsheet::desktop {

class ColumnWidths;
class FlowLayout;

/// What a sheet that was ordered from before brings now: how many rows are new, changed, ordered
/// already, twice in it, and gone from it; changed rows as they were and as they are.
class WhatIsNew : public QFrame {
    Q_OBJECT

public:
    WhatIsNew();

    /// Hidden for a sheet of which nothing was ordered yet.
    void present(const Priced& priced);

signals:
    /// The changed row is to be ordered in place of the order that it was.
    void replaceWanted(std::int64_t ordinal, const QString& orderNumber);

private:
    void rowChosen();
    void fillCounts(const submit::PlanSummary& plan, const work::LeftOut& left);
    void fillList(const work::SheetChanges& changes, const std::string& sourceName);

    QWidget* counts_;
    FlowLayout* flow_;
    QLabel* cost_;
    QTreeWidget* list_;
    ColumnWidths* widths_;
    QLabel* more_;
    QPushButton* replace_;
};

/// What earlier runs of the sheet have left and the sheet no longer has as it was: it is given up
/// when the run is placed, and where it is not sure that they were of this sheet, the person says
/// so.
class EarlierRuns : public QFrame {
    Q_OBJECT

public:
    EarlierRuns();

    /// Hidden when no run has anything left. What was ticked stays ticked.
    void present(const Priced& priced);
    /// For submit::Approval.
    std::vector<submit::RunId> alsoRetire() const;

private:
    QWidget* content_ = nullptr;
    std::map<std::int64_t, QCheckBox*> doubtful_; ///< by run
};

} // namespace leadsheet::desktop
