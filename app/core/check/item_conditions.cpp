// SPDX-License-Identifier: Apache-2.0
#include "check/item_conditions.hpp"

#include "map/cell_words.hpp"
#include "map/countries.hpp"
#include "map/places.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <array>

namespace leadsheet::app {
namespace {

using Kind = ItemRemark::Kind;

std::optional<ItemRemark> remarkOn(std::string_view meant) {
    return ItemRemark{Kind::Remark,
                      std::vector<std::string>(meant.empty() ? 0 : 1, std::string(meant))};
}

bool isTitle(std::string_view text) {
    const TitlePart part = titlePart(text);
    return part == TitlePart::Whole || part == TitlePart::Rank;
}

ItemRemark peopleOf(std::string_view title) {
    return {Kind::People, std::vector<std::string>(isTitle(title) ? 1 : 0, std::string(title))};
}

bool isLevelWord(std::string_view word) {
    return isCellPhrase("titleLevels", word);
}

// "C-Level Marketing", "any C-level in finance", "IT C-Level"; an assistant to one is none.
bool namesLevel(std::string_view title) {
    const auto words = trimmedParts(title, " ");
    if (words.size() < 2)
        return false;
    if (isLevelWord(words.front()))
        return titlePart(title.substr(words.front().size() + 1)) == TitlePart::Field ||
               isOneOf(words[1], {"in", "im", "of", "for", "from", "at", "en", "de", "di", "w"});
    return isLevelWord(words.back()) &&
           titlePart(trimmed(title.substr(0, title.size() - words.back().size()))) ==
               TitlePart::Field;
}

// "Director" of "Director and", where "above" was cut off.
std::string_view withoutLastJoin(std::string_view text) {
    const auto blank = text.rfind(' ');
    return blank != std::string_view::npos &&
                   CellWords::builtIn().sizeWord(plainName(text.substr(blank))) == SizeWord::Or
               ? withoutJoinSigns(text.substr(0, blank))
               : text;
}

} // namespace

std::optional<ItemRemark> levelIn(std::string_view title) {
    if (isLevelWord(title) || namesLevel(title) || withoutPhraseAtStart(title, "peopleInCharge"))
        return ItemRemark{Kind::People, {}};
    std::string_view bare = title;
    for (const std::string_view sign : {">=", "\u2265", "=>", ">", "<=", "\u2264", "<"})
        if (bare.size() == title.size() && bare.starts_with(sign))
            bare = trimmed(bare.substr(sign.size()));
    if (bare.ends_with('+') && !bare.ends_with("++"))
        bare = trimmed(bare.substr(0, bare.size() - 1));
    if (bare.size() < title.size() && isTitle(bare))
        return peopleOf(bare);
    if (const auto rest = withoutPhraseAtEnd(title, "titleLevelEnd"); rest && !rest->empty())
        return peopleOf(withoutLastJoin(*rest));
    for (const std::string_view end : {"-level", "-Level", "-ebene", "-Ebene", "-niveau"})
        if (title.ends_with(end) && title.find(' ') == std::string_view::npos)
            return peopleOf(title.substr(0, title.size() - end.size()));
    if (const auto rest = withoutPhraseAtStart(title, "titleLevelStart");
        rest && (isTitle(*rest) || isLevelWord(*rest) || namesLevel(*rest)))
        return peopleOf(*rest);
    return std::nullopt;
}

namespace {

// "if", "wenn": written small, as "SI" is a department.
bool isIf(std::string_view word, std::string_view field) {
    return isOneOf(word, {"if", "wenn", "sofern", "unless", "je\u015Bli", "je\u017Celi", "hvis",
                          "indien", "mits"}) ||
           (field == "jobTitles" && isOneOf(word, {"falls", "si"}));
}

// "CEO" of "CEO if <50 MA".
std::optional<ItemRemark> ifIn(std::string_view item, std::string_view field) {
    const auto words = trimmedParts(item, " ");
    for (std::size_t i = 1; i + 1 < words.size(); ++i)
        if (isIf(words[i], field))
            return remarkOn(withoutJoinSigns(
                item.substr(0, static_cast<std::size_t>(words[i].data() - item.data()))));
    return std::nullopt;
}

// "CEO" of "CEO (bei KMU)" and "CEO (ab 50 MA)".
std::optional<ItemRemark> conditionInBrackets(std::string_view title) {
    const auto open = title.find_last_of("([");
    if (open == std::string_view::npos || open == 0 ||
        !(title.ends_with(')') || title.ends_with(']')))
        return std::nullopt;
    const auto inner = trimmed(title.substr(open + 1, title.size() - open - 2));
    const auto words = trimmedParts(inner, " ");
    if (words.empty())
        return std::nullopt;
    const std::string first = lowerCase(words.front());
    const bool compared = inner.front() == '<' || inner.front() == '>' ||
                          inner.starts_with("\u2265") || inner.starts_with("\u2264");
    const bool conditions = isOneOf(first, {"if", "wenn", "falls", "bei", "chez", "unless"});
    const bool sized =
        inner.find_first_of("0123456789") != std::string_view::npos &&
        isOneOf(first, {"ab",       "\u00FCber", "ueber", "unter", "bis", "for",  "from",
                        "over",     "under",     "above", "below", "up",  "pour", "de",
                        "d\u00E8s", "desde",     "hasta", "para",  "per", "da",   "fino",
                        "voor",     "vanaf",     "tot",   "dla",   "od",  "do",   "at",
                        "f\u00FCr", "fr\u00E5n", "fra"});
    return compared || (words.size() > 1 && (conditions || sized))
               ? remarkOn(withoutJoinSigns(title.substr(0, open)))
               : std::nullopt;
}

// "Head of Sales;Head of Marketing" of "Head of (Sales OR Marketing)".
std::optional<ItemRemark> choiceInBrackets(std::string_view title) {
    const auto open = title.find('(');
    if (open == std::string_view::npos || open == 0 || title.find(')') != title.size() - 1)
        return std::nullopt;
    const std::string_view inner = title.substr(open + 1, title.size() - open - 2);
    for (const std::string_view word : {" OR ", " or ", " oder ", " ou ", " lub ", "|"}) {
        std::string list;
        std::size_t parts = 0;
        for (std::size_t from = 0; from <= inner.size(); ++parts) {
            const auto to = std::min(inner.find(word, from), inner.size());
            const auto part = trimmed(inner.substr(from, to - from));
            list.append(list.empty() ? "" : ";").append(trimmed(title.substr(0, open)));
            list.append(" ").append(part);
            from = to + word.size();
        }
        if (parts > 1)
            return remarkOn(list);
    }
    return std::nullopt;
}

// "alternatively CFO", "backup: CFO", "CEO sonst CFO"
std::optional<ItemRemark> otherwiseIn(std::string_view item) {
    if (const auto rest = withoutPhraseAtStart(item, "otherwise"))
        return remarkOn(*rest);
    const auto colon = item.find(':');
    if (colon != std::string_view::npos && colon + 1 < item.size() &&
        (isCellPhrase("otherwise", item.substr(0, colon)) ||
         isOneOf(lowerCase(item.substr(0, colon)),
                 {"backup", "alternative", "alternativ", "reserve", "ersatz", "alternativa",
                  "plan b", "option b", "option 2", "1st choice", "2nd choice"})))
        return remarkOn(trimmed(item.substr(colon + 1)));
    const auto words = trimmedParts(item, " ");
    for (std::size_t i = 1; i + 1 < words.size(); ++i) {
        const auto at = static_cast<std::size_t>(words[i].data() - item.data());
        if (const auto rest = withoutPhraseAtStart(item.substr(at), "otherwise"))
            return remarkOn(std::string(withoutJoinSigns(item.substr(0, at))) + ";" +
                            std::string(*rest));
    }
    return std::nullopt;
}

} // namespace

std::optional<ItemRemark> conditionIn(std::string_view item, std::string_view field) {
    for (const std::string_view start :
         {"v.a. ", "v. a. ", "esp. ", "bes. ", "insb. ", "pref. ", "prio "})
        if (item.size() > start.size() && item.starts_with(start))
            return remarkOn(trimmed(item.substr(start.size())));
    if (field != "industries") // "France\u00B2" has a footnote, and "CO\u2082" is a gas
        for (const std::string_view mark : {"\u00B9", "\u00B2", "\u00B3", "\u2074", "\u2020"})
            if (item.size() > mark.size() && item.ends_with(mark))
                return remarkOn(trimmed(item.substr(0, item.size() - mark.size())));
    if (field != "locations")
        for (const std::string_view end : {" & Co.", " & Co", " & co.", " & co"})
            if (item.size() > end.size() && item.ends_with(end))
                return remarkOn(trimmed(item.substr(0, item.size() - end.size())));
    if (auto found = otherwiseIn(item))
        return found;
    if (auto found = ifIn(item, field))
        return found;
    if (field != "jobTitles")
        return std::nullopt;
    auto found = conditionInBrackets(item);
    return found ? found : choiceInBrackets(item);
}

namespace {

bool isNamed(std::string_view text) {
    return !placeRoles(text).isUnknown();
}

std::string listOfParts(const std::vector<std::string_view>& parts) {
    std::string list;
    for (const std::string_view part : parts)
        list.append(list.empty() ? "" : ";").append(part);
    return list;
}

// "DE-AT-CH", "Germany AT CH", "USA-Canada"; "Guinea-Bissau" is one.
std::optional<ItemRemark> countriesBesideEachOther(std::string_view place) {
    if (place.find_first_of("-/ ") == std::string_view::npos ||
        place.find(',') != std::string_view::npos)
        return std::nullopt;
    if (plainName(place) == "dach") // "D-A-CH", "D/A/CH"
        return remarkOn("DACH");
    if (isNamed(place))
        return std::nullopt;
    for (const std::string_view signs : {"-", "/", " ", "- /"}) {
        const auto parts = trimmedParts(place, signs);
        if (parts.size() > 1 && std::all_of(parts.begin(), parts.end(), isCountry)) {
            // "DE-BY" is Bavaria, and "US-CA" California.
            const bool region = signs == "-" && place.size() == 5;
            return remarkOn(region ? std::string() : listOfParts(parts));
        }
    }
    return std::nullopt;
}

// "Germany plus Austria", "France ainsi que Belgique"
std::optional<ItemRemark> joinedByWords(std::string_view place) {
    std::string joined(place);
    bool found = false;
    for (const std::string_view word : {" as well as ",  " and also ",
                                        " plus ",        " including ",
                                        " incl. ",       " incl ",
                                        " inkl. ",       " inkl ",
                                        " inklusive ",   " inclusief ",
                                        " with ",        " mit ",
                                        " sowie ",       " ainsi que ",
                                        " avec ",        " y tambi\u00E9n ",
                                        " junto con ",   " as\u00ED como ",
                                        " incluido ",    " insieme a ",
                                        " nonch\u00E9 ", " compresa ",
                                        " alsmede ",     " plus aussi ",
                                        " oraz ",        " wraz z ",
                                        " bem como ",    " assim como ",
                                        " mais ",        " a ",
                                        " ja ",          " ve "})
        for (auto at = joined.find(word); at != std::string::npos; at = joined.find(word, at)) {
            joined.replace(at, word.size(), ";");
            found = true;
        }
    const auto parts = trimmedParts(joined, ";");
    return found && parts.size() > 1 && std::all_of(parts.begin(), parts.end(), isNamed)
               ? remarkOn(listOfParts(parts))
               : std::nullopt;
}

// "Munich, Germany" of "Germany: Munich".
std::optional<ItemRemark> placesOfCountry(std::string_view place) {
    const auto colon = place.find(':');
    if (colon == std::string_view::npos || colon == 0 || colon + 1 == place.size() ||
        !isCountry(trimmed(place.substr(0, colon))))
        return std::nullopt;
    std::string list;
    for (const std::string_view part : trimmedParts(place.substr(colon + 1), ",/&"))
        list.append(list.empty() ? "" : ";")
            .append(part)
            .append(", ")
            .append(trimmed(place.substr(0, colon)));
    return remarkOn(list);
}

} // namespace

std::optional<ItemRemark> seatIn(std::string_view place) {
    if (auto found = countriesBesideEachOther(place))
        return found;
    if (auto found = joinedByWords(place))
        return found;
    if (auto found = placesOfCountry(place))
        return found;
    // "Germany (HQ)" as well
    if (const auto rest =
            withoutPhraseAtEnd(place.substr(0, place.find_last_not_of(")]") + 1), "placeSeatEnd");
        rest && !rest->empty())
        return remarkOn(isNamed(*rest) ? *rest : std::string_view());
    if (isNamed(place))
        return std::nullopt;
    if (auto rest = withoutPhraseAtStart(place, "placeSeatStart")) {
        for (const std::string_view in : {"in ", "on ", "auf ", "en ", "em ", "su ", "op ", "na "})
            if (rest->starts_with(in))
                rest = trimmed(rest->substr(in.size()));
        return remarkOn(*rest);
    }
    if (constexpr std::string_view kBased = "-based"; place.ends_with(kBased))
        return remarkOn(place.substr(0, place.size() - kBased.size()));
    return std::nullopt;
}

std::optional<ItemRemark> titleIn(std::string_view industry) {
    // "CRO" and "CMO" are kinds of companies too.
    constexpr std::string_view kTitles[] = {"ceo",  "cfo",  "cto", "coo", "cio",
                                            "ciso", "chro", "vp",  "svp", "evp"};
    const auto words = trimmedParts(industry, " ");
    const bool chief = !words.empty() && std::any_of(std::begin(kTitles), std::end(kTitles),
                                                     [&](std::string_view title) {
                                                         return lowerCase(words.front()) == title;
                                                     });
    const bool head = words.size() > 2 && isOneOf(lowerCase(words[0]), {"head", "director"}) &&
                      isOneOf(lowerCase(words[1]), {"of"});
    return chief || head ? std::optional(ItemRemark{Kind::Title, {}}) : std::nullopt;
}

} // namespace leadsheet::app
