// SPDX-License-Identifier: Apache-2.0
#include "palette.hpp"

#include <cmath>

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
    QColor mark;
    switch (tone) {
    case Tone::Neutral:
        return {text, mixed(window, text, 0.08), palette.color(QPalette::Dark)};
    case Tone::Muted:
        mark = palette.color(QPalette::PlaceholderText);
        return {mark, mixed(window, mark, 0.12), mark};
    case Tone::Info:
        mark = dark ? QColor(0x6f, 0xae, 0xff) : QColor(0x1d, 0x5f, 0xd1);
        break;
    case Tone::Good:
        mark = dark ? QColor(0x5c, 0xc9, 0x8a) : QColor(0x1a, 0x7f, 0x4b);
        break;
    case Tone::Warn:
        mark = dark ? QColor(0xf2, 0xb8, 0x4b) : QColor(0xb4, 0x6a, 0x00);
        break;
    case Tone::Bad:
        mark = dark ? QColor(0xff, 0x8a, 0x80) : QColor(0xc0, 0x2b, 0x2b);
        break;
    }
    const QColor fill = mixed(window, mark, dark ? 0.18 : 0.10);
    QColor readable = mark;
    for (int step = 0; step < 10 && contrastRatio(readable, fill) < 4.6; ++step)
        readable = mixed(readable, text, 0.2);
    return {readable, fill, mark};
}

} // namespace leadsheet::desktop
