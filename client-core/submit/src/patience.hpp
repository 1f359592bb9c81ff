// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/messages/ledger.hpp"
#include "quoting.hpp"
#include "verdict.hpp"

#include <algorithm>

namespace leadsheet::submit::detail {

/// Waits limits and outages out, as long after `start` as is put up with, and says so before.
template <typename Call>
auto askPatiently(const QuoteSetting& setting, SteadyTime start, const OnWait& onWait,
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
                    : setting.clock.now() + wait - start > setting.options.maxOutage;
        if (tooLong)
            return answers;
        if (onWait)
            onWait(std::chrono::ceil<std::chrono::seconds>(wait));
        if (!setting.clock.sleepUntil(setting.clock.now() + wait, stop))
            return failure(
                localError(ErrorCode::Cancelled, {messages::ledger::pricingCancelled()}));
    }
}

} // namespace leadsheet::submit::detail
