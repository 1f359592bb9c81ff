// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/model/lead.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {

/// A column of an export of leads.
struct NamedLeadField {
    LeadField field;
    std::string_view name; ///< in the header row
};

/// The columns that another program takes from a file without anybody mapping them there.
struct LeadPreset {
    std::string_view id;    ///< as the command line takes it
    std::string_view title; ///< the program's own name
    std::vector<NamedLeadField> columns;
};

/// All of them, programs for customer relations first. Any thread.
const std::vector<LeadPreset>& leadPresets();
/// Null when there is none of this id.
const LeadPreset* findLeadPreset(std::string_view id);

} // namespace leadsheet::app
