// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_session.hpp"
#include "../records/detail_pane.hpp"
#include "../records/record_feed.hpp"

#include "leadsheet/model/webhook.hpp"

#include <QWidget>

#include <optional>

class QLabel;
class QPushButton;
class QTableView;

namespace leadsheet::desktop {

class DeliveryModel;
class ListFilters;
class NoticeBar;
class TextEdit;
class Workspace;

/// One message: every attempt with its answer, the headers and the body as they are sent.
class DeliveryDetail : public DetailPane {
    Q_OBJECT

public:
    DeliveryDetail();

    void show(const WebhookDeliveryDetail& detail);
    /// Before the detail is there: what the list knows.
    void showLoading(const WebhookDelivery& delivery);
    void showNothing(const QString& why);
    void setBusy(bool busy);
    /// Whether the webhook gets messages: a disabled one is sent none.
    void setEnabledWebhook(bool enabled);
    void setProblem(const QString& text); ///< empty = none
    const std::optional<WebhookDeliveryDetail>& detail() const { return detail_; }

signals:
    void resendWanted();

private:
    void makeHead();
    void showHead(const WebhookDelivery& delivery);
    void showAttempts();
    void showRequest();

    std::optional<WebhookDeliveryDetail> detail_;
    bool busy_ = false;
    bool webhookEnabled_ = true;
    QLabel* title_ = nullptr;
    NoticeBar* problem_ = nullptr;
    QPushButton* resend_ = nullptr;
    QPushButton* copyBody_ = nullptr;
    QWidget* attempts_ = nullptr;
    QWidget* headers_ = nullptr;
    TextEdit* body_ = nullptr;
};

/// The messages to one webhook, and the one that is chosen beside them.
class DeliveriesView : public QWidget {
    Q_OBJECT

public:
    explicit DeliveriesView(Workspace& workspace);

    /// Whose messages; null = none.
    void setWebhook(const Webhook* webhook);
    void setWatched(bool watched) { feed_->setWatched(watched); }
    void refreshNow() { feed_->refreshNow(); }
    /// Options of the command line that narrow the list as it is narrowed here.
    QStringList filterWords() const;
    /// The one that is chosen.
    const WebhookDelivery* selected() const;

signals:
    void selectionChanged();
    /// A message was sent again.
    void sent();

private:
    void ask();
    void refresh();
    void select();
    void load(const WebhookDelivery& delivery);
    void resend();

    Workspace& workspace_;
    DeliveryModel* model_;
    PageFeed* feed_;
    QTableView* table_;
    DeliveryDetail* detail_;
    ListFilters* chips_;
    QLabel* state_;
    std::optional<WebhookId> webhook_;
    AccountReading reading_;
    AccountActing acting_;
};

} // namespace leadsheet::desktop
