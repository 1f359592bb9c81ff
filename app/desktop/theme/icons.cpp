// SPDX-License-Identifier: Apache-2.0
#include "icons.hpp"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

#include <cmath>
#include <memory>
#include <optional>

namespace leadsheet::desktop {
namespace {

struct Base {
    QRgb window, base, alternate, raised, text, muted, line, accent, accentText, link, visited;
};

constexpr Base kLight{0xfff4f5f7, 0xffffffff, 0xfff8f9fb, 0xffffffff, 0xff1b1f27, 0xff5b6472,
                      0xffc9ced7, 0xff1d5fd1, 0xffffffff, 0xff1a56bd, 0xff6d3fb3};
constexpr Base kDark{0xff1e2127, 0xff17191e, 0xff1c1f25, 0xff2b2f37, 0xffe8eaee, 0xffa3abb8,
                     0xff434955, 0xff5b9bff, 0xff0c1524, 0xff86b4ff, 0xffc3a0ff};
constexpr Base kHighContrast{0xff000000, 0xff000000, 0xff0b0b0b, 0xff101010, 0xffffffff, 0xffd8d8d8,
                             0xffffffff, 0xffffd400, 0xff000000, 0xff7fd4ff, 0xffe0b3ff};

const Base& baseOf(ColourScheme scheme) {
    switch (scheme) {
    case ColourScheme::Dark:
        return kDark;
    case ColourScheme::HighContrast:
        return kHighContrast;
    case ColourScheme::Light:
        break;
    }
    return kLight;
}

QColor mixed(const QColor& a, const QColor& b, double share) {
    const auto part = [share](int from, int to) {
        return static_cast<int>(std::lround(from + (to - from) * share));
    };
    return {part(a.red(), b.red()), part(a.green(), b.green()), part(a.blue(), b.blue())};
}

double channel(int value) {
    const double share = value / 255.0;
    return share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& colour) {
    return 0.2126 * channel(colour.red()) + 0.7152 * channel(colour.green()) +
           0.0722 * channel(colour.blue());
}

bool isDark(const QPalette& palette) {
    return luminance(palette.color(QPalette::Window)) < 0.18;
}

} // namespace

double contrastRatio(const QColor& a, const QColor& b) {
    const double first = luminance(a) + 0.05;
    const double second = luminance(b) + 0.05;
    return first > second ? first / second : second / first;
}

QPalette paletteOf(ColourScheme scheme) {
    const Base& colours = baseOf(scheme);
    QPalette palette;
    const auto set = [&palette](QPalette::ColorRole role, QRgb colour) {
        palette.setColor(QPalette::All, role, QColor::fromRgb(colour));
    };
    set(QPalette::Window, colours.window);
    set(QPalette::WindowText, colours.text);
    set(QPalette::Base, colours.base);
    set(QPalette::AlternateBase, colours.alternate);
    set(QPalette::Text, colours.text);
    set(QPalette::PlaceholderText, colours.muted);
    set(QPalette::Button, colours.raised);
    set(QPalette::ButtonText, colours.text);
    set(QPalette::BrightText, colours.text);
    set(QPalette::ToolTipBase, colours.raised);
    set(QPalette::ToolTipText, colours.text);
    set(QPalette::Highlight, colours.accent);
    set(QPalette::HighlightedText, colours.accentText);
    set(QPalette::Link, colours.link);
    set(QPalette::LinkVisited, colours.visited);
    set(QPalette::Mid, colours.line);
    const QColor window = QColor::fromRgb(colours.window);
    const QColor text = QColor::fromRgb(colours.text);
    const QColor line = QColor::fromRgb(colours.line);
    palette.setColor(QPalette::All, QPalette::Midlight, mixed(window, line, 0.5));
    palette.setColor(QPalette::All, QPalette::Light, mixed(window, QColor(Qt::white), 0.1));
    palette.setColor(QPalette::All, QPalette::Dark, mixed(line, text, 0.35));
    palette.setColor(QPalette::All, QPalette::Shadow, QColor(Qt::black));
    const QColor disabled = mixed(text, window, scheme == ColourScheme::HighContrast ? 0.25 : 0.45);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, disabled);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, mixed(line, window, 0.4));
    palette.setColor(QPalette::Disabled, QPalette::HighlightedText, disabled);
    return palette;
}

ToneColours coloursOf(Tone tone, const QPalette& palette) {
    const QColor window = palette.color(QPalette::Window);
    const QColor text = palette.color(QPalette::WindowText);
    const bool dark = isDark(palette);
    if (tone == Tone::Neutral)
        return {text, mixed(window, text, 0.08), palette.color(QPalette::Dark)};
    if (tone == Tone::Muted) {
        const QColor muted = palette.color(QPalette::PlaceholderText);
        return {muted, mixed(window, muted, 0.12), muted};
    }
    struct Marks {
        QRgb light;
        QRgb dark;
    };
    constexpr Marks kMarks[] = {
        {0x1d5fd1, 0x6faeff}, // Info
        {0x1a7f4b, 0x5cc98a}, // Good
        {0xb46a00, 0xf2b84b}, // Warn
        {0xc02b2b, 0xff8a80}, // Bad
    };
    const Marks& marks = kMarks[static_cast<int>(tone) - static_cast<int>(Tone::Info)];
    const QColor mark = QColor::fromRgb(dark ? marks.dark : marks.light);
    const QColor fill = mixed(window, mark, dark ? 0.18 : 0.10);
    QColor readable = mark;
    for (int step = 0; step < 10 && contrastRatio(readable, fill) < 4.6; ++step)
        readable = mixed(readable, text, 0.2);
    return {readable, fill, mark};
}

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
