// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

#include "../options/command_line.hpp"
#include "../options/shell_files.hpp"
#include "../output/console.hpp"

namespace leadsheet::cli {

void addShellCommands(Registry& registry) {
    const Command program = registry.root;
    Command completion = program.addCommand("completion", help::completion());
    auto shell = std::make_shared<std::string>();
    completion.addOption("SHELL", *shell, help::shell()).required().oneOf({"bash", "zsh", "fish"});
    const auto complete = [program](Context& context,
                                    const std::string& chosen) -> Outcome<ExitCode> {
        context.console.raw(chosen == "fish"  ? fishCompletion(program.info())
                            : chosen == "zsh" ? zshCompletion(program.info())
                                              : bashCompletion(program.info()));
        return ExitCode::Done;
    };
    registry.bind(completion, complete, shell);
    const auto manual = [program](Context& context) -> Outcome<ExitCode> {
        context.console.raw(manualPage(program.info()));
        return ExitCode::Done;
    };
    registry.bind(program.addCommand("manual", help::manual()), manual);
    auto words = std::make_shared<std::vector<std::string>>();
    const Command helped = program.addCommand(std::string(kHelpCommand), help::helpCommand());
    helped.addOption("COMMAND", *words, help::helpWords());
    registry.bind(
        helped, [](Context&, const auto&) -> Outcome<ExitCode> { return ExitCode::Done; }, words);
}

} // namespace leadsheet::cli
