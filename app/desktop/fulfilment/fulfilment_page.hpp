// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../shell/page.hpp"

namespace leadsheet::desktop {

class FulfilmentWindow;
class Workspace;

/// Where the main window leads to the operator's own window. Offered to admin keys only.
class FulfilmentPage : public Page {
    Q_OBJECT

public:
    explicit FulfilmentPage(Workspace& workspace, QWidget* parent = nullptr);

    QString id() const override { return QStringLiteral("fulfilment"); }
    QString title() const override { return tr("Fulfilment"); }
    QLatin1String iconName() const override { return QLatin1String("fulfilment"); }
    QString commandLine() const override;
    QList<QAction*> commands() const override { return commands_; }
    QString runningWork() const override;
    void stopWork() override;

    /// Makes the window when it is first wanted. Nothing without an admin key.
    void openWindow();
    /// Null before it was wanted.
    FulfilmentWindow* fulfilmentWindow() const { return window_; }

private:
    Workspace& workspace_;
    FulfilmentWindow* window_ = nullptr;
    QList<QAction*> commands_;
};

} // namespace leadsheet::desktop
