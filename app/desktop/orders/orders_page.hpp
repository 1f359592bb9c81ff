// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../bridge/background.hpp"
#include "../records/detail_pane.hpp"
#include "../shell/workspace.hpp"
#include "order_records.hpp"

#include <functional>

class QLabel;
class QPushButton;
class QTableView;

namespace leadsheet::desktop {

class ListFilters;
class NoticeBar;
class TextEdit;
class Workspace;

/// One order: state, money, what was asked, what happened, and what can be done with it.
class OrderDetail : public DetailPane {
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

/// The account's orders as the server has them, newest first, with the one that is chosen beside
/// the list.
class OrdersPage : public Page {
    Q_OBJECT

public:
    explicit OrdersPage(Workspace& workspace, QWidget* parent = nullptr);

    QString id() const override { return QStringLiteral("orders"); }
    QString title() const override { return tr("Orders"); }
    QLatin1String iconName() const override { return QLatin1String("orders"); }
    QString commandLine() const override;

    OrderFeed& feed() const { return *feed_; }
    /// Shows the orders of a status, or all of them, as if the person had chosen it.
    void showStatus(std::optional<OrderStatus> status);

signals:
    /// Money moved: the balance is another one now.
    void balanceMoved();

protected:
    void setWatched(bool watched) override;

private:
    using Act = std::function<Result<OrderStory>(const Connected&, const std::stop_token&)>;

    void makeFilters();
    void askFeed();
    void makeTable();
    void makeCommands();
    void refresh();
    void select();
    void loadStory(const Order& order);
    void storyCame(const Order& asked, const Result<OrderStory>& story);
    void act(Act what, const QString& done);
    void reply(const QString& message);
    void cancel();
    void again();
    const Order* selected() const;

    Workspace& workspace_;
    OrderModel* model_;
    OrderFeed* feed_;
    QTableView* table_ = nullptr;
    OrderDetail* detail_ = nullptr;
    ListFilters* filters_ = nullptr;
    QLabel* state_ = nullptr;
    NoticeBar* notice_ = nullptr;
    Background reading_;
    Background acting_;
};

} // namespace leadsheet::desktop
