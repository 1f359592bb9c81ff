// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "submit_step.hpp"

#include <QAbstractButton>
#include <QList>

#include <functional>

namespace leadsheet::desktop {

/// One step on the strip: its state as an icon, its title, its summary in up to three lines.
class StepButton : public QAbstractButton {
    Q_OBJECT

public:
    StepButton(int number, QWidget* parent = nullptr);

    void present(const QString& title, const QString& summary, StepState state);
    QSize sizeHint() const override { return minimumSizeHint(); }
    QSize minimumSizeHint() const override;
    /// What the title and the summary take in this width.
    int heightForWidth(int width) const override;
    /// What stands below the title: words that have no room are shortened in their middle, where
    /// names of files differ least.
    QString shownSummary() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    int textWidth(int width) const;

    int number_;
    QString title_;
    QString summary_;
    StepState state_ = StepState::Waiting;
};

/// The five steps over the Submit page, as wide as the page and as high as the one with the longest
/// summary. Steps that cannot be entered are disabled; the arrow keys move between the others. To
/// assistive technology they are a group of radio buttons.
class StepStrip : public QWidget {
    Q_OBJECT

public:
    explicit StepStrip(const QList<SubmitStep*>& steps, QWidget* parent = nullptr);

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
