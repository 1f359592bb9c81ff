// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/model/lead.hpp"

#include <QFrame>

#include <vector>

class QLabel;
class QScrollArea;

namespace leadsheet::desktop {

/// All that is known of one lead, beside the grid.
class LeadDetail : public QFrame {
    Q_OBJECT

public:
    explicit LeadDetail(QWidget* parent = nullptr);

    void show(const Lead& lead);
    void showNothing();

private:
    struct Line {
        LeadField field;
        QLabel* title;
        QLabel* value;
    };

    QLabel* name_;
    QLabel* work_;
    QLabel* nothing_;
    QScrollArea* scroll_;
    std::vector<Line> lines_;
    std::vector<QLabel*> headings_;
};

} // namespace leadsheet::desktop
