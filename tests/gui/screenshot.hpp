// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <QStringList>

class QWidget;

namespace leadsheet::test {

/// Lets a window take its final form: layouts within layouts find out one after the other that
/// they must grow, and what was taken away is gone.
void settle();

/// Whether $LEADSHEET_SCREENSHOTS names a folder. Without it a test also leaves out what is there
/// for the picture alone: colours change no name, key or size that complaints() finds, so a dark
/// window has none that a light one has not.
bool wantsScreenshots();

/// Saves what a window shows as <name>.png in $LEADSHEET_SCREENSHOTS, where people look at it.
/// Without that variable it does nothing.
void screenshot(QWidget& window, const QString& name);

/// Everything that a person working by keyboard or with a screen reader would miss in a window:
/// controls without an accessible name, buttons and labels whose text is cut, lists whose columns
/// or rows do not fit, Alt keys that mean two things. One sentence each. Waits some seconds for
/// what only holds until the window has taken its final form.
QStringList complaints(const QWidget& window);

} // namespace leadsheet::test
