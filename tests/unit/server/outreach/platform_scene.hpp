// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "outreach/adapter.hpp"

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace leadsheet::test {

/// A lead of these columns, by the contract's names.
server::domain::LeadDraft
leadOf(std::initializer_list<std::pair<std::string_view, std::string_view>> columns);

/// a0@x.example, a1@x.example, ...
std::vector<std::string> emailsOf(std::size_t count);

/// One letter a lead: a accepted, d duplicate, r rejected, u unknown, n not sent; then "+narrow",
/// "+attention" and "+quiet MILLIS" as they apply.
std::string shown(const server::outreach::PushReading& reading);

/// The reading of a 200 (or another status) with this body, as shown().
std::string readShown(const server::outreach::Adapter& adapter, std::size_t leads,
                      const std::string& body, int status = 200);

} // namespace leadsheet::test
