// SPDX-License-Identifier: Apache-2.0
#include "destinations_page.hpp"

#include "../account/account_session.hpp"
#include "../shell/workspace.hpp"
#include "../submit/command_words.hpp"
#include "../theme/icons.hpp"
#include "lab_view.hpp"
#include "outreach_view.hpp"
#include "snippet_view.hpp"
#include "webhooks_view.hpp"

#include <QAction>
#include <QLabel>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

namespace leadsheet::desktop {

DestinationsPage::DestinationsPage(Workspace& workspace, QWidget* parent)
    : Page(parent)
    , workspace_(workspace)
    , tabs_(new QTabBar)
    , stack_(new QStackedWidget)
    , webhooks_(new WebhooksView(workspace))
    , outreach_(new OutreachView(workspace))
    , lab_(new LabView(workspace)) {
    setObjectName(QStringLiteral("destinationsPage"));
    tabs_->setObjectName(QStringLiteral("destinationTabs"));
    tabs_->setAccessibleName(tr("Kinds of destinations"));
    tabs_->setDocumentMode(true);
    tabs_->setDrawBase(false);
    tabs_->setExpanding(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 0, 20, 12);
    layout->setSpacing(0);
    layout->addWidget(tabs_);
    layout->addWidget(stack_, 1);
    addTab(tr("Webhooks"), webhooks_);
    addTab(tr("Outreach"), outreach_);
    addTab(tr("Local Lab"), lab_);
    addTab(tr("Code"), makeCode());
    setFocusProxy(tabs_);
    makeCommands();
    connect(tabs_, &QTabBar::currentChanged, this, [this](int at) {
        stack_->setCurrentIndex(at);
        watch();
        emit stateChanged();
    });
    connect(webhooks_, &WebhooksView::changed, this, &Page::stateChanged);
    connect(outreach_, &OutreachView::changed, this, &Page::stateChanged);
    connect(lab_, &LabView::changed, this, &Page::stateChanged);
    connect(lab_, &LabView::webhookWanted, this, &DestinationsPage::add);
}

void DestinationsPage::addTab(const QString& title, QWidget* view) {
    stack_->addWidget(view);
    tabs_->addTab(title);
}

QWidget* DestinationsPage::makeCode() {
    auto* page = new QWidget;
    auto* words = new QLabel(
        tr("A program of yours should believe a message only after it has checked the signature "
           "over the bytes as they came. This is all it takes, with the standard library alone; "
           "take the secret from where you stored it, and both secrets during a rotation."));
    words->setWordWrap(true);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 12, 0, 0);
    layout->setSpacing(10);
    layout->addWidget(words);
    layout->addWidget(new SnippetView, 1);
    return page;
}

void DestinationsPage::add(const QString& address) {
    workspace_.showPage(id());
    tabs_->setCurrentIndex(stack_->indexOf(webhooks_));
    webhooks_->add(address);
}

void DestinationsPage::makeCommands() {
    const auto make = [this](const QString& label, const QKeySequence& keys, const char* picture,
                             auto what) {
        auto* action = new QAction(icon(QLatin1String(picture)), label, this);
        action->setShortcut(keys);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        connect(action, &QAction::triggered, this, what);
        addAction(action);
        commands_ << action;
    };
    make(tr("Refresh Destinations"), QKeySequence::Refresh, "refresh", [this] {
        webhooks_->refreshNow();
        outreach_->refreshNow();
    });
    make(tr("Add a Webhook"), {}, "add", [this] { add({}); });
    make(tr("Add an Outreach Platform"), {}, "add", [this] {
        workspace_.showPage(id());
        tabs_->setCurrentIndex(stack_->indexOf(outreach_));
        outreach_->add();
    });
    make(tr("Receive Webhooks on This Computer"), {}, "play", [this] {
        workspace_.showPage(id());
        tabs_->setCurrentIndex(stack_->indexOf(lab_));
    });
}

void DestinationsPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    watch();
}

void DestinationsPage::hideEvent(QHideEvent* event) {
    Page::hideEvent(event);
    watch();
}

void DestinationsPage::watch() {
    webhooks_->setWatched(isVisible() && stack_->currentWidget() == webhooks_);
    outreach_->setWatched(isVisible() && stack_->currentWidget() == outreach_);
}

QString DestinationsPage::commandLine() const {
    if (stack_->currentWidget() == lab_)
        return commandLineOf(lab_->commandWords(), workspace_);
    if (!workspace_.account().connection())
        return {};
    return commandLineOf(stack_->currentWidget() == outreach_ ? outreach_->commandWords()
                                                              : webhooks_->commandWords(),
                         workspace_);
}

} // namespace leadsheet::desktop
