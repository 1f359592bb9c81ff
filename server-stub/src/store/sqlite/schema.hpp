// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace leadsheet::server::store::sqlite {

/// Marks a database as ours ("Lead" in ASCII).
inline constexpr int kApplicationId = 0x4C656164;

/// The steps from an empty database to the newest schema; the number of steps done is the
/// database's user_version. Released steps are never changed, only added to.
std::span<const std::string_view> migrations();

} // namespace leadsheet::server::store::sqlite
