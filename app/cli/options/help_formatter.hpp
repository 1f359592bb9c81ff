// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "command.hpp"

#include <CLI/CLI.hpp>

#include <sstream>
#include <unordered_map>
#include <utility>

namespace leadsheet::cli {

/// The one formatter of a program. It keeps what is said of each command and option apart from
/// CLI11, which knows texts of one language only, and leaves CLI11's remarks on options out.
class HelpFormatter : public CLI::Formatter {
public:
    /// What a value was refused for last: CLI11 keeps a text only.
    Message problem;

    HelpFormatter() {
        label("Usage", said(help::usage()));
        label("OPTIONS", said(help::usageOptions()));
        label("SUBCOMMAND", said(help::usageCommand()));
        label("Positionals", said(help::positionals()));
    }

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

    std::string make_description(const CLI::App* app) const override {
        return said(aboutOf(app)) + "\n";
    }
    std::string make_option_desc(const CLI::Option* option) const override {
        return said(aboutOf(option));
    }
    std::string make_option_opts(const CLI::Option* option) const override {
        const bool value = option->get_items_expected_max() > 0 && !option->get_positional();
        return value && !option->get_type_name().empty() ? " " + option->get_type_name() : "";
    }
    std::string make_subcommand(const CLI::App* command) const override {
        std::ostringstream out;
        CLI::detail::format_help(out, command->get_display_name(true), said(aboutOf(command)),
                                 column_width_);
        return out.str();
    }
    std::string make_group(std::string group, bool positional,
                           std::vector<const CLI::Option*> options) const override {
        return Formatter::make_group(positional ? std::move(group) : said(help::options()),
                                     positional, std::move(options));
    }

private:
    std::unordered_map<const void*, Message> abouts_;
};

} // namespace leadsheet::cli
