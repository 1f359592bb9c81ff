// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// What made-up leads have to agree in: a title with its seniority and department, a city with its
/// country. Pure functions; what is not known is said to be unknown instead of guessed.
namespace leadsheet::server::worker {

/// Any member may be empty: not known.
struct Role {
    std::string title;
    std::string seniority;  ///< of the set `seniorities` of the contract
    std::string department; ///< of the set `departments`
};

/// The role that has this seniority and department: "Head of Sales".
Role roleOf(std::string seniority, std::string department);
/// What a title that an order asks for says of its seniority and department.
Role roleOfTitle(std::string title);

/// A country in which made-up people live. Its phone numbers are set aside for fiction.
struct Country {
    std::string_view code; ///< ISO 3166-1 alpha-2
    std::string_view name; ///< in English
    std::string_view timezone;
    std::string_view phone; ///< beginning of a number; `phoneDigits` follow
    int phoneDigits = 3;
};

struct Spot {
    const Country* country = nullptr; ///< null = not known
    std::string city;
    std::string region;
    std::string_view timezone;
};

/// A place that an order names, as a city, a country ("Germany", "DE", "Deutschland"), an area
/// ("DACH") or all its parts ("Munich, Bavaria, Germany"); absent = anywhere. The same `dice`, any
/// number, gives the same spot.
Spot spotIn(const std::optional<std::string>& place, std::uint64_t dice);

} // namespace leadsheet::server::worker
