// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/model/admin.hpp"

#include <QFrame>

#include <optional>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace leadsheet::desktop {

class Picture;

/// One customer's order as the operator needs it: whose it is, what is ordered, where the money is,
/// and which leads are in.
class FulfilmentDetail : public QFrame {
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
    void makeHead(QVBoxLayout* layout);
    void showAccount();
    void showMoney();
    void showLeads();
    void showRequest();

    std::optional<AdminOrder> order_;
    QWidget* content_ = nullptr;
    QLabel* nothing_ = nullptr;
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
