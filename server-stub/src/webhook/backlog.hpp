// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace leadsheet::server {

namespace api {
struct Context;
}

namespace webhook {

/// Does a piece of what is to be done to the deliveries of each webhook that has more of them than
/// one transaction touches. Whether there was any. Crash-safe: what is left stands in the database.
bool moveBacklogs(api::Context& context);

/// Does all of it for one webhook, as long as a request may take; false = some is left.
bool settleBacklog(api::Context& context, std::int64_t webhook);

} // namespace webhook
} // namespace leadsheet::server
