// SPDX-License-Identifier: Apache-2.0
#pragma once

class QWidget;

namespace leadsheet::desktop {

/// Moves the focus to the control that comes next (or before) in the layouts of a window, which is
/// the order they are read in, and round at the ends. Qt's own order is that of their making, wrong
/// as soon as parts are made again. For QWidget::focusNextPrevChild of windows; false = nothing to
/// go to.
bool focusInLayoutOrder(QWidget& window, bool next);

} // namespace leadsheet::desktop
