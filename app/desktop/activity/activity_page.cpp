// SPDX-License-Identifier: Apache-2.0
#include "activity_page.hpp"

#include "../dialogs/form_dialog.hpp"
#include "../orders/order_records.hpp"
#include "../phrases/say.hpp"
#include "../records/record_list.hpp"
#include "../run/run_end.hpp"
#include "../run/run_words.hpp"
#include "../shell/notice_bar.hpp"
#include "../shell/words.hpp"
#include "../widgets/parts.hpp"
#include "../widgets/tables.hpp"
#include "ledger_records.hpp"

#include "leadsheet/submit/audit.hpp"
#include "leadsheet/try.hpp"

#include <QDateTime>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>
#include <QTreeWidget>

namespace leadsheet::desktop {
namespace {

constexpr int kRefreshMs = 2000;

QString attemptResult(const submit::AttemptRecord& attempt) {
    if (attempt.httpStatus == 0)
        return ActivityPage::tr("no answer");
    return attempt.outcomeKnown ? QString::number(attempt.httpStatus)
                                : ActivityPage::tr("%1, outcome unknown").arg(attempt.httpStatus);
}

} // namespace

ActivityPage::ActivityPage(Workspace& workspace)
    : Page(workspace)
    , runs_(new RunModel(this))
    , rows_(new RowModel(this))
    , runTable_(recordTable(*runs_, "runsTable", tr("Runs")))
    , rowTable_(recordTable(*rows_, "rowsTable", tr("Rows of the run")))
    , attempts_(named(new QTreeWidget, "attempts", tr("Attempts to send the row")))
    , notice_(new NoticeBar)
    , giveUp_(named(new GiveUpBar(workspace.account()), "activityGiveUp"))
    , state_(quietLabel("activityState"))
    , attemptTitle_(new QLabel)
    , runsReader_(workspace.account())
    , rowsReader_(workspace.account())
    , attemptsReader_(workspace.account())
    , asker_(workspace.account())
    , exporter_(workspace.account()) {
    attempts_->setRootIsDecorated(false);
    attempts_->setAllColumnsShowFocus(true);
    attempts_->setHeaderLabels(
        {tr("Attempt"), tr("Time"), tr("Answer"), tr("Why"), tr("Request number")});
    attempts_->setItemDelegate(new TableDelegate(attempts_));
    attemptWidths_ = new ColumnWidths(attempts_, {{}, {}, {}, {}, {}});
    attemptTitle_->setProperty("heading", 2);
    auto* below = new QWidget;
    auto* lower = columnIn(below);
    addAll(lower, {new WholeText(*rowTable_, RowModel::Reason, "rowReason"), attemptTitle_});
    lower->addWidget(attempts_, 1);
    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->setChildrenCollapsible(false);
    addAll(splitter, {runTable_, rowTable_, below});
    splitter->setSizes({200, 240, 140});
    auto* layout = columnIn(this, 8, {20, 0, 20, 12});
    addAll(layout, {makeButtons(), notice_, giveUp_});
    layout->addWidget(splitter, 1);
    layout->addWidget(state_);
    setFocusProxy(runTable_);
    connect(giveUp_, &GiveUpBar::givenUp, this, [this](const QString& words) {
        workspace_.notify(NoticeKind::Info, words);
        reload();
    });
    makeCommands();
    connect(&exporter_, &Background::busyChanged, this, &ActivityPage::refreshWords);
    timer_.setInterval(kRefreshMs);
    connect(&timer_, &QTimer::timeout, this, &ActivityPage::reload);
    connect(runTable_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &ActivityPage::runChosen);
    connect(rowTable_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &ActivityPage::rowChosen);
    connect(runTable_, &QTableView::doubleClicked, goOn_, &QPushButton::click);
    connect(rows_, &RowModel::moreWanted, this, &ActivityPage::loadRows);
    connect(&workspace.account(), &AccountSession::accountLeft, notice_, &QWidget::hide);
    connect(&workspace.account(), &AccountSession::changed, this, [this] {
        // Another account may mean another ledger, with other runs of the same numbers.
        answers_.clear();
        attempts_->clear();
        loaded_ = false;
        shownRun_ = 0;
        runs_->show({});
        rows_->clear();
        if (isVisible())
            reload();
        refreshWords();
    });
    refreshWords();
}

QWidget* ActivityPage::makeButtons() {
    auto* row = new QWidget;
    auto* layout = rowIn(row);
    goOn_ = addButton(layout, tr("Continue Run"), "activityGoOn", "play", this, [this] {
        if (const auto* run = selectedRun(); run != nullptr && canGoOn(*run))
            workspace_.showRun(run->id.value);
    });
    rest_ = addButton(layout, tr("Give Up the Rest…"), "activityRest", "delete", this,
                      &ActivityPage::askToGiveUp);
    rest_->setToolTip(tr("What this run has not sent is never sent; you are asked again first"));
    ask_ = addButton(layout, tr("Check the Outcome"), "activityAsk", "money", this,
                     &ActivityPage::askForMoney);
    ask_->setToolTip(tr("What is held, charged, released and refunded for the orders of this run "
                        "so far, according to the service"));
    layout->addStretch(1);
    export_ = addButton(layout, tr("Export Audit…"), "activityExport", "save", this,
                        &ActivityPage::exportAudit);
    export_->setToolTip(tr("Every run, row and attempt as a file that shows whether somebody "
                           "changed it afterwards"));
    return row;
}

void ActivityPage::makeCommands() {
    addCommand(tr("Refresh Activity"), QKeySequence::Refresh, "refresh", [this] { reload(); });
    addCommand(tr("Check the Outcome of the Run"), {}, "money", [this] { askForMoney(); });
    addCommand(tr("Export Audit"), QKeySequence(Qt::CTRL | Qt::Key_E), "save",
               [this] { exportAudit(); });
}

std::filesystem::path ActivityPage::ledger() const {
    const auto connection = workspace_.account().connection();
    return connection ? connection->ledgerFile : workspace_.folders().ledgerFile();
}

const submit::RunInfo* ActivityPage::selectedRun() const {
    return runs_->at(runTable_->currentIndex().row());
}

void ActivityPage::setWatched(bool watched) {
    if (watched)
        reload();
    else
        timer_.stop();
}

void ActivityPage::reload() {
    if (runsReader_.busy())
        return;
    runsReader_.run([file = ledger()](const std::stop_token&) { return readRuns(file); },
                    [this](Result<std::vector<submit::RunInfo>> runs) {
                        if (!runs) {
                            refreshWords();
                            return complain(runs.error());
                        }
                        notice_->hide();
                        runsCame(*std::move(runs));
                    });
    refreshWords();
}

void ActivityPage::runsCame(std::vector<submit::RunInfo> runs) {
    const auto* before = selectedRun();
    const std::int64_t chosen = before != nullptr ? before->id.value : 0;
    loaded_ = true;
    const WallTime changedAt = before != nullptr ? before->updatedAt : WallTime{};
    runs_->show(std::move(runs));
    const int row = std::max(0, runs_->rowOf(chosen));
    if (runs_->rowCount() > 0 && runTable_->currentIndex().row() != row)
        runTable_->selectRow(row);
    const auto* now = selectedRun();
    bool going = false;
    for (int i = 0; i < runs_->rowCount(); ++i)
        going = going ||
                (runs_->at(i)->state == submit::RunState::Running && !runs_->at(i)->interrupted);
    if (now != nullptr && now->id.value == chosen && now->updatedAt != changedAt) {
        shownRun_ = 0;
        runChosen();
    }
    if (now == nullptr)
        rows_->clear();
    if (going && isVisible())
        timer_.start();
    else
        timer_.stop();
    refreshWords();
}

void ActivityPage::runChosen() {
    refreshWords();
    const auto* run = selectedRun();
    if (run == nullptr || run->id.value == shownRun_)
        return;
    shownRun_ = run->id.value;
    giveUp_->forget();
    rowsReader_.cancel();
    rows_->begin(run->spec.currency, RowPlaces(*run));
    loadRows();
    refreshWords();
}

void ActivityPage::loadRows() {
    if (rowsReader_.busy()) {
        moreWanted_ = true; // the view does not ask twice
        return;
    }
    rowsReader_.run([file = ledger(), run = submit::RunId{shownRun_}, after = rows_->lastOrdinal()](
                        const std::stop_token&) { return readRows(file, run, after); },
                    [this](Result<std::vector<submit::RowRecord>> rows) {
                        if (!rows) {
                            refreshWords();
                            return complain(rows.error());
                        }
                        const bool first = rows_->rowCount() == 0;
                        const bool more = rows->size() >= kRowPage;
                        rows_->append(*std::move(rows), more);
                        if (first && rows_->rowCount() > 0)
                            rowTable_->selectRow(0);
                        refreshWords();
                        if (std::exchange(moreWanted_, false) && more)
                            loadRows();
                    });
}

void ActivityPage::rowChosen() {
    attempts_->clear();
    attemptsReader_.cancel();
    const auto* row = rows_->at(rowTable_->currentIndex().row());
    refreshWords();
    if (row == nullptr || row->attempts == 0)
        return;
    attemptsReader_.run(
        [file = ledger(), ref = row->ref](const std::stop_token&) {
            return readAttempts(file, ref);
        },
        [this](const Result<std::vector<submit::AttemptRecord>>& attempts) {
            if (!attempts)
                return complain(attempts.error());
            for (const submit::AttemptRecord& attempt : *attempts)
                new QTreeWidgetItem(
                    attempts_, {number(attempt.number), clockText(attempt.at, wallNow()),
                                attemptResult(attempt),
                                attempt.message.empty() ? text(attempt.code) : say(attempt.message),
                                text(attempt.requestId)});
            attemptWidths_->apply();
        });
}

void ActivityPage::exportAudit() {
    if (exporter_.busy())
        return;
    const QString suggestion =
        QStringLiteral("leadsheet-audit-%1.jsonl")
            .arg(QDateTime::currentDateTime().toString(QStringLiteral("yyyy-MM-dd")));
    const QString file =
        chooseFileToSave(this, tr("Export Audit"), suggestion, tr("JSON Lines (*.jsonl)"));
    if (file.isEmpty())
        return;
    exporter_.run(
        [source = ledger(),
         target = file.toStdString()](const std::stop_token& stop) -> Result<submit::AuditCounts> {
            submit::LedgerOptions options;
            options.mode = submit::LedgerOptions::Mode::ReadOnly;
            LEADSHEET_TRY(const auto opened, submit::Ledger::open(source, options));
            // The file dialog has asked before replacing.
            return submit::exportAudit(
                opened, {"leadsheet-desktop " LEADSHEET_VERSION, wallNow(), true}, target, stop);
        },
        [this, file](const Result<submit::AuditCounts>& counts) {
            if (!counts)
                return complain(counts.error());
            workspace_.notify(NoticeKind::Good, tr("%1 holds %Ln row(s). Keep this number "
                                                   "somewhere else; it vouches for every line: %2",
                                                   "", static_cast<int>(counts->rows))
                                                    .arg(file, text(counts->digest)));
        });
}

void ActivityPage::askToGiveUp() {
    if (const auto* run = selectedRun(); run != nullptr && canGiveUp(*run))
        giveUp_->ask(ledger(), workspace_.account().connection(), *run);
}

bool ActivityPage::canAsk() const {
    const auto connection = workspace_.account().connection();
    const auto* run = selectedRun();
    return connection && run != nullptr && !asker_.busy() &&
           run->totals.of(submit::RowState::Placed) > 0 &&
           submit::isSameAccount(run->spec.account, connection->ref);
}

void ActivityPage::askForMoney() {
    if (!canAsk())
        return;
    asker_.run([at = workspace_.account().connection(), run = *selectedRun()](
                   const std::stop_token& stop) { return askRunMoney(*at, run, stop); },
               [this, id = selectedRun()->id.value](const Result<app::RunMoney>& answer) {
                   if (answer) {
                       notice_->hide();
                       answers_.insert_or_assign(id, *answer);
                   } else if (const auto at = workspace_.account().connection()) {
                       notice_->show(NoticeKind::Bad, callTrouble(answer.error(), *at));
                   }
                   refreshWords();
               });
    refreshWords();
}

QString ActivityPage::moneyWords(const submit::RunInfo& run) const {
    QString words = tr("Run %1: %2 was held when it was ordered.")
                        .arg(number(run.id.value), money(run.totals.held, run.spec.currency));
    const auto known = answers_.find(run.id.value);
    if (known == answers_.end())
        return words;
    return words + QLatin1Char(' ') + moneyNowWords(known->second);
}

void ActivityPage::complain(const Error& error) {
    notice_->show(NoticeKind::Bad, sentence(troubleOf(error, TroubleContext{})));
}

void ActivityPage::refreshWords() {
    const auto* run = selectedRun();
    goOn_->setEnabled(run != nullptr && canGoOn(*run));
    rest_->setEnabled(run != nullptr && canGiveUp(*run));
    export_->setEnabled(runs_->rowCount() > 0 && !exporter_.busy());
    ask_->setEnabled(canAsk());
    const auto* row = rows_->at(rowTable_->currentIndex().row());
    attemptTitle_->setText(
        row == nullptr ? tr("Attempts") : tr("Attempts to send row %1").arg(rows_->placeOf(*row)));
    if (run == nullptr) {
        state_->setText(runsReader_.busy() ? loadingWords()
                        : loaded_ ? tr("No runs yet. The first one begins when you place orders.")
                                  : QString());
    } else {
        QString words = moneyWords(*run);
        if (rows_->rowCount() == 0 && rowsReader_.busy())
            words = loadingWords() + QLatin1Char(' ') + words;
        if (run->state == submit::RunState::Paused)
            words += QLatin1Char(' ') + pauseSentence(run->pauseReason);
        if (run->totals.left() > 0)
            words += QLatin1Char(' ') + leftWords(*run);
        if (run->totals.left() > 0 && run->newer)
            words += QLatin1Char(' ') + newerWords(*run);
        state_->setText(words);
    }
    emit stateChanged();
}

QString ActivityPage::commandLine() const {
    const auto* run = selectedRun();
    QStringList words{QStringLiteral("status")};
    if (run != nullptr)
        words << QString::number(run->id.value) << QStringLiteral("--rows");
    if (run != nullptr && answers_.contains(run->id.value))
        words << QStringLiteral("--refresh");
    return commandLineOf(words, workspace_);
}

} // namespace leadsheet::desktop
