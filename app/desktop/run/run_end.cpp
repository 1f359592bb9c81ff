// SPDX-License-Identifier: Apache-2.0
#include "run_end.hpp"

#include "../orders/order_records.hpp"
#include "../shell/words.hpp"
#include "../widgets/parts.hpp"
#include "run_lane.hpp"

#include "leadsheet/submit/ledger.hpp"
#include "leadsheet/try.hpp"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

QLabel* addFigure(QHBoxLayout& row, const QString& what, const QString& about, const char* name) {
    auto* box = new QWidget;
    box->setToolTip(about);
    auto* column = columnIn(box, 0);
    auto* value = named(new QLabel, name);
    value->setProperty("heading", 1);
    value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    value->setAccessibleDescription(about);
    auto* caption = named(new QLabel(what), "caption");
    caption->setForegroundRole(QPalette::PlaceholderText);
    addAll(column, {value, caption});
    row.addWidget(box);
    return value;
}

void fill(QLabel& figure, const QString& value, const QString& spoken) {
    figure.setText(value);
    figure.setAccessibleName(spoken);
}

void fillCount(QLabel& figure, std::int64_t count, const QString& spoken) {
    fill(figure, number(count), spoken.arg(number(count)));
}

/// One that is only worth its place when there is something to count.
void fillIfAny(QLabel& figure, std::int64_t count, const QString& spoken) {
    fillCount(figure, count, spoken);
    figure.parentWidget()->setVisible(count > 0);
}

QString nextWords(const work::RunSummary& summary) {
    switch (summary.next) {
    case work::NextStep::Fix:
        return RunSummaryView::tr("Fix and Retry %Ln", nullptr, forPlural(summary.toFix));
    case work::NextStep::Answer:
        return RunSummaryView::tr("Show %Ln to Answer", nullptr, forPlural(summary.toAnswer));
    case work::NextStep::Orders:
        return RunSummaryView::tr("View Orders");
    case work::NextStep::Price:
        return RunSummaryView::tr("Review Price");
    case work::NextStep::Resume: // stands below the rows
    case work::NextStep::None:
        break;
    }
    return {};
}

} // namespace

RunSummaryView::RunSummaryView() {
    setObjectName(QStringLiteral("runSummary"));
    setProperty("card", true);
    auto* row = rowIn(this, 28, {14, 8, 14, 8});
    placed_ = addFigure(*row, tr("Placed"), tr("Rows that are orders now"), "summaryPlaced");
    toFix_ = addFigure(*row, tr("To fix"), tr("Refused, or not to be ordered as they stand"),
                       "summaryToFix");
    toAnswer_ = addFigure(*row, tr("To answer"),
                          tr("Ordered before, or changed since: left out until you say that you "
                             "want them all the same"),
                          "summaryToAnswer");
    unknown_ = addFigure(*row, tr("Unknown"), tr("Sent, and their answer is not known yet"),
                         "summaryUnknown");
    toRetry_ = addFigure(*row, tr("To retry"), tr("Sent and not ordered; they are sent again"),
                         "summaryToRetry");
    notSent_ = addFigure(*row, tr("Not sent"), tr("Ready, and not sent yet"), "summaryNotSent");
    leftOut_ = addFigure(*row, tr("Left out"),
                         tr("Skipped, already ordered, or bought by an order that has ended"),
                         "summaryLeftOut");
    committed_ = addFigure(*row, tr("Held when ordered"),
                           tr("Held for what was placed, and what may be held for rows whose "
                              "answer is not known yet"),
                           "summaryCommitted");
    row->addStretch(1);
    next_ = primaryButton({}, "runNext");
    row->addWidget(next_);
    connect(next_, &QPushButton::clicked, this, [this] { emit nextWanted(step_); });
    hide();
}

void RunSummaryView::present(const std::optional<work::RunSummary>& summary,
                             std::optional<std::int64_t> cap) {
    step_ = summary ? summary->next : work::NextStep::None;
    const QString next = summary ? nextWords(*summary) : QString();
    next_->setText(next);
    next_->setVisible(!next.isEmpty());
    setVisible(summary.has_value());
    if (!summary)
        return;
    const QString sum = money(summary->committed, summary->currency);
    fillCount(*placed_, summary->placed, tr("Placed: %1"));
    fillCount(*toFix_, summary->toFix, tr("To fix: %1"));
    fillCount(*toAnswer_, summary->toAnswer, tr("To answer: %1"));
    fillIfAny(*unknown_, summary->unknown, tr("Unknown: %1"));
    fillIfAny(*toRetry_, summary->toRetry, tr("To retry: %1"));
    fillIfAny(*notSent_, summary->notSent, tr("Not sent: %1"));
    fillIfAny(*leftOut_, summary->leftOut, tr("Left out: %1"));
    const bool sure = summary->unknown == 0 && summary->toRetry == 0;
    committed_->parentWidget()
        ->findChild<QLabel*>(QStringLiteral("caption"))
        ->setText(sure ? tr("Held when ordered") : tr("Held at most"));
    fill(*committed_, sum, (sure ? tr("Held when ordered: %1") : tr("Held at most: %1")).arg(sum));
    committed_->setToolTip(cap ? tr("At most %1").arg(money(*cap, summary->currency)) : QString());
}

bool RunSummaryView::offers(work::NextStep step) const {
    return isVisibleTo(parentWidget()) && next_->isVisibleTo(this) && step_ == step;
}

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
    LEADSHEET_TRY(const auto ledger, submit::Ledger::open(at.ledgerFile, options));
    CallOptions call;
    call.stop = stop;
    return app::askForMoney(*at.client, ledger, run, call);
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

bool canGiveUp(const submit::RunInfo& run) {
    using submit::RunState;
    const bool approved =
        run.cap || (run.state != RunState::Planning && run.state != RunState::Planned);
    const bool going = run.state == RunState::Running && !run.interrupted;
    return approved && !going && run.totals.left() > 0;
}

GiveUpBar::GiveUpBar(const AccountSession& session, QWidget* parent)
    : NoticeBar(parent)
    , giving_(session) {
    setClosable(false);
    connect(this, &NoticeBar::actionTriggered, this, &GiveUpBar::keep);
    connect(this, &NoticeBar::secondTriggered, this, &GiveUpBar::giveUp);
    connect(&session, &AccountSession::accountLeft, this, &GiveUpBar::forget);
}

void GiveUpBar::ask(const std::filesystem::path& ledgerFile, std::shared_ptr<const Connected> at,
                    const submit::RunInfo& run) {
    giving_.cancel();
    ledgerFile_ = ledgerFile;
    at_ = at && submit::isSameAccount(at->ref, run.spec.account) ? std::move(at) : nullptr;
    run_ = run;
    const submit::RunTotals& totals = run.totals;
    QString words =
        tr("%Ln row(s) of run %1 (“%2”) for %3 are to be given up for good. They certainly were "
           "not sent; orders that were placed are not touched.",
           nullptr, forPlural(totals.unsent()))
            .arg(number(run.id.value), desktop::text(run.spec.title),
                 money(totals.unsentAmount(), run.spec.currency));
    if (totals.unanswered() > 0)
        words += QLatin1Char(' ') +
                 (at_ ? tr("%Ln row(s) of unknown outcome are asked about first: what turns out to "
                           "be ordered stays ordered.",
                           nullptr, forPlural(totals.unanswered()))
                      : tr("%Ln row(s) of unknown outcome stay as they are: they may be orders.",
                           nullptr, forPlural(totals.unanswered())));
    show(NoticeKind::Warn, words, tr("Keep Them"),
         tr("Give Up %Ln Row(s)", nullptr, forPlural(totals.unsent())));
    focusAction();
}

void GiveUpBar::keep() {
    if (!run_)
        return;
    run_.reset();
    hide();
    emit kept();
}

void GiveUpBar::forget() {
    if (giving_.busy())
        return;
    run_.reset();
    hide();
}

void GiveUpBar::giveUp() {
    if (!run_ || giving_.busy())
        return;
    show(NoticeKind::Info, tr("Giving up what run %1 has left").arg(number(run_->id.value)));
    giving_.run(
        [file = ledgerFile_, at = at_, run = run_->id](const std::stop_token& stop) {
            return giveUpRest(file, at, run, stop);
        },
        [this, run = *run_](const LaneResult<work::GivenUp>& given) {
            run_.reset();
            if (!given) {
                show(NoticeKind::Bad, sentence(given.error()), tr("Close"));
                run_ = run; // its button ends this
                return;
            }
            hide();
            QString words =
                given->rows == 0
                    ? tr("Run %1 has nothing left that was not sent.").arg(number(run.id.value))
                    : tr("%Ln row(s) of run %1 for %2 are given up for good. To order such a row "
                         "after all, submit its sheet again.",
                         nullptr, forPlural(given->rows))
                          .arg(number(run.id.value), money(given->amount, run.spec.currency));
            if (given->unknown > 0)
                words += QLatin1Char(' ') +
                         tr("%Ln row(s) of unknown outcome are left: they may be orders.", nullptr,
                            forPlural(given->unknown));
            emit givenUp(words);
        });
}

void GiveUpBar::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && run_ && !giving_.busy())
        keep();
    else
        NoticeBar::keyPressEvent(event);
}

} // namespace leadsheet::desktop
