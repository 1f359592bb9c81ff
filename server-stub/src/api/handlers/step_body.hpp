// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/exchange.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace leadsheet::server::api {

/// The members that a step's body has beside expectedVersion.
struct StepMembers {
    std::string_view text = {}; ///< name of the text member; empty = there is none
    bool textRequired = false;
    bool amount = false; ///< whether there may be an amount of money
    bool part = false;   ///< whether it may say that this is a part
};

struct StepBody {
    std::string text;                            ///< trimmed; empty when absent
    std::optional<domain::MinorUnits> amount;    ///< above zero
    std::optional<std::int64_t> expectedVersion; ///< of the body or of If-Match
    bool part = false;
};

/// Reads the body of a step and If-Match; an absent body is an empty one.
tl::expected<StepBody, Problem> readStepBody(const Exchange& exchange, const StepMembers& members);

} // namespace leadsheet::server::api
