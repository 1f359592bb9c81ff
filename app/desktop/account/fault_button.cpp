// SPDX-License-Identifier: Apache-2.0
#include "fault_button.hpp"

#include "../dialogs/ask.hpp"
#include "../shell/workspace.hpp"
#include "../theme/icons.hpp"
#include "account_session.hpp"
#include "connector.hpp"

#include "leadsheet/app/sandbox/sandbox.hpp"

#include <QAction>
#include <QMenu>
#include <QStyle>

#include <csignal>
#include <unistd.h>

namespace leadsheet::desktop {
namespace {

constexpr std::chrono::seconds kRefusal{30};

} // namespace

FaultButton::FaultButton(Workspace& workspace, Connector& connector, std::function<void()> crash,
                         QWidget* parent)
    : QPushButton(parent)
    , workspace_(workspace)
    , connector_(connector)
    , crash_(std::move(crash)) {
    setObjectName(QStringLiteral("faults"));
    setAccessibleName(tr("Try a Fault"));
    setFolded(false);
    setIcon(desktop::icon(QLatin1String("warning")));
    setToolTip(tr("Let something go wrong in the sandbox, and see that nothing is ordered twice"));
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("faultMenu"));
    menu->setToolTipsVisible(true);
    const auto add = [this, menu](const QString& label, const QString& tip) {
        QAction* action = menu->addAction(label);
        action->setToolTip(tip);
        action->setParent(this);
        return action;
    };
    refuse_ = add(tr("Answer 429 for 30 s"),
                  tr("The server refuses everything as too much; a run waits and continues."));
    drop_ = add(tr("Drop the Next Answer"),
                tr("The next order is placed, but its answer is lost; the run asks again with the "
                   "same key."));
    slow_ = add(tr("Slow Network"), tr("Every answer takes two seconds."));
    slow_->setCheckable(true);
    menu->addSeparator();
    QAction* end = add(tr("Crash the App Now…"),
                       tr("Ends this program as a power cut would. Start it again, and continue."));
    setMenu(menu);
    connect(refuse_, &QAction::triggered, this, &FaultButton::refuse);
    connect(drop_, &QAction::triggered, this, &FaultButton::dropNext);
    connect(slow_, &QAction::toggled, this, &FaultButton::slow);
    connect(end, &QAction::triggered, this, &FaultButton::crash);
    refused_.setSingleShot(true);
    connect(&refused_, &QTimer::timeout, this, [this] {
        refuse_->setEnabled(true);
        if (const auto at = workspace_.account().connection(); at && at->sandbox)
            workspace_.notify(NoticeKind::Info, tr("The sandbox answers again."));
    });
    connect(&workspace.account(), &AccountSession::changed, this, &FaultButton::accountChanged);
    accountChanged();
}

void FaultButton::setFolded(bool folded) {
    setText(folded ? QString() : tr("Try a Fault"));
    setProperty("folded", folded);
    style()->unpolish(this);
    style()->polish(this);
}

void FaultButton::accountChanged() {
    const auto connection = workspace_.account().connection();
    setVisible(connection && connection->sandbox && connector_.sandbox() != nullptr);
}

void FaultButton::refuse() {
    connector_.sandbox()->refuseFor(kRefusal);
    refuse_->setEnabled(false);
    refused_.start(kRefusal);
    workspace_.notify(NoticeKind::Warn,
                      tr("For 30 seconds the sandbox answers “too many requests” (429)."));
}

void FaultButton::dropNext() {
    connector_.sandbox()->dropNextAnswer();
    workspace_.notify(NoticeKind::Warn, tr("The next order will be placed, and its answer lost."));
}

void FaultButton::slow(bool on) {
    connector_.sandbox()->setSlow(on);
    workspace_.notify(on ? NoticeKind::Warn : NoticeKind::Info,
                      on ? tr("Every answer of the sandbox now takes two seconds.")
                         : tr("The sandbox answers at once again."));
}

void FaultButton::crash() {
    if (ask(window(), {tr("Crash the App?"),
                       tr("Leadsheet ends at once, as in a power cut: nothing is saved or tidied "
                          "up first. Start it again to see what happened to your orders."),
                       tr("Crash Now"), tr("Do Not Crash")}))
        crash_();
}

void FaultButton::killThisProcess() {
    ::kill(::getpid(), SIGKILL);
}

} // namespace leadsheet::desktop
