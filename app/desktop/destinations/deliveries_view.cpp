// SPDX-License-Identifier: Apache-2.0
#include "deliveries_view.hpp"

#include "../phrases/say.hpp"
#include "../records/record_list.hpp"
#include "../shell/notice_bar.hpp"
#include "../shell/words.hpp"
#include "../shell/workspace.hpp"
#include "../theme/icons.hpp"
#include "../widgets/parts.hpp"
#include "webhook_records.hpp"

#include "leadsheet/messages/service.hpp"
#include "leadsheet/resource/webhooks.hpp"
#include "leadsheet/try.hpp"

#include <QClipboard>
#include <QFormLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QTableView>

namespace leadsheet::desktop {
namespace {

constexpr int kBodyLines = 10;
constexpr int kMessagesSeen = 2;
constexpr int kMaxAnswer = 500; // of an answer's beginning; a page of HTML helps nobody

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
        words += QLatin1Char('\n') + text(*attempt.responseBody).left(kMaxAnswer);
    return words;
}

// A chip's id is its place here; the first is every state.
constexpr std::optional<WebhookDeliveryState> kDeliveryChips[] = {
    std::nullopt, WebhookDeliveryState::Pending, WebhookDeliveryState::Delivered,
    WebhookDeliveryState::Failed, WebhookDeliveryState::Held};

} // namespace

DeliveryDetail::DeliveryDetail()
    : DetailPane("deliveryDetail") {
    makeHead();
    attempts_ = named(addSection(tr("Attempts")), "deliveryAttempts");
    body_ = named(new TextEdit, "deliveryBody", tr("Body"));
    body_->setReadOnly(true);
    body_->showCode(kBodyLines);
    add(tr("Body, as it is signed"), body_);
    headers_ = addSection(tr("Headers of the last attempt"));
    finish();
    showNothing({});
}

void DeliveryDetail::makeHead() {
    title_ = addTitle("deliveryTitle");
    addState("deliveryState");
    problem_ = new NoticeBar("deliveryProblem");
    add(problem_);
    QLayout* flow = addButtons();
    resend_ = addButton(flow, tr("Redeliver"), "deliveryResend", "redo", this,
                        &DeliveryDetail::resendWanted);
    resend_->setToolTip(tr("The same message with the same webhook-id once more"));
    copyBody_ = addButton(flow, tr("Copy Body"), "deliveryCopy", "copy", this, [this] {
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
        body_->setPlainText(detail.bodyMasked ? say(messages::service::bodyMasked())
                                              : text(detail.requestBody));
}

void DeliveryDetail::showHead(const WebhookDelivery& delivery) {
    showColumn();
    title_->setText(messageWord(delivery.eventType));
    const Look look = deliveryLook(delivery);
    const bool again = delivery.state == "pending" && delivery.attempts > 0;
    showState(look, again && delivery.nextAttemptAt
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
    resend_->setEnabled(detail_ && !busy && webhookEnabled_);
    copyBody_->setEnabled(detail_ && !detail_->bodyMasked);
}

void DeliveryDetail::setEnabledWebhook(bool enabled) {
    webhookEnabled_ = enabled;
    setBusy(busy_);
}

void DeliveryDetail::setProblem(const QString& words) {
    if (words.isEmpty())
        problem_->hide();
    else
        problem_->show(NoticeKind::Bad, words);
}

DeliveriesView::DeliveriesView(Workspace& workspace)
    : workspace_(workspace)
    , model_(new DeliveryModel(this))
    , feed_(new PageFeed(workspace.account(), *model_, this))
    , table_(recordTable(*model_, "deliveriesTable", tr("Messages to the webhook"), kMessagesSeen))
    , detail_(new DeliveryDetail)
    , chips_(new ListFilters)
    , state_(quietLabel("deliveriesState"))
    , reading_(workspace.account())
    , acting_(workspace.account()) {
    table_->setMinimumWidth(300);
    chips_->addChoices(
        {tr("All"), tr("On Their Way"), tr("Delivered"), tr("Not Delivered"), tr("Held Back")},
        QStringLiteral("deliveryChip"));
    connect(chips_, &ListFilters::changed, this, [this] {
        ask();
        emit selectionChanged();
    });
    auto* list = new QWidget;
    auto* column = columnIn(list, 6);
    column->addWidget(chips_);
    column->addWidget(table_, 1);
    column->addWidget(state_);
    auto* layout = columnIn(this);
    layout->addWidget(besideList(list, detail_));
    connect(feed_, &PageFeed::changed, this, &DeliveriesView::refresh);
    followChoice(*table_, [this] { select(); });
    connect(&acting_, &Background::busyChanged, detail_, &DeliveryDetail::setBusy);
    connect(detail_, &DeliveryDetail::resendWanted, this, &DeliveriesView::resend);
    refresh();
    select();
}

void DeliveriesView::setWebhook(const Webhook* webhook) {
    detail_->setEnabledWebhook(webhook == nullptr || webhook->enabled);
    const auto now = webhook != nullptr ? std::optional(webhook->id) : std::nullopt;
    if (std::exchange(webhook_, now) != now)
        ask();
}

void DeliveriesView::ask() {
    if (!webhook_)
        return feed_->ask({});
    WebhookDeliveryFilter filter;
    filter.state = kDeliveryChips[chips_->chosen()];
    feed_->ask(*model_, [id = *webhook_, filter](const Connected& at, const PageOptions& page,
                                                 const CallOptions& call) {
        return at.client->webhooks().deliveries(id, filter, page, call);
    });
}

QStringList DeliveriesView::filterWords() const {
    const auto state = kDeliveryChips[chips_->chosen()];
    return state ? QStringList{QStringLiteral("--state"), text(std::string(toString(*state)))}
                 : QStringList();
}

void DeliveriesView::refresh() {
    const auto connection = workspace_.account().connection();
    const int shown = model_->rowCount();
    QString words;
    if (feed_->trouble() && connection)
        words = callTrouble(*feed_->trouble(), *connection);
    else if (feed_->loaded() && shown == 0)
        words = chips_->chosen() == 0
                    ? tr("No message yet. Messages come with orders and leads, or with Send Test.")
                    : tr("No message is in this state.");
    else if (feed_->loaded())
        words = model_->hasMore()
                    ? tr("The newest %Ln message(s); more come as you scroll.", "", shown)
                    : tr("%Ln message(s).", "", shown);
    else if (feed_->loading())
        words = tr("Loading…");
    state_->setText(words);
    state_->setVisible(!words.isEmpty());
    chooseFirst(*table_);
}

const WebhookDelivery* DeliveriesView::selected() const {
    return model_->at(table_->currentIndex().row());
}

void DeliveriesView::select() {
    const WebhookDelivery* delivery = selected();
    emit selectionChanged();
    if (delivery == nullptr) {
        reading_.cancel();
        detail_->showNothing(webhook_ ? tr("Choose a message to see its attempts.") : QString());
        return;
    }
    const auto& shown = detail_->detail();
    if (shown && shown->delivery.id == delivery->id && shown->delivery.state == delivery->state &&
        shown->delivery.attempts == delivery->attempts)
        return;
    detail_->showLoading(*delivery);
    load(*delivery);
}

void DeliveriesView::load(const WebhookDelivery& delivery) {
    const auto connection = workspace_.account().connection();
    if (!connection)
        return;
    // Walking through the list asks only for where it ends.
    reading_.cancel();
    reading_.run(
        [connection, id = delivery.id](const std::stop_token& stop) {
            return connection->client->webhooks().delivery(id, callUntil(stop));
        },
        [this, connection, id = delivery.id](const Result<WebhookDeliveryDetail>& detail) {
            const WebhookDelivery* now = selected();
            if (now == nullptr || now->id != id)
                return;
            if (!detail)
                return detail_->setProblem(callTrouble(detail.error(), *connection));
            detail_->setProblem({});
            detail_->show(*detail);
            model_->put(detail->delivery);
        });
}

void DeliveriesView::resend() {
    const auto connection = workspace_.account().connection();
    const WebhookDelivery* delivery = selected();
    if (!connection || delivery == nullptr || acting_.busy())
        return;
    detail_->setProblem({});
    acting_.run(
        [connection, id = delivery->id,
         key = newActKey("resend")](const std::stop_token& stop) -> Result<WebhookDeliveryDetail> {
            LEADSHEET_TRY(const auto queued,
                          connection->client->webhooks().resend(id, key, callUntil(stop)));
            return awaitAttempt(*connection, id, queued.attempts, stop);
        },
        [this, connection](const Result<WebhookDeliveryDetail>& detail) {
            emit sent();
            if (!detail)
                return detail_->setProblem(callTrouble(detail.error(), *connection));
            model_->put(detail->delivery);
            const WebhookDelivery* now = selected();
            if (now != nullptr && now->id == detail->delivery.id)
                detail_->show(*detail);
        });
}

} // namespace leadsheet::desktop
