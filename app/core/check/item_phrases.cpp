// SPDX-License-Identifier: Apache-2.0
#include "check/item_phrases.hpp"

#include "map/vocabulary.hpp"
#include "text/names.hpp"

namespace leadsheet::app {
namespace {

constexpr int kMostPhraseWords = 4;

} // namespace

std::string_view withoutJoinSigns(std::string_view text) {
    constexpr std::string_view kSigns = " ,;:(-/&[";
    while (!text.empty() && kSigns.find(text.back()) != std::string_view::npos)
        text.remove_suffix(1);
    while (!text.empty() && kSigns.find(text.front()) != std::string_view::npos)
        text.remove_prefix(1);
    return text;
}

bool isCellPhrase(std::string_view list, std::string_view words) {
    return Vocabulary::builtIn().isCellWord(list, plainName(words));
}

std::optional<std::string_view> withoutPhraseAtEnd(std::string_view text, std::string_view list) {
    std::size_t from = text.size();
    for (int words = 0; words < kMostPhraseWords && from > 0; ++words) {
        const auto blank = text.find_last_of(" (", from - 1);
        const std::size_t begin = blank == std::string_view::npos ? 0 : blank + 1;
        if (begin < text.size() && isCellPhrase(list, text.substr(begin)))
            return withoutJoinSigns(text.substr(0, begin));
        from = begin == 0 ? 0 : begin - 1;
    }
    return std::nullopt;
}

std::optional<std::string_view> withoutPhraseAtStart(std::string_view text, std::string_view list) {
    std::size_t end = 0;
    for (int words = 0; words < kMostPhraseWords; ++words) {
        end = text.find(' ', end);
        if (end == std::string_view::npos)
            return std::nullopt;
        if (isCellPhrase(list, text.substr(0, end)))
            return withoutJoinSigns(text.substr(end));
        ++end;
    }
    return std::nullopt;
}

} // namespace leadsheet::app
