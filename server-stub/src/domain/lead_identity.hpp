// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/lead_draft.hpp"

#include <array>
#include <vector>

namespace leadsheet::server::domain {

/// Says that two leads of one account are the same (contract section 6): the same e-mail address,
/// the same LinkedIn profile, or the same name at the same company domain. Case, "www.", the scheme
/// and what follows the path of an address do not matter.
struct LeadIdentity {
    LeadField field;                      ///< that it was taken from, for the answer
    std::array<unsigned char, 16> digest; ///< equal = the same
};

/// At most three; none when the lead has neither of these.
std::vector<LeadIdentity> leadIdentities(const LeadDraft& lead);

} // namespace leadsheet::server::domain
