// SPDX-License-Identifier: Apache-2.0
#include "map_listing.hpp"
#include "registry.hpp"

#include "../interrupts.hpp"
#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/learned_names.hpp"
#include "../session/sheet_arguments.hpp"

#include "leadsheet/app/display.hpp"
#include "leadsheet/app/transform_preview.hpp"

#include <CLI/CLI.hpp>
#include <boost/json.hpp>
#include <unistd.h>

namespace leadsheet::cli {
namespace {

namespace json = boost::json;

constexpr std::size_t kExamples = 3;
constexpr std::size_t kRowsShown = 20;

struct MapWishes {
    SheetArguments sheet;
    std::filesystem::path output;
    bool dryRun = false;
};

/// A sheet's map, complete or not, with the rows below its header.
struct ProposedMap {
    app::ColumnMap map;
    std::vector<app::SampleRow> samples;
    std::string origin;
};

Outcome<ProposedMap> propose(Context& context, const SheetArguments& arguments) {
    auto file = openForInspection(context, arguments);
    if (!file)
        return fail(file.error());
    if (file->piped)
        ::unlink(file->path.c_str());
    ProposedMap proposed;
    const std::vector<std::string> header = headerCells(file->overview);
    auto spec = chooseMap(context, arguments, header, proposed.origin);
    if (!spec)
        return fail(spec.error());
    // Samples are what follows the header: they tell a column of numbers from one of names.
    for (const app::SampleRow& row : file->overview.head)
        if (row.row >= file->overview.header.firstDataRow())
            proposed.samples.push_back(row);
    const auto learned = learnedNames(context);
    auto map = app::makeMap(header, proposed.samples, *spec, learned.get());
    if (!map)
        return fail(explain(map.error()));
    proposed.map = *std::move(map);
    return proposed;
}

std::string afterText(const std::vector<std::string>& values) {
    std::string text;
    for (const std::string& value : values)
        text += (text.empty() ? "" : " | ") + value;
    return text;
}

void sayRule(Console& console, const app::ColumnRule& rule,
             const std::vector<app::SampleRow>& samples) {
    std::string steps;
    for (const app::Transform& step : rule.transforms)
        steps += " | " + step.text();
    const std::string name = rule.header.empty() ? std::string("(no name)") : rule.header;
    console.say(Text(app::columnLetter(rule.column) + "  ")
                    .add(name, Style::Bold)
                    .add(" → " + rule.target + steps)
                    .add("  " + std::string(app::confidenceWord(rule.confidence)) + ": " + rule.why,
                         Style::Dim),
                5);
    const app::TransformPreview preview = app::previewTransforms(samples, rule, kExamples);
    for (const app::TransformedCell& cell : preview.examples)
        console.say("     row " + std::to_string(cell.row) + ": " + cell.before + " → " +
                        afterText(cell.after),
                    7);
}

Outcome<ExitCode> suggest(Context& context, const MapWishes& wishes) {
    auto proposed = propose(context, wishes.sheet);
    if (!proposed)
        return fail(proposed.error());
    Console& console = context.console;
    const app::ColumnMap& map = proposed->map;
    if (!proposed->origin.empty())
        console.say(Text("Mapped by " + proposed->origin, Style::Dim));
    for (const app::ColumnRule& rule : map.columns)
        sayRule(console, rule, proposed->samples);
    for (const app::ValueRule& rule : map.values)
        console.say(
            Text("every row  " + rule.target + (rule.fillOnly ? " ?= " : " := ") + rule.value)
                .add(rule.why.empty() ? "" : "  " + rule.why, Style::Dim));
    for (const app::Suggestion& suggestion : map.suggestions)
        console.say(Text("Not used: ", Style::Warn)
                        .add(app::columnLetter(suggestion.column) + " " + suggestion.header +
                             " could be " + suggestion.target + " (" + suggestion.why + ")"),
                    2);
    json::array suggestions;
    for (const app::Suggestion& suggestion : map.suggestions)
        suggestions.push_back({{"column", app::columnLetter(suggestion.column)},
                               {"header", suggestion.header},
                               {"target", suggestion.target},
                               {"why", suggestion.why}});
    json::array columns;
    for (const app::ColumnRule& rule : map.columns) {
        const app::TransformPreview preview =
            app::previewTransforms(proposed->samples, rule, kExamples);
        json::array examples;
        for (const app::TransformedCell& cell : preview.examples)
            examples.push_back({{"row", cell.row},
                                {"before", cell.before},
                                {"after", json::array(cell.after.begin(), cell.after.end())}});
        columns.push_back({{"target", rule.target},
                           {"column", app::columnLetter(rule.column)},
                           {"header", rule.header},
                           {"confidence", app::confidenceWord(rule.confidence)},
                           {"why", rule.why},
                           {"changed", preview.changed},
                           {"examples", examples}});
    }
    json::error_code ignored;
    console.emit({{"type", "map"},
                  {"map", json::parse(app::mapToJson(map), ignored)},
                  {"columns", columns},
                  {"suggestions", suggestions}});
    if (auto missing = app::missingTargets(map))
        return fail(explain(*missing));
    console.say();
    console.say(Text("As options: ", Style::Dim).add("--map " + shellQuoted(app::mapSpecText(map))),
                2);
    return ExitCode::Done;
}

Outcome<ExitCode> save(Context& context, const MapWishes& wishes) {
    auto proposed = propose(context, wishes.sheet);
    if (!proposed)
        return fail(proposed.error());
    Console& console = context.console;
    if (auto missing = app::missingTargets(proposed->map))
        return fail(explain(*missing));
    if (wishes.dryRun) {
        console.say("Dry run: the map is complete; nothing was written.");
        return ExitCode::Done;
    }
    std::filesystem::path written = wishes.output;
    if (written.empty()) {
        auto saved = app::saveMapFor(context.folders.mapsFolder(), proposed->map);
        if (!saved)
            return fail(explain(saved.error()));
        written = *saved;
        console.say("Saved for every sheet with these columns.");
    } else {
        if (auto saved = app::saveMapFile(proposed->map, written); !saved)
            return fail(explain(saved.error()));
        console.say("Written: " + written.string());
    }
    learnFrom(context, proposed->map);
    console.emit({{"type", "mapSaved"}, {"file", written.string()}});
    return ExitCode::Done;
}

Outcome<ExitCode> apply(Context& context, const SheetArguments& arguments) {
    auto sheet = openForCheck(context, arguments, SheetUse::Look);
    if (!sheet)
        return fail(sheet.error());
    Console& console = context.console;
    app::CheckedRow row;
    std::size_t shown = 0;
    std::uint64_t more = 0;
    for (;;) {
        const auto next = sheet->check.next(row);
        if (!next)
            return fail(explain(next.error()));
        if (*next == app::Next::End)
            break;
        if (!row.input)
            continue;
        const std::string body = row.blocked ? std::string() : canonicalBody(row.input->request);
        if (console.json()) {
            json::error_code ignored;
            json::object object{{"type", "mappedRow"}, {"row", row.row}, {"blocked", row.blocked}};
            if (!row.blocked)
                object["order"] = json::parse(body, ignored);
            console.emit(object);
        } else if (++shown > kRowsShown) {
            ++more;
        } else {
            console.say(Text("row " + std::to_string(row.row) + "  ", Style::Dim)
                            .add(row.blocked ? row.problems.front().reason : body,
                                 row.blocked ? Style::Bad : Style::Plain),
                        8);
        }
    }
    if (more > 0)
        console.say("… and " + rows(static_cast<std::int64_t>(more)) + " more; all with --json");
    return sheet->check.summary().blocked > 0 ? ExitCode::SomeRefused : ExitCode::Done;
}

} // namespace

void addMapCommands(Registry& registry) {
    CLI::App* map = registry.app.add_subcommand("map", "How columns become order fields");
    map->require_subcommand(1);
    const auto command = [&](const char* name, const char* about, auto action) {
        CLI::App* added = map->add_subcommand(name, about);
        auto wishes = std::make_shared<MapWishes>();
        addSheetArguments(*added, wishes->sheet);
        added->callback([&registry, wishes, action] {
            registry.chosen = [wishes, action](Context& context) {
                return action(context, *wishes);
            };
        });
        return std::pair(added, wishes);
    };
    command("suggest", "Show which column fills which field, how sure that is, and what changes",
            suggest);
    command("apply", "Show the order that each row becomes; orders nothing",
            [](Context& context, const MapWishes& wishes) { return apply(context, wishes.sheet); });
    const auto [saving, wishes] =
        command("save", "Keep the map for every sheet with the same columns, or in a file", save);
    saving->add_option("--output", wishes->output, "A file for --map-file instead")
        ->type_name("FILE");
    saving->add_flag("--dry-run", wishes->dryRun, "Write nothing");
    addMapListing(registry, *map);
}

} // namespace leadsheet::cli
