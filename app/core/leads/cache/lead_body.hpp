// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/model/lead.hpp"

#include <string>
#include <string_view>

namespace leadsheet::app {

/// All fields of a lead as one text of bytes, and back.
void appendLeadBody(std::string& out, const Lead& lead);
/// False when it is not such a text.
bool readLeadBody(std::string_view bytes, Lead& lead);

} // namespace leadsheet::app
