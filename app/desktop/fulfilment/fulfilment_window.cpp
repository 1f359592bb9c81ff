// SPDX-License-Identifier: Apache-2.0
#include "fulfilment_window.hpp"

#include "../account/account_session.hpp"
#include "../shell/notice_bar.hpp"
#include "../shell/settings.hpp"
#include "../shell/words.hpp"
#include "../submit/command_words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/tab_order.hpp"
#include "fulfilment_band.hpp"
#include "queue_view.hpp"

#include <QClipboard>
#include <QCloseEvent>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QShortcut>
#include <QVBoxLayout>

namespace leadsheet::desktop {
namespace {

const QString kFulfilmentState = QStringLiteral("fulfilment");

} // namespace

FulfilmentWindow::FulfilmentWindow(Workspace& workspace, QWidget* parent)
    : QWidget(parent, Qt::Window)
    , workspace_(workspace)
    , queues_(new QueueView(workspace))
    , notice_(new NoticeBar) {
    setObjectName(QStringLiteral("fulfilmentWindow"));
    setMinimumSize(900, 560);
    notice_->setObjectName(QStringLiteral("fulfilmentNotice"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(new FulfilmentBand(workspace.account()));
    layout->addWidget(makeHeader());
    layout->addWidget(notice_);
    layout->addWidget(queues_, 1);
    makeShortcuts();
    connect(queues_, &QueueView::said, notice_,
            [this](NoticeKind kind, const QString& words) { notice_->show(kind, words); });
    connect(&workspace.account(), &AccountSession::changed, this,
            &FulfilmentWindow::sessionChanged);
    sessionChanged();
    resize(1240, 740);
    restoreGeometry(workspace.settings().windowState(kFulfilmentState));
}

QWidget* FulfilmentWindow::makeHeader() {
    auto* header = new QWidget;
    auto* title = new QLabel(tr("Orders of Customers"));
    title->setProperty("heading", 1);
    auto* copy = new QPushButton(icon(QLatin1String("copy")), tr("Copy as Command"));
    copy->setObjectName(QStringLiteral("fulfilmentCommand"));
    copy->setToolTip(tr("Copy the command line that shows the same, without secrets"));
    copy->setAutoDefault(true);
    connect(copy, &QPushButton::clicked, this, &FulfilmentWindow::copyCommand);
    auto* row = new QHBoxLayout(header);
    row->setContentsMargins(20, 12, 20, 8);
    row->addWidget(title, 1);
    row->addWidget(copy);
    return header;
}

void FulfilmentWindow::makeShortcuts() {
    const auto add = [this](const QKeySequence& keys, auto what) {
        auto* shortcut = new QShortcut(keys, this);
        connect(shortcut, &QShortcut::activated, this, what);
    };
    add(QKeySequence::Refresh, [this] { queues_->refreshNow(); });
    add(QKeySequence::Find, [this] { queues_->find(); });
    add(QKeySequence(Qt::Key_F4), [this] { queues_->toggleDetail(); });
    add(QKeySequence::Close, [this] { close(); });
    add(QKeySequence::HelpContents, [this] { workspace_.showHelp(QStringLiteral("fulfilment")); });
}

void FulfilmentWindow::sessionChanged() {
    stopWork();
    const auto connection = workspace_.account().connection();
    if (!connection || !connection->admin) {
        hide();
        return;
    }
    setWindowTitle(tr("Fulfilment – %1 – Leadsheet").arg(connection->profile));
}

void FulfilmentWindow::copyCommand() {
    const QString line = commandLineOf(queues_->commandWords(), workspace_);
    QGuiApplication::clipboard()->setText(line);
    notice_->show(NoticeKind::Info, tr("Copied: %1").arg(line));
}

QString FulfilmentWindow::runningWork() const {
    if (queues_->takesLeadsIn())
        return tr("Leads of an order are being taken in. What has arrived stays.");
    const ActRun* run = queues_->run();
    if (run == nullptr)
        return {};
    const ActCounts counts = run->counts();
    return tr("Fulfilment is at work on %Ln order(s). They are left as they are.", "",
              counts.waiting);
}

void FulfilmentWindow::stopWork() {
    if (ActRun* run = queues_->run())
        run->stop();
}

bool FulfilmentWindow::focusNextPrevChild(bool next) {
    return focusInLayoutOrder(*this, next) || QWidget::focusNextPrevChild(next);
}

void FulfilmentWindow::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    queues_->setWatched(true);
    queues_->setFocus(Qt::OtherFocusReason);
}

void FulfilmentWindow::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    queues_->setWatched(false);
    workspace_.settings().setWindowState(kFulfilmentState, saveGeometry());
}

void FulfilmentWindow::closeEvent(QCloseEvent* event) {
    if (!runningWork().isEmpty())
        return event->ignore();
    QWidget::closeEvent(event);
}

} // namespace leadsheet::desktop
