// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../bridge/background.hpp"
#include "../grid/sheet_grid_model.hpp"

#include "leadsheet/app/column_map.hpp"
#include "leadsheet/app/problem_index.hpp"

#include <QTimer>
#include <QWidget>

#include <vector>

class QLabel;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace leadsheet::desktop {

class SheetJob;

/// What stands in the sheet and no order will contain: notes above the columns, and columns, first
/// those that look as if they narrow who is meant. Hidden when there are none.
class UnusedColumns : public QWidget {
    Q_OBJECT

public:
    explicit UnusedColumns(QWidget* parent = nullptr);

    void present(const SheetJob& job);

private:
    void presentNotes(const SheetJob& job);
    void presentProduct(const SheetJob& job);

    QLabel* product_;
    QLabel* notes_;
    QWidget* notesWarning_; ///< the line of them
    QLabel* narrowing_;
    QWidget* warning_; ///< the line of them
    QLabel* others_;
};

/// Which product rows order that name none; empty where every row has to name one.
QString productWords(const SheetJob& job);

/// What a fix does, for a button: "Read "Nov 50" as "11-50"".
QString fixWords(const app::ProblemFix& fix);

/// A fix for all rows of a kind of problem.
struct GroupFix {
    app::MapSpec::Fix fix;
    QString words;
};
/// What to offer for a kind of problem: the likely one; where nobody can tell, as with a yes and a
/// no for "maybe", each of a few. Nothing where the kind stands for texts of several meanings.
std::vector<GroupFix> fixesFor(const app::ProblemGroup& group);

/// What puts the problems of a cell right in its whole column, a button each, and one for all
/// problems of the tab that have one likely meaning.
class FixList : public QWidget {
    Q_OBJECT

public:
    explicit FixList(QWidget* parent = nullptr);

    /// `problems` may be null.
    void present(const app::ProblemIndex* problems, GridCell cell);
    /// What the first way that is offered puts in place of the cell's text `shown`; empty when it
    /// changes something else.
    QString replacementOf(const QString& shown) const;
    /// The button that takes every fix that is likely; it may stand elsewhere in the page.
    QPushButton* allButton() const { return all_; }
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
    QString likelyWords_;                   ///< the first of them
    QVBoxLayout* buttons_;
    QPushButton* all_;
};

/// One value of a column put right wherever it stands: "Replace in 31 Rows". The number is counted
/// over all rows, beside the GUI thread.
class ReplacePanel : public QWidget {
    Q_OBJECT

public:
    explicit ReplacePanel(QWidget* parent = nullptr);

    /// Prepares the replacing of a cell's text; rows before `firstRow` are not data.
    void present(const GridSource& source, GridCell cell, const QString& columnName,
                 std::uint32_t firstRow);
    /// Fills in what the text of the cell is likely to mean; nothing is replaced by it.
    void suggest(const QString& by);
    void clear();
    void focusReplacement();

    std::uint32_t column() const { return cell_.column; }

signals:
    void replaceWanted(std::uint32_t column, const QString& what, const QString& by);

private:
    void count();
    void refresh();

    GridSource source_;
    GridCell cell_;
    std::uint32_t firstRow_ = 1;
    std::optional<std::size_t> rows_; ///< absent = not counted yet
    QLabel* title_;
    QWidget* fields_ = nullptr;
    QLineEdit* what_;
    QLineEdit* by_;
    QPushButton* replace_;
    QTimer delay_;
    Background counting_; ///< last: its thread ends first
};

} // namespace leadsheet::desktop
