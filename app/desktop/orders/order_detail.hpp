// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "order_actions.hpp"

#include <QFrame>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace leadsheet::desktop {

class NoticeBar;
class Picture;
class TextEdit;

/// One order: state, money, what was asked, what happened, and what can be done with it.
class OrderDetail : public QFrame {
    Q_OBJECT

public:
    explicit OrderDetail(QWidget* parent = nullptr);

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
    void makeHead(QVBoxLayout* layout);
    void makeReply(QVBoxLayout* layout);
    void showOrder(const Order& order);
    void showMoney(const Order& order);
    void showRequest(const Order& order);
    void showEvents();
    void refreshButtons();

    std::optional<OrderStory> story_;
    bool busy_ = false;
    QWidget* content_ = nullptr;
    QLabel* nothing_ = nullptr;
    QLabel* number_ = nullptr;
    Picture* stateIcon_ = nullptr;
    QLabel* state_ = nullptr;
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
