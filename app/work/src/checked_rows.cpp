// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/work/checked_rows.hpp"

#include "leadsheet/timestamp.hpp"
#include "leadsheet/try.hpp"
#include "leadsheet/work/run_ledger.hpp"

namespace leadsheet::work {
namespace {

using submit::RowState;
using submit::SkipReason;

constexpr std::size_t kMaxNamed = 5;
/// Of which some may turn out to be ordered.
constexpr std::size_t kMaxRepeatsKept = 1000;

bool isKnown(const submit::RowRecord& row) {
    return row.state == RowState::AlreadyOrdered || row.state == RowState::Ended ||
           (row.state == RowState::Skipped && (row.skipReason == SkipReason::ChangedSinceOrdered ||
                                               row.skipReason == SkipReason::OrderedBefore));
}

Result<std::optional<submit::PlanPreview>> previewOf(const OrdersOf& orders, const SheetPlan& plan,
                                                     const app::SheetCheck& check,
                                                     const std::stop_token& stop) {
    auto ledger = openToRead(orders.ledger);
    // Where nothing was ordered yet there is none.
    if (!ledger && ledger.error().is(ErrorCode::NotFound))
        return std::optional<submit::PlanPreview>();
    if (!ledger)
        return failure(ledger.error());
    return submit::PlanPreview::begin(*std::move(ledger), specOf(orders.buyer, plan, check), stop);
}

} // namespace

CheckedRows::CheckedRows(const std::optional<OrdersOf>& orders, const SheetPlan& plan,
                         const app::SheetCheck& check, WallTime now, std::stop_token stop)
    : plan_(plan)
    , now_(now)
    , stop_(std::move(stop)) {
    if (!orders)
        return;
    auto begun = previewOf(*orders, plan, check, stop_);
    if (!begun)
        trouble_ = begun.error();
    else if (*begun)
        preview_.emplace(*std::move(*begun));
}

void CheckedRows::giveUpComparing(const Error& why) {
    trouble_ = why;
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
    if (const auto added = preview_->add(input); !added)
        giveUpComparing(added.error());
    return repeats;
}

bool CheckedRows::isPast(const submit::RowRecord& row) const {
    return plan_.againAfter && submit::isOrdered(row.state) && row.orderedAt &&
           now_ - *row.orderedAt >= *plan_.againAfter;
}

Result<CheckFigures> CheckedRows::finish(const app::CheckSummary& summary) {
    std::optional<CheckFigures> compared;
    if (preview_) {
        auto made = compare(summary);
        if (made)
            compared = *std::move(made);
        else
            giveUpComparing(made.error());
    }
    if (stop_.stop_requested())
        return failure(localError(ErrorCode::Cancelled, "The comparison was stopped."));
    CheckFigures figures =
        compared ? *std::move(compared)
                 : CheckFigures{repeated_.without(summary), repeated_.rows(), repeated_.named()};
    figures.notCompared = trouble_;
    return figures;
}

Result<CheckFigures> CheckedRows::compare(const app::CheckSummary& summary) {
    LEADSHEET_TRY(const submit::PlanSummary planned, preview_->finish());
    run_ = planned.run;
    CheckFigures compared{summary};
    app::CheckSummary& counts = compared.summary;
    counts.ready = counts.blocked = counts.withNotes = 0;
    counts.leads = 0;
    counts.readyByProduct.clear();
    std::vector<bool> repeated(odd_.size());
    LeftOut all;
    LEADSHEET_TRY_DONE(
        forRowsWhile(preview_->ledger(), run_, {}, [&](const submit::RowRecord& row) {
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
            return !stop_.stop_requested();
        }));
    counts.blocked = static_cast<std::uint64_t>(std::exchange(all.needsFix, 0));
    compared.repeated = static_cast<std::uint64_t>(all.of(SkipReason::DuplicateInSheet));
    all.skipped.erase(SkipReason::DuplicateInSheet);
    all.skipped.erase(SkipReason::ByPerson);
    all.unlikeRepeats = 0;
    compared.known = std::move(all);
    for (const Repeat& repeat : repeats_)
        if (repeated[static_cast<std::size_t>(repeat.ordinal)] && compared.named.size() < kMaxNamed)
            compared.named.push_back(repeat.problem);
    return compared;
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
            // One that is under way still has no order, and so no time of it.
            if (!before->orderNumber.empty())
                known.orderedAt = before->orderedAt ? *before->orderedAt : before->updatedAt;
        }
    }
    return known;
}

Result<void> CheckedRows::forEachKnown(const std::function<void(const KnownRow&)>& see) const {
    submit::RowFilter filter;
    filter.states = {RowState::AlreadyOrdered, RowState::Ended, RowState::Skipped};
    return forRowsWhile(preview_->ledger(), run_, filter, [&](const submit::RowRecord& row) {
        if (isKnown(row) && !isPast(row))
            see(knownOf(row));
        return !stop_.stop_requested();
    });
}

Result<void> CheckedRows::forEachOrderable(const std::function<bool(const KnownRow&)>& see) const {
    submit::RowFilter filter;
    filter.withContent = true;
    return forRowsWhile(preview_->ledger(), run_, filter, [&](const submit::RowRecord& row) {
        if (row.state == RowState::NeedsFix)
            return !stop_.stop_requested();
        KnownRow known = knownOf(row);
        if (isPast(row))
            known.row.state = RowState::Ready;
        return see(known) && !stop_.stop_requested();
    });
}

} // namespace leadsheet::work
