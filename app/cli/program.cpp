// SPDX-License-Identifier: Apache-2.0
#include "program.hpp"

#include "commands/registry.hpp"
#include "interrupts.hpp"
#include "output/console.hpp"
#include "session/key_source.hpp"

#include "leadsheet/transport.hpp"

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <iostream>
#include <sstream>

namespace leadsheet::cli {
namespace {

/// A check for CLI11, which puts the option's name before what `problem` says.
template <class Problem>
CLI::Validator refusedWith(Problem problem) {
    return CLI::Validator(
        [problem](const std::string& value) { return problem(value).value_or(std::string()); }, "");
}

/// An empty value comes from an unset variable of a script, and must not stand for the default.
CLI::Validator notEmpty() {
    return refusedWith([](const std::string& value) {
        return value.empty() ? std::optional<std::string>("is empty.") : std::nullopt;
    });
}

void addGlobalOptions(CLI::App& app, GlobalOptions& options) {
    auto* profile = app.add_option("--profile", options.profile, "Use this profile's account")
                        ->type_name("NAME")
                        ->check(notEmpty());
    auto* url = app.add_option("--base-url", options.baseUrl, "The service's address, without /v1")
                    ->type_name("URL")
                    ->check(notEmpty())
                    ->excludes(profile);
    auto* file = app.add_option("--key-file", options.keyFile,
                                "Read the key from a file that only you can read")
                     ->type_name("FILE")
                     ->check(notEmpty());
    auto* input = app.add_flag("--key-stdin", options.keyStdin,
                               "Read the key from the first line of standard input")
                      ->excludes(file);
    app.add_flag("--sandbox", options.sandbox,
                 "Use the built-in sandbox: the whole service on this computer, with play money")
        ->excludes(profile)
        ->excludes(url)
        ->excludes(file)
        ->excludes(input);
    app.add_flag("--json", options.json, "Write results as JSON, one object a line");
    app.add_flag("--quiet,-q", options.quiet, "Only failures");
    app.add_flag("--no-color", options.noColour, "No colours (also: NO_COLOR)");
    app.add_flag("--verbose,-v", options.verbose, "Log every request, without secrets");
    app.add_option("--ca-file", options.caFile, "A company's certificate authority, as PEM")
        ->type_name("FILE")
        ->check(notEmpty())
        ->check(refusedWith(caFileProblem));
    app.add_option("--proxy", options.proxy, "Proxy address, or none; the system's if left out")
        ->type_name("URL")
        ->check(notEmpty())
        ->check(refusedWith(proxyProblem));
    app.add_option("--data-dir", options.dataDir, "Keep ledger, profiles and sandbox here")
        ->type_name("FOLDER")
        ->check(notEmpty());
}

void addCommands(Registry& registry) {
    addSheetCommands(registry);
    addMapCommands(registry);
    addQuoteCommand(registry);
    addSubmitCommand(registry);
    addResumeCommand(registry);
    addRetryCommand(registry);
    addOrderAgainCommand(registry);
    addStatusCommand(registry);
    addResultsCommand(registry);
    addDiffCommand(registry);
    addLedgerCommand(registry);
    addAuditCommands(registry);
    addOrdersCommands(registry);
    addAccountCommands(registry);
    addProfileCommands(registry);
    addSandboxCommands(registry);
    addServeCommand(registry);
    addShellCommands(registry);
}

/// `--max-total 500 USD` as one argument: the currency must not be taken for the sheet.
std::vector<std::string> joinedArguments(int argc, const char* const* argv) {
    std::vector<std::string> arguments;
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        const bool currency = word.size() == 3 && std::all_of(word.begin(), word.end(), [](char c) {
                                  return c >= 'A' && c <= 'Z';
                              });
        const std::size_t count = arguments.size();
        if (currency && count >= 2 && arguments[count - 2] == "--max-total")
            arguments.back() += " " + std::string(word);
        else if (currency && count >= 1 && arguments.back().starts_with("--max-total="))
            arguments.back() += " " + std::string(word);
        else
            arguments.emplace_back(word);
    }
    return arguments;
}

std::optional<std::string> environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

int finish(Console& console, const Failure& failure) {
    console.endProgress();
    console.failed(failure);
    return static_cast<int>(failure.exit);
}

int perform(const GlobalOptions& options, const Action& action, Interrupts& interrupts) {
    Console console({options.json, options.quiet, options.noColour, options.verbose});
    const auto folders = app::appFolders(options.dataDir, environment);
    if (!folders)
        return finish(console, usageFailure("There is no home folder to keep the ledger in.",
                                            "Name a folder with --data-dir, or set HOME."));
    Context context{options, console, interrupts, *folders};
    const Outcome<ExitCode> done = action(context);
    console.endProgress();
    return done ? static_cast<int>(*done) : finish(console, done.error());
}

/// Options without the remarks that CLI11 adds to them.
class HelpFormatter : public CLI::Formatter {
public:
    std::string make_option_opts(const CLI::Option* option) const override {
        const bool value = option->get_items_expected_max() > 0 && !option->get_positional();
        return value && !option->get_type_name().empty() ? " " + option->get_type_name() : "";
    }
};

/// CLI11's complaint in our own form.
int refuseUsage(const CLI::ParseError& error, bool json) {
    Console console({json, false, false, false});
    return finish(console, usageFailure(error.what(), "See: leadsheet --help"));
}

} // namespace

int runProgram(int argc, const char* const* argv, Interrupts& interrupts) {
    const std::span<const char* const> given(argv, static_cast<std::size_t>(argc));
    if (const auto position = keyAmongArguments(given)) {
        Console console({});
        return finish(console, keyOnCommandLine(*position));
    }
    if (argc > 1 && std::string_view(given[1]) == "serve") {
        Console console({});
        return finish(console, serve(given.subspan(2)));
    }
    CLI::App app("order verified lead lists, one order per sheet row", "leadsheet");
    app.set_version_flag("--version", "leadsheet " LEADSHEET_VERSION);
    app.formatter(std::make_shared<HelpFormatter>());
    app.fallthrough();
    app.require_subcommand(1);
    app.footer(
        "Try everything without an account: leadsheet check SHEET, then quote and submit with "
        "--sandbox.\nExit codes, files and variables: leadsheet manual | man -l -");
    GlobalOptions options;
    addGlobalOptions(app, options);
    Registry registry{app, {}};
    addCommands(registry);
    std::vector<std::string> arguments = joinedArguments(argc, argv);
    const bool json = std::find(arguments.begin(), arguments.end(), "--json") != arguments.end();
    if (arguments.empty())
        arguments.emplace_back("--help");
    std::reverse(arguments.begin(), arguments.end()); // CLI11 takes them from the back
    try {
        app.parse(arguments);
    } catch (const CLI::Success& success) {
        return app.exit(success);
    } catch (const CLI::ParseError& error) {
        return refuseUsage(error, json);
    }
    return perform(options, registry.chosen, interrupts);
}

} // namespace leadsheet::cli
