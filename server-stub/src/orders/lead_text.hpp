// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/records.hpp"

#include <span>
#include <string>

namespace leadsheet::server::orders {

using LeadFields = std::span<const store::LeadField>;

/// Appends one lead as a JSON object with these members (at least one), in this order.
void appendLeadJson(std::string& out, const store::LeadRow& lead, LeadFields fields);

/// The same as CSV (RFC 4180) with CR LF: a row of names, a row of values. Absent values are empty,
/// lists are joined by ", ".
void appendCsvHeader(std::string& out, LeadFields fields);
void appendLeadCsv(std::string& out, const store::LeadRow& lead, LeadFields fields);

} // namespace leadsheet::server::orders
