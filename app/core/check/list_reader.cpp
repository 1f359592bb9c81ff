// SPDX-License-Identifier: Apache-2.0
#include "check/list_reader.hpp"

#include "leadsheet/app/display.hpp"
#include "map/column_samples.hpp"
#include "map/vocabulary.hpp"
#include "sheet/utf8.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <set>

namespace leadsheet::app {
namespace {

using contract::FieldInfo;

std::string inQuotes(std::string_view text) {
    return "\"" + std::string(utf8Prefix(text, kProblemValueBytes)) + "\"";
}

// Sets are of one or two characters, for which this beats find_first_of.
std::size_t findAny(std::string_view text, std::string_view set, std::size_t from = 0) {
    for (; from < text.size(); ++from)
        for (const char c : set)
            if (text[from] == c)
                return from;
    return std::string_view::npos;
}

std::vector<std::string> splitAt(std::string_view text, std::string_view separators) {
    std::vector<std::string> items;
    std::size_t from = 0;
    while (from <= text.size()) {
        const std::size_t to = std::min(findAny(text, separators, from), text.size());
        if (const auto item = trimmed(text.substr(from, to - from)); !item.empty())
            items.emplace_back(item);
        from = to + 1;
    }
    return items;
}

std::vector<std::string> itemsOf(const FieldInput& input, const std::vector<std::string>& pieces,
                                 bool isSplit, ProblemSink& problems) {
    std::vector<std::string> items;
    bool commaKept = false;
    for (const std::string& piece : pieces) {
        std::string_view separators = ",";
        if (isSplit)
            separators = "";
        else if (findAny(piece, "\r\n") != std::string::npos)
            separators = "\r\n";
        else if (findAny(piece, ";|") != std::string::npos)
            separators = ";|";
        const auto found = separators.empty() ? std::vector{std::string(trimmed(piece))}
                                              : splitAt(piece, separators);
        for (const std::string& item : found) {
            if (isBlank(item))
                continue;
            commaKept = commaKept || (!isSplit && separators != "," &&
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

} // namespace

std::optional<std::string> allowedMember(const FieldInput& input, const std::string& text,
                                         const FieldInfo& field, ProblemSink& problems) {
    const auto members = splitAt(field.allowed, "|");
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
    const auto close = closeNames(text, members, 2);
    problems.add(ProblemLevel::Blocks, ProblemCode::NotAllowed, input,
                 inQuotes(text) + " is not one of the values of " + std::string(field.name) + ".",
                 words && !close.empty() ? "Did you mean " + listed(close, "or") + "?"
                                         : "Use " + listed(members, "or") + ".");
    return std::nullopt;
}

std::optional<FieldValue> readList(const FieldInput& input, const std::vector<std::string>& pieces,
                                   bool isSplit, const FieldInfo& field, ProblemSink& problems) {
    std::vector<std::string> items;
    std::set<std::string> seen;
    bool fits = true;
    std::size_t repeated = 0;
    for (std::string& item : itemsOf(input, pieces, isSplit, problems)) {
        if (!field.allowed.empty()) {
            auto member = allowedMember(input, item, field, problems);
            fits = fits && member.has_value();
            if (!member)
                continue;
            item = std::move(*member);
        } else if (!itemFits(input, item, field, problems)) {
            fits = false;
            continue;
        }
        if (seen.insert(lowerCase(item)).second)
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
