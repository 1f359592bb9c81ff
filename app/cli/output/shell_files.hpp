// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace leadsheet::cli {

/// Made from the same definitions that parse the command line, so they never fall behind.
std::string bashCompletion(const CLI::App& app);
std::string zshCompletion(const CLI::App& app);
std::string fishCompletion(const CLI::App& app);
/// A page for man(1), section 1.
std::string manualPage(const CLI::App& app);

} // namespace leadsheet::cli
