// SPDX-License-Identifier: Apache-2.0
#include "fulfilment_band.hpp"

#include "../account/account_session.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"

#include <QPainter>

namespace leadsheet::desktop {
namespace {

constexpr int kBandPadding = 6;
constexpr int kBandMargin = 20; // where the text of the window begins

} // namespace

QColor fulfilmentColour() {
    return {0, 92, 58};
}

FulfilmentBand::FulfilmentBand(const AccountSession& account, QWidget* parent)
    : QWidget(parent)
    , account_(account) {
    setObjectName(QStringLiteral("fulfilmentBand"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    const auto refresh = [this] {
        setAccessibleName(words());
        update();
    };
    connect(&account, &AccountSession::changed, this, refresh);
    refresh();
}

QString FulfilmentBand::words() const {
    const auto connection = account_.connection();
    if (!connection || !connection->admin)
        return tr("Fulfilment · no operator's key");
    return tr("Fulfilment · %1 · orders and accounts of all customers at %2")
        .arg(connection->profile, text(connection->ref.baseUrl));
}

QSize FulfilmentBand::sizeHint() const {
    return {400, fontMetrics().height() + 2 * kBandPadding};
}

QSize FulfilmentBand::minimumSizeHint() const {
    return {100, sizeHint().height()};
}

void FulfilmentBand::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), fulfilmentColour());
    const int side = fontMetrics().height();
    icon(QLatin1String("fulfilment"), QColor(Qt::white))
        .paint(&painter, kBandMargin, (height() - side) / 2, side, side);
    QFont bold = font();
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(Qt::white);
    const QRect room = rect().adjusted(kBandMargin + side + kBandPadding, 0, -kBandMargin, 0);
    painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft,
                     QFontMetrics(bold).elidedText(words(), Qt::ElideRight, room.width()));
}

} // namespace leadsheet::desktop
