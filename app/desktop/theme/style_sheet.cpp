// SPDX-License-Identifier: Apache-2.0
#include "style_sheet.hpp"

#include <QFontDatabase>

namespace leadsheet::desktop {

namespace {

/// The style mixes the colours of these from the window's and the button's, which are almost one in
/// high contrast.
const QString kHighContrastRules = QStringLiteral(R"(
QMenu { border: 1px solid palette(window-text); }
QComboBox QAbstractItemView { border: 1px solid palette(window-text); }
QScrollBar { background: palette(window); }
QScrollBar:vertical { width: 14px; border-left: 1px solid palette(mid); }
QScrollBar:horizontal { height: 14px; border-top: 1px solid palette(mid); }
QScrollBar::handle { background: palette(window-text); border-radius: 4px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 24px; }
QScrollBar::handle:horizontal { min-width: 24px; }
QScrollBar::handle:hover, QScrollBar::handle:pressed { background: palette(highlight); }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: none; }
QAbstractScrollArea::corner { background: palette(base); }
QTabBar::tab { background: palette(base); color: palette(text); border: 1px solid palette(mid);
    padding: 5px 12px; }
QTabBar::tab:selected { background: palette(highlight); color: palette(highlighted-text);
    border: 1px solid palette(highlight); }
)");

} // namespace

QString applicationStyleSheet(int pointSize, ColourScheme scheme) {
    const QString headings = QStringLiteral(R"(
QWidget[heading="1"] { font-size: %1pt; font-weight: 600; }
QWidget[heading="2"] { font-size: %2pt; font-weight: 600; }
QAbstractButton { icon-size: %3px; }
QWidget[code="true"] { font-family: "%4"; font-size: %5pt; }
)")
                                 .arg(pointSize * 17 / 10)
                                 .arg(pointSize * 12 / 10)
                                 .arg(pointSize * 16 / 10)
                                 .arg(QFontDatabase::systemFont(QFontDatabase::FixedFont).family())
                                 .arg(pointSize);
    const QString special = scheme == ColourScheme::HighContrast ? kHighContrastRules : QString();
    return headings + special + QStringLiteral(R"(
QFrame[card="true"] { background: palette(base); border: 1px solid palette(mid); border-radius: 6px; }
QPushButton { padding: 5px 12px; min-height: 20px; }
QPushButton[primary="true"] { padding: 6px 16px; font-weight: 600; }
QPushButton[primary="true"]:enabled {
    background: palette(highlight); color: palette(highlighted-text);
    border: 1px solid palette(highlight); border-radius: 4px; padding: 6px 16px; font-weight: 600; }
QPushButton[primary="true"]:enabled:focus { border: 2px solid palette(window-text); }
QPushButton[chip="true"] { border: 1px solid palette(mid); border-radius: 12px; padding: 3px 10px;
    background: palette(base); color: palette(text); }
QPushButton[chip="true"]:checked { background: palette(highlight); color: palette(highlighted-text);
    border: 1px solid palette(highlight); }
QPushButton[chip="true"]:focus { border: 2px solid palette(window-text); }
QToolButton[phrase="true"] { border: 1px solid palette(mid); border-radius: 4px; padding: 4px 20px 4px 8px;
    background: palette(base); color: palette(text); }
QToolButton[phrase="true"]:hover { border: 1px solid palette(highlight); }
QToolButton[phrase="true"]:focus { border: 2px solid palette(window-text); padding: 3px 19px 3px 7px; }
QToolButton[phrase="true"]::menu-indicator { subcontrol-origin: border; subcontrol-position: right center;
    right: 6px; }
QListWidget#navigation { background: transparent; border: none; outline: 0; }
QListWidget#navigation::item { padding-left: 8px; border-radius: 4px; margin: 1px 6px; color: palette(window-text); }
QListWidget#navigation::item:selected { background: palette(highlight); color: palette(highlighted-text); }
QListWidget#navigation::item:selected:focus { border: 2px solid palette(window-text); }
QFrame#navigationFrame { border: none; border-right: 1px solid palette(mid); }
QTableView { gridline-color: palette(midlight); selection-background-color: palette(highlight);
    selection-color: palette(highlighted-text); }
QHeaderView::section { background: palette(window); color: palette(window-text); padding: 4px 6px; border: none;
    border-right: 1px solid palette(mid); border-bottom: 1px solid palette(mid); }
QTableCornerButton::section { background: palette(window); border: none;
    border-right: 1px solid palette(mid); border-bottom: 1px solid palette(mid); }
QToolTip { background: palette(tool-tip-base); color: palette(tool-tip-text); border: 1px solid palette(mid);
    padding: 3px; }
)");
}

} // namespace leadsheet::desktop
