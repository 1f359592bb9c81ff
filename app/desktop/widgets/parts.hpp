// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QIcon>
#include <QString>

#include <initializer_list>

class QButtonGroup;
class QFormLayout;
class QHBoxLayout;
class QLabel;
class QLayout;
class QPushButton;
class QString;
class QVBoxLayout;
class QWidget;

namespace leadsheet::desktop {

// What pages and dialogs are put together from.

/// Gives a widget its object name, and the name that assistive technology says where it shows none.
template <class Widget>
Widget* named(Widget* widget, const char* name, const QString& spoken = {}) {
    widget->setObjectName(QLatin1String(name));
    if (!spoken.isEmpty())
        widget->setAccessibleName(spoken);
    return widget;
}

/// A column or a row of a widget, up to its edges.
QVBoxLayout* columnIn(QWidget* widget, int spacing = -1);
QHBoxLayout* rowIn(QWidget* widget, int spacing = -1);

/// A line that is quieter than what it is about; wraps.
QLabel* quietLabel(const char* name = "");

/// A button with a bundled picture at the end of a row; Return presses it where it has the focus.
QPushButton* addButton(QLayout* row, const QString& label, const char* name, const char* picture);

/// The one button that a form or a dialog is about.
QPushButton* primaryButton(const QString& label, const char* name);

/// Buttons at the right; Return presses the one that has the focus.
QHBoxLayout* buttonRow(std::initializer_list<QPushButton*> buttons);

/// One of several choices of which one holds, at the end of a row.
QPushButton* addChip(QLayout* row, QButtonGroup* choices, int id, const QString& label,
                     const QString& name, const QIcon& picture = {});

/// Plain text of any length that can be selected; never read as HTML.
QLabel* wrappingLabel(const QString& words);

/// A heading inside a card.
QLabel* cardHeading(const QString& words);

/// The words, in bold, beside the sign of a warning.
QWidget* warningLine(QLabel* words);

/// Empties a widget, whatever it held, for new rows of facts.
QFormLayout* freshFacts(QWidget* widget);
void addFact(QFormLayout* form, const QString& name, const QString& value);

} // namespace leadsheet::desktop
