// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/work/planning.hpp"

#include "leadsheet/app/run_record.hpp"

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
    auto planner = submit::RunPlanner::begin(ledger, lock, specOf(buyer, plan, check));
    if (!planner)
        return fail(planner.error());
    app::CheckedRow row;
    for (std::int64_t count = 1;; ++count) {
        if (stop.stop_requested())
            return fail(app::SheetError{app::SheetErrorCode::Cancelled, {}, {}, {}, {}});
        const auto next = check.next(row);
        if (!next)
            return fail(next.error());
        if (*next == app::Next::End)
            break;
        if (!row.input)
            continue;
        const bool taken = !plan.takes || plan.takes(row); // before the row gives its input away
        submit::RowInput input = *std::move(row.input);
        input.skip = input.skip || !taken;
        if (auto added = planner->add(input); !added)
            return fail(added.error());
        if (count % kTellEvery == 0)
            progress(count);
    }
    auto summary = planner->finish();
    if (!summary)
        return fail(summary.error());
    return *summary;
}

} // namespace leadsheet::work
