// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/reply.hpp"

namespace leadsheet::server::api {

/// One text for absent and foreign resources, so that nobody learns what others own (contract
/// section 4).
inline tl::unexpected<Problem> notFound() {
    return refuse(contract::ErrorCode::NotFound,
                  "There is no such resource in this account. Check the identifier, and that the "
                  "key belongs to the account that owns it.");
}

} // namespace leadsheet::server::api
