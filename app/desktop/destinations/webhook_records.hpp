// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_session.hpp"
#include "../bridge/background.hpp"
#include "../records/record_model.hpp"

#include "leadsheet/model/webhook.hpp"

#include <QWidget>

#include <stop_token>
#include <string>
#include <string_view>

class QComboBox;
class QPushButton;

namespace leadsheet::desktop {

class NoticeBar;
class SecretRow;
class TextEdit;

Look deliveryLook(const WebhookDelivery& delivery);

/// "Order delivered", for a kind of message; an unknown one is what it is.
QString messageWord(std::string_view eventType);
/// Every kind of message the contract knows, in its order.
std::vector<std::string> messageKinds();
/// Its name, or its address where it has none.
QString nameOf(const Webhook& webhook);
/// Of a time of the server that may be missing: "–".
QString timeOr(const std::optional<std::string>& rfc3339);

/// What is wrong with an address before the service is asked; empty = nothing.
QString addressFault(const QString& address);

/// The account's webhooks with their health.
class WebhookModel : public PagedModel<Webhook> {
    Q_OBJECT

public:
    enum Column { Name, State, LastSuccess, Share, Waiting, Messages, Address };

    explicit WebhookModel(QObject* parent = nullptr);

protected:
    const std::string& idOf(const Webhook& webhook) const override { return webhook.id.str(); }
};

/// Messages to one webhook, newest first.
class DeliveryModel : public PagedModel<WebhookDelivery> {
    Q_OBJECT

public:
    enum Column { Message, State, Created, Attempts, Answer, Next, Order };

    explicit DeliveryModel(QObject* parent = nullptr);

protected:
    const std::string& idOf(const WebhookDelivery& delivery) const override {
        return delivery.id.str();
    }
};

/// Reads the message until its first attempt after `attempts` has an answer, at most for as long
/// as an attempt may take. Blocks; any thread but the GUI's.
Result<WebhookDeliveryDetail> awaitAttempt(const Connected& at, const WebhookDeliveryId& id,
                                           std::int64_t attempts, const std::stop_token& stop);

/// Sends a test message and waits for its first answer. Blocks.
Result<WebhookDeliveryDetail> sendTest(const Connected& at, const WebhookId& webhook,
                                       const IdempotencyKey& key, const std::stop_token& stop);

/// Switches a webhook on and, if wanted, queues what was not delivered since then.
struct EnableOutcome {
    Webhook webhook;
    std::int64_t queued = 0;
};
Result<EnableOutcome> enableWebhook(const Connected& at, const Webhook& shown,
                                    const std::optional<std::string>& since,
                                    const IdempotencyKey& key, const std::stop_token& stop);

/// How a program verifies messages, in several languages, each with its standard library alone;
/// from resources/snippets.
class SnippetView : public QWidget {
    Q_OBJECT

public:
    SnippetView();

    QString code() const;

private:
    void refresh();

    QComboBox* languages_;
    TextEdit* code_;
    QPushButton* copy_;
};

/// A signing secret, this once, with code that verifies messages and a way to try them.
class SecretView : public QWidget {
    Q_OBJECT

public:
    SecretView(std::shared_ptr<const Connected> connection, const Webhook& webhook,
               const MadeWebhookSecret& made);

signals:
    void done();
    /// A message was sent: the lists have something new.
    void sent();

private:
    void makeSecret(const MadeWebhookSecret& made, QWidget* into);
    void test();
    void tested(const Result<WebhookDeliveryDetail>& detail);

    std::shared_ptr<const Connected> connection_;
    WebhookId webhook_;
    SecretRow* secret_ = nullptr;
    NoticeBar* outcome_ = nullptr;
    QPushButton* test_ = nullptr;
    Background background_;
};

/// What became of a test message, in a sentence; good = it was delivered.
struct TestWords {
    bool good = false;
    QString words;
};
TestWords testWords(const WebhookDeliveryDetail& detail);

} // namespace leadsheet::desktop
