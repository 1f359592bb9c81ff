// SPDX-License-Identifier: Apache-2.0
#include "spending_cap.hpp"

#include "../shell/words.hpp"

#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

namespace leadsheet::desktop {

SpendingCap::SpendingCap(QWidget* parent)
    : QWidget(parent)
    , typed_(new QLineEdit)
    , note_(new QLabel) {
    typed_->setObjectName(QStringLiteral("cap"));
    typed_->setAccessibleName(tr("The most this run may spend"));
    typed_->setMaximumWidth(180);
    note_->setWordWrap(true);
    note_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* remedy = new QLabel(tr("Spending cannot be undone here: an order can be cancelled, which "
                                 "releases what is held, until work on it begins. A higher price "
                                 "than the one shown is never accepted without asking you."));
    remedy->setWordWrap(true);
    remedy->setTextInteractionFlags(Qt::TextSelectableByMouse);
    remedy->setForegroundRole(QPalette::PlaceholderText);
    auto* line = new QHBoxLayout;
    line->addWidget(typed_);
    line->addWidget(note_, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(line);
    layout->addWidget(remedy);
    connect(typed_, &QLineEdit::textEdited, this, [this] {
        edited_ = true;
        emit edited();
    });
}

void SpendingCap::showPrice(const Money& price) {
    currency_ = price.currency;
    if (!edited_)
        typed_->setText(typedMoney(price));
    const auto most = amount();
    note_->setText(!most ? tr("Not an amount in %1.").arg(text(currency_))
                   : *most >= price.amount
                       ? tr("The run pauses before it would spend more than this.")
                       : tr("Less than the price: the run will pause when this is reached."));
}

std::optional<std::int64_t> SpendingCap::amount() const {
    const auto most = readMoney(typed_->text(), currency_);
    return most ? std::optional(most->amount) : std::nullopt;
}

} // namespace leadsheet::desktop
