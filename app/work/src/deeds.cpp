// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/work/deeds.hpp"

#include "leadsheet/try.hpp"

namespace leadsheet::work {

bool foundOrders(const Pricing& price, const submit::PlanSummary& planned) {
    return price.quote.alreadyOrdered + price.quote.ended > planned.alreadyOrdered + planned.ended;
}

Result<void> keepFoundOrders(RunLedger& held, submit::RunId run) {
    submit::Approval nothing;
    nothing.expectedAmount = nothing.cap = 0;
    LEADSHEET_TRY_DONE(held.submission->approve(run, nothing));
    submit::RunControl control;
    LEADSHEET_TRY_DONE(held.submission->run(run, control));
    return {};
}

Result<GivenUp> giveUpRest(RunLedger& held, submit::RunId run, const std::stop_token& stop) {
    LEADSHEET_TRY(const submit::RunInfo info, held.ledger->run(run));
    submit::Settled settled;
    if (info.totals.unanswered() > 0) {
        LEADSHEET_TRY(settled, held.submission->settle(run, stop));
    }
    LEADSHEET_TRY(const auto given, held.ledger->giveUp(run, held.lock()));
    return GivenUp{given, settled.placed};
}

} // namespace leadsheet::work
