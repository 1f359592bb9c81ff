// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/work/deeds.hpp"

#include "leadsheet/messages/ledger.hpp"
#include "leadsheet/try.hpp"

namespace leadsheet::work {

std::optional<Message> notOfAccount(const submit::RunInfo& run, const submit::AccountRef& account) {
    const submit::AccountRef& owner = run.spec.account;
    if (submit::isSameAccount(owner, account))
        return std::nullopt;
    return messages::ledger::runOfOtherAccount(run.id.value, owner.accountId, owner.baseUrl,
                                               account.accountId, account.baseUrl);
}

std::optional<Message> olderThanAnother(const submit::RunInfo& run,
                                        std::optional<submit::RunId> seen) {
    if (!run.newer || run.newer == seen)
        return std::nullopt;
    return messages::ledger::newerRun(run.newer->value, run.id.value);
}

Result<bool> keepFoundOrders(RunLedger& held, const Pricing& price,
                             std::optional<std::int64_t> known) {
    LEADSHEET_TRY(const submit::RunInfo run, held.ledger->run(price.run));
    const bool found = !known || price.quote.alreadyOrdered + price.quote.ended > *known;
    if (run.totals.left() > 0 || (!found && !run.cap))
        return false;
    submit::Approval nothing;
    nothing.expectedAmount = nothing.cap = 0;
    LEADSHEET_TRY_DONE(held.submission->approve(price.run, nothing));
    submit::RunControl control;
    LEADSHEET_TRY_DONE(held.submission->run(price.run, control));
    return true;
}

Result<GivenUp> giveUpRest(RunLedger& held, submit::RunId run, const std::stop_token& stop,
                           submit::RunObserver* observer) {
    LEADSHEET_TRY(const submit::RunInfo info, held.ledger->run(run));
    submit::Settled settled;
    if (info.totals.unanswered() > 0) {
        LEADSHEET_TRY(settled, held.submission->settle(run, stop, observer));
    }
    LEADSHEET_TRY(const auto given, held.ledger->giveUp(run, held.lock()));
    return GivenUp{given, settled.placed};
}

} // namespace leadsheet::work
