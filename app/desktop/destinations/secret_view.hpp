// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../bridge/background.hpp"
#include "webhook_records.hpp"

#include <QWidget>

class QComboBox;
class QLabel;
class QPushButton;

namespace leadsheet::desktop {

class NoticeBar;
class SecretRow;
class TextEdit;

/// How a program verifies messages, in several languages, each with its standard library alone;
/// from resources/snippets.
class SnippetView : public QWidget {
    Q_OBJECT

public:
    explicit SnippetView(QWidget* parent = nullptr);

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
               const MadeWebhookSecret& made, QWidget* parent = nullptr);

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
