// SPDX-License-Identifier: Apache-2.0
#include "price_findings.hpp"

#include "../account/trouble.hpp"

#include "leadsheet/submit/results.hpp"

#include <algorithm>

namespace leadsheet::desktop {
namespace {

using submit::RowState;

tl::unexpected<Trouble> fail(const Connected& at, const Error& error) {
    return tl::unexpected<Trouble>(troubleOf(error, at));
}

bool isOrderedBefore(const submit::RowRecord& row) {
    return row.state == RowState::Skipped && row.skipReason == submit::SkipReason::OrderedBefore;
}

template <class See>
LaneResult<void> forEachRow(const Connected& at, const submit::Ledger& ledger, submit::RunId run,
                            const submit::RowFilter& filter, See see) {
    submit::RowReader reader(ledger, run, filter);
    while (true) {
        const auto page = reader.next();
        if (!page)
            return fail(at, page.error());
        if (page->empty())
            return {};
        for (const submit::RowRecord& row : *page)
            see(row);
    }
}

bool isAgreed(const submit::RowRecord& row, const Agreements& agreed) {
    const auto found = agreed.find(row.key);
    if (found == agreed.end())
        return false;
    return std::all_of(row.earlier.orders.begin(), row.earlier.orders.end(),
                       [&](const EquivalentOrder& order) {
                           return std::find(found->second.begin(), found->second.end(),
                                            order.orderNumber) != found->second.end();
                       });
}

} // namespace

LaneResult<LeftOut> leftOutOf(const Connected& at, const submit::Ledger& ledger,
                              submit::RunId run) {
    LeftOut left;
    submit::RowFilter filter;
    filter.states = {RowState::Skipped, RowState::AlreadyOrdered, RowState::Ended,
                     RowState::NeedsFix};
    const auto read = forEachRow(at, ledger, run, filter, [&left](const submit::RowRecord& row) {
        left.unlikeRepeats += row.code == submit::kDiffersInUnusedColumn;
        if (row.state == RowState::Skipped)
            ++left.skipped[row.skipReason];
        else if (row.state == RowState::Ended)
            ++left.ended[{row.orderStatus, row.price.has_value()}];
        else
            ++(row.state == RowState::NeedsFix ? left.needsFix : left.alreadyOrdered);
    });
    if (!read)
        return tl::unexpected<Trouble>(read.error());
    return left;
}

LaneResult<app::OrderOverview> overviewOf(const Connected& at, const submit::Ledger& ledger,
                                          submit::RunId run) {
    app::OrderOverview overview;
    submit::RowFilter filter;
    filter.states = {RowState::Ready};
    filter.withContent = true;
    const auto read =
        forEachRow(at, ledger, run, filter, [&overview](const submit::RowRecord& row) {
            if (const auto order = app::orderOfBody(row.request))
                overview.add(*order);
        });
    if (!read)
        return tl::unexpected<Trouble>(read.error());
    return overview;
}

LaneResult<SheetChanges> changesOf(const Connected& at, const submit::Ledger& ledger,
                                   submit::RunId run) {
    SheetChanges changes;
    submit::RowFilter filter;
    filter.finding = submit::Finding::Changed;
    filter.withContent = true;
    filter.pageSize = SheetChanges::kMostListed;
    submit::RowReader reader(ledger, run, filter);
    const auto changed = reader.next();
    if (!changed)
        return fail(at, changed.error());
    for (const submit::RowRecord& row : *changed) {
        ChangedRow one{row.tab, row.sourceRow, {}, {}, row.product, {}, row.request};
        if (row.related)
            if (const auto earlier = ledger.row(*row.related)) {
                one.orderNumber = earlier->orderNumber;
                one.productBefore = earlier->product;
                one.before = earlier->request;
            }
        changes.changed.push_back(std::move(one));
    }
    submit::GoneReader missing(ledger, run, SheetChanges::kMostListed);
    const auto gone = missing.next();
    if (!gone)
        return fail(at, gone.error());
    for (const submit::RowRecord& row : *gone)
        changes.gone.push_back({row.tab, row.sourceRow, row.orderNumber});
    return changes;
}

LaneResult<KnownOrders> knownOrdersOf(const Connected& at, const submit::Ledger& ledger,
                                      submit::RunId run) {
    KnownOrders known;
    submit::RowFilter filter;
    filter.states = {RowState::Skipped, RowState::Ended};
    const auto read = forEachRow(at, ledger, run, filter, [&known](const submit::RowRecord& row) {
        auto& list = row.state == RowState::Ended ? known.ended : known.before;
        if ((row.state == RowState::Ended || isOrderedBefore(row)) &&
            list.size() < KnownOrders::kMostListed)
            list.push_back(row);
    });
    if (!read)
        return tl::unexpected<Trouble>(read.error());
    return known;
}

LaneResult<std::int64_t> orderedAnyway(const Connected& at, const submit::Ledger& ledger,
                                       submit::RunId run) {
    std::int64_t count = 0;
    submit::RowFilter filter;
    filter.states = {RowState::Ready};
    const auto read = forEachRow(at, ledger, run, filter, [&count](const submit::RowRecord& row) {
        const bool agreedHere =
            row.finding == submit::Finding::OrderedBefore || row.finding == submit::Finding::New;
        count += agreedHere && row.consented && !row.earlier.orders.empty() ? 1 : 0;
    });
    if (!read)
        return tl::unexpected<Trouble>(read.error());
    return count;
}

LaneResult<std::vector<std::int64_t>> rowsEnded(const Connected& at, const submit::Ledger& ledger,
                                                submit::RunId run) {
    std::vector<std::int64_t> ordinals;
    submit::RowFilter filter;
    filter.states = {RowState::Ended};
    const auto read = forEachRow(at, ledger, run, filter, [&](const submit::RowRecord& row) {
        ordinals.push_back(row.ref.ordinal);
    });
    if (!read)
        return tl::unexpected<Trouble>(read.error());
    return ordinals;
}

LaneResult<std::vector<std::int64_t>> rowsOrderedBefore(const Connected& at,
                                                        const submit::Ledger& ledger,
                                                        submit::RunId run,
                                                        const Agreements* agreed) {
    std::vector<std::int64_t> ordinals;
    submit::RowFilter filter;
    filter.states = {RowState::Skipped};
    filter.finding = submit::Finding::OrderedBefore;
    const auto read = forEachRow(at, ledger, run, filter, [&](const submit::RowRecord& row) {
        if (isOrderedBefore(row) && (agreed == nullptr || isAgreed(row, *agreed)))
            ordinals.push_back(row.ref.ordinal);
    });
    if (!read)
        return tl::unexpected<Trouble>(read.error());
    return ordinals;
}

} // namespace leadsheet::desktop
