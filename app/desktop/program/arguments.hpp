// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>

#include <filesystem>
#include <string>
#include <vector>

namespace leadsheet::desktop {

/// What was typed to start the program.
struct Arguments {
    std::filesystem::path dataDir; ///< empty = the user's own folders
    bool sandbox = false;          ///< start in the sandbox, whatever was used last
    std::vector<std::string> sheets;
    std::vector<std::string> forQt; ///< -platform, -style and the like; first the program's name

    bool showHelp = false;
    bool showVersion = false;
    std::string wrong; ///< why they cannot be used, in a sentence; empty = they can
};

/// Needs no application object, so that --help works without a display.
Arguments parseArguments(int argc, const char* const* argv);
std::string helpText();

/// Sheets as absolute paths; URLs as they are.
QStringList absoluteSheets(const Arguments& arguments);

} // namespace leadsheet::desktop
