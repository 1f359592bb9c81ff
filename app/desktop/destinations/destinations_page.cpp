// SPDX-License-Identifier: Apache-2.0
#include "destinations_page.hpp"

#include "../account/account_session.hpp"
#include "../widgets/parts.hpp"
#include "lab_view.hpp"
#include "outreach_view.hpp"
#include "webhook_records.hpp"
#include "webhooks_view.hpp"

#include <QLabel>
#include <QStackedWidget>
#include <QTabBar>

namespace leadsheet::desktop {

DestinationsPage::DestinationsPage(Workspace& workspace)
    : Page(workspace)
    , tabs_(named(new QTabBar, "destinationTabs", tr("Kinds of destinations")))
    , stack_(new QStackedWidget)
    , webhooks_(new WebhooksView(workspace))
    , outreach_(new OutreachView(workspace))
    , lab_(new LabView(workspace)) {
    tabs_->setDocumentMode(true);
    tabs_->setDrawBase(false);
    tabs_->setExpanding(false);
    auto* layout = columnIn(this, 0, {20, 0, 20, 12});
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
        setWatched(isVisible());
        emit stateChanged();
    });
    connect(webhooks_, &WebhooksView::changed, this, &Page::stateChanged);
    connect(outreach_, &OutreachView::changed, this, &Page::stateChanged);
    connect(lab_, &LabView::changed, this, &Page::stateChanged);
    connect(lab_, &LabView::webhookWanted, this, &DestinationsPage::add);
    connect(webhooks_, &WebhooksView::secretMade, lab_, &LabView::learn);
}

void DestinationsPage::addTab(const QString& title, QWidget* view) {
    stack_->addWidget(view);
    tabs_->addTab(title);
}

QWidget* DestinationsPage::makeCode() {
    auto* page = new QWidget;
    auto* words = wrappingLabel(
        tr("Your program should trust a message only after it has checked the signature over the "
           "bytes exactly as received. This is all it takes, using only the standard library; take "
           "the secret from where you stored it, and both secrets during a rotation."));
    auto* layout = columnIn(page, 10, {0, 12, 0, 0});
    layout->addWidget(words);
    layout->addWidget(new SnippetView, 1);
    return page;
}

void DestinationsPage::add(const QString& address) {
    workspace_.showPage(id());
    tabs_->setCurrentIndex(stack_->indexOf(webhooks_));
    webhooks_->add(address);
}

void DestinationsPage::showPlatforms() {
    workspace_.showPage(id());
    tabs_->setCurrentIndex(stack_->indexOf(outreach_));
}

void DestinationsPage::makeCommands() {
    addCommand(tr("Refresh Destinations"), QKeySequence::Refresh, "refresh", [this] {
        webhooks_->refreshNow();
        outreach_->refreshNow();
    });
    addCommand(tr("Add a Webhook"), {}, "add", [this] { add({}); });
    addCommand(tr("Add an Outreach Platform"), {}, "add", [this] {
        showPlatforms();
        outreach_->add();
    });
    addCommand(tr("Receive Webhooks on This Computer"), {}, "play", [this] {
        workspace_.showPage(id());
        tabs_->setCurrentIndex(stack_->indexOf(lab_));
    });
}

void DestinationsPage::setWatched(bool watched) {
    webhooks_->setWatched(watched && stack_->currentWidget() == webhooks_);
    outreach_->setWatched(watched && stack_->currentWidget() == outreach_);
}

QString DestinationsPage::runningWork() const {
    return webhooks_->runningWork();
}

Page::QuitWords DestinationsPage::quitWords() const {
    return {tr("Quit Without the Secret"), tr("Wait for It")};
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
