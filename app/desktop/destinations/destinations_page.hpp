// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../shell/workspace.hpp"

class QStackedWidget;
class QTabBar;

namespace leadsheet::desktop {

class LabView;
class OutreachView;
class WebhooksView;

/// Where leads go: webhooks, outreach platforms, and what helps to build a receiver of webhooks.
class DestinationsPage : public Page {
    Q_OBJECT

public:
    explicit DestinationsPage(Workspace& workspace);

    QString commandLine() const override;
    QString runningWork() const override;
    QuitWords quitWords() const override;
    /// Brings the outreach platforms to the front.
    void showPlatforms();

protected:
    void setWatched(bool watched) override;

private:
    void addTab(const QString& title, QWidget* view);
    QWidget* makeCode();
    void add(const QString& address);
    void makeCommands();

    QTabBar* tabs_;
    QStackedWidget* stack_;
    WebhooksView* webhooks_;
    OutreachView* outreach_;
    LabView* lab_;
};

} // namespace leadsheet::desktop
