// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTabBar>

namespace leadsheet::desktop {

class SheetJob;

/// The tabs that the rows come from, when there are several: the one chosen here is looked at in
/// every step. After a check, each says how many of its rows need a fix.
class SheetTabs : public QTabBar {
    Q_OBJECT

public:
    explicit SheetTabs(SheetJob& job, QWidget* parent = nullptr);

private:
    void refresh();

    SheetJob& job_;
};

} // namespace leadsheet::desktop
