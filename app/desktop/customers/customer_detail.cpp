// SPDX-License-Identifier: Apache-2.0
#include "customer_detail.hpp"

#include "../account/account_facts.hpp"
#include "../orders/order_words.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/buttons.hpp"
#include "../widgets/facts_form.hpp"
#include "../widgets/picture.hpp"
#include "customer_keys.hpp"
#include "customer_model.hpp"

#include <leadsheet/contract/limits.hpp>

#include <QClipboard>
#include <QFormLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>

namespace leadsheet::desktop {

CustomerDetail::CustomerDetail(Workspace& workspace, QWidget* parent)
    : DetailPane(QLatin1String("customerDetail"), parent) {
    makeHead();
    money_ = addSection(tr("Money"));
    keys_ = new CustomerKeys(workspace);
    add(tr("Keys"), keys_);
    limits_ = addSection(tr("Limits"));
    finish();
    showNothing();
}

void CustomerDetail::makeHead() {
    name_ = addTitle(QLatin1String("customerName"));
    stateIcon_ = addState(QLatin1String("customerState"), state_);
    QLayout* flow = addButtons();
    auto* credit =
        addButton(flow, tr("Add Credit…"), QLatin1String("customerCredit"), QLatin1String("money"));
    auto* rename =
        addButton(flow, tr("Rename…"), QLatin1String("customerRename"), QLatin1String("edit"));
    standing_ =
        addButton(flow, tr("Suspend…"), QLatin1String("customerStanding"), QLatin1String("pause"));
    auto* orders = addButton(flow, tr("Orders of This Account"), QLatin1String("customerOrders"),
                             QLatin1String("orders"));
    auto* copy =
        addButton(flow, tr("Copy Id"), QLatin1String("customerCopy"), QLatin1String("copy"));
    connect(credit, &QPushButton::clicked, this, &CustomerDetail::creditWanted);
    connect(rename, &QPushButton::clicked, this, &CustomerDetail::renameWanted);
    connect(standing_, &QPushButton::clicked, this, &CustomerDetail::standingWanted);
    connect(orders, &QPushButton::clicked, this, [this] {
        if (account_)
            emit ordersWanted(text(account_->id.str()));
    });
    connect(copy, &QPushButton::clicked, this, [this] {
        if (account_)
            QGuiApplication::clipboard()->setText(text(account_->id.str()));
    });
}

void CustomerDetail::showNothing() {
    account_.reset();
    keys_->setAccount({});
    showEmpty(tr("Choose an account to see its money and its keys."));
}

void CustomerDetail::show(const AdminAccount& account) {
    account_ = account;
    name_->setText(nameOf(account));
    const CustomerLook look = standingLook(account.suspended);
    stateIcon_->show(look.icon, look.tone);
    state_->setText(account.suspended ? tr("%1: its keys are refused").arg(look.word) : look.word);
    standing_->setText(account.suspended ? tr("Reinstate…") : tr("Suspend…"));
    standing_->setIcon(icon(account.suspended ? QLatin1String("play") : QLatin1String("pause")));
    showMoney();
    showLimits();
    showColumn();
    keys_->setAccount(account.id);
}

void CustomerDetail::showMoney() {
    QFormLayout* form = freshFacts(money_);
    addFact(form, tr("Available"), money(account_->available));
    addFact(form, tr("Held for orders"), money(account_->held));
    addFact(form, tr("Environment"), environmentWord(account_->environment));
    addFact(form, tr("Made"), timeText(account_->createdAt, wallNow()));
    addFact(form, tr("Account id"), text(account_->id.str()));
}

void CustomerDetail::showLimits() {
    QFormLayout* form = freshFacts(limits_);
    addFact(form, tr("Webhooks"), tr("at most %1").arg(number(contract::kMaxWebhooks)));
    addFact(form, tr("Outreach destinations"),
            tr("at most %1").arg(number(contract::kMaxDestinations)));
    addFact(form, tr("Spending a day"), tr("with each key, above"));
}

} // namespace leadsheet::desktop
