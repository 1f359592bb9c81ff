// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "key_lookup.hpp"
#include "leadsheet/messages/ledger.hpp"
#include "quoting.hpp"
#include "verdict.hpp"

#include <algorithm>
#include <limits>

namespace leadsheet::submit::detail {

/// For how long a call is repeated.
struct Patience {
    SteadyTime start;     ///< an outage is waited out for SubmissionOptions::maxOutage from then on
    const OnWait& onWait; ///< called before each wait; may be empty
    int triesOfOne = std::numeric_limits<int>::max(); ///< see mayBeOfOneOrder
};

/// Waits limits and outages out, as long as is put up with.
template <typename Call>
auto askPatiently(const QuoteSetting& setting, const Patience& patience,
                  const std::stop_token& stop, const Call& call) -> decltype(call()) {
    for (int tries = 0;; ++tries) {
        auto answers = call();
        if (answers || answers.error().is(ErrorCode::Cancelled) ||
            answers.error().stop == StopReason::Permanent)
            return answers;
        const Error& error = answers.error();
        const auto wait =
            std::max(backoff(rowPolicy(), std::min(tries, kLongestBackoffStep), setting.rng),
                     error.retryAfter.value_or(std::chrono::milliseconds(0)));
        const bool limited = isBudgetWait(error);
        const bool tooLong =
            limited ? setting.options.maxLimitWait && wait > *setting.options.maxLimitWait
                    : setting.clock.now() + wait - patience.start > setting.options.maxOutage ||
                          (tries + 1 >= patience.triesOfOne && mayBeOfOneOrder(error));
        if (tooLong)
            return answers;
        if (patience.onWait)
            patience.onWait(std::chrono::ceil<std::chrono::seconds>(wait));
        if (!setting.clock.sleepUntil(setting.clock.now() + wait, stop))
            return failure(
                localError(ErrorCode::Cancelled, {messages::ledger::pricingCancelled()}));
    }
}

} // namespace leadsheet::submit::detail
