// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/digest.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace leadsheet::contract {
enum class ErrorCode : std::uint16_t;
}

namespace leadsheet::server::domain {

/// Reads the Idempotency-Key header: bare, or a quoted structured-field string (\" and \\ escapes);
/// both spellings are the same key. 1 to 255 visible ASCII characters after unquoting, else
/// nullopt: 400 idempotency_key_invalid.
std::optional<std::string> parseIdempotencyKey(std::string_view header);

/// Whether an answer is kept under its idempotency key (contract section 2): successes and final
/// refusals are; what a top-up, a corrected body, a new quote or time can heal is not.
bool keepsAnswer(int status, contract::ErrorCode code);

} // namespace leadsheet::server::domain
