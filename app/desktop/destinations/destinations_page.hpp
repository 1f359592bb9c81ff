// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../shell/page.hpp"

class QStackedWidget;
class QTabBar;

namespace leadsheet::desktop {

class LabView;
class OutreachView;
class WebhooksView;
class Workspace;

/// Where leads go: webhooks, outreach platforms, and what helps to build a receiver of webhooks.
class DestinationsPage : public Page {
    Q_OBJECT

public:
    explicit DestinationsPage(Workspace& workspace, QWidget* parent = nullptr);

    QString id() const override { return QStringLiteral("destinations"); }
    QString title() const override { return tr("Destinations"); }
    QLatin1String iconName() const override { return QLatin1String("destinations"); }
    QString commandLine() const override;
    QList<QAction*> commands() const override { return commands_; }

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void addTab(const QString& title, QWidget* view);
    QWidget* makeCode();
    void add(const QString& address);
    void makeCommands();
    void watch();

    Workspace& workspace_;
    QTabBar* tabs_;
    QStackedWidget* stack_;
    WebhooksView* webhooks_;
    OutreachView* outreach_;
    LabView* lab_;
    QList<QAction*> commands_;
};

} // namespace leadsheet::desktop
