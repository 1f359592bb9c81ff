// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/order_words.hpp"

#include <QFrame>

class QLabel;

namespace leadsheet::desktop {

/// What the rows to be ordered have in common and by what they are not narrowed, said before their
/// price.
class OrderMeaning : public QFrame {
    Q_OBJECT

public:
    explicit OrderMeaning(QWidget* parent = nullptr);

    /// Hidden without orders.
    void present(const app::OrderOverview& overview);
    /// Which product rows order that name none; empty = nothing to say.
    void setProductNote(const QString& words);

private:
    QLabel* product_;
    QLabel* common_;
    QLabel* warnings_;
    QWidget* warning_; ///< the line of them
    QLabel* remarks_;
};

} // namespace leadsheet::desktop
