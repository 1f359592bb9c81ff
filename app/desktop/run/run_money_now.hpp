// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_work.hpp"

#include "leadsheet/app/order_money.hpp"
#include "leadsheet/submit/run.hpp"

#include <QTimer>
#include <QWidget>

#include <memory>
#include <optional>

class QLabel;

namespace leadsheet::desktop {

/// As app::askForMoney(), with the run's ledger. Blocks; any thread but the GUI's.
Result<app::RunMoney> askRunMoney(const Connected& at, const submit::RunInfo& run,
                                  const std::stop_token& stop);

/// "As of 10:21: $0.00 held, $6.40 charged, … Orders: 1 Delivered."
QString moneyNowWords(const app::RunMoney& now);

/// What the orders of a run hold and were charged by now: asked when the run has ended, when the
/// line is shown again, and now and then while something is held. Empty until the service has
/// answered, and of a run that is more than a week old. GUI thread only.
class RunMoneyNow : public QWidget {
    Q_OBJECT

public:
    explicit RunMoneyNow(const AccountSession& account, QWidget* parent = nullptr);

    /// The run of the connected account to tell of; null = of none.
    void follow(std::shared_ptr<const Connected> at, const std::optional<submit::RunInfo>& run);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void ask();
    void answered(const Result<app::RunMoney>& now);

    QLabel* words_;
    AccountReading reading_;
    QTimer again_;
    std::shared_ptr<const Connected> at_;
    std::optional<submit::RunInfo> run_;
};

} // namespace leadsheet::desktop
