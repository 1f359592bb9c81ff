// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "run_types.hpp"

#include "leadsheet/money.hpp"

#include <QFrame>

class QLabel;

namespace leadsheet::desktop {

/// What the chosen rows cost, large, and what that means for the balance and the day. As many lines
/// whatever is chosen, so that nothing below it moves.
class PriceSum : public QFrame {
    Q_OBJECT

public:
    explicit PriceSum(QWidget* parent = nullptr);

    /// `placed` is everything that would be sent, after `freed` (minor units) was released by
    /// cancelling. True when the balance is enough for it.
    bool present(const PartPrice& placed, const Money& balance, std::int64_t freed);
    /// How long the prices hold and when sending ends, now. `clockAhead` is how far the server's
    /// clock, by which they hold, is ahead of this computer's.
    void showTimes(const submit::QuoteSummary& chosen, WallTime now,
                   std::chrono::milliseconds clockAhead);

private:
    QLabel* sum_;
    QLabel* balance_;
    QLabel* validity_;
    QLabel* outlook_;
};

} // namespace leadsheet::desktop
