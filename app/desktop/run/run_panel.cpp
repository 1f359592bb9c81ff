// SPDX-License-Identifier: Apache-2.0
#include "run_panel.hpp"

#include "../phrases/say.hpp"
#include "../shell/notice_bar.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/parts.hpp"
#include "../widgets/tables.hpp"
#include "run_end.hpp"
#include "run_engine.hpp"
#include "run_rows_model.hpp"
#include "run_words.hpp"

#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableView>

namespace leadsheet::desktop {
namespace {

using submit::PauseReason;
using submit::RowState;
using submit::RunState;

constexpr int kRefreshMs = 500;
constexpr int kLongestPlace = 20; // letters: a row's number with its tab

QLabel* wrapped() {
    auto* label = new QLabel;
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

RunPanel::RunPanel(AccountSession& account, RunEngine& engine, QWidget* parent)
    : QWidget(parent)
    , account_(account)
    , engine_(engine) {
    notice_ = new NoticeBar("runNotice");
    notice_->setClosable(false);
    notice_->keepToPage();
    auto* layout = columnIn(this, 0);
    addAll(layout, {notice_, makeHeader()});
    layout->addWidget(makeRows(), 1);
    auto* buttons = new QHBoxLayout;
    buttons->setContentsMargins(20, 8, 20, 12);
    buttons->setSpacing(6);
    makeButtons(*buttons);
    layout->addLayout(buttons);

    connect(notice_, &NoticeBar::actionTriggered, this, &RunPanel::act);
    connect(notice_, &NoticeBar::secondTriggered, this, [this] {
        if (info_)
            emit giveUpWanted(*info_);
    });
    connect(&engine, &RunEngine::started, this, &RunPanel::started);
    connect(&engine, &RunEngine::progressed, this, &RunPanel::progressed);
    connect(&engine, &RunEngine::ended, this, &RunPanel::runEnded);
    connect(&engine, &RunEngine::failed, this, &RunPanel::failed);
    connect(&engine, &RunEngine::stateChanged, this, &RunPanel::refresh);
    connect(&account, &AccountSession::changed, this, &RunPanel::accountChanged);
    refreshRows_.setInterval(kRefreshMs);
    connect(&refreshRows_, &QTimer::timeout, this, [this] { rows_->refresh(totals_); });
    refresh();
}

QWidget* RunPanel::makeHeader() {
    auto* header = new QWidget;
    heading_ = new QLabel;
    heading_->setProperty("heading", 2);
    counts_ = named(wrapped(), "counts");
    money_ = named(wrapped(), "spent");
    outlook_ = named(wrapped(), "outlook");
    bar_ = new StateBar;
    auto* layout = columnIn(header, -1, {20, 12, 20, 8});
    addAll(layout, {heading_, bar_, counts_, money_, outlook_});
    summary_ = new RunSummaryView;
    layout->addWidget(summary_);
    moneyNow_ = new RunMoneyNow(account_);
    layout->addWidget(moneyNow_);
    connect(summary_, &RunSummaryView::nextWanted, this, &RunPanel::doNext);
    return header;
}

void RunPanel::doNext(work::NextStep step) {
    if (!run_)
        return;
    if (step == work::NextStep::Fix)
        emit fixWanted(*run_);
    else if (step == work::NextStep::Price)
        emit pricesWanted(*run_);
    else if (step == work::NextStep::Orders)
        emit ordersWanted();
    else if (step == work::NextStep::Answer) {
        filter_->setCurrentIndex(skippedChoice());
        view_->setFocus(Qt::OtherFocusReason);
    }
}

QWidget* RunPanel::makeRows() {
    auto* area = new QWidget;
    filter_ = named(new QComboBox, "rowFilter");
    filter_->setAccessibleName(tr("Which rows are shown"));
    for (const RowChoice& choice : rowChoices())
        filter_->addItem(choice.words);
    rows_ = new RunRowsModel(this);
    view_ = named(new QTableView, "runRows");
    view_->setAccessibleName(tr("Rows of the run"));
    view_->setModel(rows_);
    view_->setColumnHidden(RunRowsModel::Words, true); // Price has said them
    applyTableLook(*view_);
    widths_ = new ColumnWidths(view_, {{{number(1'000'000)}},
                                       stateColumn(),
                                       {sayProducts(), false, letters(6)},
                                       {{number(50'000)}},
                                       {{money(9'999'99, "USD")}},
                                       {{kSampleOrderNumber}},
                                       {{letters(80)}, false, letters(24)}});
    connect(rows_, &RunRowsModel::loaded, this, &RunPanel::makeRoomForTabs);
    auto* layout = columnIn(area, -1, {20, 0, 20, 0});
    layout->addWidget(filter_, 0, Qt::AlignLeft);
    layout->addWidget(view_, 1);
    layout->addWidget(new WholeText(*view_, RunRowsModel::Message, "rowMessage"));
    connect(filter_, &QComboBox::currentIndexChanged, this, [this](int at) {
        results_->setText(showsRowsToFix() ? tr("Save These Rows…") : tr("Save Results…"));
        if (info_)
            rows_->show(at_->ledgerFile, *info_, rowChoices()[static_cast<std::size_t>(at)].states);
    });
    connect(rows_, &RunRowsModel::failed, this,
            [this](const QString& why) { notice_->show(NoticeKind::Bad, why); });
    return area;
}

void RunPanel::makeButtons(QHBoxLayout& row) {
    const auto add = [&row](QLatin1String picture, const QString& words, const char* name) {
        auto* button = new QPushButton(icon(picture), words);
        button->setObjectName(QLatin1String(name));
        row.addWidget(button, 0, Qt::AlignBottom);
        return button;
    };
    // Large text needs two lines for what there is to do with a run that does not go on.
    auto* afterwards = new FlowLayout;
    row.addLayout(afterwards, 1);
    const auto addAfter = [afterwards](QLatin1String picture, const QString& words,
                                       const char* name) {
        auto* button = new QPushButton(icon(picture), words);
        button->setObjectName(QLatin1String(name));
        afterwards->addWidget(button);
        return button;
    };
    results_ = addAfter(QLatin1String("save"), tr("Save Results…"), "saveResults");
    fix_ = addAfter(QLatin1String("edit"), {}, "fixAndRetry");
    orders_ = addAfter(QLatin1String("orders"), tr("View Orders"), "viewOrders");
    leads_ = addAfter(QLatin1String("leads"), tr("View Leads"), "viewLeads");
    stop_ = add(QLatin1String("stop"), tr("Stop"), "stopRun");
    stop_->setToolTip(tr("Finishes what is in flight. The rest is not sent; its price is asked for "
                         "once more before it goes on."));
    pause_ = add(QLatin1String("pause"), tr("Pause"), "pauseRun");
    pause_->setToolTip(tr("Finishes what is in flight. The rest goes on at the prices that were "
                          "approved, when you resume."));
    resume_ = primaryButton(tr("Check and Resume"), "resumeRun");
    resume_->setIcon(primaryIcon(QLatin1String("play")));
    row.addWidget(resume_, 0, Qt::AlignBottom);
    connect(pause_, &QPushButton::clicked, &engine_, &RunEngine::pause);
    connect(stop_, &QPushButton::clicked, &engine_, &RunEngine::stop);
    connect(resume_, &QPushButton::clicked, this, [this] {
        if (run_)
            engine_.resume(*run_);
    });
    connect(results_, &QPushButton::clicked, this, [this] {
        if (run_)
            emit saveResultsWanted(*run_);
    });
    connect(fix_, &QPushButton::clicked, this, [this] {
        if (run_)
            emit fixWanted(*run_);
    });
    connect(orders_, &QPushButton::clicked, this, &RunPanel::ordersWanted);
    connect(leads_, &QPushButton::clicked, this, &RunPanel::leadsWanted);
}

void RunPanel::makeRoomForTabs() {
    const auto widthOf = [this](const QString& place) {
        return view_->fontMetrics().horizontalAdvance(place);
    };
    QString widest = place_;
    const int last = view_->rowAt(view_->viewport()->height() - 1);
    const int end = last < 0 ? rows_->rowCount() : last + 1;
    for (int row = std::max(0, view_->rowAt(0)); row < end; ++row) {
        const QString place = rows_->index(row, RunRowsModel::Row).data().toString();
        if (widthOf(place) > widthOf(widest))
            widest = place;
    }
    if (std::exchange(place_, widest) == widest)
        return;
    const QString most = letters(kLongestPlace);
    widths_->setContent(RunRowsModel::Row,
                        {{number(1'000'000), widthOf(widest) > widthOf(most) ? most : widest}});
}

void RunPanel::showRun(submit::RunId run) {
    const auto connection = account_.connection();
    if (!connection)
        return;
    clear();
    at_ = connection;
    run_ = run;
    if (isBeingSent())
        refreshRows_.start();
    reload();
}

void RunPanel::lookAgain() {
    if (!isBeingSent())
        reload();
}

void RunPanel::clear() {
    background_.cancel();
    refreshRows_.stop();
    place_.clear();
    at_.reset();
    run_.reset();
    info_.reset();
    came_.reset();
    act_ = Act::None;
    newerNamed_.reset();
    justEnded_ = false;
    rows_->clear();
    notice_->hide();
    outlook_->clear();
    showTotals({});
    refresh();
}

bool RunPanel::showsRowsToFix() const {
    return filter_->currentIndex() == toFixChoice();
}

bool RunPanel::isOfConnectedAccount() const {
    const auto connection = account_.connection();
    return at_ && connection && at_->ledgerFile == connection->ledgerFile &&
           submit::isSameAccount(at_->ref, connection->ref);
}

bool RunPanel::isOfEngine() const {
    const auto working = engine_.workingAt();
    return run_ && at_ && working && engine_.sent() == run_ &&
           at_->ledgerFile == working->ledgerFile;
}

bool RunPanel::isBeingSent() const {
    return engine_.state() == RunEngine::State::Sending && isOfEngine();
}

void RunPanel::accountChanged() {
    if (!at_ || !account_.connection() || isBeingSent())
        return;
    if (!isOfConnectedAccount())
        clear();
    else
        at_ = account_.connection();
}

void RunPanel::reload() {
    const auto connection = at_;
    if (!connection || !run_)
        return;
    outlook_->clear();
    background_.cancel();
    background_.run(
        [connection, run = *run_](const std::stop_token&) -> tl::expected<Looked, Trouble> {
            submit::LedgerOptions options;
            options.mode = submit::LedgerOptions::Mode::ReadOnly;
            options.checkIntegrity = false;
            const auto ledger = submit::Ledger::open(connection->ledgerFile, options);
            if (!ledger)
                return tl::unexpected<Trouble>(Trouble{say(ledger.error()), {}, {}, {}, {}});
            auto info = ledger->run(run);
            if (!info)
                return tl::unexpected<Trouble>(Trouble{say(info.error()), {}, {}, {}, {}});
            auto summary = work::summaryOf(*ledger, *info);
            if (!summary)
                return tl::unexpected<Trouble>(Trouble{say(summary.error()), {}, {}, {}, {}});
            return Looked{*std::move(info), *std::move(summary)};
        },
        [this, connection](const tl::expected<Looked, Trouble>& looked) {
            if (!looked) {
                notice_->show(NoticeKind::Bad, looked.error().what);
                return;
            }
            const submit::RunInfo* info = &looked->info;
            came_ = looked->summary;
            const bool same = info_ && info_->id == info->id;
            info_ = *info;
            if (same)
                rows_->refresh(info->totals);
            else
                rows_->show(connection->ledgerFile, *info_,
                            rowChoices()[static_cast<std::size_t>(filter_->currentIndex())].states);
            showTotals(info->totals);
            if (!isBeingSent())
                noticeFor(*info_);
            if (engine_.state() == RunEngine::State::Sending && !isOfEngine() &&
                info_->totals.left() > 0)
                outlook_->setText(tr("Run %1 is being sent; this one can go on afterwards.")
                                      .arg(number(engine_.sent()->value)));
            if (std::exchange(justEnded_, false))
                sayEnd();
            refresh();
        });
}

void RunPanel::started(submit::RunId run) {
    if (run_ != run || at_ != engine_.workingAt())
        clear();
    at_ = engine_.workingAt();
    run_ = run;
    notice_->hide();
    refreshRows_.start();
    reload();
}

void RunPanel::progressed(const submit::RunProgress& progress) {
    if (run_ && !isOfEngine())
        return; // of another run
    const WallTime now = systemClock()->wallNow();
    showTotals(progress.totals);
    QString outlook = waitSentence(progress, now);
    if (outlook.isEmpty() && progress.eta)
        outlook = tr("Done about %1, %2 rows a second, %Ln in flight.", nullptr,
                     static_cast<int>(progress.inFlight))
                      .arg(clockText(*progress.eta, now),
                           language().toString(progress.rowsPerSecond, 'f', 1));
    outlook_->setText(outlook);
}

void RunPanel::runEnded(const submit::RunReport& report) {
    if (!isOfEngine()) {
        outlook_->clear();
        tellEnd(report);
        return;
    }
    justEnded_ = true;
    came_.reset(); // as it was before
    refreshRows_.stop();
    outlook_->clear();
    showTotals(report.totals);
    reload();
}

void RunPanel::tellEnd(const submit::RunReport& report) {
    endings_.run(
        [at = engine_.workingAt(), run = report.run](const std::stop_token&) {
            const auto ledger = work::openToRead(at->ledgerFile);
            return ledger ? ledger->run(run) : failure(ledger.error());
        },
        [this](const Result<submit::RunInfo>& info) {
            if (info)
                emit ended(text(info->spec.title), info->state == RunState::Finished
                                                       ? finishedWords(*info)
                                                       : pausedWords(*info));
        });
}

void RunPanel::failed(const Trouble& trouble) {
    const bool neverBegan = run_ && engine_.sent() == run_ && !account_.connection();
    if (!isOfEngine() && !neverBegan) {
        outlook_->clear(); // nothing is being sent by now
        return;            // the price page shows it
    }
    refreshRows_.stop();
    if (trouble.code == QLatin1String("newer_run_exists")) {
        reload(); // asks
        return;
    }
    const QString words = trouble.what + QLatin1Char(' ') + trouble.fix;
    if (info_)
        offerResume(NoticeKind::Bad, words + QLatin1Char(' '), *info_);
    else
        offer(NoticeKind::Bad, words, Act::Resume, tr("Check and Resume"));
    refresh();
}

void RunPanel::showTotals(const submit::RunTotals& totals) {
    totals_ = totals;
    bar_->setTotals(totals);
    counts_->setText(
        bar_->accessibleDescription().replace(QStringLiteral(", "), QStringLiteral(" · ")));
    const std::string currency = info_ ? info_->spec.currency
                                 : at_ ? at_->account.available.currency
                                       : "USD";
    money_->setText(spentText(totals, info_ ? info_->cap : std::nullopt, currency));
    emit summaryChanged();
}

void RunPanel::act() {
    if (!run_ || engine_.state() != RunEngine::State::Idle)
        return;
    switch (act_) {
    case Act::Resume:
        notice_->hide(); // pressed once is enough
        engine_.resume(*run_, newerNamed_);
        break;
    case Act::Price:
        emit pricesWanted(*run_);
        break;
    case Act::Connect:
        emit accountWanted();
        break;
    case Act::None:
        break;
    }
}

std::optional<work::RunSummary> RunPanel::summaryShown() const {
    if (!info_ || isBeingSent() || info_->state == RunState::Planned ||
        info_->state == RunState::Planning)
        return {};
    auto shown = came_;
    if (shown && !isOfConnectedAccount())
        shown->next = work::NextStep::None;
    return shown;
}

void RunPanel::refresh() {
    const bool sending = isBeingSent();
    heading_->setText(info_ ? tr("Run %1: %2").arg(number(info_->id.value), text(info_->spec.title))
                            : tr("No run yet"));
    // A button that goes away leaves its keys to the rows, not to the list of pages.
    if (!sending && (pause_->hasFocus() || stop_->hasFocus()))
        view_->setFocus(Qt::OtherFocusReason);
    pause_->setVisible(sending);
    stop_->setVisible(sending);
    const bool canResume = info_ && !sending && isOfConnectedAccount() &&
                           !work::needsApproval(*info_) && !info_->newer &&
                           (info_->interrupted || info_->state == RunState::Paused ||
                            info_->state == RunState::Approved);
    if (!canResume && resume_->hasFocus())
        view_->setFocus(Qt::OtherFocusReason);
    resume_->setVisible(canResume);
    resume_->setEnabled(engine_.state() == RunEngine::State::Idle);
    summary_->present(summaryShown(), info_ ? info_->cap : std::nullopt);
    moneyNow_->follow(summaryShown() && isOfConnectedAccount() ? at_ : nullptr, info_);
    // Each figure stands once: the summary's are those of a run that goes on no more.
    counts_->setVisible(!summary_->isVisibleTo(this));
    money_->setVisible(!summary_->isVisibleTo(this));
    results_->setEnabled(info_.has_value() && !sending);
    const std::int64_t open = came_ ? came_->toFix : 0;
    fix_->setVisible(info_ && !sending && open > 0 && isOfConnectedAccount() &&
                     !summary_->offers(work::NextStep::Fix));
    fix_->setText(tr("Fix and Retry %Ln", nullptr, forPlural(open)));
    const bool ordered = totals_.of(RowState::Placed) + totals_.of(RowState::AlreadyOrdered) > 0;
    orders_->setEnabled(ordered);
    orders_->setVisible(!summary_->offers(work::NextStep::Orders));
    leads_->setVisible(ordered && !sending);
}

QString RunPanel::summary() const {
    return info_ ? placedWords(totals_, info_->spec.currency) : QString();
}

} // namespace leadsheet::desktop
