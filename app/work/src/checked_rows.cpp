// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/work/checked_rows.hpp"

#include "leadsheet/timestamp.hpp"
#include "leadsheet/work/run_ledger.hpp"

#include <algorithm>

namespace leadsheet::work {
namespace {

using submit::RowState;
using submit::SkipReason;

constexpr std::size_t kMaxNamed = 5;
/// Of which some may turn out to be ordered.
constexpr std::size_t kMaxRepeatsKept = 1000;
constexpr std::int64_t kRowsBetweenStops = 1000;

bool isKnown(const submit::RowRecord& row) {
    return row.state == RowState::AlreadyOrdered || row.state == RowState::Ended ||
           (row.state == RowState::Skipped && (row.skipReason == SkipReason::ChangedSinceOrdered ||
                                               row.skipReason == SkipReason::OrderedBefore));
}

Result<std::optional<submit::PlanPreview>> previewOf(const OrdersOf& orders, const SheetPlan& plan,
                                                     const app::SheetCheck& check) {
    auto ledger = openToRead(orders.ledger);
    // Where nothing was ordered yet there is none.
    if (!ledger && ledger.error().is(ErrorCode::NotFound))
        return std::optional<submit::PlanPreview>();
    if (!ledger)
        return failure(ledger.error());
    return submit::PlanPreview::begin(*std::move(ledger), specOf(orders.buyer, plan, check));
}

} // namespace

CheckedRows::CheckedRows(const std::optional<OrdersOf>& orders, const SheetPlan& plan,
                         const app::SheetCheck& check, WallTime now)
    : plan_(plan)
    , now_(now) {
    if (!orders)
        return;
    auto begun = previewOf(*orders, plan, check);
    if (!begun)
        trouble_ = begun.error();
    else if (*begun)
        preview_.emplace(*std::move(*begun));
}

void CheckedRows::give(Result<void> added) {
    if (added)
        return;
    trouble_ = added.error();
    preview_.reset();
}

bool CheckedRows::note(const app::CheckedRow& row) {
    const bool repeats = !plan_.orderDuplicates && repeated_.note(row);
    if (!preview_ || !row.input)
        return repeats;
    const std::int64_t ordinal = rows_++;
    odd_.push_back(!row.problems.empty());
    if (repeats && repeats_.size() < kMaxRepeatsKept)
        for (const app::Problem& problem : row.problems)
            if (problem.code == app::ProblemCode::DuplicateRow) {
                repeats_.push_back({ordinal, problem});
                repeats_.back().problem.fix = {};
                break;
            }
    submit::RowInput input = *row.input;
    input.snapshot.clear();
    give(preview_->add(input));
    return repeats;
}

bool CheckedRows::isPast(const submit::RowRecord& row) const {
    return plan_.againAfter && submit::isOrdered(row.state) && row.orderedAt &&
           now_ - *row.orderedAt >= *plan_.againAfter;
}

CheckFigures CheckedRows::finish(const app::CheckSummary& summary, const std::stop_token& stop) {
    CheckFigures figures{repeated_.without(summary), repeated_.rows(), repeated_.named()};
    if (preview_) {
        const auto planned = preview_->finish();
        if (planned)
            run_ = planned->run;
        else
            give(failure(planned.error()));
    }
    if (preview_) {
        CheckFigures compared{summary};
        app::CheckSummary& counts = compared.summary;
        counts.ready = counts.blocked = counts.withNotes = 0;
        counts.leads = 0;
        counts.readyByProduct.clear();
        std::vector<bool> repeated(odd_.size());
        LeftOut all;
        give(forRowsWhile(preview_->ledger(), run_, {}, [&](const submit::RowRecord& row) {
            const auto at = static_cast<std::size_t>(row.ref.ordinal);
            if (row.state == RowState::Ready || isPast(row)) {
                ++counts.ready;
                counts.withNotes += odd_[at];
                counts.leads += row.leadCount;
                ++counts.readyByProduct[row.product];
            } else {
                all.note(row);
                repeated[at] = row.skipReason == SkipReason::DuplicateInSheet;
            }
            return row.ref.ordinal % kRowsBetweenStops != 0 || !stop.stop_requested();
        }));
        counts.blocked = static_cast<std::uint64_t>(std::exchange(all.needsFix, 0));
        compared.repeated = static_cast<std::uint64_t>(all.of(SkipReason::DuplicateInSheet));
        all.skipped.erase(SkipReason::DuplicateInSheet);
        all.skipped.erase(SkipReason::ByPerson);
        all.unlikeRepeats = 0;
        compared.known = std::move(all);
        for (const Repeat& repeat : repeats_)
            if (repeated[static_cast<std::size_t>(repeat.ordinal)] &&
                compared.named.size() < kMaxNamed)
                compared.named.push_back(repeat.problem);
        if (preview_)
            figures = std::move(compared);
    }
    figures.notCompared = trouble_;
    return figures;
}

KnownRow CheckedRows::knownOf(const submit::RowRecord& row) const {
    KnownRow known{row, row.orderNumber, row.orderedAt};
    if (!isKnown(row))
        return known;
    if (row.skipReason == SkipReason::OrderedBefore && !row.earlier.orders.empty()) {
        known.orderNumber = row.earlier.orders.front().orderNumber;
        known.orderedAt = parseTimestamp(row.earlier.orders.front().createdAt);
    } else if (row.related) {
        if (const auto before = preview_->ledger().row(*row.related)) {
            known.orderNumber = before->orderNumber;
            known.orderedAt = before->orderedAt ? *before->orderedAt : before->updatedAt;
        }
    }
    return known;
}

Result<void> CheckedRows::forEachKnown(const std::function<void(const KnownRow&)>& see) const {
    submit::RowFilter filter;
    filter.states = {RowState::AlreadyOrdered, RowState::Ended, RowState::Skipped};
    return forEachRow(preview_->ledger(), run_, filter, [&](const submit::RowRecord& row) {
        if (isKnown(row) && !isPast(row))
            see(knownOf(row));
    });
}

Result<void> CheckedRows::forEachOrderable(const std::function<bool(const KnownRow&)>& see) const {
    submit::RowFilter filter;
    filter.withContent = true;
    return forRowsWhile(preview_->ledger(), run_, filter, [&](const submit::RowRecord& row) {
        if (row.state == RowState::NeedsFix)
            return true;
        KnownRow known = knownOf(row);
        if (isPast(row))
            known.row.state = RowState::Ready;
        return see(known);
    });
}

} // namespace leadsheet::work
