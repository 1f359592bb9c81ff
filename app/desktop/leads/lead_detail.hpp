// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../widgets/detail_pane.hpp"

#include "leadsheet/model/lead.hpp"

#include <vector>

namespace leadsheet::desktop {

/// All that is known of one lead, beside the grid.
class LeadDetail : public DetailPane {
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
    struct Heading {
        QLabel* title;
        QWidget* facts;
    };

    QLabel* name_;
    QLabel* work_;
    std::vector<Line> lines_;
    std::vector<Heading> headings_;
};

} // namespace leadsheet::desktop
