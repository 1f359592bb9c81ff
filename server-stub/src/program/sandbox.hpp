// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/server/server.hpp"

#include <string>

namespace leadsheet::server::program {

/// Makes the play accounts and writes their keys to `path`. A file that is there already is left
/// alone, and no account is made: the keys in it go on working.
tl::expected<void, std::string> bootstrapSandbox(Server& server, const std::string& path);

} // namespace leadsheet::server::program
