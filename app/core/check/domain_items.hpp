// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "check/field_reader.hpp"

#include <string>

namespace leadsheet::app {

/// The address of a company's site names its domain, which `item` becomes. A page somewhere else,
/// or a mailbox, does not: then a problem was added, and this is false.
bool readDomain(const FieldInput& input, std::string& item, ProblemSink& problems);
/// The same, and false for a provider of mailboxes such as gmail.com.
bool isCompanyDomain(const FieldInput& input, std::string& item, ProblemSink& problems);

} // namespace leadsheet::app
