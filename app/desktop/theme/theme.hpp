// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "icons.hpp"

#include <QObject>
#include <QProxyStyle>
#include <QString>
#include <QValidator>

class QApplication;
class QDBusVariant;
class QLineEdit;

namespace leadsheet::desktop {

/// Makes one line of whatever is pasted into a field or dropped there: a cell copied from a
/// spreadsheet ends with a line break, and a table of a browser is full of them. What is around
/// the text goes, what is within becomes spaces, and so does not stand unseen in a secret or a
/// search. Typing is left alone. GUI thread only.
class OneLine : public QValidator {
    Q_OBJECT

public:
    using QValidator::QValidator;

    State validate(QString& text, int& cursor) const override;

    /// For this field, unless it is the editor of a cell, which may have lines, or has rules
    /// that it was given.
    static void keep(QLineEdit& field);
};

/// How high a button or a field with text in this font is: 32 pixels, more for large letters.
int controlHeight(const QFontMetrics& metrics);

/// Fusion with one height for all that stands in a row, text that keeps its distance from the edge
/// of its field, a field that has room for what it asks for, boxes to tick as large as the letters
/// beside them, flat lists with room between their lines, and fields that keep to one line whatever
/// is pasted into them. GUI thread only.
class ControlStyle : public QProxyStyle {
public:
    ControlStyle();

    using QProxyStyle::polish;
    void polish(QWidget* widget) override;

    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& contents,
                           const QWidget* widget) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption* option,
                    const QWidget* widget) const override;
    QRect subElementRect(SubElement element, const QStyleOption* option,
                         const QWidget* widget) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                         const QWidget* widget) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    bool eventFilter(QObject* watched, QEvent* event) override;
};

/// What the person chose; System follows the desktop's preference.
enum class ThemeChoice { System, Light, Dark, HighContrast };

/// Style, palette and style sheet of the whole application: ControlStyle with our own palettes.
/// Follows the desktop portal (org.freedesktop.appearance color-scheme, contrast) while the choice
/// is System; without a portal that is Light. GUI thread only.
class Theme : public QObject {
    Q_OBJECT

public:
    explicit Theme(QApplication& application);

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
