// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_session.hpp"
#include "../records/detail_pane.hpp"
#include "../records/record_list.hpp"
#include "../shell/workspace.hpp"
#include "act_dialog.hpp"
#include "queue_records.hpp"

#include "leadsheet/model/admin.hpp"

#include <QPointer>
#include <QWidget>

#include <map>
#include <optional>

class QLabel;
class QPushButton;

namespace leadsheet::desktop {

class IngestDialog;

/// One customer's order as the operator needs it: whose it is, what is ordered, where the money is,
/// and which leads are in.
class FulfilmentDetail : public DetailPane {
    Q_OBJECT

public:
    FulfilmentDetail();

    /// What happened to it comes later, see showEvents().
    void show(const AdminOrder& order);
    void showEvents(const std::vector<OrderEvent>& events);
    void showNoEvents(const QString& why);
    void showNothing();
    const std::optional<AdminOrder>& order() const { return order_; }

signals:
    /// Only the orders of this account are wanted.
    void accountWanted(const QString& id);
    void takeInWanted();
    void saveWanted();

private:
    void makeHead();
    void showAccount();
    void showMoney();
    void showLeads();
    void showRequest();

    std::optional<AdminOrder> order_;
    QLabel* number_ = nullptr;
    QLabel* question_ = nullptr;
    QPushButton* takeIn_ = nullptr;
    QPushButton* save_ = nullptr;
    QWidget* events_ = nullptr;
    QWidget* account_ = nullptr;
    QWidget* money_ = nullptr;
    QWidget* leads_ = nullptr;
    QWidget* request_ = nullptr;
};

/// The operator's queues: one of them as a list, the chosen order beside it, and what can be done
/// with the chosen ones.
class QueueView : public ListView {
    Q_OBJECT

public:
    explicit QueueView(Workspace& workspace);

    void setWatched(bool watched) override;
    void refreshNow() override;
    /// Only the orders of this account, in every queue.
    void showAccount(const QString& id);
    QueueFeed& feed() const { return *feed_; }
    /// The act that is under way; null = none.
    ActRun* run() const;
    /// Leads are on their way to the service.
    bool takesLeadsIn() const;
    QStringList commandWords() const override;

signals:
    /// Something else is done or looked at: what was said is over.
    void movedOn();

private:
    void makeFilters();
    QWidget* makeActs();
    void refresh() override;
    void refreshState();
    void select() override;
    void readEvents(const OrderNumber& number);
    void askFeed();
    void count();
    void showCounts();
    void act(OperatorAct act);
    void acted(const ActDialog& dialog);
    std::vector<AdminOrder> chosen() const;
    void takeIn();
    void saveLeads();

    QueueModel* model_;
    QueueFeed* feed_;
    FulfilmentDetail* detail_;
    std::map<OperatorAct, QPushButton*> acts_;
    QPointer<ActDialog> dialog_;
    QPointer<IngestDialog> ingest_;
    QueueCounts counts_;
    std::optional<WallTime> countedAt_;
    bool watched_ = false;
    bool fresh_ = true;  ///< nothing of this list was chosen yet
    bool acted_ = false; ///< an act was done: the keyboard goes on in the list
    AccountReading counting_;
    AccountReading reading_; ///< what happened to the order that is shown
    AccountActing saving_;
};

} // namespace leadsheet::desktop
