// SPDX-License-Identifier: Apache-2.0
#include "picture.hpp"

#include "../theme/icons.hpp"

#include <QEvent>
#include <QPainter>

#include <cmath>

namespace leadsheet::desktop {

Picture::Picture(QLatin1String name, std::optional<Tone> tone, double lines, QWidget* parent)
    : QWidget(parent)
    , name_(name)
    , tone_(tone)
    , lines_(lines) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void Picture::show(QLatin1String name, std::optional<Tone> tone) {
    name_ = name;
    tone_ = tone;
    update();
}

QSize Picture::sizeHint() const {
    const int side = static_cast<int>(std::lround(fontMetrics().height() * lines_));
    return {side, side};
}

void Picture::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        updateGeometry();
}

void Picture::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    (tone_ ? icon(name_, *tone_) : icon(name_)).paint(&painter, rect());
}

} // namespace leadsheet::desktop
