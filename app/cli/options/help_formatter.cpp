// SPDX-License-Identifier: Apache-2.0
#include "help_formatter.hpp"

#include "../output/language.hpp"
#include "../output/text.hpp"

#include <algorithm>
#include <array>
#include <sstream>

namespace leadsheet::cli {
namespace {

constexpr std::size_t kColumns = 80;

/// Lines of at most 80 columns; the lines after the first one start at `indent`.
std::string wrapped(const std::string& text, std::size_t indent = 0) {
    TextLook look;
    look.columns = kColumns;
    look.indent = indent;
    return render(Text(text), look);
}

/// The first words in one column, what is said of them in the next.
template <class Rows>
std::string table(const Rows& rows) {
    std::size_t width = 0;
    for (const auto& [words, about] : rows)
        width = std::max(width, columnsOf(words));
    std::string out;
    for (const auto& [words, about] : rows) {
        std::string line = words;
        line.append(width + 2 - columnsOf(words), ' ').append(about);
        out += wrapped(line, width + 2);
    }
    return out;
}

using Row = std::pair<std::string, std::string>;

/// The program on one screen: what to type first, the names of the commands, where more is said.
std::string overview(const CLI::App& program, const Message& about) {
    const std::string& name = program.get_name();
    std::string out = wrapped(name + ": " + said(about)) + "\n" + wrapped(said(help::startHere()));
    out += table(std::array{
        Row("  " + name + " check icps.csv", said(help::startCheck())),
        Row("  " + name + " quote icps.csv --sandbox", said(help::startQuote())),
        Row("  " + name + " submit icps.csv --sandbox", said(help::startSubmit())),
    });
    out += wrapped(said(help::startAccount())) + "\n";

    std::vector<Row> groups;
    for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; })) {
        if (groups.empty() || groups.back().first != command->get_group())
            groups.emplace_back(command->get_group(), command->get_name());
        else
            groups.back().second += ", " + command->get_name();
    }
    out += table(groups) + "\n";
    return out +
           table(std::array{
               Row(name + " " + said(help::usageCommand()) + " --help", said(help::moreOfOne())),
               Row(name + " help", said(help::moreOfAll())),
               Row(name + " manual | man -l -", said(help::moreInManual())),
           });
}

} // namespace

HelpFormatter::HelpFormatter() {
    label("Usage", said(help::usage()));
    label("OPTIONS", said(help::usageOptions()));
    label("SUBCOMMAND", said(help::usageCommand()));
    label("Positionals", said(help::positionals()));
}

/// Beside its name, in a column that ends where the screen does.
std::string HelpFormatter::described(const void* commandOrOption) const {
    TextLook look;
    look.columns = kColumns - column_width_;
    std::string text = render(Text(said(aboutOf(commandOrOption))), look);
    text.pop_back();
    return text;
}

std::string HelpFormatter::make_help(const CLI::App* app, std::string name,
                                     CLI::AppFormatMode mode) const {
    if (app->get_parent() == nullptr && !listsAll)
        return overview(*app, aboutOf(app));
    return Formatter::make_help(app, std::move(name), mode);
}

std::string HelpFormatter::make_description(const CLI::App* app) const {
    return wrapped(said(aboutOf(app)));
}

std::string HelpFormatter::make_option(const CLI::Option* option, bool positional) const {
    constexpr std::size_t kMargin = 2;
    std::string name = make_option_name(option, positional) + make_option_opts(option);
    if (columnsOf(name) > kColumns - kMargin) { // a long list of words
        name = wrapped(CLI::detail::find_and_replace(name, ",", ", "), 3 * kMargin);
        name.pop_back();
    }
    std::ostringstream out;
    CLI::detail::format_help(out, name, make_option_desc(option), column_width_);
    return out.str();
}

std::string HelpFormatter::make_option_name(const CLI::Option* option, bool positional) const {
    return placeholder(Formatter::make_option_name(option, positional));
}

std::string HelpFormatter::make_option_desc(const CLI::Option* option) const {
    return described(option);
}

std::string HelpFormatter::make_option_opts(const CLI::Option* option) const {
    const bool value = option->get_items_expected_max() > 0 && !option->get_positional();
    return value && !option->get_type_name().empty() ? " " + placeholder(option->get_type_name())
                                                     : "";
}

std::string HelpFormatter::make_subcommand(const CLI::App* command) const {
    std::ostringstream out;
    CLI::detail::format_help(out, command->get_display_name(true), described(command),
                             column_width_);
    return out.str();
}

std::string HelpFormatter::make_group(std::string group, bool positional,
                                      std::vector<const CLI::Option*> options) const {
    return Formatter::make_group(positional ? std::move(group) : said(help::options()), positional,
                                 std::move(options));
}

} // namespace leadsheet::cli
