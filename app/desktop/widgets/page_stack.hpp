// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStackedWidget>

namespace leadsheet::desktop {

/// Pages that fill what room there is, one at a time. The layout around them does not ask how high
/// they are at some width: whatever changed in one page would have every label of all pages
/// measured anew.
class PageStack : public QStackedWidget {
    Q_OBJECT

public:
    using QStackedWidget::QStackedWidget;

    bool hasHeightForWidth() const override { return false; }
};

} // namespace leadsheet::desktop
