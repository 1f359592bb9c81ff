// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "command.hpp"

#include <CLI/CLI.hpp>

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace leadsheet::cli {

/// The one formatter of a program. It keeps what is said of each command and option apart from
/// CLI11, which knows texts of one language only, and leaves CLI11's remarks on options out.
class HelpFormatter : public CLI::Formatter {
public:
    /// What a value was refused for last: CLI11 keeps a text only.
    Message problem;
    /// Above the commands that are added to the program next.
    std::string heading;
    /// The program's help lists every command and option, instead of what fits on a screen.
    bool listsAll = false;

    HelpFormatter();

    static HelpFormatter& of(const CLI::App& app) {
        return static_cast<HelpFormatter&>(*app.get_formatter());
    }

    void describe(const void* commandOrOption, Message about) {
        abouts_[commandOrOption] = std::move(about);
    }
    Message aboutOf(const void* commandOrOption) const {
        const auto found = abouts_.find(commandOrOption);
        return found == abouts_.end() ? Message() : found->second;
    }

    void offer(const void* option, std::vector<std::string> choices) {
        choices_[option] = std::move(choices);
    }
    std::vector<std::string> choicesOf(const void* option) const {
        const auto found = choices_.find(option);
        return found == choices_.end() ? std::vector<std::string>() : found->second;
    }

    std::string make_help(const CLI::App* app, std::string name,
                          CLI::AppFormatMode mode) const override;
    std::string make_description(const CLI::App* app) const override;
    std::string make_option(const CLI::Option* option, bool positional) const override;
    std::string make_option_name(const CLI::Option* option, bool positional) const override;
    std::string make_option_desc(const CLI::Option* option) const override;
    std::string make_option_opts(const CLI::Option* option) const override;
    std::string make_subcommand(const CLI::App* command) const override;
    std::string make_group(std::string group, bool positional,
                           std::vector<const CLI::Option*> options) const override;

private:
    std::string described(const void* commandOrOption) const;

    std::unordered_map<const void*, Message> abouts_;
    std::unordered_map<const void*, std::vector<std::string>> choices_;
};

} // namespace leadsheet::cli
