// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/records.hpp"

#include <optional>
#include <string>

namespace leadsheet::server::api {

struct Context;

/// Why the server must not start with its pepper: the database belongs to another one, with which
/// its keys were hashed and its credentials sealed. A database without keys is the pepper's from
/// here on. In one of a release that kept nothing of the pepper only a key that works shows which
/// is right: see noteWorkingKey().
std::optional<std::string> refusedPepper(Context& context);

/// Keeps the pepper as the database's, where that is not done yet, once a key that is older than
/// this start of the server was found by its hash. Does not wait.
void noteWorkingKey(Context& context, const store::ApiKey& key);

} // namespace leadsheet::server::api
