// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_session.hpp"
#include "../records/detail_pane.hpp"
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
class QTableView;

namespace leadsheet::desktop {

class IngestDialog;
class ListFilters;
class NoticeBar;

/// One customer's order as the operator needs it: whose it is, what is ordered, where the money is,
/// and which leads are in.
class FulfilmentDetail : public DetailPane {
    Q_OBJECT

public:
    explicit FulfilmentDetail(QWidget* parent = nullptr);

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
class QueueView : public QWidget {
    Q_OBJECT

public:
    explicit QueueView(Workspace& workspace, QWidget* parent = nullptr);

    void setWatched(bool watched);
    void refreshNow();
    void find();
    void toggleDetail();
    /// Only the orders of this account, in every queue.
    void showAccount(const QString& id);
    QueueFeed& feed() const { return *feed_; }
    /// The act that is under way; null = none.
    ActRun* run() const;
    /// Leads are on their way to the service.
    bool takesLeadsIn() const;
    /// The words of the command line that shows the same, after "leadsheet".
    QStringList commandWords() const;

signals:
    void changed();
    void said(leadsheet::desktop::NoticeKind kind, const QString& words);

private:
    void makeFilters();
    QWidget* makeActs();
    void makeTable();
    void refresh();
    void refreshState();
    void select();
    void readEvents(const OrderNumber& number);
    void askFeed();
    void count();
    void showCounts();
    void act(OperatorAct act);
    void acted(const ActDialog& dialog);
    std::vector<AdminOrder> chosen() const;
    void takeIn();
    void saveLeads();

    Workspace& workspace_;
    QueueModel* model_;
    QueueFeed* feed_;
    QTableView* table_ = nullptr;
    FulfilmentDetail* detail_ = nullptr;
    ListFilters* filters_ = nullptr;
    QLabel* state_ = nullptr;
    NoticeBar* notice_ = nullptr;
    std::map<OperatorAct, QPushButton*> acts_;
    QPointer<ActDialog> dialog_;
    QPointer<IngestDialog> ingest_;
    QueueCounts counts_;
    std::optional<WallTime> countedAt_;
    bool watched_ = false;
    bool fresh_ = true; ///< nothing of this list was chosen yet
    AccountReading counting_;
    AccountReading reading_; ///< what happened to the order that is shown
    AccountActing saving_;
};

} // namespace leadsheet::desktop
