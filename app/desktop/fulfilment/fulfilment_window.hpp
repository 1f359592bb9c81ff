// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../shell/workspace.hpp"

#include <QWidget>

class QButtonGroup;
class QLabel;
class QStackedWidget;

namespace leadsheet::desktop {

class AccountSession;
class CustomersView;
class ListView;
class NoticeBar;
class QueueView;

/// The strip over the operator's window: says Fulfilment and which profile, in a colour that no
/// customer's account and no sandbox ever has.
class FulfilmentBand : public QWidget {
    Q_OBJECT

public:
    explicit FulfilmentBand(const AccountSession& account);

    QString words() const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const AccountSession& account_;
};

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
    ListView& list() const; ///< of the part that is shown

    Workspace& workspace_;
    QueueView* queues_ = nullptr;
    CustomersView* customers_ = nullptr;
    QStackedWidget* parts_ = nullptr;
    QButtonGroup* choice_ = nullptr;
    QLabel* title_ = nullptr;
    NoticeBar* notice_ = nullptr;
};

/// Where the main window leads to the operator's own window. Offered to admin keys only.
class FulfilmentPage : public Page {
    Q_OBJECT

public:
    explicit FulfilmentPage(Workspace& workspace);

    QString commandLine() const override;
    QString runningWork() const override;
    void stopWork() override;

    /// Makes the window when it is first wanted. Nothing without an admin key.
    void openWindow();
    /// Null before it was wanted.
    FulfilmentWindow* fulfilmentWindow() const { return window_; }

private:
    FulfilmentWindow* window_ = nullptr;
};

} // namespace leadsheet::desktop
