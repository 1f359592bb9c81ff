// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../bridge/background.hpp"
#include "account_session.hpp"
#include "usage_rows.hpp"

#include <QFrame>

class QLabel;
class QPushButton;
class QTableWidget;

namespace leadsheet::desktop {

class ColumnWidths;
class NoticeBar;

/// What the connected key has used and may still use: request budgets, spending cap, balance, its
/// end, and how many webhooks and destinations its account may have. Asked for when somebody looks,
/// and again on request; the budgets are told free of charge, the account and what it has take one
/// request each.
class UsagePanel : public QFrame {
    Q_OBJECT

public:
    explicit UsagePanel(AccountSession& session, QWidget* parent = nullptr);

    void refreshNow();

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Answer {
        Result<std::vector<BudgetStatus>> budgets;
        Result<Account> account;
        Possessions owned;
    };

    void came(const Connected& at, const Answer& answer);
    void forget();
    void fit();

    AccountSession& session_;
    QTableWidget* table_;
    ColumnWidths* widths_ = nullptr;
    QLabel* facts_;
    QLabel* state_;
    NoticeBar* notice_;
    QPushButton* again_;
    Background asking_;
};

} // namespace leadsheet::desktop
