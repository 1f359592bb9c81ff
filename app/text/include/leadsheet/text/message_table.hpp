// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace leadsheet::text {

/// The texts of a message for one and for any other number; alike where it has no plural.
struct MessageForms {
    std::string_view one;
    std::string_view other;
};

/// A message with its texts, in which %1 stands for the first argument.
struct MessageEntry {
    std::string_view id;
    /// What each argument is: '-' text, 'c' cause named by the system, 'f' name of a field, 'g'
    /// list of such, 't' title of the contract, 'n' number, 'r' row, 'd' decimal, 'm' money, 'o'
    /// list "a, b or c", 'a' list "a, b and c", 's' message.
    std::string_view places;
    int count; ///< the argument that chooses the form, from 0; -1 = none
    MessageForms english;
    MessageForms german;
};

/// A title or description of the contract.
struct TitleEntry {
    std::string_view english;
    std::string_view german;
};
std::span<const TitleEntry> titleTable();
/// The English one where there is no translation.
std::string_view germanTitle(std::string_view english);

/// Every message of resources/messages.json, by id.
std::span<const MessageEntry> messageTable();
/// Null for an id that this version does not know.
const MessageEntry* findMessage(std::string_view id);

} // namespace leadsheet::text
