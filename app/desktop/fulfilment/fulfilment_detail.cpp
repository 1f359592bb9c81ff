// SPDX-License-Identifier: Apache-2.0
#include "fulfilment_detail.hpp"

#include "../orders/order_words.hpp"
#include "../phrases/say.hpp"
#include "../shell/words.hpp"
#include "../widgets/buttons.hpp"
#include "../widgets/facts_form.hpp"
#include "../widgets/picture.hpp"
#include "operator_act.hpp"
#include "queue.hpp"
#include "queue_model.hpp"

#include <QClipboard>
#include <QFormLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>

namespace leadsheet::desktop {
namespace {

QString amountOr(const std::optional<Money>& amount) {
    return amount ? money(*amount) : QStringLiteral("–");
}

} // namespace

FulfilmentDetail::FulfilmentDetail(QWidget* parent)
    : DetailPane(QLatin1String("fulfilmentDetail"), parent) {
    makeHead();
    account_ = addSection(tr("Customer"));
    money_ = addSection(tr("Money"));
    leads_ = addSection(tr("Leads"));
    request_ = addSection(tr("What was ordered"));
    finish();
    showNothing();
}

void FulfilmentDetail::makeHead() {
    number_ = addTitle(QLatin1String("fulfilmentNumber"));
    stateIcon_ = addState(QLatin1String("fulfilmentState"), state_);
    question_ = wrappingLabel({});
    add(question_);
    QLayout* flow = addButtons();
    auto* copy =
        addButton(flow, tr("Copy Number"), QLatin1String("fulfilmentCopy"), QLatin1String("copy"));
    auto* account = addButton(flow, tr("Orders of This Account"),
                              QLatin1String("fulfilmentAccount"), QLatin1String("account"));
    account->setToolTip(tr("Show only the orders of this account"));
    takeIn_ = addButton(flow, tr("Take In Leads…"), QLatin1String("fulfilmentTakeIn"),
                        QLatin1String("sheet"));
    takeIn_->setToolTip(tr("From a sheet, while the order is in work"));
    save_ =
        addButton(flow, tr("Save Leads…"), QLatin1String("fulfilmentSave"), QLatin1String("save"));
    save_->setToolTip(tr("Into a file, all leads that were taken in"));
    connect(takeIn_, &QPushButton::clicked, this, &FulfilmentDetail::takeInWanted);
    connect(save_, &QPushButton::clicked, this, &FulfilmentDetail::saveWanted);
    connect(copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(number_->text()); });
    connect(account, &QPushButton::clicked, this, [this] {
        if (order_)
            emit accountWanted(text(order_->account.str()));
    });
}

void FulfilmentDetail::showNothing() {
    order_.reset();
    showEmpty(tr("Choose an order to see what the customer wants."));
}

void FulfilmentDetail::show(const AdminOrder& full) {
    order_ = full;
    showColumn();
    const Order& order = full.order;
    number_->setText(text(order.number.str()));
    const OrderLook look = operatorLook(full);
    stateIcon_->show(look.icon, look.tone);
    state_->setText(tr("%1 · money %2").arg(look.word, paymentWord(order.payment)));
    question_->setVisible(order.question.has_value());
    if (order.question)
        question_->setText(tr("Asked: %1").arg(text(*order.question)));
    takeIn_->setEnabled(order.status == OrderStatus::InProgress);
    save_->setEnabled(full.ingested.accepted > 0);
    showAccount();
    showMoney();
    showLeads();
    showRequest();
}

void FulfilmentDetail::showAccount() {
    QFormLayout* form = freshFacts(account_);
    addFact(form, tr("Account"), accountOf(*order_));
    addFact(form, tr("Account id"), text(order_->account.str()));
    addFact(form, tr("Ordered"), timeText(order_->order.createdAt, wallNow()));
    addFact(form, tr("Last change"), timeText(order_->order.updatedAt, wallNow()));
}

void FulfilmentDetail::showMoney() {
    QFormLayout* form = freshFacts(money_);
    const Order& order = order_->order;
    addFact(form, tr("Price at most"), amountOr(order.price));
    addFact(form, tr("Held"),
            order.payment == PaymentStatus::Held && order.price ? money(heldOf(order))
                                                                : QStringLiteral("–"));
    if (order.status == OrderStatus::InProgress && order.price)
        addFact(form, tr("To charge"), money(effectOf(*order_, {OperatorAct::Deliver}).charged));
    addFact(form, tr("Charged"), amountOr(order.captured));
    addFact(form, tr("Refunded"), amountOr(order.refunded));
}

void FulfilmentDetail::showLeads() {
    QFormLayout* form = freshFacts(leads_);
    const IngestCounts& counts = order_->ingested;
    addFact(form, tr("Ordered"), number(order_->order.leadCount));
    addFact(form, tr("Taken in"), number(counts.accepted));
    addFact(form, tr("Owned already"), number(counts.duplicate));
    addFact(form, tr("Rejected rows"), number(counts.rejected));
    addFact(form, tr("Last part"), counts.final ? tr("has arrived") : tr("not yet"));
}

void FulfilmentDetail::showRequest() {
    QFormLayout* form = freshFacts(request_);
    addFact(form, tr("Product"), sayProduct(order_->order.product));
    for (const auto& [name, value] : requestWords(order_->order.request))
        addFact(form, name, value);
}

} // namespace leadsheet::desktop
