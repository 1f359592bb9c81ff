// SPDX-License-Identifier: Apache-2.0
#include "order_steps.hpp"

#include "../dialogs/form_dialog.hpp"
#include "../phrases/say.hpp"
#include "../run/price_panel.hpp"
#include "../run/run_engine.hpp"
#include "../run/run_panel.hpp"
#include "../shell/settings.hpp"
#include "../shell/words.hpp"
#include "../shell/workspace.hpp"
#include "../widgets/parts.hpp"
#include "column_fixes.hpp"
#include "sheet_job.hpp"

#include "leadsheet/app/accounts/notification.hpp"
#include "leadsheet/app/durations.hpp"
#include "leadsheet/app/run_record.hpp"
#include "leadsheet/work/run_ledger.hpp"

#include <QAction>

#include <algorithm>
#include <set>

namespace leadsheet::desktop {
namespace {

struct Saved {
    QString file;
    QString note;
    QString error;
};

QString words(const app::RunResultsError& error) {
    if (error.ledger)
        return sentence(troubleOf(*error.ledger, TroubleContext{}));
    return sentence(troubleOf(*error.sheet));
}

Saved write(const std::filesystem::path& ledgerFile, const submit::RunInfo& run,
            const work::ResultsRequest& request, const app::AppFolders& folders,
            const std::stop_token& stop) {
    const auto ledger = work::openToRead(ledgerFile);
    if (!ledger)
        return {{}, {}, sentence(troubleOf(ledger.error(), TroubleContext{}))};
    const auto written = work::writeResults(
        *ledger, run, request, folders,
        [now = systemClock()->wallNow()](WallTime time) {
            return clockText(time, now).toStdString();
        },
        stop);
    if (!written)
        return {{}, {}, words(written.error())};
    QStringList notes;
    if (!written->fromLedger.empty())
        notes << say(written->fromLedger);
    if (!written->report.backup.empty())
        notes << ResultsSaving::tr("The earlier results file held other cells; it was kept as %1.")
                     .arg(text(written->report.backup.string()));
    return {text(written->report.output.string()), notes.join(QLatin1Char(' ')), {}};
}

} // namespace

ResultsSaving::ResultsSaving(const AccountSession& session, QObject* parent)
    : QObject(parent)
    , saving_(session) {}

void ResultsSaving::save(const std::filesystem::path& ledger, const app::AppFolders& folders,
                         const submit::RunInfo& run, const work::ResultsRequest& request) {
    saving_.run(
        [ledger, folders, run, request](const std::stop_token& stop) {
            return write(ledger, run, request, folders, stop);
        },
        [this](const Saved& done) {
            if (done.error.isEmpty())
                emit saved(done.file, done.note);
            else
                emit failed(done.error);
        });
}

namespace {

std::vector<RowSpan> selectedRows(const SheetJob& job) {
    std::vector<RowSpan> spans;
    for (const RowRange& range : job.selectedRows())
        spans.push_back({job.tab().sheet, range.first, range.last});
    return spans;
}

// As --rows has them: "3,7-9", of one of several tabs "'Q3'!3,7-9".
QString rowList(const std::vector<RowSpan>& rows, const SheetJob& job) {
    QStringList spans;
    for (const RowSpan& span : rows)
        spans << (span.first == span.last ? QString::number(span.first)
                                          : QStringLiteral("%1-%2").arg(span.first).arg(span.last));
    const QString tab = job.tabs().size() > 1
                            ? QStringLiteral("'%1'!").arg(QString::fromStdString(job.tab().name()))
                            : QString();
    return tab + spans.join(QLatin1Char(','));
}

/// On a command line what is agreed to is an order: it would hold for other rows of the same wish.
bool agreesForOthers(const PlanRequest& plan, const Priced& priced) {
    if (plan.allowed.all || plan.anyway.empty())
        return false;
    const auto& others = priced.known.before; // these are not agreed to
    if (priced.quote.orderedBefore > static_cast<std::int64_t>(others.size()))
        return true; // not all of them are known here
    std::set<std::string> agreed;
    for (const auto& [key, numbers] : plan.anyway)
        agreed.insert(numbers.begin(), numbers.end());
    return std::any_of(others.begin(), others.end(), [&agreed](const submit::RowRecord& row) {
        const auto& orders = row.earlier.orders;
        return std::any_of(orders.begin(), orders.end(), [&agreed](const EquivalentOrder& order) {
            return agreed.contains(order.orderNumber);
        });
    });
}

} // namespace

PriceStep::PriceStep(SheetJob& job, Workspace& workspace, RunEngine& engine)
    : job_(job)
    , engine_(engine)
    , panel_(new PricePanel(workspace.account(), engine, this)) {
    auto* layout = columnIn(this);
    layout->addWidget(panel_);
    setFocusProxy(panel_);
    connect(&job_, &SheetJob::checkChanged, this, [this] {
        forgetSheet();
        if (isVisible()) // another account is connected, and its orders were looked for
            enter();
    });
    connect(&job_, &SheetJob::selectionChanged, this, &PriceStep::forgetSheet);
    connect(&job_, &SheetJob::stateChanged, this, [this] {
        if (job_.state() == SheetJob::State::Opening)
            forgetRun();
    });
    connect(&workspace.account(), &AccountSession::changed, this, [this] {
        forget();
        if (isVisible())
            enter();
    });
    connect(panel_, &PricePanel::summaryChanged, this, &SubmitStep::changed);
    connect(panel_, &PricePanel::againAfterChosen, &job_, &SheetJob::setAgainAfter);
    connect(panel_, &PricePanel::runPriced, this, [this] {
        ofRun_ = true;
        rest_.reset();
        emit changed();
    });
    connect(panel_, &PricePanel::orderedWanted, &workspace,
            [&workspace](submit::RunId run) { workspace.showRun(run.value); });
    connect(panel_, &PricePanel::sheetWanted, this, [this] { job_.read(job_.reading()); });
    connect(panel_, &PricePanel::accountWanted, &workspace, &Workspace::showAccounts);
    connect(panel_, &PricePanel::placing, this, [this] {
        placed_ = true;
        emit changed();
        emit wantsNext();
    });
    connect(panel_, &PricePanel::sheetPricesWanted, this, [this] {
        forget();
        enter();
    });
    connect(&engine_, &RunEngine::started, this, [this] {
        priced_ = priced_ && !placed_; // the prices are used up
    });
    connect(&engine_, &RunEngine::failed, this, [this] {
        // Nothing was sent: the prices are still to be looked at.
        placed_ = false;
        emit changed();
    });
}

void PriceStep::enter() {
    if (priced_ || engine_.state() != RunEngine::State::Idle || !job_.isReadyToPrice())
        return;
    priced_ = true;
    placed_ = false;
    ofRun_ = false;
    rest_.reset();
    panel_->setProductNote(productWords(job_));
    PlanRequest request;
    static_cast<work::SheetPlan&>(request) = job_.plan();
    panel_->start(request, selectedRows(job_));
    emit changed();
}

void PriceStep::priceRun(std::int64_t run, const QString& again) {
    priced_ = true;
    placed_ = false;
    ofRun_ = true;
    rest_ = run;
    panel_->setProductNote(
        again.isEmpty()
            ? QString()
            : tr("The row of %1 is ordered a second time; that order stays as it is.").arg(again));
    panel_->startAgain({run});
    emit changed();
}

void PriceStep::forget() {
    priced_ = false;
    ofRun_ = false;
    rest_.reset();
    if (engine_.state() != RunEngine::State::Sending)
        placed_ = false;
    panel_->clear();
    emit changed();
}

void PriceStep::forgetRun() {
    if (ofRun_)
        forget();
}

// The prices of what is left of a run say nothing of the sheet.
void PriceStep::forgetSheet() {
    if (!ofRun_)
        forget();
}

QString PriceStep::summary() const {
    return panel_->summary();
}

StepState PriceStep::state() const {
    if (placed_)
        return StepState::Done;
    if (engine_.state() == RunEngine::State::Pricing)
        return StepState::Working;
    return job_.isReadyToPrice() || panel_->priced() ? StepState::Open : StepState::Waiting;
}

QStringList PriceStep::commandArguments() const {
    const bool sheet = !ofRun_ && job_.isReadyToPrice();
    const QStringList limits = panel_->limitWords();
    if (limits.isEmpty() || !(sheet || rest_))
        return {};
    if (rest_)
        return QStringList{QStringLiteral("resume"), QString::number(*rest_)} + limits;
    QStringList words{QStringLiteral("submit")};
    words << job_.sheetWords();
    const PlanRequest& plan = panel_->plan();
    if (agreesForOthers(plan, *panel_->priced()))
        return {};
    if (!plan.rows.empty())
        words << QStringLiteral("--rows") << rowList(plan.rows, job_);
    if (plan.orderDuplicates)
        words << QStringLiteral("--keep-duplicates");
    if (plan.orderChanged)
        words << QStringLiteral("--include-changed");
    if (plan.allowed.all)
        words << QStringLiteral("--allow-duplicates") << QStringLiteral("all");
    for (const auto& [key, numbers] : plan.anyway)
        for (const std::string& number : numbers)
            if (!plan.allowed.all)
                words << QStringLiteral("--allow-duplicates") << QString::fromStdString(number);
    if (plan.againAfter)
        words << QStringLiteral("--again-after")
              << QString::fromStdString(app::durationAsTyped(*plan.againAfter));
    return words + limits;
}

RunStep::RunStep(Workspace& workspace, RunEngine& engine)
    : workspace_(workspace)
    , engine_(engine)
    , panel_(new RunPanel(workspace.account(), engine, this))
    , results_(new ResultsSaving(workspace.account(), this)) {
    auto* layout = columnIn(this);
    layout->addWidget(panel_);
    setFocusProxy(panel_);
    connect(panel_, &RunPanel::summaryChanged, this, &SubmitStep::changed);
    connect(&engine, &RunEngine::stateChanged, this, &SubmitStep::changed);
    connect(panel_, &RunPanel::accountWanted, &workspace, &Workspace::showAccounts);
    connect(panel_, &RunPanel::ended, this, [this](const QString& run, const QString& sentence) {
        if (workspace_.settings().notifications() && !window()->isActiveWindow())
            app::showNotification(run.toStdString(), sentence.toStdString());
    });
    connect(panel_, &RunPanel::ordersWanted, this,
            [this] { workspace_.showPage(QStringLiteral("orders")); });
    connect(panel_, &RunPanel::leadsWanted, this, [this] { workspace_.showLeads({}); });
    connect(panel_, &RunPanel::pricesWanted, this,
            [this](submit::RunId run) { emit pricesWanted(run.value); });
    connect(panel_, &RunPanel::giveUpWanted, this, &RunStep::giveUpWanted);
    connect(panel_, &RunPanel::fixWanted, this, [this] {
        if (panel_->info())
            emit fixWanted(*panel_->info());
    });
    connect(panel_, &RunPanel::saveResultsWanted, this, &RunStep::saveResults);
    connect(results_, &ResultsSaving::saved, this,
            [this](const QString& file, const QString& note) {
                workspace_.notify(
                    NoticeKind::Good,
                    (tr("Results saved: %1").arg(file) + QLatin1Char(' ') + note).trimmed());
            });
    connect(results_, &ResultsSaving::failed, this, [this](const QString& why) {
        workspace_.notify(NoticeKind::Bad, tr("The results were not saved. %1").arg(why));
    });
    // Export, as on the other pages.
    addAct(tr("Save Results…"), QKeySequence(Qt::CTRL | Qt::Key_E), "save",
           [this] { saveResults(); });
    addAct(tr("Pause the Run"), {}, "pause", [this] { engine_.pause(); });
    addAct(tr("Stop the Run"), {}, "stop", [this] { engine_.stop(); });
}

void RunStep::saveResults() {
    const auto connection = panel_->ownAccount();
    const auto& info = panel_->info();
    if (!connection || !info)
        return;
    const std::filesystem::path proposed =
        work::proposedResults(*info, workspace_.folders(), panel_->showsRowsToFix());
    const std::filesystem::path file =
        chooseFileToSave(this, tr("Save Results"), QString::fromStdString(proposed.string()),
                         panel_->showsRowsToFix() ? tr("CSV (*.csv)")
                                                  : tr("Same format as the sheet (*.*)"))
            .toStdString();
    work::ResultsRequest request;
    if (file != proposed) // the dialog has asked before it named a file that is there
        request = {file, true};
    request.onlyToFix = panel_->showsRowsToFix();
    if (!file.empty())
        results_->save(connection->ledgerFile, workspace_.folders(), *info, request);
}

bool RunStep::hasRun() const {
    return panel_->run().has_value();
}

void RunStep::lookAgain() {
    panel_->lookAgain();
}

void RunStep::forgetFinished() {
    const auto& info = panel_->info();
    if (info && info->state == submit::RunState::Finished &&
        engine_.state() != RunEngine::State::Sending)
        panel_->forget();
}

void RunStep::showRun(std::int64_t run, bool resume) {
    if (engine_.state() != RunEngine::State::Sending || panel_->run() != submit::RunId{run})
        panel_->showRun({run});
    if (resume)
        engine_.resume({run});
    emit changed();
}

void RunStep::setSheet(const std::filesystem::path& sheet) {
    sheet_ = sheet;
    emit changed();
}

bool RunStep::isOfOtherSheet() const {
    const auto& info = panel_->info();
    const auto record = info && !sheet_.empty() ? app::recordOf(*info) : std::nullopt;
    return record && record->sheet != sheet_;
}

QString RunStep::summary() const {
    const QString words = panel_->summary();
    return isOfOtherSheet() && !words.isEmpty()
               ? tr("%1: %2", "name of a sheet, what came of its run")
                     .arg(text(panel_->info()->spec.title), words)
               : words;
}

StepState RunStep::state() const {
    if (engine_.state() == RunEngine::State::Sending)
        return StepState::Working;
    const auto& info = panel_->info();
    if (!info)
        return StepState::Waiting;
    if (info->state != submit::RunState::Finished)
        return StepState::Attention;
    return isOfOtherSheet() ? StepState::Open : StepState::Done;
}

QStringList RunStep::commandArguments() const {
    const auto& info = panel_->info();
    if (!info)
        return {};
    const QString number = QString::number(info->id.value);
    if (engine_.state() == RunEngine::State::Sending)
        return {QStringLiteral("status"), number};
    if (info->state == submit::RunState::Finished)
        return QStringList{QStringLiteral("results"), number}
               << (panel_->showsRowsToFix() ? QStringList{QStringLiteral("--only-refused")}
                                            : QStringList());
    QStringList words{QStringLiteral("resume"), number};
    if (info->newer) // as the page says and asks
        words << QStringLiteral("--beside") << QString::number(info->newer->value);
    return words;
}

QString RunStep::runningWork() const {
    if (engine_.state() != RunEngine::State::Sending)
        return {};
    return tr("Orders are being placed. Quitting finishes what is in flight and keeps the rest "
              "queued; the run continues when you open Leadsheet again and resume it.");
}

void RunStep::stopWork() {
    engine_.pause();
}

} // namespace leadsheet::desktop
