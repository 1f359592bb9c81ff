// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_session.hpp"
#include "../shell/notice_bar.hpp"
#include "../shell/workspace.hpp"
#include "order_detail.hpp"
#include "order_records.hpp"

#include <QObject>
#include <QString>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

class QLabel;
class QPushButton;
class QTableView;

namespace leadsheet::desktop {

class ListFilters;
class ListSieve;

/// Orders on their way into a file.
struct OrderExport {
    /// As they are shown. Where `whole` is false the service has more for the query: then all of
    /// them are read, and these are not looked at.
    std::vector<Order> shown;
    bool whole = true;
    OrderQuery query;
    QString words; ///< see ListSieve::search
    int sortColumn = -1;
    Qt::SortOrder sortOrder = Qt::AscendingOrder;
    QString file;
    bool overwrite = false; ///< the person agreed to it
};

/// Writes what the Orders page shows into a file beside the GUI thread, and says at the end what
/// became of it. GUI thread only.
class OrderExporting : public QObject {
    Q_OBJECT

public:
    explicit OrderExporting(const AccountSession& session, QObject* parent = nullptr);

    bool busy() const { return exporting_.busy(); }
    /// -> ended
    void start(std::shared_ptr<const Connected> at, OrderExport what);

signals:
    void ended(leadsheet::desktop::NoticeKind kind, const QString& words);

private:
    AccountActing exporting_;
};

/// The account's orders as the server has them, newest first, with the one that is chosen beside
/// the list. What is typed filters the orders that are loaded, and a column's title sorts them; the
/// page loads more of them for that, up to kMostSifted, and says how many it looked at.
class OrdersPage : public Page {
    Q_OBJECT

public:
    explicit OrdersPage(Workspace& workspace);

    QString commandLine() const override;

    static constexpr int kMostSifted = 2'000;

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

    QWidget* makeFilters();
    void sift();
    void search();
    void askFeed();
    void makeTable();
    void makeCommands();
    void loadMore();
    QString countWords() const;
    QString totalsWords() const;
    void refresh();
    /// Tells of orders that have taken more or less of the balance since they were last seen.
    void watchMoney();
    void exportOrders();
    void select();
    void loadStory(const Order& order);
    void storyCame(const Order& asked, const Result<OrderStory>& story);
    /// Whether it can be seen in the order.
    using IsDone = std::function<bool(const Order&)>;
    void act(Act what, const IsDone& isDone, const QString& done);
    void notDone(const Order& asked, const IsDone& isDone, const Error& why);
    void reply(const QString& message);
    void cancel();
    void again();
    const Order* selected() const;

    OrderModel* model_;
    ListSieve* sieve_;
    OrderFeed* feed_;
    OrderExporting* exporting_;
    QString asked_; ///< what the service was asked for
    QTableView* table_ = nullptr;
    OrderDetail* detail_ = nullptr;
    ListFilters* filters_ = nullptr;
    QPushButton* export_ = nullptr;
    QLabel* state_ = nullptr;
    NoticeBar* notice_ = nullptr;
    std::unordered_map<std::string, std::int64_t> taken_; ///< by number
    AccountReading reading_;
    AccountActing acting_;
    IsDone uncertain_; ///< of what was asked last of the selected order, where nobody answered
};

} // namespace leadsheet::desktop
