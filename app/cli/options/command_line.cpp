// SPDX-License-Identifier: Apache-2.0
#include "command_line.hpp"

#include "../output/words.hpp"
#include "help_formatter.hpp"

#include "leadsheet/text/render.hpp"

#include <algorithm>
#include <sstream>

namespace leadsheet::cli {
namespace {

/// The command that was recognised last in what was parsed; the program itself when none was.
const CLI::App& recognised(const CLI::App& program) {
    const CLI::App* at = &program;
    while (!at->get_subcommands().empty())
        at = at->get_subcommands().front();
    return *at;
}

/// "leadsheet orders"
std::string wordsOf(const CLI::App& command) {
    const CLI::App* parent = command.get_parent();
    return (parent == nullptr ? "" : wordsOf(*parent) + " ") + command.get_name();
}

bool isOption(const std::string& word) {
    return word.size() > 1 && word.front() == '-';
}

/// The first word that nothing was made of, an option or not.
std::optional<std::string> leftOver(const CLI::App& program, bool option) {
    const std::vector<std::string> words = program.remaining(true);
    const auto found = std::find_if(words.begin(), words.end(), [option](const std::string& word) {
        return isOption(word) == option;
    });
    return found == words.end() ? std::nullopt : std::optional(*found);
}

std::vector<std::string> commandsOf(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        names.push_back(command->get_name());
    return names;
}

/// Those of the command and of the program, which may stand behind it.
std::vector<std::string> optionsOf(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* at = &app; at != nullptr; at = at->get_parent())
        for (const CLI::Option* option : at->get_options())
            for (const std::string& name : option->get_lnames())
                names.push_back("--" + name);
    return names;
}

/// How many letters were put in, left out, changed, or swapped with their neighbour.
std::size_t editsBetween(const std::string& one, const std::string& other) {
    std::vector<std::vector<std::size_t>> edits(one.size() + 1,
                                                std::vector<std::size_t>(other.size() + 1));
    for (std::size_t i = 0; i <= one.size(); ++i)
        for (std::size_t k = 0; k <= other.size(); ++k) {
            if (i == 0 || k == 0) {
                edits[i][k] = i + k;
                continue;
            }
            const std::size_t changed = one[i - 1] == other[k - 1] ? 0 : 1;
            edits[i][k] =
                std::min({edits[i - 1][k] + 1, edits[i][k - 1] + 1, edits[i - 1][k - 1] + changed});
            if (i > 1 && k > 1 && one[i - 1] == other[k - 2] && one[i - 2] == other[k - 1])
                edits[i][k] = std::min(edits[i][k], edits[i - 2][k - 2] + 1);
        }
    return edits[one.size()][other.size()];
}

/// A question for the nearest of `known`, when one is near enough to be meant.
Sentences meant(const std::string& given, const std::vector<std::string>& known) {
    const std::string word = given.substr(0, given.find('='));
    std::size_t fewest = word.size() < 5 ? 2 : 3; // not as many as that
    std::string nearest;
    for (const std::string& name : known)
        if (const std::size_t edits = editsBetween(word, name); edits < fewest) {
            fewest = edits;
            nearest = name;
        }
    return nearest.empty() ? Sentences() : Sentences(help::didYouMean(nearest));
}

/// "--limit: x" -> "--limit", "x"
std::pair<std::string, std::string> cutAt(const std::string& text, std::string_view mark) {
    const std::size_t at = text.find(mark);
    return at == std::string::npos ? std::pair<std::string, std::string>()
                                   : std::pair(text.substr(0, at), text.substr(at + mark.size()));
}

/// CLI11 gives this one error the name of the program.
bool isOfExtras(const CLI::ParseError& error) {
    return dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
}

/// What CLI11 says, as a message; empty for what it is not known to say.
Message messageFor(const CLI::ParseError& error, const Message& problem) {
    const std::string text = error.what();
    if (isOfExtras(error))
        return help::notExpected(cutAt(text, ": ").second);
    if (error.get_name() == "RequiredError")
        return text == "A subcommand is required"
                   ? help::commandRequired()
                   : help::required(placeholder(cutAt(text, " is required").first));
    if (error.get_name() == "ConversionError") {
        const auto [option, value] = cutAt(cutAt(text, ": ").second, " = ");
        return help::notConvertible(option, value);
    }
    const auto [option, rest] = cutAt(text, ": ");
    if (error.get_name() == "ArgumentMismatch")
        return help::valueMissing(
            option, placeholder(cutAt(cutAt(rest, "1 required ").second, " missing").first));
    return problem.empty() ? Message() : help::optionProblem(option, problem);
}

/// Where CLI11 says it in words of programmers or, of several arguments, backwards; else empty.
Message betterThan(const CLI::ParseError& error, const CLI::App& program) {
    const std::string text = error.what();
    if (const auto words = program.remaining(true); isOfExtras(error) && words.size() > 1)
        return help::areNotExpected(joined(words, " "));
    if (const auto [option, other] = cutAt(text, " excludes ");
        error.get_name() == "ExcludesError" && !option.empty())
        return help::excludes(option, other);
    const auto [option, rest] = cutAt(text, ": ");
    if (error.get_name() == "ArgumentMismatch" && rest.starts_with("At Most 1 "))
        return help::givenTwice(option);
    if (const auto [value, words] = cutAt(rest, " not in {"); !value.empty())
        return help::notAmong(option, value, words.substr(0, words.rfind('}')));
    return {};
}

CommandLine::Parsed noSuchCommand(const CLI::App& at, const std::string& word) {
    CommandLine::Parsed parsed;
    parsed.end = CommandLine::Parsed::End::Refused;
    parsed.command = wordsOf(at);
    parsed.problem = help::noSuchCommand(word);
    parsed.suggestion = meant(word, commandsOf(at));
    return parsed;
}

/// A word that no command has is why a command is missing, and an option that nobody knows comes
/// before what else may be wrong.
CommandLine::Parsed refusalOf(const CLI::App& program, const CLI::ParseError& error) {
    const CLI::App& at = recognised(program);
    CommandLine::Parsed parsed;
    parsed.end = CommandLine::Parsed::End::Refused;
    parsed.command = wordsOf(at);
    const auto word = leftOver(program, false);
    const auto option = leftOver(program, true);
    const Message message = messageFor(error, HelpFormatter::of(program).problem);
    const bool lacking = error.get_name() == "RequiredError";
    if (message == help::commandRequired() && word)
        return noSuchCommand(at, *word);
    if (lacking && option) {
        parsed.problem = help::notExpected(*option);
        parsed.suggestion = meant(*option, optionsOf(at));
    } else {
        const Message better = betterThan(error, program);
        const bool known = text::render(message) == error.what();
        parsed.problem = !better.empty() ? Sentences(better)
                         : known         ? Sentences(message)
                                         : Sentences(std::string(error.what()));
        if (isOfExtras(error))
            parsed.suggestion =
                option ? meant(*option, optionsOf(at)) : meant(word.value_or(""), commandsOf(at));
    }
    return parsed;
}

} // namespace

CommandLine::CommandLine(const Texts& texts)
    : app_(std::make_unique<CLI::App>(std::string(), texts.name)) {
    const auto formatter = std::make_shared<HelpFormatter>();
    app_->set_version_flag("--version", texts.version);
    app_->formatter(formatter);
    formatter->describe(app_.get(), texts.about);
    formatter->describe(app_->get_help_ptr(), help::printHelp());
    formatter->describe(app_->get_version_ptr(), help::printVersion());
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
        const CLI::App& at = recognised(*app_);
        if (const auto word = leftOver(*app_, false); word && !commandsOf(at).empty())
            return noSuchCommand(at, *word);
        std::ostringstream shown;
        app_->exit(success, shown, shown);
        return {Parsed::End::Shown, {}, {}, {}, shown.str()};
    } catch (const CLI::ParseError& error) {
        return refusalOf(*app_, error);
    }
    const CLI::App& chosen = recognised(*app_);
    if (wordsOf(chosen) == app_->get_name() + " " + std::string(kHelpCommand)) {
        std::vector<std::string> words = chosen.get_option("COMMAND")->results();
        HelpFormatter::of(*app_).listsAll = words.empty();
        words.emplace_back("--help");
        return parse(std::move(words));
    }
    return {Parsed::End::Chosen, {}, {}, {}, {}};
}

} // namespace leadsheet::cli
