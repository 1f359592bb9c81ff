// SPDX-License-Identifier: Apache-2.0
#include "run_money_now.hpp"

#include "../orders/order_records.hpp"
#include "../shell/words.hpp"
#include "../widgets/parts.hpp"

#include "leadsheet/submit/ledger.hpp"

#include <QCoreApplication>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

using submit::RowState;

// Twice as long after each answer: orders in review stay as they are for hours.
constexpr std::chrono::seconds kAskAgain{20};
constexpr std::chrono::minutes kLongestWait{10};
/// Of more orders, every answer costs many requests: these are asked about once.
constexpr std::int64_t kMostAskedAgain = 1000;
/// So do orders behind which many others came: of an older run, a person asks on Activity.
constexpr std::chrono::hours kAskedUnbidden{7 * 24};

struct Words {
    Q_DECLARE_TR_FUNCTIONS(RunMoneyWords)
};

} // namespace

Result<app::RunMoney> askRunMoney(const Connected& at, const submit::RunInfo& run,
                                  const std::stop_token& stop) {
    submit::LedgerOptions options;
    options.mode = submit::LedgerOptions::Mode::ReadOnly;
    options.checkIntegrity = false;
    const auto ledger = submit::Ledger::open(at.ledgerFile, options);
    if (!ledger)
        return failure(ledger.error());
    CallOptions call;
    call.stop = stop;
    return app::askForMoney(*at.client, *ledger, run, call);
}

QString moneyNowWords(const app::RunMoney& now) {
    const auto amount = [&](std::int64_t minor) {
        return money(minor, now.currency);
    };
    QString words =
        Words::tr("As of %1: %2 held, %3 charged, %4 released, %5 refunded.")
            .arg(clockText(now.askedAt, wallNow()), amount(now.sums.held), amount(now.sums.charged),
                 amount(now.sums.released), amount(now.sums.refunded));
    QStringList states;
    for (const auto& [state, count] : now.states)
        states << Words::tr("%1 %2", "12 Delivered")
                      .arg(number(count), lookOf(orderStatusFromName(state)).word);
    if (!states.isEmpty())
        words += QLatin1Char(' ') + Words::tr("Orders: %1.").arg(states.join(QStringLiteral(", ")));
    if (now.missing > 0)
        words += QLatin1Char(' ') + Words::tr("The service does not know %Ln order(s) of this run.",
                                              "", forPlural(now.missing));
    return words;
}

RunMoneyNow::RunMoneyNow(const AccountSession& account, QWidget* parent)
    : QWidget(parent)
    , words_(named(wrappingLabel({}), "runMoneyNow"))
    , reading_(account) {
    columnIn(this, 0)->addWidget(words_);
    words_->hide();
    again_.setParent(this);
    again_.setObjectName(QStringLiteral("moneyAgain"));
    again_.setSingleShot(true);
    connect(&again_, &QTimer::timeout, this, [this] {
        again_.setInterval(
            std::min<std::chrono::milliseconds>(2 * again_.intervalAsDuration(), kLongestWait));
        ask();
    });
}

void RunMoneyNow::follow(std::shared_ptr<const Connected> at,
                         const std::optional<submit::RunInfo>& run) {
    const bool wanted = at && run && run->totals.of(RowState::Placed) > 0 &&
                        wallNow() - run->createdAt < kAskedUnbidden;
    const bool same = wanted && run_ && at == at_ && run->id == run_->id &&
                      run->totals.of(RowState::Placed) == run_->totals.of(RowState::Placed);
    if (same)
        return;
    reading_.cancel();
    again_.stop();
    words_->hide();
    at_ = wanted ? std::move(at) : nullptr;
    run_ = wanted ? run : std::nullopt;
    again_.setInterval(kAskAgain);
    ask();
}

void RunMoneyNow::ask() {
    if (!run_ || reading_.busy() || !isVisible())
        return;
    reading_.run([at = at_,
                  run = *run_](const std::stop_token& stop) { return askRunMoney(*at, run, stop); },
                 [this](const Result<app::RunMoney>& now) { answered(now); });
}

// What cannot be answered is left unsaid: the figures above are still true.
void RunMoneyNow::answered(const Result<app::RunMoney>& now) {
    if (!now)
        return;
    words_->setText(moneyNowWords(*now));
    words_->show();
    if (now->sums.held == 0 || now->orders > kMostAskedAgain)
        return again_.stop();
    again_.start();
}

void RunMoneyNow::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    ask();
}

} // namespace leadsheet::desktop
