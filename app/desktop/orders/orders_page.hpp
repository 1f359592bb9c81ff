// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../bridge/background.hpp"
#include "../shell/page.hpp"
#include "order_actions.hpp"

#include <functional>

class QLabel;
class QTableView;

namespace leadsheet::desktop {

class ListFilters;
class NoticeBar;
class OrderDetail;
class OrderFeed;
class OrderModel;
class Workspace;

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
    QList<QAction*> commands() const override { return commands_; }

    OrderFeed& feed() const { return *feed_; }
    /// Shows the orders of a status, or all of them, as if the person had chosen it.
    void showStatus(std::optional<OrderStatus> status);

signals:
    /// Money moved: the balance is another one now.
    void balanceMoved();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

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
    QList<QAction*> commands_;
    Background reading_;
    Background acting_;
};

} // namespace leadsheet::desktop
