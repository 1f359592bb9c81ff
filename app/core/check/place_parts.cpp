// SPDX-License-Identifier: Apache-2.0
#include "check/place_parts.hpp"

#include "check/free_items.hpp"
#include "check/list_reader.hpp"
#include "leadsheet/app/cell.hpp"
#include "leadsheet/messages/check.hpp"
#include "map/countries.hpp"
#include "map/places.hpp"
#include "map/vocabulary.hpp"
#include "sheet/utf8.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace leadsheet::app {

namespace say = messages::check;

namespace {

std::string cellName(const FieldInput& input) {
    const std::string letter =
        input.place.column == 0 ? std::string() : columnLetter(input.place.column - 1);
    return letter + (input.header.empty() ? "" : " (" + std::string(input.header) + ")");
}

std::string_view shown(const FieldInput& input) {
    return quotable(trimmed(input.text));
}

// A place, and what its parts say, to see whether another part says the same.
struct GrowingPlace {
    std::string text;
    std::vector<std::string> said; ///< plain

    explicit GrowingPlace(const std::string& first)
        : text(first) {
        for (const std::string_view part : trimmedParts(first, ","))
            said.push_back(plainName(part));
    }
    void add(const std::string& part, const std::string& plain) {
        if (plain.empty() || std::find(said.begin(), said.end(), plain) != said.end())
            return;
        text += ", " + part;
        said.push_back(plain);
    }
};

bool fits(const std::string& place, const JoinedCell& first, const contract::FieldInfo& field,
          ProblemSink& problems) {
    if (field.maxLength <= 0 || characterCount(place) <= static_cast<std::size_t>(field.maxLength))
        return true;
    problems.add(ProblemLevel::Blocks, ProblemCode::TooLong, first.input,
                 say::joinedPlaceTooLong(place, field.maxLength), say::shortenOrMapOneColumn());
    return false;
}

bool isWide(const JoinedCell& part) {
    return std::all_of(part.items.begin(), part.items.end(),
                       [](const std::string& item) { return isWideArea(plainName(item)); });
}

/// "Munich" below "Country", beside "Berlin": no country is known by that name.
bool isOtherPlace(const JoinedCell& part, const std::string& plain,
                  const std::vector<GrowingPlace>& growing) {
    const bool said = std::any_of(growing.begin(), growing.end(), [&](const GrowingPlace& place) {
        return std::find(place.said.begin(), place.said.end(), plain) != place.said.end();
    });
    const std::string& item = part.items.front();
    return !said &&
           Vocabulary::builtIn().placePart(plainName(part.input.header)) == PlacePart::Country &&
           placeRoles(item).isUnknown() && countryCode(item).empty();
}

// "Northeast" is a region of Great Britain, and none of the US.
bool isRegionOf(const std::string& item, std::string_view country) {
    const PlaceRoles roles = placeRoles(item);
    const auto isIn = [country](const std::vector<CountryCode>& codes) {
        return std::any_of(codes.begin(), codes.end(), [country](const CountryCode& code) {
            return std::string_view(code.data(), code.size()) == country;
        });
    };
    return country.empty() ? !roles.isUnknown() : isIn(roles.countries) || isIn(roles.regionOf);
}

// "Rhein-Main" below "Region", beside its country: no list has all regions.
void checkRegion(const std::vector<JoinedCell>& parts, ProblemSink& problems) {
    const auto partOf = [](const JoinedCell& cell) {
        return Vocabulary::builtIn().placePart(plainName(cell.input.header));
    };
    for (const JoinedCell& region : parts) {
        if (region.items.empty() || partOf(region) != PlacePart::Region)
            continue;
        const auto country = std::find_if(parts.begin(), parts.end(), [&](const JoinedCell& cell) {
            return partOf(cell) == PlacePart::Country && cell.items.size() == 1;
        });
        for (const std::string& item : region.items)
            if (country != parts.end() && !isWideArea(plainName(item)) &&
                !isRegionOf(item, countryCode(country->items.front())))
                problems.add(ProblemLevel::Odd, ProblemCode::UnclearPlace, region.input.of(item),
                             say::notAKnownRegion(quotable(item), country->items.front()),
                             say::correctUnlessAPlace());
    }
}

} // namespace

std::vector<std::string> joinPlaces(const std::vector<JoinedCell>& parts,
                                    const contract::FieldInfo& field, ProblemSink& problems) {
    const auto isFilled = [](const JoinedCell& part) {
        return !part.items.empty();
    };
    // A region "EMEA" before the country says less than the country.
    auto first = std::find_if(parts.begin(), parts.end(), [&](const JoinedCell& part) {
        return isFilled(part) && !isWide(part);
    });
    if (first == parts.end())
        first = std::find_if(parts.begin(), parts.end(), isFilled);
    if (first == parts.end())
        return {};
    checkRegion(parts, problems);
    std::vector<GrowingPlace> growing(first->items.begin(), first->items.end());
    for (auto part = first + 1; part != parts.end(); ++part) {
        if (!isFilled(*part) || isWide(*part))
            continue;
        if (part->items.size() > 1) {
            problems.add(ProblemLevel::Blocks, ProblemCode::UnclearList, part->input,
                         say::placesPairUnclear(shown(part->input), cellName(first->input),
                                                shown(first->input)),
                         say::writeRowPerPlace());
            return {};
        }
        const std::string plain = plainName(part->items.front());
        if (isOtherPlace(*part, plain, growing)) {
            // Countries have more names than any list knows; a misspelt one is sure.
            const bool misspelt = !nearCountry(part->items.front()).empty();
            problems.add(
                misspelt ? ProblemLevel::Blocks : ProblemLevel::Odd, ProblemCode::UnclearList,
                part->input,
                say::notInCountry(shown(part->input), cellName(first->input), shown(first->input)),
                say::correctWrongPlace());
            if (misspelt)
                return {};
        }
        for (GrowingPlace& place : growing)
            place.add(part->items.front(), plain);
    }
    std::vector<std::string> places;
    for (GrowingPlace& place : growing) {
        if (!fits(place.text, *first, field, problems))
            return {};
        places.push_back(std::move(place.text));
    }
    return places;
}

std::vector<std::string> joinItems(const std::vector<JoinedCell>& parts,
                                   const contract::FieldInfo& field, ProblemSink& problems) {
    std::vector<std::string> items;
    std::set<std::string> seen;
    for (const JoinedCell& part : parts)
        for (const std::string& item : part.items)
            if (seen.insert(lowerCase(item)).second)
                items.push_back(item);
    if (!items.empty() && !countFits(parts.front().input, items.size(), field, problems))
        return {};
    return items;
}

namespace {

// "Munich, Deutschland" with the English name of its country; empty where it has that.
std::string englishOf(const std::string& place) {
    const auto beginOfPart = [&](std::size_t end) {
        const auto comma = end == 0 ? std::string::npos : place.rfind(',', end - 1);
        return comma == std::string::npos ? 0 : comma + 1;
    };
    std::size_t begin = beginOfPart(place.size());
    if (begin > 0)
        if (const std::size_t before = beginOfPart(begin - 1);
            isCountryWithComma(trimmed(std::string_view(place).substr(before))))
            begin = before;
    const std::string_view last = trimmed(std::string_view(place).substr(begin));
    // "Gary, IN" is in a state. What is left standing alone is a country, by its letters.
    if (placeRoles(last).code &&
        (begin > 0 || (placeCode(last, {}).isState && !isKnownToService(last))))
        return {};
    const std::string_view code = countryCode(last);
    if (code.empty() || countryName(code) == last)
        return {};
    return place.substr(0, begin) + (begin == 0 ? "" : " ") + countryName(code);
}

} // namespace

namespace {

/// "Chief Executive Officer" of "CEO", "Vice President Sales" of "VP Sales"; else empty.
std::string longTitle(std::string_view title) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 12> kShort{
        {{"ceo", "chief executive officer"},
         {"cfo", "chief financial officer"},
         {"coo", "chief operating officer"},
         {"cto", "chief technology officer"},
         {"cmo", "chief marketing officer"},
         {"cio", "chief information officer"},
         {"cro", "chief revenue officer"},
         {"chro", "chief human resources officer"},
         {"ciso", "chief information security officer"},
         {"vp", "vice president"},
         {"svp", "senior vice president"},
         {"evp", "executive vice president"}}};
    if (const auto of = title.find("resident of "); of != std::string_view::npos)
        return std::string(title.substr(0, of)) + "resident" + std::string(title.substr(of + 11));
    constexpr std::size_t kLongest = 4;
    const std::size_t end = std::min(title.find(' '), title.size());
    if (end > kLongest)
        return {};
    const std::string word = lowerCase(title.substr(0, end));
    const auto* const found = std::find_if(kShort.begin(), kShort.end(), [&](const auto& one) {
        return one.first == word && (end == title.size() || word.ends_with("vp"));
    });
    if (found == kShort.end())
        return {};
    std::string_view field = trimmed(title.substr(end));
    if (field.starts_with("of ")) // "VP of Sales"
        field = trimmed(field.substr(3));
    return std::string(found->second) + (field.empty() ? "" : " ") + std::string(field);
}

/// The items of a field by their other names, where one has any.
template <typename OtherName>
void renameItems(OrderRequest& request, const char* field, OtherName otherName) {
    const auto found = request.fields.find(field);
    auto* const items = found == request.fields.end()
                            ? nullptr
                            : std::get_if<std::vector<std::string>>(&found->second);
    for (std::size_t i = 0; items != nullptr && i < items->size(); ++i)
        if (std::string other = otherName((*items)[i]); !other.empty())
            (*items)[i] = std::move(other);
}

template <typename OtherName>
bool hasOther(const OrderRequest& request, const char* field, OtherName otherName) {
    const auto found = request.fields.find(field);
    const auto* const items = found == request.fields.end()
                                  ? nullptr
                                  : std::get_if<std::vector<std::string>>(&found->second);
    return items != nullptr &&
           std::any_of(items->begin(), items->end(),
                       [&](const std::string& item) { return !otherName(item).empty(); });
}

} // namespace

std::optional<OrderRequest> inEnglish(const OrderRequest& request) {
    const auto english = [](const std::string& place) {
        return englishOf(place);
    };
    if (!hasOther(request, "locations", english) && !hasOther(request, "jobTitles", longTitle))
        return std::nullopt;
    OrderRequest other = request;
    renameItems(other, "locations", english);
    renameItems(other, "jobTitles", longTitle);
    return other;
}

} // namespace leadsheet::app
