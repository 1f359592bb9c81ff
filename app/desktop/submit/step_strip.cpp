// SPDX-License-Identifier: Apache-2.0
#include "step_strip.hpp"

#include "../theme/icons.hpp"
#include "../theme/palette.hpp"

#include <QButtonGroup>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPainter>
#include <QStyleOption>

namespace leadsheet::desktop {
namespace {

constexpr int kMargin = 10;
constexpr int kTop = 7;
constexpr int kBadge = 22;
constexpr int kGap = 8;
constexpr int kLineGap = 1;
constexpr int kSummaryLines = 3;  // in the largest text
constexpr int kShortestTitle = 8; // characters

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
        return StepStrip::tr("working");
    case StepState::Done:
        return StepStrip::tr("done");
    case StepState::Attention:
        return StepStrip::tr("needs attention");
    case StepState::Open:
        return StepStrip::tr("open");
    case StepState::Waiting:
        break;
    }
    return StepStrip::tr("waiting");
}

} // namespace

StepButton::StepButton(int number, QWidget* parent)
    : QAbstractButton(parent)
    , number_(number) {
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    setAutoExclusive(true);
    QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
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

int StepButton::textWidth(int width) const {
    return width - (kMargin + kBadge + kGap) - kMargin;
}

QSize StepButton::minimumSizeHint() const {
    const int title = std::max(fontMetrics().averageCharWidth() * kShortestTitle,
                               fontMetrics().horizontalAdvance(title_) + kGap);
    const int width = title - textWidth(0);
    return {width, heightForWidth(width)};
}

int StepButton::heightForWidth(int width) const {
    const int line = fontMetrics().lineSpacing();
    const QRect room(0, 0, textWidth(width), line * kSummaryLines);
    const int summary =
        summary_.isEmpty()
            ? line
            : std::min(fontMetrics().boundingRect(room, Qt::TextWordWrap, summary_).height(),
                       room.height());
    return 2 * kTop + line + kLineGap + summary;
}

QString StepButton::shownSummary() const {
    QStringList words = summary_.split(QChar::Space);
    for (QString& word : words)
        word = fontMetrics().elidedText(word, Qt::ElideMiddle, textWidth(width()));
    return words.join(QChar::Space);
}

void StepButton::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QPalette colours = QGuiApplication::palette();
    const bool enabled = isEnabled();
    const QRect card = rect().adjusted(1, 1, -1, -1);
    if (isChecked() || underMouse()) {
        painter.setPen(isChecked() ? QPen(colours.color(QPalette::Mid)) : QPen(Qt::NoPen));
        painter.setBrush(colours.color(isChecked() ? QPalette::Base : QPalette::Midlight));
        painter.drawRoundedRect(card, 6, 6);
    }
    const Sign sign = signOf(state_);
    const ToneColours tone = coloursOf(sign.tone, colours);
    const QRect badge(kMargin, kTop, kBadge, kBadge);
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
        desktop::icon(sign.icon, tone.text).paint(&painter, badge.adjusted(3, 3, -3, -3));
    }
    const QRect text(kMargin + kBadge + kGap, kTop, textWidth(width()), height() - 2 * kTop);
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
    painter.drawText(text.adjusted(0, line + kLineGap, 0, 0), Qt::TextWordWrap, shownSummary());
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

StepStrip::StepStrip(const QList<SubmitStep*>& steps, QWidget* parent)
    : QWidget(parent)
    , steps_(steps) {
    setAccessibleName(tr("Steps"));
    auto* group = new QButtonGroup(this);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(20, 0, 20, 6);
    layout->setSpacing(4);
    for (int i = 0; i < steps_.size(); ++i) {
        auto* made = new StepButton(i + 1, this);
        made->setObjectName(QStringLiteral("step%1").arg(i + 1));
        group->addButton(made, i);
        layout->addWidget(made, 1);
        buttons_ << made;
    }
    connect(group, &QButtonGroup::idClicked, this, &StepStrip::chosen);
}

void StepStrip::refresh(int current, const std::function<bool(int)>& isOpen) {
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
