// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../grid/grid_source.hpp"
#include "leadsheet/app/column_map.hpp"
#include "leadsheet/app/problem_index.hpp"

#include <QWidget>

#include <vector>

class QPushButton;
class QVBoxLayout;

namespace leadsheet::desktop {

/// What puts the problems of a cell right in its whole column, a button each, and one for all
/// problems of the tab that have one likely meaning.
class FixList : public QWidget {
    Q_OBJECT

public:
    explicit FixList(QWidget* parent = nullptr);

    /// `problems` may be null.
    void present(const app::ProblemIndex* problems, GridCell cell);
    /// The first way that is offered for the cell.
    void takeFirst();
    void takeAll();

signals:
    void fixesWanted(const std::vector<app::MapSpec::Fix>& fixes);

private:
    struct Offer {
        app::MapSpec::Fix fix;
        QString words;
    };
    void offer(const app::ProblemGroup& group);

    std::vector<Offer> offers_;             ///< for the cell
    std::vector<app::MapSpec::Fix> likely_; ///< of all problems
    QVBoxLayout* buttons_;
    QPushButton* all_;
};

} // namespace leadsheet::desktop
