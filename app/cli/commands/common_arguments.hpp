// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../failure.hpp"
#include "../options/command.hpp"

#include "leadsheet/account_ids.hpp"
#include "leadsheet/ids.hpp"

#include <string>

/// Arguments that several commands take. What is malformed is a usage failure that says where to
/// find a right one.
namespace leadsheet::cli {

Outcome<OrderNumber> orderNumberOf(const std::string& text);
Outcome<AccountId> accountIdOf(const std::string& text);
Outcome<KeyId> keyIdOf(const std::string& text);

/// --idempotency-key; `effect` says what giving the same command again does, "act once".
void addOnceOption(const Command& command, std::string& key,
                   const std::string& effect = "act once");
/// --limit, how many records are shown.
void addLimitOption(const Command& command, std::size_t& limit);

} // namespace leadsheet::cli
