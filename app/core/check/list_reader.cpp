// SPDX-License-Identifier: Apache-2.0
#include "check/list_reader.hpp"

#include "check/size_reader.hpp"
#include "leadsheet/app/display.hpp"
#include "map/cell_words.hpp"
#include "map/column_samples.hpp"
#include "map/comma_parts.hpp"
#include "map/countries.hpp"
#include "map/transform.hpp"
#include "map/vocabulary.hpp"
#include "sheet/utf8.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace leadsheet::app {
namespace {

using contract::FieldInfo;

std::string inQuotes(std::string_view text) {
    return "\"" + std::string(utf8Prefix(text, kProblemValueBytes)) + "\"";
}

void sayUnexpected(const FieldInput& input, std::string_view piece, bool whole,
                   ProblemSink& problems) {
    problems.add(ProblemLevel::Odd, ProblemCode::CommaReading, input,
                 whole ? inQuotes(piece) + " is read as one item, with its comma."
                       : inQuotes(piece) + " is read as a list.",
                 whole ? "Separate items with ; where they are several, or state split(,) for the "
                         "column."
                       : "Separate items with ; where they have commas.");
}

// What stands between commas, or all of it. Where the cell clearly says otherwise than the column,
// it is followed, and that is said.
std::vector<std::string> atCommas(const FieldInput& input, std::string_view piece, bool isWhole,
                                  ProblemSink& problems) {
    const CommaMeaning meaning = commaMeaning(input.target, piece);
    if (meaning == CommaMeaning::Tangled) {
        problems.add(ProblemLevel::Blocks, ProblemCode::UnclearList, input,
                     inQuotes(piece) + " has commas within its items and between them.",
                     "Separate the items with ; instead.");
        return {};
    }
    const bool known = input.target == "industries"; // whole by its name, whatever the column
    const bool whole =
        !known && (meaning == CommaMeaning::Whole || (meaning != CommaMeaning::Items && isWhole));
    if ((meaning == CommaMeaning::Whole || meaning == CommaMeaning::Items) && whole != isWhole &&
        !known)
        sayUnexpected(input, piece, whole, problems);
    if (whole || (known && isWhole))
        return {std::string(trimmed(piece))};
    return itemsAtCommas(input.target, piece);
}

std::vector<std::string> itemsOf(const FieldInput& input, const std::vector<std::string>& pieces,
                                 bool isSplit, ProblemSink& problems) {
    const bool isWhole = hasStep(input.steps(), TransformKind::Whole);
    std::vector<std::string> items;
    bool commaKept = false;
    for (const std::string& piece : pieces) {
        std::string_view separators;
        if (isSplit)
            separators = "";
        else if (findAny(piece, "\r\n") != std::string::npos)
            separators = "\r\n";
        else if (findAny(piece, ";|") != std::string::npos)
            separators = ";|";
        std::vector<std::string> found;
        if (!separators.empty())
            for (const std::string_view part : trimmedParts(piece, separators))
                found.emplace_back(part);
        else if (!isSplit && piece.find(',') != std::string::npos)
            found = atCommas(input, piece, isWhole, problems);
        else
            found.emplace_back(trimmed(piece));
        for (const std::string& item : found) {
            if (isBlank(item))
                continue;
            commaKept = commaKept || (!isSplit && !isWhole && !separators.empty() &&
                                      findAny(item, ",;|") != std::string::npos);
            items.push_back(item);
        }
    }
    if (commaKept)
        problems.add(ProblemLevel::Odd, ProblemCode::MixedSeparators, input,
                     "The cell was split into " + std::to_string(items.size()) +
                         " items; separators inside an item were kept.",
                     "Use one kind of separator, or state it with split(...).");
    return items;
}

// "https://www.acme.com/about" -> "acme.com", as far as the text allows a guess.
std::string domainIn(std::string_view text) {
    std::string lower = lowerCase(text);
    std::string_view rest = lower;
    if (const auto scheme = rest.find("://"); scheme != std::string_view::npos)
        rest.remove_prefix(scheme + 3);
    if (const auto at = rest.rfind('@'); at != std::string_view::npos)
        rest.remove_prefix(at + 1);
    rest = rest.substr(0, rest.find_first_of("/?#: "));
    if (rest.starts_with("www."))
        rest.remove_prefix(4);
    return looksLikeDomain(rest) ? std::string(rest) : std::string();
}

// Ranges as people type them: "11 – 50" is "11-50".
std::string plainRange(std::string_view text) {
    std::string range;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::string_view rest = text.substr(i);
        if (rest.starts_with("\xE2\x80\x93") || rest.starts_with("\xE2\x80\x94")) {
            range += '-';
            i += 2;
        } else if (text[i] != ' ') {
            range += text[i];
        }
    }
    return range;
}

// "tbd, Germany" would be looked for as a place of that name.
bool hasPlaceholder(const FieldInput& input, const std::string& item, const FieldInfo& field,
                    ProblemSink& problems) {
    if (field.name != "locations" || item.find(',') == std::string::npos)
        return false;
    const auto isMissing = [](std::string_view part) {
        // "ND" is North Dakota, and "NA" may be Namibia.
        constexpr std::string_view kSigns = "-?.*/_";
        return (part.size() > 2 || part.find_first_not_of(kSigns) == std::string::npos) &&
               CellWords::builtIn().placeholder(part) != Placeholder::No;
    };
    const auto parts = trimmedParts(item, ",");
    std::string meant;
    for (const std::string_view part : parts)
        if (!isMissing(part))
            meant.append(meant.empty() ? "" : ", ").append(part);
    if (std::none_of(parts.begin(), parts.end(), isMissing))
        return false;
    problems.add(ProblemLevel::Blocks, ProblemCode::Placeholder, input.of(item),
                 "Part of " + inQuotes(item) + " stands for a value that is missing.",
                 "Write the place itself, or only what is known of it.",
                 readAs(input.of(item), {meant}, false));
    return true;
}

bool itemFits(const FieldInput& input, const std::string& item, const FieldInfo& field,
              ProblemSink& problems) {
    if (field.maxLength > 0 && characterCount(item) > static_cast<std::size_t>(field.maxLength)) {
        problems.add(ProblemLevel::Blocks, ProblemCode::TooLong, input,
                     "The item " + inQuotes(item) + " is longer than " +
                         displayNumber(field.maxLength) + " characters.",
                     "Shorten it, or check how the cell is separated.");
        return false;
    }
    if (field.format == "domain" && !looksLikeDomain(item)) {
        const std::string meant = domainIn(item);
        problems.add(ProblemLevel::Blocks, ProblemCode::NotADomain, input,
                     inQuotes(item) + " is no web domain.",
                     meant.empty() ? "Write domains such as example.com."
                                   : "Write " + meant + " instead.");
        return false;
    }
    if (field.format == "url" && !looksLikeUrl(item)) {
        problems.add(ProblemLevel::Blocks, ProblemCode::NotAUrl, input,
                     inQuotes(item) + " is no web address.",
                     "Write the whole address with https:// and without blanks.");
        return false;
    }
    return true;
}

const std::vector<std::string>& membersOf(const FieldInfo& field) {
    // The sets are part of the program: their addresses never change.
    thread_local std::unordered_map<const char*, std::vector<std::string>> known;
    const auto [found, fresh] = known.try_emplace(field.allowed.data());
    if (fresh)
        for (const std::string_view member : trimmedParts(field.allowed, "|"))
            found->second.emplace_back(member);
    return found->second;
}

bool isMember(std::string_view text, const std::vector<std::string>& members) {
    return std::find(members.begin(), members.end(), text) != members.end();
}

// One size, or a date that was one. False when a problem was added.
bool readOneSize(const FieldInput& input, const FieldInfo& field, ProblemSink& problems,
                 std::vector<std::string>& sizes) {
    const auto& bands = membersOf(field);
    const std::string text(trimmed(input.text));
    const SizeReading reading = readSize(text, bands);
    const std::string meant = listed(reading.bands, "and");
    const auto joined = [](const std::vector<std::string>& items) {
        std::string list;
        for (const std::string& item : items)
            list += (list.empty() ? "" : ";") + item;
        return list;
    };
    if (reading.count)
        if (const std::string range = rangeWithComma(text, bands); !range.empty()) {
            problems.add(ProblemLevel::Blocks, ProblemCode::SizeNotExact, input,
                         inQuotes(text) + " can mean " + range + " or " + meant + ".",
                         "Write the band itself, for example 51-200.",
                         readAs(input, {range, joined(reading.bands)}, false));
            return false;
        }
    switch (reading.kind) {
    case SizeReading::Kind::Cut:
        problems.add(
            ProblemLevel::Blocks, ProblemCode::SizeNotExact, input,
            inQuotes(text) + " cannot be ordered exactly: " + meant +
                (reading.bands.size() == 1 ? " includes" : " include") + " other sizes too.",
            "Accept that, or write other bands.", readAs(input, {joined(reading.bands)}, false));
        return false;
    case SizeReading::Kind::Wider:
        problems.add(ProblemLevel::Odd, ProblemCode::SizeNotExact, input,
                     inQuotes(text) + " was read as " + meant + ".",
                     "Write the bands themselves if others were meant.");
        [[fallthrough]];
    case SizeReading::Kind::Exact:
        sizes.insert(sizes.end(), reading.bands.begin(), reading.bands.end());
        return true;
    default:
        break;
    }
    if (const std::string range = rangeMadeDate(text, bands); !range.empty()) {
        problems.add(ProblemLevel::Blocks, ProblemCode::DateForRange, input,
                     inQuotes(text) +
                         " is a date, which spreadsheet programs make of a typed range.",
                     "Read it as " + range + ", or format the column as text and write it again.",
                     readAs(input, {range}, true));
        return false;
    }
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
        } else if (!rangeMadeDate(item, bands).empty()) {
            fits = readOneSize(input.of(item), field, problems, sizes) && fits;
        } else {
            readCommas(item);
        }
    }
    return fits ? std::optional(std::move(sizes)) : std::nullopt;
}

// The exact places are known, others are taken as they stand: only what is a letter away is said.
// "Munich, Germny" is one place that ends with its country.
void checkPlace(const FieldInput& input, const std::string& item, ProblemSink& problems) {
    const auto comma = item.rfind(',');
    const std::string_view last =
        comma == std::string::npos ? item : std::string_view(item).substr(comma + 1);
    std::string meant = nearCountry(trimmed(last));
    if (!meant.empty() && comma != std::string::npos)
        meant = item.substr(0, comma) + ", " + meant;
    if (!meant.empty())
        problems.add(ProblemLevel::Odd, ProblemCode::NearValue, input.of(item),
                     inQuotes(item) + " is almost " + inQuotes(meant) + ".",
                     "Correct it, unless another place is meant.",
                     readAs(input.of(item), {meant, item}, true));
}

} // namespace

bool countFits(const FieldInput& input, std::size_t count, const FieldInfo& field,
               ProblemSink& problems) {
    const auto items = static_cast<std::int64_t>(count);
    if (field.maxItems > 0 && items > field.maxItems) {
        problems.add(ProblemLevel::Blocks, ProblemCode::TooManyItems, input,
                     "The list has " + displayNumber(items) + " items; " +
                         displayNumber(field.maxItems) + " are allowed.",
                     "Spread them over several rows.");
        return false;
    }
    if (items < field.minItems) {
        problems.add(ProblemLevel::Blocks, ProblemCode::TooFewItems, input,
                     "The list has " + displayNumber(items) + " items; at least " +
                         displayNumber(field.minItems) + " are needed.",
                     "Add more.");
        return false;
    }
    return true;
}

std::optional<std::string> allowedMember(const FieldInput& input, const std::string& text,
                                         const FieldInfo& field, ProblemSink& problems) {
    const auto& members = membersOf(field);
    if (isMember(text, members))
        return text;
    const std::string range = plainRange(text);
    const std::string lowerText = lowerCase(text);
    for (const std::string& member : members)
        if (member == range || lowerCase(member) == lowerText)
            return member;
    const std::string plain = plainName(text);
    // Signs matter in ranges such as 1-10 and 11-0, so digits are never compared without them.
    const bool words = text.find_first_of("0123456789") == std::string::npos;
    for (const std::string& member : members)
        if (words && plainName(member) == plain)
            return member;
    const std::string meant(Vocabulary::builtIn().value(field.name, words ? plain : ""));
    if (!meant.empty())
        return meant;
    if (isPlaceholder(input.of(text), field, problems))
        return std::nullopt;
    auto close = closeNames(text, members, 2);
    if (const std::string near(Vocabulary::builtIn().nearValue(field.name, words ? plain : ""));
        !near.empty() && !isMember(near, close))
        close.push_back(near);
    problems.add(ProblemLevel::Blocks, ProblemCode::NotAllowed, input.of(text),
                 inQuotes(text) + " is not one of the values of " + std::string(field.name) + ".",
                 words && !close.empty() ? "Did you mean " + listed(close, "or") + "?"
                                         : "Use " + listed(members, "or") + ".",
                 words ? readAs(input.of(text), close, close.size() == 1)
                       : std::vector<ProblemFix>());
    return std::nullopt;
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

} // namespace

std::optional<FieldValue> readList(const FieldInput& input, const std::vector<std::string>& pieces,
                                   bool isSplit, const FieldInfo& field, ProblemSink& problems) {
    std::vector<std::string> items;
    std::set<std::string> seen;
    bool fits = true;
    std::size_t repeated = 0;
    const auto& steps = input.steps();
    const bool stated = std::any_of(steps.begin(), steps.end(),
                                    [](const Transform& step) { return step.saysMeaning(); });
    auto found = itemsFor(input, pieces, isSplit, field, fits, problems);
    for (std::string& item : found) {
        const auto meaning = stated ? meaningOf(item, steps) : std::nullopt;
        if (meaning && trimmed(*meaning).empty())
            continue;
        if (meaning)
            item = *meaning;
        if (!field.allowed.empty()) {
            auto member = allowedMember(input, item, field, problems);
            fits = fits && member.has_value();
            if (!member)
                continue;
            item = std::move(*member);
        } else if (!meaning && (isPlaceholder(input.of(item), field, problems) ||
                                hasPlaceholder(input, item, field, problems))) {
            fits = false;
            continue;
        } else if (!itemFits(input, item, field, problems)) {
            fits = false;
            continue;
        } else if (!meaning && field.name == "locations") {
            checkPlace(input, item, problems);
        }
        if (found.size() == 1 || seen.insert(lowerCase(item)).second)
            items.push_back(std::move(item));
        else
            ++repeated;
    }
    if (!fits || items.empty() || !countFits(input, items.size(), field, problems))
        return std::nullopt;
    if (repeated > 0)
        problems.add(ProblemLevel::Odd, ProblemCode::RepeatedItem, input,
                     repeated == 1 ? "One item stands in the list twice and is sent once."
                                   : std::to_string(repeated) +
                                         " items stand in the list again and are sent once.",
                     "");
    return FieldValue(std::move(items));
}

} // namespace leadsheet::app
