// SPDX-License-Identifier: Apache-2.0
#include "command.hpp"

#include "command_line.hpp"

#include <CLI/CLI.hpp>

#include <charconv>
#include <limits>

namespace leadsheet::cli {
namespace {

/// Options without the remarks that CLI11 adds to them.
class HelpFormatter : public CLI::Formatter {
public:
    std::string make_option_opts(const CLI::Option* option) const override {
        const bool value = option->get_items_expected_max() > 0 && !option->get_positional();
        return value && !option->get_type_name().empty() ? " " + option->get_type_name() : "";
    }
};

OptionInfo infoOf(const CLI::Option& option) {
    OptionInfo info;
    info.names = option.get_name(false, true);
    info.longNames = option.get_lnames();
    info.valueName = option.get_type_name();
    info.about = option.get_description();
    info.positional = option.get_positional();
    info.takesValue = option.get_items_expected_max() > 0;
    return info;
}

CommandInfo infoOf(const CLI::App& app) {
    CommandInfo info{app.get_name(), app.get_description(), {}, {}};
    for (const CLI::Option* option : app.get_options())
        info.options.push_back(infoOf(*option));
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        info.commands.push_back(infoOf(*command));
    return info;
}

/// The commands that were recognised in what was parsed, behind the program's name.
std::string commandSoFar(const CLI::App& program) {
    std::string words = program.get_name();
    for (const CLI::App* at = &program; !at->get_subcommands().empty();) {
        at = at->get_subcommands().front();
        words += " " + at->get_name();
    }
    return words;
}

template <class Value>
Option add(CLI::App& app, const std::string& names, Value& value, const std::string& about) {
    return Option(*app.add_option(names, value, about));
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
    option_->check(listed ? member : member.description(""));
    return *this;
}

Option& Option::between(std::int64_t least, std::int64_t most) {
    return check([least, most](const std::string& text) -> std::optional<std::string> {
        std::int64_t number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (error == std::errc() && end == text.data() + text.size() && number >= least &&
            number <= most)
            return std::nullopt;
        const std::string bound =
            most == std::numeric_limits<std::int64_t>::max()
                ? " of at least " + std::to_string(least)
                : " from " + std::to_string(least) + " to " + std::to_string(most);
        return "'" + text + "' is not a whole number" + bound;
    });
}

Option& Option::positive() {
    return between(1, std::numeric_limits<std::int64_t>::max());
}

Option& Option::check(const ValueProblem& problem) {
    option_->check(CLI::Validator(
        [problem](const std::string& value) { return problem(value).value_or(std::string()); },
        ""));
    return *this;
}

Option& Option::notEmpty() {
    return check([](const std::string& value) {
        return value.empty() ? std::optional<std::string>("is empty.") : std::nullopt;
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

Command Command::addCommand(const std::string& name, const std::string& about) const {
    return Command(*app_->add_subcommand(name, about));
}

void Command::needsCommand() const {
    app_->require_subcommand(1);
}

Option Command::addOption(const std::string& names, std::string& value,
                          const std::string& about) const {
    return add(*app_, names, value, about);
}

Option Command::addOption(const std::string& names, std::optional<std::string>& value,
                          const std::string& about) const {
    return add(*app_, names, value, about);
}

Option Command::addOption(const std::string& names, std::vector<std::string>& values,
                          const std::string& about) const {
    return add(*app_, names, values, about);
}

Option Command::addOption(const std::string& names, std::int64_t& value,
                          const std::string& about) const {
    return add(*app_, names, value, about);
}

Option Command::addOption(const std::string& names, std::filesystem::path& value,
                          const std::string& about) const {
    return add(*app_, names, value, about);
}

Option Command::addOption(const std::string& names, std::size_t& value,
                          const std::string& about) const {
    return add(*app_, names, value, about);
}

Option Command::addOption(const std::string& names, std::uint16_t& value,
                          const std::string& about) const {
    return add(*app_, names, value, about);
}

Option Command::addOption(const std::string& names, std::function<void(const std::string&)> take,
                          const std::string& about) const {
    return Option(*app_->add_option_function<std::string>(names, std::move(take), about));
}

Option Command::addFlag(const std::string& names, bool& value, const std::string& about) const {
    return Option(*app_->add_flag(names, value, about));
}

Option Command::addFlag(const std::string& names, std::function<void()> given,
                        const std::string& about) const {
    return Option(*app_->add_flag_callback(names, std::move(given), about));
}

Option Command::option(const std::string& name) const {
    return Option(*app_->get_option(name));
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

CommandLine::CommandLine(const Texts& texts)
    : app_(std::make_unique<CLI::App>(texts.about, texts.name)) {
    app_->set_version_flag("--version", texts.version);
    app_->formatter(std::make_shared<HelpFormatter>());
    app_->fallthrough();
    app_->require_subcommand(1);
    app_->footer(texts.footer);
}

CommandLine::~CommandLine() = default;

Command CommandLine::root() {
    return Command(*app_);
}

CommandLine::Parsed CommandLine::parse(std::vector<std::string> arguments) {
    std::reverse(arguments.begin(), arguments.end()); // CLI11 takes them from the back
    try {
        app_->parse(std::move(arguments));
    } catch (const CLI::Success& success) {
        app_->exit(success);
        return {Parsed::End::Shown, {}, {}};
    } catch (const CLI::ParseError& error) {
        return {Parsed::End::Refused, error.what(), commandSoFar(*app_)};
    }
    return {};
}

} // namespace leadsheet::cli
