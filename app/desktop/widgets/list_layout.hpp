// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLatin1String>
#include <QWidget>

class QLabel;

namespace leadsheet::desktop {

/// A list and the pane of its chosen row side by side; what becomes free goes to the list first.
QWidget* besideList(QWidget* list, QWidget* pane);

/// A page of a list: what chooses and tells stands above it, its state below. The page gives its
/// focus to the list.
void layOutList(QWidget& page, const QWidgetList& above, QWidget* list, QWidget* pane,
                QWidget* state);

/// The line below a list that says how much of what is shown.
QLabel* listState(QLatin1String name);

} // namespace leadsheet::desktop
