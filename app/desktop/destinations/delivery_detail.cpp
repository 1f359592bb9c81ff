// SPDX-License-Identifier: Apache-2.0
#include "delivery_detail.hpp"

#include "../orders/order_words.hpp"
#include "../phrases/say.hpp"
#include "../shell/notice_bar.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/buttons.hpp"
#include "../widgets/facts_form.hpp"
#include "../widgets/picture.hpp"
#include "../widgets/text_edit.hpp"
#include "webhook_words.hpp"

#include <QClipboard>
#include <QFormLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>

namespace leadsheet::desktop {
namespace {

constexpr int kBodyLines = 10;
constexpr int kMostAnswer = 500; // of an answer's beginning; a page of HTML helps nobody

QString attemptWords(const WebhookAttempt& attempt) {
    QString words =
        attempt.status
            ? DeliveryDetail::tr("answered %1 after %2 ms")
                  .arg(*attempt.status)
                  .arg(number(attempt.durationMs))
            : DeliveryDetail::tr("no answer after %1 ms").arg(number(attempt.durationMs));
    if (attempt.error)
        words += QLatin1Char('\n') + say(*attempt.error);
    if (attempt.responseBody && !attempt.responseBody->empty())
        words += QLatin1Char('\n') + text(*attempt.responseBody).left(kMostAnswer);
    return words;
}

} // namespace

DeliveryDetail::DeliveryDetail(QWidget* parent)
    : DetailPane(QLatin1String("deliveryDetail"), parent) {
    makeHead();
    attempts_ = addSection(tr("Attempts"));
    attempts_->setObjectName(QStringLiteral("deliveryAttempts"));
    body_ = new TextEdit;
    body_->setObjectName(QStringLiteral("deliveryBody"));
    body_->setAccessibleName(tr("Body"));
    body_->setReadOnly(true);
    body_->showCode(kBodyLines);
    add(tr("Body, as it is signed"), body_);
    headers_ = addSection(tr("Headers of the last attempt"));
    finish();
    showNothing({});
}

void DeliveryDetail::makeHead() {
    title_ = addTitle(QLatin1String("deliveryTitle"));
    stateIcon_ = addState(QLatin1String("deliveryState"), state_);
    problem_ = new NoticeBar;
    problem_->setObjectName(QStringLiteral("deliveryProblem"));
    problem_->setClosable(false);
    add(problem_);
    QLayout* flow = addButtons();
    resend_ =
        addButton(flow, tr("Redeliver"), QLatin1String("deliveryResend"), QLatin1String("redo"));
    resend_->setToolTip(tr("The same message with the same webhook-id once more"));
    copyBody_ =
        addButton(flow, tr("Copy Body"), QLatin1String("deliveryCopy"), QLatin1String("copy"));
    connect(resend_, &QPushButton::clicked, this, &DeliveryDetail::resendWanted);
    connect(copyBody_, &QPushButton::clicked, this, [this] {
        if (detail_)
            QGuiApplication::clipboard()->setText(text(detail_->requestBody));
    });
}

void DeliveryDetail::showNothing(const QString& why) {
    detail_.reset();
    showEmpty(why);
}

void DeliveryDetail::showLoading(const WebhookDelivery& delivery) {
    if (!detail_ || detail_->delivery.id != delivery.id) {
        detail_.reset();
        setProblem({});
        freshFacts(attempts_)->addRow(wrappingLabel(tr("Loading…")));
        freshFacts(headers_);
        body_->clear();
    }
    showHead(delivery);
}

void DeliveryDetail::show(const WebhookDeliveryDetail& detail) {
    const bool same = detail_ && detail_->delivery.id == detail.delivery.id;
    const bool sameBody = same && detail_->requestBody == detail.requestBody;
    detail_ = detail;
    showHead(detail.delivery);
    showAttempts();
    showRequest();
    if (!sameBody)
        body_->setPlainText(text(detail.requestBody));
}

void DeliveryDetail::showHead(const WebhookDelivery& delivery) {
    showColumn();
    title_->setText(messageWord(delivery.eventType));
    const DeliveryLook look = deliveryLook(delivery);
    stateIcon_->show(look.icon, look.tone);
    const bool again = delivery.state == "pending" && delivery.attempts > 0;
    state_->setText(again && delivery.nextAttemptAt
                        ? tr("%1, next attempt %2").arg(look.word, timeOr(delivery.nextAttemptAt))
                        : look.word);
    setBusy(busy_);
}

void DeliveryDetail::showAttempts() {
    QFormLayout* form = freshFacts(attempts_);
    if (detail_->attempts.empty())
        form->addRow(wrappingLabel(tr("None yet.")));
    for (const WebhookAttempt& attempt : detail_->attempts)
        addFact(form, timeText(attempt.at, wallNow()), attemptWords(attempt));
}

void DeliveryDetail::showRequest() {
    QFormLayout* form = freshFacts(headers_);
    if (detail_->requestHeaders.empty())
        form->addRow(wrappingLabel(tr("None yet.")));
    for (const auto& [name, value] : detail_->requestHeaders)
        addFact(form, text(name), text(value));
}

void DeliveryDetail::setBusy(bool busy) {
    busy_ = busy;
    resend_->setEnabled(detail_ && !busy);
    copyBody_->setEnabled(detail_.has_value());
}

void DeliveryDetail::setProblem(const QString& words) {
    if (words.isEmpty())
        problem_->hide();
    else
        problem_->show(NoticeKind::Bad, words);
}

} // namespace leadsheet::desktop
