// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../shell/workspace.hpp"
#include "overview_feed.hpp"

#include "leadsheet/model/lead.hpp"

#include <optional>
#include <string>
#include <vector>

class QComboBox;
class QLabel;
class QPushButton;
class QScrollArea;

namespace leadsheet::desktop {

class BarChart;
class ChartCard;
class NoticeBar;
class Tiles;
class TimeColumns;

/// What the account was charged, ordered and received: four numbers, drawings, and their tables on
/// demand; each number leads to the list it counts. What there is none of has no row.
class OverviewPage : public Page {
    Q_OBJECT

public:
    explicit OverviewPage(Workspace& workspace);

    QString commandLine() const override;

    OverviewFeed& feed() const { return *feed_; }
    /// "Q3, Leads, row 5": sheet, tab where it says more, and row.
    static QString placeOf(const BoughtRow& row);

signals:
    /// The orders of a status; all of them without one.
    void ordersWanted(std::optional<leadsheet::OrderStatus> status);
    void leadsWanted(const leadsheet::LeadFilter& filter);

protected:
    void setWatched(bool watched) override;

private:
    QWidget* makeTop();
    void makeCards();
    void connectCards();
    void makeCommands();
    void refresh();
    void showMoney();
    void showOrders();
    void showResults();
    void showRows();
    void showSpeed();
    void showBudgets();
    void saveStatement();
    QString troubleIn(const Error& error) const;
    QString troubleOfPart(bool there, const char* scope) const;
    std::string currency() const;

    OverviewFeed* feed_;
    QLabel* state_ = nullptr;
    QComboBox* unit_ = nullptr;
    QPushButton* tables_ = nullptr;
    QPushButton* statement_ = nullptr;
    StatementSaving* saving_ = nullptr;
    NoticeBar* notice_ = nullptr;
    QScrollArea* scroll_ = nullptr;
    Tiles* tiles_ = nullptr;
    TimeColumns* moneyChart_ = nullptr;
    BarChart* ordersChart_ = nullptr;
    BarChart* resultsChart_ = nullptr;
    BarChart* rowsChart_ = nullptr;
    BarChart* speedChart_ = nullptr;
    BarChart* budgetsChart_ = nullptr;
    ChartCard* money_ = nullptr;
    ChartCard* orders_ = nullptr;
    ChartCard* results_ = nullptr;
    ChartCard* rows_ = nullptr;
    ChartCard* speed_ = nullptr;
    ChartCard* budgets_ = nullptr;
    std::vector<OrderStatus> statuses_;            ///< of the rows of orders_
    std::vector<leadsheet::LeadResult> resultsOf_; ///< of the rows of results_
};

} // namespace leadsheet::desktop
