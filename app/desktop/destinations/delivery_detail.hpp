// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../widgets/detail_pane.hpp"

#include "leadsheet/model/webhook.hpp"

#include <optional>

class QPushButton;

namespace leadsheet::desktop {

class NoticeBar;
class TextEdit;

/// One message: every attempt with its answer, the headers and the body as they are sent.
class DeliveryDetail : public DetailPane {
    Q_OBJECT

public:
    explicit DeliveryDetail(QWidget* parent = nullptr);

    void show(const WebhookDeliveryDetail& detail);
    /// Before the detail is there: what the list knows.
    void showLoading(const WebhookDelivery& delivery);
    void showNothing(const QString& why);
    void setBusy(bool busy);
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
    QLabel* title_ = nullptr;
    Picture* stateIcon_ = nullptr;
    QLabel* state_ = nullptr;
    NoticeBar* problem_ = nullptr;
    QPushButton* resend_ = nullptr;
    QPushButton* copyBody_ = nullptr;
    QWidget* attempts_ = nullptr;
    QWidget* headers_ = nullptr;
    TextEdit* body_ = nullptr;
};

} // namespace leadsheet::desktop
