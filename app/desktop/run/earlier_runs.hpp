// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "run_types.hpp"

#include <QFrame>

class QCheckBox;
class QVBoxLayout;

namespace leadsheet::desktop {

/// What earlier runs of the sheet have left and the sheet no longer has as it was: it is given up
/// when the run is placed, and where it is not sure that they were of this sheet, the person says
/// so.
class EarlierRuns : public QFrame {
    Q_OBJECT

public:
    explicit EarlierRuns(QWidget* parent = nullptr);

    /// Hidden when no run has anything left. What was ticked stays ticked.
    void present(const Priced& priced);
    /// For submit::Approval.
    std::vector<submit::RunId> alsoRetire() const;

private:
    QWidget* content_ = nullptr;
    std::map<std::int64_t, QCheckBox*> doubtful_; ///< by run
};

} // namespace leadsheet::desktop
