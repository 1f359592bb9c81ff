// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "outreach/adapter.hpp"

#include <boost/json/value.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace leadsheet::server::outreach {

/// The campaigns of a platform's list, which is null when the answer has none; those without an id
/// are left out. `state` reads the state of one.
CampaignReading
readCampaignList(const boost::json::value* list, std::string_view idMember,
                 std::optional<std::string> (*state)(const boost::json::object& campaign));

} // namespace leadsheet::server::outreach
