// SPDX-License-Identifier: Apache-2.0
#include "export_card.hpp"

#include "../orders/order_words.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/flow_layout.hpp"
#include "export_job.hpp"

#include <QFileInfo>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

constexpr int kProgressSteps = 1000;
constexpr int kShownDigest = 12;

QString finishedWords(const ExportJob& job) {
    QStringList parts{
        ExportCard::tr("%Ln lead(s), checked against the service's count.", "",
                       forPlural(job.leads)),
        ExportCard::tr("%1, SHA-256 %2….")
            .arg(timeText(job.finishedAt.toStdString(), wallNow()), job.sha256.left(kShownDigest))};
    if (job.guarded > 0)
        parts << ExportCard::tr("%Ln cell(s) begin with an apostrophe as a guard.", "",
                                forPlural(job.guarded));
    return parts.join(QLatin1Char(' '));
}

} // namespace

QString exportStateWords(const ExportJob& job, bool here) {
    const QString far = job.expected > 0
                            ? ExportCard::tr("%1 of %Ln lead(s)", "", forPlural(job.expected))
                                  .arg(number(job.received))
                            : QString();
    switch (job.state) {
    case ExportState::Waiting:
        return ExportCard::tr("Waiting for the export before it.");
    case ExportState::Running:
        return job.writing
                   ? ExportCard::tr("Writing the file: %Ln lead(s).", "", forPlural(job.received))
               : far.isEmpty() ? ExportCard::tr("Beginning…")
                               : far;
    case ExportState::Paused:
        return QStringList{far.isEmpty() ? ExportCard::tr("Paused.")
                                         : ExportCard::tr("Paused at %1.").arg(far),
                           here ? ExportCard::tr("Resume goes on there.")
                                : ExportCard::tr("Connect its account to go on.")}
            .join(QLatin1Char(' '));
    case ExportState::Done:
        return finishedWords(job);
    case ExportState::NothingNew:
        return ExportCard::tr("Nothing is new; no file was written.");
    case ExportState::Failed:
        return job.trouble;
    }
    return {};
}

ExportCard::ExportCard(QWidget* parent)
    : QFrame(parent) {
    setObjectName(QStringLiteral("exportCard"));
    name_ = new QLabel;
    name_->setTextFormat(Qt::PlainText);
    name_->setWordWrap(true);
    QFont bold = name_->font();
    bold.setWeight(QFont::DemiBold);
    name_->setFont(bold);
    state_ = new QLabel;
    state_->setObjectName(QStringLiteral("exportState"));
    state_->setTextFormat(Qt::PlainText);
    state_->setWordWrap(true);
    progress_ = new QProgressBar;
    progress_->setTextVisible(false);
    auto* buttons = new QWidget;
    auto* flow = new FlowLayout(buttons);
    const auto add = [&](const QString& label, const char* name, const char* picture,
                         void (ExportCard::*wanted)()) {
        auto* button = new QPushButton(icon(QLatin1String(picture)), label);
        button->setObjectName(QLatin1String(name));
        connect(button, &QPushButton::clicked, this, wanted);
        flow->addWidget(button);
        return button;
    };
    pause_ = add(tr("Pause"), "exportPause", "pause", &ExportCard::pauseWanted);
    resume_ = add(tr("Resume"), "exportResume", "play", &ExportCard::resumeWanted);
    cancel_ = add(tr("Cancel Export"), "exportCancel", "stop", &ExportCard::cancelWanted);
    folder_ = add(tr("Open Folder"), "exportFolder", "open", &ExportCard::folderWanted);
    forget_ = add(tr("Take Off the List"), "exportForget", "close", &ExportCard::forgetWanted);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 6, 0, 6);
    layout->setSpacing(4);
    layout->addWidget(name_);
    layout->addWidget(progress_);
    layout->addWidget(state_);
    layout->addWidget(buttons);
}

void ExportCard::show(const ExportJob& job, bool here) {
    const QString file = QFileInfo(job.file).fileName();
    name_->setText(file);
    name_->setToolTip(job.file);
    state_->setText(exportStateWords(job, here));
    const bool running = job.state == ExportState::Running;
    const bool waiting = job.state == ExportState::Waiting;
    const bool stopped = job.state == ExportState::Paused || job.state == ExportState::Failed;
    const bool over = job.state == ExportState::Done || job.state == ExportState::NothingNew;
    progress_->setAccessibleName(tr("Progress of %1").arg(file));
    progress_->setVisible(running || (stopped && job.expected > 0));
    progress_->setRange(0, job.expected > 0 ? kProgressSteps : 0);
    if (job.expected > 0)
        progress_->setValue(static_cast<int>(job.received * kProgressSteps / job.expected));
    pause_->setVisible(running || waiting);
    resume_->setVisible(stopped);
    resume_->setEnabled(here);
    cancel_->setVisible(!over);
    folder_->setVisible(job.state == ExportState::Done);
    forget_->setVisible(over);
}

} // namespace leadsheet::desktop
