// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../output/language.hpp"

#include "leadsheet/messages/clihelp.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace leadsheet::cli {

/// What help says of commands and options.
namespace help = messages::clihelp;

class HelpFormatter;

/// What is wrong with a value, to stand after the option's name; nothing when it may be used.
using ValueProblem = std::function<std::optional<Message>(const std::string& value)>;

/// An option or a positional argument of a command, to say more about it. A handle: copies mean the
/// same option, which lives as long as its CommandLine. Commands are declared through these plain
/// functions because the parser behind them is all templates in headers, dear in every file.
class Option {
public:
    Option(CLI::Option& option, HelpFormatter& formatter)
        : option_(&option)
        , formatter_(&formatter) {}

    /// How help calls the value, for example FILE.
    Option& valueName(const std::string& name);
    Option& required(bool yes = true);
    /// One of these words; help lists them unless they are its value's name already.
    Option& oneOf(const std::vector<std::string>& words, bool listed = true);
    Option& between(std::int64_t least, std::int64_t most);
    Option& positive();
    Option& check(const ValueProblem& problem);
    /// Every option of a command is: an empty value comes from an unset variable of a script,
    /// and must not stand for the default.
    Option& notEmpty();
    /// For lists: each use takes one value, so that what follows is not swallowed.
    Option& oneValueEach();
    /// Help shows what the variable holds now.
    Option& showDefault();
    Option& excludes(const Option& other);

private:
    CLI::Option* option_;
    HelpFormatter* formatter_;
};

/// An option as completion and manual need it, which are English.
struct OptionInfo {
    std::string names;                  ///< "-o,--output", or "SHEET"
    std::vector<std::string> longNames; ///< without the dashes
    std::string valueName;
    std::string about;
    std::vector<std::string> choices; ///< all values there are; empty = any
    bool positional = false;
    bool takesValue = false;

    bool takesFile() const {
        return valueName == "FILE" || valueName == "FOLDER" || names == "SHEET";
    }
};

struct CommandInfo {
    std::string name;
    std::string about;
    std::vector<OptionInfo> options;
    std::vector<CommandInfo> commands;
};

/// A command, or the program itself. A handle as Option is. Variables that are bound to options
/// must live until the arguments were parsed.
class Command {
public:
    explicit Command(CLI::App& app)
        : app_(&app) {}

    Command addCommand(const std::string& name, const Message& about) const;
    /// Help lists commands that are added to the program from now on below this heading.
    void startGroup(const Message& heading) const;
    /// Only its commands do something.
    void needsCommand() const;

    /// Values are never empty. Whole numbers are decimal, also with zeros before them; say
    /// which may be used (between(), positive()).
    Option addOption(const std::string& names, std::string& value, const Message& about) const;
    Option addOption(const std::string& names, std::optional<std::string>& value,
                     const Message& about) const;
    Option addOption(const std::string& names, std::vector<std::string>& values,
                     const Message& about) const;
    Option addOption(const std::string& names, std::int64_t& value, const Message& about) const;
    Option addOption(const std::string& names, std::filesystem::path& value,
                     const Message& about) const;
    Option addOption(const std::string& names, std::size_t& value, const Message& about) const;
    Option addOption(const std::string& names, std::uint16_t& value, const Message& about) const;
    Option addOption(const std::string& names, std::function<void(const std::string&)> take,
                     const Message& about) const;
    Option addFlag(const std::string& names, bool& value, const Message& about) const;
    Option addFlag(const std::string& names, std::function<void()> given,
                   const Message& about) const;

    /// An option of this command that was added before.
    Option option(const std::string& name) const;

    /// Called once everything was parsed, when the arguments name this command.
    void whenChosen(std::function<void()> act) const;
    bool isChosen() const;

    CommandInfo info() const;

private:
    CLI::App* app_;
};

} // namespace leadsheet::cli
