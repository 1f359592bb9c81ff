// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

#include "../output/console.hpp"
#include "../output/shell_files.hpp"

namespace leadsheet::cli {

void addShellCommands(Registry& registry) {
    const Command program = registry.root;
    Command completion = program.addCommand("completion", "Print a completion script for a shell");
    auto shell = std::make_shared<std::string>();
    completion.addOption("SHELL", *shell, "bash, zsh or fish")
        .required()
        .oneOf({"bash", "zsh", "fish"});
    completion.whenChosen([&registry, program, shell] {
        registry.chosen = [program, shell](Context& context) -> Outcome<ExitCode> {
            context.console.raw(*shell == "fish"  ? fishCompletion(program.info())
                                : *shell == "zsh" ? zshCompletion(program.info())
                                                  : bashCompletion(program.info()));
            return ExitCode::Done;
        };
    });
    program.addCommand("manual", "Print the manual page: leadsheet manual | man -l -")
        .whenChosen([&registry, program] {
            registry.chosen = [program](Context& context) -> Outcome<ExitCode> {
                context.console.raw(manualPage(program.info()));
                return ExitCode::Done;
            };
        });
}

} // namespace leadsheet::cli
