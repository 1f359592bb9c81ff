// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "run_words.hpp"

#include <QFrame>
#include <QStringList>
#include <QWidget>

#include <chrono>
#include <optional>

class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QTreeWidget;

namespace leadsheet::desktop {

class ColumnWidths;

/// Rows that cost nothing because the account has orders for the same, each with its sentence, and
/// the acts by which they are ordered all the same: the chosen ones, or all of them. Also those
/// that are ordered although it perhaps has.
class KnownRows : public QFrame {
    Q_OBJECT

public:
    enum class Kind { OrderedBefore, Ended, Similar };
    explicit KnownRows(Kind kind);

    /// Hidden when there is nothing to say. With `canLeaveOut` what was agreed to can be taken
    /// back.
    /// `added`: which rows were taken into the price, and the orders that they repeat.
    void present(const Priced& priced, bool canLeaveOut, const QStringList& added = {});

    static std::vector<std::int64_t> ordinalsOf(const std::vector<submit::RowRecord>& rows);

signals:
    /// The person wants these rows ordered; the rows as they were shown.
    void wanted(const std::vector<leadsheet::submit::RowRecord>& rows);
    void allWanted();
    /// What was agreed to is to be left out again.
    void leaveOutWanted();

private:
    void rowChosen();
    std::vector<submit::RowRecord> selected() const;
    void sayAdded(std::int64_t anyway, const QStringList& added);
    QString sentenceOf(const submit::RowRecord& row) const;

    Kind kind_;
    std::vector<submit::RowRecord> rows_;
    std::int64_t all_ = 0;
    QLabel* title_;
    QLabel* words_;
    QTreeWidget* list_;
    ColumnWidths* widths_;
    QLabel* sentence_;
    QLabel* more_;
    QPushButton* act_;
    QPushButton* actAll_;
    QLabel* anyway_;
    QPushButton* leaveOut_;
};

/// "Order again what was ordered more than 30 days ago": a tick, off by default, and the period.
class AgainAfter : public QWidget {
    Q_OBJECT

public:
    AgainAfter();

    void setPeriod(std::optional<std::chrono::seconds> period);

signals:
    /// The person chose another; only what can be read is told.
    void chosen(std::optional<std::chrono::seconds> period);

protected:
    bool event(QEvent* event) override;

private:
    void choose();
    void explain();

    QCheckBox* wanted_;
    QLineEdit* period_;
    QLabel* ago_;
    QLabel* problem_;
    std::optional<std::chrono::seconds> told_;
};

} // namespace leadsheet::desktop
