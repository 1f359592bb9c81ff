// SPDX-License-Identifier: Apache-2.0
#include "fulfilment_detail.hpp"

#include "../phrases/say.hpp"
#include "../shell/words.hpp"
#include "../widgets/buttons.hpp"
#include "../widgets/facts_form.hpp"
#include "../widgets/flow_layout.hpp"
#include "../widgets/picture.hpp"
#include "../widgets/scroll_area.hpp"
#include "operator_act.hpp"
#include "queue.hpp"
#include "queue_model.hpp"

#include <QClipboard>
#include <QFormLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace leadsheet::desktop {
namespace {

constexpr int kLeastWidth = 300;

QString amountOr(const std::optional<Money>& amount) {
    return amount ? money(*amount) : QStringLiteral("–");
}

} // namespace

FulfilmentDetail::FulfilmentDetail(QWidget* parent)
    : QFrame(parent) {
    setObjectName(QStringLiteral("fulfilmentDetail"));
    setProperty("card", true);
    content_ = new QWidget;
    auto* layout = new QVBoxLayout(content_);
    layout->setContentsMargins(14, 12, 14, 12);
    layout->setSpacing(8);
    makeHead(layout);
    for (const auto& [title, widget] :
         {std::pair{tr("Customer"), &account_}, std::pair{tr("Money"), &money_},
          std::pair{tr("Leads"), &leads_}, std::pair{tr("What was ordered"), &request_}}) {
        layout->addWidget(cardHeading(title));
        *widget = new QWidget;
        layout->addWidget(*widget);
    }
    layout->addStretch(1);
    auto* scroll = new PaneScroll(content_, kLeastWidth);
    nothing_ = wrappingLabel(tr("Choose an order to see what the customer wants."));
    nothing_->setAlignment(Qt::AlignCenter);
    nothing_->setForegroundRole(QPalette::PlaceholderText);
    nothing_->setMinimumWidth(kLeastWidth);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(1, 1, 1, 1);
    all->addWidget(nothing_, 1);
    all->addWidget(scroll, 1);
    showNothing();
}

void FulfilmentDetail::makeHead(QVBoxLayout* layout) {
    number_ = cardHeading({});
    number_->setObjectName(QStringLiteral("fulfilmentNumber"));
    number_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    stateIcon_ = new Picture;
    state_ = wrappingLabel({});
    state_->setObjectName(QStringLiteral("fulfilmentState"));
    auto* line = new QHBoxLayout;
    line->addWidget(stateIcon_, 0, Qt::AlignTop);
    line->addWidget(state_, 1);
    question_ = wrappingLabel({});
    auto* buttons = new QWidget;
    auto* flow = new FlowLayout(buttons);
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
    layout->addWidget(number_);
    layout->addLayout(line);
    layout->addWidget(question_);
    layout->addWidget(buttons);
}

void FulfilmentDetail::showNothing() {
    order_.reset();
    nothing_->show();
    content_->parentWidget()->parentWidget()->hide();
}

void FulfilmentDetail::show(const AdminOrder& full) {
    order_ = full;
    nothing_->hide();
    content_->parentWidget()->parentWidget()->show();
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
            order.payment == PaymentStatus::Held ? amountOr(order.price) : QStringLiteral("–"));
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
