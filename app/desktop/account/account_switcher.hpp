// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPushButton>
#include <QTimer>

#include <functional>

class QAction;
class QMenu;

namespace leadsheet::desktop {

class Connector;
class Workspace;

/// The button under the navigation: which account this is, and what it has; its menu changes it.
class AccountSwitcher : public QPushButton {
    Q_OBJECT

public:
    AccountSwitcher(Workspace& workspace, Connector& connector);

    /// Only the picture: beside pages that want the width. Name and balance are in the tip.
    void setFolded(bool folded);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    /// Narrow ones say in two lines what wide ones say in one.
    int heightForWidth(int width) const override;

signals:
    void addWanted();

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    void fillMenu();
    QStringList lines(int width) const; ///< under the name, in a button of this width
    int textWidth(int width) const;

    Workspace& workspace_;
    Connector& connector_;
    QMenu* menu_;
    QTimer balance_;
    QString name_;
    QString detail_;
    QString money_; ///< what there is to spend; empty = not known
    bool sandbox_ = false;
    bool folded_ = false;
};

/// Things that go wrong on purpose, while in the sandbox: so that a person can see that nothing is
/// ordered twice. Hidden with real accounts.
class FaultButton : public QPushButton {
    Q_OBJECT

public:
    /// `crash` ends this process as a power cut would.
    FaultButton(Workspace& workspace, Connector& connector, std::function<void()> crash);

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
