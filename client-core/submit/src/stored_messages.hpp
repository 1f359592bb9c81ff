// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/message.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::submit::detail {

/// As the ledger keeps messages: a JSON list of ["id", argument, ...]; empty for none.
std::string toStored(const std::vector<Message>& messages);
/// None for what cannot be read: the text beside it says the same in English.
std::vector<Message> messagesFromStored(std::string_view stored);

} // namespace leadsheet::submit::detail
