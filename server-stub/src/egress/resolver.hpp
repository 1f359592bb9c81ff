// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/expected.hpp"
#include "egress/address.hpp"

#include <functional>
#include <string>
#include <vector>

namespace leadsheet::server::egress {

/// All addresses of a host name or of a numeric address in any spelling; an error in words when
/// there are none. May block; called from several threads at once.
using Resolver =
    std::function<tl::expected<std::vector<Address>, std::string>(const std::string& host)>;

/// The system's resolver. Names are absolute: search domains are not tried.
Resolver systemResolver();

} // namespace leadsheet::server::egress
