// SPDX-License-Identifier: Apache-2.0
#include "account_band.hpp"

#include "../account/account_session.hpp"
#include "../theme/theme.hpp"

#include <QCryptographicHash>
#include <QPainter>

namespace leadsheet::desktop {
namespace {

constexpr int kHeight = 5;
constexpr int kStripe = 14;

QColor profileColour(const QString& profile, const QPalette& palette) {
    const QByteArray hash = QCryptographicHash::hash(profile.toUtf8(), QCryptographicHash::Sha256);
    // Blue to pink; orange and yellow belong to the sandbox and to warnings.
    const int hue = 170 + static_cast<unsigned char>(hash.at(0)) * 160 / 255;
    const bool dark = palette.color(QPalette::Window).lightness() < 128;
    return QColor::fromHsl(hue % 360, 150, dark ? 150 : 105);
}

} // namespace

AccountBand::AccountBand(const AccountSession& account)
    : account_(account) {
    setFixedHeight(kHeight);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    const auto refresh = [this] {
        const auto connection = account_.connection();
        setAccessibleName(!connection           ? tr("No account connected")
                          : connection->sandbox ? tr("Sandbox, play money")
                                                : tr("Account %1").arg(connection->profile));
        update();
    };
    connect(&account, &AccountSession::changed, this, refresh);
    refresh();
}

QSize AccountBand::sizeHint() const {
    return {100, kHeight};
}

void AccountBand::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const auto connection = account_.connection();
    if (!connection) {
        painter.fillRect(rect(), palette().color(QPalette::Mid));
        return;
    }
    if (!connection->sandbox) {
        painter.fillRect(rect(), profileColour(connection->profile, palette()));
        return;
    }
    const QColor mark = coloursOf(Tone::Warn, palette()).mark;
    painter.fillRect(rect(), palette().color(QPalette::Window));
    for (int x = 0; x < width(); x += 2 * kStripe)
        painter.fillRect(x, 0, kStripe, height(), mark);
}

} // namespace leadsheet::desktop
