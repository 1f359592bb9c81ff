// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../bridge/background.hpp"
#include "../paging/page_feed.hpp"

#include "leadsheet/model/webhook.hpp"

#include <QWidget>

#include <optional>

class QButtonGroup;
class QLabel;
class QTableView;

namespace leadsheet::desktop {

class DeliveryDetail;
class DeliveryModel;
class Workspace;

/// The messages to one webhook, and the one that is chosen beside them.
class DeliveriesView : public QWidget {
    Q_OBJECT

public:
    explicit DeliveriesView(Workspace& workspace, QWidget* parent = nullptr);

    /// Whose messages; nothing = none.
    void setWebhook(const std::optional<WebhookId>& webhook);
    void setWatched(bool watched);
    void refreshNow();
    /// The one that is chosen.
    const WebhookDelivery* selected() const;

signals:
    void selectionChanged();
    /// A message was sent again.
    void sent();

private:
    QWidget* makeChips();
    void makeTable();
    void ask();
    void refresh();
    void select();
    void load(const WebhookDelivery& delivery);
    void resend();

    Workspace& workspace_;
    DeliveryModel* model_;
    PageFeed* feed_;
    QTableView* table_ = nullptr;
    DeliveryDetail* detail_ = nullptr;
    QButtonGroup* chips_ = nullptr;
    QLabel* state_ = nullptr;
    std::optional<WebhookId> webhook_;
    Background reading_;
    Background acting_;
};

} // namespace leadsheet::desktop
