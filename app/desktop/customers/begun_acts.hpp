// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/ids.hpp"

#include <QJsonObject>
#include <QString>

#include <optional>

namespace leadsheet::desktop {

class Settings;

/// Acts that were sent and not answered, by address, kind and what they are done to. The
/// idempotency key is written down with what was asked before anything leaves: the same again, also
/// after the end of the program, is done once at most, and a new key's secret is shown again. Never
/// holds a secret. GUI thread only.
class BegunActs {
public:
    /// `settings` must live as long as this.
    BegunActs(Settings& settings, const QString& address);

    /// What was asked; nothing = all was answered. `act` and `subject` hold no blanks.
    std::optional<QJsonObject> find(const QString& act, const QString& subject) const;
    /// The key to send it under: that of an act of the same content that was not answered, else a
    /// new one, which takes its place.
    IdempotencyKey begin(const QString& act, const QString& subject, const QJsonObject& content);
    /// It was answered.
    void end(const QString& act, const QString& subject);

private:
    QString lineStart(const QString& act, const QString& subject) const;
    QJsonObject kept(const QString& act, const QString& subject) const;
    void keep(const QString& start, const QString& line);

    Settings& settings_;
    QString address_;
};

} // namespace leadsheet::desktop
