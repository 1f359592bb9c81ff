// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/error.hpp"
#include "leadsheet/model/webhook.hpp"

#include <QHash>
#include <QWidget>

#include <optional>

class QCheckBox;
class QLabel;
class QLineEdit;

namespace leadsheet::desktop {

class NoticeBar;
struct Connected;

/// Where messages go, which ones, and what the webhook is called.
class WebhookForm : public QWidget {
    Q_OBJECT

public:
    /// `webhook`: the one to change; null = a new one.
    explicit WebhookForm(const Webhook* webhook, QWidget* parent = nullptr);

    /// Whether it can be sent as it is; a fault is shown from the first try on.
    bool check();
    NewWebhook input() const;
    /// What differs from the webhook that was given.
    WebhookChange change() const;
    bool isChanged() const;
    void setAddress(const QString& address);
    void showTrouble(const Error& error, const Connected& at);
    void clearTrouble();
    void setBusy(bool busy);

signals:
    void changed();

private:
    void makeMessages();
    void refresh();
    void edited();
    std::vector<std::string> events() const; ///< empty = all of them

    std::optional<Webhook> before_;
    bool tried_ = false;
    QLineEdit* address_ = nullptr;
    QLabel* addressNote_ = nullptr;
    QLineEdit* name_ = nullptr;
    QCheckBox* all_ = nullptr;
    QWidget* kindsBox_ = nullptr;
    QHash<QString, QCheckBox*> kinds_;
    QCheckBox* autoDeliver_ = nullptr;
    NoticeBar* trouble_ = nullptr;
};

} // namespace leadsheet::desktop
