// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../records/record_list.hpp"
#include "webhook_dialog.hpp"

#include <QFrame>
#include <QPointer>

#include <string>

class QDateTimeEdit;
class QLabel;
class QPushButton;

namespace leadsheet::desktop {

class DeliveriesView;
class WebhookModel;

/// What is to become of messages that were not delivered: decided in the page, when a webhook is
/// switched on again and whenever somebody wants it.
class BacklogPanel : public QFrame {
    Q_OBJECT

public:
    BacklogPanel();

    /// A webhook is to be switched on.
    void askBeforeEnabling(const QString& webhook);
    /// A webhook that is on shall get again what failed.
    void askForRedelivery(const QString& webhook);
    void setBusy(bool busy);
    /// RFC 3339; never before what the service still has.
    std::string since() const;

signals:
    void sendWanted();
    void enableOnlyWanted();
    void openChanged();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void open(const QString& words, const QString& send);
    /// Nothing is to be sent: the focus goes back to where the question came from.
    void cancel();

    QLabel* words_;
    QDateTimeEdit* since_;
    QPushButton* send_;
    QPushButton* only_;
    QPushButton* cancel_;
    QPointer<QWidget> opener_;
};

/// The account's webhooks with their health, what can be done with the one that is chosen, and its
/// messages.
class WebhooksView : public ActingList {
    Q_OBJECT

public:
    explicit WebhooksView(Workspace& workspace);

    void setWatched(bool watched) override;
    void refreshNow() override;
    void add(const QString& address = {});
    void sendTestMessage();
    QStringList commandWords() const override;
    /// What quitting now would lose, in a sentence; empty = nothing.
    QString runningWork() const;

signals:
    /// See WebhookDialog.
    void secretMade(const QString& url, const leadsheet::MadeWebhookSecret& made);

private:
    void makeButtons();
    void select() override;
    void refreshButtons() override;
    const Webhook* selected() const;
    void open(WebhookDialog* dialog);
    void toggleEnabled();
    void backlogDecided(bool send);
    void remove();

    WebhookModel* model_;
    BacklogPanel* backlog_ = nullptr;
    DeliveriesView* deliveries_ = nullptr;
    QPushButton* enable_ = nullptr;
    QPushButton* redeliver_ = nullptr;
    std::optional<WebhookId> shown_; ///< whose messages are listed
    QPointer<WebhookDialog> dialog_; ///< the last one
};

} // namespace leadsheet::desktop
