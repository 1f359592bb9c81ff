// SPDX-License-Identifier: Apache-2.0
#include "order_detail.hpp"

#include "../phrases/say.hpp"
#include "../shell/notice_bar.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/parts.hpp"

#include "leadsheet/app/order_money.hpp"

#include <QClipboard>
#include <QFormLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>

namespace leadsheet::desktop {
namespace {

QString moneyOr(const std::optional<Money>& money) {
    return money ? desktop::money(*money) : QStringLiteral("–");
}

} // namespace

void addEvents(QFormLayout* form, const std::vector<OrderEvent>& events) {
    for (const OrderEvent& event : events) {
        QString what = eventWord(event);
        if (event.message && !event.message->empty())
            what += QStringLiteral(": ") + text(*event.message);
        addFact(form, timeText(event.at, wallNow()), what);
    }
}

OrderDetail::OrderDetail()
    : DetailPane("orderDetail") {
    makeHead();
    makeReply();
    money_ = addSection(tr("Money"));
    request_ = addSection(tr("What was ordered"));
    events_ = addSection(tr("What happened"));
    finish();
    showNothing();
}

void OrderDetail::makeHead() {
    number_ = addTitle("detailNumber");
    addState("detailState");
    problem_ = new NoticeBar("detailProblem");
    add(problem_);
    QLayout* flow = addButtons();
    cancel_ = addButton(flow, tr("Cancel Order…"), "orderCancel", "stop", this,
                        &OrderDetail::cancelWanted);
    again_ =
        addButton(flow, tr("Order Again"), "orderAgain", "redo", this, &OrderDetail::againWanted);
    again_->setToolTip(tr("Order the same a second time; the price is shown first"));
    leads_ =
        addButton(flow, tr("View Leads"), "orderLeads", "leads", this, &OrderDetail::leadsWanted);
    copy_ = addButton(flow, tr("Copy Number"), "orderCopy", "copy", this,
                      [this] { QGuiApplication::clipboard()->setText(number_->text()); });
}

void OrderDetail::makeReply() {
    question_ = named(new QFrame, "orderQuestion");
    auto* box = columnIn(question_);
    box->addWidget(cardHeading(tr("The service asks")));
    questionText_ = wrappingLabel({});
    box->addWidget(questionText_);
    reply_ = named(new TextEdit, "orderReply", tr("Your answer"));
    reply_->setPlaceholderText(tr("Your answer"));
    reply_->setFixedHeight(fontMetrics().height() * 4);
    send_ = named(new QPushButton(icon(QLatin1String("reply")), tr("Send Answer")), "orderSend");
    send_->setAutoDefault(true);
    connect(reply_, &QPlainTextEdit::textChanged, this, &OrderDetail::refreshButtons);
    connect(send_, &QPushButton::clicked, this,
            [this] { emit replyWanted(reply_->toPlainText().trimmed()); });
    box->addWidget(reply_);
    box->addWidget(send_, 0, Qt::AlignLeft);
    add(question_);
}

void OrderDetail::showNothing() {
    story_.reset();
    showEmpty(tr("Choose an order to see what happened to it."));
}

void OrderDetail::showLoading(const Order& order) {
    if (!story_ || story_->order.number != order.number) {
        story_.reset();
        reply_->clear();
        setProblem({});
    }
    showOrder(order);
    showEvents();
}

void OrderDetail::show(const OrderStory& story) {
    story_ = story;
    showOrder(story.order);
    showEvents();
}

void OrderDetail::showOrder(const Order& order) {
    showColumn();
    number_->setText(text(order.number.str()));
    const Look look = lookOf(order);
    showState(look, tr("%1 · money %2").arg(look.word, paymentWord(order.payment)));
    question_->setVisible(order.status == OrderStatus::InfoRequested);
    questionText_->setText(order.question ? text(*order.question) : QString());
    showMoney(order);
    showRequest(order);
    refreshButtons();
}

void OrderDetail::showMoney(const Order& order) {
    QFormLayout* form = freshFacts(money_);
    addFact(form, tr("Quoted at most"), moneyOr(order.price));
    addFact(form, tr("Held"), moneyPart(order, &app::OrderMoney::held));
    addFact(form, tr("Charged"), moneyPart(order, &app::OrderMoney::charged));
    addFact(form, tr("Released"), moneyPart(order, &app::OrderMoney::released));
    addFact(form, tr("Refunded"), moneyPart(order, &app::OrderMoney::refunded));
    if (order.deliveredLeads)
        addFact(form, tr("Delivered"),
                tr("%1 of %2 leads").arg(number(*order.deliveredLeads), number(order.leadCount)));
}

void OrderDetail::showRequest(const Order& order) {
    QFormLayout* form = freshFacts(request_);
    addFact(form, tr("Product"), sayProduct(order.product));
    for (const auto& [name, value] : requestWords(order.request))
        addFact(form, name, value);
}

void OrderDetail::showEvents() {
    QFormLayout* form = freshFacts(events_);
    if (!story_) {
        form->addRow(wrappingLabel(tr("Loading…")));
        return;
    }
    addEvents(form, story_->events);
}

void OrderDetail::setBusy(bool busy) {
    busy_ = busy;
    refreshButtons();
}

void OrderDetail::setProblem(const QString& words) {
    if (words.isEmpty())
        problem_->hide();
    else
        problem_->show(NoticeKind::Bad, words);
}

void OrderDetail::clearReply() {
    reply_->clear();
}

void OrderDetail::refreshButtons() {
    const bool here = story_ && !busy_;
    cancel_->setEnabled(here && canCancel(story_->order));
    again_->setEnabled(here);
    leads_->setEnabled(here && story_->order.deliveredLeads.value_or(0) > 0);
    reply_->setReadOnly(busy_);
    send_->setEnabled(here && story_->order.status == OrderStatus::InfoRequested &&
                      !reply_->toPlainText().trimmed().isEmpty());
}

} // namespace leadsheet::desktop
