// SPDX-License-Identifier: Apache-2.0
#include "translations.hpp"

#include <QCoreApplication>
#include <QLibraryInfo>

namespace leadsheet::desktop {
namespace {

/// The chosen language, as it is spoken where the system says.
QLocale localeOf(const QString& language) {
    const QLocale system = QLocale::system();
    const QLocale wanted = language.isEmpty() ? system : QLocale(language);
    if (wanted.language() != QLocale::German && wanted.language() != QLocale::English)
        return {QLocale::English, QLocale::UnitedStates};
    return wanted.language() == system.language() ? system : wanted;
}

} // namespace

Translations::Translations(const QString& language) {
    const QLocale locale = localeOf(language);
    QLocale::setDefault(locale);
    const bool german = locale.language() == QLocale::German;
    if (german && qt_.load(locale, QStringLiteral("qtbase"), QStringLiteral("_"),
                           QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&qt_);
    // English too has plural forms.
    if (own_.load(german ? QStringLiteral(":/i18n/leadsheet_de")
                         : QStringLiteral(":/i18n/leadsheet_en")))
        QCoreApplication::installTranslator(&own_);
}

Translations::~Translations() {
    QLocale::setDefault(before_);
}

} // namespace leadsheet::desktop
