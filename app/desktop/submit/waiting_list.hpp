// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../bridge/background.hpp"

#include "leadsheet/work/waiting_sheets.hpp"

#include <QTimer>
#include <QWidget>

#include <vector>

class QVBoxLayout;

namespace leadsheet::desktop {

class Workspace;

/// The sheets that `leadsheet watch` keeps waiting for a person's yes, each a click from being
/// opened. Hidden while there are none. Looks every few seconds while its page is shown, beside the
/// GUI's thread, as folders may lie on a network.
class WaitingList : public QWidget {
    Q_OBJECT

public:
    explicit WaitingList(Workspace& workspace, QWidget* parent = nullptr);

    void look();

signals:
    void sheetChosen(const QString& file);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void present(std::vector<work::WaitingSheet> sheets);
    QWidget* makeRow(const work::WaitingSheet& sheet);

    Workspace& workspace_;
    std::vector<work::WaitingSheet> shown_;
    QVBoxLayout* rows_;
    QTimer again_;
    Background background_;
};

} // namespace leadsheet::desktop
