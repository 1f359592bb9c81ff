// SPDX-License-Identifier: Apache-2.0
#include "run_step.hpp"

#include "../account/account_session.hpp"
#include "../dialogs/ask.hpp"
#include "../run/results_saving.hpp"
#include "../run/run_engine.hpp"
#include "../run/run_panel.hpp"
#include "../shell/settings.hpp"
#include "../shell/words.hpp"
#include "../shell/workspace.hpp"
#include "../theme/icons.hpp"
#include "leadsheet/app/accounts/notification.hpp"
#include "leadsheet/app/run_record.hpp"

#include <QAction>
#include <QVBoxLayout>

namespace leadsheet::desktop {

RunStep::RunStep(Workspace& workspace, RunEngine& engine, QWidget* parent)
    : SubmitStep(parent)
    , workspace_(workspace)
    , engine_(engine)
    , panel_(new RunPanel(workspace.account(), engine, this))
    , results_(new ResultsSaving(workspace.account(), this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
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
    const auto add = [this](QLatin1String picture, const QString& words, auto act) {
        auto* action = new QAction(icon(picture), words, this);
        connect(action, &QAction::triggered, this, act);
        actions_ << action;
        return action;
    };
    QAction* save = add(QLatin1String("save"), tr("Save Results…"), [this] { saveResults(); });
    save->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_E)); // export, as on the other pages
    save->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    addAction(save);
    add(QLatin1String("pause"), tr("Pause the Run"), [this] { engine_.pause(); });
    add(QLatin1String("stop"), tr("Stop the Run"), [this] { engine_.stop(); });
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
