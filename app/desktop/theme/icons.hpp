// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "palette.hpp"

#include <QIcon>
#include <QString>

namespace leadsheet::desktop {

/// A bundled line icon (resources/icons/<name>.svg), drawn in the palette's text colour of the
/// moment and legible on a selection. A name that is not bundled is an empty icon.
QIcon icon(QLatin1String name);
/// The same for checkable buttons that are highlighted while they are checked.
QIcon chipIcon(QLatin1String name);
/// The same for primary buttons, which stand on the highlight.
QIcon primaryIcon(QLatin1String name);
/// The same in a fixed colour.
QIcon icon(QLatin1String name, const QColor& colour);
/// The same in the colour of a tone, by the palette of the moment.
QIcon icon(QLatin1String name, Tone tone);

/// A state as a person reads it: word, icon and tone, never the colour alone.
struct Look {
    QString word;
    QLatin1String icon;
    Tone tone = Tone::Neutral;
};
QIcon icon(const Look& look);

} // namespace leadsheet::desktop
