// SPDX-License-Identifier: Apache-2.0
#include "map/column_samples.hpp"

#include "leadsheet/app/fields.hpp"
#include "map/cell_words.hpp"
#include "map/countries.hpp"
#include "map/places.hpp"
#include "map/size_reader.hpp"
#include "map/vocabulary.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <array>
#include <unordered_set>

namespace leadsheet::app {
namespace {

constexpr std::size_t kLongestDomain = 253;
constexpr std::size_t kLongestLabel = 63;
constexpr int kMaxDigits = 18;        ///< behind the point
constexpr std::size_t kMaxCells = 50; // of a column; more would say the same

bool labelFits(std::string_view label) {
    return !label.empty() && label.size() <= kLongestLabel && label.front() != '-' &&
           label.back() != '-' && std::all_of(label.begin(), label.end(), [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '-' || static_cast<unsigned char>(c) >= 0x80;
           });
}

// A number that only one style can read as a whole number or decimal.
void countStyle(std::string_view text, ColumnShape& shape) {
    const auto comma = readDecimal(text, kMaxDigits, NumberStyle::Comma);
    const auto dot = readDecimal(text, kMaxDigits, NumberStyle::Dot);
    const auto whole = [](const NumberReading& reading) {
        return reading.ok() && reading.scale == 0 && reading.unscaled > 0;
    };
    if (text.find_first_of(",.") == std::string_view::npos)
        return;
    // For a count column the reading that is a whole number counts: 2,500 is not 2.5 leads.
    if (whole(comma) && !whole(dot))
        ++shape.commaGroups;
    if (whole(dot) && !whole(comma))
        ++shape.dotGroups;
}

std::string_view firstItem(std::string_view text) {
    const auto end = std::min(text.find_first_of(",;|\n"), text.find(" / "));
    return trimmed(text.substr(0, end));
}

std::size_t digitsIn(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), isDigit));
}

bool looksLikeMoney(std::string_view text) {
    if (digitsIn(text) == 0 || text.size() > 40)
        return false;
    for (const std::string_view sign : {"$", "\u20AC", "\u00A3", "\u00A5"})
        if (text.find(sign) != std::string_view::npos)
            return true;
    const auto words = plainWords(text);
    return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
        const auto letters = std::find_if_not(word.begin(), word.end(), isDigit);
        return isOneOf(std::string(letters, word.end()),
                       {"eur", "euro", "usd", "gbp", "chf", "pln", "brl", "sek", "dkk", "cad"});
    });
}

bool looksLikePhone(std::string_view text) {
    return digitsIn(text) >= 7 &&
           text.find_first_not_of("+0123456789 ()-./") == std::string_view::npos &&
           (text.front() == '+' || text.find_first_of(" (-/") != std::string_view::npos);
}

// CRM-00123, 0061x00000AbCdE, c56a4180-65aa-42ec-a945-5fd21dec0538: no word has so many digits.
bool looksLikeId(std::string_view text) {
    constexpr std::size_t kDigitsOfAnId = 4;
    constexpr std::size_t kLettersOfAWord = 3;
    if (text.size() < 6 || text.find_first_of(" ,;|/.@") != std::string_view::npos)
        return false;
    if (text.size() == 36 && text[8] == '-' && text[13] == '-' && text[18] == '-')
        return true;
    std::size_t digits = 0;
    std::size_t letters = 0;
    std::size_t longest = 0;
    for (const char c : text) {
        digits = isDigit(c) ? digits + 1 : 0;
        letters = c >= 'a' && c <= 'z' ? letters + 1 : 0;
        longest = std::max(longest, digits);
        if (letters == kLettersOfAWord) // "75001-Paris"
            return false;
    }
    return longest >= kDigitsOfAnId && longest < text.size();
}

// "60-001": two numbers that make no range.
bool isCode(std::string_view text) {
    const auto dash = text.find('-');
    return dash != std::string_view::npos && digitsIn(text) + 1 == text.size() && dash > 0 &&
           dash + 1 < text.size();
}

// Pages of people and companies on social networks are neither domains nor searches.
std::uint32_t looksOfAddress(std::string_view text) {
    std::uint32_t looks = 0;
    const std::string lower = lowerCase(text);
    const auto has = [&](std::string_view part) {
        return lower.find(part) != std::string::npos;
    };
    if (has("linkedin.com/company/") || has("linkedin.com/school/") ||
        has("linkedin.com/showcase/") || has("linkedin.com/sales/company/"))
        looks |= Look::LinkedinCompany | Look::SocialPage;
    if (has("linkedin.com/in/") || has("linkedin.com/pub/") || has("linkedin.com/sales/lead/") ||
        has("linkedin.com/sales/people/") || has("facebook.com/") || has("twitter.com/") ||
        has("instagram.com/") || lower.starts_with("https://x.com/"))
        looks |= Look::SocialPage;
    if (!looksLikeUrl(text))
        return looks;
    looks |= Look::Url;
    const auto host = lower.find("://") + 3;
    const auto path = lower.find_first_of("/?#", host);
    if (path == std::string::npos || path + 1 >= lower.size())
        return looks;
    if (lower.find_first_of("?#", path) != std::string::npos)
        return looks | Look::SearchUrl;
    for (const std::string& word : plainWords(lower.substr(path)))
        if (Vocabulary::builtIn().isCellWord("searchSigns", word))
            return looks | Look::SearchUrl;
    return looks;
}

using Members = std::unordered_set<std::string>;

Members membersOf(std::string_view field) {
    Members members;
    const auto target = findTarget(field);
    if (target && target->info != nullptr)
        for (const std::string_view member : trimmedParts(target->info->allowed, "|"))
            members.insert(plainName(member));
    return members;
}

// "Personalleiterin", "Marketingmanager"
bool endsLikeTitle(const std::string& word) {
    constexpr std::array<std::string_view, 19> kEndings = {
        "leiter",     "leiterin",   "manager",         "managerin", "direktor",
        "direktorin", "directeur",  "berater",         "referent",  "entwickler",
        "ingenieur",  "vorstand",   "geschaftsfuhrer", "einkaufer", "leitung",
        "inhaber",    "buchhalter", "disponent",       "meister"};
    return std::any_of(kEndings.begin(), kEndings.end(),
                       [&](std::string_view ending) { return word.ends_with(ending); });
}

std::uint32_t looksOfWords(std::string_view text) {
    const Vocabulary& words = Vocabulary::builtIn();
    std::uint32_t looks = 0;
    const auto items = trimmedParts(text, ",;|/\n");
    const auto every = [&](auto is) {
        return !items.empty() && std::all_of(items.begin(), items.end(), is);
    };
    const auto everyIn = [&](std::string_view list) {
        return every(
            [&](std::string_view item) { return words.isCellWord(list, plainName(item)); });
    };
    for (const std::string& word : plainWords(text)) {
        looks |= words.isCellWord("title", word) || endsLikeTitle(word) ? Look::JobTitle : 0U;
        looks |= words.isCellWord("campaign", word) ? Look::Campaign : 0U;
    }
    looks |= everyIn("crm") ? Look::CrmTag : 0U;
    looks |= everyIn("salutation") ? Look::Salutation : 0U;
    looks |= everyIn("source") ? Look::SourceSite : 0U;
    looks |= everyIn("technology") ? Look::Technology : 0U;
    if (every(isCountry)) {
        // IT and HR are codes of countries, and much else.
        const bool name = !every([](std::string_view item) { return item.size() <= 3; });
        looks |= Look::Country | (name ? Look::CountryName : 0U);
    }
    looks |= every([](std::string_view item) {
        constexpr std::size_t kLongestCode = 3;
        return item.size() > kLongestCode && !placeRoles(item).regionOf.empty();
    })
                 ? Look::Region
                 : 0U;
    looks |= every([&](std::string_view item) {
        return !words.guessedValues("companySizes", plainName(item)).empty();
    })
                 ? Look::SizeWord
                 : 0U;
    static const Members seniorities = membersOf("seniorities");
    static const Members departments = membersOf("departments");
    const auto member = [&](const Members& members, std::string_view field, std::string_view list) {
        return every([&](std::string_view item) {
            const std::string plain = plainName(item);
            return members.contains(plain) || !words.value(field, plain).empty() ||
                   words.isCellWord(list, plain);
        });
    };
    looks |= member(seniorities, "seniorities", "seniority") ? Look::Seniority : 0U;
    looks |= member(departments, "departments", "department") ? Look::Department : 0U;
    return looks;
}

// Misspelt ones too: without its product column, a sheet would be ordered as whatever fits the
// others.
bool namesProduct(std::string_view text) {
    constexpr std::size_t kLongestName = 40;
    return text.size() <= kLongestName &&
           (productFromText(text) != nullptr || !suggestProduct(text).empty());
}

} // namespace

bool looksLikeSizes(std::string_view text) {
    constexpr std::size_t kLongestList = 120;
    if (text.size() > kLongestList || digitsIn(text) == 0)
        return false;
    static const auto bands = [] {
        std::vector<std::string> members;
        if (const auto target = findTarget("companySizes"); target && target->info != nullptr)
            for (const std::string_view member : trimmedParts(target->info->allowed, "|"))
                members.emplace_back(member);
        return members;
    }();
    bool band = false;
    for (const std::string_view list : trimmedParts(text, ";|\r\n"))
        for (const std::string_view piece : splitSizes(list, bands)) {
            const SizeReading reading = readSize(piece, bands);
            if (reading.kind == SizeReading::Kind::None)
                return false;
            band = band || !reading.count;
        }
    return band;
}

namespace {

// "4.5\u2605"; most cells begin with no digit.
bool isRating(std::string_view text) {
    constexpr std::size_t kLongest = 16;
    return text.size() > 1 && text.size() <= kLongest && isDigit(text.front()) &&
           text.front() <= '5' && !isDigit(text[1]) &&
           !CellWords::builtIn().numberIn(text, NumberUnit::Stars).empty();
}

std::uint32_t looksOf(std::string_view text) {
    constexpr std::size_t kLongestLooked = 300; // longer cells are read by their beginning
    constexpr std::int64_t kMaxMeant = 10'000'000;
    constexpr std::int64_t kLeastPostcode = 1'000;
    text = text.substr(0, kLongestLooked);
    std::uint32_t looks = looksOfAddress(firstItem(text));
    const auto count = readCount(text);
    const auto decimal = readDecimal(text, kMaxDigits, NumberStyle::Auto);
    looks |= count.ok() || count.fault == NumberFault::Ambiguous ? Look::Count : 0U;
    if (count.fault == NumberFault::NotANumber) {
        const CellWords& words = CellWords::builtIn();
        looks |= words.numberIn(text, NumberUnit::Count).empty() ? 0U : Look::Count;
        const bool distance = !words.numberIn(text, NumberUnit::Kilometres).empty() ||
                              !words.numberIn(text, NumberUnit::Miles).empty();
        looks |= distance ? Look::Distance : 0U;
    }
    looks |= decimal.ok() || decimal.fault == NumberFault::Ambiguous ? Look::Decimal : 0U;
    looks |= isRating(text) ? Look::Decimal : 0U;
    looks |= count.ok() && count.unscaled < kLeastPostcode ? Look::Ordinal : 0U;
    looks |= count.ok() && count.unscaled > kMaxMeant ? Look::Huge : 0U;
    const std::string_view host = firstItem(text).substr(0, firstItem(text).find_first_of("/?#"));
    looks |= looksLikeDomain(host) && (looks & Look::Decimal) == 0 ? Look::Domain : 0U;
    // What a remark makes of the answer before it is asked row by row.
    const std::string_view answer =
        text.substr(0, std::max<std::size_t>(1, text.find_first_of("([")));
    looks |= readBoolean(answer) || isLetterOfYes(text) ? Look::Boolean : 0U;
    looks |= CellWords::builtIn().placeholder(text) == Placeholder::No ? 0U : Look::Placeholder;
    looks |= looksLikeEmail(firstItem(text)) ? Look::Email : 0U;
    looks |= looksLikeSizes(text) ? Look::Size : 0U;
    looks |= looksLikeDate(text) ? Look::Date : 0U;
    looks |= looksLikeMoney(text) ? Look::Money : 0U;
    looks |= looksLikePhone(text) ? Look::Phone : 0U;
    looks |= looksLikeId(text) ? Look::Id : 0U;
    looks |= (looks & (Look::Size | Look::Date)) == 0 && isCode(text) ? Look::Id : 0U;
    if ((looks & (Look::Decimal | Look::Url | Look::Email)) == 0)
        looks |= looksOfWords(text) | (namesProduct(text) ? Look::Product : 0U);
    return looks;
}

// Counts and bands beside each other are not counts: 85, 51-200.
bool readsAsCounts(const ColumnShape& shape) {
    return shape.count(Look::Size | Look::Money | Look::Phone) * 2 < shape.cells.size();
}

// What cells of a field that takes any text never are.
std::uint32_t neverIn(std::string_view target) {
    constexpr std::uint32_t kNoText = Look::Decimal | Look::Boolean | Look::Date | Look::Email |
                                      Look::Url | Look::Size | Look::Money | Look::Phone | Look::Id;
    if (target == "jobTitles")
        return kNoText | Look::Domain | Look::Salutation | Look::CountryName | Look::Campaign;
    if (target == "locations") // a postcode is a number
        return (kNoText & ~Look::Decimal) | Look::Ordinal | Look::Domain | Look::Campaign |
               Look::JobTitle;
    if (target == "industries" || target == "categories")
        return kNoText | Look::Domain | Look::CountryName | Look::Salutation | Look::Campaign;
    if (target == "keywords")
        return kNoText | Look::CrmTag | Look::Campaign;
    if (target == "technologies")
        return kNoText | Look::CountryName | Look::Salutation;
    if (target == "companySizes") // dates are bands that a program has changed
        return Look::Boolean | Look::Email | Look::Url | Look::Domain | Look::Money | Look::Phone |
               Look::CountryName;
    if (target == "seniorities" || target == "departments")
        return kNoText | Look::Domain | Look::CountryName | Look::Salutation;
    if (target == "source")
        return kNoText | Look::CountryName;
    return 0;
}

std::uint32_t provenBy(std::string_view target) {
    if (target == "searchUrl")
        return Look::SearchUrl;
    if (target == "domains" || target == "excludeDomains")
        return Look::Domain;
    if (target == "locations")
        return Look::Country | Look::Region;
    if (target == "companySizes")
        return Look::Size | Look::SizeWord;
    if (target == "jobTitles")
        return Look::JobTitle;
    if (target == "seniorities")
        return Look::Seniority;
    if (target == "departments")
        return Look::Department;
    if (target == "technologies")
        return Look::Technology;
    if (target == "excludeOwned")
        return Look::Boolean;
    if (target == kLeadCountTarget)
        return Look::Count;
    if (target == "source")
        return Look::SourceSite;
    if (target == "hasWebsite")
        return Look::Boolean;
    return target == kProductTarget ? Look::Product : 0U;
}

} // namespace

bool isLetterOfYes(std::string_view text) {
    return text == "O" || text == "o";
}

bool looksLikeDate(std::string_view text) {
    text = text.substr(0, text.find_first_of(" T"));
    std::size_t parts = 0;
    char sign = 0;
    while (!text.empty()) {
        const auto end = std::min(text.find_first_not_of("0123456789"), text.size());
        if (end == 0 || (end != 4 && end > 2))
            return false;
        ++parts;
        if (end == text.size())
            break;
        if ((sign != 0 && text[end] != sign) ||
            std::string_view("-./").find(text[end]) == std::string_view::npos)
            return false;
        sign = text[end];
        text.remove_prefix(end + 1);
    }
    return parts == 3;
}

bool looksLikeEmail(std::string_view text) {
    const auto at = text.find('@');
    return at != std::string_view::npos && at > 0 && at < 65 &&
           text.find_first_of(" \t\r\n<>\",;") == std::string_view::npos &&
           looksLikeDomain(text.substr(at + 1));
}

bool looksLikeDomain(std::string_view text) {
    if (text.size() > kLongestDomain || text.find('.') == std::string_view::npos)
        return false;
    std::string_view last;
    while (true) {
        const auto dot = text.find('.');
        last = text.substr(0, dot);
        if (!labelFits(last))
            return false;
        if (dot == std::string_view::npos)
            break;
        text.remove_prefix(dot + 1);
    }
    const bool number =
        std::all_of(last.begin(), last.end(), [](char c) { return c >= '0' && c <= '9'; });
    return last.size() >= 2 && !number;
}

bool looksLikeUrl(std::string_view text) {
    const std::string lower = lowerCase(text.substr(0, 8));
    const std::size_t scheme = lower.starts_with("https://")  ? 8
                               : lower.starts_with("http://") ? 7
                                                              : 0;
    if (scheme == 0 || text.find_first_of(" \t\r\n<>\"") != std::string_view::npos)
        return false;
    std::string_view host = text.substr(scheme);
    host = host.substr(0, host.find_first_of("/?#:"));
    return looksLikeDomain(host);
}

ColumnShape shapeOf(const std::vector<SampleRow>& samples, std::uint32_t column) {
    ColumnShape shape;
    for (const SampleRow& row : samples) {
        const std::string_view text = row.textAt(column);
        if (text.empty())
            continue;
        // "x" is a yes; other placeholders say that there is nothing.
        if (!readBoolean(text) && CellWords::builtIn().placeholder(text) != Placeholder::No)
            continue;
        if (shape.cells.size() == kMaxCells)
            break;
        shape.cells.push_back(looksOf(text));
        countStyle(text, shape);
    }
    return shape;
}

std::size_t ColumnShape::count(std::uint32_t looks) const {
    return static_cast<std::size_t>(std::count_if(
        cells.begin(), cells.end(), [looks](std::uint32_t cell) { return (cell & looks) != 0; }));
}

bool shapeFits(const ColumnShape& shape, std::string_view target) {
    if (shape.cells.empty())
        return true;
    const auto mostly = [&](std::uint32_t looks) {
        return shape.count(looks) * 2 >= shape.cells.size();
    };
    if (target == kProductTarget)
        return mostly(Look::Product);
    const auto field = findTarget(target);
    if (!field || field->info == nullptr)
        return true;
    switch (field->info->kind) {
    case contract::FieldKind::Integer:
        return (shape.count(target == "radiusKm" ? Look::Count | Look::Distance : Look::Count) +
                shape.commaGroups + shape.dotGroups) *
                       2 >=
                   shape.cells.size() &&
               !mostly(Look::Money | Look::Date) && !mostly(Look::Huge) && readsAsCounts(shape);
    case contract::FieldKind::Decimal:
        return mostly(Look::Decimal);
    case contract::FieldKind::Boolean:
        return mostly(Look::Boolean);
    case contract::FieldKind::Url:
        return mostly(Look::SearchUrl) && !mostly(Look::SocialPage);
    case contract::FieldKind::Text:
    case contract::FieldKind::List:
    case contract::FieldKind::Money:
    case contract::FieldKind::StringMap:
        break;
    }
    if (target == "linkedinUrls")
        return mostly(Look::LinkedinCompany);
    if (field->info->format == "domain")
        return mostly(Look::Domain | Look::Url) && !mostly(Look::SocialPage);
    if (field->info->format == "url")
        return mostly(Look::Url);
    const std::uint32_t never = neverIn(target);
    const std::uint32_t proof = provenBy(target);
    const auto foreign =
        std::count_if(shape.cells.begin(), shape.cells.end(), [&](std::uint32_t cell) {
            const bool proven = (cell & proof) != 0 && (cell & Look::Money) == 0;
            // NO is a country, and no denial; "-" denies nothing where a text is wanted.
            const bool spoilt = target == "companySizes" && (cell & Look::Date) != 0;
            return (cell & never) != 0 && !proven && !spoilt && (cell & Look::Placeholder) == 0;
        });
    return static_cast<std::size_t>(foreign) * 2 < shape.cells.size();
}

bool shapeProves(const ColumnShape& shape, std::string_view target) {
    const std::uint32_t looks = provenBy(target);
    return looks != 0 && !shape.cells.empty() && shape.count(looks) * 10 >= shape.cells.size() * 9;
}

NumberStyle styleOf(const ColumnShape& shape) {
    if (shape.commaGroups > 0 && shape.dotGroups == 0)
        return NumberStyle::Comma;
    if (shape.dotGroups > 0 && shape.commaGroups == 0)
        return NumberStyle::Dot;
    return NumberStyle::Auto;
}

} // namespace leadsheet::app
