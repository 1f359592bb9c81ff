// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/clock.hpp"
#include "leadsheet/error.hpp"
#include "leadsheet/pacer.hpp"
#include "leadsheet/retry_machine.hpp"
#include "leadsheet/transport.hpp"

#include <optional>
#include <string>

namespace leadsheet::detail {

/// What an attempt means: facts for the retry machine and an error for the caller (empty on
/// success).
struct Judgement {
    Attempt attempt;
    std::optional<Error> error;
};

/// Reads status, problem body (RFC 9457), Retry-After and X-Request-Id of an exchange. `requestId`
/// is ours, used where the server named none.
Judgement judge(const Exchange& exchange, const std::string& requestId, WallTime now);

/// A 2xx whose body cannot be used.
Judgement unreadable(const HttpResponse& response, const std::string& requestId,
                     const std::string& problem);

/// The budget's numbers; malformed fields count as absent.
PaceAnswer paceAnswer(const Exchange& exchange,
                      const std::optional<std::chrono::milliseconds>& retryAfter);

} // namespace leadsheet::detail
