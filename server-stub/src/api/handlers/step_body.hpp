// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/exchange.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace leadsheet::server::api {

/// The one text member that a step's body has.
struct StepText {
    std::string_view name;
    bool required;
};

struct StepBody {
    std::string text;                            ///< trimmed; empty when absent
    std::optional<std::int64_t> expectedVersion; ///< of the body or of If-Match
};

/// Reads {text, expectedVersion} and If-Match; an absent body is an empty one.
tl::expected<StepBody, Problem> readStepBody(const Exchange& exchange, const StepText& text);

} // namespace leadsheet::server::api
