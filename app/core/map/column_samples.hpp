// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/column_map.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace leadsheet::app {

/// What a cell can be; it may be several.
namespace Look {
inline constexpr std::uint32_t Count =
    1U << 0; ///< readable as a count in some style, words beside it included
inline constexpr std::uint32_t Decimal = 1U << 1;
inline constexpr std::uint32_t Huge = 1U << 2; ///< a count that nobody orders
inline constexpr std::uint32_t Domain = 1U << 3;
inline constexpr std::uint32_t Url = 1U << 4;
inline constexpr std::uint32_t SearchUrl = 1U << 5;
inline constexpr std::uint32_t SocialPage = 1U << 6; ///< of a person or company on a network
inline constexpr std::uint32_t LinkedinCompany = 1U << 7;
inline constexpr std::uint32_t Boolean = 1U << 8;
inline constexpr std::uint32_t Product = 1U << 9;
inline constexpr std::uint32_t Email = 1U << 10;
inline constexpr std::uint32_t Country = 1U << 11; ///< each item of a list
inline constexpr std::uint32_t Size = 1U << 12;    ///< bands: 11-50, 51 to 200, 10,000+
inline constexpr std::uint32_t Date = 1U << 13;
inline constexpr std::uint32_t Money = 1U << 14;
inline constexpr std::uint32_t Phone = 1U << 15;
inline constexpr std::uint32_t Id = 1U << 16;
inline constexpr std::uint32_t JobTitle = 1U << 17; ///< has a word that titles have
inline constexpr std::uint32_t Campaign = 1U << 18;
inline constexpr std::uint32_t CrmTag = 1U << 19;
inline constexpr std::uint32_t Salutation = 1U << 20;
inline constexpr std::uint32_t Technology = 1U << 21;
inline constexpr std::uint32_t Seniority = 1U << 22;
inline constexpr std::uint32_t Department = 1U << 23;
inline constexpr std::uint32_t Ordinal = 1U << 24;     ///< a number too short for a postcode
inline constexpr std::uint32_t CountryName = 1U << 25; ///< Country, and not by code
inline constexpr std::uint32_t Placeholder = 1U << 26; ///< "-", "n/a": stands for no value
inline constexpr std::uint32_t SourceSite = 1U << 27;  ///< names a site that searches come from
inline constexpr std::uint32_t Distance = 1U << 28;    ///< "25 km"
inline constexpr std::uint32_t Region = 1U << 29;      ///< of a country, by its name
inline constexpr std::uint32_t SizeWord = 1U << 30;    ///< "KMU", "enterprise"
} // namespace Look

/// What the sample cells of one column look like.
struct ColumnShape {
    std::vector<std::uint32_t> cells; ///< of those that are filled, see Look
    std::size_t commaGroups = 0;      ///< 1,234 or 1,234.5: can only be the English style
    std::size_t dotGroups = 0;        ///< 1.234 or 1.234,5: can only be the continental style

    std::size_t count(std::uint32_t looks) const; ///< cells that have one of these looks
};

ColumnShape shapeOf(const std::vector<SampleRow>& samples, std::uint32_t column);

/// Whether the cells could be values of a target; true when there are none to judge by.
bool shapeFits(const ColumnShape& shape, std::string_view target);

/// Whether nearly all cells can hardly be anything else than values of this field.
bool shapeProves(const ColumnShape& shape, std::string_view target);

/// The only style all the cells allow, Auto when either does.
NumberStyle styleOf(const ColumnShape& shape);

/// Domain names: labels with a dot between, without scheme, path or "@".
bool looksLikeDomain(std::string_view text);
bool looksLikeUrl(std::string_view text);
bool looksLikeEmail(std::string_view text);
/// "O" is oui, and may be a zero.
bool isLetterOfYes(std::string_view text);
/// 2026-11-21, 21.11.2026, 11/21/26; a time may follow.
bool looksLikeDate(std::string_view text);
/// A band of employees, or a list with one; single numbers count something else as well.
bool looksLikeSizes(std::string_view text);

} // namespace leadsheet::app
