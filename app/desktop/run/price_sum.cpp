// SPDX-License-Identifier: Apache-2.0
#include "price_sum.hpp"

#include "../shell/words.hpp"
#include "../theme/palette.hpp"
#include "../widgets/parts.hpp"

#include <QLabel>
#include <QVBoxLayout>

namespace leadsheet::desktop {

PriceSum::PriceSum(QWidget* parent)
    : QFrame(parent)
    , sum_(named(wrappingLabel({}), "priceSum"))
    , balance_(named(wrappingLabel({}), "balance"))
    , validity_(named(wrappingLabel({}), "validity"))
    , outlook_(named(wrappingLabel({}), "sendingTime")) {
    setProperty("card", true);
    sum_->setProperty("heading", 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 12);
    for (QLabel* line : {sum_, balance_, validity_, outlook_})
        layout->addWidget(line);
}

bool PriceSum::present(const PartPrice& placed, const Money& balance, std::int64_t freed) {
    sum_->setText(tr("%1 for %Ln order(s)", nullptr, forPlural(placed.rows))
                      .arg(money(placed.amount, balance.currency)));
    const std::int64_t after = balance.amount + freed - placed.amount;
    const bool enough = after >= 0;
    balance_->setText(
        enough && freed > 0 ? tr("Balance %1 + %2 released by cancelling → %3")
                                  .arg(money(balance), money(freed, balance.currency),
                                       money(after, balance.currency))
        : enough ? tr("Balance %1 → %2").arg(money(balance), money(after, balance.currency))
                 : tr("Balance %1: %2 is missing. Top up the account, or order fewer rows.")
                       .arg(money(balance), money(-after, balance.currency)));
    QPalette colours = palette();
    if (!enough)
        colours.setColor(QPalette::WindowText, coloursOf(Tone::Bad, palette()).text);
    balance_->setPalette(colours);
    return enough;
}

void PriceSum::showTimes(const submit::QuoteSummary& chosen, WallTime now,
                         std::chrono::milliseconds clockAhead) {
    if (chosen.validUntil) {
        const WallTime until = *chosen.validUntil - clockAhead;
        const auto left = std::chrono::duration_cast<std::chrono::seconds>(until - now);
        validity_->setText(left.count() > 0
                               ? tr("These prices hold until %1 (%2 left).")
                                     .arg(clockText(until, now), durationText(left))
                               : tr("These prices no longer hold. Ask for prices again."));
    }
    validity_->setVisible(chosen.validUntil.has_value());
    if (chosen.timeToFinish)
        outlook_->setText(tr("Sending takes about %1 and ends about %2.")
                              .arg(durationText(*chosen.timeToFinish),
                                   clockText(now + *chosen.timeToFinish, now)));
    outlook_->setVisible(chosen.timeToFinish.has_value());
}

} // namespace leadsheet::desktop
