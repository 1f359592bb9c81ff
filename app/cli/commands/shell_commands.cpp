// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

#include "../output/console.hpp"
#include "../output/shell_files.hpp"

#include <CLI/CLI.hpp>

namespace leadsheet::cli {

void addShellCommands(Registry& registry) {
    CLI::App* app = &registry.app;
    CLI::App* completion =
        app->add_subcommand("completion", "Print a completion script for a shell");
    auto shell = std::make_shared<std::string>();
    completion->add_option("SHELL", *shell, "bash, zsh or fish")
        ->required()
        ->check(CLI::IsMember({"bash", "zsh", "fish"}));
    completion->callback([&registry, app, shell] {
        registry.chosen = [app, shell](Context& context) -> Outcome<ExitCode> {
            context.console.raw(*shell == "fish"  ? fishCompletion(*app)
                                : *shell == "zsh" ? zshCompletion(*app)
                                                  : bashCompletion(*app));
            return ExitCode::Done;
        };
    });
    app->add_subcommand("manual", "Print the manual page: leadsheet manual | man -l -")
        ->callback([&registry, app] {
            registry.chosen = [app](Context& context) -> Outcome<ExitCode> {
                context.console.raw(manualPage(*app));
                return ExitCode::Done;
            };
        });
}

} // namespace leadsheet::cli
