// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/column_map.hpp"

#include <QFrame>
#include <QWidget>

#include <string>

class QComboBox;
class QLineEdit;
class QListWidget;
class QPushButton;
class QToolButton;

namespace leadsheet::desktop {

class FlowLayout;

/// Every field that a column can fill, in groups by product, with a search over names and
/// descriptions. Opens over the page, and closes when a field is chosen or Escape is pressed.
class FieldList : public QFrame {
    Q_OBJECT

public:
    explicit FieldList(QWidget* parent = nullptr);

    /// Marks what the column fills now ("" = nothing, "-" = left out); `header` names the metadata
    /// entry that is offered.
    void present(const std::string& target, const QString& header);
    /// Below `place`, in global coordinates, or above it where there is no room; `search` is looked
    /// for at once.
    void openAt(const QRect& place, const QString& search = {});

    static constexpr const char* kNothing = "";
    static constexpr const char* kLeftOut = "-";

signals:
    void chosen(const std::string& target);
    void closed();

protected:
    void hideEvent(QHideEvent* event) override;

private:
    void fill();
    void filter();

    QLineEdit* search_;
    QListWidget* list_;
    QString header_;
    std::string target_;
};

/// The steps between a cell and its field, each as a chip that removes it, and a menu that adds
/// one. Steps with words of their own ask for them in a line below, not in a dialog.
class StepChips : public QWidget {
    Q_OBJECT

public:
    explicit StepChips(QWidget* parent = nullptr);

    void present(const std::vector<app::Transform>& steps);

signals:
    void stepsChosen(const std::vector<leadsheet::app::Transform>& steps);

private:
    void add(const app::Transform& step);
    void ask(app::TransformKind kind);
    void take();

    std::vector<app::Transform> steps_;
    FlowLayout* flow_;
    QToolButton* add_;
    QWidget* words_;
    QLineEdit* first_;
    QLineEdit* second_;
    QPushButton* take_;
    app::TransformKind asked_ = app::TransformKind::Split;
};

/// What a step does, in words: "split at ;".
QString stepText(const app::Transform& step);

/// Values that come from no column: for every row, or where a cell is empty.
class ValueRules : public QWidget {
    Q_OBJECT

public:
    explicit ValueRules(QWidget* parent = nullptr);

    void present(const app::ColumnMap& map);

signals:
    void valueChosen(const leadsheet::app::ValueRule& rule);
    void valueRemoved(const std::string& target);

private:
    void add();

    FlowLayout* flow_;
    QComboBox* field_;
    QComboBox* where_;
    QLineEdit* value_;
};

} // namespace leadsheet::desktop
