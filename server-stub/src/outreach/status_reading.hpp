// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "outreach/adapter.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace leadsheet::server::outreach {

/// The same outcome for each of `count` leads.
PushReading readingOfAll(std::size_t count, LeadResult result, std::string reason);

/// What an answer says by its status alone; nullopt for 2xx. Nothing was taken by 4xx; a single
/// lead that is refused is refused for good, several are to be sent in smaller calls; 3xx and 5xx
/// may have been acted on, or not.
std::optional<PushReading> readStatus(std::size_t count, const PlatformAnswer& answer);

/// The same for a list of campaigns.
std::optional<CampaignReading> readListStatus(const PlatformAnswer& answer);

/// Whether the words speak of a lead that is there already.
bool tellsOfDuplicate(const std::string& reason);

} // namespace leadsheet::server::outreach
