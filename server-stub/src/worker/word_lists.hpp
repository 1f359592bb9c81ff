// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <string_view>

// Words for made-up leads, written for this program. Domains end with .example (RFC 2606), phone
// numbers are from ranges set aside for fiction, so nothing made of them reaches anybody.
namespace leadsheet::server::worker {

struct Name {
    std::string_view shown;
    std::string_view plain; ///< for addresses: lower-case ASCII
};

struct Place {
    std::string_view country; ///< ISO 3166-1 alpha-2
    std::string_view name;    ///< as orders call it
    std::string_view timezone;
    std::string_view phone; ///< beginning of a fictional number; `phoneDigits` follow
    int phoneDigits;
    std::array<std::string_view, 4> cities;
};

std::span<const Name> firstNames();
std::span<const Name> lastNames();
std::span<const std::string_view> companyWords();
std::span<const std::string_view> companyKinds();
std::span<const std::string_view> industryWords();
std::span<const std::string_view> jobWords();
std::span<const std::string_view> streetWords();
std::span<const std::string_view> technologyWords();
std::span<const std::string_view> revenueBands();
std::span<const Place> places();

} // namespace leadsheet::server::worker
