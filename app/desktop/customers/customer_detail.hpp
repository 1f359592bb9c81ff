// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../widgets/detail_pane.hpp"

#include "leadsheet/model/admin.hpp"

#include <optional>

class QPushButton;

namespace leadsheet::desktop {

class CustomerKeys;
class Workspace;

/// One account as operators see it: its standing, its money, its limits and its keys.
class CustomerDetail : public DetailPane {
    Q_OBJECT

public:
    explicit CustomerDetail(Workspace& workspace, QWidget* parent = nullptr);

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
    Picture* stateIcon_ = nullptr;
    QLabel* state_ = nullptr;
    QPushButton* standing_ = nullptr;
    QWidget* money_ = nullptr;
    QWidget* limits_ = nullptr;
    CustomerKeys* keys_ = nullptr;
};

} // namespace leadsheet::desktop
