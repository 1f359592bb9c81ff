// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/work/planning.hpp"

#include "leadsheet/app/run_record.hpp"
#include "leadsheet/try.hpp"

namespace leadsheet::work {
namespace {

constexpr std::int64_t kTellEvery = 1000; // rows

} // namespace

submit::RunSpec specOf(const Buyer& buyer, const SheetPlan& plan, const app::SheetCheck& check) {
    submit::RunSpec spec;
    spec.title = plan.title;
    spec.sourceName = plan.sourceName;
    spec.account = buyer.account;
    spec.currency = buyer.currency;
    spec.orderDuplicates = plan.orderDuplicates;
    spec.orderChanged = plan.orderChanged;
    spec.allowed = plan.allowed;
    spec.againAfter = plan.againAfter;
    app::describeSheet(spec, check, plan.isCopy ? std::filesystem::path() : plan.path);
    app::RunRecord record = app::recordOf(plan.path, check, plan.options.edits.get());
    record.encoding = plan.options.sheet.encoding.value_or("");
    if (plan.options.sheet.delimiter)
        record.delimiter = std::string(1, *plan.options.sheet.delimiter);
    record.keepDuplicates = plan.orderDuplicates;
    record.folderId = plan.folderId;
    spec.options = app::toJson(record);
    return spec;
}

tl::expected<submit::PlanSummary, PlanError>
planSheet(submit::Ledger& ledger, const submit::RunLock& lock, const Buyer& buyer,
          const SheetPlan& plan, app::SheetCheck& check,
          const std::function<void(std::int64_t)>& progress, const std::stop_token& stop) {
    const auto fail = [](PlanError error) {
        return tl::unexpected<PlanError>(std::move(error));
    };
    LEADSHEET_TRY(auto planner,
                  submit::RunPlanner::begin(ledger, lock, specOf(buyer, plan, check)));
    app::CheckedRow row;
    for (std::int64_t count = 1;; ++count) {
        if (stop.stop_requested())
            return fail(app::SheetError{app::SheetErrorCode::Cancelled, {}, {}, {}, {}});
        LEADSHEET_TRY(const auto next, check.next(row));
        if (next == app::Next::End)
            break;
        if (!row.input)
            continue;
        const bool taken = !plan.takes || plan.takes(row); // before the row gives its input away
        submit::RowInput input = *std::move(row.input);
        input.skip = input.skip || !taken;
        LEADSHEET_TRY_DONE(planner.add(input));
        if (count % kTellEvery == 0)
            progress(count);
    }
    LEADSHEET_TRY(auto summary, planner.finish());
    return summary;
}

std::int64_t approvedBefore(const submit::RunTotals& totals) {
    return totals.queued + totals.atRisk + totals.retrying;
}

Result<Pricing> priceRun(RunLedger& held, submit::RunId run, const Agreements& agreed,
                         const PricingProgress& progress, const std::stop_token& stop) {
    const submit::Ledger& ledger = *held.ledger;
    QuoteObserver observer(progress);
    Pricing price;
    price.run = run;
    LEADSHEET_TRY(price.quote, held.submission->quote(run, stop, &observer));
    if (!agreed.empty()) {
        LEADSHEET_TRY(const auto wanted, rowsOrderedBefore(ledger, run, &agreed));
        LEADSHEET_TRY_DONE(held.ledger->include(run, wanted, held.lock()));
        if (!wanted.empty()) {
            LEADSHEET_TRY(price.quote, held.submission->quote(run, stop, &observer));
        }
    }
    LEADSHEET_TRY(price.leftOut, leftOutOf(ledger, run));
    if (price.leftOut.of(submit::SkipReason::DuplicateInSheet) > 0) {
        LEADSHEET_TRY(price.repeats, priceOfRepeats(ledger, run));
    }
    LEADSHEET_TRY(price.meaning, overviewOf(ledger, run));
    LEADSHEET_TRY(price.earlier, ledger.earlierRuns(run));
    LEADSHEET_TRY(const submit::RunInfo info, ledger.run(run));
    price.sourceName = info.spec.sourceName;
    price.waiting = {info.totals.of(submit::RowState::Queued), info.totals.queued};
    price.unanswered = approvedBefore(info.totals) - info.totals.queued;
    price.newer = info.newer;
    return price;
}

submit::Approval approvalOf(const Pricing& price, const PartPrice& part) {
    submit::Approval approval;
    approval.expectedAmount = part.amount;
    approval.cap = price.sentWith(part).amount;
    if (part.rows < price.quote.rows)
        approval.firstRows = part.rows;
    return approval;
}

} // namespace leadsheet::work
