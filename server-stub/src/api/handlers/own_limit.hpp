// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/reply.hpp"

#include <cstdint>
#include <string>

namespace leadsheet::server::api {

/// The refusal of one more of what an account may have only so many of: 422.
inline tl::unexpected<Problem> tooMany(const std::string& things, std::int64_t most) {
    const std::string detail = "The account has " + std::to_string(most) + " " + things +
                               ", and no account can have more. Delete one that is not needed, or "
                               "change one instead.";
    return refuse(contract::ErrorCode::ValidationFailed, detail, {{"", "out_of_range", detail}});
}

} // namespace leadsheet::server::api
