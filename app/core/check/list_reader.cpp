// SPDX-License-Identifier: Apache-2.0
#include "check/list_reader.hpp"

#include "check/broken_lines.hpp"
#include "check/closed_values.hpp"
#include "check/free_items.hpp"
#include "check/item_signs.hpp"
#include "check/nested_places.hpp"
#include "leadsheet/messages/check.hpp"
#include "map/column_samples.hpp"
#include "map/comma_parts.hpp"
#include "map/name_meaning.hpp"
#include "map/parts_at_commas.hpp"
#include "map/places.hpp"
#include "map/size_reader.hpp"
#include "map/transform.hpp"
#include "map/vocabulary.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <set>

namespace leadsheet::app {

namespace say = messages::check;

namespace {

using contract::FieldInfo;

void sayUnexpected(const FieldInput& input, std::string_view piece, bool whole,
                   ProblemSink& problems) {
    problems.add(ProblemLevel::Odd, ProblemCode::CommaReading, input,
                 whole ? say::readAsItemWithComma(quotable(piece))
                       : say::readAsList(quotable(piece)),
                 whole ? say::separateOrStateSplit() : say::separateItemsWithCommas());
}

// "Cambridge, MA / Cambridge, UK", "Portland, OR or Seattle, WA": places that each have a comma.
std::vector<std::string> joinedWholePlaces(std::string_view target, std::string_view piece) {
    std::vector<std::string> places;
    if (target != "locations")
        return places;
    for (const std::string_view sign : {" / ", " | ", " + ", " & ", " or ", " and ", " und ",
                                        " oder ", " et ", " ou ", " y ", " e ", " en ", " i "}) {
        for (std::size_t from = 0; from <= piece.size();) {
            const auto to = std::min(piece.find(sign, from), piece.size());
            const auto place = trimmed(piece.substr(from, to - from));
            places.emplace_back(place);
            from = to + sign.size();
        }
        if (places.size() > 1 && std::all_of(places.begin(), places.end(), [&](const auto& place) {
                return commaMeaning(target, place) == CommaMeaning::Whole;
            }))
            return places;
        places.clear();
    }
    return places;
}

// "New York, New Jersey" below "State": a city would not be looked for there.
bool areRegionsBelow(std::string_view header, std::string_view piece) {
    const auto parts = trimmedParts(piece, ",");
    return std::all_of(parts.begin(), parts.end(),
                       [](std::string_view part) { return !placeRoles(part).regionOf.empty(); }) &&
           meaningOf(header).place == PlacePart::Region;
}

// What stands between commas, or all of it. Where the cell clearly says otherwise than the column,
// it is followed, and that is said.
std::vector<std::string> atCommas(const FieldInput& input, std::string_view piece, bool isWhole,
                                  ProblemSink& problems) {
    if (input.target == "locations" && wholePlace(piece)) // "bundesweit, Deutschland"
        return {std::string(trimmed(piece))};
    if (const auto places = joinedWholePlaces(input.target, piece); !places.empty()) {
        problems.add(ProblemLevel::Odd, ProblemCode::CommaReading, input.of(piece),
                     say::readAsList(quotable(piece)), say::correctIfOneItem(),
                     readAs(input.of(piece), {std::string(piece)}, false));
        return places;
    }
    if (input.target == "locations" && areRegionsBelow(input.header, piece))
        return itemsAtCommas(input.target, piece);
    const CommaMeaning meaning = commaMeaning(input.target, piece);
    if (meaning == CommaMeaning::Tangled) {
        problems.add(ProblemLevel::Blocks, ProblemCode::UnclearList, input,
                     say::commasWithinAndBetween(quotable(piece)),
                     say::separateItemsWithSemicolon());
        return {};
    }
    if (meaning == CommaMeaning::Inward)
        return inwardPlace(input, piece, isWhole, problems);
    const bool known = input.target == "industries"; // whole by its name, whatever the column
    const bool whole =
        !known && (meaning == CommaMeaning::Whole || (meaning != CommaMeaning::Items && isWhole));
    if ((meaning == CommaMeaning::Whole || meaning == CommaMeaning::Items) && whole != isWhole &&
        !known)
        sayUnexpected(input, piece, whole, problems);
    // "VP Sales, Marketing" would look for people whose title is Marketing, and "Lyon, Marseille"
    // among cities with their regions for a place of that name.
    const bool doubtfulTitles = meaning == CommaMeaning::Unclear && input.target == "jobTitles";
    const bool doubtfulPlaces =
        (meaning == CommaMeaning::Unclear || meaning == CommaMeaning::Plain) &&
        input.target == "locations";
    if (whole ? doubtfulPlaces : doubtfulTitles)
        sayUnexpected(input, piece, whole, problems);
    if (whole || (known && isWhole))
        return {std::string(trimmed(piece))};
    return itemsAtCommas(input.target, piece);
}

// "90210, 90211" between other signs: numbers have no commas that are part of them.
void addPart(std::string_view part, std::vector<std::string>& items) {
    const bool numbers = part.find(',') != std::string_view::npos &&
                         part.find_first_not_of("0123456789, ") == std::string_view::npos;
    for (const std::string_view one : trimmedParts(part, numbers ? "," : ""))
        items.emplace_back(one);
}

std::vector<std::string> itemsOf(const FieldInput& input, const std::vector<std::string>& pieces,
                                 bool isSplit, ProblemSink& problems) {
    const bool isWhole = hasStep(input.steps(), TransformKind::Whole);
    std::vector<std::string> items;
    bool commaKept = false;
    for (const std::string& given : pieces) {
        const std::string piece =
            isSplit ? given : withJoinedLines(withWholeNames(withPlainSigns(given), input.target));
        std::string_view separators;
        if (isSplit)
            separators = "";
        else if (findAny(piece, "\r\n") != std::string::npos)
            separators = "\r\n";
        else if (findAny(piece, ";|") != std::string::npos)
            separators = ";|";
        std::vector<std::string> found;
        if (!separators.empty())
            for (const std::string_view part : partsOutsideBrackets(piece, separators))
                addPart(separators == "\r\n" ? withoutEndJoin(part, input.target == "locations")
                                             : part,
                        found);
        else if (!isSplit && piece.find(',') != std::string::npos)
            found = atCommas(input, piece, isWhole, problems);
        else
            found.emplace_back(trimmed(piece));
        for (std::string& item : found) {
            if (isBlank(item))
                continue;
            commaKept = commaKept || (!isSplit && !isWhole && !separators.empty() &&
                                      findAny(item, ",;|") != std::string::npos);
            items.push_back(std::move(item));
        }
    }
    if (commaKept)
        problems.add(ProblemLevel::Odd, ProblemCode::MixedSeparators, input,
                     say::cellSplitIntoItems(static_cast<std::int64_t>(items.size())),
                     say::useOneSeparator());
    return items;
}

// Reads what is written for the item: an address becomes the domain that it has.
bool itemFits(const FieldInput& input, std::string& item, bool stated, const FieldInfo& field,
              ProblemSink& problems) {
    if (field.format == "domain" &&
        !(stated ? readDomain(input, item, problems) : isCompanyDomain(input, item, problems)))
        return false;
    if (field.maxLength > 0 && characterCount(item) > static_cast<std::size_t>(field.maxLength)) {
        problems.add(ProblemLevel::Blocks, ProblemCode::TooLong, input,
                     say::itemTooLong(quotable(item), field.maxLength),
                     say::shortenOrCheckSeparation());
        return false;
    }
    if (field.format == "url" && !looksLikeUrl(item)) {
        problems.add(ProblemLevel::Blocks, ProblemCode::NotAUrl, input,
                     say::notAWebAddress(quotable(item)), say::writeWholeAddress());
        return false;
    }
    return true;
}

// "KMU", "200-50": what may be meant is offered.
bool asksForSizes(const FieldInput& input, const std::string& text, const FieldInfo& field,
                  ProblemSink& problems) {
    const auto guesses = Vocabulary::builtIn().guessedValues(field.name, plainName(text));
    const auto near = guesses.empty() ? sizesNear(text, membersOf(field)) : guesses;
    if (near.empty())
        return false;
    problems.add(ProblemLevel::Blocks,
                 guesses.empty() ? ProblemCode::NotAllowed : ProblemCode::SizeNotExact, input,
                 guesses.empty() ? say::notAnAllowedValue(quotable(text), field.name)
                                 : say::sizeWord(quotable(text)),
                 say::chooseSizeBands(), readAs(input, near, false));
    return true;
}

std::string withSemicolons(const std::vector<std::string>& items) {
    std::string list;
    for (const std::string& item : items)
        list += (list.empty() ? "" : ";") + item;
    return list;
}

// "1-Nov" was "1-11" or something else: no band becomes such a date.
bool asksForRange(const FieldInput& input, std::string_view text,
                  const std::vector<std::string>& bands, ProblemSink& problems) {
    std::vector<std::string> meanings;
    for (const std::string& range : rangesMadeDate(text))
        if (const SizeReading cut = readSize(range, bands); !cut.bands.empty())
            meanings.push_back(withSemicolons(cut.bands));
    if (meanings.empty())
        return false;
    problems.add(ProblemLevel::Blocks, ProblemCode::DateForRange, input,
                 say::dateForUnclearRange(quotable(text)), say::acceptOrWriteOtherBands(),
                 readAs(input, meanings, false));
    return true;
}

// One size, or a date that was one. False when a problem was added.
bool readOneSize(const FieldInput& input, const FieldInfo& field, ProblemSink& problems,
                 std::vector<std::string>& sizes) {
    const auto& bands = membersOf(field);
    const std::string text(trimmed(input.text));
    const SizeReading reading = readSize(text, bands);
    if (input.isTime && reading.count) {
        problems.add(ProblemLevel::Blocks, ProblemCode::SizeNotExact, input,
                     say::dateShownAsNumber(quotable(text)), say::formatAsNumberAndWriteAgain());
        return false;
    }
    if (reading.count)
        if (const std::string range = rangeWithComma(text, bands); !range.empty()) {
            problems.add(ProblemLevel::Blocks, ProblemCode::SizeNotExact, input,
                         say::ambiguousValue(quotable(text), range, reading.bands),
                         say::writeSizeBand(),
                         readAs(input, {range, withSemicolons(reading.bands)}, false));
            return false;
        }
    switch (reading.kind) {
    case SizeReading::Kind::Cut:
        problems.add(
            ProblemLevel::Blocks, ProblemCode::SizeNotExact, input,
            reading.bands.size() == 1 ? say::bandIncludesOtherSizes(quotable(text), reading.bands)
                                      : say::bandsIncludeOtherSizes(quotable(text), reading.bands),
            say::acceptOrWriteOtherBands(), readAs(input, {withSemicolons(reading.bands)}, false));
        return false;
    case SizeReading::Kind::Wider:
        problems.add(ProblemLevel::Odd, ProblemCode::SizeNotExact, input,
                     say::wasReadAs(quotable(text), reading.bands), say::writeOtherBandsIfMeant());
        [[fallthrough]];
    case SizeReading::Kind::Exact:
        sizes.insert(sizes.end(), reading.bands.begin(), reading.bands.end());
        return true;
    case SizeReading::Kind::None:
        break;
    }
    if (const std::string range = rangeMadeDate(text, bands); !range.empty()) {
        problems.add(ProblemLevel::Blocks, ProblemCode::DateForRange, input,
                     say::dateForRange(quotable(text)), say::readDateAsRange(range),
                     readAs(input, {range}, true));
        return false;
    }
    if (asksForRange(input, text, bands, problems))
        return false;
    if (asksForSizes(input, text, field, problems))
        return false;
    const auto member = allowedMember(input, text, field, problems);
    if (member)
        sizes.push_back(*member);
    return member.has_value();
}

// Absent when a problem was added.
std::optional<std::vector<std::string>> readSizes(const FieldInput& input,
                                                  const std::vector<std::string>& items,
                                                  const FieldInfo& field, ProblemSink& problems) {
    const auto& bands = membersOf(field);
    std::vector<std::string> sizes;
    bool fits = true;
    const auto readCommas = [&](std::string_view list) {
        for (const std::string_view piece : splitSizes(list, bands))
            fits = readOneSize(input.of(piece), field, problems, sizes) && fits;
    };
    for (const std::string& item : items) {
        if (isMember(item, bands)) {
            sizes.push_back(item);
        } else if (const auto meaning = meaningOf(item, input.steps())) {
            for (const std::string_view piece : trimmedParts(*meaning, ";"))
                readCommas(piece);
        } else if (hasUnseen(input.of(item), problems)) {
            fits = false;
        } else if (!rangesMadeDate(item).empty() && readSize(item, bands).bands.empty()) {
            fits = readOneSize(input.of(item), field, problems, sizes) && fits;
        } else {
            readCommas(item);
        }
    }
    return fits ? std::optional(std::move(sizes)) : std::nullopt;
}

} // namespace

bool countFits(const FieldInput& input, std::size_t count, const FieldInfo& field,
               ProblemSink& problems) {
    const auto items = static_cast<std::int64_t>(count);
    if (field.maxItems > 0 && items > field.maxItems) {
        problems.add(ProblemLevel::Blocks, ProblemCode::TooManyItems, input,
                     say::tooManyItems(items, field.maxItems), say::spreadOverRows());
        return false;
    }
    if (items < field.minItems) {
        problems.add(ProblemLevel::Blocks, ProblemCode::TooFewItems, input,
                     say::tooFewItems(items, field.minItems), say::addMoreItems());
        return false;
    }
    return true;
}

namespace {

// Sizes have commas inside their numbers, so they are taken apart by what they mean.
std::vector<std::string> itemsFor(const FieldInput& input, const std::vector<std::string>& pieces,
                                  bool isSplit, const FieldInfo& field, bool& fits,
                                  ProblemSink& problems) {
    if (field.name != "companySizes")
        return itemsOf(input, pieces, isSplit, problems);
    std::vector<std::string> items;
    for (const std::string& piece : pieces)
        for (const std::string_view item : trimmedParts(piece, isSplit ? "" : ";|\r\n"))
            items.emplace_back(item);
    auto sizes = readSizes(input, items, field, problems);
    fits = sizes.has_value();
    return sizes ? *std::move(sizes) : std::vector<std::string>();
}

// What else an item that joins parts could mean: itself, or its parts.
std::vector<std::string> otherReadings(std::string_view target, const std::string& item,
                                       const JoinedItems& joined) {
    if (joined.items.size() > 1)
        return {item};
    std::string several;
    const auto parts = joinedParts(item, target == "locations");
    for (const JoinedPart& part : parts)
        several.append(several.empty() ? "" : ";").append(part.text);
    return parts.size() > 1 ? std::vector{several, item} : std::vector<std::string>();
}

// What a step of the column makes of it, if one does.
bool addStated(std::string_view item, const std::vector<Transform>& steps,
               std::vector<ListItem>& items) {
    const auto meaning = meaningOf(item, steps);
    if (!meaning)
        return false;
    if (trimmed(*meaning) == trimmed(item))
        items.push_back({std::string(item), true});
    else
        for (const std::string_view part : trimmedParts(*meaning, ";"))
            items.push_back({std::string(part), true});
    return true;
}

std::string bareItem(const FieldInput& input, std::string_view item, ProblemSink& problems) {
    std::string bare(withoutQuotes(withoutLooseEnds(item)));
    if (input.target == "jobTitles")
        bare = withoutOtherForms(bare);
    else if (input.target == "locations" && !input.joined)
        bare = wholePlace(bare).value_or(bare);
    if (bare.size() < item.size())
        problems.add(ProblemLevel::Odd, ProblemCode::MixedSeparators, input.of(item),
                     say::wasReadAs(quotable(item), {bare}), say::writeWhatIsMeant(),
                     readAs(input.of(item), {std::string(item)}, false));
    return bare;
}

// "A;B" that a step makes of an item are two, and so are "Germany and Austria".
std::vector<ListItem> meantItems(const FieldInput& input, std::vector<std::string> found,
                                 const FieldInfo& field, ProblemSink& problems) {
    const auto& steps = input.steps();
    const bool stated = std::any_of(steps.begin(), steps.end(),
                                    [](const Transform& step) { return step.saysMeaning(); });
    const bool sizes = field.name == "companySizes";
    std::vector<ListItem> items;
    for (std::string& item : found) {
        if (stated && addStated(item, steps, items))
            continue;
        if (!field.allowed.empty() && !sizes) {
            auto members = joinedMembers(item, field);
            if (members.empty())
                members.push_back(std::move(item));
            for (std::string& member : members)
                items.push_back({std::move(member)});
            continue;
        }
        if (!field.format.empty() || sizes) {
            items.push_back({std::move(item)});
            continue;
        }
        if (const auto bare = withoutBullet(item); bare.size() < item.size() && !bare.empty()) {
            if (found.size() == 1)
                problems.add(ProblemLevel::Odd, ProblemCode::MixedSeparators, input.of(item),
                             say::wasReadAs(quotable(item), {std::string(bare)}),
                             say::writeWhatIsMeant());
            item = std::string(bare);
        }
        if (input.target == "locations" && !input.joined && wholePlace(item)) { // "DE / bundesweit"
            items.push_back({bareItem(input, item, problems)});
            continue;
        }
        const auto joined = joinedItems(input.target, item);
        // "Germany (Berlin, Hamburg)" would be looked for as a place of that name.
        const auto bracket = findAny(item, "([");
        const bool bracketed =
            bracket != std::string::npos &&
            (findAny(item, input.target == "locations" ? ",;+&/" : ",;", bracket) !=
                 std::string::npos ||
             (input.target == "locations" &&
              joinedParts(std::string_view(item).substr(bracket + 1), false).size() > 1));
        if (joined.guess || bracketed)
            problems.add(ProblemLevel::Odd, ProblemCode::CommaReading, input.of(item),
                         joined.items.size() > 1 ? say::readAsList(quotable(item))
                                                 : say::readAsOneItem(quotable(item)),
                         joined.items.size() > 1 ? say::correctIfOneItem()
                                                 : say::separateIfSeveral(),
                         readAs(input.of(item), otherReadings(input.target, item, joined), false));
        for (const std::string_view part : joined.items)
            if (!stated || !addStated(part, steps, items))
                items.push_back({bareItem(input, part, problems)});
    }
    return items;
}

PlacePart partOf(const std::vector<ListItem>& items) {
    std::vector<std::string_view> places;
    places.reserve(items.size());
    for (const ListItem& item : items)
        places.push_back(item.text);
    return places.size() > 1 ? partBeside(places) : PlacePart::None;
}

} // namespace

std::optional<FieldValue> readList(const FieldInput& input, const std::vector<std::string>& pieces,
                                   bool isSplit, const FieldInfo& field, ProblemSink& problems) {
    std::vector<std::string> items;
    std::set<std::string> seen;
    bool fits = true;
    std::size_t repeated = 0;
    auto found =
        meantItems(input, itemsFor(input, pieces, isSplit, field, fits, problems), field, problems);
    if (field.name == "locations")
        leaveOutNational(found);
    const PlacePart beside = field.name == "locations" ? partOf(found) : PlacePart::None;
    if (field.name == "locations" && found.size() > 1 && !areApart(input, found, problems))
        return std::nullopt;
    for (ListItem& item : found) {
        if (!field.allowed.empty()) {
            auto member = allowedMember(input, item.text, field, problems);
            fits = fits && member.has_value();
            if (!member)
                continue;
            item.text = std::move(*member);
        } else if ((!item.stated && !canBeMeant(input, item.text, field, problems)) ||
                   !itemFits(input, item.text, item.stated, field, problems)) {
            fits = false;
            continue;
        } else if (!item.stated && field.name == "locations") {
            if (!readPlaceCode(input, item.text, beside, problems)) {
                fits = false;
                continue;
            }
            checkPlace(input, item.text, problems);
        } else if (!item.stated && field.format.empty() && field.name != "technologies") {
            checkSpelling(input, item.text, problems);
        }
        if (found.size() == 1 || seen.insert(lowerCase(item.text)).second)
            items.push_back(std::move(item.text));
        else
            ++repeated;
    }
    // ",,": signs where a value should be.
    if (const std::string_view text = trimmed(input.text);
        fits && found.empty() && !pieces.empty() && !trimmed(pieces.front()).empty() &&
        text.find_first_not_of(",;|/ \t\r\n") == std::string_view::npos)
        problems.add(ProblemLevel::Blocks, ProblemCode::Placeholder, input,
                     say::standsForMissingValue(text), say::readColumnValueAsEmpty(),
                     readAs(input, {""}, true));
    if (!fits || items.empty() || !countFits(input, items.size(), field, problems))
        return std::nullopt;
    if (repeated > 0)
        problems.add(ProblemLevel::Odd, ProblemCode::RepeatedItem, input,
                     say::repeatedItems(static_cast<std::int64_t>(repeated)), {});
    return FieldValue(std::move(items));
}

} // namespace leadsheet::app
