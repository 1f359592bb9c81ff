// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QIcon>
#include <QLatin1String>

class QButtonGroup;
class QLayout;
class QPushButton;
class QString;

namespace leadsheet::desktop {

/// A button with a bundled picture at the end of a row; Return presses it where it has the focus.
QPushButton* addButton(QLayout* row, const QString& label, QLatin1String name,
                       QLatin1String picture);

/// One of several choices of which one holds, at the end of a row.
QPushButton* addChip(QLayout* row, QButtonGroup* choices, int id, const QString& label,
                     const QString& name, const QIcon& picture = {});

} // namespace leadsheet::desktop
