// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "act_preview.hpp"

#include <QWidget>

class QLabel;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace leadsheet::desktop {

class NoticeBar;
class Settings;
class TemplateRow;
class TextEdit;

/// What is said before an act: text, amount, and what becomes of orders and money. Nothing is sent
/// before its one button is pressed.
class ActForm : public QWidget {
    Q_OBJECT

public:
    ActForm(Settings& settings, OperatorAct act, std::vector<AdminOrder> chosen,
            QWidget* parent = nullptr);

signals:
    void confirmed(const leadsheet::desktop::ActWish& wish,
                   const std::vector<leadsheet::AdminOrder>& orders);
    void cancelled();

private:
    void makeText(QVBoxLayout* layout, Settings& settings);
    void makeAmount(QVBoxLayout* layout);
    void makeButtons(QVBoxLayout* layout);
    void refresh();
    /// What is wrong with what was typed; empty = nothing.
    QString problem() const;
    /// Of a refund, where one can be chosen.
    Result<Money> amount() const;
    bool amountFits() const;

    ActWish wish_;
    std::vector<AdminOrder> chosen_;
    ActPreview preview_;
    Money most_; ///< that can be refunded
    TemplateRow* templates_ = nullptr;
    TextEdit* text_ = nullptr;
    QLineEdit* amount_ = nullptr;
    QLabel* effect_ = nullptr;
    QLabel* problem_ = nullptr;
    NoticeBar* caution_ = nullptr;
    QPushButton* confirm_ = nullptr;
};

} // namespace leadsheet::desktop
