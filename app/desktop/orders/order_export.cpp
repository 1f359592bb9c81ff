// SPDX-License-Identifier: Apache-2.0
#include "order_export.hpp"

#include "../account/trouble.hpp"
#include "../records/list_sieve.hpp"
#include "../shell/words.hpp"

#include "leadsheet/work/exporting.hpp"

namespace leadsheet::desktop {
namespace {

constexpr std::int64_t kRowsAPage = 1000;

struct Ended {
    QString trouble; ///< empty = it was written
    std::size_t orders = 0;
};

/// All that the query and the words let through, in the order of the list.
Result<std::vector<Order>> readAll(const Connected& at, const OrderExport& what,
                                   const std::stop_token& stop) {
    OrderModel model;
    PageOptions page{kRowsAPage, std::nullopt};
    for (bool more = true; more;) {
        auto found = readOrders(*at.client, what.query, page, callUntil(stop));
        if (!found)
            return failure(found.error());
        more = found->hasMore && found->nextCursor && found->nextCursor != page.cursor;
        page.cursor = found->nextCursor;
        model.append(std::move(found->items), more);
    }
    ListSieve sieve(model);
    sieve.search(what.words);
    sieve.sort(what.sortColumn, what.sortOrder);
    std::vector<Order> orders;
    for (int row = 0; row < sieve.rowCount(); ++row)
        orders.push_back(*model.at(sieve.recordAt(row)));
    return orders;
}

Ended exported(const Connected& at, const OrderExport& what, const std::stop_token& stop) {
    std::vector<Order> all;
    if (!what.whole) {
        auto read = readAll(at, what, stop);
        if (!read)
            return {callTrouble(read.error(), at), 0};
        all = *std::move(read);
    }
    const std::vector<Order>& orders = what.whole ? what.shown : all;
    const auto report = work::writeOrders(what.file.toStdString(), orders, what.overwrite);
    if (!report)
        return {sentence(troubleOf(report.error())), 0};
    return {{}, orders.size()};
}

} // namespace

OrderExporting::OrderExporting(const AccountSession& session, QObject* parent)
    : QObject(parent)
    , exporting_(session) {}

void OrderExporting::start(std::shared_ptr<const Connected> at, OrderExport what) {
    const QString file = what.file;
    exporting_.run(
        [at = std::move(at), what = std::move(what)](const std::stop_token& stop) {
            return exported(*at, what, stop);
        },
        [this, file](const Ended& done) {
            if (done.trouble.isEmpty())
                emit ended(NoticeKind::Good,
                           tr("%1 holds %Ln order(s).", "", forPlural(done.orders)).arg(file));
            else
                emit ended(NoticeKind::Bad,
                           tr("The orders were not exported. %1").arg(done.trouble));
        });
}

} // namespace leadsheet::desktop
