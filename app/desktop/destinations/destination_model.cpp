// SPDX-License-Identifier: Apache-2.0
#include "destination_model.hpp"

#include "../orders/order_words.hpp"
#include "../phrases/say.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "destination_words.hpp"

#include <QGuiApplication>

namespace leadsheet::desktop {
namespace {

QIcon pictureOf(const DeliveryLook& look) {
    return icon(look.icon, coloursOf(look.tone, QGuiApplication::palette()).mark);
}

} // namespace

int DestinationModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : Columns;
}

QVariant DestinationModel::data(const QModelIndex& index, int role) const {
    const Destination* one = at(index.row());
    if (one == nullptr)
        return {};
    if (role == Qt::DecorationRole && index.column() == State)
        return pictureOf(destinationLook(*one));
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    switch (index.column()) {
    case Name:
        return nameOf(*one);
    case Platform:
        return platformWord(one->platform);
    case State:
        return destinationLook(*one).word;
    case Accepted:
        return number(one->pushes.accepted);
    case Known:
        return number(one->pushes.skippedDuplicate);
    case Refused:
        return number(one->pushes.rejected);
    case Waiting:
        return number(one->pushes.pending + one->pushes.sending);
    case Unknown:
        return number(one->pushes.unknown);
    default:
        return {};
    }
}

QVariant DestinationModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("Destination");
    case Platform:
        return tr("Platform");
    case State:
        return tr("State");
    case Accepted:
        return tr("Accepted");
    case Known:
        return tr("Known already");
    case Refused:
        return tr("Refused");
    case Waiting:
        return tr("Waiting");
    case Unknown:
        return tr("Unknown");
    default:
        return {};
    }
}

int PushModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : Columns;
}

QVariant PushModel::data(const QModelIndex& index, int role) const {
    const Push* push = at(index.row());
    if (push == nullptr)
        return {};
    if (role == Qt::DecorationRole && index.column() == State)
        return pictureOf(pushLook(*push));
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    switch (index.column()) {
    case Lead:
        return text(push->lead.str());
    case State:
        return pushLook(*push).word;
    case Reason:
        return push->platformReason ? say(*push->platformReason) : QString();
    case Order:
        return text(push->orderNumber.str());
    case Attempts:
        return number(push->attempts);
    case Updated:
        return timeText(push->updatedAt, wallNow());
    default:
        return {};
    }
}

QVariant PushModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Lead:
        return tr("Lead");
    case State:
        return tr("Outcome");
    case Reason:
        return tr("What the platform says");
    case Order:
        return tr("Order");
    case Attempts:
        return tr("Attempts");
    case Updated:
        return tr("Since");
    default:
        return {};
    }
}

} // namespace leadsheet::desktop
