// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "submit_step.hpp"

#include <QAbstractButton>
#include <QList>

#include <functional>

namespace leadsheet::desktop {

/// One step on the rail: its state as an icon, its title, its summary in up to three lines.
class StepButton : public QAbstractButton {
    Q_OBJECT

public:
    StepButton(int number, QWidget* parent = nullptr);

    void present(const QString& title, const QString& summary, StepState state);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QRect textRect(const QSize& size) const;

    int number_;
    QString title_;
    QString summary_;
    StepState state_ = StepState::Waiting;
};

/// The five steps at the left of the Submit page. Steps that cannot be entered are disabled; the
/// arrow keys move between the others.
class StepRail : public QWidget {
    Q_OBJECT

public:
    explicit StepRail(const QList<SubmitStep*>& steps, QWidget* parent = nullptr);

    /// Shows every step as it stands; those that are not open are disabled.
    void refresh(int current, const std::function<bool(int)>& isOpen);
    StepButton* button(int index) const { return buttons_.at(index); }

signals:
    void chosen(int index);

private:
    QList<SubmitStep*> steps_;
    QList<StepButton*> buttons_;
};

} // namespace leadsheet::desktop
