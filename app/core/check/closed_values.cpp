// SPDX-License-Identifier: Apache-2.0
#include "check/closed_values.hpp"

#include "leadsheet/messages/check.hpp"

#include "map/comma_parts.hpp"
#include "map/denials.hpp"
#include "map/vocabulary.hpp"
#include "sheet/utf8.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <array>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unordered_map>

namespace leadsheet::app {

namespace say = messages::check;

namespace {

using contract::FieldInfo;

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

// Signs in lists that stand before each item, and quotation marks around one.
std::string_view withoutFrame(std::string_view text) {
    constexpr std::array<std::string_view, 5> kBullets = {"\u2022", "\u00B7", "\u25AA", "\u2023",
                                                          "* "};
    for (const std::string_view bullet : kBullets)
        if (text.starts_with(bullet))
            text = trimmed(text.substr(bullet.size()));
    constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kQuotes = {
        {{"\"", "\""}, {"'", "'"}, {"\u201E", "\u201C"}, {"\u201C", "\u201D"}}};
    for (const auto& [open, close] : kQuotes)
        if (text.size() > open.size() + close.size() && text.starts_with(open) &&
            text.ends_with(close))
            text = trimmed(text.substr(open.size(), text.size() - open.size() - close.size()));
    return text;
}

// Nothing but words and what joins them to one name: "C-Level", "R&D", "Human_Resources".
bool isName(std::string_view text) {
    constexpr std::string_view kJoins = " -_./&',";
    if (text.empty())
        return false;
    const auto isWord = [](char c) {
        return static_cast<unsigned char>(c) >= 0x80 || (c >= 'a' && c <= 'z') ||
               (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    };
    if (!isWord(text.front()) || !(isWord(text.back()) || text.back() == '.'))
        return false;
    const bool ascii = std::all_of(text.begin(), text.end(),
                                   [&](char c) { return static_cast<unsigned char>(c) < 0x80; });
    if (ascii)
        return std::all_of(text.begin(), text.end(), [&](char c) {
            return isWord(c) || kJoins.find(c) != std::string_view::npos;
        });
    const auto letters =
        icu::UnicodeString::fromUTF8({text.data(), static_cast<std::int32_t>(text.size())});
    for (std::int32_t at = 0; at < letters.length(); at = letters.moveIndex32(at, 1)) {
        const UChar32 c = letters.char32At(at);
        const bool joins = c < 0x80 ? kJoins.find(static_cast<char>(c)) != std::string_view::npos
                                    : (c >= 0x2010 && c <= 0x2015) || c == 0x2019;
        if (u_isalnum(c) == 0 && u_getCombiningClass(c) == 0 && u_isUWhiteSpace(c) == 0 && !joins)
            return false;
    }
    return true;
}

std::string memberNamed(std::string_view text, const FieldInfo& field) {
    const auto& members = membersOf(field);
    if (isMember(text, members))
        return std::string(text);
    const std::string range = plainRange(text);
    const std::string lower = lowerCase(text);
    for (const std::string& member : members)
        if (member == range || lowerCase(member) == lower)
            return member;
    // Signs matter in ranges such as 1-10 and 11-0, so digits are never compared without them.
    if (text.find_first_of("0123456789") != std::string_view::npos || !isName(text))
        return {};
    const std::string plain = plainName(text);
    for (const std::string& member : members)
        if (plainName(member) == plain)
            return member;
    return std::string(Vocabulary::builtIn().value(field.name, plain));
}

// "(m/w/d)", or the same in other words: "IT (Information Technology)".
bool changesNothing(std::string_view remark, const std::string& member, const FieldInfo& field) {
    constexpr std::array<std::string_view, 14> kGenders = {
        "mwd", "mwx", "wmd", "mw", "wm", "mf", "fm", "mfd", "hf", "fh", "mfx", "km", "mv", "vm"};
    const std::string plain = plainName(remark);
    if (std::find(kGenders.begin(), kGenders.end(), plain) != kGenders.end())
        return true;
    const auto parts = trimmedParts(remark, ",;/");
    return !parts.empty() && std::all_of(parts.begin(), parts.end(), [&](std::string_view part) {
        return memberNamed(part, field) == member;
    });
}

struct Remarked {
    std::string_view name;
    std::string_view remark;
};

// "Sales (not marketing)"; nothing where the bracket is not the end of the text.
std::optional<Remarked> remarkedIn(std::string_view text) {
    const auto open = text.find_first_of("([");
    if (open == std::string_view::npos || open == 0 || text.find_first_of(")]") != text.size() - 1)
        return std::nullopt;
    return Remarked{trimmed(text.substr(0, open)),
                    trimmed(text.substr(open + 1, text.size() - open - 2))};
}

std::string findMember(std::string_view text, const FieldInfo& field) {
    text = withoutFrame(trimmed(text));
    const auto remarked = remarkedIn(text);
    if (!remarked)
        return memberNamed(text, field);
    std::string member = memberNamed(remarked->name, field);
    if (!member.empty() && !changesNothing(remarked->remark, member, field))
        member.clear();
    return member;
}

// A column has few values, many times.
const std::string& memberMeant(const std::string& text, const FieldInfo& field) {
    constexpr std::size_t kMaxKept = 4096;
    thread_local std::unordered_map<const char*, std::unordered_map<std::string, std::string>>
        known;
    auto& values = known[field.allowed.data()];
    if (values.size() >= kMaxKept)
        values.clear();
    const auto [found, fresh] = values.try_emplace(text);
    if (fresh)
        found->second = findMember(text, field);
    return found->second;
}

// The member among the words of a text that says more than it.
std::string memberWithin(std::string_view text, const FieldInfo& field) {
    std::string words;
    for (const char c : text.substr(0, text.find_first_of("([")))
        words += std::string_view("!+<>=~*?#|^:;").find(c) == std::string_view::npos ? c : ' ';
    std::string_view rest = trimmed(words);
    while (!rest.empty() && (rest.front() == '-' || rest.front() == '&'))
        rest = trimmed(rest.substr(1));
    for (const std::string_view sign :
         {"\u2265", "\u2264", "\u2260", "\u2248", "\u2191", "\u2193"}) {
        if (rest.starts_with(sign))
            rest = trimmed(rest.substr(sign.size()));
        if (rest.ends_with(sign))
            rest = trimmed(rest.substr(0, rest.size() - sign.size()));
    }
    return memberNamed(rest, field);
}

// "Manager" of "Manager+", "manager and above", "ab Manager aufwärts"; nothing for other texts.
std::string_view lowestRank(std::string_view text) {
    constexpr std::array<std::string_view, 26> kAbove = {"or above",
                                                         "and above",
                                                         "or higher",
                                                         "and higher",
                                                         "and up",
                                                         "or up",
                                                         "upwards",
                                                         "and more senior",
                                                         "oder h\u00F6her",
                                                         "und h\u00F6her",
                                                         "aufw\u00E4rts",
                                                         "und dar\u00FCber",
                                                         "ou plus",
                                                         "et plus",
                                                         "et au-dessus",
                                                         "o superior",
                                                         "y superior",
                                                         "o superiore",
                                                         "of hoger",
                                                         "ou superior",
                                                         "ou +",
                                                         "et +",
                                                         "und h\u00F6her gestellt",
                                                         "oder mehr",
                                                         "or more",
                                                         "o m\u00E1s"};
    constexpr std::array<std::string_view, 11> kFrom = {
        "ab ",       "from ",       "min. ",    "mind. ", "d\u00E8s ", "desde ",
        "at least ", "mindestens ", "minimum ", ">=",     "\u2265"};
    const std::string lower = lowerCase(text);
    std::string_view rank = text;
    for (const std::string_view end : kAbove)
        if (rank.size() == text.size() && lower.size() == text.size() && lower.ends_with(end))
            rank = trimmed(rank.substr(0, rank.size() - end.size()));
    if (rank.ends_with('+'))
        rank = trimmed(rank.substr(0, rank.size() - 1));
    for (const std::string_view start : kFrom)
        if (lower.starts_with(start) && rank.size() > start.size())
            return trimmed(rank.substr(start.size()));
    return rank.size() < text.size() ? rank : std::string_view();
}

// The ranks from the lowest on, the same with those who own the company, and the lowest alone;
// empty for texts that name none. Owners stand above every rank, or beside them.
std::vector<std::string> ranksFrom(std::string_view text, const FieldInfo& field) {
    constexpr std::array<std::string_view, 8> kLadder = {"intern",   "entry", "senior", "manager",
                                                         "director", "head",  "vp",     "c_suite"};
    if (field.name != "seniorities")
        return {};
    const std::string lowest = memberNamed(lowestRank(text), field);
    const auto* const from = std::find(kLadder.begin(), kLadder.end(), lowest);
    if (from == kLadder.end())
        return {};
    std::string ranks;
    for (const auto* rank = from; rank != kLadder.end(); ++rank)
        ranks.append(ranks.empty() ? "" : ";").append(*rank);
    std::vector<std::string> ways{ranks, ranks + ";partner;owner;founder"};
    if (ranks != lowest)
        ways.push_back(lowest);
    return ways;
}

} // namespace

std::string inQuotes(std::string_view text) {
    return "\"" + std::string(utf8Prefix(text, kProblemValueBytes)) + "\"";
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

void addDenied(const FieldInput& input, std::string_view text,
               const std::vector<std::string>& meanings, ProblemSink& problems) {
    problems.add(ProblemLevel::Blocks, ProblemCode::NotAllowed, input.of(text),
                 say::fieldCannotExclude(quotable(text)), say::writeOnlyWhatIsMeant(),
                 readAs(input.of(text), meanings, false));
}

std::optional<std::string> allowedMember(const FieldInput& input, const std::string& text,
                                         const FieldInfo& field, ProblemSink& problems) {
    const auto& members = membersOf(field);
    if (isMember(text, members))
        return text;
    if (const std::string& member = memberMeant(text, field); !member.empty())
        return member;
    if (isPlaceholder(input.of(text), field, problems))
        return std::nullopt;
    const bool words = text.find_first_of("0123456789") == std::string::npos;
    const std::string within = words ? memberWithin(text, field) : std::string();
    if (const auto before = deniedIn(text, input.target); before && words) {
        std::vector<std::string> meanings;
        if (before->empty() || !within.empty())
            meanings.push_back(before->empty() ? std::string() : within);
        addDenied(input, text, meanings, problems);
        return std::nullopt;
    }
    if (const auto ranks = words ? ranksFrom(text, field) : std::vector<std::string>();
        !ranks.empty()) {
        problems.add(ProblemLevel::Blocks, ProblemCode::NotAllowed, input.of(text),
                     say::meansSeveralRanks(quotable(text)), say::chooseRanks(),
                     readAs(input.of(text), ranks, false));
        return std::nullopt;
    }
    if (!within.empty()) {
        problems.add(ProblemLevel::Blocks, ProblemCode::NotAllowed, input.of(text),
                     say::saysMoreThanValue(quotable(text), within), say::writeValuesByName(),
                     readAs(input.of(text), {within}, false));
        return std::nullopt;
    }
    const std::string plain = words ? plainName(text) : std::string();
    auto close = Vocabulary::builtIn().guessedValues(field.name, plain);
    const bool guessed = !close.empty();
    if (!guessed)
        close = closeNames(text, members, 2);
    if (const std::string near(Vocabulary::builtIn().nearValue(field.name, plain));
        !guessed && !near.empty() && !isMember(near, close))
        close.push_back(near);
    problems.add(ProblemLevel::Blocks, ProblemCode::NotAllowed, input.of(text),
                 say::notAnAllowedValue(quotable(text), field.name),
                 words && !close.empty() ? say::didYouMean(close) : say::useAllowedValue(members),
                 words ? readAs(input.of(text), close, !guessed && close.size() == 1)
                       : std::vector<ProblemFix>());
    return std::nullopt;
}

std::vector<std::string> joinedMembers(const std::string& text, const FieldInfo& field) {
    std::vector<std::string> members;
    if (isMember(text, membersOf(field)) || !memberMeant(text, field).empty())
        return members;
    const auto parts = joinedParts(text, true);
    if (parts.size() < 2)
        return members;
    for (const JoinedPart& part : parts) {
        std::string member = findMember(part.text, field);
        if (member.empty())
            return {};
        members.push_back(std::move(member));
    }
    return members;
}

} // namespace leadsheet::app
