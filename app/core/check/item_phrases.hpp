// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {

/// What an item of free text turned out to be, and what may be meant by it.
struct ItemRemark {
    enum class Kind { None, Remark, Numbered, Postcodes, Places, People, Shares, Code, Title };
    Kind kind = Kind::None;
    std::vector<std::string> meanings; ///< besides the item itself
};

/// Without the signs that joined words that were cut off.
std::string_view withoutJoinSigns(std::string_view text);

/// Whether the words are an entry of a list of cell words.
bool isCellPhrase(std::string_view list, std::string_view words);

/// Without the entry of the list at its end; absent when there is none.
std::optional<std::string_view> withoutPhraseAtEnd(std::string_view text, std::string_view list);

/// The same at its beginning, before other words.
std::optional<std::string_view> withoutPhraseAtStart(std::string_view text, std::string_view list);

} // namespace leadsheet::app
