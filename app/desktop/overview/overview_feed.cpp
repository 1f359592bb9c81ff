// SPDX-License-Identifier: Apache-2.0
#include "overview_feed.hpp"

#include "../orders/order_words.hpp"

#include <iterator>

namespace leadsheet::desktop {
namespace {

/// `list(page)` until its end or kPages pages.
template <class Row, class List>
Result<NewestRows<Row>> newest(List list) {
    NewestRows<Row> found;
    PageOptions page;
    page.limit = OverviewFeed::kRowsAPage;
    for (int n = 0; n < OverviewFeed::kPages; ++n) {
        Result<leadsheet::Page<Row>> next = list(page);
        if (!next)
            return failure(next.error());
        std::move(next->items.begin(), next->items.end(), std::back_inserter(found.rows));
        found.all = !next->hasMore || !next->nextCursor;
        if (found.all)
            break;
        page.cursor = next->nextCursor;
    }
    return found;
}

Result<ResultCounts> countResults(const Leads& leads, const CallOptions& call) {
    ResultCounts counts;
    const auto all = leads.count({}, call);
    if (!all)
        return failure(all.error());
    counts.leads = *all;
    for (std::size_t i = 0; i < kVerificationResults.size() && counts.leads > 0; ++i) {
        LeadFilter filter;
        filter.result = kVerificationResults[i];
        const auto some = leads.count(filter, call);
        if (!some)
            return failure(some.error());
        counts.of[i] = *some;
    }
    return counts;
}

} // namespace

const Error* OverviewNumbers::failed() const {
    return account || ledger || orders || results || budgets ? nullptr : &account.error();
}

OverviewNumbers readOverview(const Client& client, const std::stop_token& stop) {
    CallOptions call;
    call.stop = stop;
    const Accounts accounts = client.account();
    const Orders orders = client.orders();
    // The account tells whether the service answers at all; without it nothing else is asked for.
    auto account = accounts.get(call);
    if (!account && !account.error().is(ErrorCode::MissingScope)) {
        const Error why = account.error();
        return {std::move(account), failure(why), failure(why),
                failure(why),       failure(why), wallNow()};
    }
    return {
        std::move(account),
        newest<LedgerEntry>([&](const PageOptions& page) { return accounts.ledger(page, call); }),
        newest<Order>([&](const PageOptions& page) { return orders.list({}, page, call); }),
        countResults(client.leads(), call),
        accounts.rateLimit(call),
        wallNow()};
}

OverviewFeed::OverviewFeed(AccountSession& session, QObject* parent)
    : QObject(parent)
    , session_(session) {
    connect(&session, &AccountSession::changed, this, &OverviewFeed::accountChanged);
}

void OverviewFeed::accountChanged() {
    reading_.cancel();
    numbers_.reset();
    trouble_.reset();
    emit changed();
    if (watched_)
        refreshNow();
}

void OverviewFeed::setWatched(bool watched) {
    watched_ = watched;
    if (watched && (!numbers_ || wallNow() - numbers_->at >= kStale))
        refreshNow();
}

void OverviewFeed::refreshNow() {
    const auto connection = session_.connection();
    if (!connection || connection->admin || reading_.busy())
        return;
    reading_.run(
        [connection](const std::stop_token& stop) {
            return readOverview(*connection->client, stop);
        },
        [this](OverviewNumbers numbers) { came(std::move(numbers)); });
    emit changed();
}

void OverviewFeed::came(OverviewNumbers numbers) {
    trouble_.reset();
    if (const Error* why = numbers.failed())
        trouble_ = *why;
    else
        numbers_ = std::make_unique<OverviewNumbers>(std::move(numbers));
    emit changed();
}

} // namespace leadsheet::desktop
