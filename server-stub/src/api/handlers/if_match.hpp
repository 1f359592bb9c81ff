// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/exchange.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace leadsheet::server::api {

/// The version that If-Match asks for; nullopt when it is absent or "*".
tl::expected<std::optional<std::int64_t>, Problem> ifMatch(const Exchange& exchange);

/// 409 version_conflict: `what` ("order") has another version by now.
tl::unexpected<Problem> versionConflict(const std::string& what, std::int64_t version);

/// For ETag: the version in quotes.
std::string versionTag(std::int64_t version);

} // namespace leadsheet::server::api
