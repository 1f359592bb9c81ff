// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "http/limits.hpp"
#include "http/message.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace leadsheet::server::http {

/// Reads `request.target` (RFC 9112 3.2) and fills `path` and `query`. The rules, chosen so that no
/// two components can understand one target differently:
/// - decoded once; "%00", other encoded controls, an encoded slash, bad escapes and invalid UTF-8
/// are
///   refused; so are "." and ".." segments in plain or encoded form, backslashes and fragments;
/// - empty segments ("//") are kept and match no route;
/// - absolute-form (http or https) loses its scheme and authority, and the authority replaces the
/// value
///   of Host, as RFC 9112 3.2.2 demands; user information is refused;
/// - "*" is for OPTIONS only and gives the path "*".
std::optional<Rejection> resolveTarget(Request& request, const HttpLimits& limits);

/// RFC 3986: reg-name, IPv4 address or bracketed IPv6 literal, with an optional port; not empty.
bool isValidAuthority(std::string_view authority);

/// True for well-formed UTF-8: no overlong forms, surrogates or code points above U+10FFFF.
bool isValidUtf8(std::string_view text) noexcept;

} // namespace leadsheet::server::http
