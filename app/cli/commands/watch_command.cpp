// SPDX-License-Identifier: Apache-2.0
#include "common_arguments.hpp"
#include "registry.hpp"
#include "sheet_watcher.hpp"

#include "../output/clock_words.hpp"
#include "../output/console.hpp"
#include "../session/connection.hpp"
#include "../session/spending.hpp"
#include "leadsheet/messages/cli.hpp"
#include "leadsheet/messages/clirun.hpp"
#include "leadsheet/work/waiting_sheets.hpp"

namespace leadsheet::cli {
namespace {

namespace say = messages::clirun;

Failure unusable(const std::filesystem::path& folder, const std::string& reason, ExitCode exit) {
    return {exit,
            say::folderUnusable(folder.string(), reason),
            messages::cli::nothingSpent(),
            say::makeFolderUsable(),
            exit == ExitCode::Usage ? "usage" : "storage_error",
            {}};
}

/// So that the window shows what waits there; without it everything else works all the same.
void noteForWindow(const Context& context, const std::filesystem::path& folder) {
    if (context.options.sandbox)
        return;
    if (const auto target = chooseTarget(context)) [[maybe_unused]]
        const std::error_code noted = work::noteWatchedFolder(
            context.folders.data,
            {folder, target->profile ? target->profile->name : std::string()});
}

Outcome<ExitCode> watch(Context& context, const WatchArguments& arguments) {
    std::error_code error;
    const std::filesystem::path path = std::filesystem::canonical(arguments.folder, error);
    if (!error && !std::filesystem::is_directory(path, error) && !error)
        error = std::make_error_code(std::errc::not_a_directory);
    if (error)
        return fail(unusable(arguments.folder, error.message(), ExitCode::Usage));
    work::WatchedFolder folder(path, *parseDuration(arguments.settle));
    if (const std::error_code problem = folder.prepare())
        return fail(unusable(path, problem.message(), ExitCode::Storage));
    std::string holder;
    switch (folder.lock(utcTime(context.now()), holder)) {
    case work::WatchedFolder::Lock::Taken:
        break;
    case work::WatchedFolder::Lock::Held:
        return fail({ExitCode::Locked,
                     say::folderWatched(path.string(), holder),
                     messages::cli::nothingSpent(),
                     say::endOtherWatcher(),
                     "folder_locked",
                     {}});
    case work::WatchedFolder::Lock::Failed:
        return fail(unusable(path, holder, ExitCode::Storage));
    }
    noteForWindow(context, path);
    Console& console = context.console;
    if (!arguments.once) {
        console.say(Text(say::watching(path.string()))
                        .add(" ")
                        .add(arguments.maxTotal.empty() ? say::watchAsks()
                                                        : say::watchLimit(arguments.maxTotal)));
        console.emit({{"type", "watch"},
                      {"event", "watching"},
                      {"at", utcTime(context.now())},
                      {"folder", path.string()}});
    }
    return SheetWatcher(context, arguments, folder).run();
}

} // namespace

void addWatchCommand(Registry& registry) {
    Command command = registry.root.addCommand("watch", help::watch());
    auto arguments = std::make_shared<WatchArguments>();
    command.addOption("FOLDER", arguments->folder, help::watchFolder()).required();
    command.addOption("--max-total", arguments->maxTotal, help::watchMaxTotal())
        .valueName("AMOUNT [CURRENCY]")
        .check(maxTotalProblem);
    command.addFlag("--once", arguments->once, help::watchOnce());
    for (const auto& [name, value, about] :
         {std::tuple("--settle", &arguments->settle, help::watchSettle()),
          std::tuple("--every", &arguments->every, help::watchEvery()),
          std::tuple("--try-again", &arguments->tryAgain, help::watchTryAgain())})
        command.addOption(name, *value, about)
            .showDefault()
            .valueName("DURATION")
            .check(durationProblem);
    registry.bind(command, watch, arguments);
}

} // namespace leadsheet::cli
