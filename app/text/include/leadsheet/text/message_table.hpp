// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/message.hpp"

#include <span>
#include <string_view>

namespace leadsheet::text {

struct MessageEntry {
    std::string_view id;
    MessageText english;
    MessageText german;
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
/// Texts that the window says instead of those of messageTable(), which name options of the command
/// line; by id. A text may leave arguments out.
std::span<const MessageEntry> windowTable();
/// Null for a message that the window says as everything else does.
const MessageEntry* findForWindow(std::string_view id);
/// A cause that the system names ("No space left on device"); the English one where it is unknown.
std::string_view germanCause(std::string_view english);

} // namespace leadsheet::text
