// SPDX-License-Identifier: Apache-2.0
#include "secret_view.hpp"

#include "../account/trouble.hpp"
#include "../phrases/say.hpp"
#include "../shell/notice_bar.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/secret_row.hpp"
#include "snippet_view.hpp"
#include "webhook_words.hpp"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace leadsheet::desktop {

SecretView::SecretView(std::shared_ptr<const Connected> connection, const Webhook& webhook,
                       const MadeWebhookSecret& made, QWidget* parent)
    : QWidget(parent)
    , connection_(std::move(connection))
    , webhook_(webhook.id) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(10);
    auto* shown = new QWidget;
    makeSecret(made, shown);
    layout->addWidget(shown);
    layout->addWidget(new SnippetView, 1);
    outcome_ = new NoticeBar;
    outcome_->setObjectName(QStringLiteral("testOutcome"));
    outcome_->setClosable(false);
    layout->addWidget(outcome_);
    test_ = new QPushButton(icon(QLatin1String("play")), tr("Send Test"));
    test_->setObjectName(QStringLiteral("secretTest"));
    auto* finish = new QPushButton(tr("I Have Stored It"));
    finish->setObjectName(QStringLiteral("secretDone"));
    finish->setProperty("primary", true);
    for (QPushButton* button : {test_, finish})
        button->setAutoDefault(true);
    auto* row = new QHBoxLayout;
    row->addStretch(1);
    row->addWidget(test_);
    row->addWidget(finish);
    layout->addLayout(row);
    connect(test_, &QPushButton::clicked, this, &SecretView::test);
    connect(finish, &QPushButton::clicked, this, &SecretView::done);
}

void SecretView::makeSecret(const MadeWebhookSecret& made, QWidget* into) {
    auto* layout = new QVBoxLayout(into);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* words = new QLabel(
        made.previousValidUntil
            ? tr("The new signing secret is shown this once. Until %1 messages carry signatures of "
                 "the old secret and of the new one: give your program the new one before then.")
                  .arg(timeOr(made.previousValidUntil))
            : tr("The signing secret is shown this once. Store it where your program reads it; "
                 "with it your program knows that a message is from this service. When it is "
                 "lost, make a new one with Rotate Secret."));
    words->setWordWrap(true);
    words->setTextFormat(Qt::PlainText);
    secret_ = new SecretRow(text(made.secret.reveal()), tr("Signing secret"),
                            QLatin1String("webhookSecret"), QLatin1String("secretCopy"));
    layout->addWidget(words);
    layout->addWidget(secret_);
    setFocusProxy(secret_);
}

void SecretView::test() {
    if (background_.busy())
        return;
    test_->setEnabled(false);
    outcome_->show(NoticeKind::Info, tr("A test message is on its way…"));
    background_.run(
        [connection = connection_, webhook = webhook_, key = newActKey("test")](
            const std::stop_token& stop) { return sendTest(*connection, webhook, key, stop); },
        [this](const Result<WebhookDeliveryDetail>& detail) { tested(detail); });
}

void SecretView::tested(const Result<WebhookDeliveryDetail>& detail) {
    test_->setEnabled(true);
    emit sent();
    if (!detail)
        return outcome_->show(NoticeKind::Bad, callTrouble(detail.error(), *connection_));
    const TestWords words = testWords(*detail);
    outcome_->show(words.good ? NoticeKind::Good : NoticeKind::Warn, words.words);
}

TestWords testWords(const WebhookDeliveryDetail& detail) {
    if (detail.attempts.empty())
        return {false, SecretView::tr("The test message is queued; no answer has come yet. It is "
                                      "in the list of messages.")};
    const WebhookAttempt& last = detail.attempts.back();
    const QString time = number(last.durationMs);
    if (detail.delivery.state == "delivered")
        return {true, SecretView::tr("Delivered: your program answered %1 within %2 ms.")
                          .arg(last.status.value_or(0))
                          .arg(time)};
    if (last.status == 410)
        return {false, SecretView::tr("Your program answered 410 after %1 ms, which means that it "
                                      "is gone for good: the webhook is disabled.")
                           .arg(time)};
    if (last.status)
        return {false, SecretView::tr("Your program answered %1 after %2 ms, and only 2xx counts "
                                      "as delivered. The message is tried again.")
                           .arg(*last.status)
                           .arg(time)};
    return {false, SecretView::tr("Your program was not reached. %1")
                       .arg(last.error ? say(*last.error) : QString())};
}

} // namespace leadsheet::desktop
