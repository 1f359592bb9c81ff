// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../records/detail_pane.hpp"
#include "order_records.hpp"

class QFormLayout;
class QLabel;
class QPushButton;

namespace leadsheet::desktop {

class NoticeBar;
class TextEdit;

/// Facts of an order's history, oldest first: when, what, and what was asked, answered or given as
/// the reason.
void addEvents(QFormLayout* form, const std::vector<OrderEvent>& events);

/// One order: state, money, what was asked, what happened, and what can be done with it.
class OrderDetail : public DetailPane {
    Q_OBJECT

public:
    OrderDetail();

    void show(const OrderStory& story);
    /// Before the story is there: what the list knows.
    void showLoading(const Order& order);
    void showNothing();
    /// While something is on its way to the server.
    void setBusy(bool busy);
    void setProblem(const QString& text); ///< empty = none
    const std::optional<OrderStory>& story() const { return story_; }
    void clearReply();

signals:
    void replyWanted(const QString& message);
    void cancelWanted();
    void againWanted();
    void leadsWanted();

private:
    void makeHead();
    void makeReply();
    void showOrder(const Order& order);
    void showMoney(const Order& order);
    void showRequest(const Order& order);
    void showEvents();
    void refreshButtons();

    std::optional<OrderStory> story_;
    bool busy_ = false;
    QLabel* number_ = nullptr;
    NoticeBar* problem_ = nullptr;
    QFrame* question_ = nullptr;
    QLabel* questionText_ = nullptr;
    TextEdit* reply_ = nullptr;
    QPushButton* send_ = nullptr;
    QPushButton* cancel_ = nullptr;
    QPushButton* leads_ = nullptr;
    QPushButton* again_ = nullptr;
    QPushButton* copy_ = nullptr;
    QWidget* money_ = nullptr;
    QWidget* request_ = nullptr;
    QWidget* events_ = nullptr;
};

} // namespace leadsheet::desktop
