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
    registry.bind(
        program.addCommand("manual", "Print the manual page: leadsheet manual | man -l -"), manual);
}

} // namespace leadsheet::cli
