// SPDX-License-Identifier: Apache-2.0
#include "state_bar.hpp"

#include "../shell/words.hpp"
#include "../theme/icons.hpp"

#include <QPainter>
#include <QPainterPath>

namespace leadsheet::desktop {
namespace {

using submit::RowState;

constexpr int kHeight = 16;
/// From what is settled to what is left.
constexpr RowState kOrder[] = {RowState::Placed,   RowState::AlreadyOrdered, RowState::Refused,
                               RowState::NeedsFix, RowState::Unknown,        RowState::WillRetry,
                               RowState::Sending,  RowState::Queued,         RowState::Ready,
                               RowState::Ended,    RowState::Skipped};

} // namespace

StateLook lookOf(RowState state) {
    switch (state) {
    case RowState::Placed:
        return {Tone::Good, QLatin1String("placed")};
    case RowState::AlreadyOrdered:
        return {Tone::Info, QLatin1String("check")};
    case RowState::Refused:
        return {Tone::Bad, QLatin1String("error")};
    case RowState::NeedsFix:
        return {Tone::Bad, QLatin1String("warning")};
    case RowState::Unknown:
        return {Tone::Warn, QLatin1String("unknown")};
    case RowState::WillRetry:
        return {Tone::Warn, QLatin1String("refresh")};
    case RowState::Sending:
        return {Tone::Info, QLatin1String("submit")};
    case RowState::Queued:
        return {Tone::Neutral, QLatin1String("queued")};
    case RowState::Ready:
        return {Tone::Neutral, QLatin1String("play")};
    case RowState::Skipped:
        return {Tone::Muted, QLatin1String("skipped")};
    case RowState::Ended:
        return {Tone::Warn, QLatin1String("stop")};
    }
    return {Tone::Neutral, QLatin1String("info")};
}

QIcon stateIcon(RowState state) {
    const StateLook look = lookOf(state);
    return icon(look.icon, look.tone);
}

StateBar::StateBar(QWidget* parent)
    : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize StateBar::sizeHint() const {
    return {300, kHeight};
}

QSize StateBar::minimumSizeHint() const {
    return {60, kHeight};
}

void StateBar::setTotals(const submit::RunTotals& totals) {
    totals_ = totals;
    QStringList parts;
    for (const RowState state : kOrder)
        if (totals.of(state) > 0)
            parts << stateCount(state, totals.of(state));
    setAccessibleName(tr("Rows by state"));
    setAccessibleDescription(parts.join(QStringLiteral(", ")));
    setToolTip(parts.join(QStringLiteral(" · ")));
    update();
}

void StateBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath outline;
    outline.addRoundedRect(rect(), 4, 4);
    painter.setClipPath(outline);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    const std::int64_t all = std::max<std::int64_t>(1, totals_.all());
    double from = 0;
    for (const RowState state : kOrder) {
        const double share = static_cast<double>(totals_.of(state)) / static_cast<double>(all);
        if (share <= 0)
            continue;
        const QRectF segment(from, 0, share * width(), height());
        from += segment.width();
        if (state == RowState::Queued || state == RowState::Ready)
            continue; // what is still to send leaves the track empty
        // Tones repeat; a pattern tells their neighbours apart without colour.
        painter.fillRect(segment, coloursOf(lookOf(state).tone, palette()).mark);
        if (state == RowState::Unknown || state == RowState::NeedsFix ||
            state == RowState::AlreadyOrdered)
            painter.fillRect(segment, QBrush(palette().color(QPalette::Base), Qt::BDiagPattern));
        painter.fillRect(QRectF(segment.right() - 1, 0, 1, height()),
                         palette().color(QPalette::Window));
    }
    painter.setClipping(false);
    painter.setPen(coloursOf(Tone::Muted, palette()).mark);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
}

} // namespace leadsheet::desktop
