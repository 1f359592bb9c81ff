// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "check/field_reader.hpp"

#include <string>
#include <string_view>

namespace leadsheet::app {

/// Without the sign that stands before each item of a list, and before a single one as well.
std::string_view withoutBullet(std::string_view item);

/// "Sales Manager" of the same in quotation marks, as searches write it: they would be looked for.
std::string_view withoutQuotes(std::string_view item);

/// A list over several lines, of which one goes on with a word or a sign that joins, as it would
/// stand in one line: "CEO or CFO".
std::string withJoinedLines(std::string text);

/// A list with the usual signs in place of full-width ones: "CEO; CFO" for "CEO\uFF1BCFO".
std::string withPlainSigns(std::string text);

/// Without signs and words at its ends that nothing follows, or nothing stands before: "CEO" of
/// "CEO:", "& CEO" and "CEO_x000D_".
std::string_view withoutLooseEnds(std::string_view item);

/// Without the sign that joins the item to the next line of its cell: "CEO" of "CEO /"
/// and "CEO or". Behind any place but a country, "OR" is Oregon.
std::string_view withoutEndJoin(std::string_view item, bool place);

/// A job title without the endings and remarks that add its other forms: "Manager" of "Manager:in",
/// "Leiter" of "Leiter/in" and of "Leiter (m/w/d)". Other titles as they are.
std::string withoutOtherForms(std::string_view title);

/// The address of a company's site names its domain, which `item` becomes. A page somewhere else,
/// or a mailbox, does not: then a problem was added, and this is false.
bool readDomain(const FieldInput& input, std::string& item, ProblemSink& problems);
/// The same, and false for a provider of mailboxes such as gmail.com.
bool isCompanyDomain(const FieldInput& input, std::string& item, ProblemSink& problems);

} // namespace leadsheet::app
