// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QIcon>
#include <QLatin1String>
#include <QWidget>

class QAbstractButton;
class QButtonGroup;
class QLineEdit;

namespace leadsheet::desktop {

class FlowLayout;

/// What a list is of: one of several chips, and what was typed into the field beside them, which
/// counts with Return, and at once when it was emptied. Chips that assistive technology chooses
/// count as well. GUI thread only.
class ListFilters : public QWidget {
    Q_OBJECT

public:
    /// `label` says what can be typed, `name` is the field's object name.
    ListFilters(const QString& label, QLatin1String name, QWidget* parent = nullptr);

    /// The first one is chosen.
    void addChoice(int id, const QString& label, const QString& name, const QIcon& picture = {});
    int chosen() const;
    QAbstractButton* choice(int id) const; ///< null = there is none
    QString searched() const;              ///< without blanks around it
    /// As if the person had typed it.
    void search(const QString& text);
    /// Gives the focus to the field.
    void find();

signals:
    void changed();

protected:
    void changeEvent(QEvent* event) override;

private:
    void fit();

    FlowLayout* flow_;
    QButtonGroup* choices_;
    QLineEdit* search_;
};

} // namespace leadsheet::desktop
