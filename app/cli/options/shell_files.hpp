// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "command.hpp"

namespace leadsheet::cli {

/// Made from the same definitions that parse the command line, so they never fall behind.
std::string bashCompletion(const CommandInfo& program);
std::string zshCompletion(const CommandInfo& program);
std::string fishCompletion(const CommandInfo& program);
/// A page for man(1), section 1.
std::string manualPage(const CommandInfo& program);

} // namespace leadsheet::cli
