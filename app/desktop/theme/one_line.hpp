// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QValidator>

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

} // namespace leadsheet::desktop
