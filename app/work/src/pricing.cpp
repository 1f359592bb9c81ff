// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/work/pricing.hpp"

#include "leadsheet/try.hpp"

namespace leadsheet::work {
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
