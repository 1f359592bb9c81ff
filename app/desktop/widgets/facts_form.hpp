// SPDX-License-Identifier: Apache-2.0
#pragma once

class QFormLayout;
class QLabel;
class QString;
class QWidget;

namespace leadsheet::desktop {

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
