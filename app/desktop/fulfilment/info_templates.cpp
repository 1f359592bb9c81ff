// SPDX-License-Identifier: Apache-2.0
#include "info_templates.hpp"

#include "../shell/settings.hpp"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

struct TemplateWords {
    Q_DECLARE_TR_FUNCTIONS(InfoTemplates)
};

const QString kKept = QStringLiteral("fulfilment/infoTemplates");

QList<InfoTemplate> firstTemplates() {
    return {{TemplateWords::tr("Locations"),
             TemplateWords::tr("Which countries or regions shall the leads come from?")},
            {TemplateWords::tr("Too few found"),
             TemplateWords::tr("Fewer companies fit this profile than you ordered leads. Shall we "
                               "widen the locations, widen the industries, or deliver what there "
                               "is?")},
            {TemplateWords::tr("Search address"),
             TemplateWords::tr("The search address cannot be opened. Please send one that is "
                               "shared with everybody who has the link.")}};
}

void store(Settings& settings, const QList<InfoTemplate>& templates) {
    QJsonArray array;
    for (const InfoTemplate& one : templates)
        array.append(QJsonObject{{QStringLiteral("name"), one.name},
                                 {QStringLiteral("question"), one.question}});
    settings.setValue(kKept,
                      QString::fromUtf8(QJsonDocument(array).toJson(QJsonDocument::Compact)));
}

} // namespace

QList<InfoTemplate> infoTemplates(const Settings& settings) {
    const QVariant kept = settings.value(kKept);
    if (!kept.isValid())
        return firstTemplates();
    QList<InfoTemplate> templates;
    for (const QJsonValue value : QJsonDocument::fromJson(kept.toString().toUtf8()).array())
        templates.append(
            {value[QLatin1String("name")].toString(), value[QLatin1String("question")].toString()});
    return templates;
}

void keepInfoTemplate(Settings& settings, const InfoTemplate& kept) {
    QList<InfoTemplate> templates = infoTemplates(settings);
    const auto known = std::find_if(templates.begin(), templates.end(),
                                    [&](const InfoTemplate& one) { return one.name == kept.name; });
    if (known == templates.end())
        templates.append(kept);
    else
        *known = kept;
    store(settings, templates);
}

void removeInfoTemplate(Settings& settings, const QString& name) {
    QList<InfoTemplate> templates = infoTemplates(settings);
    templates.removeIf([&](const InfoTemplate& one) { return one.name == name; });
    store(settings, templates);
}

} // namespace leadsheet::desktop
