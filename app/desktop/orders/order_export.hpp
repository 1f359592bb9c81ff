// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_work.hpp"
#include "../shell/notice_bar.hpp"
#include "order_records.hpp"

#include <QObject>
#include <QString>

#include <memory>
#include <vector>

namespace leadsheet::desktop {

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

} // namespace leadsheet::desktop
