// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>

namespace leadsheet::server::domain {

/// Fills the whole span with cryptographically strong random bytes. Handed in by the caller: the
/// domain draws no randomness of its own.
using RandomBytes = std::function<void(std::span<unsigned char>)>;

} // namespace leadsheet::server::domain
