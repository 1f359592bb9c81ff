// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../paging/paged_model.hpp"

#include "leadsheet/model/webhook.hpp"

namespace leadsheet::desktop {

/// The account's webhooks with their health.
class WebhookModel : public PagedModel<Webhook> {
    Q_OBJECT

public:
    enum Column { Name, State, LastSuccess, Share, Waiting, Messages, Address, Columns };

    using PagedModel::PagedModel;

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    const std::string& idOf(const Webhook& webhook) const override { return webhook.id.str(); }
};

} // namespace leadsheet::desktop
