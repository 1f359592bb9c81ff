// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {

/// resources/sheets/places.json, part of the program.
extern const std::string_view kPlacesJson;

using CountryCode = std::array<char, 2>;

/// What a text can mean as part of a place; nothing of it = a city, as far as is known.
struct PlaceRoles {
    std::string plain;                  ///< plainName of it
    std::vector<CountryCode> countries; ///< it names this one; at most one
    std::vector<CountryCode> regionOf;  ///< it names a region of these
    bool wide = false;                  ///< larger than a country: DACH, Europe
    bool alsoCity = false;              ///< a city has the name of the region or country
    bool cityState = false;             ///< the region or country is no more than that city
    bool code = false;                  ///< a region by its letters: CA, NSW

    bool isCountryOrWide() const { return !countries.empty() || wide; }
    bool isUnknown() const { return countries.empty() && regionOf.empty() && !wide && !alsoCity; }
};
PlaceRoles placeRoles(std::string_view text);
/// What letters that stand alone can name: "CA" is Canada or California.
struct PlaceCode {
    std::string country;              ///< in English; empty when the letters are not a country's
    std::vector<std::string> regions; ///< with their countries: "California, United States"
    bool isState = false;             ///< one of them is a state of the US
};
/// Below a name that one country has for its regions ("Bundesland", "Kanton"), of that one.
PlaceCode placeCode(std::string_view letters, std::string_view header);
/// Whether the text names a place that is known, be it misspelt or beside other words, or says that
/// none is meant.
bool isKnownPlace(std::string_view text);

/// Whether a country, by its code, is one of an area ("DACH", "Benelux") whose countries are known.
bool liesInArea(std::string_view country, const std::string& plainArea);

/// PlaceRoles::wide alone.
bool isWideArea(const std::string& plain);

/// What a text can mean as part of a job title.
enum class TitlePart {
    Unknown,
    Rank,  ///< "VP", "Senior Director": needs a field, or stands for all of them
    Whole, ///< "CEO", "Head of Sales", "Software Engineer"
    Field, ///< "Sales", "Product Management"
    Place, ///< "EMEA", "Germany"
};
TitlePart titlePart(std::string_view text);
/// "Founder", "Inhaberin": often held together with another title, by one person.
bool isOwnerTitle(std::string_view title);
/// The words of a whole title name a field: "Head of Sales".
bool namesField(std::string_view title);

/// An industry whose name has commas: "Oil, Gas & Energy".
bool isIndustryWithCommas(std::string_view text);
/// One of them has this before its first comma.
bool startsIndustryWithCommas(std::string_view part);

/// "France - Q1 lead order", "ICP list DACH": a country or an area stands among the words, with a
/// capital letter: "para" is not a part of Brazil. Not the regions of countries.
bool namesPlaceAmongWords(std::string_view text);

} // namespace leadsheet::app
