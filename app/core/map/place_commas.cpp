// SPDX-License-Identifier: Apache-2.0
#include "map/place_commas.hpp"

#include "map/cell_words.hpp"
#include "map/countries.hpp"
#include "map/denials.hpp"
#include "map/parts_at_commas.hpp"
#include "map/places.hpp"

#include <algorithm>

namespace leadsheet::app {
namespace {

bool shares(const std::vector<CountryCode>& codes, const std::vector<CountryCode>& any) {
    return std::any_of(any.begin(), any.end(), [&](const CountryCode& code) {
        return std::find(codes.begin(), codes.end(), code) != codes.end();
    });
}

// "Berlin, Berlin", "New York, NY": a city and what is named after it.
bool isWithin(const PlaceRoles& inner, const PlaceRoles& outer) {
    if (!outer.countries.empty() && !inner.regionOf.empty())
        return shares(outer.countries, inner.regionOf);
    return inner.isUnknown() || (inner.alsoCity && (!outer.alsoCity || outer.code));
}

// Each part stands for itself.
bool areEqualsInRank(const std::vector<PlaceRoles>& roles) {
    const auto all = [&](auto is) {
        return std::all_of(roles.begin(), roles.end(), is);
    };
    return all([](const PlaceRoles& one) { return one.isCountryOrWide(); }) ||
           all([](const PlaceRoles& one) { return !one.regionOf.empty() && !one.alsoCity; }) ||
           all([](const PlaceRoles& one) { return one.alsoCity && !one.code; });
}

// Of a part of a place; what nothing is known of may be a city, and names of cities say nothing.
enum class PlaceSize { Unknown, City, Region, Country, Wide };

PlaceSize sizeOf(const PlaceRoles& roles) {
    if (roles.wide)
        return PlaceSize::Wide;
    if (roles.alsoCity || roles.cityState)
        return PlaceSize::City;
    if (!roles.countries.empty())
        return PlaceSize::Country;
    return roles.regionOf.empty() ? PlaceSize::Unknown : PlaceSize::Region;
}

// "Autria", "tbd", "except": nothing is known of it, and a city is not meant either.
bool isNoCity(std::string_view part) {
    const PlaceRoles roles = placeRoles(part);
    const CellWords& words = CellWords::builtIn();
    return roles.isUnknown() &&
           (!nearCountry(part).empty() || words.isEverywhere(roles.plain) ||
            words.isNational(roles.plain) || words.placeholder(part) != Placeholder::No ||
            deniedIn(part, "locations"));
}

// "Germany, Munich", "Italy, Lombardy, Milan": each part lies in the one before, or may do so where
// nothing is known of it.
bool leadsInward(const std::vector<PlaceRoles>& parts) {
    const auto isIn = [](const PlaceRoles& inner, const PlaceRoles& outer) {
        const auto& countries = outer.countries.empty() ? outer.regionOf : outer.countries;
        return inner.isUnknown() || shares(inner.regionOf, countries);
    };
    for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
        const PlaceSize outer = sizeOf(parts[i]);
        const PlaceSize inner = sizeOf(parts[i + 1]);
        const bool smaller = inner == PlaceSize::City ? outer == PlaceSize::Country : inner < outer;
        if (outer <= PlaceSize::City || !smaller)
            return false;
        if (outer == PlaceSize::Wide ? inner != PlaceSize::Country || parts.size() == 2
                                     : !isIn(parts[i + 1], parts[i]))
            return false;
    }
    return true;
}

CommaMeaning ofTwo(const PlaceRoles& first, const PlaceRoles& last) {
    if (first.wide)
        return CommaMeaning::Items;
    // Nothing but the city itself lies within it.
    if (last.cityState && first.isUnknown())
        return CommaMeaning::Plain;
    if (!last.countries.empty()) {
        if (shares(last.countries, first.regionOf))
            return CommaMeaning::Whole;
        if (!first.countries.empty())
            return CommaMeaning::Items;
        // New York is not in France, though a town of that name may be.
        if (!first.regionOf.empty())
            return CommaMeaning::Unclear;
    }
    if (!last.regionOf.empty() || !last.countries.empty()) {
        if (first.isUnknown())
            return last.alsoCity && !last.code ? CommaMeaning::Unclear : CommaMeaning::Whole;
        if (first.alsoCity)
            return last.alsoCity && !last.code ? CommaMeaning::Unclear : CommaMeaning::Whole;
        return CommaMeaning::Items;
    }
    return first.isUnknown() && last.isUnknown() ? CommaMeaning::Plain : CommaMeaning::Unclear;
}

// "Munich, Bavaria, Germany": each of the last ones encloses what is before.
CommaMeaning ofMany(const std::vector<PlaceRoles>& roles) {
    const PlaceRoles& last = roles.back();
    const PlaceRoles& before = roles[roles.size() - 2];
    const bool lowest = std::all_of(roles.begin(), roles.end() - 2, [&](const PlaceRoles& one) {
        return isWithin(one, last) && one.countries.empty();
    });
    if (!last.countries.empty() && lowest && shares(last.countries, before.regionOf))
        return before.alsoCity && !before.code ? CommaMeaning::Unclear : CommaMeaning::Whole;
    const auto countries = std::count_if(
        roles.begin(), roles.end(), [](const PlaceRoles& one) { return one.isCountryOrWide(); });
    if (roles.size() % 2 == 0 && countries * 2 == static_cast<std::ptrdiff_t>(roles.size())) {
        bool pairs = true;
        for (std::size_t i = 0; i < roles.size(); i += 2)
            pairs = pairs && isWithin(roles[i], roles[i + 1]) && !roles[i + 1].countries.empty() &&
                    roles[i].countries.empty();
        if (pairs)
            return CommaMeaning::Tangled;
    }
    return countries > 1 ? CommaMeaning::Items : CommaMeaning::Unclear;
}

} // namespace

CommaMeaning placeCommas(const std::vector<std::string_view>& parts) {
    std::vector<PlaceRoles> roles;
    for (const std::string_view part : parts)
        roles.push_back(placeRoles(part));
    if (leadsInward(roles) && std::none_of(parts.begin(), parts.end(), isNoCity))
        return CommaMeaning::Inward;
    // "Berlin, Berlin, Germany" is what "Berlin, Germany" is; a country twice is a list.
    if (!roles[0].plain.empty() && roles[0].plain == roles[1].plain) {
        const bool city = roles[0].countries.empty() || roles[0].alsoCity || roles[0].cityState;
        if (roles.size() == 2)
            return city ? CommaMeaning::Whole : CommaMeaning::Items;
        roles.erase(roles.begin());
    }
    if (roles.size() == 2 && shares(roles[1].countries, roles[0].regionOf) &&
        roles[0].countries != roles[1].countries)
        return CommaMeaning::Whole;
    if (areEqualsInRank(roles))
        return CommaMeaning::Items;
    const bool cities = std::all_of(roles.begin(), roles.end(), [](const PlaceRoles& one) {
        return one.isUnknown() || one.alsoCity;
    });
    if (cities && roles.size() > 2)
        return CommaMeaning::Plain;
    return roles.size() == 2 ? ofTwo(roles[0], roles[1]) : ofMany(roles);
}

bool isKnownInward(std::string_view places) {
    std::vector<PlaceRoles> roles;
    for (const std::string_view part : partsAtCommas("locations", places))
        roles.push_back(placeRoles(part));
    const auto end = roles.size() > 2 && sizeOf(roles[roles.size() - 2]) == PlaceSize::Region
                         ? roles.end() - 1
                         : roles.end();
    return std::none_of(roles.begin(), end,
                        [](const PlaceRoles& part) { return part.isUnknown(); });
}

std::string outward(std::string_view places) {
    const auto parts = partsAtCommas("locations", places);
    std::string turned;
    for (auto part = parts.rbegin(); part != parts.rend(); ++part)
        if (turned.empty() || !placeRoles(*part).wide)
            turned.append(turned.empty() ? "" : ", ").append(*part);
    return turned;
}

bool liesIn(const PlaceRoles& region, const PlaceRoles& country) {
    return country.countries.size() == 1 && !country.alsoCity && region.countries.empty() &&
           !region.code && !region.regionOf.empty() &&
           std::all_of(region.regionOf.begin(), region.regionOf.end(),
                       [&](const CountryCode& of) { return of == country.countries.front(); });
}

} // namespace leadsheet::app
