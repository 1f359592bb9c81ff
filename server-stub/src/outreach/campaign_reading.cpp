// SPDX-License-Identifier: Apache-2.0
#include "outreach/campaign_reading.hpp"

#include "outreach/answer_text.hpp"

namespace leadsheet::server::outreach {

CampaignReading
readCampaignList(const boost::json::value* list, std::string_view idMember,
                 std::optional<std::string> (*state)(const boost::json::object& campaign)) {
    CampaignReading reading;
    if (list == nullptr || !list->is_array()) {
        reading.reason = "The platform's answer is no list of campaigns.";
        return reading;
    }
    reading.ok = true;
    for (const boost::json::value& item : list->get_array()) {
        const boost::json::object* campaign = item.if_object();
        const auto id = campaign ? textMember(*campaign, idMember) : std::nullopt;
        if (id)
            reading.campaigns.push_back(
                {*id, textMember(*campaign, "name").value_or(*id), state(*campaign)});
    }
    return reading;
}

} // namespace leadsheet::server::outreach
