// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/text/message_table.hpp"

#include <algorithm>

namespace leadsheet::text {

const MessageEntry* findMessage(std::string_view id) {
    const auto entries = messageTable();
    const auto found = std::lower_bound(
        entries.begin(), entries.end(), id,
        [](const MessageEntry& entry, std::string_view wanted) { return entry.id < wanted; });
    return found != entries.end() && found->id == id ? &*found : nullptr;
}

std::string_view germanTitle(std::string_view english) {
    for (const TitleEntry& title : titleTable())
        if (title.english == english)
            return title.german;
    return english;
}

std::string_view germanCause(std::string_view english) {
    for (const MessageEntry& entry : messageTable())
        if (entry.english.places.empty() && entry.english.other == english)
            return entry.german.other;
    return english;
}

} // namespace leadsheet::text
