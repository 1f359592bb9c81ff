// SPDX-License-Identifier: Apache-2.0
#include "customer_model.hpp"

#include "../orders/order_words.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/table_look.hpp"

namespace leadsheet::desktop {
namespace {

bool isMoney(int column) {
    return column == CustomerModel::Available || column == CustomerModel::Held;
}

} // namespace

CustomerLook standingLook(bool suspended) {
    return suspended
               ? CustomerLook{CustomerModel::tr("Suspended"), QLatin1String("pause"), Tone::Warn}
               : CustomerLook{CustomerModel::tr("Active"), QLatin1String("placed"), Tone::Good};
}

QString nameOf(const AdminAccount& account) {
    return text(account.name.empty() ? account.id.str() : account.name);
}

int CustomerModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : Columns;
}

QVariant CustomerModel::data(const QModelIndex& index, int role) const {
    const AdminAccount* account = at(index.row());
    if (account == nullptr)
        return {};
    if (role == Qt::TextAlignmentRole && isMoney(index.column()))
        return kNumberAlignment;
    if (role == Qt::DecorationRole && index.column() == State) {
        const CustomerLook look = standingLook(account->suspended);
        return icon(look.icon, look.tone);
    }
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    switch (index.column()) {
    case Name:
        return nameOf(*account);
    case State:
        return standingLook(account->suspended).word;
    case Available:
        return money(account->available);
    case Held:
        return money(account->held);
    case Created:
        return timeText(account->createdAt, wallNow());
    case Id:
        return text(account->id.str());
    default:
        return {};
    }
}

QVariant CustomerModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole && isMoney(section))
        return kNumberAlignment;
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("Account");
    case State:
        return tr("Status");
    case Available:
        return tr("Available");
    case Held:
        return tr("Held");
    case Created:
        return tr("Made");
    case Id:
        return tr("Account id");
    default:
        return {};
    }
}

} // namespace leadsheet::desktop
