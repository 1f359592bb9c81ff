// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../theme/theme.hpp"

#include <QByteArray>
#include <QObject>
#include <QSize>
#include <QString>
#include <QStringList>
#include <QVariant>

#include <filesystem>
#include <memory>

class QSettings;

namespace leadsheet::desktop {

inline constexpr int kMaxRecentSheets = 10;

/// What the person chose for the program, and where windows stood, in one readable file
/// (desktop.ini in the configuration folder). Never holds a secret. Written a moment after each
/// change, whole or not at all, so that a crash loses nothing older. GUI thread only.
class Settings : public QObject {
    Q_OBJECT

public:
    explicit Settings(const std::filesystem::path& configFolder);
    ~Settings() override;

    ThemeChoice theme() const;
    void setTheme(ThemeChoice choice);
    /// Points; 0 = the system's.
    int fontSize() const { return value(QStringLiteral("fontSize"), 0).toInt(); }
    void setFontSize(int points) { setValue(QStringLiteral("fontSize"), points); }
    /// "en", "de", or empty for the system's.
    QString language() const { return value(QStringLiteral("language")).toString(); }
    void setLanguage(const QString& language) { setValue(QStringLiteral("language"), language); }
    /// Proxy address, "none", or empty for the system's.
    QString proxy() const { return value(QStringLiteral("network/proxy")).toString(); }
    void setProxy(const QString& proxy) { setValue(QStringLiteral("network/proxy"), proxy); }
    /// A company's certificate authority, as PEM; empty = the system's only.
    QString caFile() const { return value(QStringLiteral("network/caFile")).toString(); }
    void setCaFile(const QString& file) { setValue(QStringLiteral("network/caFile"), file); }
    bool notifications() const { return value(QStringLiteral("notifications"), true).toBool(); }
    void setNotifications(bool on) { setValue(QStringLiteral("notifications"), on); }
    /// Whether the person is told of a newer version that the connected service names.
    bool tellsNewerVersions() const {
        return value(QStringLiteral("newerVersions/tell"), true).toBool();
    }
    void setTellsNewerVersions(bool on) { setValue(QStringLiteral("newerVersions/tell"), on); }
    /// The newer version whose notice was closed; empty = none.
    QString passedOverVersion() const {
        return value(QStringLiteral("newerVersions/passedOver")).toString();
    }
    void setPassedOverVersion(const QString& version) {
        setValue(QStringLiteral("newerVersions/passedOver"), version);
    }

    /// Newest first, absolute paths or URLs.
    QStringList recentSheets() const {
        return value(QStringLiteral("recentSheets")).toStringList();
    }
    void addRecentSheet(const QString& source);
    void clearRecentSheets() { setValue(QStringLiteral("recentSheets"), QStringList()); }

    QByteArray windowState(const QString& window) const;
    void setWindowState(const QString& window, const QByteArray& state);

    /// Anything a page wants to find again (column widths, the last folder), under its own name.
    QVariant value(const QString& key, const QVariant& otherwise = {}) const;
    void setValue(const QString& key, const QVariant& value);

    /// Writes now what is still waiting.
    void flush();

signals:
    void changed();

private:
    std::unique_ptr<QSettings> store_;
};

/// The size of a window that was never shown before: `wanted`, or what of it a screen with so much
/// room shows together with the frame, so that the buttons at its foot can be reached. Pixels.
inline QSize firstWindowSize(const QSize& wanted, const QSize& room) {
    constexpr QSize kFrame(8, 40);
    return wanted.boundedTo(room - kFrame);
}

} // namespace leadsheet::desktop
