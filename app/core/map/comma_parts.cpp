// SPDX-License-Identifier: Apache-2.0
#include "map/comma_parts.hpp"

#include "map/cell_words.hpp"
#include "map/countries.hpp"
#include "map/parts_at_commas.hpp"
#include "map/place_commas.hpp"
#include "map/places.hpp"
#include "map/transform.hpp"
#include "map/vocabulary.hpp"
#include "text/names.hpp"

#include <algorithm>

namespace leadsheet::app {
namespace {

using Parts = std::vector<std::string_view>;

constexpr std::string_view kPlaces = "locations";
constexpr std::string_view kTitles = "jobTitles";
constexpr std::string_view kIndustries = "industries";
constexpr std::size_t kMaxCommas = 5; // in the name of one industry

// "Germany, Austria and Switzerland" are three.
Parts withJoinedParts(const Parts& parts) {
    Parts all;
    for (const std::string_view part : parts) {
        const auto joined = joinedItems(kPlaces, part);
        all.insert(all.end(), joined.items.begin(), joined.items.end());
    }
    return all;
}

CommaMeaning ofTitles(const Parts& parts) {
    std::vector<TitlePart> kinds;
    for (const std::string_view part : parts)
        kinds.push_back(titlePart(part));
    const auto isTail = [](TitlePart kind) {
        return kind == TitlePart::Field || kind == TitlePart::Place;
    };
    const auto tails = static_cast<std::size_t>(std::count_if(kinds.begin(), kinds.end(), isTail));
    const bool unknown = std::find(kinds.begin(), kinds.end(), TitlePart::Unknown) != kinds.end();
    if (tails == 0 && unknown)
        return kinds.size() == 2 && kinds[0] == TitlePart::Rank ? CommaMeaning::Unclear
                                                                : CommaMeaning::Plain;
    if (tails == 0)
        return CommaMeaning::Items;
    if (tails == kinds.size())
        return CommaMeaning::Items;
    const bool headed = kinds[0] == TitlePart::Rank || kinds[0] == TitlePart::Whole;
    const bool fieldSaid = kinds[0] == TitlePart::Whole && namesField(parts[0]);
    if (headed && tails + 1 == kinds.size()) {
        const bool placesOnly = std::all_of(kinds.begin() + 1, kinds.end(), [](TitlePart kind) {
            return kind == TitlePart::Place;
        });
        if (placesOnly && kinds.size() == 2)
            return CommaMeaning::Whole;
        if (kinds[0] == TitlePart::Rank && !fieldSaid && kinds[1] == TitlePart::Field &&
            (kinds.size() == 2 || (kinds.size() == 3 && kinds[2] == TitlePart::Place)))
            return CommaMeaning::Whole;
        return CommaMeaning::Unclear;
    }
    bool pairs = kinds.size() % 2 == 0;
    for (std::size_t i = 0; i + 1 < kinds.size(); i += 2)
        pairs = pairs && kinds[i] == TitlePart::Rank && isTail(kinds[i + 1]);
    return pairs ? CommaMeaning::Tangled : CommaMeaning::Unclear;
}

struct Votes {
    std::size_t whole = 0;
    std::size_t items = 0;
    std::size_t unclear = 0;
    std::string inward;  ///< the first that leads inward
    std::string example; ///< of what decides, or is to be decided
};

void vote(Votes& votes, const std::string& target, std::string_view cell) {
    for (const std::string_view piece : partsOutsideBrackets(
             cell, cell.find_first_of("\r\n") != cell.npos ? std::string_view("\r\n")
                                                           : std::string_view(";|"))) {
        const CommaMeaning meaning = commaMeaning(target, piece);
        const bool first =
            votes.whole == 0 && (votes.unclear == 0 || meaning == CommaMeaning::Whole);
        votes.whole += meaning == CommaMeaning::Whole;
        votes.items += meaning == CommaMeaning::Items;
        votes.unclear += meaning == CommaMeaning::Unclear;
        if (first && (meaning == CommaMeaning::Whole || meaning == CommaMeaning::Unclear))
            votes.example = std::string(piece);
    }
}

bool isAbout(const CommaReading& reading, const ColumnRule& rule) {
    return reading.column == rule.column && reading.target == rule.target;
}

// Until the column fills something else, or its steps state the other reading.
bool stands(const ColumnMap& map, const CommaReading& reading) {
    return std::any_of(map.columns.begin(), map.columns.end(), [&](const ColumnRule& rule) {
        return isAbout(reading, rule) && !hasStep(rule.transforms, TransformKind::Split) &&
               (rule.target == kIndustries ||
                hasStep(rule.transforms, TransformKind::Whole) == reading.whole);
    });
}

constexpr std::size_t kLongestJoin = 5; // of the words that join, in letters

bool isAlternative(const std::string& plain) {
    return isOneOf(plain, {"or", "oder", "ou", "lub", "o", "of", "bzw"});
}

constexpr std::string_view kAndOr = "and/or";

// "and/or", "und/oder", "y/o"
bool isAndOr(std::string_view word) {
    const auto slash = word.find('/');
    const auto joins = [](std::string_view part) {
        return !part.empty() && part.size() <= kLongestJoin &&
               CellWords::builtIn().sizeWord(plainName(part)) == SizeWord::Or;
    };
    return slash != std::string_view::npos && joins(word.substr(0, slash)) &&
           joins(word.substr(slash + 1));
}

// The length of a word that joins at `at`, with the blanks around it; nothing elsewhere.
std::size_t joinAt(std::string_view text, std::size_t at, std::string& plain) {
    if (at > 0 && text[at] != ' ')
        return 0;
    const std::size_t begin = at == 0 ? 0 : at + 1;
    const std::size_t end = text.find(' ', begin);
    if (end == std::string_view::npos || end == begin || text[begin] == '(' || text[begin] == '[')
        return 0;
    const std::string_view word = text.substr(begin, end - begin);
    if (isAndOr(word)) {
        plain = kAndOr;
        return end - at;
    }
    if (word.size() > kLongestJoin)
        return 0;
    plain = plainName(word);
    return CellWords::builtIn().sizeWord(plain) == SizeWord::Or ? end - at : 0;
}

// The "/" of "w/o" joins nothing.
bool isOfWithout(std::string_view text, std::size_t at) {
    return at > 0 && isOneOf(text.substr(at - 1, 3), {"w/o", "W/O", "W/o"}) &&
           (at == 1 || text[at - 2] == ' ') && (at + 2 >= text.size() || text[at + 2] == ' ');
}

bool isOrWord(const JoinedPart& part) {
    return part.alternative && !part.sign && !part.doubtful;
}

// "TX & OK": letters of regions that one country has.
bool areCodesOfOneCountry(const std::vector<JoinedPart>& parts) {
    std::vector<CountryCode> common = placeRoles(parts.front().text).regionOf;
    for (const JoinedPart& part : parts) {
        const PlaceRoles roles = placeRoles(part.text);
        if (!roles.code)
            return false;
        std::erase_if(common, [&](const CountryCode& country) {
            return std::find(roles.regionOf.begin(), roles.regionOf.end(), country) ==
                   roles.regionOf.end();
        });
    }
    return !common.empty();
}

JoinedItems joinedPlaces(std::string_view text, const std::vector<JoinedPart>& parts) {
    JoinedItems joined{{text}, false};
    const PlaceRoles whole = placeRoles(text);
    if (!whole.countries.empty() || !whole.regionOf.empty())
        return joined;
    const bool codes = areCodesOfOneCountry(parts);
    const bool besideCountry = std::any_of(parts.begin(), parts.end(), [](const auto& part) {
        return !placeRoles(part.text).countries.empty();
    });
    std::size_t countries = 0;
    std::size_t known = 0;
    bool words = false;
    bool sure = false;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const JoinedPart& part = parts[i];
        sure = sure || (i > 0 && !part.doubtful);
        const PlaceRoles roles = placeRoles(part.text);
        countries += roles.isCountryOrWide();
        known += roles.isCountryOrWide() || (!roles.regionOf.empty() && (!roles.code || codes)) ||
                 (besideCountry && !countryOfCarSign(part.text).empty());
        words = words || (i > 0 && !part.doubtful && !(part.sign && part.alternative));
    }
    if (!whole.isUnknown() && countries < parts.size())
        return joined;
    if (known == parts.size()) {
        joined.items.clear();
        for (const JoinedPart& part : parts)
            joined.items.push_back(part.text);
        joined.guess = countries < parts.size();
    } else {
        // "Frankfurt/Main" is one place, "Berlin & Hamburg" and "Berlin / Hamburg" hardly.
        joined.guess = words || (sure && known > 0) || text.find(" / ") != std::string_view::npos;
    }
    return joined;
}

JoinedItems joinedTitles(std::string_view text, const std::vector<JoinedPart>& parts) {
    JoinedItems joined{{text}, false};
    bool titles = true;
    bool rank = false;
    bool longer = false;
    bool both = false;
    bool orWord = false;
    bool owner = false;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        owner = owner || isOwnerTitle(parts[i].text);
        const TitlePart kind = titlePart(parts[i].text);
        titles = titles && (kind == TitlePart::Whole || kind == TitlePart::Rank);
        rank = rank || kind == TitlePart::Rank;
        longer = longer || parts[i].text.find(' ') != std::string_view::npos;
        both = both || (i > 0 && !parts[i].alternative);
        orWord = orWord || (i > 0 && isOrWord(parts[i]));
    }
    // "Marketing Manager/Director" is not a director of something else, someone who assists two
    // chiefs is neither of them, and "Founder & CEO" is one person.
    if (titles && !(longer && (rank || both)) && !(owner && both)) {
        joined.items.clear();
        for (const JoinedPart& part : parts)
            joined.items.push_back(part.text);
        joined.guess = true;
    } else {
        joined.guess = orWord || titles || text.find(" / ") != std::string_view::npos;
    }
    return joined;
}

} // namespace

std::vector<JoinedPart> joinedParts(std::string_view text, bool atOf) {
    std::vector<JoinedPart> parts;
    if (findAny(text, "/&+ ") == std::string_view::npos) {
        parts.push_back({text});
        return parts;
    }
    JoinedPart next;
    std::size_t from = 0;
    int depth = 0;
    const auto take = [&](std::size_t to) {
        next.text = trimmed(text.substr(from, to - from));
        if (!next.text.empty())
            parts.push_back(next);
    };
    std::string word;
    for (std::size_t at = 0; at < text.size(); ++at) {
        depth += text[at] == '(' || text[at] == '[' ? 1 : 0;
        depth -= text[at] == ')' || text[at] == ']' ? 1 : 0;
        if (depth != 0)
            continue;
        if ((text[at] == '/' && !isOfWithout(text, at)) || text[at] == '&' || text[at] == '+') {
            take(at);
            next = {{}, true, text[at] == '/', false, false};
            from = at + 1;
        } else if (text[at] == ' ' || at == 0) {
            const std::size_t length = joinAt(text, at, word);
            if (length > 0 && (atOf || word != "of")) {
                take(at);
                next = {{},
                        false,
                        word == kAndOr || isAlternative(word),
                        word.size() == 1 || word == "of",
                        word == kAndOr};
                from = at + length;
                at = from - 1;
            }
        }
    }
    take(text.size());
    if (parts.empty())
        parts.push_back({text});
    return parts;
}

JoinedItems joinedItems(std::string_view target, std::string_view text) {
    constexpr std::size_t kLongest = 120; // bytes; longer ones are sentences
    JoinedItems one{{text}, false};
    if (text.size() > kLongest || findAny(text, "/&+ ") == std::string_view::npos)
        return one;
    const auto parts = joinedParts(text, target == kPlaces);
    if (parts.size() > 1 && std::all_of(parts.begin() + 1, parts.end(),
                                        [](const JoinedPart& part) { return part.andOr; })) {
        one.items.clear();
        for (const JoinedPart& part : parts)
            one.items.push_back(part.text);
        one.guess = target != kPlaces || !std::all_of(parts.begin(), parts.end(), [](auto& part) {
                        return placeRoles(part.text).isCountryOrWide();
                    });
        return one;
    }
    if (target == kPlaces) {
        if (parts.size() > 1)
            return joinedPlaces(text, parts);
        // The last of "Germany, Austria, and Switzerland".
        if (parts[0].text.size() < text.size() && placeRoles(parts[0].text).isCountryOrWide())
            one.items = {parts[0].text};
        return one;
    }
    if (parts.size() < 2)
        return one;
    if (target == kTitles)
        return joinedTitles(text, parts);
    const bool alternatives = std::any_of(parts.begin() + 1, parts.end(), [](const auto& part) {
        return part.alternative && !part.sign;
    });
    // "Salesforce + HubSpot" are two, "C++" and "Dynamics 365 Sales & Service" are not.
    const bool technologies = std::all_of(parts.begin(), parts.end(), [](const auto& part) {
        return Vocabulary::builtIn().isCellWord("technology", plainName(part.text));
    });
    one.guess = alternatives || technologies;
    return one;
}

CommaMeaning commaMeaning(std::string_view target, std::string_view text) {
    if (text.find(',') == std::string_view::npos)
        return CommaMeaning::None;
    const Parts parts = partsAtCommas(target, text);
    if (parts.size() < 2)
        return CommaMeaning::None;
    if (target == kPlaces)
        return wholePlace(text) ? CommaMeaning::Plain : placeCommas(withJoinedParts(parts));
    if (target == kTitles)
        return ofTitles(parts);
    const auto items = itemsAtCommas(target, text);
    const bool whole = target == kIndustries &&
                       std::any_of(items.begin(), items.end(), [](const std::string& item) {
                           return item.find(',') != item.npos && isIndustryWithCommas(item);
                       });
    return whole ? CommaMeaning::Whole : CommaMeaning::Plain;
}

namespace {

// "or MD" of "Owner, or MD"; "Or Yehuda" is a place.
std::string_view withoutJoin(std::string_view item) {
    std::string word;
    const std::size_t length = joinAt(item, 0, word);
    const bool join = length > 1 && word.size() > 1 && word != "of" && item[0] >= 'a';
    return join ? trimmed(item.substr(length)) : item;
}

} // namespace

std::vector<std::string> itemsAtCommas(std::string_view target, std::string_view text) {
    Parts parts = partsAtCommas(target, text);
    for (std::size_t i = 1; i < parts.size(); ++i)
        parts[i] = withoutJoin(parts[i]);
    const auto between = [&](std::size_t first, std::size_t last) {
        const char* const end = parts[last].data() + parts[last].size();
        return std::string_view(parts[first].data(),
                                static_cast<std::size_t>(end - parts[first].data()));
    };
    std::vector<std::string> items;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        std::size_t last = i;
        if (target == kIndustries && startsIndustryWithCommas(parts[i]))
            for (std::size_t end = i + 1; end < std::min(parts.size(), i + kMaxCommas); ++end)
                if (isIndustryWithCommas(between(i, end)))
                    last = end;
        if (last == i)
            last = endOfDenial(target, parts, i);
        items.emplace_back(between(i, last));
        i = last;
    }
    return items;
}

void decideCommas(const std::vector<SampleRow>& samples, ColumnMap& map) {
    std::erase_if(map.commas, [&](const CommaReading& reading) { return !stands(map, reading); });
    for (ColumnRule& rule : map.columns) {
        const bool asked =
            rule.target == kPlaces || rule.target == kTitles || rule.target == kIndustries;
        if (!asked || hasStep(rule.transforms, TransformKind::Split) ||
            hasStep(rule.transforms, TransformKind::Join) ||
            hasStep(rule.transforms, TransformKind::Whole))
            continue;
        if (std::any_of(map.commas.begin(), map.commas.end(),
                        [&](const CommaReading& one) { return isAbout(one, rule); }))
            continue;
        Votes votes;
        for (const std::uint32_t column : rule.columns())
            for (const SampleRow& row : samples)
                if (column < row.cells.size())
                    vote(votes, rule.target, row.cells[column]);
        if (votes.whole + votes.unclear == 0)
            continue;
        const bool whole = votes.whole > 0 && votes.whole >= votes.items;
        // A known industry stays whole without it; other commas there stand between items.
        if (whole && rule.target != kIndustries)
            rule.transforms.push_back({TransformKind::Whole, {}, {}, NumberStyle::Auto});
        map.commas.push_back(
            {rule.column, rule.target, whole, votes.items > 0 || votes.whole == 0, votes.example});
    }
}

} // namespace leadsheet::app
