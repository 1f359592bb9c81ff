// SPDX-License-Identifier: Apache-2.0
#include "../interrupts.hpp"
#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/check_report.hpp"
#include "../session/open_sheet.hpp"
#include "common_arguments.hpp"
#include "registry.hpp"

#include "leadsheet/app/column_map.hpp"
#include "leadsheet/app/display.hpp"
#include "leadsheet/app/transform_preview.hpp"
#include "leadsheet/messages/check.hpp"
#include "leadsheet/messages/clisheet.hpp"
#include "leadsheet/text/render.hpp"
#include "leadsheet/try.hpp"

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <unistd.h>

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

/// Adds `map list` and `map remove`, over the maps saved by header signature.
void addMapListing(Registry& registry, const Command& map) {
    registry.bind(map.addCommand("list", help::mapList()), list);
    Command removing = map.addCommand("remove", help::mapRemove());
    auto name = std::make_shared<std::string>();
    auto dryRun = std::make_shared<bool>(false);
    removing.addOption("MAP", *name, help::savedMap()).required();
    removing.addFlag("--dry-run", *dryRun, help::removeNothing());
    registry.bind(removing, remove, name, dryRun);
}

namespace json = boost::json;

constexpr std::size_t kExamples = 3;
constexpr std::size_t kRowsShown = 20;

struct MapArguments {
    SheetArguments sheet;
    std::filesystem::path output;
    bool dryRun = false;
};

/// A tab's map, complete or not, with the rows below its header.
struct ProposedMap {
    std::string tab;                 ///< empty when the sheet is read as one
    std::vector<std::string> header; ///< that the map is saved for
    app::ColumnMap map;
    std::vector<app::SampleRow> samples;
    Message origin;
};

Outcome<std::vector<ProposedMap>> propose(Context& context, const SheetArguments& arguments) {
    LEADSHEET_TRY(auto mapped, openForMapping(context, arguments));
    if (mapped.file.piped)
        ::unlink(mapped.file.path.c_str());
    if (mapped.file.choice.sheet > 0)
        context.console.note(Sentences(mapped.file.choice.reason));
    const auto learned = learnedNames(context);
    std::vector<ProposedMap> all;
    for (std::size_t i = 0; i < mapped.choices.size(); ++i) {
        const InspectedTab& tab = mapped.file.tabs[i];
        const app::SheetOverview& overview = tab.overview;
        ProposedMap proposed;
        proposed.tab = mapped.file.tabs.size() > 1 ? tab.name() : std::string();
        proposed.header = tab.header;
        proposed.origin = mapped.choices[i].origin;
        // Samples are what follows the header: they tell a column of numbers from one of names.
        proposed.samples = app::dataRows(overview.head, overview.header);
        auto map = app::makeMap(app::columnNames(overview.head, overview.header), proposed.samples,
                                mapped.choices[i].spec, learned.get());
        if (!map)
            return fail(explain(work::inTab(proposed.tab, map.error())));
        proposed.map = *std::move(map);
        all.push_back(std::move(proposed));
    }
    return all;
}

Outcome<void> needComplete(const std::vector<ProposedMap>& all) {
    for (const ProposedMap& proposed : all)
        if (auto missing = app::missingTargets(proposed.map))
            return fail(explain(work::inTab(proposed.tab, *missing)));
    return {};
}

std::string afterText(const std::vector<std::string>& values) {
    std::string text;
    for (const std::string& value : values)
        text += (text.empty() ? "" : " | ") + value;
    return text;
}

Message confidenceMessage(app::Confidence confidence) {
    static constexpr auto kWords =
        std::to_array<Message (*)()>({say::unsure, say::likely, say::certain});
    static_assert(kWords.size() == static_cast<std::size_t>(app::Confidence::Certain) + 1);
    return kWords[static_cast<std::size_t>(confidence)]();
}

void sayRule(Console& console, const app::ColumnRule& rule,
             const std::vector<app::SampleRow>& samples) {
    std::string steps;
    for (const app::Transform& step : rule.transforms)
        steps += " | " + step.text();
    const Message name = rule.header.empty() && rule.with.empty() ? say::noName() : namesOf(rule);
    std::string letters = app::columnLetter(rule.column);
    for (const app::JoinedColumn& joined : rule.with)
        letters += "+" + app::columnLetter(joined.column);
    console.say(
        Text(letters + "  ")
            .add(name, Style::Bold)
            .add(" → " + rule.target + steps)
            .add("  ")
            .add(say::sureBecause(confidenceMessage(rule.confidence), rule.why), Style::Dim),
        5);
    const app::TransformPreview preview = app::previewTransforms(samples, rule, kExamples);
    for (const app::TransformedCell& cell : preview.examples)
        console.say(
            Text("     ").add(say::rowBecomes(cell.row, cell.before, afterText(cell.after))), 7);
}

void sayMap(Console& console, const ProposedMap& proposed) {
    const app::ColumnMap& map = proposed.map;
    if (!proposed.tab.empty())
        console.say(Text(say::tab(proposed.tab), Style::Bold));
    if (!proposed.origin.empty())
        console.say(Text(say::mappedBy(proposed.origin), Style::Dim));
    for (const app::ColumnRule& rule : map.columns)
        sayRule(console, rule, proposed.samples);
    sayCommas(console, map);
    for (const app::ValueRule& rule : map.values)
        console.say(
            Text(say::everyRow(rule.target + (rule.fillOnly ? " ?= " : " := ") + rule.value))
                .add(rule.why.empty() ? "" : "  " + said(rule.why), Style::Dim));
    for (const app::Suggestion& suggestion : map.suggestions)
        console.say(Text(say::notUsed(), Style::Warn)
                        .add(" ")
                        .add(say::suggestion(app::columnLetter(suggestion.column),
                                             suggestion.header, suggestion.target, suggestion.why)),
                    2);
}

json::object mapJson(const ProposedMap& proposed) {
    const app::ColumnMap& map = proposed.map;
    json::array suggestions;
    for (const app::Suggestion& suggestion : map.suggestions)
        suggestions.push_back({{"column", app::columnLetter(suggestion.column)},
                               {"header", suggestion.header},
                               {"target", suggestion.target},
                               {"why", text::render(suggestion.why)}});
    json::array columns;
    for (const app::ColumnRule& rule : map.columns) {
        const app::TransformPreview preview =
            app::previewTransforms(proposed.samples, rule, kExamples);
        json::array examples;
        for (const app::TransformedCell& cell : preview.examples)
            examples.push_back({{"row", cell.row},
                                {"before", cell.before},
                                {"after", json::array(cell.after.begin(), cell.after.end())}});
        json::object column = ruleJson(rule);
        column["changed"] = preview.changed;
        column["examples"] = std::move(examples);
        columns.push_back(std::move(column));
    }
    json::error_code ignored;
    json::object object{{"type", "map"},
                        {"map", json::parse(app::mapToJson(map), ignored)},
                        {"columns", columns},
                        {"suggestions", suggestions}};
    if (!map.commas.empty())
        object["commas"] = commasJson(map);
    if (!proposed.tab.empty())
        object["tab"] = proposed.tab;
    return object;
}

Outcome<ExitCode> suggest(Context& context, const MapArguments& given) {
    LEADSHEET_TRY(auto all, propose(context, given.sheet));
    Console& console = context.console;
    for (const ProposedMap& proposed : all) {
        sayMap(console, proposed);
        console.emit(mapJson(proposed));
        if (!app::missingTargets(proposed.map)) {
            console.say();
            console.say(Text(say::asOptions(), Style::Dim)
                            .add(" --map " + shellQuoted(app::mapSpecText(proposed.map))),
                        2);
        }
    }
    LEADSHEET_TRY_DONE(needComplete(all));
    return ExitCode::Done;
}

Outcome<ExitCode> save(Context& context, const MapArguments& given) {
    LEADSHEET_TRY(auto all, propose(context, given.sheet));
    Console& console = context.console;
    LEADSHEET_TRY_DONE(needComplete(all));
    if (all.size() > 1 && !given.output.empty())
        return fail(usageFailure(say::outputOfOneTab(), say::fixOutputOfOneTab()));
    if (!given.output.empty()) {
        if (auto problem = app::mapOutputProblem(given.output))
            return fail(explain(*problem));
    }
    if (given.dryRun)
        return sayDryRun(context, {}, all.size() > 1 ? say::wouldKeepMaps() : say::wouldKeepMap());
    for (const ProposedMap& proposed : all) {
        std::filesystem::path written = given.output;
        if (written.empty()) {
            LEADSHEET_TRY(auto saved, explained(app::saveMapFor(context.folders.mapsFolder(),
                                                                proposed.header, proposed.map)));
            written = saved;
            console.say(proposed.tab.empty() ? say::savedForColumns()
                                             : say::savedForTab(proposed.tab));
        } else {
            LEADSHEET_TRY_DONE(explained(app::saveMapFile(proposed.map, written)));
            console.say(say::written(written.string()));
        }
        learnFrom(context, proposed.map);
        json::object object{{"type", "mapSaved"}, {"file", written.string()}};
        if (!proposed.tab.empty())
            object["tab"] = proposed.tab;
        console.emit(object);
    }
    return ExitCode::Done;
}

std::string blockingReason(const app::CheckedRow& row) {
    for (const app::Problem& problem : row.problems)
        if (problem.level == app::ProblemLevel::Blocks)
            return said(problem.reason);
    return {};
}

Outcome<ExitCode> apply(Context& context, const SheetArguments& arguments) {
    LEADSHEET_TRY(auto sheet, openForCheck(context, arguments, SheetUse::Look));
    Console& console = context.console;
    const bool severalTabs = sheet.check.tabs().size() > 1;
    app::CheckedRow row;
    std::size_t shown = 0;
    std::uint64_t more = 0;
    for (;;) {
        LEADSHEET_TRY(const auto next, explained(sheet.check.next(row)));
        if (next == app::Next::End)
            break;
        if (!row.input)
            continue;
        const std::string body = row.blocked ? std::string() : canonicalBody(row.input->request);
        if (console.json()) {
            json::error_code ignored;
            json::object object{{"type", "mappedRow"}, {"row", row.row}, {"blocked", row.blocked}};
            if (severalTabs)
                object["tab"] = row.input->tab;
            if (!row.blocked)
                object["order"] = json::parse(body, ignored);
            console.emit(object);
        } else if (++shown > kRowsShown) {
            ++more;
        } else {
            console.say(Text(severalTabs ? say::tabRow(row.input->tab, row.row)
                                         : messages::check::rowPlace(row.row),
                             Style::Dim)
                            .add("  ")
                            .add(row.blocked ? blockingReason(row) : body,
                                 row.blocked ? Style::Bad : Style::Plain),
                        8);
        }
    }
    if (more > 0)
        console.say(say::moreRowsJson(static_cast<std::int64_t>(more)));
    return sheet.check.summary().blocked > 0 ? ExitCode::SomeRefused : ExitCode::Done;
}

} // namespace

void addMapCommands(Registry& registry) {
    Command map = registry.root.addCommand("map", help::map());
    map.needsCommand();
    const auto command = [&](const char* name, const Message& about, auto action) {
        Command added = map.addCommand(name, about);
        auto given = std::make_shared<MapArguments>();
        addSheetArguments(added, given->sheet);
        registry.bind(added, action, given);
        return std::pair(added, given);
    };
    command("suggest", help::mapSuggest(), suggest);
    command("apply", help::mapApply(), [](Context& context, const MapArguments& given) {
        return apply(context, given.sheet);
    });
    const auto [saving, given] = command("save", help::mapSave(), save);
    saving.addOption("--output", given->output, help::saveOutput())
        .valueName("FILE")
        .check(standardOutputProblem);
    saving.addFlag("--dry-run", given->dryRun, help::writeNothing());
    addMapListing(registry, map);
}

} // namespace leadsheet::cli
