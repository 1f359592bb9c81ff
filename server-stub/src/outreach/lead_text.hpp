// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/lead_draft.hpp"
#include "outreach/adapter.hpp"

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace leadsheet::server::outreach {

/// A column of a lead as text, as people write it: lists with commas, times in RFC 3339, 4.5 for a
/// decimal; empty when the lead has none.
std::string leadText(const domain::LeadDraft& lead, domain::LeadField field);

/// The e-mail of a lead; empty when it has none.
std::string leadEmail(const domain::LeadDraft& lead);

/// A column and the name it usually gets.
struct UsualField {
    domain::LeadField field;
    std::string_view name;
};

/// Name and text of everything of a lead that is sent beside its e-mail, without empty texts: what
/// `fields` says, or the usual columns when it is empty.
std::vector<std::pair<std::string, std::string>> leadMembers(const domain::LeadDraft& lead,
                                                             const FieldMap& fields,
                                                             std::span<const UsualField> usual);

} // namespace leadsheet::server::outreach
