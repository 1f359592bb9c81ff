// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace leadsheet::test {

/// Plays one input against a connection. The first byte says in pieces of which size the rest
/// arrives, and how the handler answers. Returns what was wrong, or "": every answer must be
/// well-formed, only vetted requests may reach the handler, and memory must stay within the limits.
std::string playHttpCase(std::string_view input);

} // namespace leadsheet::test
