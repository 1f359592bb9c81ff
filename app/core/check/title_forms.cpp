// SPDX-License-Identifier: Apache-2.0
#include "check/title_forms.hpp"

#include "text/names.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace leadsheet::app {
namespace {

bool isTitleLetter(char c) {
    return isLetter(c) || static_cast<unsigned char>(c) >= 0x80;
}

// "in" of "Manager:in", "-rice" of "Directeur/-rice".
bool isFormEnding(std::string_view text) {
    if (text.starts_with('-'))
        text.remove_prefix(1);
    return isOneOf(lowerCase(text), {"in", "innen", "r",    "frau",  "frauen", "rin",  "e",
                                     "es", "ne",    "rice", "trice", "ice",    "euse", "\u00E8re",
                                     "a",  "as",    "ora",  "oras",  "ra",     "essa", "ka"});
}

// "m/w/d", "all genders": who may hold the title.
bool saysAllForms(std::string_view remark) {
    if (isOneOf(lowerCase(remark),
                {"all genders", "alle geschlechter", "alle", "gn", "any gender"}))
        return true;
    const auto parts = trimmedParts(remark, "/|*,");
    return parts.size() > 1 && std::all_of(parts.begin(), parts.end(), [](std::string_view part) {
               return isOneOf(lowerCase(part),
                              {"m", "w", "f", "d", "x", "i", "h", "v", "k", "gn", "div"});
           });
}

// Without brackets that add a form: "(in)", "(m/w/d)".
std::string withoutBrackets(std::string title) {
    for (auto open = title.find('('); open != std::string::npos; open = title.find('(', open + 1)) {
        const auto close = title.find(')', open);
        if (close == std::string::npos)
            return title;
        const auto inner = trimmed(std::string_view(title).substr(open + 1, close - open - 1));
        const bool attached = open > 0 && isTitleLetter(title[open - 1]);
        if (open == 0 || !(saysAllForms(inner) || (attached && isFormEnding(inner)) ||
                           (inner.starts_with('-') && isFormEnding(inner))))
            continue;
        title.erase(open, close - open + 1);
        --open;
    }
    return title;
}

// "Manager" of "Manager:in" and "ManagerIn"; the word itself where it has one form.
std::string_view oneForm(std::string_view word) {
    constexpr std::size_t kShortestStem = 3;
    for (const std::string_view sign : {"*", ":", "_", "/", "\u00B7", "\u2022"})
        if (const auto at = word.rfind(sign); at != std::string_view::npos && at >= kShortestStem &&
                                              isTitleLetter(word[at - 1]) &&
                                              isFormEnding(word.substr(at + sign.size())))
            return word.substr(0, at);
    for (const std::string_view end : {"In", "Innen"})
        if (word.size() > end.size() + kShortestStem && word.ends_with(end)) {
            const char before = word[word.size() - end.size() - 1];
            if (before == 'r' || before == 't')
                return word.substr(0, word.size() - end.size());
        }
    return word;
}

// The stem of the other form is not always the title: "\u00C4rzt" of "\u00C4rzt*in".
std::string titleOf(std::string_view stem) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kStems = {
        {{"\u00C4rzt", "Arzt"},
         {"\u00E4rzt", "arzt"},
         {"nw\u00E4lt", "nwalt"},
         {"K\u00F6ch", "Koch"}}};
    for (const auto& [other, own] : kStems)
        if (stem.ends_with(other))
            return std::string(stem.substr(0, stem.size() - other.size())) + std::string(own);
    return std::string(stem);
}

} // namespace

std::string withoutOtherForms(std::string_view title) {
    const std::string bare = withoutBrackets(std::string(title));
    std::string meant;
    for (std::string_view word : trimmedParts(bare, " ")) {
        const std::string_view one = oneForm(word);
        meant.append(meant.empty() ? "" : " ")
            .append(one.size() < word.size() ? titleOf(one) : std::string(word));
    }
    return meant.empty() ? std::string(title) : meant;
}

} // namespace leadsheet::app
