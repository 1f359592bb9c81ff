// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../bridge/background.hpp"
#include "../shell/workspace.hpp"
#include "customer_key_model.hpp"

#include <QWidget>

class QLabel;
class QPushButton;
class QTableView;

namespace leadsheet::desktop {

class NoticeBar;

/// The keys of one account: the list, what the chosen one may do, and what can be done with it.
/// Asked for when the account is shown; a failure is told here and hides nothing else.
class CustomerKeys : public QWidget {
    Q_OBJECT

public:
    explicit CustomerKeys(Workspace& workspace, QWidget* parent = nullptr);

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
    Background reading_;
};

} // namespace leadsheet::desktop
