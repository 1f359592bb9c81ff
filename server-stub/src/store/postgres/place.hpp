// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/expected.hpp"

#include <string>

namespace leadsheet::server::store::postgres {

/// How messages name the database of a URI: user@host:port/database, without a password. An error
/// sentence (without the password too) when libpq cannot read the URI.
tl::expected<std::string, std::string> placeOf(const std::string& uri);

} // namespace leadsheet::server::store::postgres
