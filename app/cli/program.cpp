// SPDX-License-Identifier: Apache-2.0
#include "program.hpp"

#include "commands/registry.hpp"
#include "interrupts.hpp"
#include "options/command_line.hpp"
#include "output/console.hpp"
#include "session/secrets.hpp"

#include "leadsheet/messages/cli.hpp"
#include "leadsheet/transport.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace leadsheet::cli {
namespace {

namespace say = messages::cli;

/// A check of the libraries, which speak English only.
ValueProblem saidElsewhere(std::optional<std::string> (*check)(const std::string&)) {
    return [check](const std::string& value) {
        const auto problem = check(value);
        return problem ? std::optional(help::otherProblem(*problem)) : std::nullopt;
    };
}

void addGlobalOptions(const Command& program, GlobalOptions& options) {
    const Option profile =
        program.addOption("--profile", options.profile, help::profile()).valueName("NAME");
    const Option url = program.addOption("--base-url", options.baseUrl, help::baseUrl())
                           .valueName("URL")
                           .excludes(profile);
    const Option file =
        program.addOption("--key-file", options.keyFile, help::keyFile()).valueName("FILE");
    const Option input =
        program.addFlag("--key-stdin", options.keyStdin, help::keyStdin()).excludes(file);
    program.addFlag("--sandbox", options.sandbox, help::sandbox())
        .excludes(profile)
        .excludes(url)
        .excludes(file)
        .excludes(input);
    program.addFlag("--json", options.json, help::json());
    program.addFlag("--quiet,-q", options.quiet, help::quiet());
    program.addFlag("--no-color", options.noColour, help::noColor());
    program.addOption("--lang", options.language, help::lang())
        .oneOf(languageWords(), false)
        .valueName("en|de");
    program.addFlag("--verbose,-v", options.verbose, help::verbose());
    program.addOption("--ca-file", options.caFile, help::caFile())
        .valueName("FILE")
        .check(saidElsewhere(caFileProblem));
    program.addOption("--proxy", options.proxy, help::proxy())
        .valueName("URL")
        .check(saidElsewhere(proxyProblem));
    program.addOption("--data-dir", options.dataDir, help::dataDir()).valueName("FOLDER");
}

void addCommands(Registry& registry) {
    registry.root.startGroup(help::groupSheet());
    addSheetCommands(registry);
    addMapCommands(registry);
    addQuoteCommand(registry);
    addSubmitCommand(registry);
    addWatchCommand(registry);
    addResumeCommand(registry);
    addDiscardCommand(registry);
    addRetryCommand(registry);
    addOrderAgainCommand(registry);
    addStatusCommand(registry);
    addResultsCommand(registry);
    addDiffCommand(registry);
    addLedgerCommand(registry);
    addAuditCommands(registry);
    registry.root.startGroup(help::groupAccount());
    addProfileCommands(registry);
    addAccountCommands(registry);
    addOrdersCommands(registry);
    addStatementCommand(registry);
    addKeysCommands(registry);
    registry.root.startGroup(help::groupLeads());
    addLeadsCommands(registry);
    registry.root.startGroup(help::groupDelivery());
    addWebhooksCommands(registry);
    addDestinationsCommands(registry);
    registry.root.startGroup(help::groupService());
    addSandboxCommands(registry);
    addServeCommand(registry);
    addAdminCommands(registry);
    addMcpCommand(registry);
    registry.root.startGroup(help::groupHelp());
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

/// The exit code of what was done, if its words reached whoever reads them.
int finish(Console& console, ExitCode done) {
    if (const auto reason = console.outputFailure())
        return finish(console, {ExitCode::Storage,
                                say::outputNotWhole(std::strerror(*reason)),
                                say::outputWordsIncomplete(),
                                say::fixOutput(),
                                *reason == ENOSPC ? "storage_full" : "storage_error",
                                {}});
    return static_cast<int>(done);
}

int perform(const GlobalOptions& options, const Action& action, Interrupts& interrupts) {
    Console console({options.json, options.quiet, options.noColour, options.verbose});
    const auto folders = app::appFolders(options.dataDir, environment, app::programFolder());
    if (!folders)
        return finish(console, usageFailure(say::noHome(), say::fixNoHome()));
    Context context{options, console, interrupts, *folders};
    const Outcome<ExitCode> done = action(context);
    console.endProgress();
    if (!done)
        return finish(console, done.error());
    return finish(console, *done);
}

} // namespace

int runProgram(int argc, const char* const* argv, Interrupts& interrupts) {
    const std::span<const char* const> given(argv, static_cast<std::size_t>(argc));
    speak(languageAmong(given).value_or(languageOf(environment)));
    if (const auto position = keyAmongArguments(given)) {
        Console console({});
        return finish(console, keyOnCommandLine(*position));
    }
    if (argc > 1 && std::string_view(given[1]) == "serve") {
        Console console({});
        return finish(console, serve(given.subspan(2)));
    }
    CommandLine line({"leadsheet", help::aboutProgram(), "leadsheet " LEADSHEET_VERSION,
                      said(help::moreHelp())});
    GlobalOptions options;
    addGlobalOptions(line.root(), options);
    Registry registry{line.root(), {}};
    addCommands(registry);
    std::vector<std::string> arguments = joinedArguments(argc, argv);
    const bool json = std::find(arguments.begin(), arguments.end(), "--json") != arguments.end();
    if (arguments.empty())
        arguments.emplace_back("--help");
    const CommandLine::Parsed parsed = line.parse(std::move(arguments));
    if (parsed.end == CommandLine::Parsed::End::Shown) {
        Console console({json, false, false, false});
        console.raw(parsed.shown);
        return finish(console, ExitCode::Done);
    }
    if (parsed.end == CommandLine::Parsed::End::Refused) {
        Console console({json, false, false, false});
        return finish(console,
                      usageFailure(parsed.problem,
                                   Sentences(parsed.suggestion).add(say::seeHelp(parsed.command))));
    }
    return perform(options, registry.chosen, interrupts);
}

void holdStandardStreams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(stream, F_GETFD) >= 0)
            continue;
        // The lowest free number, which is this one. Opened the wrong way round: nothing is read
        // from it and nothing is lost in it without a word.
        if (::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) != stream)
            return;
    }
}

} // namespace leadsheet::cli
