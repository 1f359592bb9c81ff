// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/expected.hpp"
#include "domain/field_error.hpp"
#include "domain/lead_draft.hpp"

#include <boost/json/value.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::server::domain {

/// Pointers are relative to the lead ("/email").
using LeadFaults = std::vector<FieldError>;

/// Checks one ingested lead: known columns, types, bounds, formats, and that it names a person or a
/// company. Texts are kept exactly as they are; blank ones are absent. `result` is unknown when
/// absent.
tl::expected<LeadDraft, LeadFaults> checkLead(const boost::json::value& lead);

/// The same for a row of texts: numbers are read from digits, lists are separated by commas, empty
/// cells are absent. `columns` says what the cells are; both have the same length.
tl::expected<LeadDraft, LeadFaults> checkLeadCells(std::span<const LeadField> columns,
                                                   std::span<const std::string> cells);

/// The ingested column of that name.
std::optional<LeadField> ingestedField(std::string_view name);

} // namespace leadsheet::server::domain
