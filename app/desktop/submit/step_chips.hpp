// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/column_map.hpp"

#include <QWidget>

class QLineEdit;
class QPushButton;
class QToolButton;

namespace leadsheet::desktop {

class FlowLayout;

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

} // namespace leadsheet::desktop
