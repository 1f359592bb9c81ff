// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "run_types.hpp"

#include <QFrame>

class QLabel;
class QTreeWidget;

namespace leadsheet::desktop {

class ColumnWidths;
class FlowLayout;

/// What a sheet that was ordered from before brings now: how many rows are new, changed, ordered
/// already, twice in it, and gone from it; changed rows as they were and as they are.
class WhatIsNew : public QFrame {
    Q_OBJECT

public:
    explicit WhatIsNew(QWidget* parent = nullptr);

    /// Hidden for a sheet of which nothing was ordered yet.
    void present(const Priced& priced);

private:
    void fillCounts(const submit::PlanSummary& plan);
    void fillList(const work::SheetChanges& changes, const std::string& sourceName);

    QWidget* counts_;
    FlowLayout* flow_;
    QLabel* cost_;
    QTreeWidget* list_;
    ColumnWidths* widths_;
    QLabel* more_;
};

} // namespace leadsheet::desktop
