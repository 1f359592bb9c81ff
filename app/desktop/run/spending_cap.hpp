// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/money.hpp"

#include <QWidget>

#include <optional>

class QLabel;
class QLineEdit;

namespace leadsheet::desktop {

/// The most a run may spend: the price, until the person types another amount.
class SpendingCap : public QWidget {
    Q_OBJECT

public:
    explicit SpendingCap(QWidget* parent = nullptr);

    /// Forgets what was typed.
    void reset() { edited_ = false; }
    void showPrice(const Money& price);
    /// Nothing when what is typed is not an amount.
    std::optional<std::int64_t> amount() const;

signals:
    void edited();

private:
    QLineEdit* typed_;
    QLabel* note_;
    std::string currency_;
    bool edited_ = false;
};

} // namespace leadsheet::desktop
