// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_session.hpp"
#include "../records/detail_pane.hpp"
#include "../records/record_list.hpp"
#include "../shell/workspace.hpp"
#include "customer_records.hpp"

#include "leadsheet/model/admin.hpp"

#include <QPointer>
#include <QWidget>

#include <optional>

class QLabel;
class QPushButton;
class QTableView;

namespace leadsheet::desktop {

class CustomerDialog;
struct DialogPlace;
class NoticeBar;

/// The keys of one account: the list, what the chosen one may do, and what can be done with it.
/// Asked for when the account is shown; a failure is told here and hides nothing else.
class CustomerKeys : public QWidget {
    Q_OBJECT

public:
    explicit CustomerKeys(Workspace& workspace);

    /// Nothing = no account is shown.
    void setAccount(const std::optional<AccountId>& account);
    void refreshNow();

signals:
    void newWanted();
    void rotateWanted(const leadsheet::KeyRecord& key);
    void revokeWanted(const leadsheet::KeyRecord& key);

private:
    void came(const Result<std::vector<KeyRecord>>& keys);
    void select();
    void fit();

    Workspace& workspace_;
    std::optional<AccountId> account_;
    CustomerKeyModel* model_;
    QTableView* table_;
    QLabel* state_;
    QWidget* facts_;
    NoticeBar* notice_;
    QPushButton* rotate_ = nullptr;
    QPushButton* revoke_ = nullptr;
    AccountReading reading_;
};

/// One account as operators see it: its standing, its money, its limits and its keys.
class CustomerDetail : public DetailPane {
    Q_OBJECT

public:
    explicit CustomerDetail(Workspace& workspace);

    void show(const AdminAccount& account);
    void showNothing();
    const std::optional<AdminAccount>& account() const { return account_; }
    CustomerKeys& keys() const { return *keys_; }

signals:
    void creditWanted();
    void renameWanted();
    void standingWanted();
    /// The account's orders are wanted.
    void ordersWanted(const QString& accountId);

private:
    void makeHead();
    void showMoney();
    void showLimits();

    std::optional<AdminAccount> account_;
    QLabel* name_ = nullptr;
    QPushButton* standing_ = nullptr;
    QWidget* money_ = nullptr;
    QWidget* limits_ = nullptr;
    CustomerKeys* keys_ = nullptr;
};

/// The accounts of the service, the chosen one beside the list, and what an operator can do with
/// accounts and keys.
class CustomersView : public ListView {
    Q_OBJECT

public:
    explicit CustomersView(Workspace& workspace);
    ~CustomersView() override;

    void refreshNow() override;
    CustomerFeed& feed() const { return *feed_; }
    /// Something is on its way, or a secret waits to be stored.
    bool busy() const;
    QStringList commandWords() const override;

signals:
    void ordersWanted(const QString& accountId);

private:
    void makeFilters();
    QWidget* makeActs();
    void makeKeyActs();
    void askFeed();
    void refresh() override;
    void select() override;
    void open(const std::function<CustomerDialog*(const DialogPlace&)>& make);
    void acted(const QString& words);

    CustomerModel* model_;
    CustomerFeed* feed_;
    CustomerDetail* detail_;
    QPointer<CustomerDialog> dialog_;
    bool atKeys_ = false; ///< the person was last at the shown account, not at the list
};

} // namespace leadsheet::desktop
