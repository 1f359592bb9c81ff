// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>

class QWidget;

namespace leadsheet::test {

/// Goes through a shown window with Tab until it comes round, and back with Shift+Tab. One sentence
/// for each control that is not reached or reached twice, or looks the same with the focus as
/// without it, and for each step that leads upwards or back to the left, against the order of
/// reading.
QStringList tabFaults(QWidget& window);

/// One sentence for each two controls of a window that answer to the same Alt key, and for each
/// button that answers to none although the alphabet has letters left.
QStringList mnemonicFaults(const QWidget& window);

} // namespace leadsheet::test
