// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../bridge/background.hpp"
#include "webhook_actions.hpp"

#include <QDialog>

#include <optional>

class QPushButton;
class QStackedWidget;

namespace leadsheet::desktop {

class NoticeBar;
class WebhookForm;

/// What ends in a secret that is shown once: a new webhook, a new secret for one; and changing a
/// webhook. Deletes itself when it is closed.
class WebhookDialog : public QDialog {
    Q_OBJECT

public:
    /// A new one; `address` is filled in.
    WebhookDialog(std::shared_ptr<const Connected> connection, const QString& address,
                  QWidget* parent);
    enum class Act { Edit, Rotate };
    WebhookDialog(std::shared_ptr<const Connected> connection, const Webhook& webhook, Act act,
                  QWidget* parent);

signals:
    /// Something is another now, also after the secret was shown.
    void changed(const std::string& webhookId);

protected:
    bool event(QEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    void start(const QString& title);
    void makeForm();
    void makeRotation();
    QPushButton* addButtons(QWidget* page, const QString& label, const char* name);
    void save();
    void createNew();
    void saveChange();
    void rotate();
    void showSecret(const MadeWebhookSecret& made);
    void setBusy(bool busy);

    std::shared_ptr<const Connected> connection_;
    std::optional<Webhook> webhook_; ///< the one that there is
    QStackedWidget* pages_ = nullptr;
    WebhookForm* form_ = nullptr;
    NoticeBar* trouble_ = nullptr;
    QPushButton* save_ = nullptr;
    /// Of what is about to be sent: a lost answer must not lose the secret that is in it.
    IdempotencyKey key_;
    Background background_;
};

} // namespace leadsheet::desktop
