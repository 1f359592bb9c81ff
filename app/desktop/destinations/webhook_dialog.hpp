// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../bridge/background.hpp"
#include "../dialogs/form_dialog.hpp"
#include "webhook_records.hpp"

#include "leadsheet/error.hpp"
#include "leadsheet/model/webhook.hpp"

#include <QHash>
#include <QWidget>

#include <memory>
#include <optional>

class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace leadsheet::desktop {

class HalfMadeWebhook;
class NoticeBar;
struct Connected;

/// Where messages go, which ones, and what the webhook is called.
class WebhookForm : public QWidget {
    Q_OBJECT

public:
    /// `webhook`: the one to change; null = a new one.
    explicit WebhookForm(const Webhook* webhook);

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

/// What ends in a secret that is shown once: a new webhook, a new secret for one; and changing a
/// webhook. Deletes itself when it is closed.
class WebhookDialog : public FormDialog {
    Q_OBJECT

public:
    /// A new one; `address` is filled in.
    WebhookDialog(std::shared_ptr<const Connected> connection, const QString& address,
                  QWidget* parent);
    enum class Act { Edit, Rotate };
    WebhookDialog(std::shared_ptr<const Connected> connection, const Webhook& webhook, Act act,
                  QWidget* parent);

signals:
    /// A secret was made for the webhook of this address; the old one holds on if it was replaced.
    void secretMade(const QString& url, const leadsheet::MadeWebhookSecret& made);
    /// Something is another now, also after the secret was shown.
    void changed(const std::string& webhookId);
    /// The person left while it may have been made, and nobody has seen its secret: it has to go.
    void abandoned(const std::shared_ptr<HalfMadeWebhook>& half);

public:
    /// A secret is on its way, which is shown once and by this dialog alone.
    bool makesSecret() const { return makesSecret_; }

public slots:
    /// Waits while a secret is being made: it is shown once, and by this dialog alone.
    void reject() override;

private:
    void makeForm();
    void makeRotation();
    QPushButton* addButtons(QWidget* page, const QString& label, const char* name);
    void save();
    void createNew();
    void saveChange();
    void rotate();
    void showSecret(const MadeWebhookSecret& made);
    void setBusy(bool busy, bool makesSecret = false);

    std::shared_ptr<const Connected> connection_;
    std::shared_ptr<HalfMadeWebhook> half_; ///< null for one that was there before
    std::optional<Webhook> webhook_;        ///< the one that there is
    WebhookForm* form_ = nullptr;
    NoticeBar* trouble_ = nullptr;
    QPushButton* save_ = nullptr;
    QPushButton* cancel_ = nullptr;
    bool makesSecret_ = false;
    /// Of what is about to be sent: a lost answer must not lose the secret that is in it.
    IdempotencyKey key_;
    Background background_;
};

} // namespace leadsheet::desktop
