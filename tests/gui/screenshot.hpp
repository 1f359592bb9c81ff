// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <QStringList>

class QWidget;

namespace leadsheet::test {

/// Saves what a window shows as <name>.png in $LEADSHEET_SCREENSHOTS, where people look at it.
/// Without that variable it does nothing.
void screenshot(QWidget& window, const QString& name);

/// Everything that a person working by keyboard or with a screen reader would miss in a window:
/// focusable widgets without an accessible name, buttons and labels whose text is cut. One sentence
/// each.
QStringList complaints(const QWidget& window);

} // namespace leadsheet::test
