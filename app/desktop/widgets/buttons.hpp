// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLatin1String>

class QLayout;
class QPushButton;
class QString;

namespace leadsheet::desktop {

/// A button with a bundled picture at the end of a row; Return presses it where it has the focus.
QPushButton* addButton(QLayout* row, const QString& label, QLatin1String name,
                       QLatin1String picture);

} // namespace leadsheet::desktop
