// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/expected.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace leadsheet::server::egress {

/// A URL the server may be asked to call, taken apart by the parser that will also send it.
struct Target {
    std::string url;  ///< normalised; numeric hosts in their usual spelling, no final dot
    std::string host; ///< lower case, without brackets
    std::uint16_t port = 0;
    bool https = false;
};

/// Refuses other schemes than https (and http, where that is allowed), user info, white space and
/// control characters, an empty host, port 0, more than 2,048 bytes. The error is a sentence for
/// the one who entered the URL. A fragment is dropped.
tl::expected<Target, std::string> parseTarget(std::string_view url, bool allowHttp);

} // namespace leadsheet::server::egress
