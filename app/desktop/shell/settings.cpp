// SPDX-License-Identifier: Apache-2.0
#include "settings.hpp"

#include <QSettings>

namespace leadsheet::desktop {
namespace {

constexpr const char* kThemes[] = {"system", "light", "dark", "high-contrast"};

} // namespace

Settings::Settings(const std::filesystem::path& configFolder)
    : store_(std::make_unique<QSettings>(
          QString::fromStdString((configFolder / "desktop.ini").string()), QSettings::IniFormat)) {
    // QSettings writes through a temporary file that it renames, and from the event loop soon after
    // each change.
    store_->setAtomicSyncRequired(true);
}

Settings::~Settings() = default;

QVariant Settings::value(const QString& key, const QVariant& otherwise) const {
    return store_->value(key, otherwise);
}

void Settings::setValue(const QString& key, const QVariant& value) {
    if (store_->value(key) == value)
        return;
    store_->setValue(key, value);
    emit changed();
}

void Settings::flush() {
    store_->sync();
}

ThemeChoice Settings::theme() const {
    const QString word = value(QStringLiteral("theme")).toString();
    for (int i = 0; i < 4; ++i)
        if (word == QLatin1String(kThemes[i]))
            return static_cast<ThemeChoice>(i);
    return ThemeChoice::System;
}

void Settings::setTheme(ThemeChoice choice) {
    setValue(QStringLiteral("theme"), QLatin1String(kThemes[static_cast<int>(choice)]));
}

void Settings::addRecentSheet(const QString& source) {
    QStringList recent = recentSheets();
    recent.removeAll(source);
    recent.prepend(source);
    while (recent.size() > kMaxRecentSheets)
        recent.removeLast();
    setValue(QStringLiteral("recentSheets"), recent);
}

QByteArray Settings::windowState(const QString& window) const {
    return value(QStringLiteral("windows/") + window).toByteArray();
}

void Settings::setWindowState(const QString& window, const QByteArray& state) {
    setValue(QStringLiteral("windows/") + window, state);
}

} // namespace leadsheet::desktop
