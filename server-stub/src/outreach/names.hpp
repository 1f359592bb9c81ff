// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace leadsheet::server::outreach {

/// An outreach platform (contract section 9).
enum class Platform { Instantly, Smartlead, Lemlist };

/// Where a lead the platform already knows is skipped. Every platform has its own switches: each
/// takes the nearest one that skips at least as much.
enum class DuplicatePolicy { SkipIfInWorkspace, SkipIfInCampaign, SkipIfInList, Send };

/// The contract's spellings: instantly, ..., skip_if_in_workspace, ...
std::string_view name(Platform platform);
std::string_view name(DuplicatePolicy policy);
std::optional<Platform> platformNamed(std::string_view text);
std::optional<DuplicatePolicy> duplicatePolicyNamed(std::string_view text);

} // namespace leadsheet::server::outreach
