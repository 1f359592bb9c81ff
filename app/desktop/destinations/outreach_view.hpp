// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../records/record_list.hpp"

#include "leadsheet/model/destination.hpp"
#include "leadsheet/model/order.hpp"

#include <QWidget>

#include <set>
#include <string>

class QLabel;
class QComboBox;
class QPushButton;

namespace leadsheet::desktop {

class DestinationModel;
class PushModel;

/// The account's outreach destinations, what can be done with the one that is chosen, and what
/// became of each of its leads.
class OutreachView : public ActingList {
    Q_OBJECT

public:
    explicit OutreachView(Workspace& workspace);

    void setWatched(bool watched) override;
    void refreshNow() override;
    void add();
    QStringList commandWords() const override;

private:
    void makeButtons();
    QWidget* makePush();
    void refreshPushes();
    void select() override;
    void askPushes();
    void refreshButtons() override;
    const Destination* selected() const;
    void open(const std::optional<Destination>& destination);
    void toggleEnabled();
    void pushOrder();
    /// Offers the newest orders that have leads.
    void readOrders();
    /// "LS-4VZZ1RGDSN · 50 leads · Q3-17"
    static QString orderWords(const Order& order);
    /// Asks for the addresses of leads that are listed by their ids.
    void nameLeads();
    /// What was typed or chosen; nothing = that is not an order number.
    std::optional<OrderNumber> order() const;
    void remove();

    DestinationModel* model_;
    PushModel* pushModel_;
    PageFeed* pushFeed_;
    ListFilters* chips_;
    QLabel* state_;
    QComboBox* order_;
    QPushButton* enable_ = nullptr;
    QPushButton* push_ = nullptr;
    std::optional<DestinationId> shown_; ///< whose pushes are listed
    bool watched_ = false;
    AccountReading orders_;
    std::set<std::string> named_; ///< orders whose leads were asked for
    AccountReading naming_;
};

} // namespace leadsheet::desktop
