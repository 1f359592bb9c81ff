// SPDX-License-Identifier: Apache-2.0
#include "webhook_model.hpp"

#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "webhook_words.hpp"

#include <QGuiApplication>

namespace leadsheet::desktop {

int WebhookModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : Columns;
}

QVariant WebhookModel::data(const QModelIndex& index, int role) const {
    const Webhook* webhook = at(index.row());
    if (webhook == nullptr)
        return {};
    if (role == Qt::DecorationRole && index.column() == State) {
        const DeliveryLook look = webhookLook(*webhook);
        return icon(look.icon, coloursOf(look.tone, QGuiApplication::palette()).mark);
    }
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    switch (index.column()) {
    case Name:
        return nameOf(*webhook);
    case State:
        return webhookLook(*webhook).word;
    case LastSuccess:
        return timeOr(webhook->health.lastSuccessAt);
    case Share:
        return shareWord(webhook->health);
    case Waiting:
        return number(webhook->health.pending);
    case Messages:
        return messagesWord(*webhook);
    case Address:
        return text(webhook->url);
    default:
        return {};
    }
}

QVariant WebhookModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("Webhook");
    case State:
        return tr("State");
    case LastSuccess:
        return tr("Last delivery");
    case Share:
        return tr("Succeeded in 24 h");
    case Waiting:
        return tr("Waiting");
    case Messages:
        return tr("Messages");
    case Address:
        return tr("Address");
    default:
        return {};
    }
}

} // namespace leadsheet::desktop
