// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/model/lead.hpp"
#include "leadsheet/page.hpp"

#include <optional>
#include <string_view>

namespace leadsheet::detail {

/// A page of leads straight from its text, without a document in between: exports read millions.
/// Nothing when anything is not as promised; the Decoder then knows what, or reads it all the same.
/// What is answered here is what the Decoder answers.
std::optional<Page<Lead>> readLeadPage(std::string_view body);

/// Where the list goes on, seen at the end of a page's text without reading its leads. Nothing
/// when this is the last page, or when the text does not end as the server ends it.
std::optional<std::string> peekNextCursor(std::string_view body);

} // namespace leadsheet::detail
