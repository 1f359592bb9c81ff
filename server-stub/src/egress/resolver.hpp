// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/expected.hpp"
#include "egress/address.hpp"

#include <functional>
#include <string>
#include <vector>

namespace leadsheet::server::egress {

/// All addresses of a host, or in words why there are none.
using Lookup = tl::expected<std::vector<Address>, std::string>;

/// Looks up a host name or a numeric address in any spelling. May block; called from several
/// threads at once.
using Resolver = std::function<Lookup(const std::string& host)>;

/// The system's resolver. Names are absolute: search domains are not tried.
Resolver systemResolver();

} // namespace leadsheet::server::egress
