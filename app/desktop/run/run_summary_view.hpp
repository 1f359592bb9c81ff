// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/work/run_summary.hpp"

#include <QFrame>

#include <optional>

class QLabel;
class QPushButton;

namespace leadsheet::desktop {

/// What a run came to, and the one thing to do next with it. GUI thread only.
class RunSummaryView : public QFrame {
    Q_OBJECT

public:
    explicit RunSummaryView(QWidget* parent = nullptr);

    /// Nothing = the run is not over, and the view hides. `cap`: of what is held.
    void present(const std::optional<work::RunSummary>& summary,
                 std::optional<std::int64_t> cap = std::nullopt);
    /// Whether its button does this.
    bool offers(work::NextStep step) const;

signals:
    void nextWanted(leadsheet::work::NextStep step);

private:
    QLabel* placed_;
    QLabel* toFix_;
    QLabel* toAnswer_;
    QLabel* unknown_;
    QLabel* toRetry_;
    QLabel* notSent_;
    QLabel* leftOut_;
    QLabel* committed_;
    QPushButton* next_;
    work::NextStep step_ = work::NextStep::None;
};

} // namespace leadsheet::desktop
