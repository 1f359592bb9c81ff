// SPDX-License-Identifier: Apache-2.0
#include "command.hpp"

#include "help_formatter.hpp"

#include "leadsheet/text/render.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <type_traits>

namespace leadsheet::cli {
namespace {

OptionInfo infoOf(const CLI::App& app, const CLI::Option& option) {
    OptionInfo info;
    info.names = option.get_name(false, true);
    info.longNames = option.get_lnames();
    info.valueName = option.get_type_name();
    info.about = text::render(HelpFormatter::of(app).aboutOf(&option));
    info.choices = HelpFormatter::of(app).choicesOf(&option);
    info.positional = option.get_positional();
    info.takesValue = option.get_items_expected_max() > 0;
    return info;
}

CommandInfo infoOf(const CLI::App& app) {
    CommandInfo info{app.get_name(), text::render(HelpFormatter::of(app).aboutOf(&app)), {}, {}};
    for (const CLI::Option* option : app.get_options())
        info.options.push_back(infoOf(app, *option));
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        info.commands.push_back(infoOf(*command));
    return info;
}

Option described(const CLI::App& app, CLI::Option& option, const Message& about) {
    HelpFormatter& formatter = HelpFormatter::of(app);
    formatter.describe(&option, about);
    return Option(option, formatter);
}

/// Whole numbers are decimal: CLI11 itself takes 010 for eight.
CLI::Validator decimal() {
    return CLI::Validator(
        [](std::string& text) {
            if (text.find_first_not_of("0123456789") == std::string::npos)
                text.erase(0, std::min(text.find_first_not_of('0'), text.size() - 1));
            return std::string();
        },
        "");
}

template <class Value>
Option add(CLI::App& app, const std::string& names, Value& value, const Message& about) {
    CLI::Option& option = *app.add_option(names, value, std::string());
    if constexpr (std::is_integral_v<Value>)
        option.transform(decimal());
    return described(app, option, about).notEmpty();
}

} // namespace

Option& Option::valueName(const std::string& name) {
    option_->type_name(name);
    return *this;
}

Option& Option::required(bool yes) {
    option_->required(yes);
    return *this;
}

Option& Option::oneOf(const std::vector<std::string>& words, bool listed) {
    CLI::IsMember member(words);
    formatter_->offer(option_, words);
    option_->check(listed ? member : member.description(""));
    return *this;
}

Option& Option::between(std::int64_t least, std::int64_t most) {
    return check([least, most](const std::string& text) -> std::optional<Message> {
        std::int64_t number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (error == std::errc() && end == text.data() + text.size() && number >= least &&
            number <= most)
            return std::nullopt;
        return most == std::numeric_limits<std::int64_t>::max()
                   ? help::notWholeOfAtLeast(text, least)
                   : help::notWholeBetween(text, least, most);
    });
}

Option& Option::positive() {
    return between(1, std::numeric_limits<std::int64_t>::max());
}

Option& Option::check(const ValueProblem& problem) {
    option_->check(CLI::Validator(
        [problem, formatter = formatter_](const std::string& value) {
            formatter->problem = problem(value).value_or(Message());
            return text::render(formatter->problem);
        },
        ""));
    return *this;
}

Option& Option::notEmpty() {
    return check([](const std::string& value) {
        return value.empty() ? std::optional(help::isEmpty()) : std::nullopt;
    });
}

Option& Option::oneValueEach() {
    option_->allow_extra_args(false);
    return *this;
}

Option& Option::showDefault() {
    option_->capture_default_str();
    return *this;
}

Option& Option::excludes(const Option& other) {
    option_->excludes(other.option_);
    return *this;
}

Command Command::addCommand(const std::string& name, const Message& about) const {
    CLI::App& command = *app_->add_subcommand(name, std::string());
    HelpFormatter& formatter = HelpFormatter::of(command);
    command.group(app_->get_parent() == nullptr ? formatter.heading : said(help::commands()));
    formatter.describe(&command, about);
    formatter.describe(command.get_help_ptr(), help::printHelp());
    return Command(command);
}

void Command::startGroup(const Message& heading) const {
    HelpFormatter::of(*app_).heading = said(heading);
}

void Command::needsCommand() const {
    app_->require_subcommand(1);
}

Option Command::addOption(const std::string& names, std::string& value,
                          const Message& about) const {
    return add(*app_, names, value, about);
}

Option Command::addOption(const std::string& names, std::optional<std::string>& value,
                          const Message& about) const {
    return add(*app_, names, value, about);
}

Option Command::addOption(const std::string& names, std::vector<std::string>& values,
                          const Message& about) const {
    return add(*app_, names, values, about);
}

Option Command::addOption(const std::string& names, std::int64_t& value,
                          const Message& about) const {
    return add(*app_, names, value, about);
}

Option Command::addOption(const std::string& names, std::filesystem::path& value,
                          const Message& about) const {
    return add(*app_, names, value, about);
}

Option Command::addOption(const std::string& names, std::size_t& value,
                          const Message& about) const {
    return add(*app_, names, value, about);
}

Option Command::addOption(const std::string& names, std::uint16_t& value,
                          const Message& about) const {
    return add(*app_, names, value, about);
}

Option Command::addOption(const std::string& names, std::function<void(const std::string&)> take,
                          const Message& about) const {
    return described(*app_,
                     *app_->add_option_function<std::string>(names, std::move(take), std::string()),
                     about)
        .notEmpty();
}

Option Command::addFlag(const std::string& names, bool& value, const Message& about) const {
    return described(*app_, *app_->add_flag(names, value, std::string()), about);
}

Option Command::addFlag(const std::string& names, std::function<void()> given,
                        const Message& about) const {
    return described(*app_, *app_->add_flag_callback(names, std::move(given), std::string()),
                     about);
}

Option Command::option(const std::string& name) const {
    return Option(*app_->get_option(name), HelpFormatter::of(*app_));
}

void Command::whenChosen(std::function<void()> act) const {
    app_->callback(std::move(act));
}

bool Command::isChosen() const {
    return app_->parsed();
}

CommandInfo Command::info() const {
    return infoOf(*app_);
}

} // namespace leadsheet::cli
