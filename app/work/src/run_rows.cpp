// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/work/run_rows.hpp"

#include "leadsheet/try.hpp"

#include <algorithm>
#include <unordered_map>

namespace leadsheet::work {
namespace {

using submit::RowState;

constexpr std::int64_t kNoRow = -1;

submit::RowFilter inStates(std::vector<RowState> states) {
    submit::RowFilter filter;
    filter.states = std::move(states);
    return filter;
}

bool isOrderedBefore(const submit::RowRecord& row) {
    return row.state == RowState::Skipped && row.skipReason == submit::SkipReason::OrderedBefore;
}

bool isSimilar(const submit::RowRecord& row) {
    const auto& orders = row.earlier.orders;
    return std::any_of(orders.begin(), orders.end(),
                       [](const EquivalentOrder& order) { return order.isSimilarOnly(); });
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

Result<void> forRowsWhile(const submit::Ledger& ledger, submit::RunId run,
                          const submit::RowFilter& filter,
                          const std::function<bool(const submit::RowRecord&)>& see) {
    submit::RowReader reader(ledger, run, filter);
    for (;;) {
        LEADSHEET_TRY(const auto page, reader.next());
        if (page.empty() || !std::all_of(page.begin(), page.end(), see))
            return {};
    }
}

Result<void> forEachRow(const submit::Ledger& ledger, submit::RunId run,
                        const submit::RowFilter& filter,
                        const std::function<void(const submit::RowRecord&)>& see) {
    return forRowsWhile(ledger, run, filter, [&see](const submit::RowRecord& row) {
        see(row);
        return true;
    });
}

void LeftOut::note(const submit::RowRecord& row) {
    unlikeRepeats += row.code == submit::kDiffersInUnusedColumn;
    if (row.state == RowState::Skipped) {
        ++skipped[row.skipReason];
        referenceTaken += row.isReferenceTaken();
    } else if (row.state == RowState::Ended) {
        ++ended[{row.orderStatus, row.price.has_value()}];
    } else if (row.state == RowState::NeedsFix) {
        ++needsFix;
    } else if (row.state == RowState::AlreadyOrdered) {
        ++alreadyOrdered;
    }
}

std::int64_t LeftOut::of(submit::SkipReason reason) const {
    const auto found = skipped.find(reason);
    return found == skipped.end() ? 0 : found->second;
}

std::int64_t LeftOut::changed() const {
    return of(submit::SkipReason::ChangedSinceOrdered) - referenceTaken;
}

std::int64_t LeftOut::allEnded() const {
    std::int64_t sum = 0;
    for (const auto& [status, count] : ended)
        sum += count;
    return sum;
}

std::int64_t LeftOut::all() const {
    std::int64_t sum = alreadyOrdered + needsFix + allEnded();
    for (const auto& [reason, count] : skipped)
        sum += count;
    return sum;
}

bool LeftOut::areAllOrdered() const {
    return all() > 0 && all() == alreadyOrdered + of(submit::SkipReason::OrderedBefore);
}

Result<LeftOut> leftOutOf(const submit::Ledger& ledger, submit::RunId run) {
    LeftOut left;
    const auto filter = inStates(
        {RowState::Skipped, RowState::AlreadyOrdered, RowState::Ended, RowState::NeedsFix});
    auto read =
        forEachRow(ledger, run, filter, [&left](const submit::RowRecord& row) { left.note(row); });
    return read.map([&left] { return std::move(left); });
}

Result<std::optional<std::int64_t>> priceOfRepeats(const submit::Ledger& ledger,
                                                   submit::RunId run) {
    std::unordered_map<std::int64_t, std::int64_t> repeats; // how many, by the row they repeat
    auto read = forEachRow(ledger, run, inStates({RowState::Skipped}),
                           [&repeats](const submit::RowRecord& row) {
                               if (row.skipReason == submit::SkipReason::DuplicateInSheet)
                                   ++repeats[row.related ? row.related->ordinal : kNoRow];
                           });
    if (!read)
        return failure(read.error());
    std::int64_t amount = 0;
    if (!repeats.empty())
        read =
            forEachRow(ledger, run, inStates({RowState::Ready}), [&](const submit::RowRecord& row) {
                const auto found = repeats.find(row.ref.ordinal);
                if (found == repeats.end() || !row.quoted)
                    return;
                amount += *row.quoted * found->second;
                repeats.erase(found);
            });
    if (!read)
        return failure(read.error());
    return repeats.empty() ? std::optional(amount) : std::nullopt;
}

Result<app::OrderOverview> overviewOf(const submit::Ledger& ledger, submit::RunId run,
                                      std::int64_t most) {
    app::OrderOverview overview;
    submit::RowFilter filter = inStates({RowState::Ready});
    filter.withContent = true;
    std::int64_t seen = 0;
    auto read = forRowsWhile(ledger, run, filter, [&](const submit::RowRecord& row) {
        if (++seen > most)
            return false;
        if (const auto order = app::orderOfBody(row.request))
            overview.add(*order);
        return true;
    });
    return read.map([&overview] { return std::move(overview); });
}

Result<submit::QuoteSummary> priceOfFirst(const submit::Ledger& ledger, submit::RunId run,
                                          std::int64_t count) {
    submit::QuoteSummary part;
    std::map<std::string, submit::ProductTotal> products;
    LEADSHEET_TRY_DONE(
        forRowsWhile(ledger, run, inStates({RowState::Ready}), [&](const submit::RowRecord& row) {
            if (part.rows == count)
                return false;
            const std::int64_t amount = row.quoted.value_or(0);
            ++part.rows;
            part.amount += amount;
            submit::ProductTotal& product = products[row.product];
            product.product = row.product;
            ++product.rows;
            product.leads += row.leadCount;
            product.amount += amount;
            if (row.quoteExpires && (!part.validUntil || *row.quoteExpires < *part.validUntil))
                part.validUntil = row.quoteExpires;
            return true;
        }));
    for (auto& [name, product] : products)
        part.products.push_back(std::move(product));
    return part;
}

Result<submit::QuoteSummary> limitedQuote(const submit::Ledger& ledger, submit::RunId run,
                                          const submit::QuoteSummary& quote,
                                          std::optional<std::int64_t> firstRows) {
    if (!firstRows || *firstRows >= quote.rows)
        return quote;
    auto part = priceOfFirst(ledger, run, *firstRows);
    if (!part)
        return part;
    submit::QuoteSummary limited = quote;
    limited.rows = part->rows;
    limited.amount = part->amount;
    limited.validUntil = part->validUntil;
    limited.products = std::move(part->products);
    if (quote.timeToFinish)
        limited.timeToFinish = std::chrono::seconds(
            (quote.timeToFinish->count() * limited.rows + quote.rows - 1) / quote.rows);
    return limited;
}

Result<KnownOrders> knownOrdersOf(const submit::Ledger& ledger, submit::RunId run,
                                  const submit::QuoteSummary& quote) {
    KnownOrders known;
    std::vector<RowState> states;
    if (quote.orderedBefore > 0)
        states.push_back(RowState::Skipped);
    if (quote.ended > 0)
        states.push_back(RowState::Ended);
    if (quote.similar > 0)
        states.push_back(RowState::Ready);
    if (states.empty())
        return known;
    auto read = forEachRow(
        ledger, run, inStates(std::move(states)), [&known](const submit::RowRecord& row) {
            const bool ended = row.state == RowState::Ended;
            const bool ready = row.state == RowState::Ready;
            auto& list = ended ? known.ended : ready ? known.similar : known.before;
            if ((ended || (ready ? isSimilar(row) : isOrderedBefore(row))) &&
                list.size() < KnownOrders::kMaxListed)
                list.push_back(row);
        });
    return read.map([&known] { return std::move(known); });
}

Result<SheetChanges> changesOf(const submit::Ledger& ledger, submit::RunId run) {
    SheetChanges changes;
    submit::RowFilter filter;
    filter.finding = submit::Finding::Changed;
    filter.withContent = true;
    filter.pageSize = SheetChanges::kMaxListed;
    submit::RowReader reader(ledger, run, filter);
    LEADSHEET_TRY(const auto changed, reader.next());
    for (const submit::RowRecord& row : changed) {
        ChangedRow now{row.tab, row.sourceRow, row.ref.ordinal, {}, {}, row.product,
                       {},      row.request};
        if (row.related)
            if (const auto earlier = ledger.row(*row.related)) {
                now.orderNumber = earlier->orderNumber;
                now.productBefore = earlier->product;
                now.before = earlier->request;
            }
        changes.changed.push_back(std::move(now));
    }
    submit::GoneReader missing(ledger, run, SheetChanges::kMaxListed);
    LEADSHEET_TRY(const auto gone, missing.next());
    for (const submit::RowRecord& row : gone)
        changes.gone.push_back({row.tab, row.sourceRow, row.orderNumber});
    return changes;
}

Result<std::int64_t> orderedAnyway(const submit::Ledger& ledger, submit::RunId run) {
    std::int64_t count = 0;
    auto read = forEachRow(
        ledger, run, inStates({RowState::Ready}), [&count](const submit::RowRecord& row) {
            const bool agreedHere = row.finding == submit::Finding::OrderedBefore ||
                                    row.finding == submit::Finding::New;
            count += agreedHere && row.consented && !row.earlier.orders.empty() ? 1 : 0;
        });
    return read.map([count] { return count; });
}

Result<std::vector<std::int64_t>> rowsOrderedBefore(const submit::Ledger& ledger, submit::RunId run,
                                                    const Agreements* agreed) {
    std::vector<std::int64_t> ordinals;
    submit::RowFilter filter = inStates({RowState::Skipped});
    filter.finding = submit::Finding::OrderedBefore;
    auto read = forEachRow(ledger, run, filter, [&](const submit::RowRecord& row) {
        if (isOrderedBefore(row) && (agreed == nullptr || isAgreed(row, *agreed)))
            ordinals.push_back(row.ref.ordinal);
    });
    return read.map([&ordinals] { return std::move(ordinals); });
}

Result<std::vector<std::int64_t>> rowsEnded(const submit::Ledger& ledger, submit::RunId run) {
    std::vector<std::int64_t> ordinals;
    auto read =
        forEachRow(ledger, run, inStates({RowState::Ended}),
                   [&](const submit::RowRecord& row) { ordinals.push_back(row.ref.ordinal); });
    return read.map([&ordinals] { return std::move(ordinals); });
}

namespace {

constexpr std::size_t kMaxNamed = 5;

} // namespace

bool RepeatedRows::note(const app::CheckedRow& row) {
    const auto repeated =
        std::find_if(row.problems.begin(), row.problems.end(), [](const app::Problem& problem) {
            return problem.code == app::ProblemCode::DuplicateRow;
        });
    if (repeated == row.problems.end() || row.blocked || !row.input)
        return false;
    ++rows_;
    leads_ += row.input->request.leadCount;
    ++byProduct_[row.input->request.product];
    if (named_.size() < kMaxNamed) {
        named_.push_back(*repeated);
        named_.back().fix = {};
    }
    return true;
}

app::CheckSummary RepeatedRows::without(app::CheckSummary summary) const {
    summary.ready -= rows_;
    summary.withNotes -= rows_; // that they repeat a row is a note
    summary.leads -= leads_;
    for (const auto& [product, count] : byProduct_)
        summary.readyByProduct[product] -= count;
    return summary;
}

} // namespace leadsheet::work
