// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QString>

namespace leadsheet::desktop {

class Settings;

/// A question that is asked often.
struct InfoTemplate {
    QString name;
    QString question;
    friend bool operator==(const InfoTemplate&, const InfoTemplate&) = default;
};

/// As kept in the settings; a few to begin with.
QList<InfoTemplate> infoTemplates(const Settings& settings);
/// In place of one of that name, or a new one.
void keepInfoTemplate(Settings& settings, const InfoTemplate& kept);
void removeInfoTemplate(Settings& settings, const QString& name);

} // namespace leadsheet::desktop
