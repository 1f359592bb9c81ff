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

} // namespace leadsheet::work
