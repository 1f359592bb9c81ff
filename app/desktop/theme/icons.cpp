// SPDX-License-Identifier: Apache-2.0
#include "icons.hpp"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmapCache>
#include <QSvgRenderer>

#include <memory>
#include <optional>

namespace leadsheet::desktop {
namespace {

/// What an icon stands on.
enum class Ground { Plain, HighlightWhenOn, Highlight };

/// Renders an SVG once per size and colour. Its strokes only give the shape.
class TintedIconEngine : public QIconEngine {
public:
    TintedIconEngine(QString file, QColor fixed, std::optional<Tone> tone, Ground ground)
        : file_(std::move(file))
        , fixed_(std::move(fixed))
        , tone_(tone)
        , ground_(ground) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode,
               QIcon::State state) override {
        const qreal ratio =
            painter->device() != nullptr ? painter->device()->devicePixelRatioF() : 1.0;
        painter->drawPixmap(rect, rendered(rect.size() * ratio, mode, state, ratio));
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        return rendered(size, mode, state, 1.0);
    }

    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state,
                         qreal scale) override {
        return rendered(size, mode, state, scale);
    }

    QIconEngine* clone() const override {
        return new TintedIconEngine(file_, fixed_, tone_, ground_);
    }
    QString key() const override { return QStringLiteral("leadsheet-tinted"); }

private:
    QColor colour(QIcon::Mode mode, QIcon::State state) const {
        const QPalette palette = QGuiApplication::palette();
        if (mode == QIcon::Disabled)
            return palette.color(QPalette::Disabled, QPalette::WindowText);
        const bool highlighted = ground_ == Ground::Highlight ||
                                 (ground_ == Ground::HighlightWhenOn && state == QIcon::On);
        if (mode == QIcon::Selected || highlighted)
            return palette.color(QPalette::HighlightedText);
        if (tone_)
            return coloursOf(*tone_, palette).mark;
        return fixed_.isValid() ? fixed_ : palette.color(QPalette::WindowText);
    }

    QPixmap rendered(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal ratio) const {
        const QColor ink = colour(mode, state);
        const QString key = QStringLiteral("%1|%2x%3|%4|%5")
                                .arg(file_)
                                .arg(size.width())
                                .arg(size.height())
                                .arg(ink.name())
                                .arg(ratio);
        QPixmap pixmap;
        if (QPixmapCache::find(key, &pixmap))
            return pixmap;
        pixmap = QPixmap(size);
        pixmap.fill(Qt::transparent);
        QSvgRenderer renderer(file_);
        QPainter painter(&pixmap);
        painter.setRenderHint(QPainter::Antialiasing);
        renderer.render(&painter);
        painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
        painter.fillRect(pixmap.rect(), ink);
        painter.end();
        pixmap.setDevicePixelRatio(ratio);
        QPixmapCache::insert(key, pixmap);
        return pixmap;
    }

    QString file_;
    QColor fixed_;
    std::optional<Tone> tone_;
    Ground ground_;
};

QIcon tinted(QLatin1String name, const QColor& colour, std::optional<Tone> tone,
             Ground ground = Ground::Plain) {
    const QString file = QStringLiteral(":/icons/") + name + QStringLiteral(".svg");
    if (!QFile::exists(file))
        return {};
    return QIcon(std::make_unique<TintedIconEngine>(file, colour, tone, ground).release());
}

} // namespace

QIcon icon(QLatin1String name) {
    return tinted(name, {}, std::nullopt);
}

QIcon chipIcon(QLatin1String name) {
    return tinted(name, {}, std::nullopt, Ground::HighlightWhenOn);
}

QIcon primaryIcon(QLatin1String name) {
    return tinted(name, {}, std::nullopt, Ground::Highlight);
}

QIcon icon(QLatin1String name, const QColor& colour) {
    return tinted(name, colour, std::nullopt);
}

QIcon icon(QLatin1String name, Tone tone) {
    return tinted(name, {}, tone);
}

QIcon icon(const Look& look) {
    return icon(look.icon, look.tone);
}

} // namespace leadsheet::desktop
