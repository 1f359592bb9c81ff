// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "check/field_reader.hpp"

#include <optional>
#include <string>
#include <vector>

namespace leadsheet::app {

/// A text as problems show it, with its beginning when it is long.
std::string inQuotes(std::string_view text);

/// The members of a field's closed set.
const std::vector<std::string>& membersOf(const contract::FieldInfo& field);
bool isMember(std::string_view text, const std::vector<std::string>& members);

/// The exact member of a closed set that `text` means, by case-insensitive name or synonym. A sign
/// or a remark that says more than the member does is a problem: "Director+", "Sales (no SDRs)".
std::optional<std::string> allowedMember(const FieldInput& input, const std::string& text,
                                         const contract::FieldInfo& field, ProblemSink& problems);

/// The members that a text joins, as in "VP/Director" and "Sales and Marketing"; empty unless all
/// of its parts mean one.
std::vector<std::string> joinedMembers(const std::string& text, const contract::FieldInfo& field);

/// Adds the problem of a text that denies, see deniedIn, with the ways to read it.
void addDenied(const FieldInput& input, std::string_view text,
               const std::vector<std::string>& meanings, ProblemSink& problems);

} // namespace leadsheet::app
