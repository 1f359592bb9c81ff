// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../widgets/detail_pane.hpp"

#include "leadsheet/model/admin.hpp"

#include <optional>

class QPushButton;

namespace leadsheet::desktop {

/// One customer's order as the operator needs it: whose it is, what is ordered, where the money is,
/// and which leads are in.
class FulfilmentDetail : public DetailPane {
    Q_OBJECT

public:
    explicit FulfilmentDetail(QWidget* parent = nullptr);

    void show(const AdminOrder& order);
    void showNothing();
    const std::optional<AdminOrder>& order() const { return order_; }

signals:
    /// Only the orders of this account are wanted.
    void accountWanted(const QString& id);
    void takeInWanted();
    void saveWanted();

private:
    void makeHead();
    void showAccount();
    void showMoney();
    void showLeads();
    void showRequest();

    std::optional<AdminOrder> order_;
    QLabel* number_ = nullptr;
    Picture* stateIcon_ = nullptr;
    QLabel* state_ = nullptr;
    QLabel* question_ = nullptr;
    QPushButton* takeIn_ = nullptr;
    QPushButton* save_ = nullptr;
    QWidget* account_ = nullptr;
    QWidget* money_ = nullptr;
    QWidget* leads_ = nullptr;
    QWidget* request_ = nullptr;
};

} // namespace leadsheet::desktop
