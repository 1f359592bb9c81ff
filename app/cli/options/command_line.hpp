// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "command.hpp"

#include <memory>
#include <string_view>

namespace leadsheet::cli {

/// A command of the program with the argument COMMAND..., which shows the help of the command that
/// the arguments name, or without any lists all of them.
inline constexpr std::string_view kHelpCommand = "help";

/// The program's commands and options, and how its arguments are read.
class CommandLine {
public:
    struct Texts {
        std::string name;
        Message about;
        std::string version;
        std::string footer; ///< below every help
    };

    /// How parsing went.
    struct Parsed {
        enum class End {
            Chosen, ///< a command was chosen and its whenChosen() called
            Shown,  ///< help or version were asked for
            Refused ///< the arguments cannot be understood
        };
        End end = End::Chosen;
        Sentences problem;    ///< when refused: names the argument
        Sentences suggestion; ///< when refused: what may have been meant; may be empty
        std::string command;  ///< when refused: the command so far, for example "leadsheet orders"
        std::string shown;    ///< the help or the version, to be printed
    };

    explicit CommandLine(const Texts& texts);
    CommandLine(const CommandLine&) = delete;
    CommandLine& operator=(const CommandLine&) = delete;
    ~CommandLine();

    Command root();
    /// `arguments` without the program's name.
    Parsed parse(std::vector<std::string> arguments);

private:
    std::unique_ptr<CLI::App> app_;
};

} // namespace leadsheet::cli
