// SPDX-License-Identifier: Apache-2.0
#include "delivery_detail.hpp"

#include "../orders/order_words.hpp"
#include "../phrases/say.hpp"
#include "../shell/notice_bar.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/buttons.hpp"
#include "../widgets/facts_form.hpp"
#include "../widgets/flow_layout.hpp"
#include "../widgets/picture.hpp"
#include "../widgets/scroll_area.hpp"
#include "../widgets/text_edit.hpp"
#include "webhook_words.hpp"

#include <QClipboard>
#include <QFormLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace leadsheet::desktop {
namespace {

constexpr int kLeastWidth = 300;
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
    : QFrame(parent) {
    setObjectName(QStringLiteral("deliveryDetail"));
    setProperty("card", true);
    auto* content = new QWidget;
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(14, 12, 14, 12);
    layout->setSpacing(8);
    makeHead(layout);
    const auto add = [layout](const QString& words, QWidget* widget) {
        layout->addWidget(cardHeading(words));
        layout->addWidget(widget);
    };
    attempts_ = new QWidget;
    attempts_->setObjectName(QStringLiteral("deliveryAttempts"));
    headers_ = new QWidget;
    body_ = new TextEdit;
    body_->setObjectName(QStringLiteral("deliveryBody"));
    body_->setAccessibleName(tr("Body"));
    body_->setReadOnly(true);
    body_->showCode(kBodyLines);
    add(tr("Attempts"), attempts_);
    add(tr("Body, as it is signed"), body_);
    add(tr("Headers of the last attempt"), headers_);
    layout->addStretch(1);
    scroll_ = new PaneScroll(content, kLeastWidth);
    nothing_ = wrappingLabel({});
    nothing_->setAlignment(Qt::AlignCenter);
    nothing_->setForegroundRole(QPalette::PlaceholderText);
    nothing_->setMinimumWidth(kLeastWidth);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(1, 1, 1, 1);
    all->addWidget(nothing_, 1);
    all->addWidget(scroll_, 1);
    showNothing({});
}

void DeliveryDetail::makeHead(QVBoxLayout* layout) {
    title_ = wrappingLabel({});
    title_->setObjectName(QStringLiteral("deliveryTitle"));
    title_->setProperty("heading", 2);
    stateIcon_ = new Picture;
    state_ = wrappingLabel({});
    state_->setObjectName(QStringLiteral("deliveryState"));
    auto* line = new QHBoxLayout;
    line->addWidget(stateIcon_, 0, Qt::AlignTop);
    line->addWidget(state_, 1);
    problem_ = new NoticeBar;
    problem_->setObjectName(QStringLiteral("deliveryProblem"));
    problem_->setClosable(false);
    auto* buttons = new QWidget;
    auto* flow = new FlowLayout(buttons);
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
    layout->addWidget(title_);
    layout->addLayout(line);
    layout->addWidget(problem_);
    layout->addWidget(buttons);
}

void DeliveryDetail::showNothing(const QString& why) {
    detail_.reset();
    nothing_->setText(why);
    nothing_->show();
    scroll_->hide();
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
    nothing_->hide();
    scroll_->show();
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
