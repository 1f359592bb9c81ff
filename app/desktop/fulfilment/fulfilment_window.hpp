// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QPushButton;

namespace leadsheet::desktop {

class NoticeBar;
class QueueView;
class Workspace;

/// The operator's own window over the orders of all customers; never to be taken for the window of
/// one account. Closes itself when the session has no admin key any more.
class FulfilmentWindow : public QWidget {
    Q_OBJECT

public:
    explicit FulfilmentWindow(Workspace& workspace, QWidget* parent);

    QueueView& queues() const { return *queues_; }
    /// Why quitting now would interrupt something; empty = nothing.
    QString runningWork() const;
    void stopWork();

protected:
    bool focusNextPrevChild(bool next) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    QWidget* makeHeader();
    void makeShortcuts();
    void sessionChanged();
    void copyCommand();

    Workspace& workspace_;
    QueueView* queues_ = nullptr;
    NoticeBar* notice_ = nullptr;
};

} // namespace leadsheet::desktop
