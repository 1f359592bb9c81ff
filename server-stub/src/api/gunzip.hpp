// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/expected.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace leadsheet::server::api {

enum class GunzipError {
    TooLarge,  ///< the text is larger than the limit
    Malformed, ///< not gzip, damaged, cut off, or followed by something else
    NoMemory,
};

/// Unpacks a gzip body (RFC 1952, any number of members) of at most `maxBytes` of text. Never holds
/// more than that, whatever the body promises.
tl::expected<std::string, GunzipError> gunzip(std::string_view packed, std::size_t maxBytes);

} // namespace leadsheet::server::api
