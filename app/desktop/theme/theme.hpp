// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "palette.hpp"

#include <QObject>
#include <QString>

class QApplication;
class QDBusVariant;

namespace leadsheet::desktop {

/// What the person chose; System follows the desktop's preference.
enum class ThemeChoice { System, Light, Dark, HighContrast };

/// Style, palette and style sheet of the whole application: ControlStyle with our own palettes.
/// Follows the desktop portal (org.freedesktop.appearance color-scheme, contrast) while the choice
/// is System; without a portal that is Light. GUI thread only.
class Theme : public QObject {
    Q_OBJECT

public:
    explicit Theme(QApplication& application, QObject* parent = nullptr);

    /// While one lives, there is no style sheet: under one, a widget that is put into another is
    /// styled again with all it holds, and a window is built bottom up.
    class Building {
    public:
        explicit Building(Theme& theme);
        ~Building();
        Building(const Building&) = delete;
        Building& operator=(const Building&) = delete;

    private:
        Theme& theme_;
    };

    ThemeChoice choice() const { return choice_; }
    ColourScheme scheme() const { return scheme_; }
    void choose(ThemeChoice choice);
    /// In points, kept between 8 and 24; 0 = the system's.
    void setFontSize(int points);

signals:
    void changed();

private slots:
    void portalSettingChanged(const QString& group, const QString& key, const QDBusVariant& value);

private:
    void askPortal();
    void apply();

    QApplication& application_;
    int systemFontSize_;
    bool building_ = false;
    ThemeChoice choice_ = ThemeChoice::System;
    bool systemDark_ = false;
    bool systemContrast_ = false;
    ColourScheme scheme_ = ColourScheme::Light;
};

} // namespace leadsheet::desktop
