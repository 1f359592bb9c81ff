// SPDX-License-Identifier: Apache-2.0
#include "customer_key_model.hpp"

#include "../orders/order_words.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"

#include "leadsheet/timestamp.hpp"

#include <algorithm>

namespace leadsheet::desktop {
namespace {

bool hasEnded(const KeyRecord& key) {
    const auto end = key.expiresAt ? parseTimestamp(*key.expiresAt) : std::nullopt;
    return end && *end <= wallNow();
}

} // namespace

void CustomerKeyModel::setKeys(std::vector<KeyRecord> keys) {
    beginResetModel();
    keys_ = std::move(keys);
    std::stable_partition(keys_.begin(), keys_.end(),
                          [this](const KeyRecord& key) { return works(key); });
    endResetModel();
}

const KeyRecord* CustomerKeyModel::at(int row) const {
    return row >= 0 && row < rowCount() ? &keys_[static_cast<std::size_t>(row)] : nullptr;
}

bool CustomerKeyModel::isReplaced(const KeyRecord& key) const {
    return std::any_of(keys_.begin(), keys_.end(),
                       [&](const KeyRecord& other) { return other.predecessor == key.id; });
}

bool CustomerKeyModel::works(const KeyRecord& key) const {
    return !key.revokedAt && !hasEnded(key);
}

CustomerLook CustomerKeyModel::lookOf(const KeyRecord& key) const {
    if (key.revokedAt)
        return {tr("Revoked"), QLatin1String("stop"), Tone::Neutral};
    if (hasEnded(key))
        return {tr("Expired"), QLatin1String("stop"), Tone::Neutral};
    if (isReplaced(key))
        return {tr("Replaced"), QLatin1String("redo"), Tone::Warn};
    return {tr("Works"), QLatin1String("placed"), Tone::Good};
}

int CustomerKeyModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(keys_.size());
}

int CustomerKeyModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : Columns;
}

QVariant CustomerKeyModel::data(const QModelIndex& index, int role) const {
    const KeyRecord* key = at(index.row());
    if (key == nullptr)
        return {};
    if (role == Qt::DecorationRole && index.column() == State) {
        const CustomerLook look = lookOf(*key);
        return icon(look.icon, look.tone);
    }
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    switch (index.column()) {
    case Name:
        return text(key->name);
    case Ending:
        return text(key->last4);
    case State:
        return lookOf(*key).word;
    default:
        return {};
    }
}

QVariant CustomerKeyModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("Key");
    case Ending:
        return tr("Ends in");
    case State:
        return tr("Status");
    default:
        return {};
    }
}

} // namespace leadsheet::desktop
