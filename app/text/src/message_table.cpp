// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/text/message_table.hpp"

#include <algorithm>

namespace leadsheet::text {

namespace {

const MessageEntry* find(std::span<const MessageEntry> entries, std::string_view id) {
    const auto found = std::lower_bound(
        entries.begin(), entries.end(), id,
        [](const MessageEntry& entry, std::string_view wanted) { return entry.id < wanted; });
    return found != entries.end() && found->id == id ? &*found : nullptr;
}

} // namespace

const MessageEntry* findMessage(std::string_view id) {
    return find(messageTable(), id);
}

const MessageEntry* findForWindow(std::string_view id) {
    return find(windowTable(), id);
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
