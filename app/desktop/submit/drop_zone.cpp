// SPDX-License-Identifier: Apache-2.0
#include "drop_zone.hpp"

#include "../theme/icons.hpp"

#include <QEvent>
#include <QPainter>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

constexpr int kMargin = 22;
constexpr int kGap = 8;
constexpr int kRound = 10;
constexpr int kLettersWide = 60; // of a line that reads well
constexpr int kLeastLetters = 24;
constexpr int kTextFlags = Qt::AlignHCenter | Qt::TextWordWrap;
constexpr int kIconLines = 2;
constexpr int kLinesUnbroken = 10'000; // a width at which no text is broken
constexpr double kTint = 0.12;
constexpr double kHover = 0.05;

} // namespace

DropZone::DropZone(const QString& text, const QString& quiet, QWidget* parent)
    : QPushButton(text, parent)
    , quiet_(quiet) {
    setAccessibleDescription(quiet);
    setAttribute(Qt::WA_Hover);
    setAutoDefault(true);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void DropZone::setDragged(bool dragged) {
    if (std::exchange(dragged_, dragged) != dragged)
        update();
}

QFont DropZone::headFont() const {
    QFont head = font();
    head.setPointSizeF(head.pointSizeF() * 1.2);
    head.setWeight(QFont::DemiBold);
    return head;
}

DropZone::Parts DropZone::partsFor(int width) const {
    const int room = std::max(width - 2 * kMargin, 1);
    const QRect endless(0, 0, room, 10'000);
    const int side = fontMetrics().height() * kIconLines;
    const int head = QFontMetrics(headFont()).boundingRect(endless, kTextFlags, text()).height();
    const int quiet = fontMetrics().boundingRect(endless, kTextFlags, quiet_).height();
    int y = kMargin;
    const QRect picture(kMargin + (room - side) / 2, y, side, side);
    y += side + kGap;
    const QRect headRect(kMargin, y, room, head);
    y += head + kGap / 2;
    const QRect quietRect(kMargin, y, room, quiet);
    return {picture, headRect, quietRect, y + quiet + kMargin};
}

int DropZone::heightForWidth(int width) const {
    return partsFor(width).height;
}

QSize DropZone::sizeHint() const {
    const int width = fontMetrics().averageCharWidth() * kLettersWide + 2 * kMargin;
    return {width, heightForWidth(width)};
}

QSize DropZone::minimumSizeHint() const {
    const int width = fontMetrics().averageCharWidth() * kLeastLetters + 2 * kMargin;
    return {width, partsFor(kLinesUnbroken).height};
}

void DropZone::changeEvent(QEvent* event) {
    QPushButton::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        updateGeometry();
}

void DropZone::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor accent = palette().color(QPalette::Highlight);
    const bool lit = dragged_ || isDown();
    QColor fill = accent;
    fill.setAlphaF(static_cast<float>(lit ? kTint : underMouse() ? kHover : 0.0));
    QPen line(lit || hasFocus() ? accent : palette().color(QPalette::PlaceholderText),
              lit || hasFocus() ? 2.0 : 1.4, Qt::DashLine);
    line.setDashPattern({5, 4});
    painter.setPen(line);
    painter.setBrush(fill);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1.5, 1.5, -1.5, -1.5), kRound, kRound);
    Parts parts = partsFor(width());
    // What little room there is belongs to the words.
    const bool pictured = parts.height <= height();
    const int top = pictured ? 0 : parts.text.top();
    const int bottom = pictured ? parts.height : parts.quiet.bottom();
    const int down = (height() - top - bottom) / 2;
    for (QRect* part : {&parts.icon, &parts.text, &parts.quiet})
        part->translate(0, down);
    const QLatin1String picture("open");
    if (pictured)
        (lit ? desktop::icon(picture, Tone::Info) : desktop::icon(picture))
            .paint(&painter, parts.icon);
    painter.setPen(palette().color(QPalette::WindowText));
    painter.setFont(headFont());
    painter.drawText(parts.text, kTextFlags, text());
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.setFont(font());
    painter.drawText(parts.quiet, kTextFlags, quiet_);
}

} // namespace leadsheet::desktop
