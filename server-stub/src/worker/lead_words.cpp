// SPDX-License-Identifier: Apache-2.0
#include "worker/lead_words.hpp"

#include "domain/text_check.hpp"
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace leadsheet::server::worker {
namespace {

std::string_view trimmed(std::string_view text) {
    const auto from = text.find_first_not_of(' ');
    return from == std::string_view::npos
               ? std::string_view()
               : text.substr(from, text.find_last_not_of(' ') - from + 1);
}

struct Department {
    std::string_view id;
    std::string_view name;  ///< in titles
    std::string_view chief; ///< its member of the board
};

constexpr auto kDepartments = std::to_array<Department>({
    {"executive", "Strategy", "Chief Executive Officer"},
    {"engineering", "Engineering", "Chief Technology Officer"},
    {"information_technology", "IT", "Chief Information Officer"},
    {"product", "Product", "Chief Product Officer"},
    {"design", "Design", "Chief Design Officer"},
    {"marketing", "Marketing", "Chief Marketing Officer"},
    {"sales", "Sales", "Chief Revenue Officer"},
    {"customer_success", "Customer Success", "Chief Customer Officer"},
    {"operations", "Operations", "Chief Operating Officer"},
    {"finance", "Finance", "Chief Financial Officer"},
    {"human_resources", "People", "Chief People Officer"},
    {"legal", "Legal", "Chief Legal Officer"},
    {"purchasing", "Purchasing", "Chief Procurement Officer"},
    {"research", "Research", "Chief Scientific Officer"},
    {"education", "Training", "Chief Learning Officer"},
    {"medical", "Medical Affairs", "Chief Medical Officer"},
});

/// What stands before and behind the name of the department.
struct Seniority {
    std::string_view id;
    std::string_view before;
    std::string_view behind;
};

constexpr auto kSeniorities = std::to_array<Seniority>({
    {"vp", "VP ", ""},
    {"head", "Head of ", ""},
    {"director", "Director of ", ""},
    {"manager", "", " Manager"},
    {"senior", "Senior ", " Specialist"},
    {"entry", "Junior ", " Specialist"},
    {"intern", "", " Intern"},
});

using Meanings = std::pair<std::string_view, std::string_view>; // word of a title -> id

// The first that a title has decides: an assistant to the director does not direct.
constexpr auto kSeniorityWords = std::to_array<Meanings>({
    {"intern", "intern"},
    {"trainee", "intern"},
    {"werkstudent", "intern"},
    {"assistant", "entry"},
    {"junior", "entry"},
    {"vice president", "vp"},
    {"vp", "vp"},
    {"svp", "vp"},
    {"evp", "vp"},
    {"managing director", "c_suite"},
    {"geschäftsführer", "c_suite"},
    {"geschäftsführerin", "c_suite"},
    {"chief", "c_suite"},
    {"president", "c_suite"},
    {"ceo", "c_suite"},
    {"cto", "c_suite"},
    {"cfo", "c_suite"},
    {"coo", "c_suite"},
    {"cmo", "c_suite"},
    {"cio", "c_suite"},
    {"cpo", "c_suite"},
    {"cro", "c_suite"},
    {"ciso", "c_suite"},
    {"founder", "founder"},
    {"cofounder", "founder"},
    {"gründer", "founder"},
    {"owner", "owner"},
    {"inhaber", "owner"},
    {"managing partner", "partner"},
    {"head", "head"},
    {"leiter", "head"},
    {"leiterin", "head"},
    {"director", "director"},
    {"direktor", "director"},
    {"manager", "manager"},
    {"senior", "senior"},
});

constexpr auto kDepartmentWords = std::to_array<Meanings>({
    {"customer success", "customer_success"},
    {"customer", "customer_success"},
    {"support", "customer_success"},
    {"sales", "sales"},
    {"vertrieb", "sales"},
    {"vertriebsleiter", "sales"},
    {"revenue", "sales"},
    {"cro", "sales"},
    {"business development", "sales"},
    {"account executive", "sales"},
    {"marketing", "marketing"},
    {"cmo", "marketing"},
    {"growth", "marketing"},
    {"brand", "marketing"},
    {"information", "information_technology"},
    {"it", "information_technology"},
    {"cio", "information_technology"},
    {"ciso", "information_technology"},
    {"engineering", "engineering"},
    {"engineer", "engineering"},
    {"developer", "engineering"},
    {"software", "engineering"},
    {"technology", "engineering"},
    {"cto", "engineering"},
    {"product", "product"},
    {"design", "design"},
    {"ux", "design"},
    {"operations", "operations"},
    {"operating", "operations"},
    {"logistics", "operations"},
    {"coo", "operations"},
    {"finance", "finance"},
    {"financial", "finance"},
    {"cfo", "finance"},
    {"controller", "finance"},
    {"accounting", "finance"},
    {"human resources", "human_resources"},
    {"hr", "human_resources"},
    {"people", "human_resources"},
    {"talent", "human_resources"},
    {"legal", "legal"},
    {"counsel", "legal"},
    {"compliance", "legal"},
    {"purchasing", "purchasing"},
    {"procurement", "purchasing"},
    {"einkauf", "purchasing"},
    {"research", "research"},
    {"scientist", "research"},
    {"training", "education"},
    {"teacher", "education"},
    {"medical", "medical"},
    {"clinical", "medical"},
    {"chief executive", "executive"},
    {"managing", "executive"},
    {"geschäftsführer", "executive"},
    {"geschäftsführerin", "executive"},
    {"ceo", "executive"},
    {"founder", "executive"},
    {"owner", "executive"},
    {"president", "executive"},
});

/// " head of sales ": words with one blank around each.
std::string spaced(std::string_view title) {
    std::string out = " ";
    for (const char c : domain::asciiLower(title)) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
                            static_cast<unsigned char>(c) >= 0x80;
        if (letter || out.back() != ' ')
            out += letter ? c : ' ';
    }
    return out.back() == ' ' ? out : out + ' ';
}

template <class Words>
std::string_view firstMeaning(const Words& words, const std::string& title) {
    for (const auto& [word, id] : words)
        if (title.find(" " + std::string(word) + " ") != std::string::npos)
            return id;
    return {};
}

constexpr std::string_view kNumbersOfDrama = "+441632960"; // for drama, in the United Kingdom

constexpr auto kCountries = std::to_array<Country>({
    {"DE", "Germany", "Europe/Berlin", "+493023125"},
    {"AT", "Austria", "Europe/Vienna", kNumbersOfDrama},
    {"CH", "Switzerland", "Europe/Zurich", kNumbersOfDrama},
    {"NL", "Netherlands", "Europe/Amsterdam", kNumbersOfDrama},
    {"GB", "United Kingdom", "Europe/London", kNumbersOfDrama},
    {"IE", "Ireland", "Europe/Dublin", kNumbersOfDrama},
    {"FR", "France", "Europe/Paris", "+33199001"},
    {"ES", "Spain", "Europe/Madrid", kNumbersOfDrama},
    {"IT", "Italy", "Europe/Rome", kNumbersOfDrama},
    {"PL", "Poland", "Europe/Warsaw", kNumbersOfDrama},
    {"SE", "Sweden", "Europe/Stockholm", kNumbersOfDrama},
    {"DK", "Denmark", "Europe/Copenhagen", kNumbersOfDrama},
    {"US", "United States", "America/New_York", "+120255501", 2},
    {"CA", "Canada", "America/Toronto", "+161355501", 2},
});

struct City {
    std::string_view name;
    std::string_view country;
    std::string_view timezone = {}; ///< empty = the country's
};

constexpr auto kCities = std::to_array<City>({
    {"Berlin", "DE"},
    {"Hamburg", "DE"},
    {"Munich", "DE"},
    {"Cologne", "DE"},
    {"Frankfurt", "DE"},
    {"Stuttgart", "DE"},
    {"Düsseldorf", "DE"},
    {"Leipzig", "DE"},
    {"Vienna", "AT"},
    {"Graz", "AT"},
    {"Linz", "AT"},
    {"Salzburg", "AT"},
    {"Zurich", "CH"},
    {"Basel", "CH"},
    {"Bern", "CH"},
    {"Geneva", "CH"},
    {"Amsterdam", "NL"},
    {"Utrecht", "NL"},
    {"Rotterdam", "NL"},
    {"Eindhoven", "NL"},
    {"London", "GB"},
    {"Manchester", "GB"},
    {"Birmingham", "GB"},
    {"Leeds", "GB"},
    {"Bristol", "GB"},
    {"Glasgow", "GB"},
    {"Edinburgh", "GB"},
    {"Dublin", "IE"},
    {"Cork", "IE"},
    {"Galway", "IE"},
    {"Limerick", "IE"},
    {"Paris", "FR"},
    {"Lyon", "FR"},
    {"Marseille", "FR"},
    {"Nantes", "FR"},
    {"Lille", "FR"},
    {"Madrid", "ES"},
    {"Barcelona", "ES"},
    {"Valencia", "ES"},
    {"Bilbao", "ES"},
    {"Milan", "IT"},
    {"Turin", "IT"},
    {"Bologna", "IT"},
    {"Rome", "IT"},
    {"Warsaw", "PL"},
    {"Gdansk", "PL"},
    {"Poznan", "PL"},
    {"Krakow", "PL"},
    {"Stockholm", "SE"},
    {"Malmo", "SE"},
    {"Lund", "SE"},
    {"Uppsala", "SE"},
    {"Copenhagen", "DK"},
    {"Aarhus", "DK"},
    {"Odense", "DK"},
    {"Aalborg", "DK"},
    {"New York", "US"},
    {"Boston", "US"},
    {"Chicago", "US", "America/Chicago"},
    {"Austin", "US", "America/Chicago"},
    {"Denver", "US", "America/Denver"},
    {"San Francisco", "US", "America/Los_Angeles"},
    {"Los Angeles", "US", "America/Los_Angeles"},
    {"Seattle", "US", "America/Los_Angeles"},
    {"Toronto", "CA"},
    {"Ottawa", "CA"},
    {"Montreal", "CA"},
    {"Halifax", "CA", "America/Halifax"},
    {"Calgary", "CA", "America/Edmonton"},
    {"Vancouver", "CA", "America/Vancouver"},
});

using Names = std::pair<std::string_view, std::string_view>; // lower case -> code of the country

constexpr auto kCountryNames = std::to_array<Names>({
    {"deutschland", "DE"}, {"österreich", "AT"},  {"schweiz", "CH"},
    {"suisse", "CH"},      {"niederlande", "NL"}, {"the netherlands", "NL"},
    {"holland", "NL"},     {"uk", "GB"},          {"great britain", "GB"},
    {"england", "GB"},     {"scotland", "GB"},    {"großbritannien", "GB"},
    {"irland", "IE"},      {"frankreich", "FR"},  {"spanien", "ES"},
    {"españa", "ES"},      {"italien", "IT"},     {"italia", "IT"},
    {"polen", "PL"},       {"polska", "PL"},      {"schweden", "SE"},
    {"sverige", "SE"},     {"dänemark", "DK"},    {"danmark", "DK"},
    {"usa", "US"},         {"u.s.", "US"},        {"united states of america", "US"},
    {"kanada", "CA"},
});

/// As people there write them; not among those that are picked.
constexpr auto kLocalCities = std::to_array<Names>({
    {"münchen", "DE"},
    {"köln", "DE"},
    {"nürnberg", "DE"},
    {"wien", "AT"},
    {"zürich", "CH"},
    {"genf", "CH"},
    {"genève", "CH"},
    {"roma", "IT"},
    {"milano", "IT"},
    {"torino", "IT"},
    {"warszawa", "PL"},
    {"kraków", "PL"},
    {"gdańsk", "PL"},
    {"malmö", "SE"},
    {"københavn", "DK"},
});

/// Countries of an area, joined by blanks.
constexpr auto kAreas = std::to_array<Names>({
    {"dach", "DE AT CH"},
    {"nordics", "SE DK"},
    {"scandinavia", "SE DK"},
    {"uk&i", "GB IE"},
    {"iberia", "ES"},
    {"benelux", "NL"},
    {"north america", "US CA"},
    {"europe", "DE AT CH NL GB IE FR ES IT PL SE DK"},
    {"eu", "DE AT NL IE FR ES IT PL SE DK"},
    {"emea", "DE AT CH NL GB IE FR ES IT PL SE DK"},
});

const Country* countryOf(std::string_view code) {
    const auto found = std::find_if(kCountries.begin(), kCountries.end(),
                                    [&](const Country& country) { return country.code == code; });
    return found == kCountries.end() ? nullptr : &*found;
}

std::string_view codeIn(const auto& names, const std::string& small) {
    const auto found = std::find_if(names.begin(), names.end(),
                                    [&](const Names& entry) { return entry.first == small; });
    return found == names.end() ? std::string_view() : found->second;
}

const Country* countryNamed(const std::string& small) {
    const auto found =
        std::find_if(kCountries.begin(), kCountries.end(), [&](const Country& country) {
            return small == domain::asciiLower(country.name) ||
                   small == domain::asciiLower(country.code);
        });
    return found != kCountries.end() ? &*found : countryOf(codeIn(kCountryNames, small));
}

/// Of a city by itself; nothing when its country is not known.
Spot cityNamed(std::string_view name) {
    const std::string small = domain::asciiLower(name);
    for (const City& city : kCities)
        if (domain::asciiLower(city.name) == small) {
            const Country* country = countryOf(city.country);
            return {country,
                    std::string(city.name),
                    {},
                    city.timezone.empty() ? country->timezone : city.timezone};
        }
    const Country* country = countryOf(codeIn(kLocalCities, small));
    return {country,
            std::string(name),
            {},
            country == nullptr ? std::string_view() : country->timezone};
}

Spot anywhereIn(std::string_view codes, std::uint64_t dice) {
    std::vector<std::string_view> cities;
    for (const City& city : kCities)
        if (codes.find(city.country) != std::string_view::npos)
            cities.push_back(city.name);
    return cityNamed(cities[static_cast<std::size_t>(dice % cities.size())]);
}

std::string allCodes() {
    std::string codes;
    for (const Country& country : kCountries)
        codes.append(country.code).append(" ");
    return codes;
}

std::vector<std::string_view> partsOf(std::string_view place) {
    std::vector<std::string_view> parts;
    while (!place.empty()) {
        const auto comma = std::min(place.find(','), place.size());
        if (const auto part = trimmed(place.substr(0, comma)); !part.empty())
            parts.push_back(part);
        place.remove_prefix(std::min(comma + 1, place.size()));
    }
    return parts;
}

} // namespace

Role roleOf(std::string seniority, std::string department) {
    const auto found =
        std::find_if(kDepartments.begin(), kDepartments.end(),
                     [&](const Department& known) { return known.id == department; });
    const Department& in = found == kDepartments.end() ? kDepartments.front() : *found;
    std::string title(in.chief);
    if (seniority != "c_suite") {
        const auto level =
            std::find_if(kSeniorities.begin(), kSeniorities.end(),
                         [&](const Seniority& known) { return known.id == seniority; });
        title = seniority; // owner, founder, partner
        title.front() = static_cast<char>(title.front() - 'a' + 'A');
        if (level != kSeniorities.end())
            title = std::string(level->before).append(in.name).append(level->behind);
    }
    return {std::move(title), std::move(seniority), std::move(department)};
}

Role roleOfTitle(std::string title) {
    const std::string words = spaced(title);
    return {std::move(title), std::string(firstMeaning(kSeniorityWords, words)),
            std::string(firstMeaning(kDepartmentWords, words))};
}

Spot spotIn(const std::optional<std::string>& place, std::uint64_t dice) {
    if (!place)
        return anywhereIn(allCodes(), dice);
    if (const auto codes = codeIn(kAreas, domain::asciiLower(*place)); !codes.empty())
        return anywhereIn(codes, dice);
    const auto parts = partsOf(*place);
    if (parts.empty())
        return anywhereIn(allCodes(), dice);
    const Country* country = countryNamed(domain::asciiLower(parts.back()));
    if (parts.size() == 1)
        return country != nullptr ? anywhereIn(country->code, dice) : cityNamed(parts.front());
    Spot spot = cityNamed(parts.front());
    if (country != nullptr && country != spot.country)
        spot = {country, std::string(parts.front()), {}, country->timezone};
    if (parts.size() > 2)
        spot.region = std::string(parts[parts.size() - 2]);
    return spot;
}

} // namespace leadsheet::server::worker
