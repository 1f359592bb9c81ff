// SPDX-License-Identifier: Apache-2.0
#include "begun_acts.hpp"

#include "../destinations/webhook_actions.hpp"
#include "../shell/settings.hpp"
#include "../shell/words.hpp"

#include <QJsonDocument>

namespace leadsheet::desktop {
namespace {

const QString kBegun = QStringLiteral("fulfilment/begunActs");
constexpr QLatin1String kKey("key");
constexpr QLatin1String kContent("content");

} // namespace

BegunActs::BegunActs(Settings& settings, const QString& address)
    : settings_(settings)
    , address_(address) {}

QString BegunActs::lineStart(const QString& act, const QString& subject) const {
    return address_ + QLatin1Char(' ') + act + QLatin1Char(' ') + subject + QLatin1Char(' ');
}

QJsonObject BegunActs::kept(const QString& act, const QString& subject) const {
    const QString start = lineStart(act, subject);
    for (const QString& line : settings_.value(kBegun).toStringList())
        if (line.startsWith(start))
            return QJsonDocument::fromJson(line.mid(start.size()).toUtf8()).object();
    return {};
}

void BegunActs::keep(const QString& start, const QString& line) {
    QStringList lines = settings_.value(kBegun).toStringList();
    lines.removeIf([&](const QString& one) { return one.startsWith(start); });
    if (!line.isEmpty())
        lines << start + line;
    settings_.setValue(kBegun, lines);
    settings_.flush();
}

std::optional<QJsonObject> BegunActs::find(const QString& act, const QString& subject) const {
    const QJsonObject object = kept(act, subject);
    return object.contains(kContent) ? std::optional(object[kContent].toObject()) : std::nullopt;
}

IdempotencyKey BegunActs::begin(const QString& act, const QString& subject,
                                const QJsonObject& content) {
    const QJsonObject before = kept(act, subject);
    if (before.contains(kContent) && before[kContent].toObject() == content)
        if (auto key = IdempotencyKey::parse(before[kKey].toString().toStdString()))
            return *std::move(key);
    IdempotencyKey key = newActKey(act.toUtf8().constData());
    const QJsonObject object{{kKey, text(key.str())}, {kContent, content}};
    keep(lineStart(act, subject),
         QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact)));
    return key;
}

void BegunActs::end(const QString& act, const QString& subject) {
    keep(lineStart(act, subject), {});
}

} // namespace leadsheet::desktop
