// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QButtonGroup;
class QLabel;
class QStackedWidget;

namespace leadsheet::desktop {

class CustomersView;
class NoticeBar;
class QueueView;
class Workspace;

/// The operator's own window over the orders and the accounts of all customers; never to be taken
/// for the window of one account. Closes itself when the session has no admin key any more.
class FulfilmentWindow : public QWidget {
    Q_OBJECT

public:
    explicit FulfilmentWindow(Workspace& workspace, QWidget* parent);

    enum class Part { Orders, Accounts };

    QueueView& queues() const { return *queues_; }
    CustomersView& customers() const { return *customers_; }
    Part part() const;
    void showPart(Part part);
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
    void watch(bool watched);
    void sessionChanged();
    void copyCommand();

    Workspace& workspace_;
    QueueView* queues_ = nullptr;
    CustomersView* customers_ = nullptr;
    QStackedWidget* parts_ = nullptr;
    QButtonGroup* choice_ = nullptr;
    QLabel* title_ = nullptr;
    NoticeBar* notice_ = nullptr;
};

} // namespace leadsheet::desktop
