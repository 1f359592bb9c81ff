// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../shell/workspace.hpp"
#include "customer_feed.hpp"

#include <QPointer>
#include <QWidget>

class QLabel;
class QPushButton;
class QTableView;

namespace leadsheet::desktop {

class CustomerDetail;
class CustomerDialog;
class ListFilters;
class NoticeBar;

/// The accounts of the service, the chosen one beside the list, and what an operator can do with
/// accounts and keys.
class CustomersView : public QWidget {
    Q_OBJECT

public:
    explicit CustomersView(Workspace& workspace, QWidget* parent = nullptr);

    void setWatched(bool watched);
    void refreshNow();
    void find();
    void toggleDetail();
    CustomerFeed& feed() const { return *feed_; }
    /// Something is on its way, or a secret waits to be stored.
    bool busy() const;
    /// The words of the command line that shows the same, after "leadsheet".
    QStringList commandWords() const;

signals:
    void said(leadsheet::desktop::NoticeKind kind, const QString& words);
    void ordersWanted(const QString& accountId);

private:
    void makeFilters();
    QWidget* makeActs();
    void makeTable();
    void makeKeyActs();
    void askFeed();
    void refresh();
    void select();
    /// A dialog about the shown account; `make(connection, settings, parent)`.
    template <class Make>
    void open(Make make);
    void acted(const QString& words);

    Workspace& workspace_;
    CustomerModel* model_;
    CustomerFeed* feed_;
    ListFilters* filters_ = nullptr;
    QTableView* table_ = nullptr;
    CustomerDetail* detail_ = nullptr;
    NoticeBar* notice_ = nullptr;
    QLabel* state_ = nullptr;
    QPointer<CustomerDialog> dialog_;
};

} // namespace leadsheet::desktop
