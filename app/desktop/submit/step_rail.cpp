// SPDX-License-Identifier: Apache-2.0
#include "step_rail.hpp"

#include "../theme/icons.hpp"
#include "../theme/palette.hpp"

#include <QButtonGroup>
#include <QEvent>
#include <QGuiApplication>
#include <QPainter>
#include <QStyleOption>
#include <QVBoxLayout>

namespace leadsheet::desktop {
namespace {

constexpr int kMargin = 10;
constexpr int kBadge = 24;
constexpr int kGap = 10;
constexpr int kSummaryChars = 20;
constexpr int kSummaryLines = 3;

struct Sign {
    QLatin1String icon; ///< empty = the step's number
    Tone tone;
};

Sign signOf(StepState state) {
    switch (state) {
    case StepState::Working:
        return {QLatin1String("refresh"), Tone::Info};
    case StepState::Done:
        return {QLatin1String("check"), Tone::Good};
    case StepState::Attention:
        return {QLatin1String("warning"), Tone::Warn};
    case StepState::Open:
        return {QLatin1String(), Tone::Info};
    case StepState::Waiting:
        break;
    }
    return {QLatin1String(), Tone::Muted};
}

QString stateWord(StepState state) {
    switch (state) {
    case StepState::Working:
        return StepRail::tr("working");
    case StepState::Done:
        return StepRail::tr("done");
    case StepState::Attention:
        return StepRail::tr("needs attention");
    case StepState::Open:
        return StepRail::tr("open");
    case StepState::Waiting:
        break;
    }
    return StepRail::tr("waiting");
}

} // namespace

StepButton::StepButton(int number, QWidget* parent)
    : QAbstractButton(parent)
    , number_(number) {
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void StepButton::present(const QString& title, const QString& summary, StepState state) {
    title_ = title;
    summary_ = summary;
    state_ = state;
    setAccessibleName(tr("Step %1, %2: %3").arg(number_).arg(title_, stateWord(state_)));
    setAccessibleDescription(summary_);
    setToolTip(summary_);
    updateGeometry();
    update();
}

QRect StepButton::textRect(const QSize& size) const {
    const int left = kMargin + kBadge + kGap;
    return {left, kMargin, size.width() - left - kMargin, size.height() - 2 * kMargin};
}

QSize StepButton::sizeHint() const {
    const QFontMetrics metrics = fontMetrics();
    const int text = metrics.averageCharWidth() * kSummaryChars;
    const int width = kMargin + kBadge + kGap + text + kMargin;
    const QRect summary = metrics.boundingRect(
        QRect(0, 0, text, metrics.lineSpacing() * kSummaryLines), Qt::TextWordWrap, summary_);
    const int height = std::min(summary.height(), metrics.lineSpacing() * kSummaryLines);
    return {width, kMargin * 2 + metrics.lineSpacing() + (summary_.isEmpty() ? 0 : 2 + height)};
}

void StepButton::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QPalette colours = QGuiApplication::palette();
    const bool enabled = isEnabled();
    const QRect card = rect().adjusted(4, 1, -4, -1);
    if (isChecked() || underMouse()) {
        painter.setPen(isChecked() ? QPen(colours.color(QPalette::Mid)) : QPen(Qt::NoPen));
        painter.setBrush(colours.color(isChecked() ? QPalette::Base : QPalette::Midlight));
        painter.drawRoundedRect(card, 6, 6);
    }
    const Sign sign = signOf(state_);
    const ToneColours tone = coloursOf(sign.tone, colours);
    const QRect badge(kMargin, kMargin, kBadge, kBadge);
    painter.setPen(Qt::NoPen);
    painter.setBrush(isChecked() && state_ == StepState::Open ? colours.color(QPalette::Highlight)
                                                              : tone.fill);
    painter.drawEllipse(badge);
    if (sign.icon.isEmpty()) {
        painter.setPen(isChecked() && state_ == StepState::Open
                           ? colours.color(QPalette::HighlightedText)
                           : tone.text);
        painter.drawText(badge, Qt::AlignCenter, QString::number(number_));
    } else {
        desktop::icon(sign.icon, tone.mark).paint(&painter, badge.adjusted(4, 4, -4, -4));
    }
    const QRect text = textRect(size());
    QFont bold = font();
    bold.setWeight(isChecked() ? QFont::DemiBold : QFont::Medium);
    painter.setFont(bold);
    const auto group = enabled ? QPalette::Active : QPalette::Disabled;
    painter.setPen(colours.color(group, QPalette::WindowText));
    const int line = fontMetrics().lineSpacing();
    painter.drawText(QRect(text.left(), text.top(), text.width(), line), Qt::AlignVCenter, title_);
    painter.setFont(font());
    painter.setPen(enabled ? colours.color(QPalette::PlaceholderText)
                           : colours.color(group, QPalette::WindowText));
    if (state_ == StepState::Attention)
        painter.setPen(tone.text);
    painter.drawText(text.adjusted(0, line + 2, 0, 0), Qt::TextWordWrap, summary_);
    if (hasFocus()) {
        QStyleOptionFocusRect option;
        option.initFrom(this);
        option.rect = card;
        style()->drawPrimitive(QStyle::PE_FrameFocusRect, &option, &painter, this);
    }
}

void StepButton::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange)
        updateGeometry();
    QAbstractButton::changeEvent(event);
}

StepRail::StepRail(const QList<SubmitStep*>& steps, QWidget* parent)
    : QWidget(parent)
    , steps_(steps) {
    auto* group = new QButtonGroup(this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 4, 0, 8);
    layout->setSpacing(2);
    for (int i = 0; i < steps_.size(); ++i) {
        auto* made = new StepButton(i + 1, this);
        made->setObjectName(QStringLiteral("step%1").arg(i + 1));
        group->addButton(made, i);
        layout->addWidget(made);
        buttons_ << made;
    }
    layout->addStretch(1);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    connect(group, &QButtonGroup::idClicked, this, &StepRail::chosen);
}

void StepRail::refresh(int current, const std::function<bool(int)>& isOpen) {
    for (int i = 0; i < steps_.size(); ++i) {
        const SubmitStep& step = *steps_.at(i);
        const bool reachable = isOpen(i);
        buttons_.at(i)->present(step.title(), reachable ? step.summary() : QString(),
                                reachable ? step.state() : StepState::Waiting);
        buttons_.at(i)->setEnabled(reachable);
    }
    buttons_.at(current)->setChecked(true);
}

} // namespace leadsheet::desktop
