// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../paging/paged_model.hpp"
#include "../theme/palette.hpp"

#include "leadsheet/model/admin.hpp"

namespace leadsheet::desktop {

/// A state as the operator reads it: word and icon, never the colour alone.
struct CustomerLook {
    QString word;
    QLatin1String icon;
    Tone tone = Tone::Neutral;
};
CustomerLook standingLook(bool suspended);
/// The account's name, or its id where it has none.
QString nameOf(const AdminAccount& account);

/// Accounts of the service, as operators see them.
class CustomerModel : public PagedModel<AdminAccount> {
    Q_OBJECT

public:
    enum Column { Name, State, Available, Held, Created, Id, Columns };

    using PagedModel::PagedModel;

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    const std::string& idOf(const AdminAccount& account) const override { return account.id.str(); }
};

} // namespace leadsheet::desktop
