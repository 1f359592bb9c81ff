// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLocale>
#include <QTranslator>

namespace leadsheet::desktop {

/// The words of the window and how numbers and dates are written, while it lives: before the first
/// window is made and after the last one is gone.
class Translations {
public:
    /// "en", "de", or empty for the language of the system; what is not spoken is English.
    explicit Translations(const QString& language);
    ~Translations();
    Q_DISABLE_COPY_MOVE(Translations)

private:
    QLocale before_;
    QTranslator qt_;
    QTranslator own_;
};

} // namespace leadsheet::desktop
