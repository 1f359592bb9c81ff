// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/column_map.hpp"
#include "leadsheet/app/problem_index.hpp"
#include "leadsheet/work/checked_rows.hpp"

#include <QListWidget>
#include <QWidget>

#include <optional>

namespace leadsheet::desktop {

class FlowLayout;

/// The problems of a sheet by kind, the ones that block rows first: "31 rows: ...", each with the
/// one fix that is best for it. The first entry stands for all of them.
class ProblemList : public QListWidget {
    Q_OBJECT

public:
    explicit ProblemList(QWidget* parent = nullptr);

    /// Keeps the chosen kind when it is still there.
    /// `refused`: ready rows that the service refused when they were sent last; they are listed
    /// nowhere here, but then nobody says that there is no problem.
    void present(const app::ProblemIndex* problems, std::int64_t refused);
    /// Index in ProblemIndex::groups(); absent = all problems.
    std::optional<std::size_t> chosenGroup() const;
    /// The chosen kind among other problems: index in their groups(); absent = they have none such.
    /// Only while a kind is chosen.
    std::optional<std::size_t> chosenAmong(const app::ProblemIndex& others) const;

signals:
    void groupChosen();
    /// The fix of an entry was pressed, or Return on it.
    void fixesWanted(const std::vector<leadsheet::app::MapSpec::Fix>& fixes);

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Kind {
        app::ProblemLevel level;
        app::ProblemCode code;
        std::string field;
        std::string value;
        bool operator==(const Kind&) const = default;
    };
    void offerFix(QListWidgetItem& item, const app::ProblemGroup& group);
    void shortenFixes();

    std::vector<std::size_t> order_;
    std::vector<Kind> kinds_;
};

/// How many rows are in which state after a check: an icon, a number and a word for each.
class CheckCounts : public QWidget {
    Q_OBJECT

public:
    explicit CheckCounts(QWidget* parent = nullptr);

    /// `refused`: ready rows that the service refused when they were sent last.
    void present(const work::CheckFigures& figures, std::int64_t refused);
    void clear();

private:
    FlowLayout* flow_;
};

} // namespace leadsheet::desktop
