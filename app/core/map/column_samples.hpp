// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/column_map.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace leadsheet::app {

/// What the sample cells of one column look like.
struct ColumnShape {
    std::size_t filled = 0;
    std::size_t counts = 0; ///< readable as a count in some style
    std::size_t decimals = 0;
    std::size_t domains = 0;
    std::size_t urls = 0;
    std::size_t booleans = 0;
    std::size_t products = 0; ///< name a product
    std::size_t emails = 0;
    std::size_t countries = 0;   ///< names or codes of countries, each item of a list
    std::size_t sizes = 0;       ///< bands of employees: 11-50, 51 to 200, 10,000+
    std::size_t commaGroups = 0; ///< 1,234 or 1,234.5: can only be the English style
    std::size_t dotGroups = 0;   ///< 1.234 or 1.234,5: can only be the continental style
};

ColumnShape shapeOf(const std::vector<SampleRow>& samples, std::uint32_t column);

/// Whether the cells could be values of a target; true when there are none to judge by.
bool shapeFits(const ColumnShape& shape, std::string_view target);

/// The only style all the cells allow, Auto when either does.
NumberStyle styleOf(const ColumnShape& shape);

/// Domain names: labels with a dot between, without scheme, path or "@".
bool looksLikeDomain(std::string_view text);
bool looksLikeUrl(std::string_view text);
bool looksLikeEmail(std::string_view text);
/// "11-50", "51 to 200 employees", "10,000+", "< 50".
bool looksLikeSizeBand(std::string_view text);

} // namespace leadsheet::app
