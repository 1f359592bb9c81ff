// SPDX-License-Identifier: Apache-2.0
#include "translations.hpp"

#include "../shell/settings.hpp"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

namespace leadsheet::desktop {

void installTranslations(QCoreApplication& application, const app::AppFolders& folders) {
    const QString chosen = Settings(folders.config).language();
    const QLocale locale = chosen.isEmpty() ? QLocale::system() : QLocale(chosen);
    const bool german = locale.language() == QLocale::German;
    auto* own = new QTranslator(&application);
    if (own->load(QStringLiteral(":/i18n/leadsheet_") +
                  (german ? QStringLiteral("de") : QStringLiteral("en"))))
        QCoreApplication::installTranslator(own);
    auto* qt = new QTranslator(&application);
    if (german && qt->load(locale, QStringLiteral("qtbase"), QStringLiteral("_"),
                           QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(qt);
}

} // namespace leadsheet::desktop
