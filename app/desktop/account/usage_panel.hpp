// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "account_session.hpp"
#include "leadsheet/clock.hpp"
#include "leadsheet/model/account.hpp"

#include <QFrame>
#include <QList>
#include <QString>

#include <optional>
#include <vector>

class QLabel;
class QPushButton;
class QTableWidget;

namespace leadsheet::desktop {

class ColumnWidths;
class NoticeBar;

/// One limit of a key, in words, and how much of it is used up.
struct UsageRow {
    QString name;
    QString used;
    QString left;
    QString limit;
    QString resets; ///< when it is full again
    double share;   ///< 0 to 1
};

/// How many of what an account may have only so many of there are; not set = the key may not see
/// them, or they could not be asked for.
struct Possessions {
    std::optional<std::int64_t> webhooks;
    std::optional<std::int64_t> destinations;
};

/// What the contract allows an account (contract section 3, published limits), beside what it has.
QList<UsageRow> possessionRows(const Possessions& owned);

/// Request budgets as told at `asked`, and the key's daily cap where `account` is known and has
/// one.
QList<UsageRow> usageRows(const std::vector<BudgetStatus>& budgets, const Account* account,
                          WallTime asked);

/// What the connected key has used and may still use: request budgets, spending cap, balance, its
/// end, and how many webhooks and destinations its account may have. Asked for when somebody looks,
/// and again on request; the budgets are told free of charge, the account and what it has take one
/// request each.
class UsagePanel : public QFrame {
    Q_OBJECT

public:
    explicit UsagePanel(AccountSession& session);

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
    void showFacts();
    void forget();
    void fit();

    AccountSession& session_;
    QTableWidget* table_;
    ColumnWidths* widths_ = nullptr;
    QLabel* facts_;
    bool known_ = false; ///< the account has been told
    QLabel* state_;
    NoticeBar* notice_;
    QPushButton* again_;
    AccountReading asking_;
};

} // namespace leadsheet::desktop
