// SPDX-License-Identifier: Apache-2.0
// What is done from the price page: rows ordered all the same, again, or in place of an order; and
// placing.
#include "../account/account_session.hpp"
#include "../dialogs/form_dialog.hpp"
#include "../shell/words.hpp"
#include "known_rows.hpp"
#include "price_panel.hpp"
#include "prices.hpp"
#include "run_engine.hpp"
#include "what_is_new.hpp"

#include <QPushButton>

namespace leadsheet::desktop {

void PricePanel::makeKnownRows() {
    before_ = new KnownRows(KnownRows::Kind::OrderedBefore);
    ended_ = new KnownRows(KnownRows::Kind::Ended);
    similar_ = new KnownRows(KnownRows::Kind::Similar);
    connect(before_, &KnownRows::wanted, this, &PricePanel::orderAnyway);
    connect(before_, &KnownRows::allWanted, this, [this] {
        plan_.allowed.all = true;
        orderAnyway({});
    });
    connect(before_, &KnownRows::leaveOutWanted, this, [this] {
        plan_.anyway.clear();
        added_.clear();
        plan_.allowed.all = false;
        request();
    });
    const auto again = [this](const std::vector<submit::RowRecord>& rows) {
        if (priced_ && engine_.state() == RunEngine::State::Idle) {
            const submit::RunId run = priced_->run;
            startWorking();
            reordering_ = true;
            replaces_.clear();
            engine_.orderAgain(run, KnownRows::ordinalsOf(rows));
        }
    };
    connect(ended_, &KnownRows::wanted, this, again);
    connect(ended_, &KnownRows::allWanted, this, [again] { again({}); });
    connect(news_, &WhatIsNew::replaceWanted, this, &PricePanel::replaceOrder);
}

/// Without rows: all that were ordered before.
void PricePanel::orderAnyway(const std::vector<submit::RowRecord>& rows) {
    if (!priced_ || engine_.state() != RunEngine::State::Idle)
        return;
    // What was agreed to holds when the sheet is priced again.
    for (const submit::RowRecord& row : rows) {
        for (const EquivalentOrder& order : row.earlier.orders)
            plan_.anyway[row.key].push_back(order.orderNumber);
        if (!row.earlier.orders.empty())
            added_ << tr("Row %1 was ordered with %2.")
                          .arg(placeWords(row.tab, row.sourceRow, priced_->sourceName),
                               text(row.earlier.orders.front().orderNumber));
    }
    if (priced_->kept) { // that run is over
        request();
        return;
    }
    const submit::RunId run = priced_->run;
    startWorking();
    engine_.orderAnyway(run, KnownRows::ordinalsOf(rows), !again_);
}

/// Prices the row as it is now; the order that it was is cancelled when that is placed.
void PricePanel::replaceOrder(std::int64_t ordinal, const QString& orderNumber) {
    if (!priced_ || engine_.state() != RunEngine::State::Idle)
        return;
    const submit::RunId run = priced_->run;
    startWorking();
    reordering_ = true;
    replaces_ = orderNumber.toStdString();
    engine_.orderAgain(run, {ordinal}, replaces_);
}

QString PricePanel::buttonWords(int rows, const QString& amount) const {
    if (rows == 0)
        return tr("Nothing to Place");
    if (priced_->cancels)
        return tr("Cancel %1 and Order Again for %2…")
            .arg(text(priced_->cancels->number.str()), amount);
    const bool play = account_.connection() && account_.connection()->playMoney();
    // The run pauses at the limit: no more is promised than that.
    if (const auto most = cap_->amount(); most && *most < placed().amount) {
        const QString limit = money(*most, priced_->balance.currency);
        return play ? tr("Place Orders for at Most %1 of Play Money").arg(limit)
                    : tr("Place Orders for at Most %1").arg(limit);
    }
    return play ? tr("Place %Ln Order(s) for %1 of Play Money", nullptr, rows).arg(amount)
                : tr("Place %Ln Order(s) for %1", nullptr, rows).arg(amount);
}

bool PricePanel::askToReplace() {
    const Order& order = *priced_->cancels;
    const QString number = text(order.number.str());
    const QString held = order.price ? money(*order.price) : tr("the amount held");
    return ask(this, {tr("Cancel and Order Again?"),
                      tr("%1 is cancelled, and %2 held for it is released. Then the row is ordered "
                         "as it is now, for %3. Should the order no longer be in review, nothing "
                         "is cancelled and nothing is ordered.")
                          .arg(number, held, money(placed().amount, priced_->balance.currency)),
                      tr("Cancel and Order Again"), tr("Keep %1").arg(number)});
}

QStringList PricePanel::limitWords() const {
    if (!priced_ || priced_->cancels || choosing_)
        return {};
    const PartPrice sent = placed();
    const auto cap = cap_->amount();
    const bool first = chosen_.rows < priced_->quote.rows;
    const bool underWay = priced_->waiting.rows > 0 || priced_->unanswered > 0;
    if (sent.rows == 0 || !cap || *cap < sent.amount || (first && underWay))
        return {};
    QStringList words;
    if (first)
        words << QStringLiteral("--first") << QString::number(chosen_.rows);
    for (const submit::RunId run : earlier_->alsoRetire())
        words << QStringLiteral("--replaces") << QString::number(run.value);
    if (priced_->newer)
        words << QStringLiteral("--beside") << QString::number(priced_->newer->value);
    const Money most{*cap + priced_->unanswered, priced_->balance.currency};
    return words << QStringLiteral("--max-total") << QString::fromStdString(formatPlain(most));
}

void PricePanel::place() {
    if (!priced_ || !place_->isEnabled())
        return;
    const submit::RunId run = priced_->run;
    if (priced_->cancels && !askToReplace())
        return;
    if (!priced_ || priced_->run != run || !place_->isEnabled())
        return; // gone while the question stood
    submit::Approval approval = work::approvalOf(*priced_, chosen());
    approval.cap = cap_->amount();
    approval.retire = true; // the page says which
    approval.alsoRetire = earlier_->alsoRetire();
    clock_.stop();
    if (engine_.place(*priced_, approval))
        emit placing();
}

} // namespace leadsheet::desktop
