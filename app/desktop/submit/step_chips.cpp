// SPDX-License-Identifier: Apache-2.0
#include "step_chips.hpp"

#include "../theme/icons.hpp"
#include "../widgets/flow_layout.hpp"

#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace leadsheet::desktop {

using app::TransformKind;

QString stepText(const app::Transform& step) {
    const QString first = QString::fromStdString(step.first);
    switch (step.kind) {
    case TransformKind::Trim:
        return StepChips::tr("trim spaces");
    case TransformKind::Upper:
        return StepChips::tr("UPPER CASE");
    case TransformKind::Lower:
        return StepChips::tr("lower case");
    case TransformKind::Title:
        return StepChips::tr("Title Case");
    case TransformKind::Split:
        return StepChips::tr("split at %1").arg(first);
    case TransformKind::Join:
        return StepChips::tr("join with %1").arg(first);
    case TransformKind::Replace:
        return StepChips::tr("replace %1 with %2").arg(first, QString::fromStdString(step.second));
    case TransformKind::Whole:
        return StepChips::tr("keep commas");
    case TransformKind::Empty:
        return StepChips::tr("%1 is empty").arg(first);
    case TransformKind::Means:
        return StepChips::tr("%1 means %2").arg(first, QString::fromStdString(step.second));
    case TransformKind::Down:
        return StepChips::tr("fill down");
    case TransformKind::Blank:
        return StepChips::tr("leave empty cells empty");
    case TransformKind::Number:
        break;
    }
    return step.style == app::NumberStyle::Dot ? StepChips::tr("number like 1.234,5")
                                               : StepChips::tr("number like 1,234.5");
}

StepChips::StepChips(QWidget* parent)
    : QWidget(parent)
    , flow_(new FlowLayout)
    , add_(new QToolButton(this))
    , words_(new QWidget(this))
    , first_(new QLineEdit(words_))
    , second_(new QLineEdit(words_))
    , take_(new QPushButton(tr("Add"), words_)) {
    add_->setText(tr("Add Step"));
    add_->setObjectName(QStringLiteral("addStep"));
    add_->setProperty("phrase", true);
    add_->setIcon(icon(QLatin1String("add")));
    add_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    add_->setPopupMode(QToolButton::InstantPopup);
    add_->setFocusPolicy(Qt::StrongFocus);
    auto* menu = new QMenu(add_);
    const auto plain = [&](TransformKind kind, app::NumberStyle style = app::NumberStyle::Auto) {
        const app::Transform step{kind, {}, {}, style};
        connect(menu->addAction(stepText(step)), &QAction::triggered, this,
                [this, step] { add(step); });
    };
    const auto asking = [&](const QString& text, TransformKind kind) {
        connect(menu->addAction(text), &QAction::triggered, this, [this, kind] { ask(kind); });
    };
    plain(TransformKind::Trim);
    plain(TransformKind::Upper);
    plain(TransformKind::Lower);
    plain(TransformKind::Title);
    plain(TransformKind::Whole);
    plain(TransformKind::Down);
    plain(TransformKind::Blank);
    asking(tr("Split…"), TransformKind::Split);
    asking(tr("Join…"), TransformKind::Join);
    asking(tr("Replace…"), TransformKind::Replace);
    plain(TransformKind::Number, app::NumberStyle::Comma);
    plain(TransformKind::Number, app::NumberStyle::Dot);
    add_->setMenu(menu);
    take_->setEnabled(false);
    auto* line = new QHBoxLayout(words_);
    line->setContentsMargins(0, 0, 0, 0);
    line->addWidget(first_, 1);
    line->addWidget(second_, 1);
    line->addWidget(take_);
    words_->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(flow_);
    layout->addWidget(add_, 0, Qt::AlignLeft);
    layout->addWidget(words_);
    connect(first_, &QLineEdit::textChanged, this,
            [this](const QString& text) { take_->setEnabled(!text.isEmpty()); });
    connect(first_, &QLineEdit::returnPressed, this, &StepChips::take);
    connect(second_, &QLineEdit::returnPressed, this, &StepChips::take);
    connect(take_, &QPushButton::clicked, this, &StepChips::take);
}

void StepChips::present(const std::vector<app::Transform>& steps) {
    steps_ = steps;
    words_->hide();
    flow_->clear();
    for (std::size_t i = 0; i < steps_.size(); ++i) {
        auto* chip = new QToolButton(this);
        chip->setText(stepText(steps_[i]));
        chip->setIcon(icon(QLatin1String("close")));
        chip->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        chip->setObjectName(QStringLiteral("stepChip"));
        chip->setAccessibleName(tr("Remove the step: %1").arg(stepText(steps_[i])));
        chip->setToolTip(tr("Remove this step"));
        chip->setFocusPolicy(Qt::StrongFocus);
        connect(chip, &QToolButton::clicked, this, [this, i] {
            auto rest = steps_;
            // Without it the cells would decide again, and the same.
            if (rest[i].kind == TransformKind::Whole)
                rest[i] = {TransformKind::Split, ",", {}, app::NumberStyle::Auto};
            else
                rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
            emit stepsChosen(rest);
        });
        flow_->addWidget(chip);
        chip->show();
    }
    updateGeometry();
}

void StepChips::add(const app::Transform& step) {
    auto before = steps_;
    if (step.kind == TransformKind::Whole)
        std::erase_if(before, [](const auto& one) {
            return one.kind == TransformKind::Split || one.kind == TransformKind::Whole;
        });
    emit stepsChosen(app::withStep(std::move(before), step));
}

void StepChips::ask(TransformKind kind) {
    asked_ = kind;
    const QString first = kind == TransformKind::Split  ? tr("Split at these characters")
                          : kind == TransformKind::Join ? tr("Text between the values")
                                                        : tr("Text to replace");
    first_->setPlaceholderText(first);
    first_->setAccessibleName(first);
    second_->setPlaceholderText(tr("Replacement"));
    second_->setAccessibleName(tr("Replacement"));
    second_->setVisible(kind == TransformKind::Replace);
    first_->clear();
    second_->clear();
    words_->show();
    first_->setFocus(Qt::OtherFocusReason);
}

void StepChips::take() {
    if (first_->text().isEmpty())
        return;
    add({asked_, first_->text().toStdString(), second_->text().toStdString(),
         app::NumberStyle::Auto});
}

} // namespace leadsheet::desktop
