// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/problem.hpp"

#include <QScrollBar>

#include <optional>
#include <vector>

namespace leadsheet::desktop {

class SheetGridModel;

/// The scroll bar beside the rows of a sheet, with a mark wherever rows have problems, in the
/// colour of the worst one there. It adds nothing to what the row numbers and the list of problems
/// say.
class ProblemScrollBar : public QScrollBar {
    Q_OBJECT

public:
    using Level = std::optional<app::ProblemLevel>;

    explicit ProblemScrollBar(const SheetGridModel& model, QWidget* parent = nullptr);

    /// The worst problem in each of `parts` equal parts of the shown rows. Looks at every marked
    /// problem once and reads `parts` rows at most.
    static std::vector<Level> worstOfParts(const SheetGridModel& model, int parts);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void forget();

    const SheetGridModel& model_;
    std::vector<Level> parts_; ///< from the top; empty = not looked at yet
};

} // namespace leadsheet::desktop
