// SPDX-License-Identifier: Apache-2.0
#include "map/value_names.hpp"

#include "leadsheet/app/numbers.hpp"
#include "map/column_samples.hpp"
#include "map/countries.hpp"
#include "map/places.hpp"
#include "map/vocabulary.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace leadsheet::app {
namespace {

constexpr std::array<std::string_view, 2> kClosedFields = {"seniorities", "departments"};

std::string_view closedFieldOf(std::string_view header) {
    const std::string plain = plainName(header);
    const auto* const found =
        std::find_if(kClosedFields.begin(), kClosedFields.end(), [&](std::string_view field) {
            return !Vocabulary::builtIn().value(field, plain).empty();
        });
    return found == kClosedFields.end() ? std::string_view() : *found;
}

} // namespace

std::string_view fieldOfValue(std::string_view header, bool placeless) {
    const auto isSmall = [](char c) {
        return c >= 'a' && c <= 'z';
    };
    const bool code = header.size() > 1 && std::none_of(header.begin(), header.end(), isSmall);
    const auto listed = closedFieldOf(header); // "IT" beside a column of places: a department
    if ((header.size() > 3 || code) && isCountry(header) && (placeless || listed.empty()))
        return "locations";
    if (looksLikeSizes(header))
        return "companySizes";
    return titlePart(header) == TitlePart::Whole ? "jobTitles" : listed;
}

std::optional<bool> asksForValue(std::string_view cell) {
    cell = trimmed(cell);
    if (const auto answer = readBoolean(cell))
        return answer;
    const bool number =
        !cell.empty() && cell.find_first_not_of("0123456789") == std::string_view::npos;
    return number ? std::optional(cell.find_first_not_of('0') != std::string_view::npos)
                  : std::nullopt;
}

} // namespace leadsheet::app
