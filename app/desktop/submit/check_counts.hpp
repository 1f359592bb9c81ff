// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/sheet_check.hpp"

#include <QWidget>

namespace leadsheet::desktop {

class FlowLayout;

/// How many rows are in which state after a check: an icon, a number and a word for each.
class CheckCounts : public QWidget {
    Q_OBJECT

public:
    explicit CheckCounts(QWidget* parent = nullptr);

    void present(const app::CheckSummary& found);
    void clear();

private:
    FlowLayout* flow_;
};

} // namespace leadsheet::desktop
