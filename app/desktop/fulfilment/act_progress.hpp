// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "act_run.hpp"

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;
class QTableView;
class QVBoxLayout;

namespace leadsheet::desktop {

class NoticeBar;

/// An act under way and what came of it, order by order.
class ActProgress : public QWidget {
    Q_OBJECT

public:
    /// `run` must live as long as the widget.
    explicit ActProgress(ActRun& run, QWidget* parent = nullptr);

signals:
    void closed();

private:
    void makeTable(QVBoxLayout* layout);
    void refresh();
    void showReason();
    void chooseOpenOne();

    ActRun& run_;
    QLabel* words_ = nullptr;
    QTableView* table_ = nullptr;
    QLabel* reason_ = nullptr;
    QProgressBar* bar_ = nullptr;
    NoticeBar* notice_ = nullptr;
    QPushButton* stop_ = nullptr;
    QPushButton* again_ = nullptr;
    QPushButton* close_ = nullptr;
};

/// "3 orders are done. 1 order was refused."
QString countWords(const ActCounts& counts);

} // namespace leadsheet::desktop
