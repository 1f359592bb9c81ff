// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPushButton>
#include <QTimer>

#include <functional>

class QAction;

namespace leadsheet::desktop {

class Connector;
class Workspace;

/// Things that go wrong on purpose, while in the sandbox: so that a person can see that nothing is
/// ordered twice. Hidden with real accounts.
class FaultButton : public QPushButton {
    Q_OBJECT

public:
    /// `crash` ends this process as a power cut would.
    FaultButton(Workspace& workspace, Connector& connector, std::function<void()> crash,
                QWidget* parent = nullptr);

    /// Only the picture: beside pages that want the width.
    void setFolded(bool folded);

    /// SIGKILL to this process.
    static void killThisProcess();

private:
    void accountChanged();
    void refuse();
    void dropNext();
    void slow(bool on);
    void crash();

    Workspace& workspace_;
    Connector& connector_;
    std::function<void()> crash_;
    QAction* refuse_;
    QAction* drop_;
    QAction* slow_;
    QTimer refused_;
};

} // namespace leadsheet::desktop
