// SPDX-License-Identifier: Apache-2.0
#include "map_listing.hpp"

#include "dry_run.hpp"

#include "../output/console.hpp"

#include "leadsheet/app/column_map.hpp"
#include "leadsheet/messages/clisheet.hpp"

#include <algorithm>

namespace leadsheet::cli {
namespace {

namespace say = messages::clisheet;

std::vector<std::filesystem::path> savedMaps(const Context& context) {
    std::vector<std::filesystem::path> files;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(context.folders.mapsFolder(), error), end;
         !error && entry != end; entry.increment(error))
        if (entry->path().extension() == ".json")
            files.push_back(entry->path());
    std::sort(files.begin(), files.end());
    return files;
}

std::string described(const app::MapSpec& spec) {
    std::string text;
    for (const app::MapSpec::Entry& entry : spec.columns)
        text += (text.empty() ? "" : ", ") + entry.header + " → " + entry.target;
    for (const app::ValueRule& rule : spec.values)
        text += (text.empty() ? "" : ", ") + rule.target + (rule.fillOnly ? " ?= " : " := ") +
                rule.value;
    return text;
}

Outcome<ExitCode> list(Context& context) {
    Console& console = context.console;
    const auto files = savedMaps(context);
    if (files.empty())
        console.say(say::noMapSaved());
    for (const std::filesystem::path& file : files) {
        const std::string name = file.stem().string();
        const auto spec = app::loadMapFile(file);
        if (!spec) {
            console.note(Text(name + ": ").add(sentencesOf(spec.error())));
            continue;
        }
        console.say(Text(name + "  ", Style::Dim).add(described(*spec)), 4);
        console.emit({{"type", "savedMap"}, {"map", name}, {"description", described(*spec)}});
    }
    return ExitCode::Done;
}

Outcome<ExitCode> remove(Context& context, const std::string& name, bool dryRun) {
    const auto files = savedMaps(context);
    const auto found = std::find_if(files.begin(), files.end(),
                                    [&](const auto& file) { return file.stem() == name; });
    if (found == files.end())
        return fail(usageFailure(say::noSuchMap(name), say::seeMaps()));
    if (dryRun)
        return sayDryRun(context, {}, say::wouldRemoveMap());
    std::error_code error;
    std::filesystem::remove(*found, error);
    if (error)
        return fail(
            {ExitCode::Storage, say::mapNotRemoved(error.message()), {}, {}, "storage_error", {}});
    context.console.say(say::mapRemoved());
    context.console.emit({{"type", "mapRemoved"}, {"map", name}});
    return ExitCode::Done;
}

} // namespace

void addMapListing(Registry& registry, const Command& map) {
    registry.bind(map.addCommand("list", help::mapList()), list);
    Command removing = map.addCommand("remove", help::mapRemove());
    auto name = std::make_shared<std::string>();
    auto dryRun = std::make_shared<bool>(false);
    removing.addOption("MAP", *name, help::savedMap()).required();
    removing.addFlag("--dry-run", *dryRun, help::removeNothing());
    registry.bind(removing, remove, name, dryRun);
}

} // namespace leadsheet::cli
