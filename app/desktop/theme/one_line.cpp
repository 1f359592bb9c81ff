// SPDX-License-Identifier: Apache-2.0
#include "one_line.hpp"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QLineEdit>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

bool breaksLine(QChar letter) {
    return letter == QChar::LineFeed || letter == QChar::CarriageReturn ||
           letter == QChar::Tabulation || letter == QChar::FormFeed || letter == QChar(0x0B) ||
           letter == QChar(0x85) || letter == QChar::LineSeparator ||
           letter == QChar::ParagraphSeparator;
}

bool isControl(QChar letter) {
    return breaksLine(letter) || letter.category() == QChar::Other_Control;
}

/// A space for each row of breaks; other controls mean nothing here.
QString flat(const QString& text) {
    QString all;
    all.reserve(text.size());
    bool broken = false;
    for (const QChar letter : text) {
        if (!isControl(letter))
            all += letter;
        else if (breaksLine(letter) && !broken)
            all += QChar::Space;
        broken = isControl(letter) && (broken || breaksLine(letter));
    }
    return all;
}

} // namespace

QValidator::State OneLine::validate(QString& text, int& cursor) const {
    if (std::none_of(text.cbegin(), text.cend(), isControl))
        return Acceptable;
    const auto first = std::find_if_not(text.cbegin(), text.cend(), isControl);
    const auto last = std::find_if_not(text.crbegin(), text.crend(), isControl).base();
    const auto start = static_cast<int>(first - text.cbegin());
    const int length = std::max(0, static_cast<int>(last - first));
    const QString whole = text.mid(start, length);
    cursor = static_cast<int>(flat(whole.left(std::max(0, cursor - start))).size());
    text = flat(whole);
    return Acceptable;
}

void OneLine::keep(QLineEdit& field) {
    const QWidget* parent = field.parentWidget();
    const bool ofACell = parent != nullptr &&
                         qobject_cast<const QAbstractItemView*>(parent->parentWidget()) != nullptr;
    if (field.validator() == nullptr && !ofACell &&
        qobject_cast<const QAbstractSpinBox*>(parent) == nullptr)
        field.setValidator(new OneLine(&field));
}

} // namespace leadsheet::desktop
