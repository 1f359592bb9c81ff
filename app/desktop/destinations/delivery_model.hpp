// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../paging/paged_model.hpp"

#include "leadsheet/model/webhook.hpp"

namespace leadsheet::desktop {

/// Messages to one webhook, newest first.
class DeliveryModel : public PagedModel<WebhookDelivery> {
    Q_OBJECT

public:
    enum Column { Message, State, Created, Attempts, Answer, Next, Order, Columns };

    using PagedModel::PagedModel;

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    const std::string& idOf(const WebhookDelivery& delivery) const override {
        return delivery.id.str();
    }
};

} // namespace leadsheet::desktop
