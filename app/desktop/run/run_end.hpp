// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_session.hpp"
#include "../shell/notice_bar.hpp"

#include "leadsheet/app/order_money.hpp"
#include "leadsheet/submit/run.hpp"
#include "leadsheet/work/run_summary.hpp"

#include <QFrame>
#include <QTimer>
#include <QWidget>

#include <filesystem>
#include <memory>
#include <optional>

class QLabel;
class QPushButton;

namespace leadsheet::desktop {

/// What a run came to, and the one thing to do next with it. GUI thread only.
class RunSummaryView : public QFrame {
    Q_OBJECT

public:
    RunSummaryView();

    /// Nothing = the run is not over, and the view hides. `cap`: of what is held.
    void present(const std::optional<work::RunSummary>& summary,
                 std::optional<std::int64_t> cap = std::nullopt);
    /// Whether its button does this.
    bool offers(work::NextStep step) const;

signals:
    void nextWanted(leadsheet::work::NextStep step);

private:
    QLabel* placed_;
    QLabel* toFix_;
    QLabel* toAnswer_;
    QLabel* unknown_;
    QLabel* toRetry_;
    QLabel* notSent_;
    QLabel* leftOut_;
    QLabel* committed_;
    QPushButton* next_;
    work::NextStep step_ = work::NextStep::None;
};

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

/// Whether a run has rows that can be given up: approved once, not going on, not all settled.
bool canGiveUp(const submit::RunInfo& run);

/// The second question before the rest of a run is given up for good, in the page, in words and
/// money; then does it. Enter never does.
class GiveUpBar : public NoticeBar {
    Q_OBJECT

public:
    explicit GiveUpBar(const AccountSession& session, QWidget* parent = nullptr);

    /// `at` may be null: without the run's account rows of unknown outcome cannot be asked about.
    void ask(const std::filesystem::path& ledgerFile, std::shared_ptr<const Connected> at,
             const submit::RunInfo& run);

    /// Asks no more, as it does when the account is left.
    void forget();

signals:
    /// Nothing was changed.
    void kept();
    void givenUp(const QString& words);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void giveUp();
    void keep();

    std::filesystem::path ledgerFile_;
    std::shared_ptr<const Connected> at_;
    std::optional<submit::RunInfo> run_;
    AccountActing giving_;
};

} // namespace leadsheet::desktop
