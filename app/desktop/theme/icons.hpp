// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QIcon>
#include <QPalette>
#include <QString>

namespace leadsheet::desktop {

enum class ColourScheme { Light, Dark, HighContrast };

/// Every role of every group set; text on its background has a contrast of at least 4.5 (7 in high
/// contrast), as WCAG 2.1 success criteria 1.4.3 and 1.4.6 ask.
QPalette paletteOf(ColourScheme scheme);

/// What a colour means. Never the only sign: an icon and a word stand beside it.
enum class Tone { Neutral, Info, Good, Warn, Bad, Muted };

/// Colours of a tone that fit a palette of paletteOf().
struct ToneColours {
    QColor text; ///< on the palette's Base or Window, and on `fill`
    QColor fill; ///< a quiet background
    QColor mark; ///< bars, bands and icons
};
ToneColours coloursOf(Tone tone, const QPalette& palette);

/// (L1 + 0.05) / (L2 + 0.05) of relative luminances, 1 to 21.
double contrastRatio(const QColor& a, const QColor& b);

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
